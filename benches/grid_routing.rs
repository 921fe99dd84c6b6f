//! The cost of the grid-routing battle, as tables: `scripts/bench`,
//! or `cargo bench --bench grid_routing`.
//!
//! The first table is the host's own cost of a request to a bot that does no work, compared to
//! a bare round trip through the same pipes in the same run. The second is the cost of
//! scoring. The third is how much longer the sample bots take than their own thinking, spread
//! over the processors.
#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
#![expect(clippy::disallowed_macros, reason = "a benchmark prints its table")]

mod common;

use std::path::Path;
use std::time::{Duration, Instant};

use rathaus::matches;
use rathaus::seats::{CurrentAndNextProcess, DedicatedSeat, Seat};
use rathaus::submissions::Bot;
use rathaus_games::grid_routing::{GridVertexStates, points};
use rathaus_games::{AskOutcome, ConfiguredGame, Observer, Seed, TurnRequestsAndReplies};
use rathaus_protocol::grid_routing::{TurnPhase, Vertex};
use rustix::thread::CpuSet;
use serde_json::json;

use common::{bare_round_trips, build, median};

const GAME: &str = "grid-routing";

/// Every time is the median of this many runs.
const RUNS: usize = 5;

/// Requests of a run.
const QUESTIONS: u32 = 20_000;

/// The side of the grid of nine bots, and the searches from each of its sources.
const SIDE: u32 = 108;
const SEARCHES: u32 = 9;

/// Rounds of the sample bots.
const ROUNDS: u32 = 20;

/// A bot that chooses nothing, and does no work.
const TRIVIAL: &str = r#"#include <stdio.h>
#include <string.h>
int main(void) {
    static char line[65536];
    while (fgets(line, sizeof line, stdin)) {
        if (line[0] == 'S') return 0;
        if (line[0] != 'D' && line[0] != 'A') continue;
        fputs("NONE\n", stdout);
        fflush(stdout);
    }
    return 0;
}
"#;

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let folder = tempfile::tempdir().expect("a temporary folder");
    runtime.block_on(async {
        cost_of_a_question(folder.path()).await;
        scoring();
        real_field(folder.path()).await;
    });
}

async fn cost_of_a_question(folder: &Path) {
    let source = folder.join("trivial.c");
    std::fs::write(&source, TRIVIAL).expect("a source");
    let rules = |bots: u32| {
        rules(&[("rounds", 1), ("turns", QUESTIONS / 2 / bots), ("side", 8), ("question_ms", 60_000)])
    };
    let bots = build(&[source], &rules(1), folder).await;
    let (mut bare, mut one, mut ten) = (Vec::new(), Vec::new(), Vec::new());
    // The three take turns, so that a busy spell of the machine affects all of them.
    for _ in 0..RUNS {
        bare.push(microseconds(bare_round_trips(&bots[0], "DESTROY 0\n", QUESTIONS)));
        one.push(microseconds(play(&rules(1), &bots, folder).await.took));
        ten.push(microseconds(play(&rules(10), &vec![bots[0].clone(); 10], folder).await.took));
    }
    let bare = median(bare);
    println!("A question to a bot that thinks about nothing, medians of {RUNS} runs of {QUESTIONS}\n");
    println!("{:<44} {:>10} {:>7}", "", "us", "ratio");
    for (name, took) in
        [("a bare round trip", bare), ("one bot", median(one)), ("ten bots, all asked at once", median(ten))]
    {
        println!("{name:<44} {took:>10.1} {:>7.2}", took / bare);
    }
    println!();
    cost_on_one_processor(&rules(1), &bots[0], folder);
}

/// The same with host and bot on one processor, where no process on another processor must be
/// woken, and with as many such matches at once as there are processors.
fn cost_on_one_processor(rules: &ConfiguredGame, bot: &Bot, folder: &Path) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let bare = || microseconds(bare_round_trips(bot, "DESTROY 0\n", QUESTIONS));
    let match_ = || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        microseconds(runtime.block_on(play(rules, std::slice::from_ref(bot), folder)).took)
    };
    let (mut bares, mut ones, mut alls) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..RUNS {
        bares.extend(on_processors(1, bare));
        ones.extend(on_processors(1, match_));
        alls.extend(on_processors(cores, match_));
    }
    let bare = median(bares);
    println!("The same with host and bot on one processor\n");
    println!("{:<44} {:>10} {:>7}", "", "us", "ratio");
    let all = format!("{cores} matches at once, on a processor each");
    for (name, took) in
        [("a bare round trip", bare), ("one match", median(ones)), (all.as_str(), median(alls))]
    {
        println!("{name:<44} {took:>10.1} {:>7.2}", took / bare);
    }
    println!();
}

/// Runs this on `count` processors at once. Each run and everything that it starts stays on
/// one processor.
fn on_processors<T: Send>(count: usize, act: impl Fn() -> T + Sync) -> Vec<T> {
    let act = &act;
    std::thread::scope(|scope| {
        let pinned = |processor| {
            scope.spawn(move || {
                let mut own = CpuSet::new();
                own.set(processor);
                rustix::thread::sched_setaffinity(None, &own).expect("a processor of that number");
                act()
            })
        };
        let threads: Vec<_> = (0..count).map(pinned).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    })
}

fn microseconds(took: Duration) -> f64 {
    took.as_secs_f64() * 1e6 / f64::from(QUESTIONS)
}

/// Scores finished grids of the usual size: one in which every search finds a way, and one in which
/// no search does and each tries all ways first.
fn scoring() {
    println!(
        "Scoring a grid of {SIDE} x {SIDE} with all vertices active, {SEARCHES} searches from each source, medians of {RUNS} runs\n"
    );
    println!("{:<44} {:>10} {:>18}", "", "ms", "ns a search");
    for (name, rows) in [("all ways lead to sinks", SIDE), ("no way leads to one", SIDE - 1)] {
        let mut grid = GridVertexStates::new(SIDE);
        for vertex in (0..rows).flat_map(|y| (0..SIDE).map(move |x| Vertex { x, y })) {
            grid.apply(TurnPhase::Activation, &[Some(vertex)]);
        }
        let run = |_| {
            let begin = Instant::now();
            std::hint::black_box(points(&grid, 9, SEARCHES, &mut Seed(1).stream("searches")));
            begin.elapsed().as_secs_f64()
        };
        let took = median((0..RUNS).map(run).collect());
        println!("{name:<44} {:>10.2} {:>18.0}", took * 1e3, took * 1e9 / f64::from(SIDE * SEARCHES));
    }
    println!();
}

async fn real_field(folder: &Path) {
    let rules = rules(&[("rounds", ROUNDS)]);
    let bots = build(&common::field(GAME), &rules, folder).await;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let Ran { took, cpu, faults } = play(&rules, &bots, folder).await;
    let (took, cpu) = (took.as_secs_f64() / f64::from(ROUNDS), cpu.as_secs_f64() / f64::from(ROUNDS));
    let least = cpu / cores as f64;
    println!("A round of the {} bots of the field, mean of {ROUNDS}, {faults} faults\n", bots.len());
    println!(
        "wall time {took:.2} s, of the bots' own {cpu:.2} s on {cores} processors: {:.2} times the least",
        took / least
    );
}

/// The cost of a game.
struct Ran {
    took: Duration,
    /// The processor time of the bots.
    cpu: Duration,
    faults: usize,
}

/// Adds up the processor time of the bots.
#[derive(Default)]
struct Meter {
    cpu: Duration,
}

impl Observer for Meter {
    fn exchanged(&mut self, exchange: &TurnRequestsAndReplies) {
        self.cpu += exchange.answers.iter().map(cpu).sum::<Duration>();
    }
}

fn cpu(answer: &AskOutcome) -> Duration {
    match answer {
        AskOutcome::Reply { cpu, .. } => cpu.unwrap_or_default(),
        AskOutcome::Fault(fault) => fault.evidence.cpu.unwrap_or_default(),
        AskOutcome::Lost => Duration::ZERO,
    }
}

async fn play(rules: &ConfiguredGame, bots: &[Bot], folder: &Path) -> Ran {
    let own = tempfile::tempdir_in(folder).expect("a temporary folder");
    let seat = |(number, bot): (usize, &Bot)| {
        let programs = ["one", "other"].map(|place| {
            let folder = own.path().join(number.to_string()).join(place);
            bot.in_private_folder(&folder, "data.txt").expect("a folder")
        });
        Seat::Dedicated(Box::new(DedicatedSeat::new(CurrentAndNextProcess::new(programs, "data.txt"))))
    };
    let mut seats: Vec<Seat> = bots.iter().enumerate().map(seat).collect();
    let setup = common::setup(bots.len());
    let mut meter = Meter::default();
    let begin = Instant::now();
    let played = matches::play(rules, setup, &mut seats, &mut meter).await.expect("a host with room");
    Ran { took: begin.elapsed(), cpu: meter.cpu, faults: played.faults.len() }
}

fn rules(settings: &[(&str, u32)]) -> ConfiguredGame {
    let settings: Vec<_> = settings.iter().map(|(name, value)| (*name, json!(value))).collect();
    common::rules(GAME, &settings)
}
