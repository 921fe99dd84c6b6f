//! The languages with an adapter, as found in `adapters/`.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::common::repository;

/// A language with an adapter.
#[derive(Debug, Clone)]
pub struct Language {
    /// Its name, which is also that of its folder in `adapters/`.
    pub name: String,
    pub description: Description,
}

/// The parts of an `adapter.toml` that the suite needs.
#[derive(Debug, Clone, Deserialize)]
pub struct Description {
    pub language: String,
    /// The extensions of source files, the usual one first.
    pub extensions: Vec<String>,
    pub line_comment: String,
    #[serde(default)]
    pub controller_files: Vec<String>,
}

/// All languages, by name.
pub fn all() -> Vec<Language> {
    let folders = entries(&repository().join("adapters")).into_iter();
    let languages: Vec<Language> = folders.filter_map(|folder| read(&folder)).collect();
    assert!(!languages.is_empty(), "there is no adapter in adapters/");
    languages
}

/// The contents of a folder, sorted by name.
pub fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry of a folder").path()).collect();
    paths.sort();
    paths
}

pub fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn read(folder: &Path) -> Option<Language> {
    let file = folder.join("adapter.toml");
    let text = fs::read_to_string(&file).ok()?;
    let table: toml::Table =
        toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    // A language without forms has no adapter. Its file only says how its programs are built
    // and run.
    table.get("form")?;
    let description: Description =
        table.try_into().unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let name = name_of(folder);
    assert_eq!(description.language, name, "{} lies in a folder of another name", file.display());
    Some(Language { name, description })
}

impl Language {
    /// The folder of its test submissions, relative to the repository.
    pub fn tests(&self) -> PathBuf {
        Path::new("adapters").join(&self.name).join("tests")
    }
}
