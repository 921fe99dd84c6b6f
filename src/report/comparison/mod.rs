//! A comparison of two bots as text and as JSON.

use serde_json::{Value, json};

use super::SubmissionResults;
use crate::tournament::comparison::ComparisonRun;
use crate::tournament::standings::SequentialTestDecision;

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

    fn verdict(&self) -> String {
        let [one, other] = self.bots.each_ref().map(|bot| bot.submission.name.as_str());
        let ComparisonRun { method, config, .. } = self.comparison;
        let by = if method.margin().ratios { "a factor of " } else { "" };
        match self.comparison.decision() {
            Some(SequentialTestDecision::First) => format!("{one} is better than {other}"),
            Some(SequentialTestDecision::Second) => format!("{other} is better than {one}"),
            Some(SequentialTestDecision::Neither) => {
                format!("neither is better than the other by {by}{}", config.margin)
            }
            None => format!("not decided after {} {}s", self.comparison.played(), method.noun()),
        }
    }

    /// One line for each bot, the verdict, and the test behind it.
    pub fn text(&self) -> String {
        let ComparisonRun { method, config, test, .. } = self.comparison;
        let noun = method.noun();
        let line = |bot: &SubmissionResults| {
            let faults = match bot.faulty() {
                0 => String::new(),
                faulty => format!("; {faulty} {noun}s with faults"),
            };
            Some(format!("{}: {}{faults}\n", bot.submission.name, method.summary(&bot.matches)?))
        };
        let summaries: String = self.bots.iter().filter_map(line).collect();
        let margin = method.margin();
        let what = if margin.ratios { "factor" } else { "difference" };
        format!(
            "{summaries}{}\nsequential test after {} {noun}s of seed {}: {what} {:.2}, looked for {}, wrong in at most {} %\n",
            self.verdict(),
            test.count(),
            config.seed,
            margin.named(test.mean()),
            config.margin,
            100.0 * config.error,
        )
    }

    /// The report as JSON, as described in `docs/JSON.md`.
    pub fn json(&self) -> Value {
        let ComparisonRun { method, config, test, .. } = self.comparison;
        let (first, second) = test.ratios();
        let (low, high) = test.bounds();
        let bot = |bot: &SubmissionResults| {
            json!({
                "name": bot.submission.name,
                "sha256": bot.submission.hash,
                "scores": bot.matches.iter().map(|result| result.score).collect::<Vec<_>>(),
                "faulty": bot.faulty(),
            })
        };
        json!({
            "decision": test.decision(),
            "verdict": self.verdict(),
            "boards": self.comparison.played(),
            "decided_after": test.count(),
            "difference": method.margin().named(test.mean()),
            "margin": config.margin,
            "error": config.error,
            "log_likelihood_ratios": { "first": first, "second": second, "low": low, "high": high },
            "seed": config.seed,
            "bots": self.bots.iter().map(bot).collect::<Vec<_>>(),
        })
    }
}
