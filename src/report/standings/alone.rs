//! Standings of games that each plays alone.

use serde_json::Value;

use super::{Row, Standings};
use crate::game::Cause;
use crate::report::sheet::{Sheet, sheet};
use crate::report::{Entry, Submitted, faults};
use crate::tournament::{Entrant, MatchResult, Record, Schedule, State};

pub(super) fn standings(state: State, schedule: &Schedule, records: &[Option<&Record>]) -> Standings {
    let sheet = sheet(&state.game);
    let mut entries: Vec<Entry> = state.entrants.iter().map(|(name, entrant)| entry(name, entrant)).collect();
    for (fixture, record) in schedule.fixtures.iter().zip(records) {
        let Some(record) = record else { continue };
        let name = &schedule.names[fixture.seats[0]];
        if let Some(entry) = entries.iter_mut().find(|entry| entry.submission.name == *name) {
            entry.matches.push(MatchResult::alone(fixture.board(), (*record).clone()));
        }
    }
    entries.sort_by(|one, other| sheet.order(one, other));
    let mut rows: Vec<Row> = entries.into_iter().map(|entry| row(sheet, &state, entry)).collect();
    // Those that cannot be ranked stand below, in the order that they have otherwise.
    rows.sort_by_key(|row| !row.can_be_ranked());
    Standings {
        played: (0, 0),
        provisional_until: None,
        columns: sheet.columns().to_vec(),
        decides: sheet.axis(),
        rows,
        pairs: Vec::new(),
        story: None,
        state,
    }
}

fn entry(name: &str, entrant: &Entrant) -> Entry {
    let submission = Submitted {
        name: name.into(),
        language: entrant.language.clone(),
        described: entrant.described.clone(),
        toolchain: entrant.toolchain.clone(),
        hash: entrant.sha256.clone(),
        out: entrant.out.clone(),
    };
    Entry { submission, matches: Vec::new() }
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
    Row {
        name: name.clone(),
        entrant: state.entrants[name].clone(),
        rank: None,
        estimate: sheet.estimate(&entry),
        scores: of(&|result| result.score),
        worth: of(&|result| sheet.worth(result)),
        cells: sheet.cells(&entry).unwrap_or_default(),
        faulty: entry.faulty(),
        disqualified: super::together::disqualified(state, causes),
        notes,
        more: if entry.matches.is_empty() { Value::Null } else { sheet.json(&entry) },
    }
}
