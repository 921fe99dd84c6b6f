//! Chooses the sandbox in which submissions are built and run.

use std::path::{Path, PathBuf};

use rathaus_sandbox::{ResourceLimits, Sandbox, SandboxProofCache, SandboxUnavailable};

use crate::cli::args::SandboxArgs;
use crate::cli::exit::{CommandError, ExitKind};
use crate::cli::play_context;
use crate::submissions::BotSandboxSettings;

/// The requested sandbox, whose promises were tested, now or shortly before. `None` with
/// `--trusted`.
pub(crate) async fn sandbox(args: &SandboxArgs) -> Result<Option<BotSandboxSettings>, CommandError> {
    let cache = play_context::cache()?;
    rathaus_sandbox::clean_up_after_dead_hosts(&[cache.join("builds"), cache.clone()]);
    if args.trusted {
        crate::cli::terminal::message(
            "--trusted: submissions run without a sandbox, and can do all that you can do",
        );
        return Ok(None);
    }
    let binary = own_binary()?;
    let usual = BotSandboxSettings::LIMITS;
    let limits = ResourceLimits {
        memory: args.memory_mib.map_or(usual.memory, |mib| mib << 20),
        processes: args.processes.unwrap_or(usual.processes),
        ..usual
    };
    let proofs = SandboxProofCache::new(&cache);
    let found = Sandbox::find(&binary, args.sandbox, Some(&proofs)).await;
    let found = found.and_then(|sandbox| within_reach(sandbox, &cache));
    let sandbox = found.map_err(|refusal| {
        let or = if refusal.is_host_failure { "" } else { "\n  or trust them: --trusted" };
        CommandError::new(ExitKind::Host, format!("there is no sandbox for submissions: {refusal}{or}"))
    })?;
    sandbox.unproven.iter().for_each(|promise| {
        crate::cli::terminal::message(&format!(
            "the sandbox ({}) does not hold a bot to this: it {}",
            sandbox.tier(),
            promise.words()
        ));
    });
    let loopback = match args.loopback {
        true => Some(sandbox.with_loopback(Some(&proofs)).await.map_err(|refusal| {
            CommandError::new(ExitKind::Host, format!("there is no loopback for bots: {refusal}"))
        })?),
        false => None,
    };
    Ok(Some(BotSandboxSettings { sandbox, limits, loopback, freezes: args.freeze }))
}

/// The sandbox, if programs in it can reach builds and adapters in the cache.
fn within_reach(sandbox: Sandbox, cache: &Path) -> Result<Sandbox, SandboxUnavailable> {
    match sandbox.check_access(cache) {
        Ok(()) => Ok(sandbox),
        Err(error) => {
            let why = format!("{}: {}", sandbox.tier(), error.why);
            Err(SandboxUnavailable { why, ..error })
        }
    }
}

/// The path of this program, which sandboxes start as their supervisor.
pub(crate) fn own_binary() -> Result<PathBuf, CommandError> {
    std::env::current_exe().map_err(|error| {
        CommandError::host(format!("the system does not tell where this program is: {error}"))
    })
}
