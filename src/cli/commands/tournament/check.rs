//! `rathaus tournament check`: finds damage of a database, and results that cannot be right.

use super::check_report::DatabaseCheckReport;
use super::load::{database, open_database, unusable};
use super::open::owner;
use crate::cli::args::tournament::CheckDatabaseArgs;
use crate::cli::exit::CommandError;
use crate::store::{self, Store, StoreError};
use crate::tournament::replay::Replay;
use crate::tournament::{MatchKey, MatchResult, MatchSchedule, PlayedMatch};

pub(super) fn check(args: &CheckDatabaseArgs) -> Result<(), CommandError> {
    let store = open_database(&args.file.file)?;
    let mut report = DatabaseCheckReport::default();
    store.check(&mut |problem| report.damage(problem)).map_err(unusable)?;
    match stored_schedule(&store)? {
        Some(schedule) => check_results(&store, &schedule, &mut report, !args.no_replay)?,
        None => report.is_schedule_known = false,
    }
    drop(store);
    if args.repair && report.is_repairable() {
        let repaired = store::repair(&database(&args.file.file), &owner(), &report.impossible);
        report.repaired = Some(repaired.map_err(unusable)?);
    }
    report.tell(&args.file.file, args.json)
}

/// The schedule, or `None` if damage prevents that it is known.
fn stored_schedule(store: &Store) -> Result<Option<MatchSchedule>, CommandError> {
    let Some(Some(state)) = whole(store.tournament())? else { return Ok(None) };
    let Some(known) = whole(store.known_matches(state.format))? else { return Ok(None) };
    state.schedule(&known).map(Some).map_err(CommandError::usage)
}

/// Checks the results of all matches of the schedule, one at a time.
fn check_results(
    store: &Store,
    schedule: &MatchSchedule,
    report: &mut DatabaseCheckReport,
    replays: bool,
) -> Result<(), CommandError> {
    let mut own = schedule.keys.clone();
    own.sort_unstable();
    own.dedup();
    for key in own.iter().map(MatchKey::to_string) {
        match store.get(&key) {
            Ok(Some(played)) => {
                report.matches += 1;
                check_result(store, schedule, played, report, replays)?;
            }
            Ok(None) => {}
            Err(StoreError::DamagedRows { why, .. } | StoreError::DamagedFile { why, .. }) => {
                report.damaged_match(&key, why);
            }
            Err(error) => return Err(unusable(error)),
        }
    }
    let keys = whole(store.keys())?.unwrap_or_default();
    report.of_other_states = keys.iter().filter(|key| own.binary_search(key).is_err()).count();
    Ok(())
}

/// Checks a result, and its recording if there is one.
fn check_result(
    store: &Store,
    schedule: &MatchSchedule,
    played: PlayedMatch,
    report: &mut DatabaseCheckReport,
    replays: bool,
) -> Result<(), CommandError> {
    if let Some(why) = played.contradiction(schedule.rules_for(&played.spec)) {
        report.impossible(&played.key, why);
        return Ok(());
    }
    let recording = if replays { whole(store.replay(&played.key))?.flatten() } else { None };
    let names = vec![String::new(); played.spec.submissions.len()];
    if let Some(replay) = Replay::of(PlayedMatch { recording, ..played }, names) {
        report.replayed += 1;
        if let Some(why) = difference(&replay, schedule) {
            report.contradicted(&replay.played.key, why);
        }
    }
    Ok(())
}

/// What a recording shows that differs from the stored result.
fn difference(replay: &Replay, schedule: &MatchSchedule) -> Option<String> {
    match replay.play(&mut ()) {
        Ok(again) => {
            let clockless = |result: &MatchResult| result.without_clocks(schedule.rules());
            clockless(&replay.played.result).difference(&clockless(&again))
        }
        Err(error) => Some(format!("its recording cannot be replayed: {error}")),
    }
}

/// `None` if something is damaged, which [`Store::check`] has found.
fn whole<T>(read: Result<T, StoreError>) -> Result<Option<T>, CommandError> {
    match read {
        Ok(value) => Ok(Some(value)),
        Err(StoreError::DamagedRows { .. } | StoreError::DamagedFile { .. }) => Ok(None),
        Err(error) => Err(unusable(error)),
    }
}
