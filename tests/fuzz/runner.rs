//! Runs a target on many inputs, and checks its limits.

use std::alloc::System;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

use super::mutate::{Edit, edits, mutated};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The default number of cases, which take some seconds in all.
const CASES: u32 = 1_000;

/// The time limit for an input of 64 KiB, on the slowest machine.
const MAX_TIME: Duration = Duration::from_secs(20);

/// The most bytes that are allocated for an input, freed or not, by all targets that run at
/// the time.
const MAX_ALLOCATED: usize = 2 << 30;

/// Runs a target with mutations of these examples.
pub fn fuzz(examples: &[Vec<u8>], tokens: &[&str], target: impl Fn(&[u8])) {
    let inputs = (0..examples.len(), edits());
    run(inputs, |(example, edits)| target(&mutated(&examples[example], tokens, &edits)));
}

/// Runs a target with the parts of an input, each of which is mutated separately.
pub fn fuzz_parts<const N: usize>(examples: &[[Vec<u8>; N]], tokens: &[&str], target: impl Fn([Vec<u8>; N])) {
    let edits = prop::collection::vec(edits(), N);
    run((0..examples.len(), edits), |(example, edits): (usize, Vec<Vec<Edit>>)| {
        target(std::array::from_fn(|part| mutated(&examples[example][part], tokens, &edits[part])));
    });
}

fn run<S: Strategy>(inputs: S, target: impl Fn(S::Value)) {
    let cases =
        std::env::var("RATHAUS_FUZZ_CASES").ok().map_or(CASES, |text| text.parse().expect("a number"));
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 2_000, ..Config::default() };
    let tried = TestRunner::new(config).run(&inputs, |input| {
        let (region, begin) = (Region::new(ALLOCATOR), Instant::now());
        target(input);
        let (allocated, took) = (region.change().bytes_allocated, begin.elapsed());
        match (allocated <= MAX_ALLOCATED, took <= MAX_TIME) {
            (true, true) => Ok(()),
            (false, _) => Err(TestCaseError::fail(format!("it allocates {allocated} bytes"))),
            (true, false) => Err(TestCaseError::fail(format!("it takes {took:?}"))),
        }
    });
    tried.unwrap_or_else(|error| panic!("{error}"));
}
