//! Plays a trial match again, with the same answers at other times.
//!
//! The repeated match is in a later second of the clock, and answers come after pauses, so that a
//! program that reads a clock does not get the same times again. No sandbox can give a program
//! another date without root: time namespaces shift only the clocks that count from the start of
//! the machine.

use std::time::{Duration, SystemTime};

use rathaus_games::{AskOutcome, Seed};

/// How many turns have a pause: each pause makes the check slower.
const PAUSES: usize = 8;

/// The longest pause, in milliseconds.
const LONGEST_PAUSE_MS: u64 = 60;

/// The first pause of the first repeated match. A program that counts seconds notices it.
const LONG_PAUSE: Duration = Duration::from_millis(1_100);

/// The longest time that an answer takes in the other times of a match, in milliseconds.
const LONGEST_ANSWER_MS: u64 = 300;

/// The pauses before the turns of the repeated match with this number.
pub fn delays(seed: Seed, number: usize) -> Vec<Duration> {
    let mut stream = seed.stream("delays");
    let pauses = if number == 0 { PAUSES } else { PAUSES / 2 };
    let mut delays: Vec<Duration> =
        (0..pauses).map(|_| Duration::from_millis(1 + stream.below(LONGEST_PAUSE_MS))).collect();
    if number == 0 {
        delays[0] = LONG_PAUSE;
    }
    delays
}

/// The time until the clock shows a second that is an odd number of seconds after that of `began`.
/// A program that looks only at whether the second is even notices that, too.
pub fn time_to_other_second(began: SystemTime) -> Duration {
    let since = |time: SystemTime| time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let (then, now) = (since(began), since(SystemTime::now()));
    let is_other = now.as_secs().abs_diff(then.as_secs()) % 2 == 1;
    if is_other {
        Duration::ZERO
    } else {
        Duration::from_nanos(1_000_000_000 - u64::from(now.subsec_nanos()))
    }
}

/// The same answers, each of which took another time, within its limit.
pub fn with_other_times(
    answers: &[Vec<AskOutcome>],
    time_limits: &[Vec<Duration>],
    seed: Seed,
) -> Vec<Vec<AskOutcome>> {
    let mut stream = seed.stream("times");
    let mut other = answers.to_vec();
    for (answers, limits) in other.iter_mut().zip(time_limits) {
        for (answer, limit) in answers.iter_mut().zip(limits) {
            if let AskOutcome::Reply { took, .. } = answer {
                let time = Duration::from_millis(1 + stream.below(LONGEST_ANSWER_MS));
                *took = time.min(*limit / 2);
            }
        }
    }
    other
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pauses_of_all_repeated_matches_are_short_together() {
        let all: Duration = (0..4).flat_map(|number| delays(Seed(number as u64), number)).sum();
        assert!(all < Duration::from_secs(3), "{all:?}");
        assert!(delays(Seed(1), 0).iter().any(|delay| *delay > Duration::from_secs(1)));
    }

    #[test]
    fn the_next_second_is_another_one() {
        let now = SystemTime::now();
        assert!(time_to_other_second(now) <= Duration::from_secs(1));
        let before = now - Duration::from_secs(61);
        assert!(time_to_other_second(before) <= Duration::from_secs(1));
    }

    #[test]
    fn other_times_change_only_times() {
        let reply = AskOutcome::Reply { bytes: b"a\n".to_vec(), took: Duration::ZERO, cpu: None };
        let limits = vec![vec![Duration::from_millis(2); 3]];
        let other = with_other_times(&[vec![reply; 3]], &limits, Seed(1));
        for answer in &other[0] {
            let AskOutcome::Reply { bytes, took, .. } = answer else { panic!("{answer:?}") };
            assert_eq!((bytes.as_slice(), *took), (b"a\n".as_slice(), Duration::from_millis(1)));
        }
    }
}
