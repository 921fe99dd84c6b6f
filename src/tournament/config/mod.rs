//! `tournament.toml`: what is played by whom, and how.

mod check;
mod schema;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::PathBuf;

use jiff::Timestamp;
use rathaus_games::{FaultCause, Seed};
use rathaus_sandbox::Tier;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::formats::Format;
pub use check::{GameLookup, ParsedConfig};
pub use schema::schema;

/// A tournament, as its file describes it.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "tournament.toml", inline)]
pub struct TournamentConfig {
    /// What the tournament is called. Without it, it is called like the file.
    #[serde(default)]
    #[schemars(with = "String", length(min = 1, max = 200), extend("examples" = ["Spring race"]))]
    pub name: Option<String>,

    /// The game that is played: the name of one of this house, or the folder of a game of one's own, in which its game.toml lies, relative to this
    /// file. A name alone is looked for in `games/` as well.
    #[schemars(extend("examples" = [rathaus_games::names().next()]))]
    pub game: String,

    /// The submissions, each a source file, a folder with one, or a bot.toml. Paths are relative to this file.
    #[serde(default)]
    #[schemars(extend("examples" = [["bots/ann.py", "bots/ben"]]))]
    pub entrants: Vec<PathBuf>,

    /// A folder in which every file and folder is a submission, besides those that are listed. What begins with a dot is left out.
    #[serde(default)]
    #[schemars(with = "PathBuf", extend("examples" = ["bots"]))]
    pub entrants_folder: Option<PathBuf>,

    /// Submissions that have another name here than they give themselves, each as a table of its own.
    #[serde(default)]
    #[schemars(extend("examples" = [[{"path": "bots/ann.py", "name": "Ann"}]]))]
    pub entrant: Vec<NamedEntrant>,

    /// The seed from which comes all that is random in the games: a number, or a text of 0x and up to 16 hexadecimal digits.
    #[serde(deserialize_with = "seed")]
    #[schemars(with = "SeedForm", extend("examples" = [2014, "0x4c3f00d1e5c0ffee"]))]
    pub seed: Seed,

    /// A file with the numbers of the rounds, a number on each line, instead of numbers from the seed. For games with seed files.
    #[serde(default)]
    #[schemars(with = "PathBuf", extend("examples" = ["seeds.txt"]))]
    pub seed_file: Option<PathBuf>,

    /// How many boards every entrant plays, in single-player games [default: 50].
    #[serde(default)]
    #[schemars(with = "u32", range(min = 1, max = 1_000_000), extend("examples" = [50]))]
    pub boards: Option<u32>,

    /// How many games are played: 1 unless it is said, and 10 in games of one's own. In round robins, gauntlets and Swiss
    /// tournaments, how many rounds there are; in a knock-out, of how many games each encounter is the best, 4 unless it is said.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 1, max = 1_000_000), extend("examples" = [10]))]
    pub games: Option<u32>,

    /// How many entrants play in each of the games, if not all of them, or as many as the game has seats for.
    #[serde(default)]
    #[schemars(with = "usize", range(min = 1, max = 1_000), extend("examples" = [10]))]
    pub seats: Option<usize>,

    /// Who meets whom, in games that several play. Without it: games of two seats are played as a double round robin, others with seats drawn so
    /// that all play equally often.
    #[serde(default)]
    #[schemars(with = "Format", extend("examples" = ["double-round-robin"]))]
    pub format: Option<Format>,

    /// The entrant who meets all others, in a gauntlet.
    #[serde(default)]
    #[schemars(with = "String", length(min = 1, max = 200), extend("examples" = ["Ann"]))]
    pub challenger: Option<String>,

    /// Parameters of the game that are not to have their usual values. `rathaus play GAME --set help` lists those of a game.
    #[serde(default)]
    pub parameters: BTreeMap<String, Value>,

    /// What bots and builds may take, besides the limits among the parameters.
    #[serde(default)]
    pub limits: BotLimits,

    /// What is done about bots that do something wrong, besides what the game says of it.
    #[serde(default)]
    pub policies: DisqualificationConfig,

    /// To which sources the players are bound.
    #[serde(default)]
    #[schemars(with = "CommitmentConfig")]
    pub commitments: Option<CommitmentConfig>,

    /// When what is due: moments with their zones.
    #[serde(default)]
    pub phases: PhaseConfig,

    /// What is kept of matches besides their results. It changes no result.
    #[serde(default)]
    pub records: RecordConfig,

    /// What is asked of results that were played elsewhere.
    #[serde(default)]
    pub collect: CollectConfig,

    /// How submissions are kept from all that is not theirs.
    #[serde(default)]
    pub sandbox: SandboxConfig,

    /// How this machine plays. It changes no result.
    #[serde(default)]
    pub running: MachineConfig,
}

/// A submission with a name of its own.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct NamedEntrant {
    /// The submission: a source file, a folder with one, or a bot.toml, relative to this file.
    #[schemars(extend("examples" = ["bots/ann.py"]))]
    pub path: PathBuf,
    /// What it is called in this tournament.
    #[serde(default)]
    #[schemars(with = "String", length(min = 1, max = 200), extend("examples" = ["Ann"]))]
    pub name: Option<String>,
}

/// What bots and builds may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(inline)]
pub struct BotLimits {
    /// How many seconds each command of a build may take.
    #[schemars(range(min = 1, max = 86_400), extend("examples" = [300]))]
    pub build_seconds: u64,
    /// How many seconds a bot may take from its start to its answer to the greeting.
    #[schemars(range(min = 1, max = 3_600), extend("examples" = [10]))]
    pub greeting_seconds: u64,
}

impl Default for BotLimits {
    fn default() -> BotLimits {
        BotLimits { build_seconds: 300, greeting_seconds: super::HANDSHAKE_TIME.as_secs() }
    }
}

/// What is done about bots that do something wrong.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(inline)]
pub struct DisqualificationConfig {
    /// Who has done one of these things once has no rank in the standings. What others have gained in the same games stays theirs.
    #[schemars(extend("examples" = [["late"]]))]
    pub disqualify: Vec<PenalisedFault>,
}

/// What a bot can do wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum PenalisedFault {
    /// The deadline passed.
    Late,
    /// An answer was not of the form asked for.
    Malformed,
    /// An answer was against the rules.
    Illegal,
    /// The process ended on its own, or the submission raised an error.
    Crashed,
    /// The process closed its output or its input and lived on.
    Closed,
    /// An answer was longer than allowed.
    Flooded,
}

impl PenalisedFault {
    /// Whether a fault is of this kind.
    pub fn is(self, cause: &FaultCause) -> bool {
        match self {
            PenalisedFault::Late => matches!(cause, FaultCause::Late { .. }),
            PenalisedFault::Malformed => matches!(cause, FaultCause::Malformed { .. }),
            PenalisedFault::Illegal => matches!(cause, FaultCause::Illegal { .. }),
            PenalisedFault::Crashed => matches!(cause, FaultCause::Crashed { .. }),
            PenalisedFault::Closed => matches!(cause, FaultCause::Closed { .. }),
            PenalisedFault::Flooded => matches!(cause, FaultCause::Flooded { .. }),
        }
    }
}

/// To which sources the players are bound.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct CommitmentConfig {
    /// The ledger: who has posted which hash when, and what the organiser has promised. `rathaus verify --help` shows one.
    #[schemars(extend("examples" = ["ledger.toml"]))]
    pub ledger: PathBuf,
    /// Whether only those play whose source is what they have posted the hash of. If not, the standings say who is not verified.
    #[serde(default = "yes")]
    #[schemars(extend("examples" = [true]))]
    pub required: bool,
}

fn yes() -> bool {
    true
}

/// When what is due.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(inline)]
pub struct PhaseConfig {
    /// Until when hashes of sources are taken.
    #[serde(default)]
    #[schemars(with = "Timestamp", extend("examples" = ["2014-05-09T00:00:00Z"]))]
    pub commitments_until: Option<Timestamp>,
    /// Until when sources are revealed. Nothing is played before, unless it is asked for.
    #[serde(default)]
    #[schemars(with = "Timestamp", extend("examples" = ["2014-05-10T00:00:00Z"]))]
    pub reveals_until: Option<Timestamp>,
    /// When the standings are final. Before, they say that they are provisional.
    #[serde(default)]
    #[schemars(with = "Timestamp", extend("examples" = ["2014-05-11T00:00:00Z"]))]
    pub results_on: Option<Timestamp>,
}

impl PhaseConfig {
    /// What is due at a moment, if the tournament has phases.
    pub fn in_words(&self, now: Timestamp) -> Option<String> {
        let due = [
            ("hashes of sources are taken until", self.commitments_until),
            ("sources are revealed until", self.reveals_until),
            ("standings are provisional until", self.results_on),
        ];
        let given: Vec<_> = due.into_iter().filter_map(|(words, moment)| Some((words, moment?))).collect();
        if given.is_empty() {
            return None;
        }
        let next = given.into_iter().find(|(_, moment)| now < *moment);
        Some(
            next.map_or_else(
                || "all its phases are over".into(),
                |(words, moment)| format!("{words} {moment}"),
            ),
        )
    }
}

/// What is kept of matches besides their results: replays, by which they can be played again without their bots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(inline)]
pub struct RecordConfig {
    /// Of which matches a replay is kept.
    pub keep: ReplayRetention,
    /// How many matches with faults are kept of each entrant, beside its best one, where those are what is kept.
    #[schemars(range(min = 0, max = 1_000_000), extend("examples" = [10]))]
    pub faulty: u32,
    /// The most megabytes that the replay of a match may have. Larger ones are not kept.
    #[schemars(range(min = 1, max = 900), extend("examples" = [16]))]
    pub replay_mb: u32,
}

impl Default for RecordConfig {
    fn default() -> RecordConfig {
        RecordConfig { keep: ReplayRetention::FaultsAndBest, faulty: 10, replay_mb: 16 }
    }
}

/// Of which matches a replay is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum ReplayRetention {
    /// Of all.
    All,
    /// Of each entrant's best match, and of some with faults.
    FaultsAndBest,
    /// Of none.
    None,
}

impl RecordConfig {
    /// How many bytes the replay of a match may have, if there are any.
    pub fn limit(&self) -> Option<usize> {
        (self.keep != ReplayRetention::None).then_some(self.replay_mb as usize * 1_000_000)
    }

    /// Whether a replay of so many bytes may be kept.
    pub fn allows(&self, bytes: usize) -> bool {
        self.limit().is_some_and(|limit| bytes <= limit)
    }

    /// How many replays are kept at the most of so many matches of so many entrants.
    pub fn most(&self, matches: usize, entrants: usize) -> usize {
        match self.keep {
            ReplayRetention::All => matches,
            ReplayRetention::FaultsAndBest => matches.min(entrants.saturating_mul(1 + self.faulty as usize)),
            ReplayRetention::None => 0,
        }
    }
}

/// What is asked of results that were played elsewhere, when `rathaus tournament collect` takes them in.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(inline)]
pub struct CollectConfig {
    /// Which share of the results is replayed from what their bots said before it is stored: 1 is all of them. Which ones is drawn by lot. The others
    /// must have a recording as well.
    #[schemars(range(min = 0, max = 1), extend("examples" = [1]))]
    pub replay: f64,
}

impl Default for CollectConfig {
    fn default() -> CollectConfig {
        CollectConfig { replay: 1.0 }
    }
}

/// In what submissions are built and run. It changes no result, but of those who use more than they may.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(inline)]
pub struct SandboxConfig {
    /// Of which kind it is; nothing is played where there is none. Without it, the best that there is.
    #[serde(default)]
    #[schemars(with = "Tier", extend("examples" = ["namespaces"]))]
    pub tier: Option<Tier>,
    /// How many mebibytes of memory a bot may use, all its processes together. Without it, 2048.
    #[serde(default)]
    #[schemars(with = "u64", range(min = 16, max = 16_777_216), extend("examples" = [2048]))]
    pub memory_mib: Option<u64>,
    /// How many processes and threads a bot may have at once. Without it, 256.
    #[serde(default)]
    #[schemars(with = "u64", range(min = 1, max = 1_048_576), extend("examples" = [256]))]
    pub processes: Option<u64>,
    /// Whether bots that live on between questions are kept from thinking while it is not their turn.
    #[serde(default)]
    pub freeze: bool,
    /// Programs that submissions may name in `run` and `build`, by their absolute paths, in addition to the adapters' tools and the system's.
    #[serde(default)]
    #[schemars(extend("examples" = [["/opt/racket/bin/racket"]]))]
    pub tools: Vec<PathBuf>,
}

/// How this machine plays.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(inline)]
pub struct MachineConfig {
    /// How many bot processes run at once. Without it, as many as there are physical cores.
    #[serde(default)]
    #[schemars(with = "usize", range(min = 1, max = 1_024), extend("examples" = [2]))]
    pub concurrency: Option<usize>,
    /// How many boards one process plays at once, in games whose processes play many [default: by the game].
    #[serde(default)]
    #[schemars(with = "usize", range(min = 1, max = 1_024), extend("examples" = [8]))]
    pub boards_in_flight: Option<usize>,
}

/// A seed as it can be written in TOML, whose numbers have 63 bits.
#[derive(JsonSchema)]
#[schemars(inline, extend("type" = ["integer", "string"]))]
#[expect(dead_code, reason = "it is there for its schema only")]
struct SeedForm(#[schemars(range(min = 0), regex(pattern = r"^(0x[0-9A-Fa-f]{1,16}|[0-9]{1,20})$"))] u64);

fn seed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Seed, D::Error> {
    let text = match Value::deserialize(deserializer)? {
        Value::String(text) => text,
        number => number.to_string(),
    };
    text.parse().map_err(serde::de::Error::custom)
}
