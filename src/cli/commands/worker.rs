//! `rathaus worker`: plays matches of tournaments that other machines run.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use rathaus_games::ConfiguredGame;

use crate::cli::InterruptSignal;
use crate::cli::args::{SandboxArgs, ToolArg, WorkerArgs};
use crate::cli::exit::CommandError;
use crate::cli::{play_context, terminal};
use crate::cluster::{
    Broker, BrokerError, Lane, PlayConditions, Worker, WorkerHost, WorkerName, WorkerOptions,
};
use crate::submissions::BuildContext;

/// The name of the worker in the process of a coordinator, which audits others if no worker is
/// trusted.
pub(crate) const AUDITOR: &str = "coordinator";

pub(crate) async fn worker(args: &WorkerArgs, interrupt: &InterruptSignal) -> Result<(), CommandError> {
    let address = args.broker.address().ok_or_else(|| {
        CommandError::usage("a worker needs a NATS server\n  help: name it: --nats nats://localhost:4222")
    })?;
    let name = args.name.clone().unwrap_or_else(WorkerName::of_this_machine);
    if name.as_str() == AUDITOR {
        return Err(CommandError::usage(format!(
            "the name {AUDITOR} belongs to the machine of a tournament\n  help: choose another one with --name"
        )));
    }
    let host = WorkerSandbox { sandbox: args.sandbox.clone() };
    // Before the first match, so that a person sees at once what is missing.
    host.check().await?;
    let broker = connect(&address, &name).await?;
    let lanes = if args.audit { vec![Lane::Audits, Lane::Matches] } else { vec![Lane::Matches] };
    let concurrency = args.concurrency.unwrap_or_else(play_context::physical_cores);
    let options = WorkerOptions { name: name.clone(), concurrency, lanes, yields_to_load: !args.ignore_load };
    let worker = Worker::new(broker.clone(), options, &host).map_err(CommandError::host)?;
    terminal::message(&format!(
        "worker {name}: {concurrency} at once, {} % of the reference speed; waits for matches on {}",
        worker.speed_percent(),
        broker.address()
    ));
    interrupt.take_over();
    let stop = async {
        interrupt.asked().await;
        terminal::message(
            "the matches that are being played are played to their end; Ctrl-C once more leaves at once",
        );
    };
    worker.run(stop).await.map_err(CommandError::host)
}

/// Connects a worker. Its replies arrive under its name, so that a server can keep them from others.
pub(crate) async fn connect(
    address: &crate::cluster::BrokerAddress,
    name: &WorkerName,
) -> Result<Broker, CommandError> {
    let connected =
        Broker::connect(address, &format!("rathaus worker {name}"), &format!("_INBOX_{name}")).await;
    connected.map_err(broker_error)
}

/// The error of a command for that of a broker.
pub(crate) fn broker_error(error: BrokerError) -> CommandError {
    match &error {
        BrokerError::File { .. } => CommandError::input(error),
        _ => CommandError::host(error),
    }
}

/// The sandbox of a worker, as its command line says.
pub(crate) struct WorkerSandbox {
    pub(crate) sandbox: SandboxArgs,
}

impl WorkerSandbox {
    /// An error if there is no sandbox here.
    async fn check(&self) -> Result<(), CommandError> {
        crate::cli::sandbox::sandbox(&self.sandbox).await.map(drop)
    }

    /// What the command line says, completed with the conditions of a tournament.
    fn under(&self, conditions: &PlayConditions) -> SandboxArgs {
        let own = &self.sandbox;
        // Engines may be elsewhere on this machine. Their bytes are checked.
        let is_own = |name: &str| own.tools.iter().any(|tool| tool.name.as_deref() == Some(name));
        let named = conditions.engines.iter().filter(|engine| !is_own(&engine.name)).map(|engine| ToolArg {
            name: Some(engine.name.clone()),
            path: engine.path.clone(),
            sha256: engine.sha256.clone(),
        });
        own.completed(&conditions.sandbox, named.collect())
    }
}

impl WorkerHost for WorkerSandbox {
    fn context<'a>(
        &'a self,
        conditions: &'a PlayConditions,
        rules: &'a ConfiguredGame,
    ) -> Pin<Box<dyn Future<Output = Result<BuildContext, String>> + 'a>> {
        Box::pin(async {
            let limit = Duration::from_secs(conditions.build_seconds);
            let context = play_context::build_context(rules, limit, &self.under(conditions)).await;
            context.map_err(|error| error.message().unwrap_or_default().to_owned())
        })
    }

    fn say(&self, words: &str) {
        terminal::message(words);
    }
}
