//! Submissions as one piece of bytes, for machines that play matches elsewhere.
//!
//! Whoever unpacks one trusts nothing in it: paths stay within the submission, sizes are bounded,
//! and its [identity](Submission::identity) is computed again from the files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use super::error::SubmissionError;
use super::manifest::{FILE, Manifest};
use super::reuse::ProcessReuse;
use super::source::SourceFiles;
use super::{Submission, SubmissionDescriptions, SubmissionHints};
use crate::untrusted::{self, FolderLimits, MAX_SOURCE_BYTES};

/// The most bytes of a package: the largest submission in base64, and the names of its files.
pub const MAX_PACKAGE_BYTES: usize = 112 << 20;

/// Why bytes are not a submission.
#[derive(Debug, thiserror::Error)]
pub enum PackageError {
    /// They are not what [`Submission::pack`] writes.
    #[error("it is not a packed submission: {0}")]
    Malformed(#[from] serde_json::Error),
    /// A path leads out of the submission, or is no path.
    #[error("it has a file with the path {0:?}")]
    Path(PathBuf),
    /// It has more than a submission may have.
    #[error("it has more than {0}")]
    TooLarge(&'static str),
    /// Its manifest or its files are no submission for the game.
    #[error(transparent)]
    Submission(#[from] SubmissionError),
    /// Its manifest cannot be written as TOML.
    #[error("its manifest cannot be packed: {0}")]
    Manifest(#[from] toml::ser::Error),
    /// It has no files, as the place of a person has none.
    #[error("there is nothing to pack")]
    Nothing,
}

/// A submission with everything that decides how it is built and run.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PackedSubmission {
    name: String,
    game: String,
    /// The name of its file or folder.
    root: String,
    is_file: bool,
    main: Option<PathBuf>,
    files: Vec<PackedFile>,
    /// Its manifest as TOML.
    manifest: String,
    hints: PackedHints,
    /// Whether its process can play several matches, and the lines that begin another one.
    plays_again: bool,
    reset: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PackedHints {
    language: Option<String>,
    entry: Option<String>,
    python: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PackedFile {
    path: PathBuf,
    is_program: bool,
    /// Its bytes in base64.
    bytes: String,
}

impl Submission {
    /// The submission as bytes. An error if it could not be read in the first place.
    pub fn pack(&self) -> Result<Vec<u8>, PackageError> {
        let SubmissionDescriptions { manifest, game, hints } =
            self.descriptions.as_ref().ok_or(PackageError::Nothing)?;
        let SourceFiles { root, is_file, main, files, programs } = &self.source;
        let files = files.iter().map(|(path, bytes)| PackedFile {
            path: path.clone(),
            is_program: programs.contains(path),
            bytes: STANDARD.encode(bytes),
        });
        let SubmissionHints { language, entry, python } = hints.clone();
        let packed = PackedSubmission {
            name: self.name.clone(),
            game: game.clone(),
            root: root.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            is_file: *is_file,
            main: main.clone(),
            files: files.collect(),
            manifest: toml::to_string(manifest)?,
            hints: PackedHints { language, entry, python },
            plays_again: self.reuse.plays_again,
            reset: self.reuse.reset.clone(),
        };
        Ok(serde_json::to_vec(&packed)?)
    }

    /// The submission in these bytes, which may come from a stranger.
    pub fn unpack(bytes: &[u8]) -> Result<Submission, PackageError> {
        if bytes.len() > MAX_PACKAGE_BYTES {
            return Err(PackageError::TooLarge("the bytes of a submission"));
        }
        let packed: PackedSubmission = serde_json::from_slice(bytes)?;
        let root = PathBuf::from(untrusted::harmless(&packed.root));
        let manifest = Manifest::parse(&root.join(FILE), &packed.manifest)?.manifest;
        let (files, programs) = unpacked(&packed.files)?;
        for main in packed.main.iter().chain(&manifest.source) {
            if !files.contains_key(main) {
                return Err(PackageError::Path(main.clone()));
            }
        }
        let source = SourceFiles { root, is_file: packed.is_file, main: packed.main, files, programs };
        let PackedHints { language, entry, python } = packed.hints;
        let hints = SubmissionHints { language, entry, python };
        let submission = Submission::from_source(source, manifest, &packed.game, &hints)?;
        let reuse = ProcessReuse { plays_again: packed.plays_again, reset: packed.reset };
        Ok(Submission { reuse, ..submission.called(Some(untrusted::harmless(&packed.name))) })
    }
}

/// The contents of files by their paths, and the paths of those that are programs.
type UnpackedFiles = (BTreeMap<PathBuf, Vec<u8>>, BTreeSet<PathBuf>);

fn unpacked(packed: &[PackedFile]) -> Result<UnpackedFiles, PackageError> {
    let limits = FolderLimits::SUBMISSION;
    if packed.len() > limits.files {
        return Err(PackageError::TooLarge("the files of a submission"));
    }
    let (mut files, mut programs, mut size) = (BTreeMap::new(), BTreeSet::new(), 0);
    for PackedFile { path, is_program, bytes } in packed {
        let bytes = STANDARD.decode(bytes).map_err(|_| PackageError::Path(path.clone()))?;
        size += bytes.len() as u64;
        if size > MAX_SOURCE_BYTES {
            return Err(PackageError::TooLarge("the bytes of a submission"));
        }
        if !is_inside(path, limits) || files.insert(path.clone(), bytes).is_some() {
            return Err(PackageError::Path(path.clone()));
        }
        if *is_program {
            programs.insert(path.clone());
        }
    }
    // A file is never also a folder, whose files would follow it.
    let mut pairs = files.keys().zip(files.keys().skip(1));
    match pairs.find(|(path, next)| next.starts_with(path)) {
        Some((path, _)) => Err(PackageError::Path(path.clone())),
        None => Ok((files, programs)),
    }
}

/// Whether this is the path of a file within a folder.
fn is_inside(path: &Path, limits: FolderLimits) -> bool {
    let mut parts = path.components();
    let is_normal = parts.clone().next().is_some() && parts.all(|part| matches!(part, Component::Normal(_)));
    // The same path, written in another way, would be another key.
    let is_plain = path.components().collect::<PathBuf>().as_os_str() == path.as_os_str();
    is_normal
        && is_plain
        && path.components().count() <= limits.depth + 1
        && path.as_os_str().len() <= limits.name_bytes
        && untrusted::check_shown(path).is_ok()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn submission(files: &[(&str, &str)]) -> (tempfile::TempDir, Submission) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("ann");
        for (name, text) in files {
            let path = root.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let submission = Submission::read(&root, "lights-out", &SubmissionHints::default()).unwrap();
        (folder, submission)
    }

    #[test]
    fn a_submission_comes_back_with_its_identity() {
        let manifest = "name = \"Ann\"\nrun = [\"sh\", \"main.sh\", \"{options.depth}\"]\nreuse = true\n[options]\ndepth = 3\n";
        let (_folder, given) =
            submission(&[("bot.toml", manifest), ("main.sh", "echo"), ("data/book.txt", "e4")]);
        let again = Submission::unpack(&given.pack().unwrap()).unwrap();
        assert_eq!(again.identity_without_engines(), given.identity_without_engines());
        assert_eq!((again.name.as_str(), &again.reuse), ("Ann", &given.reuse));
        let (_folder, given) = submission(&[("solver.py", "print(1)\n")]);
        let again = Submission::unpack(&given.pack().unwrap()).unwrap();
        assert_eq!(again.identity_without_engines(), given.identity_without_engines());
    }

    #[test]
    fn hostile_packages_are_refused() {
        let (_folder, given) = submission(&[("main.py", "print(1)\n")]);
        let packed: Value = serde_json::from_slice(&given.pack().unwrap()).unwrap();
        let with = |field: &str, value: Value| {
            let mut packed = packed.clone();
            packed[field] = value;
            Submission::unpack(packed.to_string().as_bytes())
        };
        let file = |path: &str| json!({ "path": path, "is_program": false, "bytes": "" });
        for path in ["../main.py", "/etc/passwd", "a/../b", "", ".", "a//b", "a/./b", "a\u{0}", "a\n", "a/"] {
            let refused = with("files", json!([file(path)]));
            assert!(matches!(refused, Err(PackageError::Path(_))), "{path:?}");
        }
        for paths in [["a", "a"], ["a", "a/b"], ["a/b", "a"]] {
            let refused = with("files", json!(paths.map(file)));
            assert!(matches!(refused, Err(PackageError::Path(_))), "{paths:?}");
        }
        let deep = "a/".repeat(100) + "b";
        assert!(matches!(with("files", json!([file(&deep)])), Err(PackageError::Path(_))));
        let many: Vec<Value> = (0..10_001).map(|number| file(&number.to_string())).collect();
        assert!(matches!(with("files", json!(many)), Err(PackageError::TooLarge(_))));
        assert!(matches!(with("main", json!("../main.py")), Err(PackageError::Path(_))));
        assert!(matches!(with("manifest", json!("requirements = \"..\"")), Err(PackageError::Submission(_))));
        assert!(matches!(with("more", json!(1)), Err(PackageError::Malformed(_))));
        assert!(with("name", json!("Ann")).is_ok());
    }

    #[test]
    fn another_file_is_another_identity() {
        let (_folder, given) = submission(&[("main.py", "print(1)\n")]);
        let mut packed: Value = serde_json::from_slice(&given.pack().unwrap()).unwrap();
        packed["files"][0]["bytes"] = json!(STANDARD.encode("print(2)\n"));
        let other = Submission::unpack(packed.to_string().as_bytes()).unwrap();
        assert_ne!(other.identity_without_engines(), given.identity_without_engines());
    }
}
