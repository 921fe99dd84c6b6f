//! A test of two hypotheses about the Elo difference.

use rathaus_games::Seed;
use serde_json::{Value, json};

use crate::report::counted;
use crate::tournament::standings::{EloEstimates, EloModel, EloWithError, PairTotals, Sprt, SprtDecision};

pub(super) struct EloTestReport<'a> {
    pub(super) test: &'a Sprt,
}

/// How far a test has come, in one line.
pub fn elo_test_so_far(test: &Sprt) -> String {
    format!("{}; {}", games(test.totals()), ratio(test))
}

fn games(totals: &PairTotals) -> String {
    let PairTotals { wins, draws, losses, .. } = totals;
    format!("{} games: {wins} won, {draws} drawn, {losses} lost", totals.games())
}

/// The ratio and its bounds, as chess programmers write them.
fn ratio(test: &Sprt) -> String {
    let (low, high) = test.hypotheses().bounds();
    format!("LLR {:.2} ({low:.2}, {high:.2})", test.ratio())
}

fn with_error(elo: Option<EloWithError>) -> String {
    match elo {
        Some(EloWithError { value, error: Some(error), .. }) => format!("{value:.1} ± {error:.1}"),
        Some(EloWithError { value, .. }) => format!("{value:.1}, too few games to tell ±"),
        None => "too few games to tell".into(),
    }
}

fn percent(share: Option<f64>) -> String {
    share.map_or("too few games to tell".into(), |share| format!("{:.1} %", 100.0 * share))
}

impl EloTestReport<'_> {
    fn unit(&self) -> &'static str {
        match self.test.hypotheses().model {
            EloModel::Logistic => "Elo",
            EloModel::Normalized => "normalized Elo",
        }
    }

    fn verdict(&self, [one, other]: [&str; 2]) -> String {
        let (hypotheses, unit) = (self.test.hypotheses(), self.unit());
        let advantage = format!("the advantage of {one} over {other}");
        match self.test.decision() {
            Some(SprtDecision::H1) => format!("H1 accepted: {advantage} is above {} {unit}", hypotheses.elo0),
            Some(SprtDecision::H0) => format!("H0 accepted: {advantage} is below {} {unit}", hypotheses.elo1),
            None => format!("not decided after {}", counted(self.test.totals().games() as usize, "game")),
        }
    }

    /// The results of the first bot, the estimates, the verdict, and the test behind it.
    pub(super) fn text(&self, names: [&str; 2], seed: Seed) -> String {
        let [one, other] = names;
        let (totals, hypotheses) = (self.test.totals(), self.test.hypotheses());
        let estimates = EloEstimates::of(totals);
        let pairs = totals.pentanomial.map(|count| count.to_string()).join(", ");
        format!(
            "{one} against {other}, {}\n\
             pairs with 0, 0.5, 1, 1.5 and 2 points: {pairs}\n\
             Elo: {}\n\
             normalized Elo: {}\n\
             likelihood of superiority: {}; draws: {}\n\
             {}\n\
             SPRT of seed {seed}: {}, H0 {} and H1 {} {}, wrong in about {} % and {} %\n",
            games(totals),
            with_error(estimates.elo),
            with_error(estimates.normalized),
            percent(estimates.superiority),
            percent(totals.draw_ratio()),
            self.verdict(names),
            ratio(self.test),
            hypotheses.elo0,
            hypotheses.elo1,
            self.unit(),
            100.0 * hypotheses.alpha,
            100.0 * hypotheses.beta,
        )
    }

    pub(super) fn json(&self, names: [&str; 2]) -> Value {
        let (totals, hypotheses) = (self.test.totals(), self.test.hypotheses());
        let estimates = EloEstimates::of(totals);
        let (low, high) = hypotheses.bounds();
        json!({
            "decision": self.test.decision(),
            "verdict": self.verdict(names),
            "decided_after": totals.pairs(),
            "wins": totals.wins,
            "draws": totals.draws,
            "losses": totals.losses,
            "pentanomial": totals.pentanomial,
            "draw_ratio": totals.draw_ratio(),
            "elo": estimates.elo,
            "normalized_elo": estimates.normalized,
            "superiority": estimates.superiority,
            "log_likelihood_ratio": { "value": self.test.ratio(), "low": low, "high": high },
            "elo0": hypotheses.elo0,
            "elo1": hypotheses.elo1,
            "alpha": hypotheses.alpha,
            "beta": hypotheses.beta,
            "model": hypotheses.model,
        })
    }
}
