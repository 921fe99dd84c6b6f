//! Bots of single-player games play the short matches that their game wants to see.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rathaus_games::check::{BotCheck, CheckCase, Checked, CheckedMatch};
use rathaus_games::{Answer, Exchange, Observer, Rules, Seating, Seed, Setup};
use rathaus_protocol::greeting::Hello;
use rathaus_sandbox::TempDir;
use tokio::sync::Semaphore;

use super::{build, conclude, say, say_printed};
use crate::cli::args::CheckArgs;
use crate::cli::exit::Failure;
use crate::matches::{self, MatchResult, MatchSeats, SeatContext, StartOptions, referee};
use crate::seats::{Opened, Seat, Session};
use crate::submissions::{Bot, Profile};

pub(super) async fn check(args: &CheckArgs, game: &Rules, checks: &dyn BotCheck) -> Result<(), Failure> {
    let cases: Vec<(Rules, CheckCase)> = checks
        .cases()
        .into_iter()
        .map(|case| Ok((rules(game, &case)?, case)))
        .collect::<Result<_, Failure>>()?;
    let Some((first, _)) = cases.first() else { return Err(Failure::host("its check has no matches")) };
    let folder = TempDir::new("rathaus-profile-").map_err(Failure::host)?;
    let profile = folder.path().join("profile");
    let bot = build(args, first).await?.bot.profiled(&profile).map_err(Failure::host)?;
    let mut run = CheckRun { bot, checked: Checked::default(), stderr: String::new() };
    for (position, (rules, case)) in cases.iter().enumerate() {
        match rules.seating() {
            Seating::Multiplexed => run.session(checks, rules, (position, &case.seeds)).await?,
            _ => run.separately(rules, (position, &case.seeds)).await?,
        }
    }
    run.checked.nanoseconds_per_call =
        Profile::read(&profile).map_err(Failure::host)?.as_ref().and_then(Profile::per_call);
    let report = checks.report(&run.checked);
    report.findings.iter().try_for_each(|(about, words)| say(about, words))?;
    say_printed(&run.stderr)?;
    conclude("bot", report.is_fit)
}

/// The game with the parameters of a case.
fn rules(game: &Rules, case: &CheckCase) -> Result<Rules, Failure> {
    let settings: Vec<_> = case.settings.iter().map(|(name, value)| (*name, value)).collect();
    let words = |errors: Vec<_>| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    game.configured(&settings).map_err(|errors| Failure::host(words(errors)))
}

/// A check that is under way.
struct CheckRun {
    bot: Bot,
    checked: Checked,
    /// The first that the bot wrote to standard error.
    stderr: String,
}

impl CheckRun {
    /// Plays the matches of a case in one process.
    async fn session(
        &mut self,
        checks: &dyn BotCheck,
        rules: &Rules,
        case: (usize, &[Seed]),
    ) -> Result<(), Failure> {
        let begin = Instant::now();
        let Opened { session, hello } = Session::open(matches::start(self.bot.clone(), rules)).await?;
        if let Some(hello) = &hello {
            say("greeting", &format!("good, after {:.2} s: {hello}", begin.elapsed().as_secs_f64()))?;
        }
        for seed in case.1 {
            let setup = Setup::single_player(*seed, hello.as_ref());
            if !self.play(rules, case.0, setup, &mut [Seat::Multiplexed(session.lane(0))]).await? {
                break;
            }
        }
        self.extra(checks, rules, &session, hello.as_ref()).await?;
        session.close().await;
        Ok(())
    }

    async fn extra(
        &mut self,
        checks: &dyn BotCheck,
        rules: &Rules,
        session: &Session,
        hello: Option<&Hello>,
    ) -> Result<(), Failure> {
        let Some(mut game) = checks.extra(rules, hello) else { return Ok(()) };
        let mut seats = [Seat::Multiplexed(session.lane(1))];
        let played = referee::play(game.as_mut(), &mut seats, &mut ()).await?;
        let fault = played.faults.into_iter().next().map(|fault| fault.fault);
        self.checked.extra = Some(fault.map_or(Ok(()), Err));
        Ok(())
    }

    /// Plays the matches of a case, each with a process of its own.
    async fn separately(&mut self, rules: &Rules, case: (usize, &[Seed])) -> Result<(), Failure> {
        let permits = Arc::new(Semaphore::new(1));
        for seed in case.1 {
            let context = SeatContext {
                program: None,
                permits: &permits,
                starting: StartOptions::default(),
                folder: &std::env::temp_dir(),
            };
            let table = MatchSeats::new(rules, std::iter::once(&self.bot), context).map_err(Failure::host);
            let mut seats = table?.seats;
            if !self.play(rules, case.0, Setup::single_player(*seed, None), &mut seats).await? {
                break;
            }
        }
        Ok(())
    }

    /// Plays one match. Says whether the bot made no mistake.
    async fn play(
        &mut self,
        rules: &Rules,
        case: usize,
        setup: Setup,
        seats: &mut [Seat],
    ) -> Result<bool, Failure> {
        let mut times = ReplyTimes::default();
        let MatchResult { ended, details, faults, .. } =
            matches::play(rules, setup, seats, &mut times).await?;
        if self.stderr.is_empty() {
            self.stderr = seats[0].stderr().await;
        }
        let fault = faults.into_iter().next().map(|fault| fault.fault);
        let is_good = fault.is_none();
        self.checked.matches.push(CheckedMatch { case, ended, details, fault, times: times.0 });
        Ok(is_good)
    }
}

/// How long each reply took.
#[derive(Default)]
struct ReplyTimes(Vec<Duration>);

impl Observer for ReplyTimes {
    fn exchanged(&mut self, exchange: &Exchange) {
        self.0.extend(exchange.answers.iter().filter_map(|answer| match answer {
            Answer::Reply { took, .. } => Some(*took),
            _ => None,
        }));
    }
}
