//! The formats of multiplayer tournaments: which entrants meet in which matches.
//!
//! The matches of a round share an opening: they have the same seed, so that all face the
//! same randomness.

mod adaptive;
mod fixed;
mod knock_out;
mod meeting_rules;
mod schedule_builder;
mod seat_results;
mod swiss;

use std::cmp::Ordering;

use rathaus_games::Seed;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::scheduled_matches::ScheduledMatchColumns;
pub use adaptive::{AdaptiveStatus, DecisionTarget, single_player as adaptive_single_player};
pub use fixed::duels;
pub use meeting_rules::MeetingRules;
pub use seat_results::SeatResultLookup;

/// The default number of rounds, or of games with drawn seats, in custom games.
const ROUNDS: u32 = 10;

/// The default for the most rounds of an adaptive tournament.
const MOST_ROUNDS: u32 = 500;

/// The most matches that a tournament may have.
pub const MOST_MATCHES: u64 = 10_000_000;

/// The most seats that all matches of a tournament may have together.
pub const MOST_SEATS: u64 = 40_000_000;

/// The most entrants of an adaptive tournament, which keeps evidence about each pair of them.
pub const MOST_ADAPTIVE_ENTRANTS: usize = 2_000;

/// The most entrants of a Swiss tournament in which members of one team do not meet. Larger fields are
/// paired in parts, which might have too many of one team.
pub const MOST_KEPT_APART: usize = 254;

/// The format of a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum TournamentFormat {
    /// Each game seats the entrants that have played least, drawn by lot, or all entrants if there
    /// are seats for all.
    #[default]
    Drawn,
    /// In each round, each set of entrants that fills the seats meets once; with two seats, each
    /// meets each.
    RoundRobin,
    /// A round robin in which each set of entrants meets once in every rotation of its seats, all
    /// on the same opening; with two seats, seats are swapped.
    DoubleRoundRobin,
    /// A double round robin of only those sets of entrants that contain the challenger.
    Gauntlet,
    /// In each round, entrants with about equal points meet in every rotation of the seats, if
    /// possible only entrants that have not met before.
    Swiss,
    /// Two entrants meet in as many games as needed to decide, with seats swapped, and the loser is
    /// out.
    KnockOut,
    /// Matches go to the entrants about which something is still to be decided, until it is decided
    /// or the games are used up; with two or more seats, tables are drawn by lot in each round.
    Adaptive,
}

/// The parameters of a multiplayer schedule.
#[derive(Debug, Clone, Copy)]
pub struct FormatSetup {
    /// The seed that all seeds derive from.
    pub seed: Seed,
    /// The number of games, of rounds, or of games in each encounter of a knock-out.
    pub rounds: u32,
    /// The number of seats in each game.
    pub seats: usize,
    /// The number of entrants.
    pub entrants: usize,
    /// How a Swiss tournament pairs them.
    pub pairing: SwissPairingAlgorithm,
    /// What an adaptive tournament is to decide.
    pub decide: DecisionTarget,
    /// The number of groups of boards, between which rounds take turns. 1 without groups.
    pub groups: u32,
}

/// How a Swiss tournament pairs entrants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SwissPairingAlgorithm {
    /// By a search that takes the first way it finds. Databases of version 0.1.0 have this one, and
    /// do not say so.
    #[default]
    Search,
    /// By the matching whose pairs cost least. Tables of more than two seats are searched for.
    Matching,
}

/// How far a tournament has come.
#[derive(Debug, Clone, PartialEq)]
pub struct TournamentFormatState {
    /// All matches whose opponents are known, played or not.
    pub scheduled_matches: ScheduledMatchColumns,
    /// Whether more matches follow when those have been played.
    pub continues: bool,
    /// The standings of the entrants, in their order, in formats that go by results.
    pub places: Vec<FormatStanding>,
    /// The encounters so far and those that come next, in formats that go by results.
    pub encounters: Vec<EncounterStatus>,
    /// What an adaptive tournament has decided.
    pub adaptive: Option<AdaptiveStatus>,
}

/// Entrants that meet in a format that goes by results.
#[derive(Debug, Clone, PartialEq)]
pub struct EncounterStatus {
    /// The round, from 1.
    pub round: u32,
    /// The indices of the entrants. A single one has no opponent.
    pub entrants: Vec<usize>,
    /// The points of each entrant so far. Empty if no results are known yet.
    pub points: Vec<f64>,
    /// The entrant that advances in a knock-out, once that is decided.
    pub through: Option<usize>,
    /// Whether that was decided by lot.
    pub by_lot: bool,
}

/// The standing of an entrant in a format whose pairings depend on results.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FormatStanding {
    Swiss {
        /// The points: for each round the average share of opponents that it beat in its matches,
        /// so 1 for beating all of them.
        points: f64,
        /// The sum of the opponents' points (Buchholz's number), which breaks ties.
        opponents: f64,
        /// The number of rounds without an opponent, each of which gives a point.
        rests: u32,
    },
    KnockOut {
        /// The size of the bracket in the round in which the entrant lost, or in the round that it
        /// has reached. It counts empty places, and the winner has 1.
        left: usize,
        /// Whether it lost by lot.
        by_lot: bool,
        /// Whether it has lost.
        is_out: bool,
    },
    Adaptive {
        /// The mean share of opponents that it beat, or the mean worth of its boards, in its own
        /// rounds: those that it played before it was decided.
        mean: f64,
        /// The number of its own rounds.
        rounds: u32,
        /// The number of entrants that are proven better.
        better: usize,
        /// The number of entrants that are proven worse.
        worse: usize,
    },
}

impl FormatStanding {
    /// Orders standings from best to worst.
    pub fn order(&self, other: &FormatStanding) -> Ordering {
        match (self, other) {
            (
                FormatStanding::Swiss { points, opponents, .. },
                FormatStanding::Swiss { points: others, opponents: their_opponents, .. },
            ) => others.total_cmp(points).then(their_opponents.total_cmp(opponents)),
            (
                FormatStanding::KnockOut { left, is_out, .. },
                FormatStanding::KnockOut { left: other, is_out: is_other_out, .. },
            ) => left.cmp(other).then(is_out.cmp(is_other_out)),
            (
                FormatStanding::Adaptive { mean, better, worse, .. },
                FormatStanding::Adaptive { mean: other, better: others, worse: their_worse, .. },
            ) => better.cmp(others).then(their_worse.cmp(worse)).then(other.total_cmp(mean)),
            _ => Ordering::Equal,
        }
    }
}

impl TournamentFormat {
    /// Whether the format has rounds, whose matches share an opening.
    pub fn has_rounds(self) -> bool {
        self != TournamentFormat::Drawn
    }

    /// Whether the opponents of later rounds depend on earlier results.
    pub fn goes_by_results(self) -> bool {
        matches!(self, TournamentFormat::Swiss | TournamentFormat::KnockOut | TournamentFormat::Adaptive)
    }

    /// Whether members of one team can be kept from meeting.
    pub fn can_keep_teams_apart(self) -> bool {
        match self {
            TournamentFormat::RoundRobin
            | TournamentFormat::DoubleRoundRobin
            | TournamentFormat::Gauntlet
            | TournamentFormat::Swiss => true,
            TournamentFormat::Drawn | TournamentFormat::KnockOut | TournamentFormat::Adaptive => false,
        }
    }

    /// The default number of seats, in a game with at least `fewest` seats.
    pub fn usual_seats(self, fewest: usize, entrants: usize) -> usize {
        match self {
            TournamentFormat::KnockOut => 2,
            TournamentFormat::Swiss | TournamentFormat::Adaptive => fewest.max(2),
            _ => entrants,
        }
    }

    /// The default number of games or rounds among `entrants` entrants.
    pub fn usual_rounds(self, entrants: usize) -> u32 {
        match self {
            // Each side plays in each seat twice.
            TournamentFormat::KnockOut => 4,
            // After the rounds of a knock-out, at most one entrant has won all of its encounters.
            // Two more rounds separate those behind it.
            TournamentFormat::Swiss => entrants.max(2).next_power_of_two().ilog2() + 2,
            TournamentFormat::Adaptive => MOST_ROUNDS,
            _ => ROUNDS,
        }
    }

    /// The name for people.
    pub fn in_words(self) -> &'static str {
        match self {
            TournamentFormat::Drawn => "drawn by lot",
            TournamentFormat::RoundRobin => "round robin",
            TournamentFormat::DoubleRoundRobin => "double round robin",
            TournamentFormat::Gauntlet => "gauntlet",
            TournamentFormat::Swiss => "Swiss tournament",
            TournamentFormat::KnockOut => "knock-out",
            TournamentFormat::Adaptive => "adaptive tournament",
        }
    }

    /// The largest number of matches in this setup, or `None` if the number overflows.
    pub fn matches(self, field: FormatSetup) -> Option<u64> {
        let FormatSetup { rounds, seats, entrants, .. } = field;
        let sets = match self {
            TournamentFormat::Drawn => Some(1),
            TournamentFormat::RoundRobin | TournamentFormat::DoubleRoundRobin => {
                fixed::sets(entrants as u64, seats as u64)
            }
            TournamentFormat::Gauntlet => {
                fixed::sets((entrants as u64).checked_sub(1)?, (seats as u64).checked_sub(1)?)
            }
            TournamentFormat::Swiss => return swiss::most(field),
            TournamentFormat::KnockOut => return knock_out::most(field),
            TournamentFormat::Adaptive => return adaptive::most(field),
        };
        let turns = if matches!(self, TournamentFormat::DoubleRoundRobin | TournamentFormat::Gauntlet) {
            seats as u64
        } else {
            1
        };
        sets?.checked_mul(turns)?.checked_mul(u64::from(rounds))
    }

    /// The progress of a tournament in this setup.
    pub fn format_state(
        self,
        field: FormatSetup,
        meetings: MeetingRules<'_>,
        known: SeatResultLookup<'_>,
    ) -> TournamentFormatState {
        let meets = |set: &[usize]| meetings.may_meet(set);
        match self {
            TournamentFormat::Drawn => TournamentFormatState::known(fixed::drawn(field)),
            TournamentFormat::RoundRobin => TournamentFormatState::known(fixed::rounds(field, &meets, false)),
            TournamentFormat::DoubleRoundRobin | TournamentFormat::Gauntlet => {
                TournamentFormatState::known(fixed::rounds(field, &meets, true))
            }
            TournamentFormat::Swiss => swiss::swiss(field, meetings, known),
            TournamentFormat::KnockOut => knock_out::knock_out(field, known),
            TournamentFormat::Adaptive => adaptive::multiplayer(field, known),
        }
    }
}

impl TournamentFormatState {
    /// The state of a format whose matches are all known from the beginning.
    pub fn known(scheduled_matches: ScheduledMatchColumns) -> TournamentFormatState {
        TournamentFormatState {
            scheduled_matches,
            continues: false,
            places: Vec::new(),
            encounters: Vec::new(),
            adaptive: None,
        }
    }
}
