//! Encounters, in formats whose pairings depend on results.

use std::collections::BTreeMap;

use rathaus_games::words::number;
use serde_json::{Value, json};

use super::Standings;
use crate::report::charts::{self, BracketEncounter, BracketSide, ChartWidth};
use crate::tournament::{EncounterStatus, FormatStanding, MatchSchedule, TournamentFormat};

/// An encounter that was played or is about to be played.
#[derive(Debug, Clone)]
pub struct ReportedEncounter {
    round: u32,
    names: Vec<String>,
    /// The points of each entrant. Empty if not known yet.
    points: Vec<f64>,
    /// Who advances in a knock-out, if decided.
    through: Option<String>,
    by_lot: bool,
    /// The number of its matches that are ruled instead of played.
    ruled: usize,
}

impl ReportedEncounter {
    fn json(&self) -> Value {
        let ReportedEncounter { round, names, points, through, by_lot, ruled } = self;
        json!({
            "round": round,
            "entrants": names,
            "points": points,
            "through": through,
            "by_lot": by_lot,
            "ruled": ruled,
        })
    }

    /// The encounter as text.
    fn in_words(&self) -> String {
        let lot = match (self.by_lot, self.ruled > 0) {
            (true, true) => " (ruled, by lot)",
            (true, false) => " (by lot)",
            (false, true) => " (ruled)",
            (false, false) => "",
        };
        match (self.names.as_slice(), self.points.as_slice()) {
            ([one], _) => format!("{one} had nobody to meet"),
            ([one, other], [points, others]) => {
                format!("{one} {} : {} {other}{lot}", number(*points), number(*others))
            }
            (names, _) => names.join(" and "),
        }
    }

    fn meeting(&self) -> BracketEncounter {
        // An entrant without an opponent has no points to show.
        let is_alone = self.names.len() < 2;
        let side = |(position, name): (usize, &String)| BracketSide {
            name: name.clone(),
            points: self.points.get(position).copied().filter(|_| !is_alone),
            continues: self.through.as_ref() == Some(name),
        };
        let sides = self.names.iter().enumerate().map(side).collect();
        BracketEncounter { sides, by_lot: self.by_lot }
    }
}

/// All encounters of a schedule, with names.
pub(super) fn met(schedule: &MatchSchedule) -> Vec<ReportedEncounter> {
    let name = |entrant: &usize| schedule.names[*entrant].clone();
    let of =
        |EncounterStatus { round, entrants, points, through, by_lot }: &EncounterStatus| ReportedEncounter {
            round: *round,
            names: entrants.iter().map(name).collect(),
            points: points.clone(),
            through: through.as_ref().map(name),
            by_lot: *by_lot,
            ruled: ruled(schedule, *round, entrants),
        };
    schedule.encounters.iter().map(of).collect()
}

/// The number of ruled matches of an encounter. In a knock-out, two entrants meet at most once.
fn ruled(schedule: &MatchSchedule, round: u32, entrants: &[usize]) -> usize {
    let is_knock_out = matches!(schedule.places.first(), Some(FormatStanding::KnockOut { .. }));
    let matches = &schedule.scheduled_matches;
    let is_of_round = |position: usize| is_knock_out || matches.round(position) == round;
    let is_own = |position: &&usize| {
        let seats = matches.seats(**position);
        seats.len() == entrants.len()
            && is_of_round(**position)
            && seats.iter().all(|seat| entrants.contains(&(*seat as usize)))
    };
    schedule.rulings.keys().filter(is_own).count()
}

/// The name of the round of a knock-out with `left` entrants. 1 stands for the winner.
pub(super) fn reached(left: usize) -> String {
    match left {
        1 => "won".into(),
        2 => "final".into(),
        4 => "semi-final".into(),
        8 => "quarter-final".into(),
        _ => format!("round of {left}"),
    }
}

impl Standings {
    pub(super) fn encounters_json(&self) -> Vec<Value> {
        self.encounters.iter().map(ReportedEncounter::json).collect()
    }

    /// The encounters by round, each round in the order of the bracket.
    fn rounds_of(&self) -> Vec<Vec<&ReportedEncounter>> {
        let mut rounds: Vec<Vec<&ReportedEncounter>> = Vec::new();
        for met in &self.encounters {
            rounds.resize_with(rounds.len().max(met.round as usize), Vec::new);
            rounds[met.round as usize - 1].push(met);
        }
        rounds
    }

    /// The encounters of a knock-out, one line per round. `None` for other formats, which have
    /// too many.
    pub(super) fn encounters_in_words(&self) -> Option<String> {
        let rounds = self.bracket_rounds()?;
        let line = |(name, round): (String, Vec<&ReportedEncounter>)| {
            let words: Vec<String> = round.into_iter().map(ReportedEncounter::in_words).collect();
            format!("{name}: {}", words.join("; "))
        };
        Some(rounds.into_iter().map(line).collect::<Vec<_>>().join("\n"))
    }

    /// The rounds of a knock-out with their names.
    fn bracket_rounds(&self) -> Option<Vec<(String, Vec<&ReportedEncounter>)>> {
        let rounds = self.rounds_of();
        let is_bracket = self.state.format == TournamentFormat::KnockOut && !rounds.is_empty();
        is_bracket.then(|| rounds.into_iter().map(|round| (reached(2 * round.len()), round)).collect())
    }

    /// The points of each entrant after each finished round of a Swiss tournament, in the order of
    /// the standings.
    pub(super) fn points_so_far(&self) -> Vec<(String, Vec<f64>)> {
        let known = |round: &Vec<&ReportedEncounter>| round.iter().all(|met| !met.points.is_empty());
        let rounds: Vec<Vec<&ReportedEncounter>> = self.rounds_of().into_iter().take_while(known).collect();
        let by_name = |round: &Vec<&ReportedEncounter>| -> BTreeMap<String, f64> {
            let all = round.iter().flat_map(|met| met.names.iter().cloned().zip(met.points.iter().copied()));
            all.collect()
        };
        let points: Vec<BTreeMap<String, f64>> = rounds.iter().map(by_name).collect();
        let series = |name: &String| {
            let mut sum = 0.0;
            let of_round = |round: &BTreeMap<String, f64>| {
                sum += round.get(name).copied().unwrap_or(0.0);
                sum
            };
            points.iter().map(of_round).collect()
        };
        self.rows.iter().map(|row| (row.name.clone(), series(&row.name))).collect()
    }

    pub(super) fn draw_bracket(&self, width: ChartWidth) -> String {
        let rounds = self.bracket_rounds().unwrap_or_default();
        let charts = |(name, round): (String, Vec<&ReportedEncounter>)| {
            (name, round.into_iter().map(ReportedEncounter::meeting).collect())
        };
        let rounds: Vec<(String, Vec<BracketEncounter>)> = rounds.into_iter().map(charts).collect();
        charts::bracket(&self.title_of("who met whom"), &rounds, width)
    }
}
