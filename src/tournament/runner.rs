//! Runs matches on several workers at once.
//!
//! Each worker is a thread with a bot process of its own, in which it plays several boards at a time, or, in games whose bots are
//! not greeted, one board at a time with a process for each. The thread alone starts and ends its processes. Results do not depend
//! on which worker plays what.
#![expect(clippy::disallowed_methods, reason = "the runner measures how long matches take")]

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use rathaus_protocol::greeting::Hello;
use tokio::sync::mpsc;

use super::schedule::Board;
use crate::game::{Cause, Evidence, Fault, Game, Progress, Rules, Setup};
use crate::process::Program;
use crate::referee::{self, SeatFault, Witness};
use crate::seat::{Opened, Seat, Session, Solo, Start, Succession};

/// How often a match reports how far it has come.
const PROGRESS_EVERY: Duration = Duration::from_millis(100);

/// Every entrant plays every board, alone.
#[derive(Debug, Clone)]
pub struct Race {
    /// The game.
    pub rules: Rules,
    /// The boards, the same for all.
    pub boards: Vec<Board>,
    /// Who plays.
    pub entrants: Vec<Entrant>,
    /// How many workers there are, each with a bot process.
    pub concurrency: usize,
    /// How many boards a worker has in flight at the most.
    pub boards_in_flight: usize,
}

/// A bot that takes part.
#[derive(Debug, Clone)]
pub struct Entrant {
    /// How to start it.
    pub start: Start,
}

/// What happens while a schedule is played. Entrants are named by their positions.
#[derive(Debug)]
pub enum Event {
    /// A match has come so far.
    Progress {
        /// Who plays.
        entrant: usize,
        /// On which board.
        board: Board,
        /// How far.
        progress: Progress,
    },
    /// A match is over.
    Finished(MatchResult),
    /// An entrant could not be brought to play at all; none of its boards is played.
    Out {
        /// Who.
        entrant: usize,
        /// Why.
        fault: Box<Fault>,
    },
}

/// How a match of one seat went.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchResult {
    /// Who played.
    pub entrant: usize,
    /// On which board.
    pub board: Board,
    /// What came out.
    pub score: f64,
    /// Why the match ended, in words.
    pub ended: String,
    /// What else the game tells of it.
    pub details: serde_json::Value,
    /// What the bot did wrong.
    pub faults: Vec<SeatFault>,
    /// How long the match took, others at the same time included.
    pub took: Duration,
}

/// Starts the workers. The events end when all is played.
pub fn run(race: Race) -> mpsc::UnboundedReceiver<Event> {
    let (events, receiver) = mpsc::unbounded_channel();
    let work = Arc::new(Work::new(race));
    for number in 0..work.race.concurrency {
        let worker = Worker { work: Arc::clone(&work), events: events.clone() };
        thread::Builder::new()
            .name(format!("worker {number}"))
            .spawn(move || worker.run())
            .expect("the system has a thread for each worker");
    }
    receiver
}

/// What is still to be played.
#[derive(Debug)]
struct Work {
    race: Race,
    /// For each entrant, in their order.
    open: Mutex<Vec<Open>>,
}

/// What is still to be played by one entrant.
#[derive(Debug, Clone)]
struct Open {
    /// The boards that nobody has taken.
    boards: VecDeque<Board>,
    /// How many are being played.
    in_flight: usize,
    /// Whether the bot was once ready to play.
    was_ready: bool,
}

impl Work {
    fn new(race: Race) -> Work {
        let boards = race.boards.iter().copied().collect();
        let open = Open { boards, in_flight: 0, was_ready: false };
        let open = Mutex::new(vec![open; race.entrants.len()]);
        Work { race, open }
    }

    fn open(&self) -> MutexGuard<'_, Vec<Open>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The first entrant that has boards left.
    fn next_entrant(&self) -> Option<usize> {
        self.open().iter().position(|open| !open.boards.is_empty())
    }

    /// The next board of an entrant for a worker that plays `mine` of them already. What is left is shared out evenly,
    /// so that no worker is without while another has many.
    fn take(&self, entrant: usize, mine: usize) -> Option<Board> {
        let open = &mut self.open()[entrant];
        let share = (open.boards.len() + open.in_flight).div_ceil(self.race.concurrency);
        if mine >= share {
            return None;
        }
        let board = open.boards.pop_front()?;
        open.in_flight += 1;
        Some(board)
    }

    fn finish(&self, entrant: usize) {
        self.open()[entrant].in_flight -= 1;
    }

    fn note_ready(&self, entrant: usize) {
        self.open()[entrant].was_ready = true;
    }

    /// The boards that an entrant loses by not being ready: all of them if it never was, else one.
    fn lose(&self, entrant: usize) -> Lost {
        let open = &mut self.open()[entrant];
        match open.was_ready {
            true => open.boards.pop_front().map_or(Lost::Nothing, Lost::One),
            false if std::mem::take(&mut open.boards).is_empty() => Lost::Nothing,
            false => Lost::All,
        }
    }
}

/// What an entrant loses by not being ready.
enum Lost {
    /// Others have seen to it.
    Nothing,
    /// The match on this board.
    One(Board),
    /// All that it should have played.
    All,
}

struct Worker {
    work: Arc<Work>,
    events: mpsc::UnboundedSender<Event>,
}

impl Worker {
    fn run(self) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("the system has what a runtime needs").block_on(async {
            while let Some(entrant) = self.work.next_entrant() {
                self.play_entrant(entrant).await;
            }
        });
    }

    /// Plays boards of one entrant until none is left to take.
    async fn play_entrant(&self, entrant: usize) {
        let start = self.work.race.entrants[entrant].start.clone();
        if start.greeting.is_none() {
            return self.play_one_by_one(entrant, &start.program).await;
        }
        match Session::open(start).await {
            Ok(opened) => {
                self.work.note_ready(entrant);
                self.play_boards(entrant, opened).await;
            }
            Err(fault) => self.drop_out(entrant, fault),
        }
    }

    /// Plays boards one after the other, each with a process of its own.
    async fn play_one_by_one(&self, entrant: usize, program: &Program) {
        while let Some(board) = self.work.take(entrant, 0) {
            let processes = Succession::without_file(program.clone());
            self.play_board(entrant, board, Seat::Solo(Box::new(Solo::new(processes))), None).await;
            self.work.finish(entrant);
        }
    }

    async fn play_boards(&self, entrant: usize, Opened { session, hello }: Opened) {
        let lanes = match hello {
            Some(Hello::Turns { boards }) => self.work.race.boards_in_flight.min(boards as usize),
            _ => self.work.race.boards_in_flight,
        };
        let mut free: Vec<u32> = (0..lanes as u32).rev().collect();
        let mut matches = FuturesUnordered::new();
        loop {
            while let Some(lane) = free.pop() {
                let Some(board) = self.work.take(entrant, matches.len()) else {
                    free.push(lane);
                    break;
                };
                let (seat, hello) = (Seat::Lane(session.lane(lane)), hello.as_ref());
                // What the lane was lent for gives it back.
                matches.push(async move {
                    self.play_board(entrant, board, seat, hello).await;
                    lane
                });
            }
            let Some(lane) = matches.next().await else { break };
            self.work.finish(entrant);
            free.push(lane);
        }
        drop(matches);
        session.close().await;
    }

    async fn play_board(&self, entrant: usize, board: Board, seat: Seat, hello: Option<&Hello>) {
        let begin = Instant::now();
        let mut game = match self.work.race.rules.begin(Setup::alone(board.seed, hello)) {
            Ok(game) => game,
            Err(error) => {
                self.drop_out(entrant, Box::new(unready(error.to_string())));
                return;
            }
        };
        let mut seats = [seat];
        let mut reporter = Reporter { worker: self, entrant, board, reported: begin };
        let played = referee::play(game.as_mut(), &mut seats, &mut reporter).await;
        self.tell(Event::Finished(MatchResult {
            entrant,
            board,
            score: played.outcome.scores[0],
            ended: played.outcome.ended,
            details: played.outcome.details,
            faults: played.faults,
            took: begin.elapsed(),
        }));
    }

    fn drop_out(&self, entrant: usize, fault: Box<Fault>) {
        match self.work.lose(entrant) {
            Lost::Nothing => {}
            Lost::All => self.tell(Event::Out { entrant, fault }),
            Lost::One(board) => self.tell(Event::Finished(MatchResult {
                entrant,
                board,
                score: self.work.race.rules.least_score(),
                ended: fault.cause.to_string(),
                details: serde_json::json!({}),
                faults: vec![SeatFault { seat: 0, turn: 1, fault: *fault }],
                took: Duration::ZERO,
            })),
        }
    }

    fn tell(&self, event: Event) {
        // Nobody listens any more when the host is ending.
        let _ = self.events.send(event);
    }
}

/// Reports now and then how far a match has come.
struct Reporter<'a> {
    worker: &'a Worker,
    entrant: usize,
    board: Board,
    reported: Instant,
}

impl Witness for Reporter<'_> {
    fn step(&mut self, game: &dyn Game) {
        if self.reported.elapsed() >= PROGRESS_EVERY {
            self.reported = Instant::now();
            let Reporter { worker, entrant, board, .. } = self;
            worker.tell(Event::Progress { entrant: *entrant, board: *board, progress: game.progress() });
        }
    }
}

fn unready(why: String) -> Fault {
    Fault { cause: Cause::Unbuildable { why }, evidence: Evidence::default() }
}
