//! The cost of confining programs, as a table: `scripts/bench`, or `cargo bench --bench sandbox`.
//!
//! The same program is started and ended plainly and in each available kind of sandbox, in turns.
//! Times are medians. Compare only the ratios within one run.
#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
#![expect(clippy::disallowed_macros, reason = "a benchmark prints its table")]

mod common;

use std::path::Path;
use std::time::Instant;

use rathaus_sandbox::{ProgramCommand, Sandbox, SandboxTier};

use common::median;

/// Every time is the median of this many starts.
const STARTS: usize = 200;

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(measure());
}

/// A way to start the program, and the times that it took, in milliseconds.
struct Way {
    name: String,
    command: ProgramCommand,
    took: Vec<f64>,
}

impl Way {
    fn new(name: &str, sandbox: Option<&Sandbox>) -> Way {
        let program = "/bin/true";
        let command = match sandbox {
            Some(sandbox) => sandbox.command(program),
            None => ProgramCommand::new(program),
        };
        Way { name: name.into(), command, took: Vec::new() }
    }

    async fn start(&mut self) {
        let begin = Instant::now();
        let mut process = self.command.spawn().await.expect("the program starts");
        assert!(process.wait().await.success());
        process.kill();
        self.took.push(begin.elapsed().as_secs_f64() * 1e3);
    }
}

async fn measure() {
    let supervisor = Path::new(env!("CARGO_BIN_EXE_rathaus"));
    let mut ways = vec![Way::new("plain", None)];
    for tier in SandboxTier::ALL.into_iter().rev() {
        match Sandbox::find(supervisor, Some(tier), None).await {
            Ok(sandbox) => ways.push(Way::new(tier.name(), Some(&sandbox))),
            Err(unavailable) => println!("left out: {unavailable}"),
        }
    }
    // The ways take turns, so that a busy spell of the machine affects all of them.
    for _ in 0..STARTS {
        for way in &mut ways {
            way.start().await;
        }
    }
    println!("starting and ending a program that does nothing: medians of {STARTS}\n");
    println!("{:<12} {:>12} {:>7}", "", "ms", "ratio");
    let mut plain = None;
    for way in ways {
        let took = median(way.took);
        println!("{:<12} {took:>12.2} {:>7.1}", way.name, took / *plain.get_or_insert(took));
    }
}
