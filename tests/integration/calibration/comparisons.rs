//! How often comparisons of two bots decide wrongly, and how many boards they take.

use rathaus::tournament::standings::{SequentialTest, SequentialTestDecision};
use rathaus_games::testing::simulated::{coin, normal, waiting_time};
use rathaus_games::{RandomStream, Seed};

use super::{Draw, ERROR, MOST, exceeds};

/// Two bots, and the decision that is right.
struct Bots {
    name: String,
    margin: f64,
    most: f64,
    right: SequentialTestDecision,
    draw: Draw,
}

/// The share of wrong decisions, and the mean number of boards until the decision.
fn wrong_decisions(bots: &Bots, error: f64, repetitions: usize) -> (f64, f64) {
    let (mut stream, mut wrong, mut boards) = (Seed(1).stream(&bots.name), 0, 0);
    let least = SequentialTest::least_boards(bots.margin, error, bots.most);
    for _ in 0..repetitions {
        let mut test = SequentialTest::new(bots.margin, error, error, least);
        while test.decision().is_none() {
            test.push((bots.draw)(&mut stream));
        }
        wrong += usize::from(test.decision() != Some(bots.right));
        boards += test.count();
    }
    (wrong as f64 / repetitions as f64, boards as f64 / repetitions as f64)
}

/// Rat races in which each success has this logarithm, give or take a half. The first bot succeeds
/// as much more often as makes the margin, or both equally often.
fn rare_events(size: f64, margin: f64, success: f64, is_better: bool) -> Bots {
    let of =
        move |stream: &mut RandomStream, success: f64| coin(stream, success) * (size + 0.5 * normal(stream));
    let first = if is_better { success + margin / size } else { success };
    Bots {
        name: format!("rare events of {size:.1}, {first:.3} against {success:.3}"),
        margin,
        most: MOST,
        right: if is_better { SequentialTestDecision::First } else { SequentialTestDecision::Neither },
        draw: Box::new(move |stream| of(stream, first) - of(stream, success)),
    }
}

fn shares(first: f64, second: f64) -> Bots {
    Bots {
        name: format!("right answers, {first:.2} against {second:.2}"),
        margin: 0.1,
        most: 1.0,
        right: if first > second { SequentialTestDecision::First } else { SequentialTestDecision::Neither },
        draw: Box::new(move |stream| coin(stream, first) - coin(stream, second)),
    }
}

/// Scores without rare events, whose difference has a deviation of 1.
fn noise(name: &str, margin: f64, advantage: f64, noise: fn(&mut RandomStream) -> f64) -> Bots {
    Bots {
        name: format!("{name}, {advantage:+.1}"),
        margin,
        most: 5.0,
        right: match advantage.total_cmp(&0.0) {
            std::cmp::Ordering::Greater => SequentialTestDecision::First,
            std::cmp::Ordering::Less => SequentialTestDecision::Second,
            std::cmp::Ordering::Equal => SequentialTestDecision::Neither,
        },
        draw: Box::new(move |stream| noise(stream) + advantage),
    }
}

fn skewed(stream: &mut RandomStream) -> f64 {
    waiting_time(stream) - 1.0
}

fn pairs_of_bots() -> Vec<Bots> {
    let mut all = Vec::new();
    for (size, margin) in [(MOST, 1.5f64.ln()), (MOST, 1.0), (9.2, 1.5f64.ln()), (9.2, 1.0), (9.2, 2.3)] {
        all.extend([0.0, 0.02, 0.1].map(|success| rare_events(size, margin, success, true)));
        all.extend([0.005, 0.02, 0.1].map(|success| rare_events(size, margin, success, false)));
    }
    all.extend(
        [(0.1, 0.0), (0.5, 0.4), (1.0, 0.9), (0.01, 0.01), (0.5, 0.5)].map(|(one, other)| shares(one, other)),
    );
    for margin in [0.2, 0.5, 1.0] {
        all.extend([margin, 0.0].map(|advantage| noise("normal", margin, advantage, normal)));
        all.extend([margin, -margin, 0.0].map(|advantage| noise("skewed", margin, advantage, skewed)));
    }
    all
}

#[test]
#[ignore = "slow: compares bots of known strength by the thousand, at three error rates"]
fn comparisons_err_as_rarely_as_they_say() {
    println!("{:44} {:>7} {:>6} {:>7} {:>7}", "bots", "margin", "error", "wrong", "boards");
    let mut failed = Vec::new();
    for bots in pairs_of_bots() {
        for error in [0.05, 0.01, 0.2] {
            let (wrong, boards) = wrong_decisions(&bots, error, 4000);
            let row = format!("{:44} {:7.2} {error:6.2} {wrong:7.4} {boards:7.0}", bots.name, bots.margin);
            println!("{row}");
            failed.extend(exceeds(wrong, error, 4000).then_some(row));
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

/// The worst case for the test: all of the margin is due to rare boards with the largest score.
#[test]
fn comparisons_see_rare_events() {
    let bots = rare_events(MOST, 1.0, 0.0, true);
    let (wrong, _) = wrong_decisions(&bots, ERROR, 1000);
    assert!(!exceeds(wrong, ERROR, 1000), "{wrong}");
}
