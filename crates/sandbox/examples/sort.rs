//! Sorts two lines with the system's `sort`, in the strongest sandbox of this machine.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use rathaus_sandbox::{OutputLimit, Sandbox, TimeAndOutputLimits};

fn main() -> ExitCode {
    // This program is started again as the supervisor inside of each sandbox.
    rathaus_sandbox::serve_inside().unwrap_or_else(sort)
}

#[tokio::main(flavor = "current_thread")]
async fn sort() -> ExitCode {
    let sandbox = Sandbox::best().await.expect("this machine has a sandbox");
    let limits = TimeAndOutputLimits { time: Duration::from_secs(2), output: OutputLimit::Stdout(1 << 20) };
    let output = sandbox.command("sort").run(b"b\na\n", limits).await.expect("sort can be started");
    io::stdout().write_all(&output.stdout).expect("standard output is open");
    if output.succeeded() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
