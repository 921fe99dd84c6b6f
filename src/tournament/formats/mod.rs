//! Who meets whom in games that several play.
//!
//! Matches of a round have one opening: the same seed, so that what is random in a game is the same for all.

mod fixed;
mod fixture_builder;
mod knock_out;
mod swiss;

use std::cmp::Ordering;

use rathaus_games::Seed;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::matches::Fixture;
pub use fixed::duels;

/// How many rounds, or games that are drawn, there are in games of one's own unless it is said.
const ROUNDS: u32 = 10;

/// No tournament has more matches than this.
pub const MOST_MATCHES: u64 = 1_000_000;

/// Who meets whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum Format {
    /// In each game play those who have played least, drawn by lot, or all if there are seats for all.
    #[default]
    Drawn,
    /// In each round, each set of as many as there are seats meets once: of two seats, each meets each.
    RoundRobin,
    /// The same, with each set once in each turn of its seats: of two seats, with seats swapped. All have the same opening.
    DoubleRoundRobin,
    /// The challenger meets all others so, and these do not meet without it.
    Gauntlet,
    /// In each round those meet so who have about as many points, and who have not met before.
    Swiss,
    /// Two meet in as many games as decide, with seats swapped; who loses is out.
    KnockOut,
}

/// What a schedule of such games is made from.
#[derive(Debug, Clone, Copy)]
pub struct FormatSetup {
    /// From which all seeds come.
    pub seed: Seed,
    /// How many games there are, or rounds, or games in which two meet in a knock-out.
    pub rounds: u32,
    /// How many seats a game has.
    pub seats: usize,
    /// Among how many entrants.
    pub entrants: usize,
}

/// What is known of results: for a match that was played, what the score of each seat is worth. The more, the better.
#[derive(Clone, Copy)]
pub struct KnownScores<'a>(pub &'a dyn Fn(&Fixture) -> Option<Vec<f64>>);

/// How far a tournament has come.
#[derive(Debug, Clone, PartialEq)]
pub struct FormatState {
    /// All matches whose opponents are known, played or not.
    pub fixtures: Vec<Fixture>,
    /// Whether there are more when those have been played.
    pub continues: bool,
    /// How the entrants stand, in their order, in a format that goes by results.
    pub places: Vec<EntrantStanding>,
    /// Who has met whom there, or is about to.
    pub encounters: Vec<Encounter>,
}

/// Some who meet in a format that goes by results.
#[derive(Debug, Clone, PartialEq)]
pub struct Encounter {
    /// In which round, from 1.
    pub round: u32,
    /// The positions of the entrants. One alone has nobody to meet.
    pub entrants: Vec<usize>,
    /// What each has got so far. Nothing if nothing is known yet.
    pub points: Vec<f64>,
    /// Who goes on, in a knock-out, if that is decided.
    pub through: Option<usize>,
    /// Whether the lot has decided that.
    pub by_lot: bool,
}

/// How an entrant stands.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EntrantStanding {
    /// In a Swiss tournament.
    Swiss {
        /// What it has got: a point for each round in which it did better than all whom it met.
        points: f64,
        /// What those have got whom it met (Buchholz's number), which decides between equals.
        opponents: f64,
        /// In how many rounds it had nobody to play with, and got a point for it.
        rests: u32,
    },
    /// In a knock-out.
    KnockOut {
        /// How many there were, or could have been, in the round in which it went out; of those still in, in the round that it has reached. The
        /// winner is the only one that is left.
        left: usize,
        /// Whether it went out by lot.
        by_lot: bool,
        /// Whether it is out.
        is_out: bool,
    },
}

impl EntrantStanding {
    /// How this one stands to another, the better one first.
    pub fn order(&self, other: &EntrantStanding) -> Ordering {
        match (self, other) {
            (
                EntrantStanding::Swiss { points, opponents, .. },
                EntrantStanding::Swiss { points: others, opponents: their_opponents, .. },
            ) => others.total_cmp(points).then(their_opponents.total_cmp(opponents)),
            (
                EntrantStanding::KnockOut { left, is_out, .. },
                EntrantStanding::KnockOut { left: other, is_out: is_other_out, .. },
            ) => left.cmp(other).then(is_out.cmp(is_other_out)),
            _ => Ordering::Equal,
        }
    }
}

impl Format {
    /// Whether it has rounds, in which matches share their opening.
    pub fn has_rounds(self) -> bool {
        self != Format::Drawn
    }

    /// Whether who meets whom depends on what came out before.
    pub fn goes_by_results(self) -> bool {
        matches!(self, Format::Swiss | Format::KnockOut)
    }

    /// How many seats a match has unless it is said, in a game with at least so many.
    pub fn usual_seats(self, fewest: usize, entrants: usize) -> usize {
        match self {
            Format::KnockOut => 2,
            Format::Swiss => fewest.max(2),
            _ => entrants,
        }
    }

    /// How many games or rounds there are unless it is said, among so many entrants.
    pub fn usual_rounds(self, entrants: usize) -> u32 {
        match self {
            // Each has each seat twice.
            Format::KnockOut => 4,
            // After as many as a knock-out would have, only one can have won all; two more tell those behind it apart.
            Format::Swiss => entrants.max(2).next_power_of_two().ilog2() + 2,
            _ => ROUNDS,
        }
    }

    /// What people call it.
    pub fn in_words(self) -> &'static str {
        match self {
            Format::Drawn => "drawn by lot",
            Format::RoundRobin => "round robin",
            Format::DoubleRoundRobin => "double round robin",
            Format::Gauntlet => "gauntlet",
            Format::Swiss => "Swiss tournament",
            Format::KnockOut => "knock-out",
        }
    }

    /// How many matches it has at the most in such a field. Nothing if they cannot be counted.
    pub fn matches(self, field: FormatSetup) -> Option<u64> {
        let FormatSetup { rounds, seats, entrants, .. } = field;
        let sets = match self {
            Format::Drawn => Some(1),
            Format::RoundRobin | Format::DoubleRoundRobin => fixed::sets(entrants as u64, seats as u64),
            Format::Gauntlet => {
                fixed::sets((entrants as u64).checked_sub(1)?, (seats as u64).checked_sub(1)?)
            }
            Format::Swiss => return swiss::most(field),
            Format::KnockOut => return knock_out::most(field),
        };
        let turns =
            if matches!(self, Format::DoubleRoundRobin | Format::Gauntlet) { seats as u64 } else { 1 };
        sets?.checked_mul(turns)?.checked_mul(u64::from(rounds))
    }

    /// How far it has come in such a field. In a gauntlet, `challenger` is the position of the one that meets all others.
    pub fn format_state(
        self,
        field: FormatSetup,
        challenger: Option<usize>,
        known: KnownScores<'_>,
    ) -> FormatState {
        let meets = |set: &[usize]| challenger.is_none_or(|challenger| set.contains(&challenger));
        match self {
            Format::Drawn => FormatState::known(fixed::drawn(field)),
            Format::RoundRobin => FormatState::known(fixed::rounds(field, &meets, false)),
            Format::DoubleRoundRobin | Format::Gauntlet => {
                FormatState::known(fixed::rounds(field, &meets, true))
            }
            Format::Swiss => swiss::swiss(field, known),
            Format::KnockOut => knock_out::knock_out(field, known),
        }
    }
}

impl FormatState {
    /// All matches are known from the beginning.
    pub fn known(fixtures: Vec<Fixture>) -> FormatState {
        FormatState { fixtures, continues: false, places: Vec::new(), encounters: Vec::new() }
    }
}
