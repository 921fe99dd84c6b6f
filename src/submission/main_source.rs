//! The one file of a submission that a player is bound to by its hash.

use std::path::{Path, PathBuf};

use super::error::SubmissionError;
use super::manifest::{self, Manifest};
use super::source::Source;

/// The main source file of a submission. It is read without asking for its language: what it is does not depend on the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MainSource {
    /// The name that people read.
    pub name: String,
    /// The file, as a path that can be opened.
    pub file: PathBuf,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The other files of the submission, relative to its folder; its manifest is none of them.
    pub others: Vec<PathBuf>,
}

impl MainSource {
    /// Reads the main file of the submission at this path: the file itself, or that of a folder. A folder with several files has a
    /// manifest that names it.
    pub fn read(path: &Path) -> Result<MainSource, SubmissionError> {
        let (manifest, root) = Manifest::find(path)?;
        let manifest = manifest.map(|found| found.manifest).unwrap_or_default();
        let source = Source::read(&root, manifest.source.as_deref())?;
        let name = manifest.name.unwrap_or_else(|| source.title());
        MainSource::named_or_only(name, &source, source.main.as_deref())
    }

    /// The file of a submission that is known to be the main one, or the only one that there is.
    pub(super) fn named_or_only(
        name: String,
        source: &Source,
        named: Option<&Path>,
    ) -> Result<MainSource, SubmissionError> {
        let main = named.map(Path::to_owned).or_else(|| only_file(source)).ok_or_else(|| no_main(source))?;
        Ok(MainSource::of(name, source, &main))
    }

    /// This file of a submission that has been read.
    fn of(name: String, source: &Source, main: &Path) -> MainSource {
        let is_file = source.root.is_file();
        MainSource {
            name,
            file: if is_file { source.root.clone() } else { source.root.join(main) },
            bytes: source.files.get(main).cloned().unwrap_or_default(),
            others: source.files.keys().filter(|file| *file != main).cloned().collect(),
        }
    }
}

fn only_file(source: &Source) -> Option<PathBuf> {
    let mut files = source.files.keys();
    files.next().filter(|_| files.next().is_none()).cloned()
}

fn no_main(source: &Source) -> SubmissionError {
    let problem = match source.files.len() {
        0 => "there is no source file in this folder".to_owned(),
        count => format!("which of the {count} files in this folder is the source is not said"),
    };
    SubmissionError::input(&source.root, problem).with_remedy(format!(
        "name it in {}, like `source = \"player.py\"`, or give the path of the source file itself",
        manifest::FILE
    ))
}
