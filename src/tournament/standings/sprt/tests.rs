//! Ratios and estimates against published and independently computed ones, and error rates.

use std::cmp::Ordering::{Equal, Greater, Less};

use rathaus_games::testing::simulated::uniform;
use rathaus_games::{RandomStream, Seed};

use super::likelihood::{expected, moments, ratio, with_deviations, with_mean};
use super::*;

fn hypotheses(elo0: f64, elo1: f64, model: EloModel) -> EloHypotheses {
    EloHypotheses { elo0, elo1, alpha: 0.05, beta: 0.05, model }
}

/// The ratios in both models, computed by `tests/oracles/sprt.py`, which uses another method. It
/// has none for the normalized model where pairs have one result only.
#[test]
fn ratios_are_those_of_the_oracle() {
    for (elo0, elo1, pairs, logistic, normalized) in [
        (0.0, 5.0, [10, 60, 130, 65, 15], 0.394_362_877, Some(0.283_159_559)),
        (0.0, 5.0, [1, 20, 300, 900, 779], 28.531_944_544, Some(31.348_680_775)),
        (-5.0, 0.0, [3, 0, 7, 1, 0], -0.156_822_172, Some(-0.104_955_330)),
        (0.0, 10.0, [0, 0, 205, 0, 0], -5.976_086_361, None),
        (0.0, 100.0, [0, 0, 0, 0, 12], 2.963_951_539, None),
        (0.0, 5.0, [871, 26_175, 55_983, 26_678, 821], -63.360_745_243, Some(-11.721_034_870)),
        (-100.0, 150.0, [5, 4, 3, 2, 1], -7.997_303_788, Some(-8.252_371_424)),
    ] {
        let of = |model| ratio(&pairs, &hypotheses(elo0, elo1, model));
        let near = |found: f64, wanted: f64| {
            assert!((found - wanted).abs() < 1e-7, "{pairs:?}: {found}, not {wanted}")
        };
        near(of(EloModel::Logistic), logistic);
        normalized.into_iter().for_each(|wanted| near(of(EloModel::Normalized), wanted));
    }
}

/// The ratios in the tests of fastchess (`app/tests/sprt_test.cpp`), within 1 % as there. Its case
/// of pairs that are all won is left out: there its iteration ends too early.
#[test]
fn ratios_are_those_of_fastchess() {
    for (model, elo0, elo1, pairs, wanted) in [
        (EloModel::Normalized, 0.0, 2.0, [365, 16_618, 36_229, 16_974, 390], 2.25),
        (EloModel::Normalized, -1.75, 0.25, [127, 4_883, 10_712, 5_150, 104], 3.01),
        (EloModel::Logistic, 0.5, 2.5, [223, 9_863, 21_279, 10_037, 246], -3.07),
        (EloModel::Logistic, 0.0, 2.0, [871, 26_175, 55_983, 26_678, 821], -4.98),
    ] {
        let found = ratio(&pairs, &hypotheses(elo0, elo1, model));
        assert!((found / wanted - 1.0).abs() < 0.01, "{pairs:?}: {found}, not {wanted}");
    }
}

/// If all pairs are won, the most probable distribution has pairs with all points and with none, of
/// which the share `p` is won: (p - 1/2) / sqrt(p (1 - p)) is the number of deviations.
#[test]
fn the_normalized_ratio_of_won_pairs_is_exact() {
    let found = ratio(&[0, 0, 0, 0, 104], &hypotheses(0.0, 5.0, EloModel::Normalized));
    let deviations = 5.0 / 347.435_585_5 * 2f64.sqrt();
    let share = 0.5 + deviations / 2.0 / (1.0 + deviations * deviations).sqrt();
    assert!((found - 104.0 * (2.0 * share).ln()).abs() < 1e-3, "{found}");
}

/// The estimates in the tests of fastchess (`app/tests/elo_test.cpp`), within 1 % as there.
#[test]
fn estimates_are_those_of_fastchess() {
    for (pentanomial, elo, error, normalized, normalized_error, superiority) in [
        ([34, 54, 63, 64, 75], 55.58, 27.65, 57.94, 28.28, 1.0),
        ([332, 433, 498, 333, 334], -8.64, 10.33, -9.17, 10.96, 0.0505),
        ([7_895, 8_757, 5_685, 568, 9_999], -21.04, 2.95, -19.01, 2.65, 0.0),
    ] {
        let estimates = EloEstimates::of(&PairTotals { pentanomial, ..PairTotals::default() });
        let (found, found_normalized) = (estimates.elo.unwrap(), estimates.normalized.unwrap());
        for (found, wanted) in [
            (found.value, elo),
            (found.error.unwrap(), error),
            (found_normalized.value, normalized),
            (found_normalized.error.unwrap(), normalized_error),
        ] {
            assert!((found / wanted - 1.0).abs() < 0.01, "{pentanomial:?}: {found}, not {wanted}");
        }
        assert!((estimates.superiority.unwrap() - superiority).abs() < 1e-4);
    }
}

/// A distribution of the five results, or of fewer if some shares are 0.
fn drawn(stream: &mut RandomStream) -> [u64; 5] {
    let most = 10f64.powf(5.0 * uniform(stream));
    std::array::from_fn(|_| if uniform(stream) < 0.3 { 0 } else { (uniform(stream) * most) as u64 })
}

#[test]
fn the_most_probable_distributions_have_what_was_asked() {
    let mut stream = Seed(1).stream("distributions");
    for _ in 0..500 {
        let counts = drawn(&mut stream).map(|count| count as f64 + 1e-3);
        let seen = counts.map(|count| count / counts.iter().sum::<f64>());
        let elo = MOST_ELO * (2.0 * uniform(&mut stream) - 1.0);
        let found = with_mean(&seen, expected(elo));
        assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{seen:?} {elo}");
        assert!((moments(&found).0 - expected(elo)).abs() < 1e-6, "{seen:?} {elo}");
        let deviations = MOST_NORMALIZED_ELO / 347.4 * 2f64.sqrt() * (2.0 * uniform(&mut stream) - 1.0);
        let found = with_deviations(&seen, deviations);
        let (mean, variance) = moments(&found);
        assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{seen:?} {deviations}");
        assert!(
            ((mean - 0.5) / variance.sqrt() - deviations).abs() < 1e-4,
            "{seen:?} {deviations}: {found:?}"
        );
    }
}

/// Whoever is named first, the evidence is the same.
#[test]
fn swapped_bots_have_the_opposite_ratio() {
    let mut stream = Seed(2).stream("swapped");
    for _ in 0..200 {
        let pairs = drawn(&mut stream);
        let mut swapped = pairs;
        swapped.reverse();
        for model in [EloModel::Logistic, EloModel::Normalized] {
            let one = ratio(&pairs, &hypotheses(-3.0, 20.0, model));
            let other = ratio(&swapped, &hypotheses(-20.0, 3.0, model));
            assert!((one + other).abs() < 1e-6 * (1.0 + one.abs()), "{pairs:?}: {one} {other}");
        }
    }
}

#[test]
fn pairs_are_counted_by_their_points() {
    let mut totals = PairTotals::default();
    for games in
        [[Less, Less], [Less, Greater], [Equal, Equal], [Equal, Greater], [Greater, Greater], [Less, Equal]]
    {
        totals.add(PairOutcome::of(games));
    }
    assert_eq!((totals.wins, totals.draws, totals.losses), (4, 4, 4));
    assert_eq!(totals.pentanomial, [1, 1, 2, 1, 1]);
    assert_eq!((totals.games(), totals.draw_ratio()), (12, Some(1.0 / 3.0)));
    assert_eq!(PairTotals::default().draw_ratio(), None);
}

#[test]
fn pairs_that_end_alike_have_no_error() {
    let of = |pentanomial| EloEstimates::of(&PairTotals { pentanomial, ..PairTotals::default() });
    let level = EloWithError { value: 0.0, low: None, high: None, error: None };
    assert_eq!(of([0, 0, 9, 0, 0]), EloEstimates { elo: Some(level), ..EloEstimates::default() });
    assert_eq!([of([0, 0, 0, 0, 9]), of([0; 5])], [EloEstimates::default(); 2]);
    // The interval has all of the points, and so no upper end.
    let clear = of([0, 0, 0, 1, 2]).elo.unwrap();
    assert!(clear.low.is_some() && clear.high.is_none() && clear.error.is_none(), "{clear:?}");
}

/// The decision on pairs that all end alike, and the number of pairs it took.
fn of_equal(wins: u8, draws: u8, elo1: f64) -> (Option<SprtDecision>, u64) {
    let mut test = Sprt::new(hypotheses(0.0, elo1, EloModel::Logistic));
    (0..500).for_each(|_| test.push(PairOutcome { wins, draws }));
    (test.decision(), test.totals().pairs())
}

/// The ratio has to reach ln 19, which is 2.944. If all pairs are won, each adds the logarithm of the
/// expected share of points under H1 to that under H0.
#[test]
fn pairs_that_end_alike_are_decided() {
    assert_eq!(of_equal(2, 0, 100.0), (Some(SprtDecision::H1), 12));
    assert_eq!(of_equal(0, 0, 100.0), (Some(SprtDecision::H0), 9));
    assert_eq!(of_equal(0, 2, 100.0), (Some(SprtDecision::H0), 9));
    assert_eq!(of_equal(1, 0, 5.0), (Some(SprtDecision::H0), 204));
    assert_eq!(of_equal(2, 0, 5.0), (Some(SprtDecision::H1), 207));
}

#[test]
fn hypotheses_must_be_in_order_and_known() {
    let of = |elo0, elo1, model| hypotheses(elo0, elo1, model).are_valid();
    assert!(of(-5.0, 0.0, EloModel::Logistic) && of(0.0, 1000.0, EloModel::Logistic));
    assert!(!of(0.0, 0.0, EloModel::Logistic) && !of(5.0, 0.0, EloModel::Logistic));
    assert!(!of(0.0, f64::NAN, EloModel::Logistic) && !of(0.0, 300.0, EloModel::Normalized));
    let (low, high) = hypotheses(0.0, 5.0, EloModel::Logistic).bounds();
    assert!((low + 2.9444).abs() < 1e-4 && (high - 2.9444).abs() < 1e-4, "{low} {high}");
}

/// Pairs of games with half of them drawn. The opening favours one seat, so that the games of a
/// pair depend on each other.
fn pair(stream: &mut RandomStream, elo: f64) -> PairOutcome {
    let opening = 0.15 * (2.0 * uniform(stream) - 1.0);
    let mut game = |share: f64| match uniform(stream) {
        toss if toss < share - 0.25 => Less,
        toss if toss < share + 0.25 => Equal,
        _ => Greater,
    };
    let shares = [expected(elo) + opening, expected(elo) - opening];
    PairOutcome::of(shares.map(&mut game))
}

/// `tests/integration/calibration/elo.rs` has more cases.
#[test]
fn a_test_errs_as_rarely_as_it_says() {
    let mut stream = Seed(1).stream("errors");
    for (elo, right) in [(0.0, SprtDecision::H0), (40.0, SprtDecision::H1)] {
        let repetitions = 200;
        let wrong = (0..repetitions).filter(|_| {
            let mut test = Sprt::new(hypotheses(0.0, 40.0, EloModel::Logistic));
            while test.decision().is_none() {
                test.push(pair(&mut stream, elo));
            }
            test.decision() != Some(right)
        });
        // 5 %, and three deviations of 200 repetitions.
        let wrong = wrong.count();
        assert!(wrong <= 19, "{right:?}: {wrong}");
    }
}
