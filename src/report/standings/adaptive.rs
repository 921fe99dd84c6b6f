//! What an adaptive tournament has decided, with names.

use rathaus_games::words::counted;
use serde_json::{Value, json};

use crate::tournament::standings::{RankRange, rank_ranges};
use crate::tournament::{AdaptiveStatus, DecisionTarget, MatchSchedule};
use crate::untrusted::harmless;

/// The most undecided entrants that are named in a remark.
const MOST_NAMED: usize = 6;

/// What an adaptive tournament has decided.
#[derive(Debug, Clone)]
pub struct AdaptiveSummary {
    target: DecisionTarget,
    rounds: u32,
    /// The names of the entrants about which something is still to be decided.
    undecided: Vec<String>,
    missing_rounds: Option<u64>,
    /// About how many matches those rounds have.
    missing_matches: Option<u64>,
    /// For each of the first rows, the mean of its outcomes after each of its own rounds.
    pub(super) means: Vec<Vec<f64>>,
}

impl AdaptiveSummary {
    /// `drawn` has the names of the entrants that charts show.
    pub(super) fn of<'a>(
        schedule: &MatchSchedule,
        drawn: impl Iterator<Item = &'a str>,
    ) -> Option<AdaptiveSummary> {
        let AdaptiveStatus { target, rounds, undecided, missing_rounds, outcomes, .. } =
            schedule.adaptive.as_ref()?;
        let seats = schedule.scheduled_matches.all_seats() / schedule.scheduled_matches.len().max(1);
        let (entrants, undecided_count) = (schedule.names.len(), undecided.len());
        // With several seats, a table plays once in each rotation if anybody at it is undecided.
        let matches = (undecided_count.min(entrants / seats.max(1)) * seats.max(1)) as u64;
        let means = |entrant: usize| running_means(&outcomes[entrant]);
        Some(AdaptiveSummary {
            target: *target,
            rounds: *rounds,
            undecided: undecided.iter().map(|entrant| schedule.names[*entrant].clone()).collect(),
            missing_rounds: *missing_rounds,
            missing_matches: missing_rounds.map(|rounds| rounds.saturating_mul(matches)),
            means: drawn.map(|name| schedule.entrant(name).map_or_else(Vec::new, means)).collect(),
        })
    }

    pub(super) fn json(&self) -> Value {
        json!({
            "decide": self.target,
            "is_decided": self.undecided.is_empty(),
            "rounds": self.rounds,
            "undecided": self.undecided,
            "missing_rounds": self.missing_rounds,
            "missing_matches": self.missing_matches,
        })
    }

    /// A remark below the table. `noun` is what the tournament counts: boards, or games.
    pub(super) fn in_words(&self, noun: &str, continues: bool) -> String {
        let unit = if noun == "board" { "board" } else { "round" };
        let (target, rounds) = (self.target.in_words(), counted(self.rounds as usize, unit));
        if self.undecided.is_empty() {
            let verb = self.verb();
            return format!("After {rounds}, {target} {verb} decided, with an error of at most 5 %.");
        }
        let mut names: Vec<String> =
            self.undecided.iter().take(MOST_NAMED).map(|name| harmless(name).to_string()).collect();
        let others = self.undecided.len() - names.len();
        names.extend((others > 0).then(|| counted(others, "other")));
        let names = names.join(", ");
        let foreseen = match self.missing_rounds.zip(self.missing_matches) {
            Some((rounds, matches)) => {
                let (rounds, matches) =
                    (counted(rounds as usize, &format!("more {unit}")), counted(matches as usize, "match"));
                format!("At the differences so far, that takes about {rounds}, or {matches}")
            }
            None => "How many more that takes cannot be foreseen, because some are equal so far".into(),
        };
        let remedy = if continues { String::new() } else { format!(". For more, raise `{noun}s`") };
        let open = match self.target {
            DecisionTarget::All => "not all ranks are decided".to_owned(),
            _ => format!("{target} {} not decided", self.verb()),
        };
        format!("After {rounds}, {open}; open are {names}. {foreseen}{remedy}.")
    }

    fn verb(&self) -> &'static str {
        if self.target == DecisionTarget::Winner { "is" } else { "are" }
    }
}

fn running_means(outcomes: &[f64]) -> Vec<f64> {
    let sums = outcomes.iter().scan(0.0, |sum, outcome| {
        *sum += outcome;
        Some(*sum)
    });
    sums.zip(1_u32..).map(|(sum, count)| sum / f64::from(count)).collect()
}

/// The ranks of entrants, by their indices in the schedule, as far as matches have proven them.
pub(super) fn ranges(status: &AdaptiveStatus, entrants: &[usize]) -> Vec<RankRange> {
    rank_ranges(entrants.len(), |one, other| status.is_better[entrants[one]][entrants[other]])
}
