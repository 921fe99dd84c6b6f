//! The command line of the server.

use std::net::SocketAddr;
use std::path::PathBuf;

use super::SandboxArgs;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Pages update while a tournament is being played, by another `rathaus tournament run`. Nothing can be changed through them.\n\
    Exit codes: 0 ended by Ctrl-C, 1 host trouble, 3 bad input."
)]
pub(crate) struct ServeArgs {
    /// Tournaments' files, replays, or folders with such [default: this folder].
    #[arg(value_name = "FILE", default_value = ".")]
    pub(crate) files: Vec<PathBuf>,

    /// The address to listen at. Only this machine can reach the usual one; 0.0.0.0 is all that this machine has, and port 0 a free one.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8383")]
    pub(crate) listen: SocketAddr,

    /// Let pages ask this bot about genomes of the races that it has played: where they lead, and what they mean to it. It is built and run in a
    /// sandbox, whenever somebody looks at that. Can be given several times.
    #[arg(long, value_name = "BOT")]
    pub(crate) bot: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,
}
