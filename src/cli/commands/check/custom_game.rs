//! Checks a bot of a custom game in matches against itself and against random replies.

use std::collections::BTreeMap;

use rathaus_games::{ConfiguredGame, Seed};

use super::trial_findings::{BotTrialFindings, TrialMatchSummary};
use super::{BotUnderCheck, build, say};
use crate::cli::args::CheckArgs;
use crate::cli::exit::CommandError;
use crate::matches::trial::fuzz_bots::{self, FuzzBehaviour};
use crate::matches::trial::{self, TrialMatchObservations, TrialSetup};
use crate::report::counted;
use crate::seats::{IdleProcesses, Seat};
use crate::submissions::{Bot, ExampleReplies, GameFile, LoadedCustomGame};

/// The maximum number of seats in matches of the bot against itself: each seat is a process.
const MOST_SEATS: usize = 8;

/// The minimum number of matches against random replies. It is rounded up so that the bot has each
/// seat equally often.
const MATCHES: usize = 6;

pub(super) async fn check(args: &CheckArgs, game: LoadedCustomGame) -> Result<(), CommandError> {
    let rules = game.rules.clone();
    let BotUnderCheck { bot, context } = build(args, &rules).await?;
    let program = game.program.build(&context).await.map_err(|error| CommandError::submissions(&[error]))?;
    let GameFile { answers, .. } = &game.contents;
    let mut check = CustomGameCheck {
        rules: &rules,
        program,
        bot,
        findings: BotTrialFindings::new(&rules),
        is_silent: false,
    };
    check.against_itself().await?;
    if check.is_silent {
        // More matches would only take time.
        return check.findings.conclude();
    }
    if answers.is_empty() {
        say("vs random", "skipped: game.toml has no `answers.examples`")?;
    } else {
        check.against_random(answers).await?;
        check.in_kept_process(answers).await?;
    }
    check.findings.conclude()
}

/// A check in progress with its findings.
pub(super) struct CustomGameCheck<'a> {
    pub(super) rules: &'a ConfiguredGame,
    pub(super) program: Bot,
    pub(super) bot: Bot,
    pub(super) findings: BotTrialFindings,
    /// Whether a match was stopped because the bot did not answer.
    is_silent: bool,
}

impl CustomGameCheck<'_> {
    /// The lines that begin another match for a bot that plays several in one process.
    pub(super) fn reset(&self) -> Option<&str> {
        self.program.reuse.reset.as_deref()
    }

    /// Plays a match of the bot in these seats with these others. With `idle`, processes may be
    /// those of other matches.
    pub(super) async fn play(
        &self,
        seed: Seed,
        own: &[usize],
        mut table: Vec<Seat>,
        idle: Option<&IdleProcesses>,
    ) -> Result<TrialMatchObservations, CommandError> {
        let mut setup = match idle {
            Some(idle) => TrialSetup::among(seed, idle),
            None => TrialSetup::new(seed),
        };
        setup.options = vec![BTreeMap::new(); table.len()];
        for seat in own {
            table[*seat] = Seat::Dedicated(Box::new(setup.bot_seat(&self.bot, *seat, self.reset())));
            setup.options[*seat].clone_from(&self.bot.options);
        }
        trial::play(self.rules, &self.program, setup, table).await.map_err(CommandError::usage)
    }

    /// Plays a match with the minimum number of seats, and one with the maximum, up to
    /// `MOST_SEATS`. The bot has all seats.
    async fn against_itself(&mut self) -> Result<(), CommandError> {
        let range = self.rules.seats();
        let mut sizes = vec![range.from, range.to.min(MOST_SEATS).max(range.from)];
        sizes.dedup();
        for seats in sizes {
            let own: Vec<usize> = (0..seats).collect();
            let no_examples = ExampleReplies::default();
            let nobody = fuzz_bots::seats((FuzzBehaviour::Random, 1), &no_examples, seats, Seed(1));
            let trial = self.play(Seed(1), &own, nobody, None).await?;
            let found = self.take_in(&trial, &own)?;
            say("vs itself", &format!("in {}: {}", counted(seats, "seat"), found.how))?;
            found.say_faults()?;
            if self.is_silent {
                break;
            }
        }
        Ok(())
    }

    /// Plays matches with the minimum number of seats. The bot has one, random replies the others.
    async fn against_random(&mut self, examples: &ExampleReplies) -> Result<(), CommandError> {
        let seats = self.rules.seats().from;
        if seats < 2 {
            return Ok(());
        }
        let (mut all, mut first, mut faulty) = (0, 0, None);
        for number in 0..MATCHES.div_ceil(seats) * seats {
            let (own, seed) = (number % seats, Seed(1).derive("check", number as u64));
            let others = fuzz_bots::seats((FuzzBehaviour::Random, 1), examples, seats, seed);
            let trial = self.play(seed, &[own], others, None).await?;
            let found = self.take_in(&trial, &[own])?;
            faulty = faulty.or(found.has_faults().then_some(found));
            first += usize::from(self.is_first(&trial, own));
            all += 1;
            if self.is_silent {
                break;
            }
        }
        let words = format!(
            "first or tied for first in {first} of {all} matches against random replies, drawn from the examples in game.toml",
        );
        say("vs random", &words)?;
        faulty.map_or(Ok(()), |found| found.say_faults())
    }

    /// Whether no seat did better than this one.
    fn is_first(&self, trial: &TrialMatchObservations, own: usize) -> bool {
        let best = self.rules.best();
        let score = |seat: usize| trial.scores.get(seat).copied();
        score(own).is_some_and(|score| trial.scores.iter().all(|other| best.order(score, *other).is_le()))
    }

    /// Records the findings of a match about the bot's seats.
    pub(super) fn take_in(
        &mut self,
        trial: &TrialMatchObservations,
        own: &[usize],
    ) -> Result<TrialMatchSummary, CommandError> {
        if let Some(what) = trial.complaint() {
            return Err(CommandError::host(format!(
                "the game failed; the bot is not to blame: {what}\n  help: `rathaus check-game` shows the details"
            )));
        }
        self.is_silent |= own.iter().any(|seat| trial.silent.contains(seat));
        Ok(self.findings.add(trial, own))
    }
}
