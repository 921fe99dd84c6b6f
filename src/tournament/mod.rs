//! Schedules, running them, and standings.

mod bounded;
pub mod config;
mod confined;
mod formats;
mod out;
mod record;
pub mod replay;
mod runner;
mod schedule;
mod seating;
pub mod standings;
mod state;
pub mod verification;
pub mod watch;

pub use confined::Confined;
pub use formats::{Course, Encounter, Format, Place, duels};
pub use out::Out;
pub use record::{Completed, MatchResult, Origin, Provenance, Record, Stored};
pub use runner::{Event, PATIENCE, Run, Running, Stop, run, start};
pub use schedule::{Board, Fixture, MatchSpec, SpecError, alone, boards};
pub use seating::{Furniture, Starting, Table};
pub use state::{Entrant, Schedule, Scores, State, short};
pub use watch::Watcher;
