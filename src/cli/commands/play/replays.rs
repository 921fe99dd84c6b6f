//! Writes replays into the folder of `--replays`.

use std::path::PathBuf;

use crate::cli::args::PlayArgs;
use crate::cli::exit::{CommandError, ExitKind};
use crate::cli::play_context::LARGEST_REPLAY;
use crate::cli::terminal::talk;
use crate::tournament::replay::{ENDING, Replay};
use crate::tournament::short;

/// The folder for replays, if the user asked for them.
pub(super) struct ReplayFolder {
    folder: Option<PathBuf>,
    /// Whether all replays were written. A failure does not stop the run.
    complete: bool,
}

impl ReplayFolder {
    /// Creates the folder if it does not exist.
    pub(super) fn new(args: &PlayArgs) -> Result<ReplayFolder, CommandError> {
        if let Some(folder) = &args.replays {
            std::fs::create_dir_all(folder).map_err(|error| {
                CommandError::host(format!("{}: cannot be made: {error}", folder.display()))
            })?;
        }
        Ok(ReplayFolder { folder: args.replays.clone(), complete: true })
    }

    /// The maximum size of a replay in bytes. `None` if no replays are written.
    pub(super) fn limit(&self) -> Option<usize> {
        self.folder.is_some().then_some(LARGEST_REPLAY)
    }

    /// Writes the replay of a match. The file is named after the bot or game, and the number of
    /// the match.
    pub(super) fn write(&mut self, name: &str, number: u32, replay: &Replay) {
        let Some(folder) = &self.folder else { return };
        let name = file_name(name, &replay.played.spec.submissions[0]);
        let path = folder.join(format!("{name}-{number}.{ENDING}"));
        if let Err(error) = crate::cli::terminal::write_over(&path, &replay.to_bytes()) {
            talk(&format!("{}: cannot be written: {error}", path.display()));
            self.complete = false;
        }
    }

    /// An error if a replay could not be written.
    pub(super) fn verdict(self) -> Result<(), CommandError> {
        if self.complete { Ok(()) } else { Err(CommandError::told(ExitKind::Host)) }
    }
}

/// A name without characters that are special in paths, short enough for any file system. A changed
/// name ends with the first characters of the submission's identity, so that it stays unique.
fn file_name(name: &str, identity: &str) -> String {
    const MOST: usize = 60;
    let plain = |letter: char| letter.is_alphanumeric() || "-_+ ".contains(letter);
    let changed: String =
        name.chars().take(MOST).map(|letter| if plain(letter) { letter } else { '_' }).collect();
    if changed == name { changed } else { format!("{changed}-{}", short(identity)) }
}
