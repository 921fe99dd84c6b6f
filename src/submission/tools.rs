//! Compilers and interpreters: where they are, and which version.

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::Deserialize;

use crate::process::{self, Program};

/// How long a tool may take to print its version.
const PATIENCE: Duration = Duration::from_secs(20);

/// A program that building or running a language takes.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tool {
    /// Its name in the commands of the adapter.
    pub name: String,
    find: Vec<String>,
    version: Vec<String>,
    #[serde(default)]
    locate: Vec<String>,
    /// The command that installs it.
    pub install: String,
}

/// Where a tool was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The real program, behind shims of version managers.
    pub path: PathBuf,
    /// What it prints of its version.
    pub version: String,
}

impl Tool {
    /// The names under which it is looked for.
    pub fn names(&self) -> &[String] {
        &self.find
    }

    /// Finds the tool in `PATH`, and asks it for its version. What was found once is not looked for again.
    pub async fn find(&self) -> Option<Found> {
        static FOUND: Mutex<BTreeMap<String, Found>> = Mutex::new(BTreeMap::new());
        let known = || FOUND.lock().unwrap_or_else(PoisonError::into_inner);
        let key = self.find.join(" ");
        if let Some(found) = known().get(&key) {
            return Some(found.clone());
        }
        for name in &self.find {
            for path in in_path(name) {
                if let Some(found) = self.try_path(path).await {
                    known().insert(key, found.clone());
                    return Some(found);
                }
            }
        }
        None
    }

    async fn try_path(&self, path: PathBuf) -> Option<Found> {
        let path = if self.locate.is_empty() { path } else { first_line(&path, &self.locate).await?.into() };
        let version = first_line(&path, &self.version).await?;
        Some(Found { path, version })
    }
}

/// Everything in `PATH` that has this name and can be run.
pub(super) fn in_path(name: &str) -> Vec<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).map(|folder| folder.join(name)).filter(|path| is_program(path)).collect()
}

fn is_program(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

/// The first line that a program prints, on whichever of its outputs, if it ends well.
async fn first_line(path: &Path, arguments: &[String]) -> Option<String> {
    let argv = std::iter::once(path.into()).chain(arguments.iter().map(Into::into)).collect();
    let program = Program { argv, folder: std::env::temp_dir(), environment: environment() };
    let finished = process::run(&program, PATIENCE).await.ok().filter(process::Finished::succeeded)?;
    let stdout = String::from_utf8_lossy(&finished.stdout).into_owned();
    let line = stdout.lines().chain(finished.stderr.lines()).find(|line| !line.trim().is_empty())?;
    Some(line.trim().to_owned())
}

/// Version managers keep their settings in the home folder.
fn environment() -> Vec<(String, std::ffi::OsString)> {
    std::env::var_os("HOME").map(|home| ("HOME".to_owned(), home)).into_iter().collect()
}
