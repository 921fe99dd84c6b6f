//! The game is the same as the original: the scores of ColorScore in both have the
//! same distribution.

#![expect(clippy::disallowed_macros, reason = "the test says how far the samples are apart")]

mod native;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use rathaus_games::Seed;
use rathaus_games::parameters::BuiltInGameParameters;
use rathaus_games::rat_race::RatRaceParams;
use rathaus_games::rat_race::race::{Race, RaceStatus};

/// The number of games. The original's sample has 1,000.
const GAMES: u64 = 400;

/// The number of games of the counter-check.
const WRONG_GAMES: u64 = 150;

/// The score of ColorScore on the board with this seed.
fn score_of(params: &RatRaceParams, seed: Seed) -> u64 {
    let mut race = Race::new(params, seed).expect("a track");
    let mut player = native::NativePlayer::new(&race, seed);
    while native::play_turn(&mut race, |specimen, genome| player.choose(specimen, genome))
        == RaceStatus::Continue
    {}
    race.score()
}

/// The log scores of the boards 0 to `games`, on all cores.
fn sample(params: &RatRaceParams, games: u64) -> Vec<f64> {
    let (next, scores) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let board = next.fetch_add(1, Ordering::Relaxed);
                    if board >= games {
                        break;
                    }
                    let score = score_of(params, Seed(20_141).derive("board", board));
                    scores.lock().unwrap().push((score as f64).ln());
                }
            });
        }
    });
    scores.into_inner().unwrap()
}

fn original() -> Vec<f64> {
    include_str!("data/color-score.csv")
        .lines()
        .filter(|line| line.starts_with(|first: char| first.is_ascii_digit()))
        .map(|line| line.split(',').nth(1).expect("a score").parse::<f64>().expect("a number").ln())
        .collect()
}

/// The two-sample statistic of Kolmogorov and Smirnov: the greatest distance between the
/// distribution functions.
fn kolmogorov_smirnov(a: &[f64], b: &[f64]) -> f64 {
    let share = |sample: &[f64], at: f64| {
        sample.iter().filter(|value| **value <= at).count() as f64 / sample.len() as f64
    };
    a.iter().chain(b).map(|at| (share(a, *at) - share(b, *at)).abs()).fold(0.0, f64::max)
}

/// The difference of the means in units of its standard error.
fn z_of_means(a: &[f64], b: &[f64]) -> f64 {
    let mean = |sample: &[f64]| sample.iter().sum::<f64>() / sample.len() as f64;
    let squared_error = |sample: &[f64]| {
        let mean = mean(sample);
        sample.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (sample.len() as f64).powi(2)
    };
    (mean(a) - mean(b)) / (squared_error(a) + squared_error(b)).sqrt()
}

/// Compares scores with these parameters to the original's by the two statistics. Each is a
/// multiple of the value that it exceeds in 1 of 20 pairs of samples from the same distribution.
fn compare(params: &RatRaceParams, games: u64) -> (f64, f64) {
    let (ours, theirs) = (sample(params, games), original());
    assert_eq!(theirs.len(), 1000);
    let critical = 1.358 * (1.0 / ours.len() as f64 + 1.0 / theirs.len() as f64).sqrt();
    let (distance, z) = (kolmogorov_smirnov(&ours, &theirs), z_of_means(&ours, &theirs));
    println!(
        "Kolmogorov-Smirnov distance {distance:.4} (critical {critical:.4}), means {z:.2} standard errors apart"
    );
    (distance / critical, z.abs() / 1.96)
}

#[test]
#[ignore = "slow: compares 400 scores of ColorScore with a sample of the original controller"]
fn scores_are_distributed_like_the_originals() {
    let (distance, means) = compare(&RatRaceParams::default(), GAMES);
    assert!(distance < 1.0 && means < 1.0, "the samples differ");
}

/// The comparison can fail: one more wall colour instead of an empty colour shows clearly.
#[test]
#[ignore = "slow: plays 150 games by wrong rules, which that comparison has to notice"]
fn scores_by_a_wrong_rule_are_told_apart() {
    let settings = [("wall_colours", 3.into()), ("empty_colours", 7.into())];
    let wrong =
        RatRaceParams::resolve(settings.iter().map(|(name, value)| (*name, value))).expect("parameters");
    let (distance, means) = compare(&wrong, WRONG_GAMES);
    assert!(distance > 1.5 && means > 1.5, "a wrong rule does not show");
}
