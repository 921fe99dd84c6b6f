//! A tournament's file, and the submissions that it names.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use crate::cli::exit::{Code, Failure};
use crate::game::Rules;
use crate::store::{Store, StoreError};
use crate::submission::{FoundGame, GameFolder, Hints, NoGame, Submission, SubmissionError};
use crate::toml_file::{Mistakes, Problem};
use crate::tournament::config::{Config, Reading, Records};
use crate::tournament::{Schedule, State};

/// A tournament's file that was read, with its submissions.
pub(super) struct File {
    pub(super) path: PathBuf,
    pub(super) config: Config,
    pub(super) rules: Rules,
    /// The program that has the rules, in games that have one.
    pub(super) program: Option<Submission>,
    /// The submissions, with the names that they have here, in the order of these.
    pub(super) submissions: Vec<Submission>,
}

impl File {
    /// Reads the file and what it names; all mistakes at once.
    pub(super) fn read(path: &Path) -> Result<File, Failure> {
        let text = text(path)?;
        let found = RefCell::new(None);
        let games = |named: &str| {
            let game = game(named, path)?;
            let listed = game.listed();
            *found.borrow_mut() = game.folder();
            Ok(listed)
        };
        let mut reading = Reading::of(&text, &games);
        let mut problems = std::mem::take(&mut reading.problems);
        let (submissions, code) = match &reading.config {
            Some((config, rules)) => submissions(path, config, rules, &reading, &mut problems),
            None => (Vec::new(), Code::Input),
        };
        match reading.config {
            Some((config, rules)) if problems.is_empty() => {
                let program = found.into_inner().map(|folder: GameFolder| folder.program);
                Ok(File { path: path.into(), config, rules, program, submissions })
            }
            _ => Err(Failure::new(code, format!("\n{}", Mistakes::new(path, &text, problems)))),
        }
    }

    /// What the tournament is called.
    pub(super) fn title(&self) -> String {
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        self.config.name.clone().unwrap_or(stem)
    }

    /// A path that the file names.
    pub(super) fn resolve(&self, path: &Path) -> PathBuf {
        beside(&self.path, path)
    }
}

/// The game that a file names, or why there is none, and what can be done.
fn game(named: &str, file: &Path) -> Result<FoundGame, (String, String)> {
    FoundGame::find(named, file.parent().unwrap_or(Path::new(""))).map_err(|error| match error {
        NoGame::Unknown { named, known, .. } => (
            format!("there is no game `{named}`; the games are: {}", known.join(", ")),
            "name one of them, or the folder of a game of your own, relative to this file".into(),
        ),
        NoGame::Mistakes(_) | NoGame::Unusable(_) => (
            format!("the game `{named}` cannot be played: {error}"),
            "correct the game, then try again".into(),
        ),
    })
}

/// A path that a file names, relative to it.
fn beside(file: &Path, path: &Path) -> PathBuf {
    file.parent().unwrap_or(Path::new("")).join(path)
}

/// The submissions that a file names, in the order of their names, and the code of what is wrong with them, if anything is.
fn submissions(
    file: &Path,
    config: &Config,
    rules: &Rules,
    reading: &Reading,
    problems: &mut Vec<Problem>,
) -> (Vec<Submission>, Code) {
    let (mut found, mut code) = (BTreeMap::new(), Code::Input);
    let mut add = |pointer: String, path: PathBuf, name: Option<String>, problems: &mut Vec<Problem>| {
        let span = reading.place(&pointer);
        let submission = match Submission::read(&path, rules.name(), &Hints::default()) {
            Ok(submission) => submission.called(name),
            Err(error) => {
                code = code.min(Code::from(error.kind));
                problems.push(Problem {
                    span,
                    problem: format!("{}: {}", error.path.display(), error.problem),
                    remedy: error.remedy.unwrap_or_else(|| "correct it, or leave this entrant out".into()),
                });
                return;
            }
        };
        if found.contains_key(&submission.name) {
            problems.push(Problem {
                span,
                problem: format!("there is an entrant called `{}` already", submission.name),
                remedy: "name one of them by a table: [[entrant]] with its `path` and another `name`".into(),
            });
        }
        found.entry(submission.name.clone()).or_insert(submission);
    };
    for (index, path) in config.entrants.iter().enumerate() {
        add(format!("/entrants/{index}"), beside(file, path), None, problems);
    }
    for (index, entrant) in config.entrant.iter().enumerate() {
        add(format!("/entrant/{index}/path"), beside(file, &entrant.path), entrant.name.clone(), problems);
    }
    if let Some(folder) = &config.entrants_folder {
        match inside(&beside(file, folder)) {
            Ok(paths) => {
                paths.into_iter().for_each(|path| add("/entrants_folder".into(), path, None, problems));
            }
            Err(error) => problems.push(Problem {
                span: reading.place("/entrants_folder"),
                problem: format!("the folder cannot be read: {error}"),
                remedy: "name a folder in which the submissions lie, relative to this file".into(),
            }),
        }
    }
    if found.is_empty() && problems.is_empty() {
        problems.push(Problem::of_all("nobody takes part", "put submissions into the folder"));
    }
    (found.into_values().collect(), code)
}

/// All that lies in a folder and is not hidden.
pub(in crate::cli) fn inside(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let paths: io::Result<Vec<PathBuf>> =
        std::fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect();
    let is_shown = |path: &PathBuf| {
        path.file_name()
            .is_some_and(|name| !name.as_encoded_bytes().starts_with(b".") && name != "__pycache__")
    };
    Ok(paths?.into_iter().filter(is_shown).collect())
}

/// Which replays are kept, by a file whose submissions need not be there.
pub(super) fn records(path: &Path) -> Result<Records, Failure> {
    let text = text(path)?;
    let games = |named: &str| game(named, path).map(|game| game.listed());
    let Reading { config, problems, .. } = Reading::of(&text, &games);
    let config = config.filter(|_| problems.is_empty());
    let mistakes = || Failure::new(Code::Input, format!("\n{}", Mistakes::new(path, &text, problems)));
    config.map(|(config, _)| config.records).ok_or_else(mistakes)
}

fn text(path: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(path).map_err(|error| {
        let error = SubmissionError::input(path, format!("cannot be read: {error}"));
        let remedy = "`rathaus tournament init` writes a first tournament.toml";
        Failure::new(Code::Input, error.with_remedy(remedy))
    })
}

/// Where the results of the tournament in this file are.
pub(in crate::cli) fn database(file: &Path) -> PathBuf {
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

/// What is to be played, as far as that is known by what is stored.
pub(super) fn schedule(store: &Store, state: &State) -> Result<Schedule, Failure> {
    state.schedule(&store.scores(state.format).map_err(unusable)?).map_err(Failure::usage)
}

/// What a database that cannot be used comes to.
pub(super) fn unusable(error: StoreError) -> Failure {
    let code = match &error {
        StoreError::Foreign { .. } => Code::Input,
        _ => Code::Host,
    };
    Failure::new(code, error)
}
