//! Reports of the grid-routing battle.

use std::fmt;

use serde_json::{Value, json};

use super::{GridRoutingDetails, GridRoutingParams, OwnerSet, letter};
use crate::custom::ScoreOrder;
use crate::report::{
    CsvOrTextLog, MatchReportInput, MatchScoreHistory, MultiplayerReportContent, RecomputedOutcome,
    ReportPart, SeatReportInput,
};
use crate::words::{counted, number};
use crate::{FaultCause, Seed};

/// A match and its details, for its report.
struct GridRoutingReport<'a> {
    facts: &'a MatchReportInput,
    details: GridRoutingDetails,
}

/// The report of a match.
pub(super) fn report(facts: &MatchReportInput) -> Result<MultiplayerReportContent, String> {
    let details = serde_json::from_value(facts.details.clone()).map_err(|error| error.to_string())?;
    let report = GridRoutingReport { facts, details };
    let seats: Vec<usize> = (0..facts.seats.len()).collect();
    let gains = report.details.rounds.iter().map(|round| &round.gains);
    let GridRoutingDetails { side, rounds, .. } = &report.details;
    Ok(MultiplayerReportContent {
        ranked: report.ranked(),
        parts: report.parts(),
        turns: facts.turns(|turn| report.place_of(turn).to_string()),
        turn_noun: "place",
        extent: format!("{}, {}", counted(seats.len(), "bot"), counted(rounds.len(), "round")),
        seats: seats.iter().map(|seat| report.seat_json(*seat)).collect(),
        json: json!({ "side": side, "rounds": rounds, "disqualified": report.disqualified_names() }),
        logs: vec![("score-log", CsvOrTextLog::of_rounds(facts, &seats, gains))],
    })
}

/// The points of each seat after each round.
pub(super) fn history(details: &Value) -> Option<MatchScoreHistory> {
    let details: GridRoutingDetails = serde_json::from_value(details.clone()).ok()?;
    let seats = details.rounds.first().map_or(0, |round| round.gains.len());
    let mut scores = vec![Vec::new(); seats];
    let mut totals = vec![0; seats];
    for round in &details.rounds {
        for (seat, gain) in round.gains.iter().enumerate().take(seats) {
            totals[seat] += gain;
            scores[seat].push(totals[seat] as f64);
        }
    }
    Some(MatchScoreHistory { scores, takes: None })
}

/// Recomputes a stored result from its choices.
pub(super) fn recompute(
    params: &GridRoutingParams,
    seats: usize,
    seed: Seed,
    details: &Value,
) -> Result<RecomputedOutcome, String> {
    let recorded: GridRoutingDetails =
        serde_json::from_value(details.clone()).map_err(|_| "it has no rounds".to_owned())?;
    let outcome = super::replay(params, seats, seed, &recorded.rounds).map_err(|error| error.to_string())?;
    let difference = difference(&recorded, &outcome.details);
    Ok(RecomputedOutcome { outcome, difference })
}

fn difference(recorded: &GridRoutingDetails, replayed: &Value) -> Option<String> {
    let replayed: GridRoutingDetails = serde_json::from_value(replayed.clone()).ok()?;
    if replayed.rounds.len() != recorded.rounds.len() || replayed.side != recorded.side {
        return Some("it has not the rounds, or not the side, that its parameters say".into());
    }
    for (number, (round, recorded)) in (1..).zip(replayed.rounds.iter().zip(&recorded.rounds)) {
        if (&round.broken, &round.owned) != (&recorded.broken, &recorded.owned) {
            return Some(format!("round {number} has choices that cannot have counted"));
        }
        if round.gains != recorded.gains {
            return Some(format!(
                "round {number} comes to {:?}, and not to {:?}",
                round.gains, recorded.gains
            ));
        }
    }
    None
}

impl GridRoutingReport<'_> {
    fn seats(&self) -> impl Iterator<Item = usize> {
        0..self.facts.seats.len()
    }

    fn ranked(&self) -> Vec<usize> {
        self.facts.ranked(ScoreOrder::Highest, self.seats().filter(|seat| !self.is_disqualified(*seat)))
    }

    fn times_late(&self, seat: usize) -> usize {
        let faults = &self.facts.seats[seat].faults;
        faults.iter().filter(|fault| matches!(fault.fault.cause, FaultCause::Late { .. })).count()
    }

    fn is_disqualified(&self, seat: usize) -> bool {
        self.facts.has("disqualify-late") && self.times_late(seat) > 0
    }

    fn disqualified_names(&self) -> Vec<&str> {
        let out = self.seats().filter(|seat| self.is_disqualified(*seat));
        out.map(|seat| self.facts.seats[seat].name.as_str()).collect()
    }

    /// The rounds if the options ask for them, the leaderboard, and the disqualified bots.
    fn parts(&self) -> Vec<ReportPart> {
        let mut parts = Vec::new();
        let rounds = 1..=self.details.rounds.len();
        if self.facts.has("ascii") {
            parts.push(ReportPart::Text(self.legend()));
            parts.extend(rounds.map(|round| ReportPart::Text(self.picture(round))));
        } else if self.facts.has("details") {
            let gains = rounds.map(|round| self.gains(round)).collect::<Vec<_>>();
            parts.push(ReportPart::Text(gains.join("\n")));
        }
        parts.push(self.leaderboard());
        let out = self.seats().filter(|seat| self.is_disqualified(*seat)).map(|seat| {
            let times = counted(self.times_late(seat), "time");
            format!("{} was late {times}, and is disqualified", self.facts.seats[seat].name)
        });
        parts.extend(out.map(ReportPart::Text));
        parts
    }

    fn leaderboard(&self) -> ReportPart {
        let right = ["rank", "score", "rounds scored", "best", "faults"].map(|head| (head, true));
        let row = |(rank, seat): (usize, usize)| {
            let SeatReportInput { name, language, score, faults } = &self.facts.seats[seat];
            let gains = || self.details.rounds.iter().map(|round| round.gains[seat]);
            vec![
                rank.to_string(),
                number(*score),
                gains().filter(|gain| *gain > 0).count().to_string(),
                gains().max().unwrap_or(0).to_string(),
                faults.len().to_string(),
                language.clone(),
                name.clone(),
            ]
        };
        ReportPart::Table {
            columns: [right.as_slice(), &[("language", false), ("bot", false)]].concat(),
            rows: (1..).zip(self.ranked()).map(row).collect(),
        }
    }

    /// The position of a turn. The referee counts turns from 1 over the whole match.
    fn place_of(&self, turn: usize) -> PhasePosition {
        let (mut ask, mut place) = (turn - 1, PhasePosition { round: 0, asked: None });
        for (number, round) in (1..).zip(&self.details.rounds) {
            let word = if ask.is_multiple_of(2) { "DESTROY" } else { "ACTIVATE" };
            let asked = Some(ask / 2).filter(|turn| *turn < round.broken.len());
            place = PhasePosition { round: number, asked: asked.map(|turn| format!("{word} {turn}")) };
            if ask < round.asks {
                break;
            }
            ask -= round.asks;
        }
        place
    }

    /// The letter of each bot.
    fn legend(&self) -> String {
        let line = |seat: usize| format!("{} {}", letter(seat), self.facts.seats[seat].name);
        self.seats().map(line).collect::<Vec<_>>().join("\n")
    }

    /// The final grid of a round, from 1, with the sinks at the top: `.` for inactive, a blank for
    /// broken, a letter for an owner. If there are several owners, the seed of the match picks one.
    fn picture(&self, round: usize) -> String {
        let (record, side) = (&self.details.rounds[round - 1], self.details.side as usize);
        let grid = record.grid(self.details.side);
        let seed = self.facts.seed.unwrap_or(Seed(0));
        let mut stream = seed.derive("picture", round as u64).stream("owners");
        let mut text = self.gains(round);
        for y in (0..side).rev() {
            text.push('\n');
            let row: String = (y * side..(y + 1) * side)
                .map(|index| match grid.owners(index) {
                    0 if grid.is_broken(index) => ' ',
                    0 => '.',
                    owners => letter(*stream.pick(&seats_of(owners))),
                })
                .collect();
            text.push_str(row.trim_end());
        }
        text
    }

    /// The points that the seats gained in a round, from 1.
    fn gains(&self, round: usize) -> String {
        let gains = &self.details.rounds[round - 1].gains;
        let gained: Vec<String> = self
            .seats()
            .filter(|seat| gains[*seat] > 0)
            .map(|seat| format!("{} {}", self.facts.seats[seat].name, gains[seat]))
            .collect();
        let gained = if gained.is_empty() { "no points".into() } else { gained.join(", ") };
        format!("round {round}: {gained}")
    }

    fn seat_json(&self, seat: usize) -> Value {
        let faults = self.facts.seats[seat].faults.iter().map(|fault| {
            let PhasePosition { round, asked } = self.place_of(fault.turn);
            let mut fault = json!(fault);
            fault["round"] = round.into();
            fault["asked"] = asked.as_deref().unwrap_or("SCORE").into();
            fault
        });
        json!({ "seat": seat, "faults": faults.collect::<Vec<_>>() })
    }
}

/// A position in a match.
struct PhasePosition {
    /// The round, from 1.
    round: usize,
    /// The question to the bots. `None` at the end of the round.
    asked: Option<String>,
}

impl fmt::Display for PhasePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "round {}, {}", self.round, self.asked.as_deref().unwrap_or("at its end"))
    }
}

fn seats_of(owners: OwnerSet) -> Vec<usize> {
    (0..OwnerSet::BITS as usize).filter(|seat| owners >> seat & 1 == 1).collect()
}
