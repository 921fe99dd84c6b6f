//! The arguments of `rathaus worker`, and how to reach a broker.

use std::path::PathBuf;

use super::SandboxArgs;
use crate::cluster::{BrokerAddress, WorkerName};

/// How to reach a NATS server. The environment can name it too, so that no password is in a list of
/// processes.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(next_help_heading = "NATS server")]
pub(crate) struct BrokerArgs {
    /// Play on workers, over the NATS server with this URL, such as nats://localhost:4222 or
    /// tls://USER:PASSWORD@example.org.
    #[arg(long, value_name = "URL", env = "RATHAUS_NATS", hide_env_values = true, value_parser = BrokerAddress::parse)]
    pub(crate) nats: Option<BrokerAddress>,

    /// Sign in with the credentials in this file.
    #[arg(long, value_name = "FILE", env = "RATHAUS_NATS_CREDS")]
    pub(crate) creds: Option<PathBuf>,

    /// Trust servers whose certificate the one in this file has signed.
    #[arg(long, value_name = "FILE")]
    pub(crate) ca: Option<PathBuf>,
}

impl BrokerArgs {
    /// The address of the broker, if there is one.
    pub(crate) fn address(&self) -> Option<BrokerAddress> {
        let address = self.nats.clone()?;
        Some(address.with_credentials(self.creds.clone()).with_authority(self.ca.clone()))
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rathaus worker --nats nats://localhost:4222\n  \
    rathaus worker --nats tls://ann@example.org --creds ann.creds --name ann --concurrency 8\n\n\
    Press Ctrl-C once to finish the matches in progress and stop, twice to stop at once.\n\
    Exit codes: 0 stopped, 1 host or server failed, 2 usage.")]
pub(crate) struct WorkerArgs {
    #[command(flatten)]
    pub(crate) broker: BrokerArgs,

    /// The name of this worker, of letters, digits, - and _. The server may allow only one for each
    /// user [default: the name of this machine].
    #[arg(long, value_parser = WorkerName::parse)]
    pub(crate) name: Option<WorkerName>,

    /// The number of matches at once [default: physical cores].
    #[arg(short, long, value_name = "N", value_parser = super::concurrency)]
    pub(crate) concurrency: Option<usize>,

    /// Also play matches again that other workers have played, to audit them. The tournament file
    /// names the workers that may do that.
    #[arg(long)]
    pub(crate) audit: bool,

    /// Take matches also while other programs use all processors of this machine.
    #[arg(long)]
    pub(crate) ignore_load: bool,

    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,
}
