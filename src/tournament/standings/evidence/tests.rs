//! How often evidence misleads somebody who looks after every board, and how much it takes.

use rathaus_games::testing::simulated::{coin, long_tailed_score, normal};
use rathaus_games::{RandomStream, Seed};

use super::*;

/// The share of `repetitions` in which the e-value ever reaches 20, for differences that are 0 on
/// average.
fn misled(
    largest: Option<f64>,
    boards: usize,
    repetitions: usize,
    draw: impl Fn(&mut RandomStream) -> f64,
) -> f64 {
    let mut stream = Seed(1).stream("evidence");
    let mut is_misled = || {
        let mut evidence = DifferenceEvidence::new(largest);
        (0..boards).any(|_| {
            evidence.push(draw(&mut stream));
            evidence.e_value() >= 20.0
        })
    };
    (0..repetitions).filter(|_| is_misled()).count() as f64 / repetitions as f64
}

/// The true error is 5 % at most; three deviations of 1,000 repetitions are 2 %.
#[test]
fn looking_after_every_board_rarely_misleads() {
    let race = |stream: &mut RandomStream, success| long_tailed_score(stream, success).ln();
    let shares = [
        misled(None, 500, 1000, |stream| normal(stream) - normal(stream)),
        misled(None, 500, 1000, |stream| normal(stream).exp() - normal(stream).exp()),
        misled(None, 500, 1000, |stream| coin(stream, 0.5) - coin(stream, 0.5)),
        misled(None, 500, 1000, |stream| race(stream, 0.04) - race(stream, 0.04)),
        misled(None, 500, 1000, |stream| race(stream, 0.9) - race(stream, 0.9)),
        misled(Some(1.0), 500, 1000, |stream| coin(stream, 0.5) - coin(stream, 0.5)),
        // Equal on average, but one rarely does much better and the other often a little.
        misled(Some(1.0), 500, 1000, |stream| coin(stream, 0.9) - 0.9),
        misled(Some(1.0), 500, 1000, |stream| coin(stream, 0.04) - 0.04),
        misled(Some(16.2), 500, 1000, |stream| race(stream, 0.04) - 0.4 * race(stream, 0.1)),
    ];
    assert!(shares.iter().all(|share| *share <= 0.07), "{shares:?}");
}

/// Without a known range, one who is a little better nine times out of ten is taken for better
/// before the tenth time, which makes up for all of it. No test could know.
#[test]
fn rare_large_differences_need_a_known_range() {
    let share = misled(None, 500, 1000, |stream| coin(stream, 0.9) - 0.9);
    assert!(share > 0.2, "{share}");
}

/// How many boards it takes until the e-value is 20, on average.
fn boards_needed(largest: Option<f64>, draw: impl Fn(&mut RandomStream) -> f64) -> f64 {
    let mut stream = Seed(2).stream("evidence");
    let mut needed = || {
        let mut evidence = DifferenceEvidence::new(largest);
        while evidence.e_value() < 20.0 {
            evidence.push(draw(&mut stream));
        }
        assert!(evidence.mean() > 0.0, "{evidence:?}");
        f64::from(evidence.count())
    };
    (0..100).map(|_| needed()).sum::<f64>() / 100.0
}

/// A t test at 5 % with a power of a half needs 3.84 / d^2 boards for an effect of d, if one looks
/// only once.
#[test]
fn evidence_takes_a_few_times_what_one_look_takes() {
    for effect in [0.3, 1.0] {
        let needed = boards_needed(None, |stream| normal(stream) + effect);
        let once = 3.84 / (effect * effect);
        assert!((1.0..5.0).contains(&(needed / once)), "{effect}: {needed}");
    }
    let needed = boards_needed(Some(1.0), |stream| coin(stream, 0.6) - coin(stream, 0.4));
    let (mean, variance) = (0.2, 0.48 - 0.04);
    assert!((1.0..5.0).contains(&(needed / (3.84 * variance / (mean * mean)))), "{needed}");
}

#[test]
fn a_few_boards_can_decide() {
    assert_eq!([None, Some(1.0), Some(16.0)].map(least_boards), [7, 9, 9]);
}

#[test]
fn boards_without_a_difference_say_nothing() {
    for largest in [None, Some(1.0)] {
        let mut evidence = DifferenceEvidence::new(largest);
        (0..100).for_each(|_| evidence.push(0.0));
        assert_eq!((evidence.e_value(), evidence.count(), evidence.mean()), (1.0, 100, 0.0));
        assert_eq!(evidence.missing(20.0), None);
    }
}

/// The order of boards, and which bot is the first, change nothing but the last bits.
#[test]
fn the_order_of_boards_does_not_matter() {
    let mut stream = Seed(3).stream("evidence");
    let differences: Vec<f64> = (0..50).map(|_| coin(&mut stream, 0.7) - 0.5).collect();
    for largest in [None, Some(1.0)] {
        let of = |differences: &mut dyn Iterator<Item = f64>| {
            let mut evidence = DifferenceEvidence::new(largest);
            differences.for_each(|difference| evidence.push(difference));
            evidence.e_value()
        };
        let value = of(&mut differences.iter().copied());
        let is_near = |other: f64| (other / value - 1.0).abs() < 1e-9;
        assert!(is_near(of(&mut differences.iter().rev().copied())));
        assert!(is_near(of(&mut differences.iter().map(|difference| -difference))));
    }
}

#[test]
fn huge_evidence_stays_finite() {
    for largest in [None, Some(1.0)] {
        let mut evidence = DifferenceEvidence::new(largest);
        (0..100_000).for_each(|_| evidence.push(1.0));
        assert_eq!(evidence.e_value(), LARGEST);
    }
    assert_eq!(adjusted_for_all(&[LARGEST; 3]), [1.0 / LARGEST; 3]);
}

/// The largest p of all sets that a pair is in, where a set's e-value is the mean of its own.
fn by_all_sets(e_values: &[f64]) -> Vec<f64> {
    let p = |index: usize| {
        let sets = (0..1_usize << e_values.len()).filter(|set| set & (1 << index) != 0);
        let mean = |set: usize| {
            let members = (0..e_values.len()).filter(|one| set & (1 << one) != 0);
            members.clone().map(|one| e_values[one]).sum::<f64>() / members.count() as f64
        };
        sets.map(|set| (1.0 / mean(set)).min(1.0)).fold(0.0, f64::max)
    };
    (0..e_values.len()).map(p).collect()
}

#[test]
fn adjusted_values_are_the_largest_of_all_sets() {
    let mut stream = Seed(4).stream("evidence");
    for count in 1..=9 {
        let e_values: Vec<f64> = (0..count).map(|_| (3.0 * normal(&mut stream)).exp()).collect();
        for (one, other) in adjusted_for_all(&e_values).into_iter().zip(by_all_sets(&e_values)) {
            assert!((one / other - 1.0).abs() < 1e-9, "{e_values:?}");
        }
    }
    // Two clear pairs stay out of the way of the third.
    assert_eq!(adjusted_for_all(&[1e6, 25.0, 1e6])[1], 0.04);
    assert_eq!(adjusted_for_all(&[0.0, 25.0]), [1.0, 0.08]);
    assert!(adjusted_for_all(&[]).is_empty());
}

/// How many more boards it takes is told within a factor of two, halfway there.
#[test]
fn what_is_missing_is_foreseen() {
    let mut stream = Seed(5).stream("evidence");
    for largest in [None, Some(1.0)] {
        let mut evidence = DifferenceEvidence::new(largest);
        (0..400).for_each(|_| evidence.push(coin(&mut stream, 0.6) - coin(&mut stream, 0.4)));
        let target = evidence.e_value() * 1e6;
        let foreseen = evidence.missing(target).unwrap();
        let before = evidence.count();
        while evidence.e_value() < target {
            evidence.push(coin(&mut stream, 0.6) - coin(&mut stream, 0.4));
        }
        let ratio = foreseen as f64 / f64::from(evidence.count() - before);
        assert!((0.4..2.5).contains(&ratio), "{foreseen} {}", evidence.count() - before);
    }
}
