//! What workers on other machines need to play a tournament.

use super::load::LoadedTournamentFile;
use crate::cli::args::{SandboxArgs, ToolArg};
use crate::cli::play_context::{self, PlayContext};
use crate::cluster::{EngineCondition, PlayConditions};
use crate::submissions::Submission;
use crate::tournament::config::{SandboxConfig, WorkerConfig};

/// What workers on other machines need to play the tournament.
pub(super) struct RemoteSettings {
    /// The submissions that specs name, by their identities, with the program of a custom game.
    pub(super) sources: Vec<(String, Submission)>,
    pub(super) conditions: PlayConditions,
    /// How far workers are trusted.
    pub(super) workers: WorkerConfig,
    /// The share of their results to replay, from 0 to 1.
    pub(super) replay_share: f64,
}

impl RemoteSettings {
    /// The same conditions as on this machine, but for what is its own.
    pub(super) fn new(
        file: &LoadedTournamentFile,
        common: &PlayContext,
        sandbox: &SandboxArgs,
    ) -> RemoteSettings {
        let config = &file.config;
        let wanted = sandbox.or(config, &file.path);
        let bots = common.submissions.iter();
        let bots = bots.map(|submission| (submission.identity(&common.build.toolbox), submission.clone()));
        let program = common.program.iter();
        let program = program.map(|program| (program.identity_without_engines(), program.clone()));
        let engine = |tool: &ToolArg| {
            let (path, sha256) = (tool.path.clone(), tool.sha256.clone());
            tool.name.clone().map(|name| EngineCondition { name, path, sha256 })
        };
        let interpreters = wanted.tools.iter().filter(|tool| tool.name.is_none());
        let conditions = PlayConditions {
            build_seconds: config.limits.build_seconds,
            sandbox: SandboxConfig {
                tier: wanted.sandbox,
                memory_mib: wanted.memory_mib,
                processes: wanted.processes,
                freeze: wanted.freeze,
                loopback: wanted.loopback,
                tools: interpreters.map(|tool| tool.path.clone()).collect(),
            },
            engines: wanted.tools.iter().filter_map(engine).collect(),
            recording_bytes: play_context::LARGEST_REPLAY,
            minimum_speed_percent: config.workers.minimum_speed_percent(),
        };
        RemoteSettings {
            sources: bots.chain(program).collect(),
            conditions,
            workers: config.workers.clone(),
            replay_share: config.collect.replay,
        }
    }
}
