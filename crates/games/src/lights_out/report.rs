//! Reports of Lights Out.

use serde_json::{Value, json};

use super::{LightsOutDetails, SolutionVerdict};
use crate::report::{
    BoardResult, BotMatchesSummary, ColumnHeading, DefaultComparisonMargin, SinglePlayerReporter,
};
use crate::statistics::{
    EstimateWithInterval, geometric_mean_with_interval, mean, mean_with_interval, share_with_interval,
};
use crate::words::{counted, rounded};

/// The report of Lights Out: bots rank by right answers, then by the fewest needless clicks.
pub(super) struct LightsOutReporter;

/// Totals over a solver's boards. Clicks, times and evaluations only count boards that it solved,
/// so that a solver that gives up at once is not the fastest.
struct SolverTotals {
    /// The share of right answers.
    right: EstimateWithInterval,
    /// Clicks in addition to the fewest possible.
    needless: Option<EstimateWithInterval>,
    seconds: Option<EstimateWithInterval>,
    cpu_seconds: Option<EstimateWithInterval>,
    evaluations: Option<EstimateWithInterval>,
}

impl SolverTotals {
    fn of(boards: &[BoardResult]) -> Option<SolverTotals> {
        let right = boards.iter().filter(|result| result.score > 0.0).count();
        let solved = solved(boards);
        let values =
            |value: fn(&LightsOutDetails) -> Option<f64>| solved.iter().filter_map(value).collect::<Vec<_>>();
        Some(SolverTotals {
            right: share_with_interval(right, boards.len())?,
            needless: mean_with_interval(&values(needless_clicks)).map(not_negative),
            seconds: geometric_mean_with_interval(&values(|details| seconds(details.took_us))),
            cpu_seconds: geometric_mean_with_interval(&values(|details| seconds(details.cpu_us))),
            evaluations: geometric_mean_with_interval(&values(|details| {
                details.evaluations.filter(|count| *count > 0.0)
            })),
        })
    }

    fn cells(&self) -> Vec<String> {
        let SolverTotals { right, needless, seconds, evaluations, .. } = *self;
        let value = |estimate: Option<EstimateWithInterval>, factor: f64| {
            estimate.map_or("-".into(), |estimate| rounded(factor * estimate.value))
        };
        vec![
            percent(right.value),
            format!("{} to {}", percent(right.low), percent(right.high)),
            value(needless, 1.0),
            value(seconds, 1_000.0),
            value(evaluations, 1.0),
        ]
    }

    fn summary(&self, boards: usize) -> String {
        let SolverTotals { right, needless, seconds, evaluations, .. } = *self;
        let mut parts = vec![format!(
            "{} of {} right, 95 % interval {} to {}",
            percent(right.value),
            counted(boards, "board"),
            percent(right.low),
            percent(right.high)
        )];
        let mut add = |what: &str, factor: f64, estimate: Option<EstimateWithInterval>| {
            let Some(estimate) = estimate else { return };
            let shown = |value: f64| rounded(factor * value);
            let interval =
                estimate.interval().map(|(low, high)| format!(" ({} to {})", shown(low), shown(high)));
            parts.push(format!("{what} {}{}", shown(estimate.value), interval.unwrap_or_default()));
        };
        add("needless clicks", 1.0, needless);
        add("milliseconds", 1_000.0, seconds);
        add("evaluations", 1.0, evaluations);
        parts.join("; ")
    }
}

impl SinglePlayerReporter for LightsOutReporter {
    fn rank_key(&self, boards: &[BoardResult]) -> [f64; 2] {
        let right = mean(&boards.iter().map(|result| result.score).collect::<Vec<_>>());
        let needless: Vec<f64> = solved(boards).iter().filter_map(needless_clicks).collect();
        [right.unwrap_or(-1.0), -mean(&needless).unwrap_or(f64::MAX)]
    }

    fn columns(&self) -> &'static [ColumnHeading] {
        &[
            ("right", true),
            ("95 % interval", false),
            ("needless clicks", true),
            ("ms", true),
            ("evaluations", true),
        ]
    }

    fn board_columns(&self) -> &'static [ColumnHeading] {
        &[("clicks", true), ("fewest", true), ("ms", true), ("evaluations", true), ("how it ended", false)]
    }

    fn board_cells(&self, result: &BoardResult) -> Vec<String> {
        let details = details(result);
        let of = |value: fn(&LightsOutDetails) -> Option<String>| {
            details.as_ref().and_then(value).unwrap_or_else(|| "-".into())
        };
        let ended = match details.as_ref().map_or(SolutionVerdict::Fault, |details| details.verdict) {
            SolutionVerdict::Fault => String::new(),
            _ => result.ended.clone(),
        };
        vec![
            of(|details| Some(details.clicks.as_ref()?.len().to_string())),
            of(|details| Some(details.fewest.as_ref()?.len().to_string())),
            of(|details| seconds(details.took_us).map(|seconds| rounded(1_000.0 * seconds))),
            of(|details| details.evaluations.map(|count| count.to_string())),
            ended,
        ]
    }

    fn cell(&self, result: &BoardResult) -> String {
        let Some(details) = details(result) else { return "no".into() };
        let clicks = details.clicks.as_ref().map_or(0, Vec::len);
        match details.verdict {
            SolutionVerdict::Solved => match needless_clicks(&details) {
                Some(needless) if needless > 0.0 => format!("{clicks} (+{needless})"),
                _ => clicks.to_string(),
            },
            SolutionVerdict::RightlyNone => "none".into(),
            SolutionVerdict::LeftOn => "lights left".into(),
            SolutionVerdict::WronglyNone => "not none".into(),
            SolutionVerdict::Unknown => "gave up".into(),
            SolutionVerdict::Fault => "no".into(),
        }
    }

    fn notes(&self, _: &[BoardResult]) -> Option<String> {
        None
    }

    fn summary(&self, boards: &[BoardResult]) -> Option<BotMatchesSummary> {
        let sums = SolverTotals::of(boards)?;
        Some(BotMatchesSummary {
            estimate: sums.right,
            cells: sums.cells(),
            words: sums.summary(boards.len()),
            json: json(Some(&sums)),
        })
    }

    fn needs_details(&self) -> bool {
        true
    }

    fn without_boards(&self) -> Value {
        json(None)
    }

    fn worth(&self, result: &BoardResult) -> f64 {
        result.score
    }

    fn largest_difference(&self) -> Option<f64> {
        Some(1.0)
    }

    fn axis(&self) -> (&'static str, bool) {
        ("share of right answers", false)
    }

    fn margin(&self) -> DefaultComparisonMargin {
        DefaultComparisonMargin { usual: 0.1, most: 1.0, ratios: false }
    }

    fn so_far(&self, scores: &[f64]) -> Option<String> {
        let right = scores.iter().filter(|score| **score > 0.0).count();
        Some(format!("{right} right"))
    }
}

/// The JSON of the totals, with nulls if there are none.
fn json(sums: Option<&SolverTotals>) -> Value {
    let of = |value: fn(&SolverTotals) -> Option<EstimateWithInterval>| sums.and_then(value);
    json!({
        "right": of(|sums| Some(sums.right)),
        "needless_clicks": of(|sums| sums.needless),
        "seconds": of(|sums| sums.seconds),
        "cpu_seconds": of(|sums| sums.cpu_seconds),
        "evaluations": of(|sums| sums.evaluations),
    })
}

/// The details of the boards that were solved.
fn solved(boards: &[BoardResult]) -> Vec<LightsOutDetails> {
    let told = boards.iter().filter_map(details);
    told.filter(|details| details.verdict == SolutionVerdict::Solved).collect()
}

/// The details of a match. `None` if the match never began.
fn details(result: &BoardResult) -> Option<LightsOutDetails> {
    serde_json::from_value(result.details.clone()).ok()
}

/// How many clicks were made in addition to the fewest possible.
fn needless_clicks(details: &LightsOutDetails) -> Option<f64> {
    let count = |clicks: &Option<Vec<_>>| clicks.as_ref().map(|clicks| clicks.len() as f64);
    Some(count(&details.clicks)? - count(&details.fewest)?)
}

/// Moves the lower end to 0 where it is below, because counts are not negative.
fn not_negative(estimate: EstimateWithInterval) -> EstimateWithInterval {
    match estimate.interval() {
        Some((low, _)) => EstimateWithInterval { low: low.max(0.0), ..estimate },
        None => estimate,
    }
}

/// Seconds from microseconds. Zero becomes half a microsecond, because the geometric mean needs
/// positive times.
fn seconds(microseconds: Option<u64>) -> Option<f64> {
    microseconds.map(|time| (time as f64).max(0.5) / 1e6)
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}
