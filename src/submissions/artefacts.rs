//! Checks the output of a build: only regular files, folders and links inside it, of bounded size,
//! which the host then owns.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt, lchown};
use std::path::{Path, PathBuf};

use rathaus_sandbox::ResourceLimits;

use super::bot_sandbox::BUILD_LIMITS;

/// The most bytes that a build may leave.
const MOST_BYTES: u64 = BUILD_LIMITS.scratch;

/// The most files and folders that a build may leave.
const MOST_FILES: usize = ResourceLimits::MAX_FILES;

/// The deepest nesting of folders.
const MOST_DEEP: usize = 64;

/// Why the output of a build is refused.
#[derive(Debug, thiserror::Error)]
pub(super) enum BuildOutputRefusal {
    /// A special file, which neither the host nor a bot may open.
    #[error("{} is {what}, and builds leave nothing but files and folders", path.display())]
    Kind {
        path: PathBuf,
        /// Its kind, in words.
        what: &'static str,
    },
    /// A link out of the build's own folders.
    #[error("{} is a link out of the build's own folders", .0.display())]
    Link(PathBuf),
    /// Folders nested too deeply. No real tool does this, and other programs could not read them.
    #[error("it left folders within folders, more than {MOST_DEEP} deep")]
    Deep,
    /// Too many bytes or files.
    #[error("it left more than {} MiB, or {MOST_FILES} files", MOST_BYTES >> 20)]
    Size,
    /// The host could not read it.
    #[error("the host cannot look at what it left: {0}")]
    Host(#[from] io::Error),
}

/// Checks everything in a build's folder, and takes ownership of it: all users may read it, and
/// only the host may change it.
pub(super) fn take_over(folder: &Path) -> Result<(), BuildOutputRefusal> {
    let folder = folder.canonicalize()?;
    let mut left = ArtefactTotals { files: 0, bytes: 0 };
    left.take(&folder, &folder, 0)?;
    Ok(())
}

/// The totals so far.
struct ArtefactTotals {
    files: usize,
    bytes: u64,
}

impl ArtefactTotals {
    fn take(&mut self, path: &Path, root: &Path, depth: usize) -> Result<(), BuildOutputRefusal> {
        if depth > MOST_DEEP {
            return Err(BuildOutputRefusal::Deep);
        }
        let found = path.symlink_metadata()?;
        let kind = found.file_type();
        self.files += 1;
        self.bytes += if kind.is_file() { found.len() } else { 0 };
        if self.bytes > MOST_BYTES || self.files > MOST_FILES {
            return Err(BuildOutputRefusal::Size);
        }
        own(path, found.uid())?;
        if kind.is_symlink() {
            // The target may be taken over later, or not exist, in which case the link
            // leads nowhere.
            let leads_in = path.canonicalize().is_ok_and(|target| target.starts_with(root));
            return if leads_in { Ok(()) } else { Err(BuildOutputRefusal::Link(path.to_owned())) };
        }
        if kind.is_file() {
            // This also clears set-user-ID and set-group-ID.
            let mode = if found.mode() & 0o100 == 0 { 0o644 } else { 0o755 };
            fs::set_permissions(path, Permissions::from_mode(mode))?;
            return Ok(());
        }
        if !kind.is_dir() {
            return Err(BuildOutputRefusal::Kind { path: path.to_owned(), what: "no plain file" });
        }
        fs::set_permissions(path, Permissions::from_mode(0o755))?;
        for entry in fs::read_dir(path)? {
            self.take(&entry?.path(), root, depth + 1)?;
        }
        Ok(())
    }
}

/// Gives a path back to the host, if another user owns it.
fn own(path: &Path, owner: u32) -> io::Result<()> {
    let (user, group) = (rustix::process::geteuid(), rustix::process::getegid());
    if owner == user.as_raw() { Ok(()) } else { lchown(path, Some(user.as_raw()), Some(group.as_raw())) }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn made(make: impl Fn(&Path)) -> Result<(), BuildOutputRefusal> {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("out")).unwrap();
        make(&folder.path().join("out"));
        let result = take_over(folder.path());
        // A folder without access rights could not be removed.
        result.iter().for_each(|()| {
            let mode = folder.path().join("out").metadata().unwrap().mode();
            assert_eq!(mode & 0o7777, 0o755);
        });
        result
    }

    #[test]
    fn files_and_folders_are_taken_over_without_special_rights() {
        made(|out| {
            fs::create_dir(out.join("deep")).unwrap();
            let program = out.join("deep/bot");
            fs::write(&program, "#!").unwrap();
            fs::set_permissions(&program, Permissions::from_mode(0o6777)).unwrap();
            symlink("deep/bot", out.join("link")).unwrap();
        })
        .unwrap();
        made(|out| fs::set_permissions(out, Permissions::from_mode(0o000)).unwrap()).unwrap();
    }

    #[test]
    fn links_outward_pipes_and_holes_without_end_are_refused() {
        let refused = |make: &dyn Fn(&Path), expected: &str| {
            let error = made(make).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        };
        refused(&|out| symlink("/etc/hostname", out.join("bot")).unwrap(), "a link out of");
        refused(&|out| symlink("nowhere", out.join("bot")).unwrap(), "a link out of");
        refused(
            &|out| {
                rustix::fs::mkfifoat(rustix::fs::CWD, out.join("bot"), 0o600.into()).unwrap();
            },
            "no plain file",
        );
        let sparse = |out: &Path| fs::File::create(out.join("bot")).unwrap().set_len(MOST_BYTES + 1).unwrap();
        refused(&sparse, "more than 1024 MiB");
    }
}
