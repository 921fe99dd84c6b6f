//! A comparison of two bots as text and as JSON.

use serde_json::{Value, json};

use super::SubmissionResults;
use crate::tournament::comparison::Comparison;
use crate::tournament::standings::SequentialDecision;

/// A comparison with the submissions that it compared.
pub struct ComparisonReport<'a> {
    comparison: &'a Comparison,
    bots: [SubmissionResults; 2],
}

impl<'a> ComparisonReport<'a> {
    pub fn new(
        comparison: &'a Comparison,
        submissions: [super::SubmissionReport; 2],
    ) -> ComparisonReport<'a> {
        let [one, other] = submissions;
        let [mine, others] = comparison.results.clone();
        let bots = [(one, mine), (other, others)]
            .map(|(submission, matches)| SubmissionResults { submission, matches });
        ComparisonReport { comparison, bots }
    }

    fn verdict(&self) -> String {
        let [one, other] = self.bots.each_ref().map(|bot| bot.submission.name.as_str());
        let Comparison { measure, config, .. } = self.comparison;
        let by = if measure.margin().ratios { "a factor of " } else { "" };
        match self.comparison.decision() {
            Some(SequentialDecision::First) => format!("{one} is better than {other}"),
            Some(SequentialDecision::Second) => format!("{other} is better than {one}"),
            Some(SequentialDecision::Neither) => {
                format!("neither is better than the other by {by}{}", config.margin)
            }
            None => format!("not decided after {} {}s", self.comparison.played(), measure.noun()),
        }
    }

    /// One line for each bot, the verdict, and the test behind it.
    pub fn text(&self) -> String {
        let Comparison { measure, config, test, .. } = self.comparison;
        let noun = measure.noun();
        let line = |bot: &SubmissionResults| {
            let faults = match bot.faulty() {
                0 => String::new(),
                faulty => format!("; {faulty} {noun}s with faults"),
            };
            Some(format!("{}: {}{faults}\n", bot.submission.name, measure.summary(&bot.matches)?))
        };
        let summaries: String = self.bots.iter().filter_map(line).collect();
        let margin = measure.margin();
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
        let Comparison { measure, config, test, .. } = self.comparison;
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
            "difference": measure.margin().named(test.mean()),
            "margin": config.margin,
            "error": config.error,
            "log_likelihood_ratios": { "first": first, "second": second, "low": low, "high": high },
            "seed": config.seed,
            "bots": self.bots.iter().map(bot).collect::<Vec<_>>(),
        })
    }
}
