//! Rulings: what counts for matches that could not be played.
//!
//! A ruling gives points and no scores, and its match counts as not played. It stands until the
//! organiser withdraws it.

use std::collections::BTreeMap;
use std::fmt;

use jiff::Timestamp;
use rathaus_games::words::counted;
use serde::{Deserialize, Serialize};

use crate::matches::MatchKey;
use crate::untrusted::{harmless, indented};

/// The most characters of a reason. A compiler may write any number of lines.
const MOST_CHARACTERS: usize = 2_000;

/// What is known of matches, by their keys.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct KnownMatches {
    /// The scores of played matches, seat by seat.
    pub scores: BTreeMap<MatchKey, Vec<f64>>,
    /// The rulings on matches that were not played.
    pub rulings: BTreeMap<MatchKey, MatchRuling>,
}

impl KnownMatches {
    /// Nothing is known.
    pub fn new() -> KnownMatches {
        KnownMatches::default()
    }

    /// The ruling on a match, unless it was played.
    pub fn ruling(&self, key: &MatchKey) -> Option<&MatchRuling> {
        self.rulings.get(key).filter(|_| !self.scores.contains_key(key))
    }
}

/// A ruling on a match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchRuling {
    /// The points of each seat, from 0 to 1.
    pub points: Vec<f64>,
    pub reason: RulingReason,
    /// The version of Rathaus that ruled.
    pub rathaus: String,
    /// When it ruled.
    pub ruled_on: Timestamp,
}

/// Why a match is ruled instead of played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum RulingReason {
    /// Entrants were absent, and lose.
    Forfeit { absent: Vec<AbsentSeat> },
    /// The host could not play the match, and nobody is to blame.
    Void {
        /// How often the host tried.
        tries: u32,
        why: String,
    },
}

/// A seat whose entrant was absent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AbsentSeat {
    pub seat: usize,
    #[serde(flatten)]
    pub absence: EntrantAbsence,
}

/// Why an entrant cannot play at the moment, although it belongs to the tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntrantAbsence {
    pub cause: AbsenceCause,
    /// The message of the build.
    pub why: String,
}

/// Who has to act so that an absent entrant can play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AbsenceCause {
    /// Its author: it does not build, or its source is gone.
    Unbuildable,
    /// The organiser: a compiler, an interpreter or a tool is not installed on this machine.
    MissingTool,
}

impl MatchRuling {
    /// The ruling that absent entrants lose. The others draw with each other.
    pub fn forfeit(seats: usize, absent: Vec<AbsentSeat>, ruled_on: Timestamp) -> MatchRuling {
        let is_absent = |seat: usize| absent.iter().any(|other| other.seat == seat);
        let beaten = absent.len() as f64;
        let drawn = seats.saturating_sub(absent.len() + 1) as f64 / 2.0;
        let share = (beaten + drawn) / seats.saturating_sub(1).max(1) as f64;
        let points = (0..seats).map(|seat| if is_absent(seat) { 0.0 } else { share }).collect();
        let absent = absent.into_iter().map(AbsentSeat::shortened).collect();
        MatchRuling::new(points, RulingReason::Forfeit { absent }, ruled_on)
    }

    /// The ruling that a match which the host could not play is a draw.
    pub fn draw(seats: usize, tries: u32, why: &str, ruled_on: Timestamp) -> MatchRuling {
        let reason = RulingReason::Void { tries, why: beginning(why) };
        MatchRuling::new(vec![0.5; seats], reason, ruled_on)
    }

    fn new(points: Vec<f64>, reason: RulingReason, ruled_on: Timestamp) -> MatchRuling {
        MatchRuling { points, reason, rathaus: env!("CARGO_PKG_VERSION").into(), ruled_on }
    }

    /// Why this is no ruling on a match with so many seats, if it is none.
    pub fn misfit(&self, seats: usize) -> Option<String> {
        if self.points.len() != seats {
            return Some(format!("a ruling for {} seats on a match of {seats}", self.points.len()));
        }
        if !self.points.iter().all(|points| (0.0..=1.0).contains(points)) {
            return Some("a ruling gives a seat less than no point, or more than one".into());
        }
        let RulingReason::Forfeit { absent } = &self.reason else { return None };
        let unknown = absent.iter().find(|absent| absent.seat >= seats);
        unknown.map(|absent| format!("the seat {} of a ruling does not exist", absent.seat))
    }

    /// The seats whose entrants were absent.
    pub fn absent(&self) -> &[AbsentSeat] {
        match &self.reason {
            RulingReason::Forfeit { absent } => absent,
            RulingReason::Void { .. } => &[],
        }
    }
}

impl AbsentSeat {
    fn shortened(self) -> AbsentSeat {
        let absence = EntrantAbsence { why: beginning(&self.absence.why), ..self.absence };
        AbsentSeat { absence, ..self }
    }
}

impl AbsenceCause {
    /// As it is said of an entrant.
    pub fn in_words(self) -> &'static str {
        match self {
            AbsenceCause::Unbuildable => "unbuildable",
            AbsenceCause::MissingTool => "unbuildable: a tool was missing",
        }
    }

    /// As in JSON.
    pub fn word(self) -> &'static str {
        match self {
            AbsenceCause::Unbuildable => "unbuildable",
            AbsenceCause::MissingTool => "missing_tool",
        }
    }
}

impl fmt::Display for EntrantAbsence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&indented(&self.why))
    }
}

impl fmt::Display for RulingReason {
    /// One line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulingReason::Forfeit { absent } => {
                let causes: Vec<String> = absent.iter().map(AbsentSeat::in_words).collect();
                f.write_str(&causes.join("; "))
            }
            RulingReason::Void { tries, why } => {
                let attempts = counted(*tries as usize, "attempt");
                write!(f, "the host could not play it in {attempts}: {}", first_line(why))
            }
        }
    }
}

impl AbsentSeat {
    fn in_words(&self) -> String {
        format!("seat {} is {}: {}", self.seat, self.absence.cause.word(), first_line(&self.absence.why))
    }
}

fn first_line(text: &str) -> String {
    harmless(text.lines().next().unwrap_or_default())
}

fn beginning(text: &str) -> String {
    text.chars().take(MOST_CHARACTERS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn absent(seat: usize) -> AbsentSeat {
        let why = "g++ was not found\nhelp".into();
        AbsentSeat { seat, absence: EntrantAbsence { cause: AbsenceCause::MissingTool, why } }
    }

    #[test]
    fn absent_entrants_lose_and_the_others_draw() {
        let points = |seats, absences: &[usize]| {
            let absences = absences.iter().copied().map(absent).collect();
            MatchRuling::forfeit(seats, absences, Timestamp::UNIX_EPOCH).points
        };
        assert_eq!(points(2, &[1]), [1.0, 0.0]);
        assert_eq!(points(2, &[0, 1]), [0.0, 0.0]);
        assert_eq!(points(3, &[0]), [0.0, 0.75, 0.75]);
        assert_eq!(points(3, &[0, 2]), [0.0, 1.0, 0.0]);
        assert_eq!(points(1, &[0]), [0.0]);
        assert_eq!(MatchRuling::draw(2, 3, "no memory", Timestamp::UNIX_EPOCH).points, [0.5, 0.5]);
    }

    #[test]
    fn impossible_rulings_are_noticed() {
        let ruling = MatchRuling::forfeit(2, vec![absent(1)], Timestamp::UNIX_EPOCH);
        assert_eq!(ruling.misfit(2), None);
        assert!(ruling.misfit(3).is_some());
        for points in [[2.0, 0.0], [-1.0, 0.0], [f64::NAN, 0.0], [f64::INFINITY, 0.0]] {
            let forged = MatchRuling { points: points.to_vec(), ..ruling.clone() };
            assert!(forged.misfit(2).is_some(), "{points:?}");
        }
        let elsewhere = MatchRuling::forfeit(2, vec![absent(9)], Timestamp::UNIX_EPOCH);
        assert!(elsewhere.misfit(2).is_some());
    }

    #[test]
    fn rulings_are_written_and_read() {
        let long = AbsentSeat {
            absence: EntrantAbsence { why: "é".repeat(9_999), ..absent(1).absence },
            ..absent(1)
        };
        let ruling = MatchRuling::forfeit(2, vec![absent(0), long], Timestamp::UNIX_EPOCH);
        let text = serde_json::to_string(&ruling).unwrap();
        assert_eq!(serde_json::from_str::<MatchRuling>(&text).unwrap(), ruling);
        assert!(text.len() < 3 * MOST_CHARACTERS && text.contains("\"cause\":\"missing_tool\""), "{text}");
        assert!(!ruling.reason.to_string().contains('\n'));
    }
}
