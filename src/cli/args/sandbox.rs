//! The command line of the sandbox.

use std::path::PathBuf;

use rathaus_sandbox::Tier;

use crate::tournament::config;

/// How submissions are kept from what is not theirs.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(next_help_heading = "Sandbox")]
pub(in crate::cli) struct SandboxArgs {
    /// Run submissions without a sandbox, as if you had written them yourself. Every result says so.
    #[arg(long, conflicts_with_all = ["sandbox", "memory_mib", "processes", "freeze"])]
    pub(in crate::cli) trusted: bool,

    /// The kind of sandbox: full (control groups, namespaces and launcher), namespaces (by bubblewrap, and launcher) or launcher (no
    /// files, calls and limits but one's own) [default: the best that there is, as `rathaus doctor` tells].
    #[arg(long, value_name = "TIER")]
    pub(in crate::cli) sandbox: Option<Tier>,

    /// How much memory a bot may use, all its processes together [default: 2048].
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(16..1 << 24))]
    pub(in crate::cli) memory_mib: Option<u64>,

    /// How many processes and threads a bot may have at once [default: 256].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..1 << 20))]
    pub(in crate::cli) processes: Option<u64>,

    /// Keep bots that live on between questions from thinking while it is not their turn.
    #[arg(long)]
    pub(in crate::cli) freeze: bool,

    /// A program that submissions may name in `run` and `build`, by its absolute path; can be given several times. Tools of the
    /// adapters and programs of the system are offered without this.
    #[arg(
        long = "tool",
        value_name = "PATH",
        env = "RATHAUS_TOOLS",
        hide_env_values = true,
        value_delimiter = ':'
    )]
    pub(in crate::cli) tools: Vec<PathBuf>,
}

impl SandboxArgs {
    /// What was said here, and else what a tournament's file says.
    pub(in crate::cli) fn or(&self, file: &config::Sandbox) -> SandboxArgs {
        SandboxArgs {
            trusted: self.trusted,
            sandbox: self.sandbox.or(file.tier),
            memory_mib: self.memory_mib.or(file.memory_mib),
            processes: self.processes.or(file.processes),
            freeze: self.freeze || file.freeze,
            tools: self.tools.iter().chain(&file.tools).cloned().collect(),
        }
    }
}
