//! A sequential test of the Elo difference of two bots that meet in pairs of games: after each pair
//! it decides or asks for another pair.

mod estimates;
mod likelihood;
mod pairs;
#[cfg(test)]
mod tests;

pub use estimates::{EloEstimates, EloWithError};
pub use pairs::{PairOutcome, PairTotals};

/// The largest Elo difference of a hypothesis: 400 to 1 odds.
pub const MOST_ELO: f64 = 1_000.0;

/// The largest difference of a hypothesis in normalized Elo. The iteration that finds the most
/// probable distribution is proven by tests up to there.
pub const MOST_NORMALIZED_ELO: f64 = 200.0;

/// What an Elo difference means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EloModel {
    /// The expected share of the points, as 1 / (1 + 10^(-Elo / 400)).
    Logistic,
    /// The expected share of the points above one half, in standard deviations of a game, times
    /// 800 / ln 10 (Van den Bergh, "Comments on normalized Elo", for fishtest).
    Normalized,
}

impl EloModel {
    /// The largest difference of a hypothesis.
    pub fn most(self) -> f64 {
        match self {
            EloModel::Logistic => MOST_ELO,
            EloModel::Normalized => MOST_NORMALIZED_ELO,
        }
    }
}

/// The two hypotheses of a test, and how often it may accept the wrong one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EloHypotheses {
    /// The advantage of the first bot under H0.
    pub elo0: f64,
    /// The advantage of the first bot under H1, which is above `elo0`.
    pub elo1: f64,
    /// The probability of accepting H1 if H0 is true.
    pub alpha: f64,
    /// The probability of accepting H0 if H1 is true.
    pub beta: f64,
    pub model: EloModel,
}

impl EloHypotheses {
    /// Whether a test can tell them apart.
    pub fn are_valid(&self) -> bool {
        let most = self.model.most();
        let is_known = |elo: f64| (-most..=most).contains(&elo);
        is_known(self.elo0) && is_known(self.elo1) && self.elo0 < self.elo1
    }

    /// The bounds of the log-likelihood ratio. At or below the lower one the test accepts H0, at
    /// or above the upper one H1 (Wald, "Sequential tests of statistical hypotheses", Annals of
    /// Mathematical Statistics 16, 1945).
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }
}

/// The accepted hypothesis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SprtDecision {
    /// The advantage of the first bot is below `elo1`.
    H0,
    /// The advantage of the first bot is above `elo0`.
    H1,
}

/// A generalized sequential probability ratio test (Van den Bergh, "A practical introduction to the
/// GSPRT", for fishtest) with the pentanomial model: it sees a pair of games with the same opening
/// and swapped seats as one observation of five possible ones, because such games depend on each
/// other.
#[derive(Debug, Clone)]
pub struct Sprt {
    hypotheses: EloHypotheses,
    totals: PairTotals,
    decision: Option<SprtDecision>,
}

impl Sprt {
    /// A test of valid hypotheses. It has seen no pairs yet.
    pub fn new(hypotheses: EloHypotheses) -> Sprt {
        Sprt { hypotheses, totals: PairTotals::default(), decision: None }
    }

    /// Adds a pair. After a decision this has no effect.
    pub fn push(&mut self, pair: PairOutcome) {
        if self.decision.is_none() {
            self.totals.add(pair);
            self.decision = self.crossed(self.ratio());
        }
    }

    /// The accepted hypothesis, or `None` if more pairs are needed.
    pub fn decision(&self) -> Option<SprtDecision> {
        self.decision
    }

    /// The games that the test has seen.
    pub fn totals(&self) -> &PairTotals {
        &self.totals
    }

    pub fn hypotheses(&self) -> &EloHypotheses {
        &self.hypotheses
    }

    /// The log-likelihood ratio: how much better H1 explains the pairs than H0 does. It is 0 before
    /// the first pair.
    pub fn ratio(&self) -> f64 {
        if self.totals.pairs() == 0 {
            return 0.0;
        }
        likelihood::ratio(&self.totals.pentanomial, &self.hypotheses)
    }

    fn crossed(&self, ratio: f64) -> Option<SprtDecision> {
        let (low, high) = self.hypotheses.bounds();
        let is_h0 = || (ratio <= low).then_some(SprtDecision::H0);
        (ratio >= high).then_some(SprtDecision::H1).or_else(is_h0)
    }
}
