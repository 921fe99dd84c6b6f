//! Folders that go again, whatever strangers have put into them.

use std::fs::{self, DirEntry, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// Makes a folder for things that are kept, unless it is there already. It is refused if another user could put something into it.
pub fn own_folder(path: &Path) -> io::Result<()> {
    fs::DirBuilder::new().recursive(true).mode(0o755).create(path)?;
    let found = path.metadata()?;
    let is_own = found.uid() == rustix::process::geteuid().as_raw() || found.uid() == 0;
    match is_own && found.mode() & EVERYBODY_WRITES == 0 {
        true => Ok(()),
        false => Err(io::Error::other("it belongs to another user, or all users can write to it")),
    }
}

/// The bit of a folder's mode by which all users may put something into it.
const EVERYBODY_WRITES: u32 = 0o002;

/// The bit by which each user may remove only what is its own.
const STICKY: u32 = 0o1000;

/// Refuses a folder in which other users could put something in the place of what is made there.
fn check_shared(folder: &Path) -> io::Result<()> {
    let mode = folder.metadata()?.mode();
    match mode & EVERYBODY_WRITES != 0 && mode & STICKY == 0 {
        false => Ok(()),
        true => Err(io::Error::other(format!(
            "all users can replace what is in {}: set TMPDIR to a folder of your own",
            folder.display()
        ))),
    }
}

/// How the names of all folders for a while begin where temporary files are.
const PREFIX: &str = "rathaus-";

/// The namespace in which process numbers count: hosts in two containers may share a folder.
fn namespace() -> u64 {
    fs::metadata("/proc/self/ns/pid").map_or(0, |found| found.ino())
}

/// A folder that is removed with this.
#[derive(Debug)]
pub struct Passing(PathBuf);

impl Passing {
    /// A new one where temporary files are, which only its maker sees into.
    pub fn new(prefix: &str) -> io::Result<Passing> {
        let folder = std::env::temp_dir();
        check_shared(&folder)?;
        // By its host, it is known whose it was if the host was killed.
        Passing::within(&folder, &format!("{prefix}{}-{}-", namespace(), std::process::id()))
    }

    /// Removes what hosts that were killed have left where temporary files are. Only what belongs to this user, or to one of its sandboxes
    /// as `is_own` knows them, is touched.
    pub fn sweep(is_own: impl Fn(u32) -> bool) {
        let namespace = namespace().to_string();
        // Names `rathaus-KIND-NAMESPACE-HOST-RANDOM`.
        let host_of = |name: &str| -> Option<u32> {
            let mut parts = name.strip_prefix(PREFIX)?.split('-').skip(1);
            (parts.next()? == namespace).then(|| parts.next()?.parse().ok()).flatten()
        };
        for entry in fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten() {
            let host = entry.file_name().to_str().and_then(host_of);
            let is_left = host.is_some_and(|host| !Path::new(&format!("/proc/{host}")).exists());
            let found = entry.path().symlink_metadata();
            if is_left && found.is_ok_and(|found| found.is_dir() && is_own(found.uid())) {
                drop(Passing(entry.path()));
            }
        }
    }

    /// A new one in this folder.
    pub fn within(folder: &Path, prefix: &str) -> io::Result<Passing> {
        Ok(Passing(tempfile::Builder::new().prefix(prefix).tempdir_in(folder)?.keep()))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Lets it stay.
    pub fn keep(mut self) {
        self.0 = PathBuf::new();
    }
}

impl Drop for Passing {
    fn drop(&mut self) {
        if !self.0.as_os_str().is_empty()
            && let Err(error) = remove(&self.0)
        {
            tracing::warn!(folder = %self.0.display(), %error, "could not be removed");
        }
    }
}

/// Removes a folder with all that is in it. There may be folders within folders, deeper than any path is long and more than files
/// may be open at once: so folders are moved to the top, one level after the other, and removed there.
fn remove(top: &Path) -> io::Result<()> {
    let mut names = (0_u64..).map(|number| top.join(format!("moved-{number}")));
    loop {
        let mut is_empty = true;
        for entry in fs::read_dir(top)? {
            is_empty = false;
            let entry = entry?;
            if opened(&entry)? {
                lift(&entry.path(), &mut names)?;
                fs::remove_dir(entry.path())?;
            } else {
                fs::remove_file(entry.path())?;
            }
        }
        if is_empty {
            return fs::remove_dir(top);
        }
    }
}

/// Empties a folder: what are folders in it are moved to these places.
fn lift(folder: &Path, places: &mut impl Iterator<Item = PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if opened(&entry)? {
            let place = places.find(|place| place.symlink_metadata().is_err());
            fs::rename(entry.path(), place.unwrap_or_default())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Whether this is a folder; then its owner may do everything in it from now on, and move it.
fn opened(entry: &DirEntry) -> io::Result<bool> {
    let is_folder = entry.file_type()?.is_dir();
    if is_folder {
        fs::set_permissions(entry.path(), Permissions::from_mode(0o700))?;
    }
    Ok(is_folder)
}

#[cfg(test)]
mod tests {
    use rustix::fs::{Mode, OFlags};

    use super::*;

    /// Makes folders within folders below this one, and a file in the last of them.
    fn dig(folder: &Path, depth: usize) {
        let flags = OFlags::DIRECTORY | OFlags::RDONLY;
        let mut last = rustix::fs::open(folder, flags, Mode::empty()).unwrap();
        for _ in 0..depth {
            rustix::fs::mkdirat(&last, "moved-1", Mode::RWXU).unwrap();
            last = rustix::fs::openat(&last, "moved-1", flags, Mode::empty()).unwrap();
        }
        rustix::fs::openat(&last, "file", OFlags::CREATE | OFlags::WRONLY, Mode::RUSR).unwrap();
    }

    #[test]
    fn it_goes_with_folders_deeper_than_a_path_is_long() {
        let within = tempfile::tempdir().unwrap();
        let passing = Passing::within(within.path(), "x-").unwrap();
        dig(passing.path(), 3_000);
        drop(passing);
        assert_eq!(within.path().read_dir().unwrap().count(), 0);
    }

    #[test]
    fn it_goes_with_folders_that_are_closed_and_links() {
        let within = tempfile::tempdir().unwrap();
        let kept = within.path().join("kept");
        fs::write(&kept, "").unwrap();
        let passing = Passing::within(within.path(), "x-").unwrap();
        for folder in ["one", "one/other", "third"] {
            fs::create_dir(passing.path().join(folder)).unwrap();
            std::os::unix::fs::symlink(&kept, passing.path().join(folder).join("link")).unwrap();
        }
        for folder in ["one/other", "one", "third"] {
            fs::set_permissions(passing.path().join(folder), Permissions::from_mode(0o0)).unwrap();
        }
        drop(passing);
        assert_eq!(within.path().read_dir().unwrap().count(), 1);
    }

    #[test]
    fn a_folder_that_others_can_write_to_is_refused() {
        let within = tempfile::tempdir().unwrap();
        let cache = within.path().join("a/b");
        own_folder(&cache).unwrap();
        for (mode, is_refused) in
            [(0o777, true), (0o757, true), (0o1777, true), (0o775, false), (0o700, false)]
        {
            fs::set_permissions(&cache, Permissions::from_mode(mode)).unwrap();
            assert_eq!(own_folder(&cache).is_err(), is_refused, "{mode:o}");
        }
        for (mode, is_refused) in [(0o777, true), (0o1777, false), (0o700, false)] {
            fs::set_permissions(&cache, Permissions::from_mode(mode)).unwrap();
            assert_eq!(check_shared(&cache).is_err(), is_refused, "{mode:o}");
        }
    }

    #[test]
    fn what_is_to_stay_stays() {
        let within = tempfile::tempdir().unwrap();
        Passing::within(within.path(), "x-").unwrap().keep();
        assert_eq!(within.path().read_dir().unwrap().count(), 1);
    }
}
