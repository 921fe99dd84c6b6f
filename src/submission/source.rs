//! The files of a submission.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::error::SubmissionError;
use super::manifest;

/// The most bytes that a submission may have.
const MAX_BYTES: u64 = 64 << 20;

/// The files of a submission, by their paths relative to its folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Source {
    /// Where it was read from, for messages.
    pub(super) root: PathBuf,
    /// The file that the manifest or the user named.
    pub(super) main: Option<PathBuf>,
    pub(super) files: BTreeMap<PathBuf, Vec<u8>>,
}

impl Source {
    /// Reads a file, or a folder without its manifest and hidden files. `main` is relative to the folder.
    pub(super) fn read(root: &Path, main: Option<&Path>) -> Result<Source, SubmissionError> {
        Source::read_without(root, main, |_| false)
    }

    /// The same without what has such a name at the top of the folder.
    pub(super) fn read_without(
        root: &Path,
        main: Option<&Path>,
        is_left_out: impl Fn(&str) -> bool,
    ) -> Result<Source, SubmissionError> {
        if root.is_file() {
            let name = PathBuf::from(root.file_name().unwrap_or_default());
            let files = BTreeMap::from([(name.clone(), read_file(root)?)]);
            return Ok(Source { root: root.into(), main: Some(name), files });
        }
        let mut source = Source { root: root.into(), main: None, files: BTreeMap::new() };
        source.read_folder(root, &is_left_out, &mut 0)?;
        if let Some(main) = main {
            if !source.files.contains_key(main) {
                let problem = format!("the source `{}` is not in this folder", main.display());
                return Err(SubmissionError::input(root, problem)
                    .with_remedy("name in bot.toml, under `source`, a file that lies beside it"));
            }
            source.main = Some(main.into());
        }
        Ok(source)
    }

    fn read_folder(
        &mut self,
        folder: &Path,
        is_left_out: &dyn Fn(&str) -> bool,
        total: &mut u64,
    ) -> Result<(), SubmissionError> {
        let unreadable = |error| SubmissionError::input(folder, format!("cannot be read: {error}"));
        for entry in std::fs::read_dir(folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let (path, name) = (entry.path(), entry.file_name());
            let kind = entry.file_type().map_err(unreadable)?;
            if name == manifest::FILE || name == "__pycache__" || name.as_encoded_bytes().starts_with(b".") {
                continue;
            }
            if is_left_out(&name.to_string_lossy()) {
                continue;
            }
            if kind.is_dir() {
                self.read_folder(&path, &|_| false, total)?;
            } else if kind.is_file() {
                *total += entry.metadata().map_err(unreadable)?.len();
                if *total > MAX_BYTES {
                    let problem = format!("has more than {} MiB of files", MAX_BYTES >> 20);
                    return Err(SubmissionError::input(&self.root, problem)
                        .with_remedy("give the source file itself, or a folder with nothing else in it"));
                }
                let relative = path.strip_prefix(&self.root).unwrap_or(&path).to_owned();
                self.files.insert(relative, read_file(&path)?);
            }
        }
        Ok(())
    }

    /// The SHA-256 of all names and contents, in hexadecimal.
    pub(super) fn hash(&self) -> String {
        let mut hash = Sha256::new();
        for (path, bytes) in &self.files {
            for part in [path.as_os_str().as_encoded_bytes(), bytes] {
                hash.update((part.len() as u64).to_le_bytes());
                hash.update(part);
            }
        }
        hex::encode(hash.finalize())
    }

    /// A name for a submission that has not been given one.
    pub(super) fn title(&self) -> String {
        let root = self.root.canonicalize().unwrap_or_else(|_| self.root.clone());
        root.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// A file as text; what is no UTF-8 in it is replaced, since it can only matter inside of comments and strings.
    pub(super) fn text(&self, file: &Path) -> String {
        self.files.get(file).map(|bytes| String::from_utf8_lossy(bytes).into_owned()).unwrap_or_default()
    }
}

fn read_file(path: &Path) -> Result<Vec<u8>, SubmissionError> {
    let metadata = std::fs::metadata(path);
    let large = metadata.as_ref().is_ok_and(|metadata| metadata.len() > MAX_BYTES);
    if large {
        return Err(SubmissionError::input(path, format!("is larger than {} MiB", MAX_BYTES >> 20)));
    }
    std::fs::read(path).map_err(|error| SubmissionError::input(path, format!("cannot be read: {error}")))
}
