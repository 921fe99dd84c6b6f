//! Plays the matches of a tournament on workers, over a NATS server.

mod audits;
mod declines;
mod held;
mod play;
mod reports;
mod workers;

use std::collections::{BTreeMap, BTreeSet};

use super::open::OpenTournament;
use super::result_verifier::secret;
use crate::cli::args::SandboxArgs;
use crate::cli::commands::worker::{AUDITOR, WorkerSandbox, broker_error, connect};
use crate::cli::exit::CommandError;
use crate::cli::{play_context, terminal};
use crate::cluster::{
    BrokerAddress, Coordinator, Lane, MatchOrder, PROTOCOL, PlayConditions, Worker, WorkerName, WorkerOptions,
};
use crate::matches::{MatchKey, MatchSpec};
use crate::tournament::AuditPolicy;
use held::HeldResult;
use sha2::{Digest, Sha256};
use workers::KnownWorkers;

/// A tournament that is connected with its workers.
pub(super) struct ClusterSession {
    coordinator: Coordinator,
    /// The id of the tournament on the broker.
    tournament: String,
    title: String,
    conditions: PlayConditions,
    workers: KnownWorkers,
    audits: AuditPolicy,
    /// How many wrong results quarantine a worker.
    most_wrong: u64,
    /// Decides which results are audited. No worker knows it.
    secret: Vec<u8>,
    /// Results that wait for what trusted workers find.
    held: BTreeMap<MatchKey, HeldResult>,
}

impl ClusterSession {
    pub(super) async fn open(
        address: &BrokerAddress,
        opened: &mut OpenTournament,
    ) -> Result<ClusterSession, CommandError> {
        opened.refuse_storage()?;
        let own = WorkerName::parse("tournament").map_err(CommandError::host)?;
        let broker = connect(address, &own).await?;
        let secret = secret(&mut opened.store)?;
        let id = Sha256::new().chain_update("tournament").chain_update(&secret).finalize();
        let tournament = hex::encode(&id[..8]);
        let sources = opened.remote.sources.iter().map(|(identity, source)| (identity.clone(), source));
        let nonce = format!("{:x}", play_context::random_seed().0);
        let coordinator = Coordinator::open(broker, &tournament, &nonce, sources).await;
        let settings = &opened.remote.workers;
        let trusted: BTreeSet<String> = match settings.trusted.is_empty() {
            true => BTreeSet::from([AUDITOR.to_owned()]),
            false => settings.trusted.iter().cloned().collect(),
        };
        Ok(ClusterSession {
            coordinator: coordinator.map_err(broker_error)?,
            tournament,
            title: opened.state.title.clone(),
            conditions: opened.remote.conditions.clone(),
            workers: KnownWorkers::new(&opened.store, trusted)?,
            audits: settings.audits(),
            most_wrong: settings.refuted_results,
            secret,
            held: BTreeMap::new(),
        })
    }

    /// What a worker needs to play a match.
    fn order(&self, spec: MatchSpec, except: impl IntoIterator<Item = String>) -> MatchOrder {
        MatchOrder {
            protocol: PROTOCOL,
            rathaus: env!("CARGO_PKG_VERSION").into(),
            tournament: self.tournament.clone(),
            title: self.title.clone(),
            conditions: self.conditions.clone(),
            spec,
            except: except.into_iter().collect(),
        }
    }

    /// Lets the broker forget what nobody has begun.
    pub(super) async fn close(&mut self) {
        self.coordinator.withdraw().await;
    }
}

/// Whether this process audits workers itself.
pub(super) fn audits_itself(opened: &OpenTournament) -> bool {
    let settings = &opened.remote.workers;
    settings.trusted.is_empty() && settings.audits().is_active()
}

/// Audits workers in this process, on a thread of its own: whoever floods the coordinator with
/// reports must not delay the audits. Ends only with an error.
pub(super) async fn audit(address: &BrokerAddress, sandbox: &SandboxArgs) -> CommandError {
    let (sender, ended) = tokio::sync::oneshot::channel();
    let (address, sandbox) = (address.clone(), sandbox.clone());
    let run = move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let error = match runtime {
            Ok(runtime) => runtime.block_on(audit_here(&address, sandbox)),
            Err(error) => CommandError::host(error),
        };
        // Nobody waits for it at the end of the command.
        let _ = sender.send(error);
    };
    if let Err(error) = std::thread::Builder::new().name("auditor".into()).spawn(run) {
        return CommandError::host(error);
    }
    let error =
        ended.await.unwrap_or_else(|_| CommandError::host("the auditor has failed; the log says how"));
    terminal::message("the results of workers cannot be audited");
    error
}

async fn audit_here(address: &BrokerAddress, sandbox: SandboxArgs) -> CommandError {
    let audited = async {
        let name = WorkerName::parse(AUDITOR).map_err(CommandError::host)?;
        let broker = connect(address, &name).await?;
        let host = WorkerSandbox { sandbox };
        let options =
            WorkerOptions { name, concurrency: 1, lanes: vec![Lane::Audits], yields_to_load: false };
        let worker = Worker::new(broker, options, &host).map_err(CommandError::host)?;
        worker.run(std::future::pending()).await.map_err(CommandError::host)
    };
    audited.await.err().unwrap_or_else(|| CommandError::host("the auditor has ended"))
}
