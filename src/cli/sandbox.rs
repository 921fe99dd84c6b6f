//! Which sandbox submissions are built and run in.

use std::path::PathBuf;

use super::args::SandboxArgs;
use super::exit::{Code, Failure};
use rathaus_sandbox::{Allowance, Sandbox};

/// The sandbox that was asked for, proven; nothing if submissions are trusted.
pub(super) async fn sandbox(args: &SandboxArgs) -> Result<Option<Sandbox>, Failure> {
    if args.trusted {
        super::talk("--trusted: submissions run without a sandbox, and can do all that you can do");
        return Ok(None);
    }
    let keeper = keeper()?;
    let usual = Allowance::BOT;
    let allowance = Allowance {
        memory: args.memory_mib.map_or(usual.memory, |mib| mib << 20),
        processes: args.processes.unwrap_or(usual.processes),
        ..usual
    };
    let mut found = Sandbox::find(&keeper, args.sandbox).await.map_err(|refusal| {
        Failure::new(
            Code::Host,
            format!("there is no sandbox for submissions: {refusal}\n  or trust them: --trusted"),
        )
    })?;
    found.unproven.iter().for_each(|promise| {
        super::talk(&format!(
            "the sandbox ({}) does not hold a bot to this: it {}",
            found.tier(),
            promise.words()
        ));
    });
    (found.allowance, found.freezes) = (allowance, args.freeze);
    Ok(Some(found))
}

/// This program, which works in sandboxes as well.
pub(super) fn keeper() -> Result<PathBuf, Failure> {
    std::env::current_exe()
        .map_err(|error| Failure::host(format!("the system does not tell where this program is: {error}")))
}
