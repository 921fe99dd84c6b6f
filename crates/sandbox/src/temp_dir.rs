//! Temporary folders that can be removed no matter what a program has put into them.

use std::fs::{self, DirEntry, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// The mode bit of a folder that lets all users create files in it.
const WORLD_WRITABLE: u32 = 0o002;

/// The mode bit of a folder that lets users remove only their own files.
const STICKY: u32 = 0o1000;

/// The prefix of the names of all temporary folders.
const PREFIX: &str = "rathaus-";

/// Creates a folder for files that the host trusts later, with its parents, unless it exists. Fails
/// if another user could put something into it.
pub fn create_private_folder(path: &Path) -> io::Result<()> {
    fs::DirBuilder::new().recursive(true).mode(0o755).create(path)?;
    let found = path.metadata()?;
    let is_own = found.uid() == rustix::process::geteuid().as_raw() || found.uid() == 0;
    match is_own && found.mode() & WORLD_WRITABLE == 0 {
        true => Ok(()),
        false => Err(io::Error::other("it belongs to another user, or all users can write to it")),
    }
}

/// Fails if there is no folder for temporary files, or if other users could replace what is created
/// in it.
pub(crate) fn check_temp_folder() -> io::Result<()> {
    check_sticky(&std::env::temp_dir())
}

/// Fails if other users could replace what is created in this folder.
fn check_sticky(folder: &Path) -> io::Result<()> {
    let mode = folder.metadata()?.mode();
    match mode & WORLD_WRITABLE != 0 && mode & STICKY == 0 {
        false => Ok(()),
        true => Err(io::Error::other(format!(
            "all users can replace what is in {}: set TMPDIR to a folder that only you can write to",
            folder.display()
        ))),
    }
}

/// The id of the namespace of process numbers. Hosts in two containers may share a folder.
pub(crate) fn pid_namespace() -> u64 {
    fs::metadata("/proc/self/ns/pid").map_or(0, |found| found.ino())
}

/// The id of the machine and of the namespace of process numbers. Machines may share a folder, such
/// as a home, and have the same numbers.
pub fn process_numbers_id() -> String {
    let system = rustix::system::uname();
    // FNV-1a: short, because sockets have short paths.
    let hash = |hash: u32, byte: &u8| (hash ^ u32::from(*byte)).wrapping_mul(16_777_619);
    let machine = system.nodename().to_bytes().iter().fold(2_166_136_261, hash);
    format!("{}.{machine:08x}", pid_namespace())
}

/// A temporary folder, removed on drop. A program may have filled it with inaccessible folders,
/// with links, or with folders nested deeper than a path can be long.
#[derive(Debug)]
pub struct TempDir(PathBuf);

impl TempDir {
    /// Creates a folder in the system's folder for temporary files. Only its owner can access it.
    /// If the prefix has the form `rathaus-KIND-` and this process is killed,
    /// [`clean_up_after_dead_hosts`](crate::clean_up_after_dead_hosts) removes the folder later.
    pub fn new(prefix: &str) -> io::Result<TempDir> {
        let folder = std::env::temp_dir();
        check_sticky(&folder)?;
        TempDir::new_in(&folder, prefix)
    }

    /// Creates a temporary folder in `folder`. To be removed later, the prefix can also have the
    /// form `.KIND-`.
    pub fn new_in(folder: &Path, prefix: &str) -> io::Result<TempDir> {
        let prefix = format!("{prefix}{}-{}-", process_numbers_id(), std::process::id());
        Ok(TempDir(tempfile::Builder::new().prefix(&prefix).tempdir_in(folder)?.keep()))
    }

    /// Removes the folders of hosts that were killed from `folder`, if `is_own` is true of their
    /// owner.
    pub(crate) fn remove_abandoned(folder: &Path, is_own: impl Fn(u32) -> bool) {
        let namespace = process_numbers_id();
        // Names `rathaus-KIND-NAMESPACE-HOST-RANDOM` or `.KIND-NAMESPACE-HOST-RANDOM`.
        let host_of = |name: &str| -> Option<u32> {
            let mut parts = name.strip_prefix(PREFIX).or(name.strip_prefix('.'))?.split('-').skip(1);
            (parts.next()? == namespace).then(|| parts.next()?.parse().ok()).flatten()
        };
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let host = entry.file_name().to_str().and_then(host_of);
            let is_abandoned = host.is_some_and(|host| !Path::new(&format!("/proc/{host}")).exists());
            let found = entry.path().symlink_metadata();
            if is_abandoned && found.is_ok_and(|found| found.is_dir() && is_own(found.uid())) {
                drop(TempDir(entry.path()));
            }
        }
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Keeps the folder: it is not removed on drop.
    pub fn keep(mut self) {
        self.0 = PathBuf::new();
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        if !self.0.as_os_str().is_empty()
            && let Err(error) = remove(&self.0)
        {
            tracing::warn!(folder = %self.0.display(), %error, "could not be removed");
        }
    }
}

/// Removes a folder with everything in it. Folders may be nested deeper than a path can be long and
/// than files can be open at once, so this moves them to the top, one level after the other.
fn remove(top: &Path) -> io::Result<()> {
    let mut names = (0_u64..).map(|number| top.join(format!("moved-{number}")));
    loop {
        let mut is_empty = true;
        for entry in fs::read_dir(top)? {
            is_empty = false;
            let entry = entry?;
            if open_folder(&entry)? {
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

/// Empties a folder: removes its files and moves its folders to new names.
fn lift(folder: &Path, names: &mut impl Iterator<Item = PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if open_folder(&entry)? {
            let name = names.find(|name| name.symlink_metadata().is_err());
            fs::rename(entry.path(), name.unwrap_or_default())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Whether the entry is a folder. If so, gives its owner all permissions.
fn open_folder(entry: &DirEntry) -> io::Result<bool> {
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

    /// Makes nested folders below this one, and a file in the innermost.
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
    fn folders_deeper_than_a_path_is_long_are_removed() {
        let within = tempfile::tempdir().unwrap();
        let dir = TempDir::new_in(within.path(), "x-").unwrap();
        dig(dir.path(), 3_000);
        drop(dir);
        assert_eq!(within.path().read_dir().unwrap().count(), 0);
    }

    #[test]
    fn closed_folders_and_links_are_removed() {
        let within = tempfile::tempdir().unwrap();
        let kept = within.path().join("kept");
        fs::write(&kept, "").unwrap();
        let dir = TempDir::new_in(within.path(), "x-").unwrap();
        for folder in ["one", "one/other", "third"] {
            fs::create_dir(dir.path().join(folder)).unwrap();
            std::os::unix::fs::symlink(&kept, dir.path().join(folder).join("link")).unwrap();
        }
        for folder in ["one/other", "one", "third"] {
            fs::set_permissions(dir.path().join(folder), Permissions::from_mode(0o0)).unwrap();
        }
        drop(dir);
        assert_eq!(within.path().read_dir().unwrap().count(), 1);
    }

    #[test]
    fn a_folder_that_others_can_write_to_is_refused() {
        let within = tempfile::tempdir().unwrap();
        let cache = within.path().join("a/b");
        create_private_folder(&cache).unwrap();
        for (mode, is_refused) in
            [(0o777, true), (0o757, true), (0o1777, true), (0o775, false), (0o700, false)]
        {
            fs::set_permissions(&cache, Permissions::from_mode(mode)).unwrap();
            assert_eq!(create_private_folder(&cache).is_err(), is_refused, "{mode:o}");
        }
        for (mode, is_refused) in [(0o777, true), (0o1777, false), (0o700, false)] {
            fs::set_permissions(&cache, Permissions::from_mode(mode)).unwrap();
            assert_eq!(check_sticky(&cache).is_err(), is_refused, "{mode:o}");
        }
    }

    #[test]
    fn a_kept_folder_is_not_removed() {
        let within = tempfile::tempdir().unwrap();
        TempDir::new_in(within.path(), "x-").unwrap().keep();
        assert_eq!(within.path().read_dir().unwrap().count(), 1);
    }
}
