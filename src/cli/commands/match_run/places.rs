//! Finds the submissions and programs that specs name by their hashes.

use std::collections::BTreeMap;
use std::path::PathBuf;

use rathaus_games::custom::CustomGameIdentity;

use crate::cli::commands::tournament::list_visible;
use crate::cli::exit::{CommandError, ExitKind};
use crate::submissions::{HostToolLocator, LoadedCustomGame, Submission, SubmissionHints};
use crate::tournament::short;

/// The paths in which submissions are searched, and what was found in them.
pub(super) struct SubmissionFinder {
    places: Vec<PathBuf>,
    /// The submissions for each game, by their identities. Each game is searched once.
    found: BTreeMap<String, BTreeMap<String, Submission>>,
}

impl SubmissionFinder {
    pub(super) fn new(places: &[PathBuf]) -> SubmissionFinder {
        SubmissionFinder { places: places.to_vec(), found: BTreeMap::new() }
    }

    /// The submission for this game with this identity.
    pub(super) fn submission(
        &mut self,
        game: &str,
        identity: &str,
        toolbox: &HostToolLocator,
    ) -> Result<Submission, CommandError> {
        let search = || search(&self.places, game, toolbox);
        let all = self.found.entry(game.to_owned()).or_insert_with(search);
        all.get(identity).cloned().ok_or_else(|| {
            CommandError::new(
                ExitKind::Input,
                format!(
                    "no submission has the identity {}\n  help: say with --submissions where it is; {} holds {} submissions for {game}",
                    short(identity),
                    searched(&self.places),
                    all.len(),
                ),
            )
        })
    }

    /// The program with the rules of a custom game.
    pub(super) fn program(&self, program: &CustomGameIdentity) -> Result<Submission, CommandError> {
        let mut found: Vec<LoadedCustomGame> =
            self.places.iter().flat_map(|place| LoadedCustomGame::within(place)).collect();
        let position = found.iter().position(|folder| folder.rules.program() == Some(program));
        position.map(|position| found.swap_remove(position).program).ok_or_else(|| {
            CommandError::new(
                ExitKind::Input,
                format!(
                    "no program of the game {} has the identity {}\n  help: say with --submissions where the game's folder is, as it was when the spec was made; {} holds {} games",
                    program.config.name,
                    short(&program.identity),
                    searched(&self.places),
                    found.len()
                ),
            )
        })
    }
}

/// All submissions for a game, by their identities.
fn search(places: &[PathBuf], game: &str, toolbox: &HostToolLocator) -> BTreeMap<String, Submission> {
    let mut found = BTreeMap::new();
    for place in places {
        let itself = Submission::read(place, game, &SubmissionHints::default());
        // A place that is not a folder contains nothing.
        let inside = list_visible(place).unwrap_or_default();
        let inside = inside.iter().map(|path| Submission::read_found(path, game));
        // Ignore everything else.
        for submission in std::iter::once(itself).chain(inside).flatten() {
            found.entry(submission.identity(toolbox)).or_insert(submission);
        }
    }
    found
}

fn searched(places: &[PathBuf]) -> String {
    let places: Vec<String> = places.iter().map(|place| place.display().to_string()).collect();
    places.join(", ")
}
