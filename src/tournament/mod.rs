//! Tournaments: their settings, schedules and standings.

mod audits;
pub mod comparison;
pub mod config;
mod entrant_positions;
mod exclusion;
mod formats;
mod groups;
mod match_schedule;
mod results;
mod round_totals;
mod rulings;
mod schedule;
mod scheduled_matches;
mod seat_ranges;
pub mod standings;
mod stat_totals;
mod state;
mod teams;
mod worker_record;

pub use crate::matches::{
    BoardResult, GameWithBots, HANDSHAKE_TIME, MatchKey, MatchProvenance, MatchResult, MatchSeats, MatchSpec,
    MatchSpecError, OneShotOptions, PlayedMatch, RecordedSandbox, ResultTrustLevel, RoundRotation, RunEvent,
    RunHandle, ScheduleRunSpec, ScheduledMatch, SeatingContext, SeededBoard, StopHandle, WatchHandle, replay,
    run, start, verification, watch,
};
pub use audits::{AuditPolicy, Verdict, judge};
pub use entrant_positions::EntrantPositions;
pub use exclusion::ExclusionReason;
pub use formats::{
    AdaptiveStatus, DecisionTarget, EncounterStatus, FormatSetup, FormatStanding, SwissPairingAlgorithm,
    TournamentFormat, TournamentFormatState, duels,
};
pub use groups::{BoardGroup, MOST_GROUPS, StoredBoardGroup};
pub use match_schedule::MatchSchedule;
pub use results::{ResultBesidesScores, ResultCollector, ResultPart, RoundHistoryChoice, ScheduleResults};
pub use round_totals::GameRoundTotals;
pub use rulings::{AbsenceCause, AbsentSeat, EntrantAbsence, KnownMatches, MatchRuling, RulingReason};
pub use schedule::{ScheduleError, boards, single_player, spread_evenly};
pub use scheduled_matches::ScheduledMatchColumns;
pub use stat_totals::{StatMean, StatTotals};
pub use state::{StoredEntrant, StoredTournamentSetup, short};
pub use teams::{TeamRules, TeamScore};
pub use worker_record::{PRESENT_SECONDS, WorkerActivity, WorkerRecord};
