//! Checks a bot of a single-player game on the short matches that its game defines.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rathaus_games::check::{
    BotCheckMatchRecord, SinglePlayerCheck, SinglePlayerCheckCase, SinglePlayerCheckMeasurements,
};
use rathaus_games::{
    AskOutcome, ConfiguredGame, MatchInputs, Observer, ProcessModel, Seed, TurnRequestsAndReplies,
};
use rathaus_protocol::handshake::HandshakeReply;
use rathaus_sandbox::TempDir;
use tokio::sync::Semaphore;

use super::{build, conclude, configured, say, say_printed};
use crate::cli::args::CheckArgs;
use crate::cli::exit::CommandError;
use crate::matches::{self, MatchResult, MatchSeats, OneShotOptions, SeatingContext, referee};
use crate::seats::{MultiplexedProcess, ProcessWithHandshakeReply, Seat};
use crate::submissions::{Bot, SampledCallTimeTotals};

pub(super) async fn check(
    args: &CheckArgs,
    game: &ConfiguredGame,
    checks: &dyn SinglePlayerCheck,
) -> Result<(), CommandError> {
    let cases: Vec<(ConfiguredGame, SinglePlayerCheckCase)> = checks
        .cases()
        .into_iter()
        .map(|case| Ok((configured(game, &case.settings)?, case)))
        .collect::<Result<_, CommandError>>()?;
    let Some((first, _)) = cases.first() else { return Err(CommandError::host("its check has no matches")) };
    let folder = TempDir::new("rathaus-profile-").map_err(CommandError::host)?;
    let profile = folder.path().join("profile");
    let bot = build(args, first).await?.bot.profiled(&profile).map_err(CommandError::host)?;
    let mut run = CheckRun { bot, checked: SinglePlayerCheckMeasurements::default(), stderr: String::new() };
    for (position, (rules, case)) in cases.iter().enumerate() {
        match rules.seating() {
            ProcessModel::Multiplexed => run.process(checks, rules, (position, &case.seeds)).await?,
            _ => run.separately(rules, (position, &case.seeds)).await?,
        }
    }
    run.checked.nanoseconds_per_call = SampledCallTimeTotals::read(&profile)
        .map_err(CommandError::host)?
        .as_ref()
        .and_then(SampledCallTimeTotals::per_call);
    let report = checks.report(&run.checked);
    report.findings.iter().try_for_each(|(about, words)| say(about, words))?;
    say_printed(&run.stderr)?;
    conclude("bot", report.is_fit)
}

/// A check in progress.
struct CheckRun {
    bot: Bot,
    checked: SinglePlayerCheckMeasurements,
    /// The first output of the bot to stderr.
    stderr: String,
}

impl CheckRun {
    /// Plays the matches of a case in one process.
    async fn process(
        &mut self,
        checks: &dyn SinglePlayerCheck,
        rules: &ConfiguredGame,
        case: (usize, &[Seed]),
    ) -> Result<(), CommandError> {
        let begin = Instant::now();
        let ProcessWithHandshakeReply { process, handshake_reply } =
            MultiplexedProcess::open(matches::start(self.bot.clone(), rules)).await?;
        if let Some(handshake_reply) = &handshake_reply {
            say(
                "handshake",
                &format!("good, after {:.2} s: {handshake_reply}", begin.elapsed().as_secs_f64()),
            )?;
        }
        for seed in case.1 {
            let setup = MatchInputs::single_player(*seed, handshake_reply.as_ref());
            if !self.play(rules, case.0, setup, &mut [Seat::Multiplexed(process.seat_for_match(0))]).await? {
                break;
            }
        }
        self.extra(checks, rules, &process, handshake_reply.as_ref()).await?;
        process.close().await;
        Ok(())
    }

    async fn extra(
        &mut self,
        checks: &dyn SinglePlayerCheck,
        rules: &ConfiguredGame,
        process: &MultiplexedProcess,
        handshake_reply: Option<&HandshakeReply>,
    ) -> Result<(), CommandError> {
        let Some(mut game) = checks.extra(rules, handshake_reply) else { return Ok(()) };
        let mut seats = [Seat::Multiplexed(process.seat_for_match(1))];
        let played = referee::play(game.as_mut(), &mut seats, &mut ()).await?;
        let fault = played.faults.into_iter().next().map(|fault| fault.fault);
        self.checked.extra = Some(fault.map_or(Ok(()), Err));
        Ok(())
    }

    /// Plays the matches of a case, each in its own process.
    async fn separately(
        &mut self,
        rules: &ConfiguredGame,
        case: (usize, &[Seed]),
    ) -> Result<(), CommandError> {
        let permits = Arc::new(Semaphore::new(1));
        for seed in case.1 {
            let context = SeatingContext {
                program: None,
                seed: *seed,
                permits: &permits,
                starting: OneShotOptions::default(),
                folder: &std::env::temp_dir(),
                idle: None,
                kept: &[],
            };
            let table =
                MatchSeats::new(rules, std::iter::once(&self.bot), context).map_err(CommandError::host);
            let mut table = table?;
            if !self.play(rules, case.0, MatchInputs::single_player(*seed, None), &mut table.seats).await? {
                break;
            }
        }
        Ok(())
    }

    /// Plays one match. Returns whether the bot had no fault.
    async fn play(
        &mut self,
        rules: &ConfiguredGame,
        case: usize,
        setup: MatchInputs,
        seats: &mut [Seat],
    ) -> Result<bool, CommandError> {
        let mut times = ReplyTimes::default();
        let MatchResult { ended, details, faults, .. } =
            matches::play(rules, setup, seats, &mut times).await?;
        if self.stderr.is_empty() {
            self.stderr = seats[0].stderr().await;
        }
        let fault = faults.into_iter().next().map(|fault| fault.fault);
        let is_good = fault.is_none();
        self.checked.matches.push(BotCheckMatchRecord { case, ended, details, fault, times: times.0 });
        Ok(is_good)
    }
}

/// An observer that collects how long each reply took.
#[derive(Default)]
struct ReplyTimes(Vec<Duration>);

impl Observer for ReplyTimes {
    fn exchanged(&mut self, exchange: &TurnRequestsAndReplies) {
        self.0.extend(exchange.answers.iter().filter_map(|answer| match answer {
            AskOutcome::Reply { took, .. } => Some(*took),
            _ => None,
        }));
    }
}
