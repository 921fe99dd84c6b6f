//! Replays of what is played, as files.

use std::path::{Path, PathBuf};

use crate::cli::args::PlayArgs;
use crate::cli::exit::Failure;
use crate::cli::plan::LARGEST_REPLAY;
use crate::tournament::replay::{ENDING, Replay};

/// The folder in which replays are kept, if they are wanted.
pub(super) struct Replays {
    folder: Option<PathBuf>,
}

impl Replays {
    /// Makes the folder, if it is not there.
    pub(super) fn new(args: &PlayArgs) -> Result<Replays, Failure> {
        if let Some(folder) = &args.replays {
            std::fs::create_dir_all(folder).map_err(|error| unwritten(folder, &error))?;
        }
        Ok(Replays { folder: args.replays.clone() })
    }

    /// How many bytes each may have, if there are any.
    pub(super) fn limit(&self) -> Option<usize> {
        self.folder.is_some().then_some(LARGEST_REPLAY)
    }

    /// Writes a replay to a file of this name.
    pub(super) fn write(&self, name: &str, replay: &Replay) -> Result<(), Failure> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let path = folder.join(format!("{}.{ENDING}", file_name(name)));
        std::fs::write(&path, replay.to_bytes()).map_err(|error| unwritten(&path, &error))
    }
}

/// A name without what means something in paths.
fn file_name(name: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_+ ".contains(letter);
    name.chars().map(|letter| if plain(letter) { letter } else { '_' }).collect()
}

fn unwritten(path: &Path, error: &std::io::Error) -> Failure {
    Failure::host(format!("{}: cannot be written: {error}", path.display()))
}
