//! `rathaus tournament status`: shows how many matches have been played.

use std::collections::BTreeSet;

use jiff::Timestamp;
use rathaus_games::words::counted;
use serde_json::{Value, json};

use super::disk::in_units;
use super::load::{database, open_read_only, schedule, unusable};
use crate::cli::args::tournament::StatusArgs;
use crate::cli::exit::CommandError;
use crate::report::harmless;
use crate::store::Store;
use crate::tournament::{MatchKey, StoredTournamentSetup};

pub(super) fn status(args: &StatusArgs) -> Result<(), CommandError> {
    let file = &args.file.file;
    let (store, state) = open_read_only(file)?;
    let keys = store.keys().map_err(unusable)?;
    let schedule = schedule(&store, &state)?;
    let played = schedule.keys.iter().filter(|key| keys.contains(key)).count();
    let (replays, bytes) = store.replays().map_err(unusable)?;
    let own: BTreeSet<&MatchKey> = schedule.keys.iter().collect();
    let others = keys.iter().filter(|key| !own.contains(key)).count();
    let mut counts = vec![(0, 0); schedule.names.len()];
    for (position, key) in schedule.keys.iter().enumerate() {
        let is_played = usize::from(keys.contains(key));
        for entrant in schedule.scheduled_matches.seats(position) {
            let (played, all) = &mut counts[*entrant as usize];
            (*played, *all) = (*played + is_played, *all + 1);
        }
    }
    let each = |(name, (played, all)): (&String, &(usize, usize))| json!({ "name": name, "played": played, "all": all });
    let status = json!({
        "title": state.title,
        "game": state.game,
        "played": played,
        "all": schedule.keys.len(),
        "ruled": schedule.rulings.len(),
        "goes_on": schedule.continues,
        "of_other_states": others,
        "origins": store.origins().map_err(unusable)?,
        "displaced": store.displaced().map_err(unusable)?,
        "conflicts": store.matches_in_conflict().map_err(unusable)?,
        "replays": replays,
        "replay_bytes": bytes,
        "host": Store::host(&database(file)),
        "phase": state.phases.in_words(Timestamp::now()),
        "entrants": schedule.names.iter().zip(&counts).map(each).collect::<Vec<_>>(),
        "out": out(&state),
        "absent": absent(&state),
        "workers": workers(&store, Timestamp::now())?,
    });
    if args.json {
        crate::cli::terminal::print_json(&status)
    } else {
        crate::cli::terminal::print_text(&text(&status))
    }
}

fn out(state: &StoredTournamentSetup) -> Value {
    let out = state.entrants.iter().filter_map(|(name, entrant)| Some((name, entrant.out.as_ref()?)));
    out.map(|(name, out)| json!({ "name": name, "why": out.to_string() })).collect()
}

fn absent(state: &StoredTournamentSetup) -> Value {
    let absent = state.entrants.iter().filter_map(|(name, entrant)| Some((name, entrant.absent.as_ref()?)));
    absent
        .map(|(name, absence)| json!({ "name": name, "cause": absence.cause, "why": absence.to_string() }))
        .collect()
}

/// All workers that the tournament has heard of.
fn workers(store: &Store, now: Timestamp) -> Result<Vec<Value>, CommandError> {
    let workers = store.workers().map_err(unusable)?;
    Ok(workers.values().map(|worker| worker.described(now)).collect())
}

/// A worker in a line.
fn worker_line(worker: &Value) -> String {
    let words = |name: &str| harmless(worker[name].as_str().unwrap_or_default());
    let number = |name: &str| worker[name].as_u64().unwrap_or_default();
    let mut line = format!(
        "  {}: {}, {:.0} an hour, {} % of the reference speed",
        words("name"),
        counted(number("accepted") as usize, "result"),
        worker["accepted_per_hour"].as_f64().unwrap_or_default(),
        number("speed_percent"),
    );
    let others = ["refuted", "refused", "declined", "duplicates", "redelivered", "audited"];
    for name in others.into_iter().filter(|name| number(name) > 0) {
        line += &format!(", {} {name}", number(name));
    }
    match worker["is_present"].as_bool() {
        Some(true) => line += &format!(", plays {}", worker["playing"].as_array().map_or(0, Vec::len)),
        _ => line += &format!(", last seen {} s ago", number("seen_seconds_ago")),
    }
    for (name, verb) in [("paused", "pauses"), ("quarantine", "is quarantined")] {
        if worker[name].is_string() {
            line += &format!("\n    {verb}: {}", words(name));
        }
    }
    line
}

fn text(status: &Value) -> String {
    let words = |name: &str| harmless(status[name].as_str().unwrap_or_default());
    let mut lines = vec![format!(
        "{}: {}, {} of {} matches played",
        words("title"),
        words("game"),
        status["played"],
        status["all"]
    )];
    if let Some(ruled @ 1..) = status["ruled"].as_u64() {
        lines.push(format!("{} ruled instead of played", counted(ruled as usize, "match")));
    }
    if status["goes_on"] == true {
        lines.push("more follow, which depend on how these come out".into());
    }
    match status["host"].as_str() {
        Some(host) => lines.push(format!("it is being played by {host}")),
        None => lines.push("nobody is playing it".into()),
    }
    if let (Some(replays @ 1..), Some(bytes)) = (status["replays"].as_u64(), status["replay_bytes"].as_u64())
    {
        let replays = if replays == 1 { "1 replay is".into() } else { format!("{replays} replays are") };
        lines.push(format!("{replays} kept, {}", in_units(bytes)));
    }
    let unproven =
        ["sampled", "trusted"].map(|origin| status["origins"][origin].as_u64().unwrap_or_default());
    if let [sampled, trusted] = unproven
        && sampled + trusted > 0
    {
        lines.push(format!("not replayed: {sampled} by lot, {trusted} from trusted machines"));
    }
    if let Some(displaced @ 1..) = status["displaced"].as_u64() {
        lines.push(format!("{displaced} results were displaced by others that are proven better"));
    }
    if let Some(conflicts @ 1..) = status["conflicts"].as_u64() {
        lines.push(format!("contradicting results have arrived for {conflicts} matches, and do not count"));
    }
    lines.extend(status["phase"].as_str().map(str::to_owned));
    if let Some(others @ 1..) = status["of_other_states"].as_u64() {
        lines
            .push(format!("{others} results are stored that do not belong to it any more, and do not count"));
    }
    let entrants = status["entrants"].as_array().into_iter().flatten();
    lines.extend(entrants.map(|entrant| {
        let name = harmless(entrant["name"].as_str().unwrap_or_default());
        format!("  {:>6} of {:<6} {name}", entrant["played"].to_string(), entrant["all"].to_string())
    }));
    let workers = status["workers"].as_array().into_iter().flatten();
    lines.extend(workers.enumerate().map(|(index, worker)| {
        let heading = if index == 0 { "workers:\n" } else { "" };
        format!("{heading}{}", worker_line(worker))
    }));
    for (field, verb) in [("out", "does not play"), ("absent", "cannot play at the moment")] {
        let all = status[field].as_array().into_iter().flatten();
        lines.extend(all.map(|one| {
            let words = |name: &str| one[name].as_str().unwrap_or_default();
            format!("  {} {verb}: {}", harmless(words("name")), words("why").replace('\n', "\n    "))
        }));
    }
    lines.join("\n") + "\n"
}
