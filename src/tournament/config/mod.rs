//! `tournament.toml`: the settings of a tournament.

mod check;
mod dates;
mod machine;
mod records;
mod rulings;
mod schema;
mod teams;
#[cfg(test)]
mod tests;
mod workers;

use std::collections::BTreeMap;
use std::path::PathBuf;

use rathaus_games::{FaultCause, Seed};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::formats::TournamentFormat;
use crate::matches::MOST_STORAGE_MIB;
pub use check::{GameLookup, TournamentFileReadOutcome};
pub use dates::TournamentDates;
pub use machine::{ConcurrencyConfig, EngineConfig, SandboxConfig};
pub use records::{ReplayRetention, ReplayRetentionConfig};
pub use rulings::{AbsentEntrantPolicy, RulingConfig, VoidMatchPolicy};
pub use schema::schema;
pub use workers::{LateReplyPolicy, WorkerConfig};

/// The settings of a tournament.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "tournament.toml", inline)]
pub struct TournamentConfig {
    /// The title of the tournament [default: the name of this file].
    #[serde(default)]
    #[schemars(with = "String", length(min = 1, max = 200), extend("examples" = ["Spring race"]))]
    pub name: Option<String>,

    /// The game: the name of a built-in game, or the folder of a custom game with its game.toml,
    /// relative to this file; a bare name is also looked up in `games/`.
    #[schemars(extend("examples" = [rathaus_games::names().next()]))]
    pub game: String,

    /// The submissions, each a source file, a folder with one, or a bot.toml, relative to this
    /// file.
    #[serde(default)]
    #[schemars(extend("examples" = [["bots/ann.py", "bots/ben"]]))]
    pub entrants: Vec<PathBuf>,

    /// A folder whose files and folders are all submissions, in addition to the listed ones; names
    /// that begin with a dot are ignored.
    #[serde(default)]
    #[schemars(with = "PathBuf", extend("examples" = ["bots"]))]
    pub entrants_folder: Option<PathBuf>,

    /// Submissions that play under another name than their own, each as an `[[entrant]]` table.
    #[serde(default)]
    #[schemars(extend("examples" = [[{"path": "bots/ann.py", "name": "Ann"}]]))]
    pub entrant: Vec<EntrantConfig>,

    /// The seed for all randomness in the games: a number, or a string with a decimal number or
    /// with 0x and up to 16 hexadecimal digits.
    #[serde(deserialize_with = "seed")]
    #[schemars(with = "SeedForm", extend("examples" = [2014, "0x4c3f00d1e5c0ffee"]))]
    pub seed: Seed,

    /// A file with the numbers of the rounds, one number on each line, which replace numbers
    /// derived from the seed; only for games with seed files.
    #[serde(default)]
    #[schemars(with = "PathBuf", extend("examples" = ["seeds.txt"]))]
    pub seed_file: Option<PathBuf>,

    /// The number of boards that each entrant plays, in single-player games; in an adaptive
    /// tournament the most boards [default: 50, or 500 if adaptive].
    #[serde(default)]
    #[schemars(with = "u32", range(min = 1, max = 1_000_000), extend("examples" = [50]))]
    pub boards: Option<u32>,

    /// The number of games, of rounds in round robins, gauntlets and Swiss tournaments, of games in
    /// each best-of encounter of a knock-out, or the most rounds of an adaptive tournament
    /// [default: 1, or 10 in custom games; in Swiss tournaments by the number of entrants; in a
    /// knock-out 4; in an adaptive tournament 500].
    #[serde(default)]
    #[schemars(with = "u32", range(min = 1, max = 1_000_000), extend("examples" = [10]))]
    pub games: Option<u32>,

    /// The number of entrants in each game [default: 2 in a knock-out, the fewest possible in Swiss
    /// and adaptive tournaments, otherwise all entrants or as many as the game has seats for].
    #[serde(default)]
    #[schemars(with = "usize", range(min = 1, max = 1_000), extend("examples" = [10]))]
    pub seats: Option<usize>,

    /// The format of the tournament; in single-player games only "adaptive" [default: a double round
    /// robin in custom games with two seats, in other multiplayer games drawn seats so that all
    /// entrants play equally often, in single-player games the same boards for all].
    #[serde(default)]
    #[schemars(with = "TournamentFormat", extend("examples" = ["double-round-robin"]))]
    pub format: Option<TournamentFormat>,

    /// What an adaptive tournament decides: "winner", "top 4" or another number, or "all", which is
    /// the rank of each entrant [default: "winner"].
    #[serde(default)]
    #[schemars(with = "String", extend("examples" = ["top 4"]))]
    pub decide: Option<String>,

    /// The entrant that meets all others, in a gauntlet.
    #[serde(default)]
    #[schemars(with = "String", length(min = 1, max = 200), extend("examples" = ["Ann"]))]
    pub challenger: Option<String>,

    /// Several entrants that each meet all others, but not each other, in a gauntlet.
    #[serde(default)]
    #[schemars(extend("examples" = [["Ann 2.0", "Ann 2.1"]]))]
    pub challengers: Vec<String>,

    /// The entrant whose rating is 1500, such as a bot that plays in all of your tournaments; this
    /// changes no result [default: the mean of all ratings is 1500].
    #[serde(default)]
    #[schemars(with = "String", length(min = 1, max = 200), extend("examples" = ["Ann"]))]
    pub rating_anchor: Option<String>,

    /// The entrants that are versions of one bot, the oldest first, by the name of the bot; a chart shows
    /// how they got better, and this changes no result.
    #[serde(default)]
    #[schemars(extend("examples" = [{"Ann": ["Ann 1.0", "Ann 1.1"]}]))]
    pub versions: BTreeMap<String, Vec<String>>,

    /// What the points of its members give a team: "sum", "mean", or "best 4" or another number, which is
    /// the sum of the best ones [default: "sum"].
    #[serde(default)]
    #[schemars(with = "String", extend("examples" = ["best 4"]))]
    pub team_score: Option<String>,

    /// Whether members of one team meet; false only in round robins, gauntlets and Swiss tournaments
    /// [default: true].
    #[serde(default)]
    #[schemars(with = "bool", extend("examples" = [false]))]
    pub teammates_meet: Option<bool>,

    /// The entrants of each team, by its name; standings show the teams beside the entrants.
    #[serde(default)]
    #[schemars(extend("examples" = [{"red": ["Ann", "Ben"]}]))]
    pub teams: BTreeMap<String, Vec<String>>,

    /// The size of a folder that each bot keeps from match to match, in mebibytes, as
    /// RATHAUS_STORAGE names it; only in custom games, whose matches are then played one at a time,
    /// in their order [default: no folder].
    #[serde(default)]
    #[schemars(with = "u32", range(min = 1, max = MOST_STORAGE_MIB), extend("examples" = [8]))]
    pub storage_mib: Option<u32>,

    /// Parameters of the game that differ from their defaults; `rathaus play GAME --set help` lists
    /// the parameters of a game.
    #[serde(default)]
    pub parameters: BTreeMap<String, Value>,

    /// Groups of boards or openings, in each of which some parameters are others, each as a `[[group]]`
    /// table; rounds take turns, and standings show each group beside the whole.
    #[serde(default)]
    #[schemars(extend("examples" = [[{"name": "long", "parameters": {"turns": 20_000}}]]))]
    pub group: Vec<BoardGroupConfig>,

    /// Time limits for bots and builds, in addition to the limits among the parameters.
    #[serde(default)]
    pub limits: PreparationTimeLimits,

    /// Penalties for bots that commit faults, in addition to those of the game.
    #[serde(default)]
    pub policies: DisqualificationConfig,

    /// What counts for matches that cannot be played, in multiplayer games and formats whose pairings
    /// depend on results.
    #[serde(default)]
    pub rulings: RulingConfig,

    /// The commitments of players to their sources.
    #[serde(default)]
    #[schemars(with = "CommitmentConfig")]
    pub commitments: Option<CommitmentConfig>,

    /// The deadlines of the tournament, each a date and time with its time zone.
    #[serde(default)]
    pub phases: TournamentDates,

    /// Which replays of matches to keep; this changes no result.
    #[serde(default)]
    pub records: ReplayRetentionConfig,

    /// How to check results that were played elsewhere.
    #[serde(default)]
    pub collect: CollectedResultCheckConfig,

    /// Which workers may play, and how their results are checked; only with `rathaus tournament run
    /// --nats`.
    #[serde(default)]
    pub workers: WorkerConfig,

    /// Engines that submissions start by these names, each as a `[tools.NAME]` table; the bytes of
    /// an engine are part of the identity of the submissions that start it.
    #[serde(default)]
    #[schemars(extend("examples" = [{"stockfish": {"path": "/usr/games/stockfish"}}]))]
    pub tools: BTreeMap<String, EngineConfig>,

    /// The sandbox for submissions.
    #[serde(default)]
    pub sandbox: SandboxConfig,

    /// How this machine plays the matches; this changes no result.
    #[serde(default)]
    pub running: ConcurrencyConfig,
}

/// A submission under another name.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct EntrantConfig {
    /// The submission: a source file, a folder with one, or a bot.toml, relative to this file.
    #[schemars(extend("examples" = ["bots/ann.py"]))]
    pub path: PathBuf,
    /// The name of the submission in this tournament.
    #[serde(default)]
    #[schemars(with = "String", length(min = 1, max = 200), extend("examples" = ["Ann"]))]
    pub name: Option<String>,
    /// The Python that plays it: a name in `PATH`, or a path relative to this file, such as that of
    /// a virtual environment with the packages that the bot needs.
    #[serde(default)]
    #[schemars(with = "String", length(min = 1, max = 1_000), extend("examples" = ["venv/bin/python"]))]
    pub python: Option<String>,
}

/// A group of boards or openings.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct BoardGroupConfig {
    /// The name of the group.
    #[schemars(length(min = 1, max = 200), extend("examples" = ["long"]))]
    pub name: String,
    /// Parameters of the game that differ from those under `[parameters]`.
    #[serde(default)]
    #[schemars(extend("examples" = [{"turns": 20_000}]))]
    pub parameters: BTreeMap<String, Value>,
}

/// Time limits for bots and builds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(inline)]
pub struct PreparationTimeLimits {
    /// The time limit for each command of a build, in seconds.
    #[schemars(range(min = 1, max = 86_400), extend("examples" = [300]))]
    pub build_seconds: u64,
    /// The time limit for a bot to start and answer the handshake, in seconds.
    #[schemars(range(min = 1, max = 3_600), extend("examples" = [10]))]
    pub greeting_seconds: u64,
}

impl Default for PreparationTimeLimits {
    fn default() -> PreparationTimeLimits {
        PreparationTimeLimits { build_seconds: 300, greeting_seconds: super::HANDSHAKE_TIME.as_secs() }
    }
}

/// Penalties for bots that commit faults.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(inline)]
pub struct DisqualificationConfig {
    /// Faults that disqualify: a bot that commits one of them once gets no rank in the standings,
    /// and others keep what they gained in the same games.
    #[schemars(extend("examples" = [["late"]]))]
    pub disqualify: Vec<DisqualifyingFault>,
}

/// A fault that can disqualify a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum DisqualifyingFault {
    /// The deadline passed.
    Late,
    /// A reply did not have the requested form.
    Malformed,
    /// A reply broke the rules of the game.
    Illegal,
    /// The process exited on its own, or the submission raised an error.
    Crashed,
    /// The process closed its output or its input but kept running.
    Closed,
    /// A reply was longer than allowed.
    Flooded,
}

impl DisqualifyingFault {
    pub fn is(self, cause: &FaultCause) -> bool {
        match self {
            DisqualifyingFault::Late => matches!(cause, FaultCause::Late { .. }),
            DisqualifyingFault::Malformed => matches!(cause, FaultCause::Malformed { .. }),
            DisqualifyingFault::Illegal => matches!(cause, FaultCause::Illegal { .. }),
            DisqualifyingFault::Crashed => matches!(cause, FaultCause::Crashed { .. }),
            DisqualifyingFault::Closed => matches!(cause, FaultCause::Closed { .. }),
            DisqualifyingFault::Flooded => matches!(cause, FaultCause::Flooded { .. }),
        }
    }
}

/// The commitments of players to their sources.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct CommitmentConfig {
    /// The ledger, which records the hashes that players posted, when they posted them, and the
    /// organiser's promises; `rathaus verify --help` shows an example.
    #[schemars(extend("examples" = ["ledger.toml"]))]
    pub ledger: PathBuf,
    /// Whether to exclude entrants whose source does not match a hash that they posted in time;
    /// otherwise they play, and the standings mark them as not verified.
    #[serde(default = "yes")]
    #[schemars(extend("examples" = [true]))]
    pub required: bool,
}

fn yes() -> bool {
    true
}

/// How `rathaus tournament collect` checks results that were played elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(inline)]
pub struct CollectedResultCheckConfig {
    /// The share of results, drawn at random, that are replayed from their recordings before they
    /// are stored (1 for all); results that are not replayed must have a recording too.
    #[schemars(range(min = 0, max = 1), extend("examples" = [1]))]
    pub replay: f64,
}

impl Default for CollectedResultCheckConfig {
    fn default() -> CollectedResultCheckConfig {
        CollectedResultCheckConfig { replay: 1.0 }
    }
}

/// A seed as it can be written in TOML, whose integers have 63 bits without the sign.
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
