//! Creates folders of the cache atomically.

use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rathaus_sandbox::TempDir;

/// A folder that gets its final name only when it is complete.
pub(super) struct AtomicFolder {
    pub(super) path: PathBuf,
    guard: TempDir,
}

impl AtomicFolder {
    pub(super) fn new(target: &Path) -> io::Result<AtomicFolder> {
        let parent = target.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(parent)?;
        let guard = TempDir::new_in(parent, ".building-")?;
        Ok(AtomicFolder { path: guard.path().to_owned(), guard })
    }

    /// Gives the folder its final name. If another process was faster, its folder stays, because it
    /// has the same contents.
    pub(super) fn finish(self, target: &Path) -> io::Result<()> {
        match std::fs::rename(&self.path, target) {
            Ok(()) => {
                // Only its owner can open a temporary folder, but bots may run as another user.
                std::fs::set_permissions(target, std::fs::Permissions::from_mode(0o755))?;
                // The folder has moved, so the guard must not remove it.
                self.guard.keep();
                Ok(())
            }
            Err(_) if target.exists() => Ok(()),
            Err(error) => Err(error),
        }
    }
}

/// Creates a folder atomically, so that no process sees it half filled.
pub(super) fn create_whole(target: &Path, fill: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
    if target.exists() {
        return Ok(());
    }
    let staging = AtomicFolder::new(target)?;
    fill(&staging.path)?;
    staging.finish(target)
}
