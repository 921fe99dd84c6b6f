//! Checks that a bot which plays several matches in one process plays each as a new process would.

use rathaus_games::{AskOutcome, Seed};

use super::custom_game::CustomGameCheck;
use super::say;
use crate::cli::exit::CommandError;
use crate::matches::trial::TrialMatchObservations;
use crate::matches::trial::fuzz_bots::{self, FuzzBehaviour};
use crate::seats::IdleProcesses;
use crate::submissions::ExampleReplies;

impl CustomGameCheck<'_> {
    /// Plays two matches in one process, and the second one in new processes too.
    pub(super) async fn in_kept_process(&mut self, examples: &ExampleReplies) -> Result<(), CommandError> {
        if self.reset().is_none() || !self.bot.reuse.plays_again || self.rules.seats().from < 2 {
            return Ok(());
        }
        let idle = IdleProcesses::default();
        self.one_match(examples, Seed(2), Some(&idle)).await?;
        let kept = self.one_match(examples, Seed(3), Some(&idle)).await?;
        let new = self.one_match(examples, Seed(3), None).await?;
        if same_replies(&kept, &new) {
            return say("kept process", "its replies in a second match were those of a new process");
        }
        let newer = self.one_match(examples, Seed(3), None).await?;
        if !same_replies(&new, &newer) {
            return say("kept process", "new processes differ from each other, so nothing can be compared");
        }
        self.findings.is_fit = false;
        let problem = "in its second match, it replied otherwise than a new process\n\
                       help: forget everything when a match begins, or leave `reuse = true` out";
        say("failed", problem)
    }

    /// A match of the bot in the first seat against random replies.
    async fn one_match(
        &mut self,
        examples: &ExampleReplies,
        seed: Seed,
        idle: Option<&IdleProcesses>,
    ) -> Result<TrialMatchObservations, CommandError> {
        let seats = self.rules.seats().from;
        let others = fuzz_bots::seats((FuzzBehaviour::Random, 1), examples, seats, seed);
        let trial = self.play(seed, &[0], others, idle).await?;
        self.take_in(&trial, &[0])?;
        Ok(trial)
    }
}

/// Whether the bot in the first seat said the same.
fn same_replies(one: &TrialMatchObservations, other: &TrialMatchObservations) -> bool {
    let said = |trial: &TrialMatchObservations| {
        let reply = |outcome: &AskOutcome| match outcome {
            AskOutcome::Reply { bytes, .. } => Some(bytes.clone()),
            AskOutcome::Fault(_) | AskOutcome::Lost => None,
        };
        trial.answers[0].iter().map(reply).collect::<Vec<_>>()
    };
    said(one) == said(other)
}
