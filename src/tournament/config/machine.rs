//! How a machine plays: its sandbox, its engines, and how many bots it runs at once.

use std::path::PathBuf;

use rathaus_sandbox::SandboxTier;
use schemars::JsonSchema;
use serde::Deserialize;

/// The sandbox in which submissions are built and run; it changes only the results of bots that
/// exceed its limits.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(inline)]
pub struct SandboxConfig {
    /// The kind of sandbox; Rathaus plays nothing if it is not available [default: the strongest
    /// one available].
    #[serde(default)]
    #[schemars(with = "SandboxTier", extend("examples" = ["namespaces"]))]
    pub tier: Option<SandboxTier>,
    /// The memory limit of a bot with all its processes, in mebibytes [default: 2048].
    #[serde(default)]
    #[schemars(with = "u64", range(min = 16, max = 16_777_216), extend("examples" = [2048]))]
    pub memory_mib: Option<u64>,
    /// The most processes and threads that a bot may have at once [default: 256].
    #[serde(default)]
    #[schemars(with = "u64", range(min = 1, max = 1_048_576), extend("examples" = [256]))]
    pub processes: Option<u64>,
    /// Whether to freeze the processes of a bot between requests, so that it cannot compute while
    /// the others play.
    #[serde(default)]
    pub freeze: bool,
    /// Whether processes of a bot can reach each other by TCP and UDP at 127.0.0.1, for bots that are
    /// HTTP servers; they reach nothing else.
    #[serde(default)]
    pub loopback: bool,
    /// Absolute paths of interpreters and compilers that submissions may name in `run` and `build`,
    /// in addition to the tools of the adapters and of the system; `[tools]` names engines.
    #[serde(default)]
    #[schemars(extend("examples" = [["/opt/racket/bin/racket"]]))]
    pub tools: Vec<PathBuf>,
}

/// How this machine plays the matches.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(inline)]
pub struct ConcurrencyConfig {
    /// The number of bot processes that run at once [default: the number of physical cores].
    #[serde(default)]
    #[schemars(with = "usize", range(min = 1, max = 1_024), extend("examples" = [2]))]
    pub concurrency: Option<usize>,
    /// The number of boards that one process plays at once, in games whose bots are multiplexed
    /// [default: set by the game].
    #[serde(default)]
    #[schemars(with = "usize", range(min = 1, max = 1_024), extend("examples" = [8]))]
    pub boards_in_flight: Option<usize>,
}

/// An engine that is installed on this machine.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct EngineConfig {
    /// The program, relative to this file.
    #[schemars(extend("examples" = ["/usr/games/stockfish"]))]
    pub path: PathBuf,
    /// The SHA-256 of the program, in hexadecimal; a machine with another program does not play.
    #[serde(default)]
    #[schemars(with = "String", length(min = 64, max = 64), extend("examples" = [EXAMPLE_SHA256]))]
    pub sha256: Option<String>,
}

/// The SHA-256 of an empty file.
const EXAMPLE_SHA256: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
