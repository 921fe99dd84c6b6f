//! Tournaments: their settings, schedules and standings.

pub mod comparison;
pub mod config;
mod exclusion;
mod formats;
mod schedule;
pub mod standings;
mod state;

pub use crate::matches::{
    Board, BoardResult, Event, Fixture, HANDSHAKE_TIME, MatchResult, MatchSeats, MatchSpec, PlayedMatch,
    Provenance, ResultOrigin, RunHandle, SandboxUse, ScheduleRun, SeatContext, SpecError, StartOptions,
    StopHandle, WatchHandle, replay, run, start, verification, watch,
};
pub use exclusion::Exclusion;
pub use formats::{Encounter, EntrantStanding, Format, FormatState, duels};
pub use schedule::{ScheduleError, boards, single_player};
pub use state::{Entrant, Schedule, ScoresByKey, TournamentState, short};
