//! Runs the host and watches its processes.

use std::collections::BTreeSet;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::checks::{self, Before};
use crate::common::{Run, World};
use crate::processes::{self, Process};

/// The interval between two looks at the processes.
const EVERY: Duration = Duration::from_millis(40);

/// The most memory that a host may use, in KiB, whatever its bots do.
const MOST_KIB: u64 = 300 << 10;

/// Runs the host, with the checks that hold for every trial.
pub fn run(world: &World, command: Command, within: Duration) -> Run {
    let before = Before::look();
    let (mut seen, mut peak, mut next) = (BTreeSet::<Process>::new(), 0, Instant::now());
    let words = format!("{:?}", command.get_args().collect::<Vec<_>>());
    let run = world.run_watched(command, |pid| {
        peak = processes::peak_kib(pid).unwrap_or(peak);
        if Instant::now() >= next {
            seen.extend(processes::below(pid));
            next = Instant::now() + EVERY;
        }
    });
    checks::nothing_is_left(world, &run, &before, &seen);
    assert!(run.took < within, "it took {:?} and may take {within:?}: {words}\n{}", run.took, run.stderr);
    assert!((1..MOST_KIB).contains(&peak), "the host had {peak} KiB in memory: {words}");
    checks::words_are_harmless(&run);
    run
}
