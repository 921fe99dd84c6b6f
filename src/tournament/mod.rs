//! Schedules, running them, and standings.

mod runner;
mod schedule;
pub mod standings;

pub use runner::{Entrant, Event, MatchResult, Race, run};
pub use schedule::{Board, MatchSpec, boards};
