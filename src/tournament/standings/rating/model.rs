//! The probabilities of a pair, and what its results add to the likelihood.

use super::observations::{PairCounts, PairKey, PairOutcome};

/// Where the parameters of a fit are in a vector: the strengths of players, those of all seats but
/// the first, and the logarithm of the tie propensity.
#[derive(Debug, Clone, Copy)]
pub struct ParameterLayout {
    pub players: usize,
    /// The number of seats with effects, or 0.
    pub seats: usize,
    pub has_ties: bool,
}

impl ParameterLayout {
    pub fn len(self) -> usize {
        self.players + self.seats.saturating_sub(1) + usize::from(self.has_ties)
    }

    /// The index of a seat's effect. The first seat has none: it is what others differ from.
    pub fn seat(self, seat: u8) -> Option<usize> {
        (seat > 0).then(|| self.players + usize::from(seat) - 1)
    }

    pub fn tie(self) -> Option<usize> {
        self.has_ties.then(|| self.len() - 1)
    }

    /// The parameters that a pair's difference of strengths is the sum of, with their signs.
    pub fn terms(self, key: PairKey) -> impl Iterator<Item = (usize, f64)> + Clone {
        let players = [(key.one as usize, 1.0), (key.other as usize, -1.0)];
        let seats = [(self.seat(key.one_seat), 1.0), (self.seat(key.other_seat), -1.0)];
        players.into_iter().chain(seats.into_iter().filter_map(|(index, sign)| Some((index?, sign))))
    }

    /// The difference of the strengths of a pair.
    pub fn difference(self, key: PairKey, parameters: &[f64]) -> f64 {
        let seat = |seat: u8| self.seat(seat).map_or(0.0, |index| parameters[index]);
        parameters[key.one as usize] - parameters[key.other as usize] + seat(key.one_seat)
            - seat(key.other_seat)
    }

    /// The tie propensity.
    pub fn propensity(self, parameters: &[f64]) -> f64 {
        self.tie().map_or(0.0, |index| parameters[index].exp())
    }
}

/// The probabilities of the outcomes of a pair.
#[derive(Debug, Clone, Copy)]
pub struct OutcomeProbabilities {
    pub win: f64,
    pub tie: f64,
    pub loss: f64,
    /// The sum that they are divided by, less a factor of exp(|difference| / 2).
    sum: f64,
}

impl OutcomeProbabilities {
    /// Those of a pair with this difference of strengths, and this tie propensity.
    pub fn new(difference: f64, propensity: f64) -> OutcomeProbabilities {
        // Divided by the larger of the two exponentials, so that nothing overflows.
        let rest = (-difference.abs()).exp();
        let tie = propensity * rest.sqrt();
        let sum = 1.0 + rest + tie;
        let (win, loss) = if difference >= 0.0 { (1.0, rest) } else { (rest, 1.0) };
        OutcomeProbabilities { win: win / sum, tie: tie / sum, loss: loss / sum, sum }
    }

    /// The expected result: a win is 1, a tie 1/2, a loss 0.
    pub fn expected(&self) -> f64 {
        self.win + self.tie / 2.0
    }

    /// The variance of the result.
    pub fn variance(&self) -> f64 {
        (self.win + self.loss) / 4.0 - ((self.win - self.loss) / 2.0).powi(2)
    }

    /// The covariance of the result with whether it is a tie.
    pub fn tie_covariance(&self) -> f64 {
        -self.tie * (self.win - self.loss) / 2.0
    }

    /// The fourth central moment of the result.
    pub fn fourth_moment(&self) -> f64 {
        let mean = self.expected();
        self.win * (1.0 - mean).powi(4) + self.tie * (0.5 - mean).powi(4) + self.loss * mean.powi(4)
    }

    /// The logarithm of the likelihood of these results.
    pub fn log_likelihood(&self, counts: &PairCounts, difference: f64, log_propensity: f64) -> f64 {
        let (won, tied, lost) = (f64::from(counts.won), f64::from(counts.tied), f64::from(counts.lost));
        (won - lost) * difference / 2.0 + if tied > 0.0 { tied * log_propensity } else { 0.0 }
            - counts.count() * (self.sum.ln() + difference.abs() / 2.0)
    }

    /// How much an outcome differs from what was expected, as a result and as a tie.
    pub fn residual(&self, outcome: PairOutcome) -> (f64, f64) {
        let (result, tie) = match outcome {
            PairOutcome::Won => (1.0, 0.0),
            PairOutcome::Tied => (0.5, 1.0),
            PairOutcome::Lost => (0.0, 0.0),
        };
        (result - self.expected(), tie - self.tie)
    }
}
