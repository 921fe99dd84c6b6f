//! Results of matches.

use std::time::Duration;

use rathaus_games::harmless::harmless;
use rathaus_games::report::{BoardResult, SeededBoard};
use rathaus_games::{ConfiguredGame, Fault, SeatFault};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::MatchSpec;
use super::bounded;
use super::recorded_sandbox::RecordedSandbox;
use crate::matches::RecordedReplies;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchResult {
    /// The score of each seat.
    pub scores: Vec<f64>,
    /// Why the match ended, as text.
    pub ended: String,
    /// Further facts of the game.
    pub details: Value,
    /// The bots' faults, in the order in which they were found.
    pub faults: Vec<SeatFault>,
    /// The wall time of the match, which includes time lost to matches played at the same time.
    #[serde(rename = "took_seconds", with = "rathaus_games::seconds")]
    pub took: Duration,
}

impl MatchResult {
    /// The result of a single-player match, for this board.
    pub fn on_board(self, board: SeededBoard) -> BoardResult {
        let MatchResult { scores, ended, details, faults, took } = self;
        let score = scores.first().copied().unwrap_or_default();
        BoardResult { board, score, ended, details, faults, took }
    }

    /// The result of a match whose bot could not be started: the least score of the game.
    pub fn unready(rules: &ConfiguredGame, fault: Fault) -> MatchResult {
        MatchResult {
            scores: vec![rules.least_score()],
            ended: fault.cause.to_string(),
            details: serde_json::json!({}),
            faults: vec![SeatFault { seat: 0, turn: 1, fault }],
            took: Duration::ZERO,
        }
    }

    /// The first difference to the result of a replay, in words. Ignores evidence and
    /// measured times.
    pub fn difference(&self, again: &MatchResult) -> Option<String> {
        let faults = |result: &MatchResult| -> Vec<_> {
            result.faults.iter().map(|fault| (fault.seat, fault.turn, fault.fault.cause.clone())).collect()
        };
        if self.scores != again.scores {
            return Some(format!(
                "the scores {:?} are recorded, and now they are {:?}",
                self.scores, again.scores
            ));
        }
        if self.ended != again.ended {
            return Some(format!("it ended so: {}; and now: {}", self.ended, again.ended));
        }
        if faults(self) != faults(again) {
            return Some("the faults are others now".into());
        }
        (self.details != again.details).then(|| "its details differ".into())
    }

    /// Why this result is impossible for a match with `seats` seats by these rules, if it is.
    pub fn contradiction(&self, rules: &ConfiguredGame, seats: usize) -> Option<String> {
        if let Some(why) = self.misfit(seats) {
            return Some(why);
        }
        if let Some(score) = self.scores.iter().find(|score| !rules.can_score(**score)) {
            return Some(format!("it has the score {score}, which {} does not give", rules.name()));
        }
        let is_unready =
            self.faults.len() == 1 && *self == MatchResult::unready(rules, self.faults[0].fault.clone());
        (!is_unready && !rules.details_fit(&self.details, &self.scores))
            .then(|| "its details are not those of such a match".into())
    }

    /// Why this result is impossible for a match with `seats` seats of any game, if it is.
    pub fn misfit(&self, seats: usize) -> Option<String> {
        seat_misfit(&self.scores, &self.faults, seats)
    }

    /// The result without everything that a clock measured. If the bots of two matches with the
    /// same spec reply the same, these are equal.
    pub fn without_clocks(&self, rules: &ConfiguredGame) -> MatchResult {
        let mut result = self.clone();
        result.took = Duration::ZERO;
        rules.take_measured(&mut result.details);
        for fault in &mut result.faults {
            let evidence = &mut fault.fault.evidence;
            (evidence.took, evidence.cpu, evidence.overloaded) = (Duration::ZERO, None, None);
        }
        result
    }
}

/// Why these scores and faults are impossible for a match with `seats` seats, if they are.
pub fn seat_misfit(scores: &[f64], faults: &[SeatFault], seats: usize) -> Option<String> {
    let scores = scores.len();
    if scores != seats {
        return Some(format!("it has {scores} scores for {seats} seats"));
    }
    let is_nobodys = faults.iter().any(|fault| fault.seat >= seats);
    is_nobodys.then(|| "it has faults of seats that do not exist".into())
}

/// A played match, from this machine or another, in the form that `rathaus match run` prints.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedMatch {
    /// The key of the spec. In a match from another machine, it is only a claim.
    pub key: String,
    pub spec: MatchSpec,
    #[serde(rename = "record")]
    pub result: MatchResult,
    pub provenance: Option<MatchProvenance>,
    /// The bots' replies, if they were recorded.
    #[serde(default, rename = "replay", skip_serializing_if = "Option::is_none")]
    pub recording: Option<RecordedReplies>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchProvenance {
    /// The version of Rathaus that played the match.
    pub rathaus: String,
    /// The sandbox of the bots, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sandbox: Option<RecordedSandbox>,
    /// For each seat, the versions of the tools that built and ran its bot, if the
    /// adapter knows them.
    pub toolchains: Vec<Option<String>>,
    /// The worker that played the match, if it was not played where its result is stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worker: Option<WorkerProvenance>,
}

/// A worker, as recorded in results.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorkerProvenance {
    /// The name under which the broker let it publish the result.
    pub name: String,
    /// How fast it was, in percent of the reference machine.
    pub speed_percent: u32,
}

impl MatchProvenance {
    /// The provenance of a match that this process played.
    pub fn here(sandbox: RecordedSandbox, toolchains: Vec<Option<String>>) -> MatchProvenance {
        let rathaus = env!("CARGO_PKG_VERSION").into();
        MatchProvenance { rathaus, sandbox: Some(sandbox), toolchains, worker: None }
    }

    /// Whether it says in what sandbox the match was played, and for each of `seats` bots whether
    /// the versions of its tools are known. Without that, a result is unproven.
    pub fn is_complete(&self, seats: usize) -> bool {
        self.sandbox.is_some() && self.toolchains.len() == seats
    }

    /// The provenance as text.
    pub fn in_words(from: Option<&MatchProvenance>) -> String {
        let Some(MatchProvenance { rathaus, sandbox, worker, .. }) = from else {
            return "an earlier version of rathaus".into();
        };
        let mut words = format!("rathaus {rathaus}");
        if let Some(sandbox) = sandbox {
            words += &format!(", {sandbox}");
        }
        if let Some(WorkerProvenance { name, speed_percent }) = worker {
            words += &format!(", worker {}, {speed_percent} % of the reference speed", harmless(name));
        }
        words
    }
}

/// Where a stored result comes from, ordered from the least to the best proven.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ResultTrustLevel {
    /// From another machine. Its recording was not replayed, because only a sample of them was.
    Sampled,
    /// Stored by an earlier version of Rathaus, which did not record the origin.
    Unknown,
    /// From another machine. Replaying its recording gave the claimed result.
    Replayed,
    /// From a machine that the organiser trusts.
    Trusted,
    /// This host played the match.
    Played,
}

impl ResultTrustLevel {
    /// Whether a result of this origin replaces a stored one of the same match. A proven result
    /// always replaces a sampled one. With `replace`, the organiser's choice, it replaces any that
    /// this host has not played.
    pub fn displaces(self, stored: ResultTrustLevel, replace: bool) -> bool {
        let is_proven = self >= ResultTrustLevel::Replayed;
        is_proven && (stored == ResultTrustLevel::Sampled || replace && stored != ResultTrustLevel::Played)
    }

    /// The word in the database.
    pub fn word(self) -> &'static str {
        match self {
            ResultTrustLevel::Sampled => "sampled",
            ResultTrustLevel::Unknown => "unknown",
            ResultTrustLevel::Replayed => "replayed",
            ResultTrustLevel::Trusted => "trusted",
            ResultTrustLevel::Played => "played",
        }
    }

    /// The origin that this word in the database stands for.
    pub fn from_word(word: Option<&str>) -> ResultTrustLevel {
        let all = [
            ResultTrustLevel::Sampled,
            ResultTrustLevel::Replayed,
            ResultTrustLevel::Trusted,
            ResultTrustLevel::Played,
        ];
        all.into_iter().find(|origin| Some(origin.word()) == word).unwrap_or(ResultTrustLevel::Unknown)
    }
}

/// The longest text of a result outside of its faults, in bytes.
const MOST_TEXT: usize = 1 << 16;

/// The longest duration of a match: a year.
const LONGEST: Duration = Duration::from_secs(366 * 86_400);

impl PlayedMatch {
    /// A match without its recording.
    pub fn new(spec: MatchSpec, result: MatchResult, provenance: Option<MatchProvenance>) -> PlayedMatch {
        PlayedMatch { key: spec.key(), spec, result, provenance, recording: None }
    }

    /// Parses consecutive results from an untrusted source, up to and including the
    /// first malformed one.
    pub fn all_from_json(json: &[u8]) -> Vec<Result<PlayedMatch, String>> {
        bounded::all_from_slice(json)
    }

    /// What exceeds the plausible limits of a result, if anything.
    fn excess(&self) -> Option<&'static str> {
        let PlayedMatch { result, provenance, spec, .. } = self;
        let toolchains = provenance.iter().flat_map(|from| from.toolchains.iter().flatten());
        let workers = provenance.iter().filter_map(|from| Some(&from.worker.as_ref()?.name));
        let versions = provenance.iter().map(|from| &from.rathaus).chain(toolchains).chain(workers);
        let is_late =
            |fault: &SeatFault| fault.turn > u32::MAX as usize || fault.fault.evidence.took > LONGEST;
        let seats = spec.submissions.len();
        let is_excessive = [
            ("`ended` is too long", result.ended.len() > MOST_TEXT),
            ("it took longer than a year", result.took > LONGEST),
            ("a fault has an impossible turn or time", result.faults.iter().any(is_late)),
            ("its versions are too long", versions.into_iter().any(|text| text.len() > MOST_TEXT)),
            (
                "it names more versions than seats",
                provenance.as_ref().is_some_and(|from| from.toolchains.len() > seats),
            ),
        ];
        is_excessive.into_iter().find_map(|(words, is)| is.then_some(words))
    }

    /// Why this cannot be the result of its spec by these rules, if so.
    pub fn contradiction(&self, rules: &ConfiguredGame) -> Option<String> {
        if self.spec.key() != self.key {
            return Some("its key is not that of its spec".into());
        }
        if let Some(words) = self.excess() {
            return Some(words.into());
        }
        let seats = self.spec.submissions.len();
        // The rules estimate the usual size.
        if self.result.details.to_string().len() as u64 > 4 * rules.details_bytes(seats) + MOST_TEXT as u64 {
            return Some("its details are longer than those of such a match".into());
        }
        self.result.contradiction(rules, seats)
    }
}

#[cfg(test)]
mod tests {
    use rathaus_games::FaultCause;
    use rathaus_games::custom::{CustomGameIdentity, CustomMatchSettings, ResultKind};
    use serde_json::{Value, json};

    use super::*;

    fn built_in(game: &str) -> ConfiguredGame {
        ConfiguredGame::resolve(game, std::iter::empty()).unwrap().unwrap()
    }

    fn custom(result: ResultKind) -> ConfiguredGame {
        let config = CustomMatchSettings::new("mine", 2, result);
        let program = CustomGameIdentity { identity: "0".repeat(64), config };
        ConfiguredGame::of_program(program, std::collections::BTreeMap::new())
    }

    fn is_possible(rules: &ConfiguredGame, scores: &[f64], details: Value) -> bool {
        let (scores, ended) = (scores.to_vec(), "so".into());
        let result = MatchResult { scores, ended, details, faults: Vec::new(), took: Duration::ZERO };
        result.contradiction(rules, result.scores.len()).is_none()
    }

    #[test]
    fn scores_are_those_of_the_game_and_agree_with_the_details() {
        let lights = built_in("lights-out");
        let board = |verdict: &str| {
            let rows = vec!["01010"; 5];
            json!({ "board": rows, "fewest": null, "verdict": verdict, "clicks": null, "left_on": null,
                    "took_us": null, "cpu_us": null, "evaluations": null, "progress": [] })
        };
        assert!(is_possible(&lights, &[0.0], board("fault")));
        assert!(is_possible(&lights, &[1.0], board("solved")));
        for score in [0.5, 1.0, 2.5, 1e12, f64::NAN, -1.0] {
            assert!(!is_possible(&lights, &[score], board("fault")), "{score}");
        }
        assert!(!is_possible(&lights, &[0.0], json!({})));

        let race = built_in("rat-race");
        let run = json!({ "turns": 9, "population": 3, "best_fitness": 1, "moves": 5, "asked": 5, "audited": 0,
                          "caught_keeping_data": null, "memory_bytes": 0 });
        let more = json!({ "turns": 1_000_000 });
        assert!(is_possible(&race, &[2.0], run.clone()), "{:?}", serde_json::to_string(&run));
        for (score, details) in [(2.5, &run), (0.0, &run), (2.0, &json!({})), (2.0, &more)] {
            assert!(!is_possible(&race, &[score], details.clone()), "{score} {details}");
        }

        let dilemma = built_in("prisoners-dilemma");
        let round = |scores: [i64; 2]| json!({ "ids": [2, 1], "used": [], "rounds": [{ "number": "1", "takes": [], "scores": scores }] });
        assert!(is_possible(&dilemma, &[4.0, 3.0], round([3, 4])));
        assert!(!is_possible(&dilemma, &[3.0, 4.0], round([3, 4])));
        assert!(!is_possible(&dilemma, &[4.0, 2.5], round([3, 4])));

        let grid = built_in("grid-routing");
        let rounds = json!({ "side": 5, "rounds": [
            { "gains": [1, 2], "broken": [], "owned": [], "asks": 3 },
            { "gains": [4, 0], "broken": [], "owned": [], "asks": 3 },
        ] });
        assert!(is_possible(&grid, &[5.0, 2.0], rounds.clone()));
        assert!(!is_possible(&grid, &[5.0, 3.0], rounds));
    }

    #[test]
    fn ranks_of_custom_games_agree_with_their_scores() {
        let ranks = custom(ResultKind::Ranks);
        assert!(is_possible(&ranks, &[1.0, 0.0], json!({ "turns": 3, "ranks": [1, 2] })));
        assert!(is_possible(&ranks, &[0.5, 0.5], json!({ "turns": 3, "ranks": [1, 1] })));
        for details in
            [json!({ "turns": 3, "ranks": [2, 1] }), json!({ "turns": 3 }), json!({ "ranks": [1, 2] })]
        {
            assert!(!is_possible(&ranks, &[1.0, 0.0], details.clone()), "{details}");
        }
        assert!(!is_possible(&ranks, &[0.37, 0.63], json!({ "turns": 3, "ranks": [2, 1] })));
        // So many ranks would take long to compare.
        let many = json!({ "turns": 3, "ranks": vec![1; 1_000_000] });
        assert!(!is_possible(&ranks, &[1.0, 0.0], many));
        let scores = custom(ResultKind::Scores);
        assert!(is_possible(&scores, &[0.37, -5.0], json!({ "turns": 3, "game": { "any": 1 } })));
        assert!(!is_possible(&scores, &[0.37, 1e300], json!({ "turns": 3 })));
        assert!(!is_possible(&scores, &[1.0, 0.0], json!({ "turns": 3, "ranks": [1, 2] })));
    }

    #[test]
    fn a_bot_that_was_never_ready_has_no_details() {
        let race = built_in("rat-race");
        let fault =
            Fault { cause: FaultCause::Closed { what: "stdout".into() }, evidence: Default::default() };
        assert_eq!(MatchResult::unready(&race, fault).contradiction(&race, 1), None);
    }
}
