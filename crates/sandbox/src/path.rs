//! Programs by their names, as `PATH` has them.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Everything in `PATH` that has this name and can be run.
pub fn in_path(name: &str) -> Vec<PathBuf> {
    folders().into_iter().map(|folder| folder.join(name)).filter(|path| is_program(path)).collect()
}

/// The folders in `PATH`. Relative ones would be others in each folder, and are left out.
pub fn folders() -> Vec<PathBuf> {
    let all = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&all).filter(|folder| folder.is_absolute()).collect()
}

/// Whether this is a file that can be run.
pub fn is_program(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}
