//! Checks a bot of a built-in multiplayer game in short matches against itself and against random
//! opponents.

use std::sync::Arc;

use rathaus_games::check::{CheckOpponent, MultiplayerCheckMatchSpec, MultiplayerCheckPlan};
use rathaus_games::words::number;
use rathaus_games::{ConfiguredGame, ProcessModel, Seed};
use tokio::sync::Semaphore;

use super::trial_findings::BotTrialFindings;
use super::{build, configured, say};
use crate::cli::args::CheckArgs;
use crate::cli::exit::CommandError;
use crate::cli::play_context;
use crate::matches::trial::{self, TrialMatchObservations, fuzz_bots};
use crate::matches::{MatchSeats, OneShotOptions, SeatingContext};
use crate::report::counted;
use crate::seats::Seat;
use crate::submissions::Bot;

/// One in this many requests is sent twice, in games that ask a new process each time.
const REPEAT: u64 = 3;

pub(super) async fn check(
    args: &CheckArgs,
    game: &ConfiguredGame,
    checks: &dyn MultiplayerCheckPlan,
) -> Result<(), CommandError> {
    let bot = build(args, game).await?.bot;
    let mut check = MultiplayerCheckRun { checks, bot, findings: BotTrialFindings::new(game), repeats: None };
    for (number, planned) in (1..).zip(checks.matches()) {
        let rules = configured(game, &planned.settings)?;
        // The first faults say what to do next. More matches would only take time.
        if !check.play(&rules, &planned, Seed(number)).await? {
            break;
        }
    }
    check.say_determinism()?;
    check.findings.conclude()
}

/// A check in progress.
struct MultiplayerCheckRun<'a> {
    checks: &'a dyn MultiplayerCheckPlan,
    bot: Bot,
    findings: BotTrialFindings,
    /// How many requests were sent twice, and how many of them had two replies. `None` if the game
    /// cannot send them twice.
    repeats: Option<(u64, usize)>,
}

impl MultiplayerCheckRun<'_> {
    /// Plays a match. Returns whether the bot had no fault.
    async fn play(
        &mut self,
        rules: &ConfiguredGame,
        planned: &MultiplayerCheckMatchSpec,
        seed: Seed,
    ) -> Result<bool, CommandError> {
        let (about, own) = match planned.against {
            CheckOpponent::Itself => ("vs itself", (0..planned.seats).collect()),
            CheckOpponent::Random => ("vs random", vec![0]),
        };
        let trial = self.observe(rules, own.len(), planned.seats, seed).await?;
        let found = self.findings.add(&trial, &own);
        let rank = match planned.against {
            CheckOpponent::Itself => String::new(),
            CheckOpponent::Random => rank_in_words(rules, &trial),
        };
        say(about, &format!("in {}: {}{rank}", counted(planned.seats, "seat"), found.how))?;
        found.say_faults()?;
        Ok(!found.has_faults())
    }

    /// Plays a match in which the bot has the first seats, and random opponents have the others.
    async fn observe(
        &mut self,
        rules: &ConfiguredGame,
        own: usize,
        count: usize,
        seed: Seed,
    ) -> Result<TrialMatchObservations, CommandError> {
        let mut table = self.seats(rules, count)?;
        for (seat, place) in table.seats.iter_mut().enumerate().skip(own) {
            let stream = seed.derive("opponent", seat as u64).stream("replies");
            *place = fuzz_bots::opponent(self.checks.random_opponent(stream));
        }
        let played = trial::play_seats(rules, seed, &mut table.seats, count).await;
        let trial = played.map_err(CommandError::host)?;
        if let Some(what) = trial.complaint() {
            return Err(CommandError::host(format!("the match could not be played: {what}")));
        }
        table.seats.iter().for_each(|seat| self.count_repeats(seat));
        Ok(trial)
    }

    fn seats(&self, rules: &ConfiguredGame, count: usize) -> Result<MatchSeats, CommandError> {
        let permits = Arc::new(Semaphore::new(play_context::physical_cores()));
        let repeat = (rules.seating() == ProcessModel::PerRequest).then_some(REPEAT);
        let context = SeatingContext {
            program: None,
            seed: Seed(0),
            permits: &permits,
            starting: OneShotOptions { cold: false, repeat },
            folder: &std::env::temp_dir(),
            idle: None,
            kept: &[],
        };
        MatchSeats::new(rules, std::iter::repeat_n(&self.bot, count), context).map_err(CommandError::host)
    }

    fn count_repeats(&mut self, seat: &Seat) {
        let Seat::OneShot(seat) = seat else { return };
        let Some(found) = seat.findings() else { return };
        let (repeated, differing) = self.repeats.get_or_insert_default();
        *repeated += found.repeated;
        *differing += found.differing.len();
    }

    fn say_determinism(&mut self) -> Result<(), CommandError> {
        // A bot with faults may have been late once, and not the second time.
        let Some((repeated, differing)) = self.repeats.filter(|_| self.findings.is_fit) else {
            return Ok(());
        };
        if differing == 0 {
            let words = format!("yes: {repeated} requests were sent twice and got the same replies");
            return say("determinism", &words);
        }
        self.findings.is_fit = false;
        let words = format!(
            "no, which is forbidden: {differing} of {repeated} requests that were sent twice got two replies\n  \
             help:   use the number of the round instead of random numbers and of the time"
        );
        say("determinism", &words)
    }
}

/// The rank of the first seat and its score.
fn rank_in_words(rules: &ConfiguredGame, trial: &TrialMatchObservations) -> String {
    let Some(own) = trial.scores.first() else { return String::new() };
    let best = rules.best();
    let better = trial.scores.iter().filter(|score| best.order(**score, *own).is_lt()).count();
    format!("; rank {} of {} with a score of {}", better + 1, trial.scores.len(), number(*own))
}
