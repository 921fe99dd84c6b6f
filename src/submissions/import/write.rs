//! Writes imported submissions into new folders.

use std::fs::{DirBuilder, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::super::error::{SubmissionError, SubmissionErrorKind};
use super::super::manifest::{self, Manifest};
use super::ImportedSubmission;

/// Writes each submission into a new folder below `folder`. Returns their paths. Nothing is written
/// if one of them exists.
pub fn write_imported(
    folder: &Path,
    game: &str,
    submissions: &[ImportedSubmission],
) -> Result<Vec<PathBuf>, Vec<SubmissionError>> {
    let targets: Vec<PathBuf> = submissions.iter().map(|one| folder.join(&one.folder)).collect();
    let occupied: Vec<SubmissionError> = targets
        .iter()
        .filter(|target| target.symlink_metadata().is_ok())
        .map(|target| exists(target))
        .collect();
    if !occupied.is_empty() {
        return Err(occupied);
    }
    if submissions.is_empty() {
        return Ok(targets);
    }
    std::fs::create_dir_all(folder).map_err(|error| vec![failure(folder, &error)])?;
    for (target, submission) in targets.iter().zip(submissions) {
        write(target, game, submission).map_err(|error| vec![failure(target, &error)])?;
    }
    Ok(targets)
}

fn write(target: &Path, game: &str, submission: &ImportedSubmission) -> io::Result<()> {
    let ImportedSubmission { name, author, language, source, entry, code, .. } = submission.clone();
    let path = target.join(&source);
    let manifest = Manifest {
        name: Some(name),
        author,
        game: Some(game.into()),
        language: Some(language),
        source: Some(source.into()),
        entry,
        ..Manifest::default()
    };
    // It fails if something has appeared there, even a link.
    DirBuilder::new().create(target)?;
    put_new(&path, &code)?;
    put_new(&target.join(manifest::FILE), &toml::to_string(&manifest).map_err(io::Error::other)?)
}

fn put_new(path: &Path, text: &str) -> io::Result<()> {
    OpenOptions::new().write(true).create_new(true).open(path)?.write_all(text.as_bytes())
}

fn exists(target: &Path) -> SubmissionError {
    SubmissionError::input(target, "exists already, and nothing was written")
        .with_help("name another folder: rathaus import POST.md DIR")
}

fn failure(path: &Path, error: &io::Error) -> SubmissionError {
    SubmissionError::of(SubmissionErrorKind::Host, path, format!("cannot be written: {error}"))
}
