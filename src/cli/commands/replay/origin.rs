//! Where a replay comes from, which its errors name.

use std::path::Path;

use crate::cli::commands::tournament::database;
use crate::cli::exit::{CommandError, ExitKind};
use crate::submissions::SubmissionError;
use crate::tournament::replay::ReplayFileError;

/// Where a replay comes from.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ReplayOrigin<'a> {
    File(&'a Path),
    /// The database of this tournament file, and the key of the match.
    Stored {
        tournament: &'a Path,
        key: &'a str,
    },
}

impl ReplayOrigin<'_> {
    /// The error for a replay that cannot be played.
    pub(crate) fn broken(self, error: &ReplayFileError) -> CommandError {
        let error = match self {
            ReplayOrigin::File(path) => SubmissionError::input(path, error.to_string())
                .with_help("have the host that played the match write it again"),
            ReplayOrigin::Stored { tournament, key } => {
                let problem = format!("the recording of the match {key:.12} cannot be played: {error}");
                SubmissionError::input(&database(tournament), problem).with_help(format!(
                    "its result and all other recordings stay usable; `rathaus tournament rerun {key:.12} --file {} \
                     --out NEW.replay` records the match again with its bots",
                    tournament.display()
                ))
            }
        };
        CommandError::new(ExitKind::Input, error)
    }
}
