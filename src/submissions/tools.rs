//! Finds compilers and interpreters, and their versions.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rathaus_sandbox::{find_in_path, is_executable, path_folders};
use regex::Regex;
use serde::Deserialize;

use super::adapter::optional_regex;
use super::toolbox::HostToolLocator;

/// A program that builds or runs submissions of a language.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LanguageTool {
    /// Its name in the commands of the adapter.
    pub name: String,
    /// The option with which a user, or the author of a bot, chooses another program for it.
    pub option: Option<String>,
    find: Vec<String>,
    version: Vec<String>,
    /// A pattern for its version output, if its name alone does not identify it. The group
    /// `version`, if there is one, is the version that is shown.
    #[serde(default, deserialize_with = "optional_regex")]
    expect: Option<Regex>,
    /// Arguments that make it print the location of the real program.
    #[serde(default)]
    locate: Vec<String>,
    /// The path of the real program below the printed folder. Empty if it prints the
    /// program itself.
    #[serde(default)]
    beneath: PathBuf,
    /// The command that installs it.
    pub install: String,
}

/// Programs that the user or the author of a bot chose, by the options of tools.
pub type ChosenToolPrograms = BTreeMap<String, String>;

/// A tool that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundTool {
    /// The path of the real program, behind shims of version managers.
    pub path: PathBuf,
    /// Its version output.
    pub version: String,
}

impl LanguageTool {
    /// The names under which the tool is searched.
    pub fn names(&self, choices: &ChosenToolPrograms) -> Vec<String> {
        match self.chosen(choices) {
            Some(name) => vec![name.clone()],
            None => self.find.clone(),
        }
    }

    /// The program that was chosen for this tool, if any.
    pub(super) fn chosen<'a>(&self, choices: &'a ChosenToolPrograms) -> Option<&'a String> {
        self.option.as_ref().and_then(|option| choices.get(option))
    }

    /// Finds the tool among those of this host.
    pub async fn find(&self, choices: &ChosenToolPrograms, toolbox: &HostToolLocator) -> Option<FoundTool> {
        toolbox.find(self, &self.names(choices)).await
    }

    /// The first program with one of its names, even if it does not work.
    pub(super) fn installed(&self, choices: &ChosenToolPrograms) -> Option<PathBuf> {
        self.names(choices).iter().flat_map(|name| programs(name)).next()
    }

    /// Whether a program of this name may be this tool.
    pub(super) fn is_called(&self, name: &str) -> bool {
        self.find.iter().any(|pattern| match pattern.strip_suffix('*') {
            Some(stem) => version_of(name, stem).is_some(),
            None => pattern == name,
        })
    }

    /// The first program with one of these names that is this tool.
    pub(super) async fn try_names(&self, names: &[String], toolbox: &HostToolLocator) -> Option<FoundTool> {
        for path in names.iter().flat_map(|name| programs(name)) {
            if let Some(found) = self.try_path(path, toolbox).await {
                return Some(found);
            }
        }
        None
    }

    async fn try_path(&self, path: PathBuf, toolbox: &HostToolLocator) -> Option<FoundTool> {
        let path = match self.locate.as_slice() {
            [] => path,
            locate => {
                let found = PathBuf::from(toolbox.first_line(&path, locate).await?);
                if self.beneath.as_os_str().is_empty() { found } else { found.join(&self.beneath) }
            }
        };
        let printed = toolbox.first_line(&path, &self.version).await?;
        let version = match &self.expect {
            Some(expect) => {
                let captures = expect.captures(&printed)?;
                captures.name("version").map_or(printed.as_str(), |version| version.as_str()).to_owned()
            }
            None => printed,
        };
        Some(FoundTool { path, version })
    }
}

/// The programs with a name, in the order of `PATH`. The name may include a folder, or end with `*`
/// to match all versions of a program, the newest first.
fn programs(name: &str) -> Vec<PathBuf> {
    if name.contains('/') {
        return vec![name.into()];
    }
    match name.strip_suffix('*') {
        Some(stem) => versions(stem),
        None => find_in_path(name),
    }
}

/// All programs whose name is the stem and a number. Shims are skipped, because the real programs
/// are found too, and because most shims only report that they are not set up.
fn versions(stem: &str) -> Vec<PathBuf> {
    let mut found: Vec<(u32, PathBuf)> = Vec::new();
    for folder in
        path_folders().into_iter().chain(pyenv_folders()).filter(|folder| !folder.ends_with("shims"))
    {
        let files = folder.read_dir().into_iter().flatten().flatten();
        found.extend(files.filter_map(|file| {
            let number = version_of(file.file_name().to_str()?, stem)?;
            Some((number, file.path()))
        }));
    }
    found.retain(|(_, path)| is_executable(path));
    // The sort is stable: of two equally new versions, the first in `PATH` stays first.
    found.sort_by_key(|(number, _)| std::cmp::Reverse(*number));
    found.into_iter().map(|(_, path)| path).collect()
}

/// The number after the stem of a program's name.
fn version_of(name: &str, stem: &str) -> Option<u32> {
    name.strip_prefix(stem)?.parse().ok()
}

/// Where pyenv keeps the versions that it installed. Not all of them are in `PATH`.
fn pyenv_folders() -> Vec<PathBuf> {
    let root = std::env::var_os("PYENV_ROOT").map(PathBuf::from);
    let home = std::env::var_os("HOME").map(|home| Path::new(&home).join(".pyenv"));
    let Some(root) = root.or(home) else { return Vec::new() };
    let mut path_folders: Vec<PathBuf> = root
        .join("versions")
        .read_dir()
        .into_iter()
        .flatten()
        .flatten()
        .map(|version| version.path().join("bin"))
        .collect();
    path_folders.sort();
    path_folders
}
