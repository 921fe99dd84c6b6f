//! Tournaments: their settings, schedules and standings.

pub mod comparison;
pub mod config;
mod exclusion;
mod formats;
mod match_schedule;
mod results;
mod round_totals;
mod schedule;
mod scheduled_matches;
mod seat_ranges;
pub mod standings;
mod state;

pub use crate::matches::{
    BoardResult, HANDSHAKE_TIME, MatchKey, MatchProvenance, MatchResult, MatchSeats, MatchSpec,
    MatchSpecError, NumberedBoard, OneShotOptions, PlayedMatch, RecordedSandbox, ResultOrigin, RunEvent,
    RunHandle, ScheduleRunSpec, ScheduledMatch, SeatContext, StopHandle, WatchHandle, replay, run, start,
    verification, watch,
};
pub use exclusion::ExclusionReason;
pub use formats::{
    Encounter, FormatProgress, FormatSetup, FormatStanding, SwissPairing, TournamentFormat, duels,
};
pub use match_schedule::MatchSchedule;
pub use results::{HistoryChoice, ResultContribution, ScheduleResults};
pub use round_totals::RoundTotals;
pub use schedule::{ScheduleError, boards, single_player, spread_evenly};
pub use scheduled_matches::ScheduledMatches;
pub use state::{Entrant, ScoresByMatchKey, StoredTournament, short};
