//! A test of whether one bot is better by a margin.

use rathaus_games::Seed;
use serde_json::{Value, json};

use crate::tournament::comparison::ComparisonMatchFormat;
use crate::tournament::standings::{SequentialTest, SequentialTestDecision};

pub(super) struct MarginTestReport<'a> {
    pub(super) test: &'a SequentialTest,
    pub(super) margin: f64,
    pub(super) error: f64,
    pub(super) method: ComparisonMatchFormat,
}

impl MarginTestReport<'_> {
    fn verdict(&self, [one, other]: [&str; 2]) -> String {
        let by = if self.method.margin().ratios { "a factor of " } else { "" };
        match self.test.decision() {
            Some(SequentialTestDecision::First) => format!("{one} is better than {other}"),
            Some(SequentialTestDecision::Second) => format!("{other} is better than {one}"),
            Some(SequentialTestDecision::Neither) => {
                format!("neither is better than the other by {by}{}", self.margin)
            }
            None => format!("not decided after {} {}s", self.test.count(), self.method.noun()),
        }
    }

    /// The verdict, and the test behind it.
    pub(super) fn text(&self, names: [&str; 2], seed: Seed) -> String {
        let margin = self.method.margin();
        let what = if margin.ratios { "factor" } else { "difference" };
        format!(
            "{}\nsequential test after {} {}s of seed {seed}: {what} {:.2}, looked for {}, wrong in at most {} %\n",
            self.verdict(names),
            self.test.count(),
            self.method.noun(),
            margin.named(self.test.mean()),
            self.margin,
            100.0 * self.error,
        )
    }

    pub(super) fn json(&self, names: [&str; 2]) -> Value {
        let (first, second) = self.test.ratios();
        let (low, high) = self.test.bounds();
        json!({
            "decision": self.test.decision(),
            "verdict": self.verdict(names),
            "decided_after": self.test.count(),
            "difference": self.method.margin().named(self.test.mean()),
            "margin": self.margin,
            "error": self.error,
            "log_likelihood_ratios": { "first": first, "second": second, "low": low, "high": high },
        })
    }
}
