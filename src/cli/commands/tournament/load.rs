//! Reads a tournament file and the submissions that it names.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use rathaus_games::ConfiguredGame;

use super::entrants::EntrantSubmissions;
use super::gone_entrants::GoneEntrant;
use super::{named_entrants, named_tools};
use crate::cli::exit::{CommandError, ExitKind};
use crate::store::{Store, StoreError};
use crate::submissions::{
    BuiltInOrCustomGame, GameLookupError, LoadedCustomGame, Submission, SubmissionError,
};
use crate::toml_file::TomlErrors;
use crate::tournament::config::{TournamentConfig, TournamentFileReadOutcome};
use crate::tournament::{BoardGroup, MatchSchedule, StoredTournamentSetup};
use crate::untrusted::{self, MAX_CONFIG_BYTES, SymlinkPolicy, UnreadableFile};

/// The maximum number of entries in a folder of entrants or replays.
const MOST_INSIDE: usize = 100_000;

/// A tournament file and its submissions.
pub(super) struct LoadedTournamentFile {
    pub(super) path: PathBuf,
    pub(super) config: TournamentConfig,
    pub(super) rules: ConfiguredGame,
    /// The groups of boards.
    pub(super) groups: Vec<BoardGroup>,
    /// The program with the rules, in custom games.
    pub(super) program: Option<Submission>,
    /// The submissions with their names in the tournament, sorted by these.
    pub(super) submissions: Vec<Submission>,
    /// The entrants of the stored tournament whose source is gone.
    pub(super) gone: Vec<GoneEntrant>,
    /// What the organiser should know about the submissions.
    pub(super) notes: Vec<String>,
}

impl LoadedTournamentFile {
    /// Reads the file, its game and its submissions. Reports all mistakes at once. Entrants of the
    /// `stored` tournament may be gone.
    pub(super) fn read(
        path: &Path,
        stored: Option<&StoredTournamentSetup>,
    ) -> Result<LoadedTournamentFile, CommandError> {
        let text = text(path)?;
        let (mut reading, folder) = parse(path, &text);
        let mut problems = std::mem::take(&mut reading.problems);
        let EntrantSubmissions { submissions, gone, notes } = match &reading.config {
            Some((config, rules)) => {
                EntrantSubmissions::read(path, config, rules, &reading, stored, &mut problems)
            }
            None => EntrantSubmissions::default(),
        };
        if let Some((config, _)) = reading.config.as_ref().filter(|_| problems.is_empty()) {
            let names = submissions.iter().map(|submission| submission.name.as_str());
            let names: Vec<&str> = names.chain(gone.iter().map(|gone| gone.name.as_str())).collect();
            named_entrants::refuse_unknown(config, &names, &reading, &mut problems);
            named_tools::refuse_unusable(path, config, &reading, &mut problems);
        }
        match reading.config {
            Some((config, rules)) if problems.is_empty() => {
                let (program, groups) = (folder.map(|folder| folder.program), reading.groups);
                Ok(LoadedTournamentFile {
                    path: path.into(),
                    config,
                    rules,
                    groups,
                    program,
                    submissions,
                    gone,
                    notes,
                })
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
fn game(named: &str, file: &Path) -> Result<BuiltInOrCustomGame, (String, String)> {
    BuiltInOrCustomGame::find(named, file.parent().unwrap_or(Path::new(""))).map_err(|error| match error {
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
pub(super) fn beside(file: &Path, path: &Path) -> PathBuf {
    file.parent().unwrap_or(Path::new("")).join(path)
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
pub(super) fn rules_of(path: &Path) -> Result<(TournamentConfig, Option<LoadedCustomGame>), CommandError> {
    let text = text(path)?;
    let (TournamentFileReadOutcome { config, problems, .. }, folder) = parse(path, &text);
    let config = config.filter(|_| problems.is_empty());
    let mistakes =
        || CommandError::new(ExitKind::Input, format!("\n{}", TomlErrors::new(path, &text, problems)));
    config.map(|(config, _)| (config, folder)).ok_or_else(mistakes)
}

/// The contents of a tournament file with its mistakes, and the folder of its game if that is a
/// custom game.
fn parse(path: &Path, text: &str) -> (TournamentFileReadOutcome, Option<LoadedCustomGame>) {
    let found = RefCell::new(None);
    let games = |named: &str| {
        let game = game(named, path)?;
        let rules = game.rules().clone();
        *found.borrow_mut() = game.folder();
        Ok(rules)
    };
    let reading = TournamentFileReadOutcome::of(text, &games);
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

/// The stored tournament, if there is one that can be read. Whoever opens the database to write
/// reports what is wrong with it.
pub(super) fn stored(file: &Path) -> Option<StoredTournamentSetup> {
    let store = Store::open_read_only(&database(file)).ok().flatten()?;
    store.tournament().ok().flatten()
}

/// Opens the results for reading.
pub(super) fn open_read_only(file: &Path) -> Result<(Store, StoredTournamentSetup), CommandError> {
    let store = open_database(file)?;
    let state = store.tournament().map_err(unusable)?.ok_or_else(|| nothing(file))?;
    Ok((store, state))
}

/// Opens a database for reading, even if no tournament is stored in it.
pub(super) fn open_database(file: &Path) -> Result<Store, CommandError> {
    Store::open_read_only(&database(file)).map_err(unusable)?.ok_or_else(|| nothing(file))
}

fn nothing(file: &Path) -> CommandError {
    CommandError::new(
        ExitKind::Input,
        format!(
            "{}: there are no results\n  help: play with `rathaus tournament run {}`",
            database(file).display(),
            file.display()
        ),
    )
}

/// The schedule, as far as the stored results determine it.
pub(super) fn schedule(store: &Store, state: &StoredTournamentSetup) -> Result<MatchSchedule, CommandError> {
    state.schedule(&store.known_matches(state.format).map_err(unusable)?).map_err(CommandError::usage)
}

/// The error for a database that cannot be used.
pub(super) fn unusable(error: StoreError) -> CommandError {
    let code = match &error {
        StoreError::Foreign { .. }
        | StoreError::DamagedRows { .. }
        | StoreError::DamagedFile { .. }
        | StoreError::Newer { .. } => ExitKind::Input,
        StoreError::Taken { .. }
        | StoreError::DiskFailure { .. }
        | StoreError::Busy { .. }
        | StoreError::Other { .. } => ExitKind::Host,
    };
    CommandError::new(code, error)
}
