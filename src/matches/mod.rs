//! Playing matches: from a spec to a result.
//!
//! Nothing else plays: `play`, `compare`, `check`, tournaments and workers all come here.
#![expect(clippy::disallowed_methods, reason = "matches are timed")]

mod bounded;
mod confined;
mod fixture;
mod play;
mod pool;
mod recording;
pub mod referee;
pub mod replay;
mod result;
mod seating;
mod spec;
mod tracer;
pub mod trial;
pub mod verification;
pub mod watch;

pub use confined::Confined;
pub use fixture::Fixture;
pub use play::{NotPlayed, play};
pub use pool::{Event, PATIENCE, Run, Running, Stop, run, start};
pub use rathaus_games::report::{Board, BoardResult};
pub use recording::{Reader, Recorder, Recording, Unreadable};
pub use result::{MatchResult, Origin, PlayedMatch, Provenance};
pub use seating::{MatchSeats, SeatContext, StartOptions};
pub(crate) use spec::{Keys, numbers, rules};
pub use spec::{MatchSpec, SpecError};
pub use tracer::{DIALOGUE, Tracer};
pub use watch::Watcher;
