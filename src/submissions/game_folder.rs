//! Custom games, read from their folders.

use std::fmt;
use std::path::{Path, PathBuf};

use rathaus_games::ConfiguredGame;

use super::game_file::{FILE, GameFile, SCHEMA};
use super::source::SourceFiles;
use super::{Manifest, Submission, SubmissionError, SubmissionErrorKind, SubmissionHints};
use crate::toml_file::{TomlErrors, suggestion};
use crate::untrusted::{self, MAX_CONFIG_BYTES, SymlinkPolicy};

/// The folder in which games are looked up by name.
const FOLDER: &str = "games";

/// The most files and folders that are searched for games.
const MOST_PLACES: usize = 10_000;

/// Files beside the program that are not part of it: bots, leftovers of tournaments, and files
/// for people.
const BESIDE: [&str; 7] = [FILE, SCHEMA, "README.md", "tournament.toml", "bots", "starters", "replays"];

/// The extensions of files that tournaments leave behind.
const LEFT_BEHIND: [&str; 2] = [".db", ".replay"];

/// A custom game: its `game.toml`, and its program as posted.
#[derive(Debug, Clone)]
pub struct LoadedCustomGame {
    pub file: PathBuf,
    pub contents: GameFile,
    /// The game with the default values of its parameters.
    pub rules: ConfiguredGame,
    /// The program with the rules, which is built and run like a bot.
    pub program: Submission,
}

/// A game that was found by its name.
#[derive(Debug, Clone)]
pub enum BuiltInOrCustomGame {
    /// A built-in game, with the default values of its parameters.
    BuiltIn(ConfiguredGame),
    /// A custom game.
    Folder(Box<LoadedCustomGame>),
}

/// Why a game was not found.
#[derive(Debug, Clone)]
pub enum GameLookupError {
    /// There is no game of this name.
    Unknown {
        /// The name that was looked up.
        named: String,
        /// The folders that were searched.
        places: Vec<PathBuf>,
        /// The names of all available games.
        known: Vec<String>,
    },
    /// Its `game.toml` has mistakes.
    Mistakes(Box<TomlErrors>),
    /// Its `game.toml` or its program cannot be read.
    Unusable(SubmissionError),
}

impl BuiltInOrCustomGame {
    /// Finds a game: a built-in one, or one in a folder of that name or path, also below `games/`.
    /// Paths are relative to `beside`.
    pub fn find(named: &str, beside: &Path) -> Result<BuiltInOrCustomGame, GameLookupError> {
        if let Some(rules) = rathaus_games::built_in(named) {
            return Ok(BuiltInOrCustomGame::BuiltIn(rules));
        }
        let places = [beside.join(named), beside.join(FOLDER).join(named)];
        match places.iter().find_map(|place| file_in(place, SymlinkPolicy::Follow)) {
            Some(file) => Ok(BuiltInOrCustomGame::Folder(Box::new(LoadedCustomGame::read(&file)?))),
            None => {
                let known = rathaus_games::names().map(str::to_owned).chain(names_in(&beside.join(FOLDER)));
                Err(GameLookupError::Unknown {
                    named: named.into(),
                    known: known.collect(),
                    places: places.into(),
                })
            }
        }
    }

    /// The game with the default values of its parameters.
    pub fn rules(&self) -> &ConfiguredGame {
        match self {
            BuiltInOrCustomGame::BuiltIn(rules) => rules,
            BuiltInOrCustomGame::Folder(folder) => &folder.rules,
        }
    }

    /// Its folder, if it is a custom game.
    pub fn folder(self) -> Option<LoadedCustomGame> {
        match self {
            BuiltInOrCustomGame::BuiltIn(_) => None,
            BuiltInOrCustomGame::Folder(folder) => Some(*folder),
        }
    }
}

impl LoadedCustomGame {
    /// Reads the game of a `game.toml`.
    fn read(FoundFile { path: file, links }: &FoundFile) -> Result<LoadedCustomGame, GameLookupError> {
        let text = untrusted::read_text(file, *links, MAX_CONFIG_BYTES)
            .map_err(|error| GameLookupError::Unusable(error.into()))?;
        let reading = GameFile::read(&text);
        let Some(game) = reading.file else {
            return Err(GameLookupError::Mistakes(Box::new(TomlErrors::new(file, &text, reading.problems))));
        };
        let root = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let program = program(&game, root).map_err(GameLookupError::Unusable)?;
        let rules = game.rules(program.identity_without_engines());
        Ok(LoadedCustomGame { file: file.clone(), contents: game, rules, program })
    }

    /// The games in a folder: the folder itself, its subfolders, and the subfolders of
    /// its `games/`.
    pub fn within(folder: &Path) -> Vec<LoadedCustomGame> {
        let itself =
            std::iter::once(folder.to_owned()).filter_map(|place| file_in(&place, SymlinkPolicy::Follow));
        let inside = [inside(folder), inside(&folder.join(FOLDER))].concat();
        let inside = inside.iter().filter_map(|place| file_in(place, SymlinkPolicy::Refuse));
        // Anything that is not a valid game is skipped.
        itself.chain(inside).filter_map(|file| LoadedCustomGame::read(&file).ok()).collect()
    }

    pub fn root(&self) -> &Path {
        &self.program.source.root
    }
}

fn program(game: &GameFile, root: &Path) -> Result<Submission, SubmissionError> {
    let manifest = Manifest {
        name: Some(game.name.clone()),
        source: game.source.clone(),
        build: game.build.clone(),
        run: game.run.clone(),
        requirements: game.requirements.clone(),
        ..Manifest::default()
    };
    let is_beside = |name: &str| BESIDE.contains(&name) || LEFT_BEHIND.iter().any(|end| name.contains(end));
    let source = SourceFiles::read_without(root, SymlinkPolicy::Follow, game.source.as_deref(), is_beside)?;
    let program = Submission::from_source(source, manifest, &game.name, &SubmissionHints::default())?;
    Ok(Submission { reuse: game.reuse.of_program(), ..program })
}

/// A `game.toml`, and whether it may be a link.
struct FoundFile {
    path: PathBuf,
    links: SymlinkPolicy,
}

/// The `game.toml` in this folder, which must not be a link, or this path itself if it is
/// a `game.toml`.
fn file_in(place: &Path, links: SymlinkPolicy) -> Option<FoundFile> {
    let found = match untrusted::is_folder(place, links) {
        true => FoundFile { path: place.join(FILE), links: SymlinkPolicy::Refuse },
        false => FoundFile { path: place.to_owned(), links },
    };
    let is_one = found.path.file_name().is_some_and(|name| name == FILE);
    (is_one && found.path.symlink_metadata().is_ok()).then_some(found)
}

/// The contents of a folder, sorted by name.
fn inside(folder: &Path) -> Vec<PathBuf> {
    let names = untrusted::list_folder(folder, SymlinkPolicy::Follow, MOST_PLACES).unwrap_or_default();
    names.iter().map(|name| folder.join(name)).collect()
}

/// The names under which games in this folder can be found.
fn names_in(folder: &Path) -> Vec<String> {
    let games = inside(folder).into_iter().filter(|place| file_in(place, SymlinkPolicy::Refuse).is_some());
    games.filter_map(|place| place.file_name().map(|name| name.to_string_lossy().into_owned())).collect()
}

impl GameLookupError {
    pub fn kind(&self) -> SubmissionErrorKind {
        match self {
            GameLookupError::Unknown { .. } | GameLookupError::Mistakes(_) => SubmissionErrorKind::Input,
            GameLookupError::Unusable(error) => error.kind,
        }
    }
}

impl fmt::Display for GameLookupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameLookupError::Unknown { named, places, known } => {
                let places: Vec<String> = places.iter().map(|place| place.display().to_string()).collect();
                write!(f, "no such game `{named}`\n  help: ")?;
                match suggestion(named, known.iter().map(String::as_str)) {
                    Some(meant) => write!(f, "did you mean `{meant}`? `rathaus games` lists all of them"),
                    None => write!(
                        f,
                        "the games are: {}; a custom game has a {FILE} in {}",
                        known.join(", "),
                        places.join(" or ")
                    ),
                }
            }
            GameLookupError::Mistakes(mistakes) => write!(f, "\n{mistakes}"),
            GameLookupError::Unusable(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for GameLookupError {}
