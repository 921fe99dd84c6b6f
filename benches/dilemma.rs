//! The cost of the prisoner's dilemma, as a table: `scripts/bench`,
//! or `cargo bench --bench dilemma`.
//!
//! Nearly all of it is starting programs. A bare loop that starts one program after the other plays
//! the same game as the host in its ways, and all must have the same takes. Times are medians.
//! Compare only the ratios within one run.
#![expect(
    clippy::disallowed_methods,
    reason = "a benchmark reads the clock, and starts programs in the plainest way"
)]
#![expect(clippy::disallowed_macros, reason = "a benchmark prints its table")]

mod common;

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rathaus::matches;
use rathaus::seats::{OneShotSeat, Seat};
use rathaus::submissions::Bot;
use rathaus_games::{AskOutcome, ConfiguredGame, MatchStep};
use rathaus_sandbox::{self as sandbox, PreloadedForkServer};
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use common::{build, median};

const GAME: &str = "prisoners-dilemma";

/// Every time is the median of this many games.
const GAMES: usize = 3;

/// With this, a game of 13 players has 26 rounds and 338 starts.
const ROUNDS_PER_PLAYER: u32 = 2;

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let field = common::field(GAME);
    let regular = field.iter().find(|path| path.ends_with("regular.py")).expect("a bot in Python");
    let python = vec![regular.clone(); 13];
    for (title, paths) in
        [("13 players in Python", python), ("the published field, in nine languages", field)]
    {
        runtime.block_on(compare(title, &paths));
    }
}

/// Plays the same game in all ways, and prints a table.
async fn compare(title: &str, paths: &[PathBuf]) {
    let rules = rules();
    let cache = tempfile::tempdir().expect("a temporary folder");
    let bots = build(paths, &rules, cache.path()).await;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut plain = Vec::new();
    let way =
        |name: String, concurrency, warm, trusted| Way { name, concurrency, warm, trusted, took: Vec::new() };
    let mut ways = vec![
        way("rathaus, one at a time, --cold".into(), 1, false, false),
        way("the same, --trusted".into(), 1, false, true),
        way(format!("rathaus, {cores} at a time, --cold"), cores, false, false),
        way("rathaus, one at a time".into(), 1, true, false),
        way(format!("rathaus, {cores} at a time"), cores, true, false),
        way("the same, --trusted".into(), cores, true, true),
    ];
    let mut starts = 0;
    // The ways take turns, so that a busy spell of the machine affects all of them.
    for _ in 0..GAMES {
        let began = Instant::now();
        let (expected, started) = play_plainly(&rules, &bots);
        plain.push(began.elapsed().as_secs_f64());
        starts = started;
        for way in &mut ways {
            let began = Instant::now();
            let found = way.play(&rules, &bots).await;
            way.took.push(began.elapsed().as_secs_f64());
            assert_eq!(found, expected, "{}", way.name);
        }
    }
    let plain = median(plain);
    println!("{title}: {starts} starts, medians of {GAMES} games, identical takes\n");
    println!("{:<40} {:>9} {:>12} {:>7}", "", "seconds", "ms a start", "ratio");
    row("a bare loop, one after the other", plain, plain, starts);
    for way in ways {
        row(&way.name, median(way.took), plain, starts);
    }
    println!();
}

fn row(name: &str, seconds: f64, plain: f64, starts: u32) {
    let milliseconds = seconds * 1e3 / f64::from(starts);
    println!("{name:<40} {seconds:>9.2} {milliseconds:>12.2} {:>7.2}", plain / seconds);
}

fn rules() -> ConfiguredGame {
    // Programs that are late on a busy machine would spoil the comparison.
    common::rules(GAME, &[("rounds_per_player", json!(ROUNDS_PER_PLAYER)), ("time_ms", json!(60_000))])
}

/// Plays like a simple judge: starts a program, writes, reads to the end, waits, and goes on to the
/// next one. Returns the takes and the number of starts.
fn play_plainly(rules: &ConfiguredGame, bots: &[Bot]) -> (Value, u32) {
    let mut game = rules.begin(common::setup(bots.len())).expect("a game");
    let (mut step, mut starts) = (game.start(), 0);
    while let MatchStep::Turn(turn) = step {
        starts += turn.asks.len() as u32;
        let answers: Vec<AskOutcome> =
            turn.asks.iter().map(|ask| start_plainly(&bots[ask.seat], &ask.bytes)).collect();
        step = game.resume(&answers);
    }
    (step.outcome().expect("it is over").details["rounds"].clone(), starts)
}

fn start_plainly(bot: &Bot, input: &[u8]) -> AskOutcome {
    let program = &bot.program;
    let mut child = Command::new(&program.argv[0])
        .args(&program.argv[1..])
        .current_dir(&program.folder)
        .env("PYTHONHASHSEED", "0")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The inputs of such a short game fit into a pipe.
    child.stdin.take().expect("a pipe").write_all(input).expect("the input is read");
    let mut bytes = Vec::new();
    child.stdout.take().expect("a pipe").read_to_end(&mut bytes).expect("an answer");
    assert!(child.wait().expect("an end").success());
    AskOutcome::Reply { bytes, took: Duration::ZERO, cpu: None }
}

/// A way in which the host plays.
struct Way {
    name: String,
    concurrency: usize,
    warm: bool,
    /// Whether it runs without a sandbox.
    trusted: bool,
    /// In seconds.
    took: Vec<f64>,
}

impl Way {
    async fn play(&self, rules: &ConfiguredGame, bots: &[Bot]) -> Value {
        let permits = Arc::new(Semaphore::new(self.concurrency));
        let own = |program: &sandbox::ProgramCommand| {
            let confinement = program.confinement.clone().filter(|_| !self.trusted);
            sandbox::ProgramCommand { confinement, ..program.clone() }
        };
        let seat = |bot: &Bot| {
            let once = OneShotSeat::new(own(&bot.program), Arc::clone(&permits));
            Seat::OneShot(Box::new(match bot.warm.as_ref().filter(|_| self.warm) {
                Some(program) => once.kept_ready(PreloadedForkServer::new(own(program))),
                None => once,
            }))
        };
        let mut seats: Vec<Seat> = bots.iter().map(seat).collect();
        let played = matches::play(rules, common::setup(bots.len()), &mut seats, &mut ())
            .await
            .expect("a host with room");
        assert!(played.faults.is_empty(), "{:?}", played.faults);
        played.details["rounds"].clone()
    }
}
