//! `rathaus tournament show` and `rerun`: shows a single match, or plays it again with its bots.

use std::path::Path;

use rathaus_games::words::number;
use serde_json::json;

use super::absence;
use super::load::{open_read_only, schedule, unusable};
use super::open::OpenTournament;
use crate::cli::args::tournament::{RerunMatchArgs, ResumePermissionArgs, ShowMatchArgs};
use crate::cli::exit::{CommandError, ExitKind};
use crate::cli::play_context::LARGEST_REPLAY;
use crate::matches::{RecordedReplies, RecordedRepliesReader};
use crate::report::{harmless, shortened};
use crate::store::{ConflictingResult, Store};
use crate::tournament::replay::Replay;
use crate::tournament::{
    self, MatchProvenance, MatchResult, MatchRuling, MatchSchedule, PlayedMatch, RunEvent, ScheduleRunSpec,
    short,
};

/// The maximum size of the details in the text output, in bytes.
const SHOWN: usize = 2_000;

pub(super) fn show(args: &ShowMatchArgs) -> Result<(), CommandError> {
    let (store, state) = open_read_only(&args.file.file)?;
    let schedule = schedule(&store, &state)?;
    let position = find(&schedule, &args.name)?;
    if let Some(ruling) = schedule.rulings.get(&position) {
        return show_ruling(&schedule, position, ruling, args.json);
    }
    let played = played(&store, &schedule, position, &args.name)?;
    let conflicts = store.conflicts(&played.key).map_err(unusable)?;
    if args.json {
        let mut json = serde_json::to_value(&played).map_err(CommandError::host)?;
        if !conflicts.is_empty() {
            let conflict = |found: &ConflictingResult| json!({ "origin": found.origin, "source": found.source, "record": found.played.result });
            json["conflicts"] = conflicts.iter().map(conflict).collect();
        }
        return crate::cli::terminal::print_json(&json);
    }
    let mut text = text(&schedule, position, &played, &args.file.file);
    text += &broken_recording(&store, &played.key, &args.file.file)?;
    for found in &conflicts {
        let scores: Vec<String> = found.played.result.scores.iter().copied().map(number).collect();
        let source = shortened(&harmless(&found.source), SHOWN);
        text += &format!("contradicted by {source}, with the scores {}\n", scores.join(", "));
    }
    crate::cli::terminal::print_text(&text)
}

/// Shows the ruling on a match that was not played.
fn show_ruling(
    schedule: &MatchSchedule,
    position: usize,
    ruling: &MatchRuling,
    is_json: bool,
) -> Result<(), CommandError> {
    let (key, spec) = (schedule.key(position), schedule.spec(position));
    if is_json {
        return crate::cli::terminal::print_json(&json!({ "key": key, "spec": spec, "ruling": ruling }));
    }
    let mut lines = vec![
        format!("{}: game {}, seed {}", spec.game, schedule.scheduled_matches.number(position), spec.seed),
        format!("key {key}"),
        format!("ruled by rathaus {} on {:.0}, not played", harmless(&ruling.rathaus), ruling.ruled_on),
        format!("because {}", ruling.reason),
    ];
    for (seat, (name, points)) in schedule.names_of(position).zip(&ruling.points).enumerate() {
        lines.push(format!("  seat {seat}: {} {}", harmless(name), counted_points(*points)));
    }
    crate::cli::terminal::print_text(&(lines.join("\n") + "\n"))
}

fn counted_points(points: f64) -> String {
    format!("{} {}", number(points), if points == 1.0 { "point" } else { "points" })
}

/// A line if the recording of a match cannot be read. The rest of the match is shown nevertheless.
fn broken_recording(store: &Store, key: &str, file: &Path) -> Result<String, CommandError> {
    let recording = store.replay(key).map_err(unusable)?;
    let error = recording.and_then(|recording| RecordedRepliesReader::new(recording).err());
    Ok(error.map_or(String::new(), |error| {
        format!(
            "its recording is broken: {error}; record it again: rathaus tournament rerun {key:.12} --file {} --out NEW.replay\n",
            file.display()
        )
    }))
}

/// The position in the schedule of the match that a user names.
pub(super) fn find(schedule: &MatchSchedule, name: &str) -> Result<usize, CommandError> {
    let multiplayer = schedule.rules().is_multiplayer();
    let is_called = |position: &usize| {
        let number = || schedule.scheduled_matches.number(*position).to_string();
        match name.rsplit_once('/') {
            Some((entrant, board)) if !multiplayer => {
                schedule.names_of(*position).next().is_some_and(|name| name == entrant) && board == number()
            }
            _ => multiplayer && name == number(),
        }
    };
    let is_keyed = |position: &usize| name.len() >= 4 && schedule.key(*position).starts_with(name);
    let found: Vec<usize> = match (0..schedule.keys.len()).find(is_called) {
        Some(position) => vec![position],
        None => (0..schedule.keys.len()).filter(is_keyed).collect(),
    };
    let form = if multiplayer { "its number, such as 7" } else { "ENTRANT/BOARD, such as ann/7" };
    let refused = |problem: &str| {
        Err(CommandError::usage(format!(
            "{problem} `{name}`\n  help: name it by {form}, or by the beginning of its key"
        )))
    };
    match found.as_slice() {
        [position] => Ok(*position),
        [] => refused("there is no match"),
        [first, rest @ ..] if rest.iter().all(|other| schedule.keys[*other] == schedule.keys[*first]) => {
            Ok(*first)
        }
        _ => refused("there is more than one match whose key begins with"),
    }
}

pub(super) fn played(
    store: &Store,
    schedule: &MatchSchedule,
    position: usize,
    name: &str,
) -> Result<PlayedMatch, CommandError> {
    let key = schedule.key(position);
    let stored = store.get(&key).map_err(unusable)?;
    if stored.is_none() {
        store.verify_absent(&key).map_err(unusable)?;
    }
    if schedule.rulings.contains_key(&position) {
        let words = format!(
            "the match `{name}` is ruled, not played\n  help: `rathaus tournament show {key:.12}` shows the ruling"
        );
        return Err(CommandError::usage(words));
    }
    stored.ok_or_else(|| CommandError::usage(format!("the match `{name}` has not been played yet")))
}

fn text(schedule: &MatchSchedule, position: usize, played: &PlayedMatch, file: &Path) -> String {
    let PlayedMatch { key, spec, result, provenance, .. } = played;
    let (scheduled_match, noun) =
        (schedule.scheduled_matches.get(position), if spec.submissions.len() > 1 { "game" } else { "board" });
    let mut lines = vec![
        format!("{}: {noun} {}, seed {}", spec.game, scheduled_match.number, spec.seed),
        format!("key {key}"),
        format!(
            "played in {:.3} s by {}",
            result.took.as_secs_f64(),
            MatchProvenance::in_words(provenance.as_ref())
        ),
        format!("ended: {}", harmless(&result.ended)),
    ];
    for (seat, (entrant, score)) in scheduled_match.seats.iter().zip(&result.scores).enumerate() {
        let (name, submission) = (&schedule.names[*entrant], short(&spec.submissions[seat]));
        let toolchain = provenance.as_ref().and_then(|from| from.toolchains.get(seat)?.clone());
        let toolchain = toolchain.map(|words| format!(", {words}")).unwrap_or_default();
        lines.push(format!("  seat {seat}: {name} ({submission}{toolchain}) {}", number(*score)));
    }
    for fault in &result.faults {
        let name = &schedule.names[scheduled_match.seats[fault.seat]];
        lines.push(format!("{name}, request {}: {}", fault.turn, fault.fault));
    }
    let details = result.details.to_string();
    lines.push(match details.len() {
        0..=SHOWN => format!("details: {details}"),
        _ => "details: --json shows them".into(),
    });
    lines.push(format!("play it again: rathaus tournament rerun {key:.12} --file {}", file.display()));
    lines.join("\n") + "\n"
}

pub(super) async fn rerun(args: &RerunMatchArgs) -> Result<(), CommandError> {
    let resume = ResumePermissionArgs { replace: false, early: true };
    let opened =
        OpenTournament::open(&args.file.file, &resume, &args.sandbox, true).await?.tracing(&args.trace)?;
    opened.refuse_storage()?;
    let position = find(&opened.schedule, &args.name)?;
    let stored = played(&opened.store, &opened.schedule, position, &args.name)?;
    absence::refuse_absent(&opened, position)?;
    let recorded = args.out.is_some().then_some(LARGEST_REPLAY);
    let (again, recording) = play_one(ScheduleRunSpec { recorded, ..opened.run(&[position])? }).await?;
    if let Some(path) = &args.out {
        write_replay(path, &opened, position, &again, recording)?;
    }
    let rules = opened.schedule.rules();
    let differences = differences(&stored.result.without_clocks(rules), &again.without_clocks(rules));
    if differences.is_empty() {
        return crate::cli::terminal::print_text(&format!(
            "{}: the same came out again, in {:.3} s instead of {:.3} s\n",
            args.name,
            again.took.as_secs_f64(),
            stored.result.took.as_secs_f64()
        ));
    }
    crate::cli::terminal::print_text(&format!(
        "{}: something else came out\n{}\n",
        args.name,
        differences.join("\n")
    ))?;
    Err(CommandError::silent(ExitKind::NotVerified))
}

fn write_replay(
    path: &Path,
    opened: &OpenTournament,
    position: usize,
    result: &MatchResult,
    recording: Option<RecordedReplies>,
) -> Result<(), CommandError> {
    let names = opened.schedule.names_of(position).cloned().collect();
    let replay = Replay::of(opened.played(position, result.clone(), recording), names);
    let replay = replay.ok_or_else(|| CommandError::host("what the bots said is too much to be recorded"))?;
    crate::cli::terminal::write_over(path, &replay.to_bytes())
        .map_err(|error| CommandError::host(format!("{}: cannot be written: {error}", path.display())))
}

/// Plays the only match of a run.
async fn play_one(
    run: tournament::ScheduleRunSpec,
) -> Result<(MatchResult, Option<RecordedReplies>), CommandError> {
    let mut running = tournament::run(run);
    while let Some(event) = running.events.recv().await {
        match event {
            RunEvent::Progress { .. } => {}
            RunEvent::Finished { result, recording, .. } => return Ok((result, recording)),
            RunEvent::Out { fault, .. } => return Err(CommandError::new(ExitKind::NotReady, fault)),
            RunEvent::Void { why, .. } => {
                return Err(CommandError::host(format!("the match could not be played: {why}")));
            }
        }
    }
    Err(CommandError::host("a worker of the host has failed"))
}

/// The differences of two results, one per line.
fn differences(stored: &MatchResult, again: &MatchResult) -> Vec<String> {
    let mut found = Vec::new();
    let mut differ = |what: &str, stored: String, again: String| {
        if stored != again {
            found.push(format!("  {what}: {stored} is stored, and now it was {again}"));
        }
    };
    differ("scores", format!("{:?}", stored.scores), format!("{:?}", again.scores));
    differ("ended", stored.ended.clone(), again.ended.clone());
    differ("faults", faults(stored), faults(again));
    if stored.details != again.details {
        found.push("  its details differ".into());
    }
    if found.is_empty() && stored != again {
        found.push("  the evidence of a fault is something else".into());
    }
    found
}

fn faults(result: &MatchResult) -> String {
    let shown = result.faults.iter().map(|fault| {
        format!("{} in request {} of seat {}", fault.fault.cause.name(), fault.turn, fault.seat)
    });
    let shown: Vec<String> = shown.collect();
    if shown.is_empty() { "none".into() } else { shown.join(", ") }
}
