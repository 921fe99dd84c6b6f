//! What the trial matches of a bot show.

use std::time::Duration;

use rathaus_games::diagnosis::{ProcessPersistence, describe};
use rathaus_games::{AskOutcome, ConfiguredGame, ProcessModel, SeatFault};

use super::{conclude, say, say_printed};
use crate::cli::exit::CommandError;
use crate::matches::trial::{STALL_LIMIT, TrialEnd, TrialMatchObservations};
use crate::report::{counted, harmless};

/// The findings of all trial matches so far.
pub(super) struct BotTrialFindings {
    pub(super) is_fit: bool,
    /// How long the bot's processes live. Remedies depend on it.
    life: ProcessPersistence,
    /// The time of each reply with its limit.
    times: Vec<(Duration, Duration)>,
    /// The first output of the bot to stderr.
    printed: String,
}

/// How a match went.
pub(super) struct TrialMatchSummary {
    pub(super) how: String,
    /// The faults of the bot, if any.
    faults: Option<String>,
}

impl TrialMatchSummary {
    pub(super) fn has_faults(&self) -> bool {
        self.faults.is_some()
    }

    pub(super) fn say_faults(&self) -> Result<(), CommandError> {
        self.faults.as_ref().map_or(Ok(()), |faults| say("failed", faults))
    }
}

impl BotTrialFindings {
    pub(super) fn new(rules: &ConfiguredGame) -> BotTrialFindings {
        let life = match rules.seating() {
            ProcessModel::PerRequest => ProcessPersistence::OneShot,
            ProcessModel::Multiplexed | ProcessModel::PerMatch | ProcessModel::PerRound { .. } => {
                ProcessPersistence::Persistent
            }
        };
        BotTrialFindings { is_fit: true, life, times: Vec::new(), printed: String::new() }
    }

    /// Records the findings of a match about the bot's seats.
    pub(super) fn add(&mut self, trial: &TrialMatchObservations, own: &[usize]) -> TrialMatchSummary {
        own.iter().for_each(|seat| self.add_times(trial, *seat));
        if self.printed.is_empty() {
            let printed = own.iter().map(|seat| &trial.printed[*seat]);
            self.printed = printed.into_iter().find(|text| !text.is_empty()).cloned().unwrap_or_default();
        }
        let faults = self.faults(trial, own).or_else(|| silence(trial, own));
        self.is_fit &= faults.is_none();
        TrialMatchSummary { how: end_in_words(trial), faults }
    }

    fn add_times(&mut self, trial: &TrialMatchObservations, seat: usize) {
        for (answer, limit) in trial.answers[seat].iter().zip(&trial.time_limits[seat]) {
            if let AskOutcome::Reply { took, .. } = answer {
                self.times.push((*took, *limit));
            }
        }
    }

    fn faults(&self, trial: &TrialMatchObservations, own: &[usize]) -> Option<String> {
        let faults: Vec<&SeatFault> = trial.faults.iter().filter(|fault| own.contains(&fault.seat)).collect();
        let SeatFault { turn, fault, .. } = faults.first()?;
        let words = describe(fault, self.life);
        Some(format!("{}, first in turn {turn}: {words}", counted(faults.len(), "fault")))
    }

    pub(super) fn conclude(self) -> Result<(), CommandError> {
        say("answers", &self.times_in_words())?;
        say_printed(&self.printed)?;
        conclude("bot", self.is_fit)
    }

    /// The median, the slowest reply, and the largest share of a limit.
    fn times_in_words(&self) -> String {
        let mut times: Vec<Duration> = self.times.iter().map(|(took, _)| *took).collect();
        times.sort();
        let (Some(median), Some(slowest)) = (times.get(times.len() / 2), times.last()) else {
            return "none".into();
        };
        let in_ms = |time: &Duration| time.as_secs_f64() * 1e3;
        let (median, slowest) = (in_ms(median), in_ms(slowest));
        let words = format!("{} replies, median {median:.1} ms, slowest {slowest:.1} ms", times.len());
        words + &self.largest_share_in_words()
    }

    fn largest_share_in_words(&self) -> String {
        let share = |(took, limit): &(Duration, Duration)| took.as_secs_f64() / limit.as_secs_f64();
        let shares = self.times.iter().map(|time| (share(time), time.1));
        let Some((share, limit)) = shares.max_by(|one, other| one.0.total_cmp(&other.0)) else {
            return String::new();
        };
        let words = format!(" (at most {:.1} % of the limit of {} ms)", 100.0 * share, limit.as_millis());
        // Other machines may be slower or busier.
        if share > 0.5 { words + "; on a busy machine it may be late" } else { words }
    }
}

/// That the bot does not answer, in a match that was stopped before its time limit.
fn silence(trial: &TrialMatchObservations, own: &[usize]) -> Option<String> {
    let seat = *trial.silent.iter().find(|seat| own.contains(seat))?;
    let limit = trial.time_limits[seat].last().map(Duration::as_secs).unwrap_or_default();
    let (stopped, turn) = (STALL_LIMIT.as_secs(), trial.turns + 1);
    Some(format!(
        "no answer in turn {turn} within {stopped} s, after which this check stops a match; its limit is \
         {limit} s\n  help: reply to each request with one line, and flush it"
    ))
}

fn end_in_words(trial: &TrialMatchObservations) -> String {
    match &trial.end {
        TrialEnd::Over(reason) => format!("after {}, {}", counted(trial.turns, "turn"), harmless(reason)),
        TrialEnd::Void(_) | TrialEnd::TooLong => {
            format!("stopped after {} s and {}", STALL_LIMIT.as_secs(), counted(trial.turns, "turn"))
        }
    }
}
