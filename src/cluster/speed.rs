//! Measures how fast a machine is.

use std::hint::black_box;
use std::time::{Duration, Instant};

use rathaus_games::reference_program::ReferenceProgram;

/// The steps in a second of the reference machine, whose speed is 100 percent: one core of a server
/// of 2023.
const REFERENCE_STEPS: f64 = 200e6;

/// How long one measurement takes, and how many there are at most. The fastest one counts: others
/// ran beside something else.
const MEASURED_FOR: Duration = Duration::from_millis(60);
const MOST_MEASUREMENTS: usize = 8;

/// Measurements that differ by less than this share agree, so that the machine has warmed up.
const AGREEMENT: f64 = 0.03;

/// The speed of one core in percent of the reference machine. Takes up to half a second.
pub(super) fn speed_percent() -> u32 {
    let mut program = ReferenceProgram::default();
    let mut fastest: f64 = 0.0;
    for _ in 0..MOST_MEASUREMENTS {
        let steps = steps_in_a_second(&mut program);
        let agrees = (steps - fastest).abs() <= AGREEMENT * fastest;
        fastest = fastest.max(steps);
        if agrees {
            break;
        }
    }
    ((100.0 * fastest / REFERENCE_STEPS).round() as u32).max(1)
}

fn steps_in_a_second(program: &mut ReferenceProgram) -> f64 {
    let (begin, mut steps) = (Instant::now(), 0);
    while begin.elapsed() < MEASURED_FOR {
        black_box(program.run(100_000));
        steps += 100_000;
    }
    f64::from(steps) / begin.elapsed().as_secs_f64()
}
