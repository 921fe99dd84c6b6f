//! The error rates, by simulation, and differences without any spread.

use rathaus_games::{RandomStream, Seed};

use super::*;
use rathaus_games::testing::simulated::{long_tailed_score, normal, uniform};

const REPETITIONS: usize = 1000;

/// Counts how often drawn differences lead to the first bot, to the second and to neither, with an
/// error rate of 5 % for either kind of error.
fn decisions(margin: f64, least: usize, mut draw: impl FnMut(&mut RandomStream) -> f64) -> [usize; 3] {
    let (mut stream, mut counts) = (Seed(1).stream("test"), [0; 3]);
    for _ in 0..REPETITIONS {
        let mut test = SequentialTest::new(margin, 0.05, 0.05, least);
        while test.decision().is_none() {
            test.push(draw(&mut stream));
        }
        counts[test.decision().unwrap() as usize] += 1;
    }
    counts
}

/// Tests differences with an advantage of the margin for the first bot, for the second, and for
/// neither. The true error rate may be 5 %, and in 1000 repetitions three deviations are 2.1 %.
fn holds(margin: f64, least: usize, draw: impl Fn(&mut RandomStream) -> f64) {
    for (right, shift) in [
        (SequentialTestDecision::First, margin),
        (SequentialTestDecision::Second, -margin),
        (SequentialTestDecision::Neither, 0.0),
    ] {
        let counts = decisions(margin, least, |stream| draw(stream) + shift);
        assert!(counts[right as usize] >= REPETITIONS - 71, "{right:?}, margin {margin}: {counts:?}");
    }
}

#[test]
fn normal_differences() {
    for margin in [0.2, 0.5, 1.0] {
        holds(margin, 20, normal);
    }
}

/// Differences as skewed as waiting times: mean 0, deviation 1, never below -1.
#[test]
fn skewed_differences() {
    holds(0.5, 50, |stream| -uniform(stream).ln() - 1.0);
}

/// Boards of the rat race, where a bot rarely succeeds and then has a score of about 10^4.
#[test]
fn bimodal_differences() {
    let successes = [
        (0.3, 0.2, SequentialTestDecision::First),
        (0.05, 0.1, SequentialTestDecision::Second),
        (0.2, 0.2, SequentialTestDecision::Neither),
    ];
    for (first, second, right) in successes {
        let most = 4.0 * 10f64.ln();
        let margin = if first == second { 1.0 } else { f64::abs(first - second) * most };
        let counts = decisions(margin, (3.0 * most / margin) as usize, |stream| {
            long_tailed_score(stream, first).ln() - long_tailed_score(stream, second).ln()
        });
        assert!(counts[right as usize] >= REPETITIONS - 71, "{right:?}: {counts:?}");
    }
}

/// The decision on differences that are all equal, and the number of boards it took.
fn of_equal(difference: f64) -> (Option<SequentialTestDecision>, usize) {
    let mut test = SequentialTest::new(0.1, 0.05, 0.05, 10);
    (0..1000).for_each(|_| test.push(difference));
    (test.decision(), test.count())
}

#[test]
fn differences_that_are_all_the_same() {
    assert_eq!(of_equal(0.0), (Some(SequentialTestDecision::Neither), 10));
    assert_eq!(of_equal(0.01), (Some(SequentialTestDecision::Neither), 10));
    assert_eq!(of_equal(0.11), (Some(SequentialTestDecision::First), 10));
    assert_eq!(of_equal(-0.11), (Some(SequentialTestDecision::Second), 10));
    assert!(matches!(of_equal(11.5), (Some(SequentialTestDecision::First), 10..40)), "{:?}", of_equal(11.5));
    assert_eq!(of_equal(0.05), (None, 1000));
}

#[test]
fn progress_can_be_shown() {
    let mut test = SequentialTest::new(0.1, 0.05, 0.05, 3);
    // ln(0.05 / 0.975) and ln(0.95 / 0.025).
    let (low, high) = test.bounds();
    assert!((low + 2.9704).abs() < 1e-4 && (high - 3.6376).abs() < 1e-4, "{low} {high}");
    assert_eq!((test.ratios(), test.count(), test.mean()), ((0.0, 0.0), 0, 0.0));
    [1.0, 2.0].into_iter().for_each(|difference| test.push(difference));
    let (first, second) = test.ratios();
    // The variance is (0.25 + 0.25 + 4 + 4) / 3.
    assert!((first - 2.0 * 0.1 * 1.45 / (8.5 / 3.0)).abs() < 1e-12 && second < 0.0, "{first} {second}");
    assert_eq!((test.decision(), test.mean()), (None, 1.5));
}

/// ln(2 / 0.05) is 3.69 and ln(2 / 0.01) is 5.30.
#[test]
fn a_smaller_error_takes_more_boards() {
    assert_eq!([0.05, 0.01].map(|error| SequentialTest::least_boards(0.1, error, 1.0)), [37, 53]);
}

/// Before a test denies an advantage, one more board as good as the best one must not change that.
#[test]
fn a_denial_allows_for_one_more_large_difference() {
    let mut test = SequentialTest::new(1.0, 0.05, 0.05, 100);
    [[8.0, -8.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]].concat().into_iter().for_each(|one| test.push(one));
    // The mean is 0, and 8 / 8 more is above half of the margin.
    assert_eq!(test.ratios(), (0.0, 0.0));
}
