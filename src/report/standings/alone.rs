//! Standings of games that each plays alone.

use std::collections::BTreeMap;

use super::{Row, Standings};
use crate::report::sheet::{Sheet, ranked, sheet};
use crate::report::{Entry, Submitted, faults};
use crate::tournament::{Entrant, MatchResult, Schedule, State, Stored};
use rathaus_games::Cause;

pub(super) fn standings(state: State, schedule: &Schedule, stored: Vec<Option<Stored>>) -> Standings {
    let sheet = sheet(&state.game);
    let entry = |(name, entrant): (&String, &Entrant)| Entry {
        submission: Submitted::of(name, entrant),
        matches: Vec::new(),
    };
    let mut entries: Vec<Entry> = state.entrants.iter().map(entry).collect();
    // Where each of those that play stands among all.
    let places: Vec<usize> = (0..entries.len())
        .filter(|place| schedule.names.binary_search(&entries[*place].submission.name).is_ok())
        .collect();
    for (fixture, stored) in schedule.fixtures.iter().zip(stored) {
        let Some(stored) = stored else { continue };
        let result = MatchResult::alone(fixture.board(), stored.record);
        entries[places[fixture.seats[0]]].matches.push(result);
    }
    ranked(sheet, &mut entries);
    let mut rows: Vec<Row> = entries.into_iter().map(|entry| row(sheet, &state, entry)).collect();
    // Those that cannot be ranked stand below, in the order that they have otherwise.
    rows.sort_by_key(|row| !row.can_be_ranked());
    Standings {
        played: (0, 0),
        goes_on: false,
        sandboxes: BTreeMap::new(),
        noun: "board",
        provisional_until: None,
        columns: sheet.columns().to_vec(),
        decides: sheet.axis(),
        rows,
        pairs: Vec::new(),
        encounters: Vec::new(),
        story: None,
        state,
    }
}

fn row(sheet: &dyn Sheet, state: &State, entry: Entry) -> Row {
    let of = |value: &dyn Fn(&MatchResult) -> f64| {
        entry.matches.iter().map(|result| (result.board.number, value(result))).collect()
    };
    let name = &entry.submission.name;
    let all = entry
        .matches
        .iter()
        .flat_map(|result| result.faults.iter().map(|fault| (result.board.number, &fault.fault)));
    let mut notes: Vec<String> =
        sheet.notes(&entry).map(|words| format!("{name} {words}")).into_iter().collect();
    notes.extend(faults::told(
        name,
        all.clone(),
        Cause::eq,
        |number| format!("board {number}"),
        ("on", "board"),
    ));
    let causes = all.map(|(_, fault)| &fault.cause);
    let tally = sheet.tally(&entry);
    Row {
        name: name.clone(),
        entrant: state.entrants[name].clone(),
        rank: None,
        place: None,
        estimate: tally.as_ref().map(|tally| tally.estimate),
        scores: of(&|result| result.score),
        worth: of(&|result| sheet.worth(result)),
        cells: tally.as_ref().map(|tally| tally.cells.clone()).unwrap_or_default(),
        faulty: entry.faulty(),
        disqualified: super::together::disqualified(state, causes),
        notes,
        more: tally.map(|tally| tally.json).unwrap_or_default(),
    }
}
