//! What it costs to keep programs from what is not theirs, as a table: `scripts/bench`, or `cargo bench --bench sandbox`.
//!
//! The same program is started and ended plainly and in each kind of sandbox that there is, in turns: in a new sandbox for each
//! start, and in one that serves for all. Times are medians, and what matters are the ratios within one run.
#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
#![expect(clippy::disallowed_macros, reason = "a benchmark prints its table")]

mod common;

use std::path::Path;
use std::time::{Duration, Instant};

use common::median;
use rathaus::process::{Limits, Process, Program, Runs, Sandbox, Tier};

/// Every time is the median of so many starts.
const STARTS: usize = 200;

/// What no run here comes near.
const LIMITS: Limits = Limits { time: Duration::from_secs(60), bytes: 1000 };

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(measure());
}

/// A way to start the program, and how long that took.
struct Way {
    name: String,
    runs: Runs,
    /// Each in a new sandbox, in milliseconds.
    anew: Vec<f64>,
    /// In one that serves for all.
    again: Vec<f64>,
}

impl Way {
    fn new(name: &str, sandbox: Option<&Sandbox>) -> Way {
        let runs = Runs::new(Program {
            argv: vec!["/bin/true".into()],
            folder: "/".into(),
            environment: Vec::new(),
            confinement: sandbox.map(|sandbox| sandbox.of_bot(Vec::new())),
        });
        Way { name: name.into(), runs, anew: Vec::new(), again: Vec::new() }
    }

    async fn start(&mut self) {
        let begin = Instant::now();
        let mut process = Process::start(self.runs.program()).await.expect("the program starts");
        assert!(process.ended().await.success());
        process.end();
        self.anew.push(begin.elapsed().as_secs_f64() * 1e3);
        let begin = Instant::now();
        self.runs.run_once(b"", LIMITS).await.expect("the program starts");
        self.again.push(begin.elapsed().as_secs_f64() * 1e3);
    }
}

async fn measure() {
    let keeper = Path::new(env!("CARGO_BIN_EXE_rathaus"));
    let mut ways = vec![Way::new("plain", None)];
    for tier in Tier::ALL.into_iter().rev() {
        match Sandbox::find(keeper, Some(tier)).await {
            Ok(sandbox) => ways.push(Way::new(tier.name(), Some(&sandbox))),
            Err(refusal) => println!("left out: {refusal}"),
        }
    }
    // The ways take turns, so that a busy spell of the machine meets all of them.
    for _ in 0..STARTS {
        for way in &mut ways {
            way.start().await;
        }
    }
    println!("starting and ending a program that does nothing: medians of {STARTS}\n");
    println!("{:<12} {:>12} {:>7} {:>20} {:>7}", "", "ms, new", "ratio", "ms, the same again", "ratio");
    let (mut plain_anew, mut plain_again) = (None, None);
    for way in ways {
        let (anew, again) = (median(way.anew), median(way.again));
        let (base_anew, base_again) = (*plain_anew.get_or_insert(anew), *plain_again.get_or_insert(again));
        println!(
            "{:<12} {anew:>12.2} {:>7.1} {again:>20.2} {:>7.1}",
            way.name,
            anew / base_anew,
            again / base_again
        );
    }
}
