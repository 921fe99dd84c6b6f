//! Replays of what is played, as files.

use std::path::{Path, PathBuf};

use crate::cli::args::PlayArgs;
use crate::cli::exit::Failure;
use crate::cli::plan::LARGEST_REPLAY;
use crate::tournament::replay::{ENDING, Replay};
use crate::tournament::short;

/// The folder in which replays are kept, if they are wanted.
pub(super) struct Replays {
    folder: Option<PathBuf>,
    /// Why one could not be written, if that is so. What is played is not lost for it.
    problem: Option<Failure>,
}

impl Replays {
    /// Makes the folder, if it is not there.
    pub(super) fn new(args: &PlayArgs) -> Result<Replays, Failure> {
        if let Some(folder) = &args.replays {
            std::fs::create_dir_all(folder).map_err(|error| unwritten(folder, &error))?;
        }
        Ok(Replays { folder: args.replays.clone(), problem: None })
    }

    /// How many bytes each may have, if there are any.
    pub(super) fn limit(&self) -> Option<usize> {
        self.folder.is_some().then_some(LARGEST_REPLAY)
    }

    /// Writes the replay of a match with this number, of a bot or a game that is called so.
    pub(super) fn write(&mut self, name: &str, number: u32, replay: &Replay) {
        let Some(folder) = &self.folder else { return };
        let name = file_name(name, &replay.head.spec.submissions[0]);
        let path = folder.join(format!("{name}-{number}.{ENDING}"));
        if let Err(error) = std::fs::write(&path, replay.to_bytes()) {
            self.problem.get_or_insert_with(|| unwritten(&path, &error));
        }
    }

    /// Whether all could be written.
    pub(super) fn verdict(self) -> Result<(), Failure> {
        self.problem.map_or(Ok(()), Err)
    }
}

/// A name without what means something in paths, and of a length that all disks take. One that had to be changed has the beginning of the
/// submission's identity behind it, so that it is nobody else's.
fn file_name(name: &str, identity: &str) -> String {
    const MOST: usize = 60;
    let plain = |letter: char| letter.is_alphanumeric() || "-_+ ".contains(letter);
    let changed: String =
        name.chars().take(MOST).map(|letter| if plain(letter) { letter } else { '_' }).collect();
    if changed == name { changed } else { format!("{changed}-{}", short(identity)) }
}

fn unwritten(path: &Path, error: &std::io::Error) -> Failure {
    Failure::host(format!("{}: cannot be written: {error}", path.display()))
}
