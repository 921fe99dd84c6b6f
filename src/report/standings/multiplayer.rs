//! Standings of multiplayer games.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use rathaus_games::custom::ScoreOrder;
use rathaus_games::diagnosis::ProcessPersistence;
use rathaus_games::report::ColumnHeading;
use rathaus_games::{FaultCause, SeatFault};
use serde_json::{Value, json};

use super::encounters::reached;
use super::outcomes::{self, MatchOutcomes};
use super::rulings;
use super::{EntrantScoreSample, RatingModelSummary, RoundHistory, Standings, StandingsRow, StatMeans};
use crate::report::text::{counted, interval, number, rounded};
use crate::report::{faults, joined};
use crate::tournament::standings::{
    EstimateWithInterval, RatedMatch, Rating, Ratings, Victory, VictoryCycleSummary, mean_with_interval,
    parallel,
};
use crate::tournament::{
    EntrantPositions, FormatStanding, GameRoundTotals, MatchSchedule, ScheduleResults, StoredTournamentSetup,
    TournamentFormat,
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
        TournamentFormat::Adaptive => &[("share", true), ("own rounds", true)],
        _ => &[],
    }
}

/// All columns that depend on the game or format.
fn columns(state: &StoredTournamentSetup, schedule: &MatchSchedule) -> Vec<ColumnHeading> {
    let outcomes = MatchOutcomes::are_all(schedule).then_some(outcomes::COLUMN);
    [columns_of(state.format), &COLUMNS].concat().into_iter().chain(outcomes).collect()
}

pub(super) fn standings(
    state: StoredTournamentSetup,
    schedule: &MatchSchedule,
    results: &ScheduleResults,
) -> Standings {
    let best = schedule.rules().best();
    let ratings = Ratings::new(schedule.names.len(), best, rated(schedule, results));
    let anchor = state.rating_anchor.as_ref().and_then(|name| schedule.entrant(name));
    let ratings = match anchor {
        Some(entrant) => ratings.anchored_at(entrant),
        None => ratings,
    };
    let mut rows = played_rows(&state, schedule, results, &ratings);
    rows.extend(
        state.entrants.keys().filter(|name| !schedule.names.contains(name)).map(|name| absent(&state, name)),
    );
    rulings::count(&mut rows, schedule);
    rows.iter_mut().for_each(|row| place(row, schedule));
    let value = |row: &StandingsRow| row.estimate.map_or(f64::MIN, |estimate| best.worth(estimate.value));
    rows.sort_by(|one, other| {
        let bar = |row: &StandingsRow| !row.can_be_ranked();
        let places = one.place.zip(other.place).map_or(Ordering::Equal, |(one, other)| one.order(&other));
        let values = value(other).total_cmp(&value(one));
        bar(one).cmp(&bar(other)).then(places).then(values).then(one.name.cmp(&other.name))
    });
    let order: Vec<Option<usize>> = rows.iter().map(|row| schedule.entrant(&row.name)).collect();
    let history = results.history().map(|totals| history(totals, &order));
    Standings {
        group: None,
        groups: Vec::new(),
        played: (0, 0),
        continues: false,
        rulings: Vec::new(),
        teams: Vec::new(),
        sandboxes: BTreeMap::new(),
        unproven: 0,
        noun: "game",
        provisional_until: None,
        columns: columns(&state, schedule),
        decides: ("score a game", false),
        rows,
        least_boards: 0,
        pairs: Vec::new(),
        cycles: cycles(&ratings.victories, &order),
        ratings: Some(RatingModelSummary::new(&ratings, anchor.map(|entrant| &schedule.names[entrant]))),
        encounters: Vec::new(),
        adaptive: None,
        history,
        state,
    }
}

/// The rows of the entrants that play, in the order of their names. Many matches are shared among
/// all processors.
fn played_rows(
    state: &StoredTournamentSetup,
    schedule: &MatchSchedule,
    results: &ScheduleResults,
    ratings: &Ratings,
) -> Vec<StandingsRow> {
    let entrants = schedule.names.len();
    let positions = EntrantPositions::new(&schedule.scheduled_matches, entrants);
    let faults = EntrantMatches::faults(schedule, results);
    let steps = schedule.scheduled_matches.all_seats() / entrants.max(1);
    parallel::map(0..entrants, steps, |entrant| {
        let played = EntrantMatches::new(entrant, positions.of(entrant), schedule, results);
        let matches = EntrantMatches { faults: faults[entrant].clone(), ..played };
        row(state, schedule, entrant, matches, (schedule.rules().best(), ratings.entrants[entrant]))
    })
}

/// The cycles by index in the standings. `order` has the index of each row in the schedule's names,
/// `None` for entrants that do not play.
fn cycles(victories: &[Victory], order: &[Option<usize>]) -> VictoryCycleSummary {
    let entrants = order.iter().enumerate().filter_map(|(row, entrant)| Some(((*entrant)?, row)));
    let rows: BTreeMap<usize, usize> = entrants.collect();
    let of_rows = |victory: &Victory| Victory {
        winner: rows[&victory.winner],
        loser: rows[&victory.loser],
        share: victory.share,
    };
    VictoryCycleSummary::new(order.len(), &victories.iter().map(of_rows).collect::<Vec<_>>())
}

/// The matches played, for ratings.
fn rated<'a>(
    schedule: &'a MatchSchedule,
    results: &'a ScheduleResults,
) -> impl Iterator<Item = RatedMatch<'a>> + Clone + Sync {
    let matches = &schedule.scheduled_matches;
    results.positions().map(move |position| RatedMatch {
        round: matches.round(position),
        seats: matches.seats(position),
        scores: results.scores(position).unwrap_or_default(),
    })
}

/// What an entrant did in its matches.
#[derive(Debug, Clone, Default)]
struct EntrantMatches<'a> {
    /// Its score in each match, with the number of the match.
    scores: Vec<(u32, f64)>,
    /// For each round, the sum of its scores and their number. In some formats, rounds are not in
    /// order, and some are here more than once.
    rounds: Vec<(u32, f64, u32)>,
    /// Its faults, with the numbers of their matches.
    faults: Vec<(u32, &'a SeatFault)>,
}

impl<'a> EntrantMatches<'a> {
    /// Those at these positions. Faults are added later.
    fn new(entrant: usize, positions: &[u32], schedule: &MatchSchedule, results: &ScheduleResults) -> Self {
        let matches = &schedule.scheduled_matches;
        let mut played =
            EntrantMatches { scores: Vec::with_capacity(positions.len()), ..EntrantMatches::default() };
        for position in positions.iter().map(|position| *position as usize) {
            let scores = results.scores(position).unwrap_or_default();
            for (_, score) in
                matches.seats(position).iter().zip(scores).filter(|(other, _)| **other as usize == entrant)
            {
                played.add(matches.number(position), matches.round(position), *score);
            }
        }
        played
    }

    fn add(&mut self, number: u32, round: u32, score: f64) {
        self.scores.push((number, score));
        match self.rounds.last_mut().filter(|(last, ..)| *last == round) {
            Some((_, sum, count)) => (*sum, *count) = (*sum + score, *count + 1),
            None => self.rounds.push((round, score, 1)),
        }
    }

    /// The faults of each entrant, with the numbers of their matches.
    fn faults(schedule: &MatchSchedule, results: &'a ScheduleResults) -> Vec<Vec<(u32, &'a SeatFault)>> {
        let matches = &schedule.scheduled_matches;
        let mut all = vec![Vec::new(); schedule.names.len()];
        for position in results.faulty() {
            for fault in results.faults(position) {
                let entrant = matches.seats(position)[fault.seat] as usize;
                all[entrant].push((matches.number(position), fault));
            }
        }
        all
    }

    /// The mean score in each round, with the number of the round.
    fn by_round(&mut self) -> Vec<(u32, f64)> {
        self.rounds.sort_by_key(|(round, ..)| *round);
        self.rounds.dedup_by(|(next, more, count), (round, sum, all)| {
            let is_same = next == round;
            if is_same {
                (*sum, *all) = (*sum + *more, *all + *count);
            }
            is_same
        });
        self.rounds.iter().map(|(round, sum, count)| (*round, sum / f64::from(*count))).collect()
    }
}

/// Adds the standing of an entrant to its row, in formats whose pairings depend on results.
fn place(row: &mut StandingsRow, schedule: &MatchSchedule) {
    let position = schedule.entrant(&row.name);
    let Some(place) = position.and_then(|position| schedule.places.get(position).copied()) else { return };
    row.place = Some(place);
    if row.cells.is_empty() && row.ruled > 0 {
        // It has points, and no scores.
        let outcomes = usize::from(MatchOutcomes::are_all(schedule));
        row.cells = vec!["-".to_owned(); COLUMNS.len() + outcomes];
    }
    if row.cells.is_empty() {
        return;
    }
    let name = &row.name;
    match place {
        FormatStanding::Swiss { points, opponents, rests } => {
            row.cells.splice(0..0, [rounded(points), rounded(opponents)]);
            if rests > 0 {
                let rounds = counted(rests as usize, "round");
                let but = if row.ruled > 0 { ", unless it lost its last pairing by a ruling" } else { "" };
                row.notes
                    .push(format!("{name} had nobody to play with in {rounds}; each is worth a point{but}"));
            }
        }
        FormatStanding::Adaptive { mean, rounds, .. } => {
            row.cells.splice(0..0, [format!("{:.1} %", 100.0 * mean), rounds.to_string()]);
        }
        FormatStanding::KnockOut { left, by_lot, .. } => {
            row.cells.insert(0, reached(left));
            if by_lot {
                row.notes.push(format!("{name} went out by lot: the encounter stayed level"));
            }
        }
    }
}

/// The first fault that disqualifies an entrant, and the number of such faults, as text.
pub(super) fn disqualified<'a>(
    state: &StoredTournamentSetup,
    causes: impl Iterator<Item = &'a FaultCause>,
) -> Option<String> {
    let barred: Vec<&FaultCause> =
        causes.filter(|cause| state.disqualify.iter().any(|kind| kind.is(cause))).collect();
    let first = barred.first()?;
    Some(format!("{} {}", first.name(), counted(barred.len(), "time")))
}

fn row(
    state: &StoredTournamentSetup,
    schedule: &MatchSchedule,
    entrant: usize,
    mut matches: EntrantMatches<'_>,
    (best, rating): (ScoreOrder, Rating),
) -> StandingsRow {
    let names = &schedule.names;
    let name = &names[entrant];
    // Matches of one round start from the same opening, so they are not independent. The interval
    // uses one mean per round.
    let rounds = matches.by_round();
    let EntrantMatches { scores, faults: all, .. } = matches;
    let estimate = mean_with_interval(&rounds.iter().map(|(_, mean)| *mean).collect::<Vec<_>>());
    let outcomes =
        MatchOutcomes::are_all(schedule).then(|| MatchOutcomes::of(scores.iter().map(|(_, score)| *score)));
    let total: f64 = scores.iter().map(|(_, score)| *score).sum();
    let is_same = |one: &FaultCause, other: &FaultCause| one.name() == other.name();
    let shown = all.iter().map(|(number, fault)| ((*number, fault.turn), &fault.fault));
    let life = ProcessPersistence::in_game(&state.game);
    let place = |(number, turn): &(u32, usize)| format!("game {number}, request {turn}");
    let mut faulty: Vec<u32> = all.iter().map(|(number, _)| *number).collect();
    faulty.dedup();
    StandingsRow {
        name: name.clone(),
        team: None,
        entrant: state.entrants[name].clone(),
        rank: None,
        place: None,
        estimate,
        worth: rounds.iter().map(|(round, mean)| (*round, best.worth(*mean))).collect(),
        by_group: by_group(state, schedule, &rounds),
        stats: StatMeans::new(),
        rating: Some(rating),
        outcomes,
        cells: estimate.map(|estimate| cells(total, estimate, (rating, outcomes))).unwrap_or_default(),
        faulty: faulty.len(),
        ruled: 0,
        disqualified: disqualified(state, all.iter().map(|(_, fault)| &fault.fault.cause)),
        notes: faults::fault_texts(name, life, shown, is_same, place, "request"),
        more: more(json!({ "total": total, "mean": estimate, "rating": rating }), outcomes),
        scores: EntrantScoreSample::new(scores, names.len()),
    }
}

/// The mean score in each group of boards, from the mean scores of rounds.
fn by_group(
    state: &StoredTournamentSetup,
    schedule: &MatchSchedule,
    rounds: &[(u32, f64)],
) -> Vec<Option<EstimateWithInterval>> {
    let of_group = |group: usize| {
        let own = rounds.iter().filter(|(round, _)| schedule.games.index(*round) == group);
        mean_with_interval(&own.map(|(_, mean)| *mean).collect::<Vec<_>>())
    };
    (0..state.groups.len()).map(of_group).collect()
}

fn cells(
    total: f64,
    mean: EstimateWithInterval,
    (rating, outcomes): (Rating, Option<MatchOutcomes>),
) -> Vec<String> {
    let cells = [
        number(total),
        rounded(mean.value),
        interval(&mean),
        format!("{:.0}", rating.value),
        format!("{:.0}", rating.half_interval()),
    ];
    cells.into_iter().chain(outcomes.map(MatchOutcomes::cell)).collect()
}

/// The fields of the JSON, with the outcomes of matches if there are any.
fn more(fields: Value, outcomes: Option<MatchOutcomes>) -> Value {
    match outcomes {
        Some(outcomes) => joined(fields, outcomes.json()),
        None => fields,
    }
}

/// An entrant that does not play.
fn absent(state: &StoredTournamentSetup, name: &str) -> StandingsRow {
    StandingsRow {
        name: name.into(),
        team: None,
        entrant: state.entrants[name].clone(),
        rank: None,
        place: None,
        estimate: None,
        scores: EntrantScoreSample::default(),
        worth: Vec::new(),
        by_group: Vec::new(),
        stats: StatMeans::new(),
        rating: None,
        outcomes: None,
        cells: Vec::new(),
        faulty: 0,
        ruled: 0,
        disqualified: None,
        notes: Vec::new(),
        more: Value::Null,
    }
}

/// The history of scores, round by round. `order` has the index of each row in the schedule's
/// names, `None` for entrants that do not play.
fn history(totals: &GameRoundTotals, order: &[Option<usize>]) -> RoundHistory {
    let scores = order.iter().map(|entrant| entrant.map_or_else(Vec::new, |entrant| totals.means(entrant)));
    let of = |by: usize, from: Option<usize>| from.map_or(Some(0), |from| totals.takes(by, from));
    let taken = |by: &Option<usize>| -> Option<Vec<u64>> {
        let by = (*by)?;
        order.iter().map(|from| of(by, *from)).collect()
    };
    let has_takes = order.iter().flatten().next().is_some_and(|entrant| totals.takes(*entrant, 0).is_some());
    let none = || vec![0; order.len()];
    let takes = has_takes.then(|| order.iter().map(|by| taken(by).unwrap_or_else(none)).collect());
    RoundHistory { scores: scores.collect(), takes }
}
