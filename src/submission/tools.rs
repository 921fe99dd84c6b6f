//! Compilers and interpreters: where they are, and which version.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use regex::Regex;
use serde::Deserialize;

use super::adapter::optional_regex;
use crate::process::{self, Program, folders, in_path, is_program};

/// How long a tool may take to print its version.
const PATIENCE: Duration = Duration::from_secs(20);

/// A program that building or running a language takes.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tool {
    /// Its name in the commands of the adapter.
    pub name: String,
    /// The option with which a user, or the author of a bot, names another program for it.
    pub option: Option<String>,
    find: Vec<String>,
    version: Vec<String>,
    /// What its version must look like, if that is not sure by its name. The group `version`, if there is one, is what counts.
    #[serde(default, deserialize_with = "optional_regex")]
    expect: Option<Regex>,
    /// Arguments that make it print where the real program is.
    #[serde(default)]
    locate: Vec<String>,
    /// The path of the real program below what was printed, if that is a folder.
    #[serde(default)]
    beneath: PathBuf,
    /// The command that installs it.
    pub install: String,
}

/// Programs that the user or the author of a bot wants for some tools, by the tools' options.
pub type Choices = BTreeMap<String, String>;

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
    pub fn names(&self, choices: &Choices) -> Vec<String> {
        match self.chosen(choices) {
            Some(name) => vec![name.clone()],
            None => self.find.clone(),
        }
    }

    /// The program that was chosen for this tool, if one was.
    pub(super) fn chosen<'a>(&self, choices: &'a Choices) -> Option<&'a String> {
        self.option.as_ref().and_then(|option| choices.get(option))
    }

    /// Finds the tool, and asks it for its version. What was found once is not looked for again.
    pub async fn find(&self, choices: &Choices) -> Option<Found> {
        static FOUND: Mutex<BTreeMap<String, Found>> = Mutex::new(BTreeMap::new());
        let known = || FOUND.lock().unwrap_or_else(PoisonError::into_inner);
        let names = self.names(choices);
        let key = format!("{} {}", self.name, names.join(" "));
        if let Some(found) = known().get(&key) {
            return Some(found.clone());
        }
        for path in names.iter().flat_map(|name| programs(name)) {
            if let Some(found) = self.try_path(path).await {
                known().insert(key, found.clone());
                return Some(found);
            }
        }
        None
    }

    async fn try_path(&self, path: PathBuf) -> Option<Found> {
        let path = match self.locate.as_slice() {
            [] => path,
            locate => {
                let found = PathBuf::from(first_line(&path, locate).await?);
                if self.beneath.as_os_str().is_empty() { found } else { found.join(&self.beneath) }
            }
        };
        let printed = first_line(&path, &self.version).await?;
        let version = match &self.expect {
            Some(expect) => {
                let captures = expect.captures(&printed)?;
                captures.name("version").map_or(printed.as_str(), |version| version.as_str()).to_owned()
            }
            None => printed,
        };
        Some(Found { path, version })
    }
}

/// The programs of a name, in the order of `PATH`. A name may bring its folder, or end with `*` for the versions of a
/// program, the newest first.
fn programs(name: &str) -> Vec<PathBuf> {
    if name.contains('/') {
        return vec![name.into()];
    }
    match name.strip_suffix('*') {
        Some(stem) => versions(stem),
        None => in_path(name),
    }
}

/// Everything whose name is the stem and a number. Shims are left out, because what is behind them is here too, and
/// because most of them only say that they are not set up.
fn versions(stem: &str) -> Vec<PathBuf> {
    let mut found: Vec<(u32, PathBuf)> = Vec::new();
    for folder in folders().into_iter().chain(pyenv_folders()).filter(|folder| !folder.ends_with("shims")) {
        let files = folder.read_dir().into_iter().flatten().flatten();
        found.extend(files.filter_map(|file| {
            let number = file.file_name().to_str()?.strip_prefix(stem)?.parse().ok()?;
            Some((number, file.path()))
        }));
    }
    found.retain(|(_, path)| is_program(path));
    // The sort is stable: of two that are equally new, the first in PATH stays first.
    found.sort_by_key(|(number, _)| std::cmp::Reverse(*number));
    found.into_iter().map(|(_, path)| path).collect()
}

/// Where pyenv keeps the versions that it has installed. Not all of them are in `PATH`.
fn pyenv_folders() -> Vec<PathBuf> {
    let root = std::env::var_os("PYENV_ROOT").map(PathBuf::from);
    let home = std::env::var_os("HOME").map(|home| Path::new(&home).join(".pyenv"));
    let Some(root) = root.or(home) else { return Vec::new() };
    let mut folders: Vec<PathBuf> = root
        .join("versions")
        .read_dir()
        .into_iter()
        .flatten()
        .flatten()
        .map(|version| version.path().join("bin"))
        .collect();
    folders.sort();
    folders
}

/// The first line that a program prints, on whichever of its outputs, if it ends well.
async fn first_line(path: &Path, arguments: &[String]) -> Option<String> {
    let argv = std::iter::once(path.into()).chain(arguments.iter().map(Into::into)).collect();
    let program =
        Program { argv, folder: std::env::temp_dir(), environment: environment(), confinement: None };
    let finished = process::run(&program, PATIENCE).await.ok().filter(process::Finished::succeeded)?;
    let stdout = String::from_utf8_lossy(&finished.stdout).into_owned();
    let line = stdout.lines().chain(finished.stderr.lines()).find(|line| !line.trim().is_empty())?;
    Some(line.trim().to_owned())
}

/// Version managers keep their settings in the home folder.
fn environment() -> Vec<(String, std::ffi::OsString)> {
    std::env::var_os("HOME").map(|home| ("HOME".to_owned(), home)).into_iter().collect()
}
