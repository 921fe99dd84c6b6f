//! Standings of single-player games.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::time::Duration;

use rathaus_games::diagnosis::{ProcessPersistence, is_same_mistake};
use rathaus_games::report::{BoardResult, SinglePlayerReporter};

use super::{EntrantScoreSample, Standings, StandingsRow, StatMeans};
use crate::report::ranking::{compare_rank_keys, single_player_report};
use crate::report::{SubmissionDescription, SubmissionResults, faults};
use crate::tournament::standings::{EstimateWithInterval, VictoryCycleSummary};
use crate::tournament::{MatchSchedule, ScheduleResults, StoredTournamentSetup};

pub(super) fn standings(
    state: StoredTournamentSetup,
    schedule: &MatchSchedule,
    results: &ScheduleResults,
) -> Standings {
    let game = single_player_report(&state.game);
    // The matches of an entrant follow each other in the schedule.
    let mut positions = vec![Vec::new(); schedule.names.len()];
    for position in results.positions() {
        positions[schedule.scheduled_matches.seats(position)[0] as usize].push(position);
    }
    let mut ranked: Vec<([f64; 2], StandingsRow)> = Vec::new();
    for (name, entrant) in &state.entrants {
        let own = schedule.entrant(name).map_or(&[][..], |entrant| &positions[entrant]);
        let matches = own.iter().map(|position| board_result(schedule, results, *position)).collect();
        let entry = SubmissionResults { submission: SubmissionDescription::of(name, entrant), matches };
        ranked.push((game.rank_key(&entry.matches), row(game, &state, schedule, &entry)));
    }
    // Best first, those that did not play last. Ties are in the order of names.
    ranked.sort_by(|(one, _), (other, _)| compare_rank_keys(*one, *other));
    let mut rows: Vec<StandingsRow> = ranked.into_iter().map(|(_, row)| row).collect();
    let place = |row: &StandingsRow| schedule.places.get(schedule.entrant(&row.name)?).copied();
    rows.iter_mut().for_each(|row| row.place = place(row));
    // In an adaptive tournament, entrants played different numbers of boards.
    rows.sort_by(|one, other| {
        one.place.zip(other.place).map_or(Ordering::Equal, |(one, other)| one.order(&other))
    });
    // Entrants that cannot be ranked come last, otherwise in the same order.
    rows.sort_by_key(|row| !row.can_be_ranked());
    Standings {
        group: None,
        groups: Vec::new(),
        played: (0, 0),
        continues: false,
        rulings: Vec::new(),
        teams: Vec::new(),
        sandboxes: BTreeMap::new(),
        unproven: 0,
        noun: "board",
        provisional_until: None,
        columns: game.columns().to_vec(),
        decides: game.axis(),
        rows,
        least_boards: 0,
        pairs: Vec::new(),
        cycles: VictoryCycleSummary::default(),
        ratings: None,
        encounters: Vec::new(),
        adaptive: None,
        history: None,
        state,
    }
}

/// The result of the match at this position, as far as its report needs it.
fn board_result(schedule: &MatchSchedule, results: &ScheduleResults, position: usize) -> BoardResult {
    BoardResult {
        board: schedule.scheduled_matches.get(position).board(),
        score: results.scores(position).map_or(0.0, |scores| scores[0]),
        ended: String::new(),
        details: results.details(position),
        faults: results.faults(position).to_vec(),
        took: Duration::ZERO,
    }
}

/// The value that decides, in each group of boards.
fn by_group(
    game: &dyn SinglePlayerReporter,
    state: &StoredTournamentSetup,
    schedule: &MatchSchedule,
    matches: &[BoardResult],
) -> Vec<Option<EstimateWithInterval>> {
    let of_group = |group: usize| {
        let is_own = |result: &&BoardResult| schedule.games.index(result.board.number) == group;
        let own: Vec<BoardResult> = matches.iter().filter(is_own).cloned().collect();
        game.summary(&own).map(|summary| summary.estimate)
    };
    (0..state.groups.len()).map(of_group).collect()
}

fn row(
    game: &dyn SinglePlayerReporter,
    state: &StoredTournamentSetup,
    schedule: &MatchSchedule,
    entry: &SubmissionResults,
) -> StandingsRow {
    let of = |value: &dyn Fn(&BoardResult) -> f64| -> Vec<(u32, f64)> {
        entry.matches.iter().map(|result| (result.board.number, value(result))).collect()
    };
    let name = &entry.submission.name;
    let all = entry
        .matches
        .iter()
        .flat_map(|result| result.faults.iter().map(|fault| (result.board.number, &fault.fault)));
    let mut notes: Vec<String> =
        game.notes(&entry.matches).map(|words| format!("{name} {words}")).into_iter().collect();
    notes.extend(faults::fault_texts(
        name,
        ProcessPersistence::Persistent,
        all.clone(),
        is_same_mistake,
        |number| format!("board {number}"),
        "board",
    ));
    let causes = all.map(|(_, fault)| &fault.cause);
    let summary = game.summary(&entry.matches);
    StandingsRow {
        name: name.clone(),
        team: None,
        entrant: state.entrants[name].clone(),
        rank: None,
        place: None,
        estimate: summary.as_ref().map(|summary| summary.estimate),
        scores: EntrantScoreSample::new(of(&|result| result.score), state.entrants.len()),
        worth: of(&|result| game.worth(result)),
        by_group: by_group(game, state, schedule, &entry.matches),
        stats: StatMeans::new(),
        rating: None,
        outcomes: None,
        cells: summary.as_ref().map(|summary| summary.cells.clone()).unwrap_or_default(),
        faulty: entry.faulty(),
        ruled: 0,
        disqualified: super::multiplayer::disqualified(state, causes),
        notes,
        more: summary.map(|summary| summary.json).unwrap_or_default(),
    }
}
