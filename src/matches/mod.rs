//! Plays matches: from a spec to a result.
//!
//! `play`, `compare`, `check`, tournaments and workers all play through this module.
#![expect(clippy::disallowed_methods, reason = "matches are timed")]

mod bounded;
mod fixture;
mod play;
mod pool;
mod recording;
pub mod referee;
pub mod replay;
mod result;
mod sandbox_use;
mod seating;
mod spec;
mod tracer;
pub mod trial;
pub mod verification;
pub mod watch;

pub use fixture::Fixture;
pub use play::{PlayError, play};
pub use pool::{Event, HANDSHAKE_TIME, RunHandle, ScheduleRun, StopHandle, run, start};
pub use rathaus_games::report::{Board, BoardResult};
pub use recording::{Recording, RecordingError, RecordingReader, RecordingWriter};
pub use result::{MatchResult, PlayedMatch, Provenance, ResultOrigin};
pub use sandbox_use::SandboxUse;
pub use seating::{MatchSeats, SeatContext, StartOptions};
pub(crate) use spec::{KeyMaker, numbers, rules};
pub use spec::{MatchSpec, SpecError};
pub use tracer::{DIALOGUE, DialogueTracer};
pub use watch::WatchHandle;
