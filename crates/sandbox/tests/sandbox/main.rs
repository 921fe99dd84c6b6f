//! Tests the sandbox in each tier that this machine offers.
//!
//! The test binary is its own supervisor, like any program that uses the crate. Some of the
//! programs in the sandboxes are the test binary as well.
#![expect(clippy::disallowed_methods, reason = "the tests look at files and processes")]

mod cases;
mod programs;
mod proofs;
mod runs;

use std::path::PathBuf;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use rathaus_sandbox::{Sandbox, SandboxTier, SandboxUnavailable};
use tokio::runtime::{Builder, Runtime};

fn main() -> ExitCode {
    rathaus_sandbox::serve_inside().or_else(programs::serve).unwrap_or_else(test)
}

fn test() -> ExitCode {
    let trials = SandboxTier::ALL.into_iter().flat_map(|tier| {
        let found = runtime().block_on(Sandbox::find(&own_binary(), Some(tier), None));
        cases::ALL.map(|(name, case)| trial(tier, found.clone(), name, case))
    });
    let others = [Trial::test("readme::example_is_compiled", cases::readme_has_the_example)];
    let proofs = proofs::ALL.map(|(name, case)| Trial::test(format!("proofs::{name}"), case));
    let all = trials.chain(others).chain(proofs).collect();
    libtest_mimic::run(&Arguments::from_args(), all).exit_code()
}

fn trial(
    tier: SandboxTier,
    found: Result<Sandbox, SandboxUnavailable>,
    name: &str,
    case: fn(&Sandbox) -> Result<(), Failed>,
) -> Trial {
    let name = format!("{tier}::{name}");
    match found {
        Ok(sandbox) => Trial::test(name, move || case(&sandbox)),
        Err(missing) => {
            let name = format!("{name} (skipped: {})", missing.why);
            Trial::test(name, move || Err(missing.to_string().into())).with_ignored_flag(true)
        }
    }
}

fn runtime() -> Runtime {
    Builder::new_current_thread().enable_all().build().expect("a runtime")
}

fn own_binary() -> PathBuf {
    std::env::current_exe().expect("the path of this test")
}
