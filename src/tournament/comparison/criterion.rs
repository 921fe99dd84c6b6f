//! What a comparison decides, and the test that decides it.

use rathaus_games::report::DefaultComparisonMargin;

use super::{BotComparisonError, ComparisonMatchFormat};
use crate::tournament::standings::{EloHypotheses, SequentialTest, Sprt};

/// The size of a batch relative to the number of boards before it: small enough not to play many
/// more boards than needed, large enough not to restart bots all the time.
const GROWTH: f64 = 0.25;

/// The first batch of a test of Elo, and the largest one: such a test may take many thousands of
/// pairs, of which a quarter would be too many.
const FIRST_PAIRS: u32 = 16;
const MOST_PAIRS: u32 = 250;

/// What to decide.
#[derive(Debug, Clone, Copy)]
pub enum ComparisonCriterion {
    /// Whether one bot is better than the other.
    Margin {
        /// The advantage to look for: a factor where ratios count, otherwise a difference.
        margin: f64,
        /// The largest probability of a wrong decision.
        error: f64,
    },
    /// Which of two hypotheses about the Elo difference is right.
    Elo(EloHypotheses),
}

impl ComparisonCriterion {
    /// Refuses what the method cannot show.
    ///
    /// # Errors
    ///
    /// If the margin or the hypotheses make no sense, or the matches of the game are no pairs.
    pub fn check(self, method: ComparisonMatchFormat, game: &str) -> Result<(), BotComparisonError> {
        match self {
            ComparisonCriterion::Margin { margin: named, .. } => {
                let margin = method.margin();
                let least = if margin.ratios { 1.0 } else { 0.0 };
                let is_known = named.is_finite() && named > least && margin.worth(named) <= margin.most;
                let most = margin.named(margin.most);
                is_known.then_some(()).ok_or(BotComparisonError::Margin { named, least, most })
            }
            ComparisonCriterion::Elo(_) if !method.has_pairs() => {
                Err(BotComparisonError::NoPairs { game: game.to_owned() })
            }
            ComparisonCriterion::Elo(hypotheses) => {
                let EloHypotheses { elo0, elo1, model, .. } = hypotheses;
                let wrong = BotComparisonError::Hypotheses { elo0, elo1, most: model.most() };
                hypotheses.are_valid().then_some(()).ok_or(wrong)
            }
        }
    }
}

/// The test of a comparison.
#[derive(Debug, Clone)]
pub enum ComparisonTest {
    /// A test on the differences of the boards.
    Margin {
        margin: f64,
        error: f64,
        test: SequentialTest,
        /// It decides nothing before this number of boards.
        least: u32,
    },
    /// A test on the pairs of matches with the same opening.
    Elo(Sprt),
}

impl ComparisonTest {
    /// A test that has seen no boards yet. `usual` has the largest margin of the method.
    pub fn new(criterion: ComparisonCriterion, usual: DefaultComparisonMargin) -> ComparisonTest {
        match criterion {
            ComparisonCriterion::Margin { margin, error } => {
                let worth = usual.worth(margin);
                let least = SequentialTest::least_boards(worth, error, usual.most);
                let test = SequentialTest::new(worth, error, error, least);
                ComparisonTest::Margin {
                    margin,
                    error,
                    test,
                    least: u32::try_from(least).unwrap_or(u32::MAX),
                }
            }
            ComparisonCriterion::Elo(hypotheses) => ComparisonTest::Elo(Sprt::new(hypotheses)),
        }
    }

    /// Whether no more boards are needed.
    pub fn is_decided(&self) -> bool {
        match self {
            ComparisonTest::Margin { test, .. } => test.decision().is_some(),
            ComparisonTest::Elo(test) => test.decision().is_some(),
        }
    }

    /// The number of boards to play next, after so many.
    pub fn batch(&self, played: u32) -> u32 {
        let growth = (f64::from(played) * GROWTH).ceil() as u32;
        match self {
            ComparisonTest::Margin { least, .. } if played < *least => least - played,
            ComparisonTest::Margin { .. } => growth,
            ComparisonTest::Elo(_) => growth.clamp(FIRST_PAIRS, MOST_PAIRS),
        }
    }
}
