//! The files of a submission.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::error::SubmissionError;
use super::manifest;
use crate::untrusted::{self, FolderContents, FolderLimits, MAX_SOURCE_BYTES, SymlinkPolicy, UnreadableFile};

/// The files of a submission, by their paths relative to its folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SourceFiles {
    /// The path from which it was read, for messages.
    pub(super) root: PathBuf,
    /// Whether it is a single file instead of a folder.
    pub(super) is_file: bool,
    /// The main file, as named by the manifest or the user.
    pub(super) main: Option<PathBuf>,
    pub(super) files: BTreeMap<PathBuf, Vec<u8>>,
    /// The files that anybody may execute.
    pub(super) programs: BTreeSet<PathBuf>,
}

impl SourceFiles {
    /// Reads a file, or a folder without its manifest and hidden files. `main` is relative to
    /// the folder.
    pub(super) fn read(
        root: &Path,
        links: SymlinkPolicy,
        main: Option<&Path>,
    ) -> Result<SourceFiles, SubmissionError> {
        SourceFiles::read_without(root, links, main, |_| false)
    }

    /// The same files without those in a folder. An error if there are none in it.
    pub(super) fn without(&self, folder: &Path) -> Result<SourceFiles, SubmissionError> {
        let mut others = self.clone();
        others.files.retain(|path, _| !path.starts_with(folder));
        if others.files.len() == self.files.len() {
            let problem = format!("the folder `{}` of its requirements has no files", folder.display());
            return Err(SubmissionError::input(&self.root, problem)
                .with_help("name in bot.toml, under `requirements`, a folder that lies beside it"));
        }
        Ok(others)
    }

    /// Like [`SourceFiles::read`], but skips names at the top of the folder that
    /// `is_left_out` matches.
    pub(super) fn read_without(
        root: &Path,
        links: SymlinkPolicy,
        main: Option<&Path>,
        is_left_out: impl Fn(&str) -> bool,
    ) -> Result<SourceFiles, SubmissionError> {
        if !untrusted::is_folder(root, links) {
            return SourceFiles::read_single(root, links);
        }
        let is_left_out = |path: &Path| {
            let name = path.file_name().unwrap_or_default();
            let is_at_top = path.components().count() == 1;
            is_no_source(name) || is_at_top && is_left_out(&name.to_string_lossy())
        };
        let FolderContents { files, programs } =
            untrusted::read_folder(root, links, FolderLimits::SUBMISSION, &is_left_out)?;
        if let Some(main) = main.filter(|main| !files.contains_key(*main)) {
            let problem = format!("the source `{}` is not in this folder", main.display());
            return Err(SubmissionError::input(root, problem)
                .with_help("name in bot.toml, under `source`, a file that lies beside it"));
        }
        Ok(SourceFiles { root: root.into(), is_file: false, main: main.map(Path::to_owned), files, programs })
    }

    fn read_single(file: &Path, links: SymlinkPolicy) -> Result<SourceFiles, SubmissionError> {
        let name = PathBuf::from(file.file_name().unwrap_or_default());
        let bytes = untrusted::read_file(file, links, MAX_SOURCE_BYTES)?;
        untrusted::check_shown(&name).map_err(|why| UnreadableFile { path: file.into(), why })?;
        let files = BTreeMap::from([(name.clone(), bytes)]);
        Ok(SourceFiles {
            root: file.into(),
            is_file: true,
            main: Some(name),
            files,
            programs: BTreeSet::new(),
        })
    }

    /// The SHA-256 of all names and contents, and of which files are executable, in hexadecimal.
    pub(super) fn hash(&self) -> String {
        let mut hash = Sha256::new();
        for (path, bytes) in &self.files {
            for part in [path.as_os_str().as_encoded_bytes(), bytes] {
                hash.update((part.len() as u64).to_le_bytes());
                hash.update(part);
            }
        }
        for path in &self.programs {
            // Separates the two lists: no file is this long.
            hash.update(u64::MAX.to_le_bytes());
            hash.update((path.as_os_str().len() as u64).to_le_bytes());
            hash.update(path.as_os_str().as_encoded_bytes());
        }
        hex::encode(hash.finalize())
    }

    /// The default name of a submission.
    pub(super) fn title(&self) -> String {
        let root = self.root.canonicalize().unwrap_or_else(|_| self.root.clone());
        root.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// A file as text. Invalid UTF-8 is replaced, since it can only matter inside of comments
    /// and strings.
    pub(super) fn text(&self, file: &Path) -> String {
        self.files.get(file).map(|bytes| String::from_utf8_lossy(bytes).into_owned()).unwrap_or_default()
    }
}

/// Whether a file of this name does not belong to the source: the manifest, Python's caches, and
/// hidden files.
fn is_no_source(name: &OsStr) -> bool {
    name == manifest::FILE || name == "__pycache__" || name.as_encoded_bytes().starts_with(b".")
}
