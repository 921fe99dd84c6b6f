//! What may be shown before sources are revealed: a list of what may, not of what may not.

use jiff::Timestamp;
use rathaus_games::{GameRules, SeatFault};
use serde_json::{Map, Value, json};

use crate::tournament::config::PhaseConfig;
use crate::tournament::{MatchResult, PlayedMatch};

/// What stands where something is not shown yet.
const LATER: &str = "(shown after the reveal)";

/// What is shown of standings. Not `seed`, and not `rounds`, which tells moves.
const STANDINGS: [&str; 17] = [
    "rathaus",
    "title",
    "game",
    "parameters",
    "count",
    "seats",
    "format",
    "challenger",
    "disqualify",
    "phases",
    "provisional_until",
    "sandboxes",
    "matches",
    "entrants",
    "pairs",
    "encounters",
    "seed",
];

/// What is shown of an entrant. What was asked of a bot or of its build may quote its source.
const ENTRANT: [&str; 12] = [
    "name",
    "language",
    "sha256",
    "rank",
    "value",
    "scores",
    "faulty",
    "disqualified",
    "place",
    "total",
    "mean",
    "rating",
];

/// What an entrant has that pages ask for and that is only shown later.
const OF_ENTRANT_LATER: [&str; 4] = ["run_as", "toolchain", "out", "unverified"];

/// The charts that tell nothing but scores and who met whom.
const CHARTS: [&str; 5] = ["standings", "scores", "bracket", "points", "head-to-head"];

/// Whether all may be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Visibility {
    /// All may.
    Open,
    /// What bots say may hold lines of their sources, and seeds are what boards come from.
    BeforeReveal,
}

impl Visibility {
    pub(super) fn at(phases: &PhaseConfig, now: Timestamp) -> Visibility {
        let is_due = |moment: &Timestamp| now < *moment;
        match [phases.commitments_until, phases.reveals_until].iter().flatten().any(is_due) {
            true => Visibility::BeforeReveal,
            false => Visibility::Open,
        }
    }

    pub(super) fn is_open(self) -> bool {
        self == Visibility::Open
    }

    /// By what pages ask for the match with this key, which is at this position. A key is a hash
    /// over the seed, which can be guessed from it if it is a small number.
    pub(super) fn handle(self, key: &str, position: usize) -> String {
        match self {
            Visibility::Open => key.to_owned(),
            Visibility::BeforeReveal => handle(position),
        }
    }

    /// The position of the match that pages mean by this handle.
    pub(super) fn find(self, wanted: &str, keys: &[String]) -> Option<usize> {
        let by_key = || keys.iter().position(|key| key == wanted).filter(|_| self.is_open());
        let position = wanted.strip_prefix(HANDLE).and_then(|number| number.parse::<usize>().ok());
        let position = position.and_then(|number| number.checked_sub(1));
        position.filter(|position| *position < keys.len() && handle(*position) == wanted).or_else(by_key)
    }

    /// Standings as they may be seen.
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

    /// Those of these charts that may be seen.
    pub(super) fn charts(self, names: Vec<&'static str>) -> Vec<&'static str> {
        names.into_iter().filter(|name| self.may_chart(name)).collect()
    }

    pub(super) fn may_chart(self, name: &str) -> bool {
        self.is_open() || CHARTS.contains(&name)
    }

    /// Why a match ended, if that may be seen: a program that has the rules may quote bots, and a
    /// fault does.
    pub(super) fn ended(self, rules: &GameRules, ended: &str, is_faulty: bool) -> Option<String> {
        let is_own = rules.program().is_none();
        (self.is_open() || is_own && !is_faulty).then(|| ended.to_owned())
    }

    /// A match as it may be seen.
    pub(super) fn played(self, rules: &GameRules, played: &PlayedMatch, names: &[String]) -> Value {
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

    fn result(self, rules: &GameRules, result: &MatchResult) -> Value {
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

/// How handles begin.
const HANDLE: &str = "match-";

fn handle(position: usize) -> String {
    format!("{HANDLE}{}", position + 1)
}

/// Who did something wrong, when, and of which kind it was.
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

/// Those of the fields of an object that have one of these names.
fn picked(object: &Value, names: &[&str]) -> Value {
    let of = |name: &&str| Some(((*name).to_owned(), object.get(*name)?.clone()));
    Value::Object(names.iter().filter_map(of).collect::<Map<_, _>>())
}
