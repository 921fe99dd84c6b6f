//! What pages may show before sources are revealed: lists of allowed fields, so that a new field
//! stays hidden until it is listed.

use jiff::Timestamp;
use rathaus_games::{ConfiguredGame, SeatFault};
use serde_json::{Map, Value, json};

use crate::tournament::config::TournamentDates;
use crate::tournament::{MatchKey, MatchResult, PlayedMatch};

/// The placeholder for a value that is not shown yet.
const LATER: &str = "(shown after the reveal)";

/// Fields of standings that are shown. The value of `seed` is replaced with null. `rounds` is not
/// listed, because it reveals moves, and `rulings` is not, because it quotes builds.
const STANDINGS: [&str; 24] = [
    "rathaus",
    "title",
    "game",
    "parameters",
    "group",
    "groups",
    "count",
    "seats",
    "format",
    "challenger",
    "versions",
    "teams",
    "team_score",
    "disqualify",
    "phases",
    "provisional_until",
    "sandboxes",
    "unproven",
    "matches",
    "entrants",
    "ratings",
    "has_pairs",
    "encounters",
    "seed",
];

/// Fields of an entrant that are shown. The others may quote its source, such as the output of
/// its build.
const ENTRANT: [&str; 16] = [
    "name",
    "team",
    "ruled",
    "played",
    "language",
    "sha256",
    "rank",
    "value",
    "by_group",
    "scores",
    "faulty",
    "disqualified",
    "place",
    "total",
    "mean",
    "rating",
];

/// Fields of an entrant that pages need, with a placeholder until the reveal.
const OF_ENTRANT_LATER: [&str; 4] = ["run_as", "toolchain", "out", "unverified"];

/// Fields of a worker that are shown.
const WORKER: [&str; 15] = [
    "name",
    "speed_percent",
    "concurrency",
    "accepted",
    "accepted_per_hour",
    "duplicates",
    "redelivered",
    "refused",
    "audited",
    "refuted",
    "declined",
    "first_seen",
    "last_seen",
    "seen_seconds_ago",
    "is_present",
];

/// Fields of a worker with a placeholder until the reveal, because they are free text: a worker
/// knows the seeds and what bots say.
const OF_WORKER_LATER: [&str; 2] = ["quarantine", "paused"];

/// Charts that show only scores and pairings.
const CHARTS: [&str; 6] = ["standings", "scores", "bracket", "points", "versions", "head-to-head"];

/// Whether pages show everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DisclosurePhase {
    /// Everything is shown.
    Open,
    /// Replies of bots are hidden, because they may quote sources. Seeds are hidden, because boards
    /// derive from them.
    BeforeReveal,
}

impl DisclosurePhase {
    pub(super) fn at(phases: &TournamentDates, now: Timestamp) -> DisclosurePhase {
        let is_due = |moment: &Timestamp| now < *moment;
        match [phases.commitments_until, phases.reveals_until].iter().flatten().any(is_due) {
            true => DisclosurePhase::BeforeReveal,
            false => DisclosurePhase::Open,
        }
    }

    pub(super) fn is_open(self) -> bool {
        self == DisclosurePhase::Open
    }

    /// The name of a match in URLs, from its key and its position in the schedule. Before the
    /// reveal this is not the key: the seed is hashed into the key, and a small seed can be found
    /// by trying.
    pub(super) fn handle(self, key: MatchKey, position: usize) -> String {
        match self {
            DisclosurePhase::Open => key.to_string(),
            DisclosurePhase::BeforeReveal => handle(position),
        }
    }

    /// The position of the match with this handle or, after the reveal, this key. There are `count`
    /// matches, which `by_key` finds.
    pub(super) fn find(
        self,
        wanted: &str,
        count: usize,
        by_key: impl FnOnce(MatchKey) -> Option<usize>,
    ) -> Option<usize> {
        let by_key = || MatchKey::parse(wanted).filter(|_| self.is_open()).and_then(by_key);
        let position = wanted.strip_prefix(HANDLE).and_then(|number| number.parse::<usize>().ok());
        let position = position.and_then(|number| number.checked_sub(1));
        position.filter(|position| *position < count && handle(*position) == wanted).or_else(by_key)
    }

    /// Standings without what is hidden.
    pub(super) fn standings(self, standings: Value) -> Value {
        if self.is_open() {
            return standings;
        }
        let mut shown = picked(&standings, &STANDINGS);
        shown["seed"] = Value::Null;
        for entrant in shown["entrants"].as_array_mut().into_iter().flatten() {
            let later: Vec<&str> =
                OF_ENTRANT_LATER.into_iter().filter(|name| !entrant[*name].is_null()).collect();
            *entrant = picked(entrant, &ENTRANT);
            OF_ENTRANT_LATER.iter().for_each(|name| entrant[*name] = Value::Null);
            later.iter().for_each(|name| entrant[*name] = json!(LATER));
        }
        shown
    }

    /// A worker without what is hidden. Of the matches that it plays only their number is left: the
    /// seeds are hashed into their keys.
    pub(super) fn worker(self, worker: &Value) -> Value {
        let mut shown = picked(worker, &WORKER);
        shown["playing"] = worker["playing"].as_array().map_or(0, Vec::len).into();
        for name in OF_WORKER_LATER {
            let is_later = !self.is_open() && !worker[name].is_null();
            shown[name] = if is_later { json!(LATER) } else { worker[name].clone() };
        }
        shown
    }

    /// The charts that are shown.
    pub(super) fn charts(self, names: Vec<&'static str>) -> Vec<&'static str> {
        names.into_iter().filter(|name| self.may_chart(name)).collect()
    }

    pub(super) fn may_chart(self, name: &str) -> bool {
        self.is_open() || CHARTS.contains(&name)
    }

    /// Why a match ended, if that is shown. Before the reveal it is hidden in custom games, whose
    /// program may quote bots, and in matches with a fault, which quotes the bot.
    pub(super) fn ended(self, rules: &ConfiguredGame, ended: &str, is_faulty: bool) -> Option<String> {
        let is_built_in = rules.program().is_none();
        (self.is_open() || is_built_in && !is_faulty).then(|| ended.to_owned())
    }

    /// A match without what is hidden.
    pub(super) fn played(self, rules: &ConfiguredGame, played: &PlayedMatch, names: &[String]) -> Value {
        let PlayedMatch { spec, result, provenance, .. } = played;
        if self.is_open() {
            return json!({ "names": names, "spec": spec, "record": result, "provenance": provenance });
        }
        let provenance = provenance.as_ref().map(
            |from| json!({ "rathaus": from.rathaus, "sandbox": from.sandbox, "toolchains": Value::Array(Vec::new()) }),
        );
        json!({
            "names": names,
            "spec": {
                "game": spec.game,
                "parameters": spec.parameters,
                "seed": null,
                "greeting_seconds": spec.greeting_seconds,
                "submissions": [],
            },
            "record": self.result(rules, result),
            "provenance": provenance,
        })
    }

    fn result(self, rules: &ConfiguredGame, result: &MatchResult) -> Value {
        let ended = self.ended(rules, &result.ended, !result.faults.is_empty());
        json!({
            "scores": result.scores,
            "ended": ended.unwrap_or_else(|| LATER.into()),
            "details": {},
            "faults": result.faults.iter().map(fault).collect::<Vec<_>>(),
            "took_seconds": result.took.as_secs_f64(),
        })
    }
}

/// The prefix of handles.
const HANDLE: &str = "match-";

fn handle(position: usize) -> String {
    format!("{HANDLE}{}", position + 1)
}

/// A fault with its seat, turn and kind, without the evidence that may quote the bot.
fn fault(SeatFault { seat, turn, fault }: &SeatFault) -> Value {
    json!({
        "seat": seat,
        "turn": turn,
        "fault": fault.cause.name(),
        "sent": LATER,
        "said": LATER,
        "stderr": LATER,
        "took_seconds": fault.evidence.took.as_secs_f64(),
    })
}

/// The fields of an object that have one of these names.
fn picked(object: &Value, names: &[&str]) -> Value {
    let of = |name: &&str| Some(((*name).to_owned(), object.get(*name)?.clone()));
    Value::Object(names.iter().filter_map(of).collect::<Map<_, _>>())
}
