//! A comparison of two bots as text and as JSON.

mod elo;
mod margin;

use serde_json::{Value, json};

use super::SubmissionResults;
use crate::tournament::comparison::{ComparisonRun, ComparisonTest};
use elo::EloTestReport;
pub use elo::elo_test_so_far;
use margin::MarginTestReport;

/// A comparison with the submissions that it compared.
pub struct BotComparisonReport<'a> {
    comparison: &'a ComparisonRun,
    bots: [SubmissionResults; 2],
}

impl<'a> BotComparisonReport<'a> {
    pub fn new(
        comparison: &'a ComparisonRun,
        submissions: [super::SubmissionDescription; 2],
    ) -> BotComparisonReport<'a> {
        let [one, other] = submissions;
        let [mine, others] = comparison.results.clone();
        let bots = [(one, mine), (other, others)]
            .map(|(submission, matches)| SubmissionResults { submission, matches });
        BotComparisonReport { comparison, bots }
    }

    fn names(&self) -> [&str; 2] {
        self.bots.each_ref().map(|bot| bot.submission.name.as_str())
    }

    /// The results, the verdict, and the test behind it.
    pub fn text(&self) -> String {
        let seed = self.comparison.config.seed;
        match &self.comparison.test {
            ComparisonTest::Margin { test, margin, error, .. } => {
                let summaries: String = self.bots.iter().filter_map(|bot| self.summary(bot)).collect();
                let report =
                    MarginTestReport { test, margin: *margin, error: *error, method: self.comparison.method };
                summaries + &report.text(self.names(), seed)
            }
            ComparisonTest::Elo(test) => {
                let faults: String = self.bots.iter().filter_map(|bot| self.faults(bot)).collect();
                EloTestReport { test }.text(self.names(), seed) + &faults
            }
        }
    }

    /// The results of a bot in one line.
    fn summary(&self, bot: &SubmissionResults) -> Option<String> {
        let method = self.comparison.method;
        let faults = match bot.faulty() {
            0 => String::new(),
            faulty => format!("; {faulty} {}s with faults", method.noun()),
        };
        Some(format!("{}: {}{faults}\n", bot.submission.name, method.summary(&bot.matches)?))
    }

    /// The faults of a bot in one line, if it has any.
    fn faults(&self, bot: &SubmissionResults) -> Option<String> {
        let words = |faulty| {
            format!("{}: {faulty} {}s with faults\n", bot.submission.name, self.comparison.method.noun())
        };
        Some(bot.faulty()).filter(|faulty| *faulty > 0).map(words)
    }

    /// The report as JSON, as described in `docs/JSON.md`.
    pub fn json(&self) -> Value {
        let mut json = match &self.comparison.test {
            ComparisonTest::Margin { test, margin, error, .. } => {
                let method = self.comparison.method;
                MarginTestReport { test, margin: *margin, error: *error, method }.json(self.names())
            }
            ComparisonTest::Elo(test) => EloTestReport { test }.json(self.names()),
        };
        let bot = |bot: &SubmissionResults| {
            json!({
                "name": bot.submission.name,
                "sha256": bot.submission.hash,
                "scores": bot.matches.iter().map(|result| result.score).collect::<Vec<_>>(),
                "faulty": bot.faulty(),
            })
        };
        json["boards"] = self.comparison.played().into();
        json["seed"] = json!(self.comparison.config.seed);
        json["bots"] = self.bots.iter().map(bot).collect();
        json
    }
}
