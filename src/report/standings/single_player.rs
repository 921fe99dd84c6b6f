//! Standings of single-player games.

use std::collections::BTreeMap;

use rathaus_games::diagnosis::{ProcessLife, is_same_mistake};
use rathaus_games::report::{BoardResult, SinglePlayerReporter};

use super::{Standings, StandingsRow};
use crate::report::ranking::{ranked, single_player_report};
use crate::report::{SubmissionDescription, SubmissionResults, faults};
use crate::store::StoredResult;
use crate::tournament::{Entrant, MatchSchedule, StoredTournament};

pub(super) fn standings(
    state: StoredTournament,
    schedule: &MatchSchedule,
    stored: Vec<Option<StoredResult>>,
) -> Standings {
    let game = single_player_report(&state.game);
    let entry = |(name, entrant): (&String, &Entrant)| SubmissionResults {
        submission: SubmissionDescription::of(name, entrant),
        matches: Vec::new(),
    };
    let mut entries: Vec<SubmissionResults> = state.entrants.iter().map(entry).collect();
    // The index in `entries` of each entrant of the schedule.
    let places: Vec<usize> = (0..entries.len())
        .filter(|place| schedule.names.binary_search(&entries[*place].submission.name).is_ok())
        .collect();
    for (scheduled_match, stored) in schedule.scheduled_matches.iter().zip(stored) {
        let Some(stored) = stored else { continue };
        let result = stored.result.on_board(scheduled_match.board());
        entries[places[scheduled_match.seats[0]]].matches.push(result);
    }
    ranked(game, &mut entries);
    let mut rows: Vec<StandingsRow> = entries.into_iter().map(|entry| row(game, &state, entry)).collect();
    // Entrants that cannot be ranked come last, otherwise in the same order.
    rows.sort_by_key(|row| !row.can_be_ranked());
    Standings {
        played: (0, 0),
        continues: false,
        sandboxes: BTreeMap::new(),
        noun: "board",
        provisional_until: None,
        columns: game.columns().to_vec(),
        decides: game.axis(),
        rows,
        pairs: Vec::new(),
        encounters: Vec::new(),
        history: None,
        state,
    }
}

fn row(game: &dyn SinglePlayerReporter, state: &StoredTournament, entry: SubmissionResults) -> StandingsRow {
    let of = |value: &dyn Fn(&BoardResult) -> f64| {
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
        ProcessLife::Persistent,
        all.clone(),
        is_same_mistake,
        |number| format!("board {number}"),
        "board",
    ));
    let causes = all.map(|(_, fault)| &fault.cause);
    let summary = game.summary(&entry.matches);
    StandingsRow {
        name: name.clone(),
        entrant: state.entrants[name].clone(),
        rank: None,
        place: None,
        estimate: summary.as_ref().map(|summary| summary.estimate),
        scores: of(&|result| result.score),
        worth: of(&|result| game.worth(result)),
        cells: summary.as_ref().map(|summary| summary.cells.clone()).unwrap_or_default(),
        faulty: entry.faulty(),
        disqualified: super::multiplayer::disqualified(state, causes),
        notes,
        more: summary.map(|summary| summary.json).unwrap_or_default(),
    }
}
