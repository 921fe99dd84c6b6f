//! Schedules, running them, and standings.

pub mod comparison;
pub mod config;
mod formats;
mod out;
mod schedule;
pub mod standings;
mod state;

pub use crate::matches::{
    Board, BoardResult, Confined, Event, Fixture, MatchResult, MatchSeats, MatchSpec, Origin, PATIENCE,
    PlayedMatch, Provenance, Run, Running, SeatContext, SpecError, StartOptions, Stop, Watcher, replay, run,
    start, verification, watch,
};
pub use formats::{Course, Encounter, Format, Place, duels};
pub use out::Out;
pub use schedule::{ScheduleError, alone, boards};
pub use state::{Entrant, Schedule, Scores, State, short};
