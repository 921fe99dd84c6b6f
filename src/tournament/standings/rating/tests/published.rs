//! Published results, and the published fits of other programs.

use rathaus_games::custom::ScoreOrder;

use super::super::fit::Fit;
use super::super::observations::Observations;
use super::{PlayedMatch, SCALE, views};

/// So weak a prior changes no published digit. Without one, only differences would be known, and
/// the information would be singular.
const NO_PRIOR: f64 = 1e-6;

fn fitted(entrants: usize, matches: &[PlayedMatch]) -> Fit {
    Fit::new(&Observations::new(entrants, ScoreOrder::Highest, views(matches)), NO_PRIOR)
}

fn is_near(found: &[f64], expected: &[f64], tolerance: f64) -> bool {
    found.len() == expected.len()
        && found.iter().zip(expected).all(|(one, other)| (one - other).abs() <= tolerance)
}

/// So many matches with this result of the two seats.
fn repeated(seats: [u32; 2], scores: [f64; 2], count: usize) -> Vec<PlayedMatch> {
    vec![PlayedMatch::new(1, &seats, &scores); count]
}

/// The American League in 1987 (Agresti, Categorical Data Analysis, 1990): for each home team the
/// wins and defeats against each guest. The teams are Baltimore, Cleveland, Boston, New York,
/// Toronto, Detroit and Milwaukee.
const BASEBALL: [[(usize, usize); 7]; 7] = [
    [(0, 0), (3, 4), (1, 6), (2, 4), (1, 6), (1, 5), (2, 5)],
    [(2, 4), (0, 0), (4, 2), (4, 3), (3, 4), (3, 3), (2, 5)],
    [(6, 0), (5, 2), (0, 0), (4, 2), (3, 3), (2, 5), (5, 1)],
    [(6, 1), (4, 2), (4, 3), (0, 0), (2, 5), (5, 1), (3, 3)],
    [(6, 0), (4, 2), (4, 3), (2, 4), (0, 0), (4, 3), (2, 5)],
    [(4, 3), (6, 1), (6, 0), (4, 3), (4, 2), (0, 0), (3, 3)],
    [(6, 0), (4, 2), (6, 1), (4, 3), (4, 2), (4, 3), (0, 0)],
];

fn baseball() -> Vec<PlayedMatch> {
    let mut matches = Vec::new();
    for (home, guests) in (0..).zip(BASEBALL) {
        for (guest, (won, lost)) in (0..).zip(guests) {
            matches.extend(repeated([home, guest], [1.0, 0.0], won));
            matches.extend(repeated([home, guest], [0.0, 1.0], lost));
        }
    }
    matches
}

/// The strengths less that of the first, and the standard errors of these differences.
fn from_first(fit: &Fit) -> (Vec<f64>, Vec<f64>) {
    let differences = fit.parameters[1..fit.layout.players].iter().map(|one| one - fit.parameters[0]);
    let error = |player: usize| {
        let mut contrast = vec![0.0; fit.layout.len()];
        (contrast[0], contrast[player]) = (-1.0, 1.0);
        fit.information.solve_lower(&mut contrast, 0);
        contrast.iter().map(|part| part * part).sum::<f64>().sqrt()
    };
    (differences.collect(), (1..fit.layout.players).map(error).collect())
}

/// As fitted by the R package BradleyTerry2. Each match is also entered with the seats swapped, so
/// that there is no home advantage and twice the information.
#[test]
fn baseball_without_a_home_advantage() {
    let swapped = baseball().into_iter().map(|PlayedMatch { round, mut seats, mut scores }| {
        seats.reverse();
        scores.reverse();
        PlayedMatch { round, seats, scores }
    });
    let fit = fitted(7, &baseball().into_iter().chain(swapped).collect::<Vec<_>>());
    let (strengths, errors) = from_first(&fit);
    assert!(is_near(&strengths, &[0.68, 1.11, 1.25, 1.29, 1.44, 1.58], 0.005), "{strengths:?}");
    let errors: Vec<f64> = errors.iter().map(|error| error * 2f64.sqrt()).collect();
    assert!(errors.iter().all(|error| (0.3..0.35).contains(error)), "{errors:?}");
    assert!(fit.seats()[0].abs() < 1e-6);
}

#[test]
fn baseball_with_a_home_advantage() {
    let fit = fitted(7, &baseball());
    let seats = fit.seats();
    assert!(is_near(&[seats[0] - seats[1]], &[0.302], 0.0005), "{seats:?}");
    let (strengths, errors) = from_first(&fit);
    let expected = [0.7047, 1.1438, 1.2813, 1.3271, 1.4754, 1.6196];
    assert!(is_near(&strengths, &expected, 0.0001), "{strengths:?}");
    let expected = [0.3350, 0.3378, 0.3404, 0.3403, 0.3446, 0.3474];
    assert!(is_near(&errors, &expected, 0.0001), "{errors:?}");
}

/// An example from the author of Ordo: the first beats the second by +18 =9 -3, the second the
/// third likewise, and the first the third by +24 =6 -0. With draws as half a win and half a
/// defeat, which doubling makes whole, the leads are 190.85.
#[test]
fn three_players_with_draws_as_halves() {
    let mut matches = Vec::new();
    for (pair, won, lost) in [([0, 1], 45, 15), ([1, 2], 45, 15), ([0, 2], 54, 6)] {
        matches.extend(repeated(pair, [1.0, 0.0], won));
        matches.extend(repeated(pair, [0.0, 1.0], lost));
        let [one, other] = pair;
        matches.extend(repeated([other, one], [0.0, 1.0], won));
        matches.extend(repeated([other, one], [1.0, 0.0], lost));
    }
    let ratings: Vec<f64> = fitted(3, &matches).centred().iter().map(|strength| SCALE * strength).collect();
    assert!(is_near(&ratings, &[190.85, 0.0, -190.85], 0.005), "{ratings:?}");
}

/// Davidson's model of two players has as many parameters as probabilities, so it repeats the
/// results: the strengths differ by the logarithm of wins over defeats, and the tie propensity is
/// that of ties to the root of their product.
#[test]
fn two_players_with_ties() {
    let mut matches = Vec::new();
    for seats in [[0, 1], [1, 0]] {
        let scores = |one: f64, other: f64| if seats[0] == 0 { [one, other] } else { [other, one] };
        matches.extend(repeated(seats, scores(1.0, 0.0), 36));
        matches.extend(repeated(seats, scores(1.0, 1.0), 12));
        matches.extend(repeated(seats, scores(0.0, 1.0), 4));
    }
    let fit = fitted(2, &matches);
    let strengths = fit.centred();
    assert!(is_near(&strengths, &[3f64.ln(), -3f64.ln()], 1e-5), "{strengths:?}");
    assert!(is_near(&[fit.tie_probability()], &[1.0 / 3.0], 1e-5));
}

/// Tastings of six brands of chocolate pudding: two brands, how often the first and the second was
/// preferred, and the number of ties. From example 2 of Davidson ("On extending the Bradley-Terry
/// model to accommodate ties in paired comparison experiments", JASA 65, 1970).
const PUDDINGS: [([u32; 2], usize, usize, usize); 15] = [
    ([1, 2], 19, 22, 16),
    ([1, 3], 16, 19, 12),
    ([2, 3], 19, 19, 10),
    ([1, 4], 18, 23, 13),
    ([2, 4], 23, 19, 9),
    ([3, 4], 19, 20, 15),
    ([1, 5], 13, 19, 18),
    ([2, 5], 16, 20, 12),
    ([3, 5], 16, 15, 17),
    ([4, 5], 17, 14, 16),
    ([1, 6], 18, 21, 12),
    ([2, 6], 22, 20, 12),
    ([3, 6], 13, 18, 10),
    ([4, 6], 14, 19, 18),
    ([5, 6], 11, 21, 12),
];

/// As in the vignette of the R package PlackettLuce: worths that add up to 1, and the prevalence of
/// ties. It stops after seven iterations, as Davidson did, so the last digits differ.
/// Each tasting is also entered with the seats swapped, so that seats have no effect.
#[test]
fn puddings_with_ties() {
    let mut matches = Vec::new();
    for ([one, other], won, lost, tied) in PUDDINGS {
        for (seats, won, lost) in [([one - 1, other - 1], won, lost), ([other - 1, one - 1], lost, won)] {
            matches.extend(repeated(seats, [1.0, 0.0], won));
            matches.extend(repeated(seats, [0.0, 1.0], lost));
            matches.extend(repeated(seats, [1.0, 1.0], tied));
        }
    }
    let fit = fitted(6, &matches);
    let worths: Vec<f64> = fit.centred().iter().map(|strength| strength.exp()).collect();
    let sum: f64 = worths.iter().sum();
    let worths: Vec<f64> = worths.iter().map(|worth| worth / sum).collect();
    let expected = [0.138_800_5, 0.172_998_5, 0.161_742_0, 0.165_393_0, 0.158_680_5, 0.202_385_5];
    assert!(is_near(&worths, &expected, 3e-5), "{worths:?}");
    // Two equal brands tie with a probability of v / (2 + v).
    let tie = fit.tie_probability();
    assert!(is_near(&[2.0 * tie / (1.0 - tie)], &[0.746_814_7], 3e-5), "{tie}");
}

/// The places of all drivers in the races of 2002, a line each: the number of the first, the
/// second, and so on. From the data of Hunter ("MM algorithms for generalized Bradley-Terry
/// models", Annals of Statistics 32, 2004).
const NASCAR: &str = include_str!("../../../../../tests/fixtures/ratings/nascar-2002.txt");

fn races() -> Vec<Vec<usize>> {
    let race = |line: &str| line.split(' ').map(|driver| driver.parse::<usize>().unwrap() - 1).collect();
    NASCAR.lines().map(race).collect()
}

/// The model of Plackett and Luce, by Hunter's algorithm: the logarithms of the strengths, less
/// that of the first driver.
fn plackett_luce(races: &[Vec<usize>], drivers: usize) -> Vec<f64> {
    let mut strengths = vec![1.0; drivers];
    for _ in 0..200 {
        let (mut beaten, mut sums) = (vec![0.0; drivers], vec![0.0; drivers]);
        for race in races {
            let mut rest: f64 = race.iter().map(|driver| strengths[*driver]).sum();
            let mut sum = 0.0;
            for (place, driver) in race.iter().enumerate() {
                if place + 1 < race.len() {
                    beaten[*driver] += 1.0;
                    sum += 1.0 / rest;
                }
                rest -= strengths[*driver];
                sums[*driver] += sum;
            }
        }
        strengths = beaten.iter().zip(sums).map(|(beaten, sum)| beaten / sum).collect();
    }
    strengths.iter().map(|strength| (strength / strengths[0]).ln()).collect()
}

/// Hunter's algorithm gives what he published: 4.15 for P. J. Jones and 3.62 for Scott Pruett, who
/// both drove one race, 2.08 for Mark Martin, 0.03 for Dave Marcis, and -0.31 for Dick Trickle.
/// Drivers do not follow the model closely, but for those who drove often, pairs tell nearly the
/// same.
#[test]
fn races_of_many_drivers() {
    let races = races();
    let published = plackett_luce(&races, 83);
    let of_drivers = [58, 68, 51, 15, 17].map(|number: usize| published[number - 1]);
    assert!(is_near(&of_drivers, &[4.15, 3.62, 2.08, 0.03, -0.31], 0.005), "{of_drivers:?}");

    let matches: Vec<PlayedMatch> = races
        .iter()
        .zip(1..)
        .map(|(race, round)| {
            let seats: Vec<u32> = race.iter().map(|driver| *driver as u32).collect();
            let scores: Vec<f64> = (0..seats.len()).map(|place| -(place as f64)).collect();
            PlayedMatch::new(round, &seats, &scores)
        })
        .collect();
    let strengths = fitted(83, &matches).parameters;
    let drove = |driver: usize| races.iter().filter(|race| race.contains(&driver)).count();
    let often: Vec<usize> = (0..83).filter(|driver| drove(*driver) >= 18).collect();
    let [one, other] = [&strengths, &published].map(|of| often.iter().map(|driver| of[*driver]).collect());
    let found = correlation(one, other);
    assert!(found > 0.95, "{found}");
}

fn correlation(one: Vec<f64>, other: Vec<f64>) -> f64 {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (first, second) = (mean(&one), mean(&other));
    let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        one.iter().zip(&other).map(|(one, other)| of(one - first, other - second)).sum()
    };
    sum(&|one, other| one * other) / (sum(&|one, _| one * one) * sum(&|_, other| other * other)).sqrt()
}
