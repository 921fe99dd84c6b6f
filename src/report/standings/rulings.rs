//! Matches that are ruled instead of played. They give points, and count nowhere else.

use std::collections::BTreeMap;

use rathaus_games::words::number;
use serde_json::{Value, json};

use super::{Standings, StandingsRow};
use crate::report::harmless;
use crate::report::text::counted;
use crate::tournament::{MatchRuling, MatchSchedule, RulingReason};

/// The most rulings that the text lists, one per line.
const MOST_LISTED: usize = 30;

/// A match that is ruled instead of played.
#[derive(Debug, Clone)]
pub(super) struct ReportedRuling {
    number: u32,
    round: u32,
    key: String,
    /// The entrants by seat.
    names: Vec<String>,
    ruling: MatchRuling,
}

/// The rulings of a schedule, in the order of its matches.
pub(super) fn of(schedule: &MatchSchedule) -> Vec<ReportedRuling> {
    let reported = |(position, ruling): (&usize, &MatchRuling)| ReportedRuling {
        number: schedule.scheduled_matches.number(*position),
        round: schedule.scheduled_matches.round(*position),
        key: schedule.key(*position),
        names: schedule.names_of(*position).cloned().collect(),
        ruling: ruling.clone(),
    };
    schedule.rulings.iter().map(reported).collect()
}

/// Counts the ruled matches of each entrant.
pub(super) fn count(rows: &mut [StandingsRow], schedule: &MatchSchedule) {
    let mut counts = BTreeMap::<&String, usize>::new();
    for name in schedule.rulings.keys().flat_map(|position| schedule.names_of(*position)) {
        *counts.entry(name).or_default() += 1;
    }
    rows.iter_mut().for_each(|row| row.ruled = counts.get(&row.name).copied().unwrap_or_default());
}

impl ReportedRuling {
    fn json(&self) -> Value {
        let ReportedRuling { number, round, key, names, ruling } = self;
        json!({
            "number": number,
            "round": round,
            "key": key,
            "entrants": names,
            "points": ruling.points,
            "reason": ruling.reason,
            "rathaus": ruling.rathaus,
            "ruled_on": ruling.ruled_on,
        })
    }

    /// One line.
    fn in_words(&self) -> String {
        let side = |(name, points): (&String, &f64)| format!("{} {}", harmless(name), number(*points));
        let sides: Vec<String> = self.names.iter().zip(&self.ruling.points).map(side).collect();
        let because = match &self.ruling.reason {
            RulingReason::Forfeit { absent } => {
                let of_seat = |seat: usize| self.names.get(seat).map_or(String::new(), |name| harmless(name));
                let listed = absent.iter().map(|absent| {
                    format!("{} was {}", of_seat(absent.seat), absent.absence.cause.in_words())
                });
                listed.collect::<Vec<_>>().join(", ")
            }
            RulingReason::Void { .. } => self.ruling.reason.to_string(),
        };
        format!("game {}: {} ({because})", self.number, sides.join(", "))
    }
}

impl Standings {
    pub(super) fn rulings_json(&self) -> Vec<Value> {
        self.rulings.iter().map(ReportedRuling::json).collect()
    }

    /// The number of matches that are ruled instead of played.
    pub fn ruled(&self) -> usize {
        self.rulings.len()
    }

    /// The rulings, one per line.
    pub(super) fn rulings_in_words(&self) -> Option<String> {
        let count = self.rulings.len();
        let mut lines: Vec<String> =
            self.rulings.iter().take(MOST_LISTED).map(ReportedRuling::in_words).collect();
        if count > MOST_LISTED {
            lines.push(format!("and {} more", count - MOST_LISTED));
        }
        (count > 0).then(|| format!("Ruled, not played: {}.\n{}", counted(count, "match"), lines.join("\n")))
    }
}
