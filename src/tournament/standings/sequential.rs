//! A sequential comparison of two bots: after each board it decides or asks for another board.

/// Which bot is better. An undecided comparison has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SequentialTestDecision {
    /// The first bot is better.
    First,
    /// The second bot is better.
    Second,
    /// Neither is better by as much as the margin.
    Neither,
}

/// A sequential test with three decisions (Sobel and Wald, "A sequential decision procedure for
/// choosing one of three hypotheses", Annals of Mathematical Statistics 20, 1949) on the mean of
/// the differences between two bots on the same boards.
///
/// Two of Wald's sequential probability ratio tests run side by side: does the first bot have an
/// advantage of the margin rather than none, and does the second? The variance is estimated from
/// the differences seen so far, as tests of chess engines do (Van den Bergh, "A practical
/// introduction to the GSPRT", for fishtest).
///
/// After a few boards that estimate may be much too low, above all where differences are mostly
/// small and rarely large, as with long-tailed scores. So the estimate includes two artificial
/// differences as large as the largest one seen, one for either bot. For the same reason a test
/// that is about to deny an advantage first adds one more such difference in its bot's favour to
/// the mean. With them the error rates stay within their bounds, as the tests show.
///
/// The test cannot account for events that it has not seen. If a board can make a difference of
/// `most`, bots that differ on few boards may be as far apart as the margin and still score alike
/// on the first ones. So it decides nothing before [`least_boards`](Self::least_boards).
#[derive(Debug, Clone)]
pub struct SequentialTest {
    margin: f64,
    low: f64,
    high: f64,
    least: usize,
    count: usize,
    mean: f64,
    /// The largest absolute difference.
    largest: f64,
    /// The sum of the squared deviations from the mean, updated by Welford's method.
    squares: f64,
    /// The outcome of each of the two tests: whether its bot has the advantage.
    first: Option<bool>,
    second: Option<bool>,
}

impl SequentialTest {
    /// The number of boards after which an event that makes a difference of `most`, and by itself
    /// an advantage of `margin`, has occurred with a probability of 1 - `error` / 2. So at most
    /// half of the error is due to such events, and the rest is left to the test. It is the rule
    /// of three of Hanley and Lippman-Hand (JAMA 249, 1983) for another probability than 95 %.
    pub fn least_boards(margin: f64, error: f64, most: f64) -> usize {
        ((2.0 / error).ln() * most / margin).ceil() as usize
    }

    /// A comparison that distinguishes a mean difference of `margin` (above 0) from none. If there
    /// is none, it calls either bot better with a probability of about `alpha`. If the difference
    /// is the margin, it misses it with a probability of about `beta`. It decides nothing before
    /// `least` boards.
    pub fn new(margin: f64, alpha: f64, beta: f64, least: usize) -> SequentialTest {
        // Without a difference either of the two tests may err, so each gets half of alpha.
        let alpha = alpha / 2.0;
        let (low, high) = ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln());
        SequentialTest {
            margin,
            low,
            high,
            least: least.max(2),
            count: 0,
            mean: 0.0,
            largest: 0.0,
            squares: 0.0,
            first: None,
            second: None,
        }
    }

    /// Adds the difference of the first bot to the second on another board. After a decision this
    /// has no effect.
    pub fn push(&mut self, difference: f64) {
        if self.decision().is_some() {
            return;
        }
        self.count += 1;
        let deviation = difference - self.mean;
        self.mean += deviation / self.count as f64;
        self.squares += deviation * (difference - self.mean);
        self.largest = self.largest.max(difference.abs());
        if self.count >= self.least {
            let (first, second) = self.ratios();
            self.first = self.first.or(self.crossed(first));
            self.second = self.second.or(self.crossed(second));
        }
    }

    /// The decision, or `None` if more boards are needed. A bot is called better only when its
    /// test says so. Neither is better when both tests say so, possibly after different numbers
    /// of boards.
    pub fn decision(&self) -> Option<SequentialTestDecision> {
        match (self.first, self.second) {
            (Some(true), _) => Some(SequentialTestDecision::First),
            (_, Some(true)) => Some(SequentialTestDecision::Second),
            (Some(false), Some(false)) => Some(SequentialTestDecision::Neither),
            _ => None,
        }
    }

    /// The number of boards so far.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The mean of the differences so far, 0 if there are none.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The log-likelihood ratios of the tests for the first bot and for the second: how much better
    /// an advantage of the margin explains the differences than no advantage does. They are
    /// infinite if all differences are zero, and 0 while there are fewer than two boards.
    pub fn ratios(&self) -> (f64, f64) {
        (self.ratio(self.mean), self.ratio(-self.mean))
    }

    /// The bounds of the ratios. At the lower one the bot has no such advantage, at the upper one
    /// it has (Wald, "Sequential tests of statistical hypotheses", Annals of Mathematical
    /// Statistics 16, 1945).
    pub fn bounds(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    fn ratio(&self, mean: f64) -> f64 {
        let evidence = |mean: f64| self.margin * (mean - self.margin / 2.0);
        let evidence = match evidence(mean) {
            against if against < 0.0 => evidence(mean + self.largest / self.count as f64).min(0.0),
            in_favour => in_favour,
        };
        // Otherwise both evidence and variance could be 0.
        if self.count < 2 || evidence == 0.0 {
            return 0.0;
        }
        self.count as f64 * evidence / self.variance()
    }

    /// The variance of the differences, including two artificial ones as large as the largest.
    fn variance(&self) -> f64 {
        (self.squares + 2.0 * self.largest.powi(2)) / (self.count as f64 + 1.0)
    }

    /// Whether a test's bot has the advantage, or `None` if the ratio is between the bounds.
    fn crossed(&self, ratio: f64) -> Option<bool> {
        (ratio >= self.high).then_some(true).or((ratio <= self.low).then_some(false))
    }
}

#[cfg(test)]
mod tests;
