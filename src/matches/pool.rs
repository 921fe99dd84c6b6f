//! Runs the matches of a schedule on several workers.
//!
//! Each worker is a thread, and it alone starts and ends its processes. What a worker plays at once
//! depends on the game:
//! - Single-player, multiplexed: several boards in one bot process.
//! - Single-player, not multiplexed: one board at a time, with new processes for each.
//! - Multiplayer: one match. If a match uses all CPUs, there is a single worker; otherwise a
//!   semaphore limits how many programs think at once.
//!
//! Results do not depend on which worker plays what.
#![expect(clippy::disallowed_methods, reason = "the runner measures how long matches take")]

mod work;
mod worker;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use rathaus_games::{ConfiguredGame, Fault, MatchProgress};
use rathaus_sandbox::TempDir;
use tokio::sync::mpsc;

use super::RoundRotation;
use super::ScheduledMatch;
use super::result::MatchResult;
use super::watch::WatchHandle;
use crate::matches::KeptFiles;
use crate::matches::RecordedReplies;
use crate::seats::{BotProcessStart, IdleProcesses};
use crate::submissions::Bot;
use work::WorkQueue;
use worker::Worker;

/// The default time limit from the start of a bot to its handshake reply.
pub const HANDSHAKE_TIME: Duration = Duration::from_secs(10);

/// How to start a bot outside of a schedule: as in a match with the default handshake time.
pub fn start(bot: Bot, rules: &ConfiguredGame) -> BotProcessStart {
    BotProcessStart { program: bot.program, handshake: rules.handshake(), handshake_time: HANDSHAKE_TIME }
}

/// Everything that a run of scheduled matches needs.
#[derive(Debug, Clone)]
pub struct ScheduleRunSpec {
    /// The game of each round, with the bots that play it.
    pub games: RoundRotation<GameWithBots>,
    pub scheduled_matches: Vec<ScheduledMatch>,
    /// The program with the rules of a custom game.
    pub program: Option<Bot>,
    /// The names of the entrants, for the log.
    pub names: Vec<String>,
    /// The positions of the entrants whose dialogue goes to the log.
    pub traced: BTreeSet<usize>,
    /// The number of workers, each with a bot process. In multiplayer games, it also limits how
    /// many programs may run at once.
    pub concurrency: usize,
    /// The most boards that a worker has in flight. `None` lets the game decide.
    pub boards_in_flight: Option<usize>,
    /// The time limit from the start of a bot to its handshake reply.
    pub handshake_time: Duration,
    /// The size limit of a recording in bytes, or `None` to record nothing.
    pub recorded: Option<usize>,
    /// What entrants have kept from earlier matches, by their positions.
    pub kept: BTreeMap<usize, KeptFiles>,
    /// The handle of those who watch the run, if anyone does. Matches are then played one
    /// at a time.
    pub watched: Option<WatchHandle>,
}

/// A game and the bots that play it. Some builds depend on the parameters of the game.
#[derive(Debug, Clone)]
pub struct GameWithBots {
    pub rules: ConfiguredGame,
    /// The bots, by position of their entrants. Entrants that play no match need none.
    pub bots: BTreeMap<usize, Bot>,
}

impl GameWithBots {
    /// A game for which all entrants have a bot.
    pub fn new(rules: ConfiguredGame, bots: impl IntoIterator<Item = Bot>) -> GameWithBots {
        GameWithBots { rules, bots: (0..).zip(bots).collect() }
    }
}

impl ScheduleRunSpec {
    /// The game, for all that its parameters do not change.
    fn rules(&self) -> &ConfiguredGame {
        &self.games.first().rules
    }

    /// Whether matches depend on those before, because bots keep files.
    fn is_in_order(&self) -> bool {
        self.games.iter().flat_map(|game| &game.bots).any(|(_, bot)| bot.storage_bytes.is_some())
    }

    /// How to start the bot of an entrant as a multiplexed process for this game.
    fn start(&self, GameWithBots { rules, bots }: &GameWithBots, entrant: usize) -> BotProcessStart {
        BotProcessStart {
            program: bots[&entrant].program.clone(),
            handshake: rules.handshake(),
            handshake_time: self.handshake_time,
        }
    }
}

/// An event of a run. Matches are identified by their positions in the schedule.
#[derive(Debug)]
pub enum RunEvent {
    Progress {
        scheduled_match: usize,
        progress: MatchProgress,
    },
    Finished {
        scheduled_match: usize,
        result: MatchResult,
        /// The bots' replies, unless recording is off or the recording became too large.
        recording: Option<RecordedReplies>,
        /// What entrants keep for their next matches, by their positions.
        kept: BTreeMap<usize, KeptFiles>,
    },
    /// An entrant's bot could not be started at all. None of its matches is played.
    Out {
        entrant: usize,
        /// The entrant's matches.
        scheduled_matches: Vec<usize>,
        fault: Box<Fault>,
    },
    /// The host failed to play a match.
    Void {
        scheduled_match: usize,
        why: String,
    },
}

/// A run in progress.
#[derive(Debug)]
pub struct RunHandle {
    /// The events of the run. The channel closes when everything is played.
    pub events: mpsc::UnboundedReceiver<RunEvent>,
    /// Stops the run.
    pub stop: StopHandle,
    /// The temporary folder for the folders of matches. It belongs to the handle and not to the
    /// threads of the run, because the program may exit without joining them.
    _folder: Option<TempDir>,
}

/// Stops a run: no further match begins, but those in progress are played to their end.
#[derive(Debug, Clone, Default)]
pub struct StopHandle(Arc<AtomicBool>);

impl StopHandle {
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The run without concurrent matches, so that a person can follow it. In multiplayer games, the
/// programs of a match still run concurrently.
fn without_concurrency(run: ScheduleRunSpec) -> ScheduleRunSpec {
    let concurrency = if run.rules().is_multiplayer() { run.concurrency } else { 1 };
    ScheduleRunSpec { concurrency, boards_in_flight: Some(1), ..run }
}

pub fn run(run: ScheduleRunSpec) -> RunHandle {
    let (sender, events) = mpsc::unbounded_channel();
    let stop = StopHandle::default();
    let is_watched = run.watched.is_some();
    let run = if is_watched { without_concurrency(run) } else { run };
    let is_alone = is_watched || run.rules().uses_all_processors() || run.is_in_order();
    let workers = if is_alone { 1 } else { run.concurrency };
    // If it cannot be made, matches have their folders directly in the system's temporary folder.
    let folder = TempDir::new("rathaus-matches-").ok();
    let place = folder.as_ref().map_or_else(std::env::temp_dir, |folder| folder.path().to_owned());
    let work = Arc::new(WorkQueue::new(run, stop.clone(), place));
    for number in 0..workers {
        let idle = IdleProcesses::default();
        let worker = Worker { work: Arc::clone(&work), events: sender.clone(), idle };
        thread::Builder::new()
            .name(format!("worker {number}"))
            .spawn(move || worker.run())
            .expect("the system has a thread for each worker");
    }
    RunHandle { events, stop, _folder: folder }
}
