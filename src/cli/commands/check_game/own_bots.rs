//! Matches of the bots that come with the game.

use std::path::PathBuf;
use std::sync::Arc;

use rathaus_games::diagnosis::{ProcessPersistence, describe};
use tokio::sync::Semaphore;

use super::GameCheck;
use super::report::{FindingKind, OwnBot};
use crate::cli::commands::tournament::submissions_in;
use crate::cli::exit::CommandError;
use crate::cli::play_context;
use crate::matches::bots_options;
use crate::matches::trial::{STALL_LIMIT, TrialEnd, TrialMatchObservations, TrialSetup};
use crate::report::counted;
use crate::seats::Seat;
use crate::submissions::{Bot, Submission, SubmissionHints};

/// The folder of the bots, in the folder of the game.
const FOLDER: &str = "bots";

/// The most bots that play. Each is in every seat once, so this is also the most matches.
const MOST_BOTS: usize = 8;

/// A bot that was built, with what it did.
struct PlayingBot {
    bot: Bot,
    seen: OwnBot,
    total: f64,
    /// The first fault, in words.
    fault: Option<String>,
}

impl GameCheck<'_> {
    /// Plays matches of the bots that come with the game. Each is in every seat.
    pub(super) async fn own_bots(&mut self) -> Result<(), CommandError> {
        let mut bots = self.build_own_bots().await?;
        let seats = self.trials.rules.seats().from;
        let mut ended_by_fault = 0;
        for number in 0..bots.len() {
            let seated: Vec<usize> = (0..seats).map(|seat| (number + seat) % bots.len()).collect();
            let Some(trial) = self.play_own_bots(&bots, &seated, number).await? else { break };
            seated.iter().enumerate().for_each(|(seat, bot)| bots[*bot].take_in(&trial, seat));
            ended_by_fault += usize::from(trial.is_ended_by_fault());
        }
        if !bots.is_empty() && ended_by_fault == bots.len() {
            let what = format!("all matches of the game's bots end at a fault: {ended_by_fault}");
            self.report.warn(FindingKind::EndsByFaults, &what, "make them play by the rules")?;
        }
        bots.into_iter().try_for_each(|bot| self.say_own_bot(bot))
    }

    async fn build_own_bots(&mut self) -> Result<Vec<PlayingBot>, CommandError> {
        let mut bots = Vec::new();
        for path in self.own_submissions() {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            match self.build_own_bot(path).await {
                Ok((name, bot)) => bots.push(PlayingBot::new(name, bot)),
                Err(problem) => self.warn_of_unbuildable(name, problem)?,
            }
        }
        Ok(bots)
    }

    fn own_submissions(&self) -> Vec<PathBuf> {
        let folder = self.folder.file.with_file_name(FOLDER);
        let found = if folder.is_dir() { submissions_in(&folder) } else { Ok(Default::default()) };
        let (mut paths, _) = found.unwrap_or_default();
        paths.truncate(MOST_BOTS);
        paths
    }

    async fn build_own_bot(&self, path: PathBuf) -> Result<(String, Bot), String> {
        let submission = Submission::read(&path, self.trials.rules.name(), &SubmissionHints::default());
        let submission = submission.map_err(|error| error.to_string())?;
        let bot = submission.build(&self.build).await.map_err(|error| error.to_string())?;
        Ok((submission.name, bot))
    }

    fn warn_of_unbuildable(&mut self, name: String, problem: String) -> Result<(), CommandError> {
        let what = format!("the bot {name} cannot be built: {problem}");
        self.report.warn(FindingKind::BotUnbuildable, &what, "")?;
        self.report.bots.push(OwnBot { problem: Some(problem), ..OwnBot::new(name) });
        Ok(())
    }

    /// Plays a match of these bots. `None` if the game failed.
    async fn play_own_bots(
        &mut self,
        bots: &[PlayingBot],
        seated: &[usize],
        number: usize,
    ) -> Result<Option<TrialMatchObservations>, CommandError> {
        let permits = Arc::new(Semaphore::new(play_context::physical_cores()));
        let seed = self.trials.seed.derive("own bots", number as u64);
        let options = bots_options(seated.iter().map(|bot| &bots[*bot].bot));
        let setup = TrialSetup { options, ..TrialSetup::among(seed, &self.trials.idle) };
        let reset = self.trials.program.reuse.reset.as_deref();
        let seat = |(seat, bot): (usize, &usize)| {
            let own = setup.bot_seat(&bots[*bot].bot, seat, reset).sharing(Arc::clone(&permits));
            Seat::Dedicated(Box::new(own))
        };
        let seats = seated.iter().enumerate().map(seat).collect();
        let trial = self.trials.with_setup(setup, seats).await?;
        Ok(self.take_in(&trial, "with the game's bots")?.then_some(trial))
    }

    fn say_own_bot(&mut self, bot: PlayingBot) -> Result<(), CommandError> {
        let PlayingBot { mut seen, total, fault, .. } = bot;
        let ended = seen.matches - seen.stopped;
        seen.mean_score = (ended > 0).then(|| total / ended as f64);
        let score = seen.mean_score.map_or_else(|| "no score".into(), |mean| format!("mean score {mean:.3}"));
        let (matches, faults) = (counted(seen.matches, "seat"), counted(seen.faults, "fault"));
        self.report.say("own bot", &format!("{}: {score} in {matches}, {faults}", seen.name))?;
        if let Some(fault) = fault {
            let what = format!("the game's bot {} has {faults}: {fault}", seen.name);
            self.report.warn(FindingKind::BotFaults, &what, "")?;
        }
        self.report.bots.push(seen);
        Ok(())
    }
}

impl PlayingBot {
    fn new(name: String, bot: Bot) -> PlayingBot {
        PlayingBot { bot, seen: OwnBot::new(name), total: 0.0, fault: None }
    }

    fn take_in(&mut self, trial: &TrialMatchObservations, seat: usize) {
        let faults: Vec<_> = trial.faults.iter().filter(|fault| fault.seat == seat).collect();
        self.seen.matches += 1;
        self.seen.faults += faults.len();
        let first = faults.first().map(|found| describe(&found.fault, ProcessPersistence::Persistent));
        self.fault = self.fault.take().or(first);
        if trial.silent.contains(&seat) {
            self.seen.faults += 1;
            self.fault = Some(format!("it sent no answer for {} s", STALL_LIMIT.as_secs()));
        }
        match trial.end {
            TrialEnd::Over(_) => self.total += trial.scores[seat],
            TrialEnd::Void(_) | TrialEnd::TooLong => self.seen.stopped += 1,
        }
    }
}
