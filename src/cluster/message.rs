//! The messages between coordinators and workers, as JSON.

use std::path::PathBuf;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::json;

use crate::matches::{MatchSpec, PlayedMatch, bounded};
use crate::tournament::config::SandboxConfig;

/// The version of these messages. A worker plays only for a coordinator with the same version of
/// messages and of Rathaus, because results depend on both.
pub const PROTOCOL: u32 = 1;

/// The most bytes of a message. The broker refuses more than 1 MiB unless told otherwise.
pub(super) const MAX_MESSAGE_BYTES: usize = 900 << 10;

/// A match that a worker is to play.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchOrder {
    pub protocol: u32,
    /// The version of Rathaus that plays the tournament.
    pub rathaus: String,
    /// The id of the tournament on this broker.
    pub tournament: String,
    /// The title of the tournament, for people.
    pub title: String,
    pub conditions: PlayConditions,
    pub spec: MatchSpec,
    /// The workers that do not play it: they cannot, or have played it already.
    pub except: Vec<String>,
}

/// Under which conditions the matches of a tournament are played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayConditions {
    /// The time limit of each command of a build, in seconds.
    pub build_seconds: u64,
    /// The sandbox, as far as the command line of the worker leaves it open.
    #[serde(serialize_with = "write_sandbox")]
    pub sandbox: SandboxConfig,
    /// Engines that submissions start, by name.
    pub engines: Vec<EngineCondition>,
    /// The size limit of a recording in bytes.
    pub recording_bytes: usize,
    /// How fast a worker has to be, in percent of the reference machine.
    pub minimum_speed_percent: u32,
}

/// Writes what a `[sandbox]` table may have. The type itself is only read, so that its schema has
/// the defaults of its fields.
fn write_sandbox<S: Serializer>(sandbox: &SandboxConfig, serializer: S) -> Result<S::Ok, S::Error> {
    let SandboxConfig { tier, memory_mib, processes, freeze, loopback, tools } = sandbox;
    json!({
        "tier": tier,
        "memory_mib": memory_mib,
        "processes": processes,
        "freeze": freeze,
        "loopback": loopback,
        "tools": tools,
    })
    .serialize(serializer)
}

/// An engine that a worker needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineCondition {
    pub name: String,
    pub path: PathBuf,
    pub sha256: Option<String>,
}

/// What a worker reports on a match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WorkerReport {
    pub protocol: u32,
    /// How often the broker had delivered the spec, from 1.
    pub deliveries: u64,
    /// Whether the match was played to be compared with another result.
    pub is_audit: bool,
    #[serde(flatten)]
    pub body: ReportBody,
}

/// Whether the match was played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReportBody {
    Played(Box<PlayedReport>),
    Declined {
        reason: DeclineReason,
        /// Why, for people.
        words: String,
    },
}

/// A match that a worker has played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedReport {
    /// The result, with its recording if that is small.
    pub played: PlayedMatch,
    /// Where the recording is, if it is large.
    pub recording: Option<RecordingPlace>,
}

/// A recording in the store of recordings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordingPlace {
    pub name: String,
    /// The SHA-256 of its bytes, in hexadecimal.
    pub sha256: String,
}

/// Why a worker did not play a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeclineReason {
    /// A source is not in the store, or not what its identity says.
    Source,
    /// The worker lacks something: a compiler, an engine, a sandbox, speed.
    Unable,
    /// The bot could not be started.
    NotReady,
    /// The worker failed to play it.
    Void,
    /// The spec was delivered again and again, without a report: its match may end workers.
    Poisonous,
}

/// What a worker tells about itself every few seconds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorkerStatus {
    pub protocol: u32,
    pub rathaus: String,
    /// How fast it is, in percent of the reference machine.
    pub speed_percent: u32,
    /// How many matches it plays at once.
    pub concurrency: usize,
    /// The matches that it plays now.
    pub playing: Vec<PlayingStatus>,
    /// The number of matches that it has played for all tournaments.
    pub played: u64,
    /// Why it takes no further matches at the moment, if so.
    pub paused: Option<String>,
}

/// A match that a worker plays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayingStatus {
    pub tournament: String,
    pub key: String,
    pub seconds: u64,
}

/// The most matches in a status, and the longest text.
const MOST_PLAYING: usize = 1_024;
const MOST_TEXT: usize = 1_000;

impl WorkerStatus {
    /// Parses a status that may come from a stranger.
    pub(super) fn parse(bytes: &[u8]) -> Option<WorkerStatus> {
        let status: WorkerStatus = bounded::from_slice(bytes).ok()?;
        let texts = [&status.rathaus].into_iter().chain(&status.paused);
        let playing = status.playing.iter().flat_map(|playing| [&playing.tournament, &playing.key]);
        let is_short = texts.chain(playing).all(|text| text.len() <= MOST_TEXT);
        (is_short && status.playing.len() <= MOST_PLAYING).then_some(status)
    }
}

pub(super) fn written(message: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(message).expect("names and numbers are always JSON")
}
