//! How often tests of an Elo difference accept the wrong hypothesis, and how many pairs they take.

use std::cmp::Ordering;

use rathaus::tournament::standings::{EloHypotheses, EloModel, PairOutcome, Sprt, SprtDecision};
use rathaus_games::testing::simulated::uniform;
use rathaus_games::{RandomStream, Seed};

use super::{ERROR, exceeds};

/// A generalized SPRT errs as often as it says only with many pairs. With about a hundred, of which
/// most are level, it errs a little more often.
const MOST_WRONG: f64 = ERROR + 0.01;

const REPETITIONS: usize = 1000;

/// Games of which a share is drawn. The opening favours one seat by up to `bias`, so that the games
/// of a pair depend on each other.
#[derive(Debug, Clone, Copy)]
struct Games {
    drawn: f64,
    bias: f64,
}

impl Games {
    /// A pair of games of bots that get this share of the points.
    fn pair(self, stream: &mut RandomStream, share: f64) -> PairOutcome {
        let bias = self.bias * (2.0 * uniform(stream) - 1.0);
        PairOutcome::of([share + bias, share - bias].map(|share| match uniform(stream) {
            toss if toss < share - self.drawn / 2.0 => Ordering::Less,
            toss if toss < share + self.drawn / 2.0 => Ordering::Equal,
            _ => Ordering::Greater,
        }))
    }

    /// The share of the points at an Elo difference.
    fn share(self, elo: f64, model: EloModel) -> f64 {
        match model {
            EloModel::Logistic => 1.0 / (1.0 + 10f64.powf(-elo / 400.0)),
            EloModel::Normalized => self.normalized_share(elo / 800.0 * std::f64::consts::LN_10),
        }
    }

    /// The share that is above one half by so many deviations of a game: those of a pair, whose
    /// games depend on each other, times the root of two. A few steps of a fixed point are exact.
    fn normalized_share(self, deviations: f64) -> f64 {
        (0..50).fold(0.5, |share, _| {
            let won = |bias: f64| share + bias - self.drawn / 2.0;
            // The second moment of a game is that of its win and a quarter of that of its draw.
            let variance = |bias: f64| won(bias) + self.drawn / 4.0 - (share + bias).powi(2);
            // The mean over the biases of the variance of two games, whose means cancel out.
            let steps = 1000;
            let mean: f64 = (0..steps)
                .map(|step| self.bias * (2.0 * (f64::from(step) + 0.5) / f64::from(steps) - 1.0))
                .map(|bias| f64::midpoint(variance(bias), variance(-bias)))
                .sum::<f64>()
                / f64::from(steps);
            0.5 + deviations * mean.sqrt()
        })
    }
}

/// The share of wrong decisions, and the mean number of pairs until the decision.
fn wrong_decisions(games: Games, hypotheses: EloHypotheses, elo: f64, right: SprtDecision) -> (f64, f64) {
    let (mut stream, mut wrong, mut pairs) = (Seed(1).stream("elo"), 0, 0);
    let share = games.share(elo, hypotheses.model);
    for _ in 0..REPETITIONS {
        let mut test = Sprt::new(hypotheses);
        while test.decision().is_none() {
            test.push(games.pair(&mut stream, share));
        }
        wrong += usize::from(test.decision() != Some(right));
        pairs += test.totals().pairs();
    }
    (wrong as f64 / REPETITIONS as f64, pairs as f64 / REPETITIONS as f64)
}

#[test]
#[ignore = "slow: tests the Elo difference of bots of known strength by the thousand"]
fn tests_of_elo_err_as_rarely_as_they_say() {
    println!("{:24} {:>10} {:>6} {:>6} {:>7} {:>8}", "games", "model", "from", "to", "wrong", "pairs");
    let mut failed = Vec::new();
    for games in
        [Games { drawn: 0.5, bias: 0.15 }, Games { drawn: 0.0, bias: 0.0 }, Games { drawn: 0.7, bias: 0.05 }]
    {
        for model in [EloModel::Logistic, EloModel::Normalized] {
            for (elo0, elo1) in [(0.0, 30.0), (-60.0, 0.0)] {
                for (elo, right) in [(elo0, SprtDecision::H0), (elo1, SprtDecision::H1)] {
                    let hypotheses = EloHypotheses { elo0, elo1, alpha: ERROR, beta: ERROR, model };
                    let (wrong, pairs) = wrong_decisions(games, hypotheses, elo, right);
                    let row = format!(
                        "{:24} {model:>10?} {elo:6.0} {right:>6?} {wrong:7.4} {pairs:8.0}",
                        format!("{:.0} % drawn, {:.2}", 100.0 * games.drawn, games.bias)
                    );
                    println!("{row}");
                    failed.extend(exceeds(wrong, MOST_WRONG, REPETITIONS).then_some(row));
                }
            }
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}
