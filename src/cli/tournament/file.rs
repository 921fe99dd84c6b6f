//! A tournament's file, and the submissions that it names.

use std::path::{Path, PathBuf};

use crate::cli::exit::{Code, Failure};
use crate::game::Rules;
use crate::store::{Store, StoreError};
use crate::submission::{Hints, Submission, SubmissionError};
use crate::tournament::State;
use crate::tournament::config::{Config, ConfigError};

/// A tournament's file that was read.
pub(super) struct File {
    pub(super) path: PathBuf,
    pub(super) config: Config,
    pub(super) rules: Rules,
}

impl File {
    pub(super) fn read(path: &Path) -> Result<File, Failure> {
        let text = std::fs::read_to_string(path).map_err(|error| {
            let error = SubmissionError::input(path, format!("cannot be read: {error}"));
            let remedy = "`rathaus tournament init` writes a first tournament.toml";
            Failure::new(Code::Input, error.with_remedy(remedy))
        })?;
        let (config, rules) = Config::parse(&text).map_err(|problems| {
            Failure::new(Code::Input, format!("\n{}", ConfigError::new(path, &text, problems)))
        })?;
        Ok(File { path: path.into(), config, rules })
    }

    /// What the tournament is called.
    pub(super) fn title(&self) -> String {
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        self.config.name.clone().unwrap_or(stem)
    }

    /// A path that the file names.
    pub(super) fn resolve(&self, path: &Path) -> PathBuf {
        self.path.parent().unwrap_or(Path::new("")).join(path)
    }

    /// The submissions, with the names that they have here, in the order of these; all mistakes at once.
    pub(super) fn submissions(&self) -> Result<Vec<Submission>, Failure> {
        let mut named: Vec<(PathBuf, Option<String>)> =
            self.config.entrants.iter().map(|path| (self.resolve(path), None)).collect();
        named.extend(
            self.config.entrant.iter().map(|entrant| (self.resolve(&entrant.path), entrant.name.clone())),
        );
        if let Some(folder) = &self.config.entrants_folder {
            named.extend(inside(&self.resolve(folder))?.into_iter().map(|path| (path, None)));
        }
        let (mut found, mut errors) = (Vec::new(), Vec::new());
        for (path, name) in named {
            match Submission::read(&path, self.rules.name(), &Hints::default()) {
                Ok(submission) => found.push(submission.called(name)),
                Err(error) => errors.push(error),
            }
        }
        if !errors.is_empty() {
            return Err(Failure::submissions(&errors));
        }
        found.sort_by(|one, other| (&one.name, &one.hash).cmp(&(&other.name, &other.hash)));
        Ok(found)
    }
}

/// All that lies in a folder and is not hidden.
pub(in crate::cli) fn inside(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failed = |error: std::io::Error| {
        let error = SubmissionError::input(folder, format!("cannot be read: {error}"));
        Failure::new(Code::Input, error.with_remedy("name a folder in which the submissions lie"))
    };
    let entries: Result<Vec<PathBuf>, _> =
        std::fs::read_dir(folder).map_err(failed)?.map(|entry| entry.map(|entry| entry.path())).collect();
    let is_shown = |path: &PathBuf| {
        path.file_name()
            .is_some_and(|name| !name.as_encoded_bytes().starts_with(b".") && name != "__pycache__")
    };
    Ok(entries.map_err(failed)?.into_iter().filter(is_shown).collect())
}

/// Where the results of the tournament in this file are.
pub(super) fn database(file: &Path) -> PathBuf {
    file.with_extension("db")
}

/// The results so far, for reading.
pub(super) fn look(file: &Path) -> Result<(Store, State), Failure> {
    let path = database(file);
    let nothing = || {
        Failure::new(
            Code::Input,
            format!(
                "{}: there are no results\n  remedy: play with `rathaus tournament run {}`",
                path.display(),
                file.display()
            ),
        )
    };
    let store = Store::look(&path).map_err(unusable)?.ok_or_else(nothing)?;
    let state = store.tournament().map_err(unusable)?.ok_or_else(nothing)?;
    Ok((store, state))
}

/// What a database that cannot be used comes to.
pub(super) fn unusable(error: StoreError) -> Failure {
    let code = match &error {
        StoreError::Foreign { .. } => Code::Input,
        _ => Code::Host,
    };
    Failure::new(code, error)
}
