//! Reads a tournament file and the submissions that it names.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rathaus_games::GameRules;

use crate::cli::exit::{CommandError, ExitKind};
use crate::store::{Store, StoreError};
use crate::submissions::{
    FoundGame, GameFolder, GameLookupError, Submission, SubmissionError, SubmissionHints,
};
use crate::toml_file::{TomlErrors, TomlProblem};
use crate::tournament::config::{ParsedTournamentFile, TournamentConfig};
use crate::tournament::{MatchSchedule, StoredTournament};
use crate::untrusted::{self, MAX_CONFIG_BYTES, SymlinkPolicy, UnreadableFile};

/// The maximum number of entries in a folder of entrants or replays.
const MOST_INSIDE: usize = 100_000;

/// A tournament file and its submissions.
pub(super) struct LoadedTournament {
    pub(super) path: PathBuf,
    pub(super) config: TournamentConfig,
    pub(super) rules: GameRules,
    /// The program with the rules, in custom games.
    pub(super) program: Option<Submission>,
    /// The submissions with their names in the tournament, sorted by these.
    pub(super) submissions: Vec<Submission>,
}

impl LoadedTournament {
    /// Reads the file, its game and its submissions. Reports all mistakes at once.
    pub(super) fn read(path: &Path) -> Result<LoadedTournament, CommandError> {
        let text = text(path)?;
        let (mut reading, folder) = parse(path, &text);
        let mut problems = std::mem::take(&mut reading.problems);
        let submissions = match &reading.config {
            Some((config, rules)) => submissions(path, config, rules, &reading, &mut problems),
            None => Vec::new(),
        };
        match reading.config {
            Some((config, rules)) if problems.is_empty() => {
                let program = folder.map(|folder| folder.program);
                Ok(LoadedTournament { path: path.into(), config, rules, program, submissions })
            }
            _ => Err(CommandError::new(
                ExitKind::Input,
                format!("\n{}", TomlErrors::new(path, &text, problems)),
            )),
        }
    }

    /// The name of the tournament: by default, that of the file.
    pub(super) fn title(&self) -> String {
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        self.config.name.clone().unwrap_or(stem)
    }

    /// Resolves a path in the file.
    pub(super) fn resolve(&self, path: &Path) -> PathBuf {
        beside(&self.path, path)
    }
}

/// The game that a file names, or an error and its help.
fn game(named: &str, file: &Path) -> Result<FoundGame, (String, String)> {
    FoundGame::find(named, file.parent().unwrap_or(Path::new(""))).map_err(|error| match error {
        GameLookupError::Unknown { named, known, .. } => (
            format!("there is no game `{named}`; the games are: {}", known.join(", ")),
            "name one of them, or the folder of a custom game, relative to this file".into(),
        ),
        GameLookupError::Mistakes(_) | GameLookupError::Unusable(_) => (
            format!("the game `{named}` cannot be played: {error}"),
            "correct the game, then try again".into(),
        ),
    })
}

/// Resolves a path relative to the folder of `file`.
fn beside(file: &Path, path: &Path) -> PathBuf {
    file.parent().unwrap_or(Path::new("")).join(path)
}

/// The submissions that a file names, sorted by name. Mistakes of the organiser, such as a missing
/// file, become problems. An existing submission with errors does not: it does not play, and the
/// others do.
fn submissions(
    file: &Path,
    config: &TournamentConfig,
    rules: &GameRules,
    reading: &ParsedTournamentFile,
    problems: &mut Vec<TomlProblem>,
) -> Vec<Submission> {
    let mut entries = Vec::new();
    for (index, path) in config.entrants.iter().enumerate() {
        let (pointer, path) = (format!("/entrants/{index}"), beside(file, path));
        entries.push(ListedEntrant { pointer, path, name: None, is_found: false });
    }
    for (index, entrant) in config.entrant.iter().enumerate() {
        let (path, name) = (beside(file, &entrant.path), entrant.name.clone());
        entries.push(ListedEntrant {
            pointer: format!("/entrant/{index}/path"),
            path,
            name,
            is_found: false,
        });
    }
    if let Some(folder) = &config.entrants_folder {
        match list_visible(&beside(file, folder)) {
            Ok(mut paths) => {
                paths.sort();
                let of_folder = |path| ListedEntrant {
                    pointer: "/entrants_folder".into(),
                    path,
                    name: None,
                    is_found: true,
                };
                entries.extend(paths.into_iter().map(of_folder));
            }
            Err(error) => problems.push(TomlProblem {
                span: reading.place("/entrants_folder"),
                problem: format!("the folder {}", error.why),
                help: "name a folder in which the submissions lie, relative to this file".into(),
            }),
        }
    }
    let mut read: Vec<(&ListedEntrant, Submission)> = Vec::new();
    for entry in &entries {
        match entry.read(rules.name()) {
            Ok(submission) => read.push((entry, submission)),
            Err(error) => problems.push(TomlProblem {
                span: reading.place(&entry.pointer),
                problem: format!("{}: {}", error.path.display(), error.problem),
                help: error.help.unwrap_or_else(|| "correct it, or leave this entrant out".into()),
            }),
        }
    }
    make_names_unique(&mut read);
    let mut found = BTreeMap::new();
    for (entry, submission) in read {
        if found.contains_key(&submission.name) {
            problems.push(TomlProblem {
                span: reading.place(&entry.pointer),
                problem: format!("there is an entrant called `{}` already", submission.name),
                help: "name one of them by a table: [[entrant]] with its `path` and another `name`".into(),
            });
        }
        found.entry(submission.name.clone()).or_insert(submission);
    }
    if found.is_empty() && problems.is_empty() {
        problems
            .push(TomlProblem::of_file("the tournament has no entrants", "put submissions into the folder"));
    }
    found.into_values().collect()
}

/// An entrant that the file lists, or that is in its folder of entrants.
struct ListedEntrant {
    /// The JSON pointer to it in the file.
    pointer: String,
    path: PathBuf,
    /// The name that the organiser gave it.
    name: Option<String>,
    /// Whether it was found in a folder instead of listed, so that anybody may have put it there.
    is_found: bool,
}

impl ListedEntrant {
    fn read(&self, game: &str) -> Result<Submission, SubmissionError> {
        let read = match self.is_found {
            true => Submission::read_found(&self.path, game),
            false => Submission::read(&self.path, game, &SubmissionHints::default()),
        };
        let submission = match read {
            Ok(submission) => submission,
            Err(error) if self.path.symlink_metadata().is_err() => return Err(error),
            Err(error) => Submission::unusable(&self.path, error),
        };
        Ok(submission.called(self.name.clone()))
    }

    /// Whether its file or folder has this name, with or without its extension.
    fn is_called(&self, name: &str) -> bool {
        self.own_name() == name || self.path.file_stem().is_some_and(|stem| stem.to_string_lossy() == name)
    }

    /// The name of its file or folder.
    fn own_name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

/// Renames submissions that share a name, so that none can take another's name or keep it from
/// playing. A submission whose file or folder has the name keeps it before one that only declares
/// it. After that, listed submissions keep it before those found in a folder.
fn make_names_unique(read: &mut [(&ListedEntrant, Submission)]) {
    rename_shared(read, |entry, name| !entry.is_called(name));
    rename_shared(read, |entry, _| entry.is_found);
}

fn rename_shared(
    read: &mut [(&ListedEntrant, Submission)],
    must_rename: impl Fn(&ListedEntrant, &str) -> bool,
) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    read.iter().for_each(|(_, submission)| *counts.entry(submission.name.clone()).or_default() += 1);
    for (entry, submission) in read {
        if entry.name.is_none() && counts[&submission.name] > 1 && must_rename(entry, &submission.name) {
            submission.name = format!("{} ({})", submission.name, entry.own_name());
        }
    }
}

/// The entries of a folder that are not hidden. They may be symbolic links.
pub(crate) fn list_visible(folder: &Path) -> Result<Vec<PathBuf>, UnreadableFile> {
    let names = untrusted::list_folder(folder, SymlinkPolicy::Follow, MOST_INSIDE)?;
    let is_shown = |name: &&PathBuf| {
        let name = name.as_os_str();
        !name.as_encoded_bytes().starts_with(b".") && name != "__pycache__"
    };
    Ok(names.iter().filter(is_shown).map(|name| folder.join(name)).collect())
}

/// The config of a tournament file, and the folder of its game if that is custom. Does not read
/// the submissions.
pub(super) fn rules_of(path: &Path) -> Result<(TournamentConfig, Option<GameFolder>), CommandError> {
    let text = text(path)?;
    let (ParsedTournamentFile { config, problems, .. }, folder) = parse(path, &text);
    let config = config.filter(|_| problems.is_empty());
    let mistakes =
        || CommandError::new(ExitKind::Input, format!("\n{}", TomlErrors::new(path, &text, problems)));
    config.map(|(config, _)| (config, folder)).ok_or_else(mistakes)
}

/// The contents of a tournament file with its mistakes, and the folder of its game if that is a
/// custom game.
fn parse(path: &Path, text: &str) -> (ParsedTournamentFile, Option<GameFolder>) {
    let found = RefCell::new(None);
    let games = |named: &str| {
        let game = game(named, path)?;
        let rules = game.rules().clone();
        *found.borrow_mut() = game.folder();
        Ok(rules)
    };
    let reading = ParsedTournamentFile::of(text, &games);
    (reading, found.into_inner())
}

fn text(path: &Path) -> Result<String, CommandError> {
    untrusted::read_text(path, SymlinkPolicy::Follow, MAX_CONFIG_BYTES).map_err(|error| {
        let error = SubmissionError::from(error);
        let help = "`rathaus tournament init` writes a first tournament.toml";
        CommandError::new(ExitKind::Input, error.with_help(help))
    })
}

/// The path of the database of the tournament in this file.
pub(crate) fn database(file: &Path) -> PathBuf {
    file.with_extension("db")
}

/// Opens the results for reading.
pub(super) fn open_read_only(file: &Path) -> Result<(Store, StoredTournament), CommandError> {
    let path = database(file);
    let nothing = || {
        CommandError::new(
            ExitKind::Input,
            format!(
                "{}: there are no results\n  help: play with `rathaus tournament run {}`",
                path.display(),
                file.display()
            ),
        )
    };
    let store = Store::open_read_only(&path).map_err(unusable)?.ok_or_else(nothing)?;
    let state = store.tournament().map_err(unusable)?.ok_or_else(nothing)?;
    Ok((store, state))
}

/// The schedule, as far as the stored results determine it.
pub(super) fn schedule(store: &Store, state: &StoredTournament) -> Result<MatchSchedule, CommandError> {
    state.schedule(&store.scores(state.format).map_err(unusable)?).map_err(CommandError::usage)
}

/// The error for a database that cannot be used.
pub(super) fn unusable(error: StoreError) -> CommandError {
    let code = match &error {
        StoreError::Foreign { .. } => ExitKind::Input,
        _ => ExitKind::Host,
    };
    CommandError::new(code, error)
}
