//! How often ratings miss the true difference of two entrants by more than their deviations say.

use rathaus::tournament::standings::{RatedMatch, Rating, Ratings};
use rathaus_games::custom::ScoreOrder;
use rathaus_games::testing::simulated::{normal, waiting_time};
use rathaus_games::{RandomStream, Seed};

use super::{ERROR, exceeds};

/// Points for a strength of 1.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// A simulated tournament.
#[derive(Debug, Clone, Copy)]
struct Field {
    name: &'static str,
    entrants: usize,
    seats: usize,
    /// The deviation of the strengths.
    spread: f64,
    /// How much the first seat is worth.
    first_seat: f64,
    /// Scores within a step of this size tie. 0 if none do.
    step: f64,
    /// The deviation of an entrant's strength from round to round.
    shape: f64,
    /// The share of pairs that meet in a round, in games of two.
    meets: f64,
}

const PLAIN: Field = Field {
    name: "pairs",
    entrants: 8,
    seats: 2,
    spread: 0.0,
    first_seat: 0.0,
    step: 0.0,
    shape: 0.0,
    meets: 1.0,
};

const FIELDS: [Field; 10] = [
    PLAIN,
    Field { name: "two entrants", entrants: 2, ..PLAIN },
    Field { name: "of different strengths", spread: 1.0, ..PLAIN },
    Field { name: "with ties", step: 1.0, ..PLAIN },
    Field { name: "with ties, and a better seat", step: 1.0, first_seat: 1.0, ..PLAIN },
    Field { name: "few pairs meet", meets: 0.3, spread: 0.5, ..PLAIN },
    Field { name: "rounds that differ", shape: 1.5, ..PLAIN },
    Field { name: "four seats", entrants: 10, seats: 4, spread: 1.0, ..PLAIN },
    Field { name: "four seats, rounds that differ", entrants: 10, seats: 4, shape: 1.0, ..PLAIN },
    Field { name: "all together", entrants: 10, seats: 10, ..PLAIN },
];

type Simulated = (u32, Vec<u32>, Vec<f64>);

impl Field {
    fn truth(&self, stream: &mut RandomStream) -> Vec<f64> {
        (0..self.entrants).map(|_| self.spread * normal(stream)).collect()
    }

    /// The seats of the matches of a round, in any order.
    fn round(&self, stream: &mut RandomStream) -> Vec<Vec<u32>> {
        let mut all: Vec<u32> = (0..self.entrants as u32).collect();
        if self.seats > 2 {
            let mut drawn = || {
                stream.shuffle(&mut all);
                all[..self.seats].to_vec()
            };
            return (0..1 + self.entrants - self.seats).map(|_| drawn()).collect();
        }
        let pairs = all.iter().flat_map(|one| (0..*one).map(move |other| vec![*one, other]));
        let met: Vec<Vec<u32>> =
            pairs.filter(|_| stream.below(1_000) < (1_000.0 * self.meets) as u64).collect();
        met.into_iter()
            .map(|mut pair| {
                stream.shuffle(&mut pair);
                pair
            })
            .collect()
    }

    /// Luck follows Gumbel's distribution, so that strengths are those of the model.
    fn scores(&self, seats: &[u32], strengths: &[f64], stream: &mut RandomStream) -> Vec<f64> {
        let mut score = |(seat, entrant): (usize, &u32)| {
            let advantage = if seat == 0 { self.first_seat } else { 0.0 };
            let score = strengths[*entrant as usize] + advantage - waiting_time(stream).ln();
            if self.step > 0.0 { (score / self.step).floor() } else { score }
        };
        seats.iter().enumerate().map(&mut score).collect()
    }

    fn played(&self, rounds: u32, truth: &[f64], stream: &mut RandomStream) -> Vec<Simulated> {
        let mut matches = Vec::new();
        for round in 0..rounds {
            let strengths: Vec<f64> = truth.iter().map(|truth| truth + self.shape * normal(stream)).collect();
            for seats in self.round(stream) {
                let scores = self.scores(&seats, &strengths, stream);
                matches.push((round, seats, scores));
            }
        }
        matches
    }
}

fn rated(entrants: usize, matches: &[Simulated]) -> Ratings {
    let views = matches.iter().map(|(round, seats, scores)| RatedMatch { round: *round, seats, scores });
    Ratings::new(entrants, ScoreOrder::Highest, views)
}

fn pairs(entrants: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..entrants).flat_map(|one| (0..one).map(move |other| (one, other)))
}

/// The share of pairs whose difference is missed.
fn missed(field: &Field, rounds: u32, repetitions: usize) -> f64 {
    let mut stream = Seed(u64::from(rounds)).stream(field.name);
    let mut all = 0;
    for _ in 0..repetitions {
        let truth = field.truth(&mut stream);
        let ratings = rated(field.entrants, &field.played(rounds, &truth, &mut stream)).entrants;
        let misses = |(one, other): &(usize, usize)| {
            let (first, second) = (ratings[*one], ratings[*other]);
            let difference = first.value - second.value - SCALE * (truth[*one] - truth[*other]);
            difference.abs() > 1.96 * first.deviation.hypot(second.deviation)
        };
        all += pairs(field.entrants).filter(misses).count();
    }
    all as f64 / (repetitions * pairs(field.entrants).count()) as f64
}

/// Pairs of a tournament depend on each other, so the shares vary as those of its entrants would.
fn check(fields: &[Field], rounds: &[u32], repetitions: usize) {
    let mut failed = Vec::new();
    println!("{:32} {:>6} {:>8}", "ratings", "rounds", "missed");
    for (field, rounds) in fields.iter().flat_map(|field| rounds.iter().map(move |rounds| (field, *rounds))) {
        let share = missed(field, rounds, repetitions);
        let row = format!("{:32} {rounds:6} {share:8.3}", field.name);
        println!("{row}");
        let independent = repetitions * (field.entrants / 2);
        failed.extend(exceeds(share, ERROR, independent).then_some(row));
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn ratings_tell_equal_entrants_apart_as_rarely_as_they_say() {
    check(&[FIELDS[0], FIELDS[3], FIELDS[6]], &[3, 10], 60);
}

#[test]
#[ignore = "slow: rates thousands of tournaments, whose true differences the ratings have to contain"]
fn ratings_miss_the_truth_as_rarely_as_they_say() {
    check(&FIELDS, &[3, 5, 10, 30, 100], 400);
}

/// Rounds drawn with replacement, as often as there are rounds.
fn resampled(rounds: u32, matches: &[Simulated], stream: &mut RandomStream) -> Vec<Simulated> {
    (0..rounds)
        .flat_map(|number| {
            let drawn = stream.below(u64::from(rounds)) as u32;
            let of_round = matches.iter().filter(move |(round, ..)| *round == drawn);
            of_round.map(move |(_, seats, scores)| (number, seats.clone(), scores.clone()))
        })
        .collect()
}

/// The deviations of the differences of all pairs by the bootstrap (Efron, Annals of Statistics 7,
/// 1979), over those by the ratings: the root of the mean of the squared ratios.
fn bootstrap_ratio(field: &Field, rounds: u32, stream: &mut RandomStream) -> f64 {
    let truth = field.truth(stream);
    let matches = field.played(rounds, &truth, stream);
    let ratings = rated(field.entrants, &matches).entrants;
    let (mut squares, samples) = (0.0, 60);
    for _ in 0..samples {
        let again = rated(field.entrants, &resampled(rounds, &matches, stream)).entrants;
        for (one, other) in pairs(field.entrants) {
            let difference = |of: &[Rating]| of[one].value - of[other].value;
            let deviation = ratings[one].deviation.hypot(ratings[other].deviation);
            squares += ((difference(&again) - difference(&ratings)) / deviation).powi(2);
        }
    }
    (squares / f64::from(samples) / pairs(field.entrants).count() as f64).sqrt()
}

#[test]
#[ignore = "slow: rates resampled rounds, which have to vary as much as the ratings say"]
fn deviations_are_those_of_a_bootstrap_over_rounds() {
    for field in &FIELDS[2..] {
        let mut stream = Seed(1).stream(field.name);
        let ratios: Vec<f64> = (0..10).map(|_| bootstrap_ratio(field, 40, &mut stream)).collect();
        let mean = ratios.iter().sum::<f64>() / 10.0;
        println!("{:32} bootstrap over ratings {mean:.2}", field.name);
        assert!((0.8..1.15).contains(&mean), "{}: {mean}", field.name);
    }
}
