//! Replays of what is played, as files.

use std::path::PathBuf;

use crate::cli::args::PlayArgs;
use crate::cli::exit::{CommandError, ExitKind};
use crate::cli::play_context::LARGEST_REPLAY;
use crate::cli::terminal::talk;
use crate::tournament::replay::{ENDING, Replay};
use crate::tournament::short;

/// The folder in which replays are kept, if they are wanted.
pub(super) struct ReplayFolder {
    folder: Option<PathBuf>,
    /// Whether all could be written. What is played is not lost if one could not.
    complete: bool,
}

impl ReplayFolder {
    /// Makes the folder, if it is not there.
    pub(super) fn new(args: &PlayArgs) -> Result<ReplayFolder, CommandError> {
        if let Some(folder) = &args.replays {
            std::fs::create_dir_all(folder).map_err(|error| {
                CommandError::host(format!("{}: cannot be made: {error}", folder.display()))
            })?;
        }
        Ok(ReplayFolder { folder: args.replays.clone(), complete: true })
    }

    /// How many bytes each may have, if there are any.
    pub(super) fn limit(&self) -> Option<usize> {
        self.folder.is_some().then_some(LARGEST_REPLAY)
    }

    /// Writes the replay of a match with this number, of a bot or a game that is called so.
    pub(super) fn write(&mut self, name: &str, number: u32, replay: &Replay) {
        let Some(folder) = &self.folder else { return };
        let name = file_name(name, &replay.played.spec.submissions[0]);
        let path = folder.join(format!("{name}-{number}.{ENDING}"));
        if let Err(error) = crate::cli::terminal::write_over(&path, &replay.to_bytes()) {
            talk(&format!("{}: cannot be written: {error}", path.display()));
            self.complete = false;
        }
    }

    /// Whether all could be written.
    pub(super) fn verdict(self) -> Result<(), CommandError> {
        if self.complete { Ok(()) } else { Err(CommandError::told(ExitKind::Host)) }
    }
}

/// A name without what means something in paths, and of a length that all disks take. One that had
/// to be changed has the beginning of the submission's identity behind it, so that it is nobody
/// else's.
fn file_name(name: &str, identity: &str) -> String {
    const MOST: usize = 60;
    let plain = |letter: char| letter.is_alphanumeric() || "-_+ ".contains(letter);
    let changed: String =
        name.chars().take(MOST).map(|letter| if plain(letter) { letter } else { '_' }).collect();
    if changed == name { changed } else { format!("{changed}-{}", short(identity)) }
}
