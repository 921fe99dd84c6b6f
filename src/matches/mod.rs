//! Plays matches: from a spec to a result.
//!
//! `play`, `compare`, `check`, tournaments and workers all play through this module.
#![expect(clippy::disallowed_methods, reason = "matches are timed")]

pub(crate) mod bounded;
mod play;
mod pool;
mod recorded_sandbox;
mod recording;
pub mod referee;
pub mod replay;
mod result;
mod round_rotation;
mod scheduled_match;
mod seating;
mod slots;
mod spec;
mod storage;
mod tracer;
pub mod trial;
pub mod verification;
pub mod watch;

pub use play::{PlayError, play};
pub use pool::{GameWithBots, HANDSHAKE_TIME, RunEvent, RunHandle, ScheduleRunSpec, StopHandle, run, start};
pub use rathaus_games::report::{BoardResult, SeededBoard};
pub use recorded_sandbox::RecordedSandbox;
pub use recording::{RecordedReplies, RecordedRepliesReader, RecordingError, ReplyRecordingObserver};
pub use result::{
    MatchProvenance, MatchResult, PlayedMatch, ResultTrustLevel, WorkerProvenance, seat_misfit,
};
pub use round_rotation::RoundRotation;
pub use scheduled_match::ScheduledMatch;
pub use seating::{MatchSeats, OneShotOptions, SeatingContext, bots_options};
pub use slots::{MatchSlots, SlotGame, SlotMatch, SlotOutcome};
pub(crate) use spec::{KeyMaker, SeedKeyMaker, numbers, quoted, rules};
pub use spec::{MatchKey, MatchSpec, MatchSpecError};
pub use storage::{KeptFiles, KeptFilesError, MOST_STORAGE_MIB};
pub use tracer::{DIALOGUE, DialogueTracer};
pub use watch::WatchHandle;
