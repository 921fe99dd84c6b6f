//! Standings of multiplayer games.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use rathaus_games::custom::ScoreOrder;
use rathaus_games::diagnosis::ProcessLife;
use rathaus_games::report::{ColumnHeading, MatchScoreHistory};
use rathaus_games::{FaultCause, GameRules};
use serde_json::{Value, json};

use super::encounters::reached;
use super::{RoundHistory, Standings, StandingsRow};
use crate::report::faults;
use crate::report::text::{counted, interval, number, rounded};
use crate::store::StoredResult;
use crate::tournament::standings::{EstimateWithInterval, Rating, mean, mean_with_interval, ratings};
use crate::tournament::{
    FormatStanding, MatchResult, MatchSchedule, ScheduledMatch, StoredTournament, TournamentFormat,
};

/// The columns of the table. The rating estimates strength independent of the opponents; the other
/// columns are what the entrant scored.
const COLUMNS: [ColumnHeading; 5] =
    [("total", true), ("a game", true), ("95 % interval", false), ("rating", true), ("±", true)];

/// The columns before `COLUMNS`, in formats whose pairings depend on results.
fn columns_of(format: TournamentFormat) -> &'static [ColumnHeading] {
    match format {
        TournamentFormat::Swiss => &[("points", true), ("opponents'", true)],
        TournamentFormat::KnockOut => &[("reached", false)],
        _ => &[],
    }
}

type Games<'a> = Vec<(&'a ScheduledMatch, &'a MatchResult)>;

pub(super) fn standings(
    state: StoredTournament,
    schedule: &MatchSchedule,
    stored: &[Option<StoredResult>],
) -> Standings {
    let games: Games<'_> = schedule
        .scheduled_matches
        .iter()
        .zip(stored)
        .filter_map(|(scheduled_match, stored)| Some((scheduled_match, &stored.as_ref()?.result)))
        .collect();
    let best = schedule.rules.best();
    let ranked: Vec<Vec<(usize, f64)>> = games
        .iter()
        .map(|(scheduled_match, result)| {
            let worth = result.scores.iter().map(|score| best.worth(*score));
            scheduled_match.seats.iter().copied().zip(worth).collect()
        })
        .collect();
    let ratings = ratings(schedule.names.len(), &ranked);
    let mut rows: Vec<StandingsRow> = (0..schedule.names.len())
        .map(|entrant| row(&state, &schedule.names[entrant], entrant, &games, (best, ratings[entrant])))
        .collect();
    rows.extend(
        state.entrants.keys().filter(|name| !schedule.names.contains(name)).map(|name| absent(&state, name)),
    );
    rows.iter_mut().for_each(|row| place(row, schedule));
    let value = |row: &StandingsRow| row.estimate.map_or(f64::MIN, |estimate| best.worth(estimate.value));
    rows.sort_by(|one, other| {
        let bar = |row: &StandingsRow| !row.can_be_ranked();
        let places = one.place.zip(other.place).map_or(Ordering::Equal, |(one, other)| one.order(&other));
        let values = value(other).total_cmp(&value(one));
        bar(one).cmp(&bar(other)).then(places).then(values).then(one.name.cmp(&other.name))
    });
    let order: Vec<Option<usize>> =
        rows.iter().map(|row| schedule.names.iter().position(|name| *name == row.name)).collect();
    let history = history(&schedule.rules, &games, &order);
    Standings {
        played: (0, 0),
        continues: false,
        sandboxes: BTreeMap::new(),
        noun: "game",
        provisional_until: None,
        columns: [columns_of(state.format), &COLUMNS].concat(),
        decides: ("score a game", false),
        rows,
        pairs: Vec::new(),
        encounters: Vec::new(),
        history,
        state,
    }
}

/// Adds the standing of an entrant to its row, in formats whose pairings depend on results.
fn place(row: &mut StandingsRow, schedule: &MatchSchedule) {
    let position = schedule.names.iter().position(|name| *name == row.name);
    let Some(place) = position.and_then(|position| schedule.places.get(position).copied()) else { return };
    row.place = Some(place);
    if row.cells.is_empty() {
        return;
    }
    let name = &row.name;
    match place {
        FormatStanding::Swiss { points, opponents, rests } => {
            row.cells.splice(0..0, [rounded(points), rounded(opponents)]);
            if rests > 0 {
                let rounds = counted(rests as usize, "round");
                row.notes.push(format!("{name} had nobody to play with in {rounds}; each is worth a point"));
            }
        }
        FormatStanding::KnockOut { left, by_lot, .. } => {
            row.cells.insert(0, reached(left));
            if by_lot {
                row.notes.push(format!("{name} went out by lot: the encounter stayed level"));
            }
        }
    }
}

/// The mean score of an entrant in each round, with the number of the round.
fn by_round(scores: &[(u32, f64)]) -> Vec<(u32, f64)> {
    let mut rounds: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for (round, score) in scores {
        rounds.entry(*round).or_default().push(*score);
    }
    rounds.into_iter().filter_map(|(round, scores)| Some((round, mean(&scores)?))).collect()
}

/// The first fault that disqualifies an entrant, and the number of such faults, as text.
pub(super) fn disqualified<'a>(
    state: &StoredTournament,
    causes: impl Iterator<Item = &'a FaultCause>,
) -> Option<String> {
    let barred: Vec<&FaultCause> =
        causes.filter(|cause| state.disqualify.iter().any(|kind| kind.is(cause))).collect();
    let first = barred.first()?;
    Some(format!("{} {}", first.name(), counted(barred.len(), "time")))
}

fn row(
    state: &StoredTournament,
    name: &str,
    entrant: usize,
    games: &Games<'_>,
    (best, rating): (ScoreOrder, Rating),
) -> StandingsRow {
    let (mut scores, mut of_rounds) = (Vec::new(), Vec::new());
    let mut all = Vec::new();
    for (scheduled_match, result) in games {
        let Some(seat) = scheduled_match.seats.iter().position(|one| *one == entrant) else { continue };
        scores.push((scheduled_match.number, result.scores[seat]));
        of_rounds.push((scheduled_match.round, result.scores[seat]));
        all.extend(
            result
                .faults
                .iter()
                .filter(|fault| fault.seat == seat)
                .map(|fault| (scheduled_match.number, fault)),
        );
    }
    let values: Vec<f64> = scores.iter().map(|(_, score)| *score).collect();
    // Matches of one round start from the same opening, so they are not independent. The interval
    // uses one mean per round.
    let rounds = by_round(&of_rounds);
    let estimate = mean_with_interval(&rounds.iter().map(|(_, mean)| *mean).collect::<Vec<_>>());
    let is_same = |one: &FaultCause, other: &FaultCause| one.name() == other.name();
    let shown = all.iter().map(|(number, fault)| ((*number, fault.turn), &fault.fault));
    let life = ProcessLife::in_game(&state.game);
    let place = |(number, turn): &(u32, usize)| format!("game {number}, request {turn}");
    let mut faulty: Vec<u32> = all.iter().map(|(number, _)| *number).collect();
    faulty.dedup();
    StandingsRow {
        name: name.into(),
        entrant: state.entrants[name].clone(),
        rank: None,
        place: None,
        estimate,
        worth: rounds.iter().map(|(round, mean)| (*round, best.worth(*mean))).collect(),
        cells: estimate.map(|estimate| cells(&values, (rounds.len(), estimate), rating)).unwrap_or_default(),
        faulty: faulty.len(),
        disqualified: disqualified(state, all.iter().map(|(_, fault)| &fault.fault.cause)),
        notes: faults::fault_texts(name, life, shown, is_same, place, "request"),
        more: json!({ "total": values.iter().sum::<f64>(), "mean": estimate, "rating": rating }),
        scores,
    }
}

fn cells(scores: &[f64], (rounds, mean): (usize, EstimateWithInterval), rating: Rating) -> Vec<String> {
    let interval = interval(mean.low, mean.high);
    vec![
        number(scores.iter().sum()),
        rounded(mean.value),
        // A single game or round says nothing about the variance.
        if rounds > 1 { interval } else { "-".into() },
        format!("{:.1}", rating.value),
        // Half a 95 % interval of a normal distribution, like the other intervals.
        format!("{:.1}", 1.96 * rating.deviation),
    ]
}

/// An entrant that does not play.
fn absent(state: &StoredTournament, name: &str) -> StandingsRow {
    StandingsRow {
        name: name.into(),
        entrant: state.entrants[name].clone(),
        rank: None,
        place: None,
        estimate: None,
        scores: Vec::new(),
        worth: Vec::new(),
        cells: Vec::new(),
        faulty: 0,
        disqualified: None,
        notes: Vec::new(),
        more: Value::Null,
    }
}

/// The history of scores, round by round. `order` has the index of each row in the schedule's
/// names, `None` for entrants that do not play.
fn history(rules: &GameRules, games: &Games<'_>, order: &[Option<usize>]) -> Option<RoundHistory> {
    let mut told = RoundTotals::new(order.len());
    for (scheduled_match, result) in games {
        // The index of the row of each seat.
        let rows: Vec<usize> = scheduled_match
            .seats
            .iter()
            .filter_map(|entrant| order.iter().position(|position| *position == Some(*entrant)))
            .collect();
        told.add_match(&rows, &rules.history(&result.details)?);
    }
    let takes = told.has_takes.then_some(told.takes);
    let mean = |(sums, games): (Vec<f64>, Vec<u32>)| {
        sums.into_iter().zip(games).map(|(sum, games)| sum / f64::from(games.max(1))).collect()
    };
    Some(RoundHistory { scores: told.sums.into_iter().zip(told.games).map(mean).collect(), takes })
}

/// Sums over games.
struct RoundTotals {
    /// For each row, the sum of its scores after each round.
    sums: Vec<Vec<f64>>,
    /// For each row, how many games had each round.
    games: Vec<Vec<u32>>,
    takes: Vec<Vec<u64>>,
    has_takes: bool,
}

impl RoundTotals {
    fn new(rows: usize) -> RoundTotals {
        RoundTotals {
            sums: vec![Vec::new(); rows],
            games: vec![Vec::new(); rows],
            takes: vec![vec![0; rows]; rows],
            has_takes: false,
        }
    }

    fn add(&mut self, row: usize, round: usize, score: f64) {
        let (sums, games) = (&mut self.sums[row], &mut self.games[row]);
        sums.resize(sums.len().max(round + 1), 0.0);
        games.resize(sums.len(), 0);
        sums[round] += score;
        games[round] += 1;
    }

    /// Adds a match. `rows` has the row of each seat.
    fn add_match(&mut self, rows: &[usize], history: &MatchScoreHistory) {
        for (row, scores) in rows.iter().zip(&history.scores) {
            scores.iter().enumerate().for_each(|(round, score)| self.add(*row, round, *score));
        }
        let Some(takes) = &history.takes else { return };
        self.has_takes = true;
        for (by, taken) in rows.iter().zip(takes) {
            rows.iter().zip(taken).for_each(|(from, count)| self.takes[*by][*from] += count);
        }
    }
}
