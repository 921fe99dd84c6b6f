//! Schedules, running them, and standings.

pub mod config;
mod confined;
mod out;
mod record;
pub mod replay;
mod runner;
mod schedule;
mod seating;
pub mod standings;
mod state;
pub mod watch;

pub use confined::Confined;
pub use out::Out;
pub use record::{Completed, MatchResult, Provenance, Record, Stored};
pub use runner::{Event, PATIENCE, Run, Running, Stop, run, start};
pub use schedule::{Board, Fixture, MatchSpec, SpecError, alone, boards, together};
pub use seating::{Starting, Table};
pub use state::{Entrant, Schedule, State, short};
pub use watch::Watcher;
