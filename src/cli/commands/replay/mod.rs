//! `rathaus replay`: replays a match without its bots.

mod analysis;
mod origin;
mod page;
mod picture;
mod result;
mod specimens;
mod transcript;

use std::path::Path;

use crate::cli::args::ReplayArgs;
use crate::cli::exit::{CommandError, ExitKind};
use crate::submissions::SubmissionError;
use crate::tournament::replay::Replay;
use crate::untrusted::{self, MAX_REPLAY_BYTES, SymlinkPolicy};
pub(crate) use origin::ReplayOrigin;
pub(crate) use transcript::show;

pub(crate) async fn replay(args: &ReplayArgs) -> Result<(), CommandError> {
    let bytes = untrusted::read_file(&args.file, SymlinkPolicy::Follow, MAX_REPLAY_BYTES)
        .map_err(|error| bad(&args.file, error.why.to_string()))?;
    if Replay::has_magic(&bytes) {
        if args.details || args.ascii {
            return Err(CommandError::usage(
                "--details and --ascii are for results that `rathaus play --json` printed\n  \
                 help: --turn shows how things stood at any question",
            ));
        }
        let replay = Replay::read(&bytes).map_err(|error| bad(&args.file, error.to_string()))?;
        return transcript::show(ReplayOrigin::File(&args.file), &replay, &args.transcript).await;
    }
    if args.transcript.is_given() {
        return Err(CommandError::usage(format!(
            "{}: --turn, --every, --dialogue, --html, --png, --gif and --json are for replays\n  help: play with --replays, which writes such",
            args.file.display()
        )));
    }
    result::replay(args, &bytes)
}

/// The error for a file that cannot be replayed.
fn bad(path: &Path, problem: String) -> CommandError {
    let error = SubmissionError::input(path, problem).with_help(
        "give a file that `rathaus play --replays` or `rathaus tournament replay --out` wrote, or what \
         `rathaus play --json` printed",
    );
    CommandError::new(ExitKind::Input, error)
}
