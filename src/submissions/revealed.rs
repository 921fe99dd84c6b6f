//! Revealed submissions, and the parts of them that a posted hash can bind.

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::error::SubmissionError;
use super::manifest::{self, FoundManifest, Manifest};
use super::source::SourceFiles;
use crate::untrusted::SymlinkPolicy;

/// A submission as it was revealed. It is read without detecting its language, and does not depend
/// on the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RevealedSource {
    /// The name that is shown to people.
    pub name: String,
    /// The path of the main file, or of the folder if the main file is not known. It can be opened.
    pub file: PathBuf,
    /// The bytes of the main file if it is known, or why the submission could not be read.
    pub bytes: Result<Option<Vec<u8>>, String>,
    /// The listing of its folder, if it is one.
    pub listing: Option<HashedFolderListing>,
    /// The other files of the submission, relative to its folder, without the manifest.
    pub others: Vec<PathBuf>,
    /// The fields of its manifest that decide how it is run.
    pub decides: Vec<&'static str>,
}

impl RevealedSource {
    /// Reads the submission at this path: a file, or a folder.
    pub fn read(path: &Path) -> Result<RevealedSource, SubmissionError> {
        let (found, root) = Manifest::find(path, SymlinkPolicy::Follow)?;
        let manifest = found.as_ref().map(|found| found.manifest.clone()).unwrap_or_default();
        let source = SourceFiles::read(&root, SymlinkPolicy::Follow, manifest.source.as_deref())?;
        let name = manifest.name.unwrap_or_else(|| source.title());
        Ok(RevealedSource::of(name, &source, found.as_ref(), source.main.as_deref()))
    }

    /// A submission that exists, but cannot be read.
    pub fn unreadable(path: &Path, error: &SubmissionError) -> RevealedSource {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        RevealedSource {
            name,
            file: path.into(),
            bytes: Err(error.problem.clone()),
            listing: None,
            others: Vec::new(),
            decides: Vec::new(),
        }
    }

    /// A submission that has been read. `named` is its main file; if it is `None`, the only
    /// file is.
    pub(super) fn of(
        name: String,
        source: &SourceFiles,
        manifest: Option<&FoundManifest>,
        named: Option<&Path>,
    ) -> RevealedSource {
        let main = named.or_else(|| only_file(source));
        let is_file = source.is_file;
        RevealedSource {
            name,
            file: match main {
                Some(main) if !is_file => source.root.join(main),
                _ => source.root.clone(),
            },
            bytes: Ok(main.and_then(|main| source.files.get(main).cloned())),
            listing: (!is_file).then(|| HashedFolderListing::of(source, manifest)),
            others: source.files.keys().filter(|file| Some(file.as_path()) != main).cloned().collect(),
            decides: manifest.map(|found| found.manifest.decides()).unwrap_or_default(),
        }
    }
}

fn only_file(source: &SourceFiles) -> Option<&Path> {
    let mut files = source.files.keys();
    files.next().filter(|_| files.next().is_none()).map(PathBuf::as_path)
}

/// The canonical text of all files of a folder, which is hashed. Each file is a line
/// `MODE SHA256 PATH`. The mode is 755 for files that anybody may execute and 644 for others, the
/// hash is in hexadecimal, and the path is relative to the folder. Lines are sorted by the bytes of
/// the paths. `bot.toml` is included. Hidden files and `__pycache__` are not, because bots never
/// see them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HashedFolderListing(String);

impl HashedFolderListing {
    fn of(source: &SourceFiles, manifest: Option<&FoundManifest>) -> HashedFolderListing {
        let line = |path: &str, bytes: &[u8], is_program: bool| {
            let mode = if is_program { 755 } else { 644 };
            (path.to_owned(), format!("{mode} {} {path}\n", hex::encode(Sha256::digest(bytes))))
        };
        // Names are UTF-8 without control characters, or the folder would not have been read.
        let own = source
            .files
            .iter()
            .map(|(path, bytes)| line(&path.to_string_lossy(), bytes, source.programs.contains(path)));
        let manifest = manifest.map(|found| line(manifest::FILE, found.text.as_bytes(), false));
        let mut lines: Vec<(String, String)> = own.chain(manifest).collect();
        lines.sort();
        HashedFolderListing(lines.into_iter().map(|(_, line)| line).collect())
    }

    pub fn text(&self) -> &str {
        &self.0
    }
}
