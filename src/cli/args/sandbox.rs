//! The sandbox options of all commands that run bots.

use std::path::Path;

use rathaus_sandbox::SandboxTier;

use super::tool::{self, ToolArg};
use crate::tournament::config::{SandboxConfig, TournamentConfig};

#[derive(Debug, Clone, Default, clap::Args)]
#[command(next_help_heading = "Sandbox")]
pub(crate) struct SandboxArgs {
    /// Run bots without a sandbox. Every result says so. Use it only for bots that you wrote.
    #[arg(long, conflicts_with_all = ["sandbox", "memory_mib", "processes", "freeze", "loopback"])]
    pub(crate) trusted: bool,

    /// The sandbox tier: full (control groups, namespaces and launcher), namespaces (bubblewrap and
    /// launcher) or launcher [default: the best that works here; see `rathaus doctor`].
    #[arg(long, value_name = "TIER")]
    pub(crate) sandbox: Option<SandboxTier>,

    /// The memory limit of a bot in MiB, for all its processes together [default: 2048].
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(16..1 << 24))]
    pub(crate) memory_mib: Option<u64>,

    /// The limit of processes and threads of a bot [default: 256].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..1 << 20))]
    pub(crate) processes: Option<u64>,

    /// Freeze bots between their turns, so that they cannot compute on the time of others.
    #[arg(long)]
    pub(crate) freeze: bool,

    /// Let processes of a bot reach each other by TCP and UDP at 127.0.0.1, for bots that are HTTP
    /// servers. They reach nothing else.
    #[arg(long)]
    pub(crate) loopback: bool,

    /// Let submissions name this program, by its absolute path, in `run` and `build`. With a name
    /// it is an engine: its bytes are part of the identity of bots that start it. Can be repeated.
    /// The tools of all languages and of the system are always allowed.
    #[arg(
        long = "tool",
        value_name = "[NAME=]PATH",
        env = "RATHAUS_TOOLS",
        hide_env_values = true,
        value_delimiter = ':'
    )]
    pub(crate) tools: Vec<ToolArg>,
}

impl SandboxArgs {
    /// These options, completed with those of a tournament file.
    pub(crate) fn or(&self, config: &TournamentConfig, file: &Path) -> SandboxArgs {
        self.completed(&config.sandbox, SandboxArgs::engines(config, file))
    }

    /// These options, completed with settings and engines from elsewhere.
    pub(crate) fn completed(&self, settings: &SandboxConfig, engines: Vec<ToolArg>) -> SandboxArgs {
        let interpreters = settings.tools.iter();
        let interpreters = interpreters.map(|path| ToolArg { name: None, path: path.clone(), sha256: None });
        // Of two tools with the same name, the last one counts.
        let tools = interpreters.chain(engines).chain(self.tools.clone());
        SandboxArgs {
            trusted: self.trusted,
            sandbox: self.sandbox.or(settings.tier),
            memory_mib: self.memory_mib.or(settings.memory_mib),
            processes: self.processes.or(settings.processes),
            freeze: self.freeze || settings.freeze,
            loopback: self.loopback || settings.loopback,
            tools: tools.collect(),
        }
    }

    /// The engines that a tournament file names.
    pub(crate) fn engines(config: &TournamentConfig, file: &Path) -> Vec<ToolArg> {
        let engines = config.tools.iter();
        let engine = engines.map(|(name, tool)| ToolArg {
            name: Some(name.clone()),
            path: tool::beside(file, &tool.path),
            sha256: tool.sha256.clone(),
        });
        engine.collect()
    }
}
