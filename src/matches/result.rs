//! What a match leaves behind.

use std::time::Duration;

use rathaus_games::report::{Board, BoardResult};
use rathaus_games::{Fault, GameRules, SeatFault};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::MatchSpec;
use super::bounded;
use super::sandbox_use::SandboxUse;
use crate::matches::Recording;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchResult {
    /// The score of each seat.
    pub scores: Vec<f64>,
    /// Why the match ended, in words.
    pub ended: String,
    /// What else the game tells of it.
    pub details: Value,
    /// What the bots did wrong, in the order in which it was found.
    pub faults: Vec<SeatFault>,
    /// How long the match took, others at the same time included.
    #[serde(rename = "took_seconds", with = "rathaus_games::seconds")]
    pub took: Duration,
}

impl MatchResult {
    /// The result of the only seat of a match on this board.
    pub fn on_board(self, board: Board) -> BoardResult {
        let MatchResult { scores, ended, details, faults, took } = self;
        let score = scores.first().copied().unwrap_or_default();
        BoardResult { board, score, ended, details, faults, took }
    }

    /// The result of a match to which the bot could not be brought: the least score that there is.
    pub fn unready(rules: &GameRules, fault: Fault) -> MatchResult {
        MatchResult {
            scores: vec![rules.least_score()],
            ended: fault.cause.to_string(),
            details: serde_json::json!({}),
            faults: vec![SeatFault { seat: 0, turn: 1, fault }],
            took: Duration::ZERO,
        }
    }

    /// In what something else came out when the match was played again, if there is anything.
    /// Evidence and clocks do not count.
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
        (self.details != again.details)
            .then(|| "what the game tells of it besides is something else now".into())
    }

    /// Why this cannot be what came out of a match of so many seats by these rules, if it cannot.
    pub fn contradiction(&self, rules: &GameRules, seats: usize) -> Option<String> {
        if let Some(why) = self.misfit(seats) {
            return Some(why);
        }
        if let Some(score) = self.scores.iter().find(|score| !rules.can_score(**score)) {
            return Some(format!("it has the score {score}, which {} does not give", rules.name()));
        }
        (!rules.can_have_details(&self.details, seats))
            .then(|| "its details are not those of such a match".into())
    }

    /// Why this cannot be what came out of a match of so many seats of any game, if it cannot.
    pub fn misfit(&self, seats: usize) -> Option<String> {
        let scores = self.scores.len();
        if scores != seats {
            return Some(format!("it has {scores} scores for {seats} seats"));
        }
        let is_nobodys = self.faults.iter().any(|fault| fault.seat >= seats);
        is_nobodys.then(|| "it has faults in seats that there are not".into())
    }

    /// The same without all that a clock has said. Two matches of one spec, in which the bots
    /// answered the same, are equal in this.
    pub fn without_clocks(&self, rules: &GameRules) -> MatchResult {
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

/// A match that was played, on this machine or elsewhere, as `rathaus match run` prints it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedMatch {
    /// The key of the spec. If it comes from elsewhere, it is only claimed.
    pub key: String,
    pub spec: MatchSpec,
    #[serde(rename = "record")]
    pub result: MatchResult,
    pub provenance: Option<Provenance>,
    /// What its bots said, if that was recorded.
    #[serde(default, rename = "replay", skip_serializing_if = "Option::is_none")]
    pub recording: Option<Recording>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// The version of this program.
    pub rathaus: String,
    /// In what sandbox the bots ran, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sandbox: Option<SandboxUse>,
    /// For each seat the versions of what its bot was built and run with, where an adapter knows
    /// them.
    pub toolchains: Vec<Option<String>>,
}

impl Provenance {
    /// Played by this version of the program, in this sandbox, with bots of these toolchains.
    pub fn here(sandbox: SandboxUse, toolchains: Vec<Option<String>>) -> Provenance {
        Provenance { rathaus: env!("CARGO_PKG_VERSION").into(), sandbox: Some(sandbox), toolchains }
    }

    /// What is known of who has played, in words.
    pub fn in_words(from: Option<&Provenance>) -> String {
        match from {
            None => "an earlier version of rathaus".into(),
            Some(Provenance { rathaus, sandbox: None, .. }) => format!("rathaus {rathaus}"),
            Some(Provenance { rathaus, sandbox: Some(sandbox), .. }) => {
                format!("rathaus {rathaus}, {sandbox}")
            }
        }
    }
}

/// How a result got into a database: by how much it is proven, the least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ResultOrigin {
    /// Its recording was not replayed, because a share of all was.
    Sampled,
    /// By an earlier version of this program, which did not say.
    Unknown,
    /// Its recording was replayed, and gave what it claims.
    Replayed,
    /// The organiser has said that it comes from a machine to be trusted.
    Trusted,
    /// This host has played it.
    Played,
}

impl ResultOrigin {
    /// Whether a result of this origin takes the place of another one of the same match. A result
    /// for which nobody answers gives way to one that is proven; anything that was not played here
    /// gives way if the organiser says so.
    pub fn displaces(self, stored: ResultOrigin, replace: bool) -> bool {
        let is_proven = self >= ResultOrigin::Replayed;
        is_proven && (stored == ResultOrigin::Sampled || replace && stored != ResultOrigin::Played)
    }

    /// The word for it, as it is stored.
    pub fn word(self) -> &'static str {
        match self {
            ResultOrigin::Sampled => "sampled",
            ResultOrigin::Unknown => "unknown",
            ResultOrigin::Replayed => "replayed",
            ResultOrigin::Trusted => "trusted",
            ResultOrigin::Played => "played",
        }
    }

    /// What was stored as this word.
    pub fn from_word(word: Option<&str>) -> ResultOrigin {
        let all =
            [ResultOrigin::Sampled, ResultOrigin::Replayed, ResultOrigin::Trusted, ResultOrigin::Played];
        all.into_iter().find(|origin| Some(origin.word()) == word).unwrap_or(ResultOrigin::Unknown)
    }
}

/// The longest text of a result outside its faults.
const MOST_TEXT: usize = 1 << 16;

/// No match lasts longer than a year.
const LONGEST: Duration = Duration::from_secs(366 * 86_400);

impl PlayedMatch {
    /// A match that was played, without its recording.
    pub fn new(spec: MatchSpec, result: MatchResult, provenance: Option<Provenance>) -> PlayedMatch {
        PlayedMatch { key: spec.key(), spec, result, provenance, recording: None }
    }

    /// Reads results of strangers, one behind the other, to the first thing that is none.
    pub fn all_from_json(json: &[u8]) -> Vec<Result<PlayedMatch, String>> {
        bounded::all_from_slice(json)
    }

    /// What of it is larger than such a thing can be, if anything is.
    fn excess(&self) -> Option<&'static str> {
        let PlayedMatch { result, provenance, spec, .. } = self;
        let toolchains = provenance.iter().flat_map(|from| from.toolchains.iter().flatten());
        let versions = provenance.iter().map(|from| &from.rathaus).chain(toolchains);
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

    /// Why this cannot be the result of its spec by these rules, if it cannot.
    pub fn contradiction(&self, rules: &GameRules) -> Option<String> {
        if self.spec.key() != self.key {
            return Some("its key is not that of its spec".into());
        }
        if let Some(words) = self.excess() {
            return Some(words.into());
        }
        let seats = self.spec.submissions.len();
        // Rules tell about how much there is.
        if self.result.details.to_string().len() as u64 > 4 * rules.details_bytes(seats) + MOST_TEXT as u64 {
            return Some("its details are longer than those of such a match".into());
        }
        self.result.contradiction(rules, seats)
    }
}
