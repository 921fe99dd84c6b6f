//! The arguments of `rathaus serve`.

use std::net::SocketAddr;
use std::path::PathBuf;

use super::{PersonPlayArgs, SandboxArgs};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rathaus serve\n  \
    rathaus serve tournament.toml races/ --listen 0.0.0.0:8383\n  \
    rathaus serve --play games/connect-four\n  \
    rathaus serve --play connect-four ann.py ben.cpp --play prisoners-dilemma\n\n\
    Pages are read-only, except those of --play, and update while `rathaus tournament run` plays. \
    Exit codes: 0 ended by Ctrl-C, 1 host failed, 3 bad input.")]
pub(crate) struct ServeArgs {
    /// Tournament files, replays, or folders with them.
    #[arg(value_name = "FILE", default_value = ".")]
    pub(crate) files: Vec<PathBuf>,

    /// The address to listen at. By default, only this machine can connect. 0.0.0.0 lets others
    /// connect; port 0 is a free port.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8383")]
    pub(crate) listen: SocketAddr,

    /// Let pages ask this bot what genomes of its matches do. Rathaus builds and runs it in a
    /// sandbox when somebody looks. Can be repeated.
    #[arg(long, value_name = "BOT")]
    pub(crate) bot: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) play: PersonPlayArgs,

    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,
}
