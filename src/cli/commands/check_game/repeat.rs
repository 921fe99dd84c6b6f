//! Plays matches again with the same answers, to find out whether the program is deterministic.

use std::time::Duration;

use super::GameCheck;
use super::random::MATCHES;
use super::report::FindingKind;
use crate::cli::exit::CommandError;
use crate::matches::trial::repeat::{delays, time_to_other_second, with_other_times};
use crate::matches::trial::{TrialMatchObservations, TrialSetup, fuzz_bots};

/// The first version of the protocol that tells programs how long bots take.
const VERSION_WITH_TIMES: u32 = 2;

/// What other times of the answers change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum TimesMatter {
    Never,
    Messages,
    Results,
}

impl GameCheck<'_> {
    /// Plays some matches again, in which the program must give the same output.
    pub(super) async fn repeat(&mut self, random: &[TrialMatchObservations]) -> Result<(), CommandError> {
        let some: Vec<&TrialMatchObservations> = random.iter().step_by(MATCHES / 2).take(4).collect();
        for (number, trial) in some.iter().enumerate() {
            if !self.repeats(number, trial).await? {
                return Ok(());
            }
        }
        self.report.repeated = some.len();
        let words = "the same seeds and answers gave the same messages at other times and after pauses";
        self.report.say("determinism", words)?;
        self.repeat_with_other_times(&some).await
    }

    /// Plays a match again, in another second and with pauses. Returns whether nothing differs.
    async fn repeats(&mut self, number: usize, trial: &TrialMatchObservations) -> Result<bool, CommandError> {
        if number == 1 {
            tokio::time::sleep(time_to_other_second(trial.began)).await;
        }
        let delays = delays(trial.seed, number);
        let again = self.in_new_process(trial, delays).await?;
        let Some((step, before, now)) = trial.difference(&again) else {
            return self.take_in(&again, "when a match was repeated with pauses");
        };
        if self.trials.program.reuse.plays_again
            && again.difference(&self.in_new_process(trial, Vec::new()).await?).is_none()
        {
            let what = format!(
                "with seed {} and the same answers, a process that had played other matches sent another \
                 message than a new one, in step {step}:\n  {before}\n  {now}",
                trial.seed
            );
            let help = "begin each match with new values, or leave `program = true` in `[reuse]` out";
            self.report.failed(FindingKind::ProcessRemembers, &what, help)?;
            return Ok(false);
        }
        let what = format!(
            "with seed {} and the same answers, the program sent another message the second time, in step \
             {step}:\n  {before}\n  {now}",
            trial.seed
        );
        let help = "derive all randomness from the seed; use no clock, no time that passes between messages, \
                    and no order that depends on memory addresses";
        self.report.failed(FindingKind::NotDeterministic, &what, help)?;
        Ok(false)
    }

    /// Plays a match again in a new process, with these pauses.
    async fn in_new_process(
        &self,
        trial: &TrialMatchObservations,
        delays: Vec<Duration>,
    ) -> Result<TrialMatchObservations, CommandError> {
        let seats = fuzz_bots::recorded(trial.answers.clone(), trial.seats);
        let setup = TrialSetup { delays, ..TrialSetup::new(trial.seed) };
        self.trials.with_setup(setup, seats).await
    }

    /// With protocol 2, a program knows how long bots take, and may depend on that.
    async fn repeat_with_other_times(
        &mut self,
        some: &[&TrialMatchObservations],
    ) -> Result<(), CommandError> {
        if self.trials.contents.protocol < VERSION_WITH_TIMES {
            return Ok(());
        }
        let mut matter = TimesMatter::Never;
        for trial in some {
            let answers = with_other_times(&trial.answers, &trial.time_limits, trial.seed);
            let again = self.trials.seated(trial.seed, fuzz_bots::recorded(answers, trial.seats)).await?;
            if !self.take_in(&again, "when answers took another time")? {
                return Ok(());
            }
            matter = matter.max(TimesMatter::between(trial, &again));
        }
        let (kind, what) = match matter {
            TimesMatter::Never => return Ok(()),
            TimesMatter::Messages => {
                (FindingKind::MessagesDependOnTimes, "messages of the program depend on how long bots take")
            }
            TimesMatter::Results => {
                (FindingKind::ResultDependsOnTimes, "the result depends on how long bots take")
            }
        };
        let help = "protocol 2 allows this; a match that is played again can then end in another way";
        self.report.note(kind, what, help)
    }
}

impl TimesMatter {
    fn between(one: &TrialMatchObservations, other: &TrialMatchObservations) -> TimesMatter {
        match (one.difference(other), (&one.scores, one.ended()) == (&other.scores, other.ended())) {
            (None, _) => TimesMatter::Never,
            (Some(_), true) => TimesMatter::Messages,
            (Some(_), false) => TimesMatter::Results,
        }
    }
}
