//! Schedules, running them, and standings.

mod record;
mod runner;
mod schedule;
mod seating;
pub mod standings;

pub use record::{MatchResult, Record};
pub use runner::{Event, PATIENCE, Run, Running, Stop, run};
pub use schedule::{Board, Fixture, MatchSpec, SpecError, alone, boards, together};
pub use seating::{Starting, Table};
