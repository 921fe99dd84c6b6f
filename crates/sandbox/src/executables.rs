//! Looks for executables in `PATH`.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// All executables of this name in the folders of `PATH`, in the order of `PATH`.
pub fn find_in_path(name: &str) -> Vec<PathBuf> {
    path_folders().into_iter().map(|folder| folder.join(name)).filter(|path| is_executable(path)).collect()
}

/// The absolute folders of `PATH`. A relative folder would depend on the working folder.
pub fn path_folders() -> Vec<PathBuf> {
    let all = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&all).filter(|folder| folder.is_absolute()).collect()
}

/// Whether the path is a regular file with an execute permission.
pub fn is_executable(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}
