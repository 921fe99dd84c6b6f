//! The cost of the rat race, as a table: `scripts/bench`, or `cargo bench --bench rat_race`.
//!
//! Times are medians of several runs. Compare only the ratios within one table, because machines
//! differ and may be busy with other things.
#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
#![expect(clippy::disallowed_macros, reason = "a benchmark prints its table")]

mod common;
#[path = "../tests/native/mod.rs"]
mod native;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use rathaus::submissions::Bot;
use rathaus::tournament;
use rathaus_games::rat_race::breeding::GenomeBreeder;
use rathaus_games::rat_race::fitness::FitnessWeightedSampler;
use rathaus_games::rat_race::race::{Race, RaceStatus};
use rathaus_games::rat_race::{RatRaceDetails, RatRaceDialect, RatRaceMatch, RatRaceParams};
use rathaus_games::{AskOutcome, ConfiguredGame, LiveMatch, MatchStep, Seed};
use rathaus_protocol::match_numbers;
use rathaus_protocol::rat_race::bot::{MoveFunctionBot, color_score};

/// Every time is the median of this many runs.
const RUNS: usize = 5;

/// The boards of the end-to-end comparison, and its runs.
const BOARDS: u32 = 50;
const LONG_RUNS: usize = 3;

fn main() {
    engine_at_populations();
    breeding_at_populations();
    bytes_on_the_wire();
    bot_at_populations();
    end_to_end();
}

/// The median of several runs.
fn median(mut run: impl FnMut() -> f64) -> f64 {
    common::median((0..RUNS).map(|_| run()).collect())
}

fn nanoseconds(time: Duration, things: u64) -> f64 {
    time.as_nanos() as f64 / things as f64
}

/// Plays turns with the native ColorScore. Returns the time and the number of moves.
fn play_natively(race: &mut Race, seed: Seed, turns: u32) -> (Duration, u64) {
    let mut player = native::NativePlayer::new(race, seed);
    let (mut moves, begin) = (0, Instant::now());
    for _ in 0..turns {
        let flow = native::play_turn(race, |specimen, genome| player.choose(specimen, genome));
        moves += race.living() as u64;
        if flow != RaceStatus::Continue {
            break;
        }
    }
    (begin.elapsed(), moves)
}

fn engine_at_populations() {
    println!("Engine alone, ColorScore as a native function, one thread");
    println!("{:>12} {:>28}", "population", "ns per specimen and turn");
    // The population settles where deaths balance births.
    for children in [2, 14, 400, 1_600] {
        let params = RatRaceParams { children, turns: 1_000_000, ..RatRaceParams::default() };
        let mut race = Race::new(&params, Seed(4)).expect("a track");
        play_natively(&mut race, Seed(4), 300);
        let turns = (400_000 / (children * 75)).max(10);
        let time = median(|| {
            let (time, moves) = play_natively(&mut race, Seed(4), turns);
            nanoseconds(time, moves)
        });
        println!("{:>12} {time:>28.1}", race.living());
    }
    println!();
}

fn breeding_at_populations() {
    println!("Breeding alone: drawing two parents and making a child");
    println!("{:>12} {:>28}", "population", "ns per child");
    for population in [100u64, 1_000, 30_000] {
        let mut fitness: FitnessWeightedSampler =
            (0..population).map(|index| 1 + index * 7 % 49 + 50 * (index % 11)).collect();
        fitness.sum_up();
        let (breeder, mut stream) = (GenomeBreeder::new(&RatRaceParams::default()), Seed(1).stream("bench"));
        let time = median(|| {
            let begin = Instant::now();
            let mut bits = 0;
            for _ in 0..20_000 {
                let (mother, father) = fitness.draw_pair(&mut stream);
                bits ^= breeder.child(mother as u128, father as u128, &mut stream);
            }
            std::hint::black_box(bits);
            nanoseconds(begin.elapsed(), 20_000)
        });
        println!("{population:>12} {time:>28.1}");
    }
    println!();
}

/// Plays boards with a bot in this process, through the codecs, and counts the bytes that would go
/// over the pipe.
fn bytes_on_the_wire() {
    let (mut sent, mut said, mut details) = (0, 0, RatRaceDetails::default());
    for board in 0..4 {
        let params = RatRaceParams { turns: 3_000, ..RatRaceParams::default() };
        let mut game = RatRaceMatch::new(&params, Seed(board), RatRaceDialect::Turns).expect("a track");
        let mut bot = MoveFunctionBot::new(color_score);
        let mut step = game.start();
        while let MatchStep::Turn(turn) = step {
            let (mut lines, mut answer) = (Vec::new(), Vec::new());
            match_numbers::prefix(0, &turn.asks[0].bytes, &mut lines);
            for line in lines.strip_suffix(b"\n").expect("whole lines").split(|byte| *byte == b'\n') {
                bot.handle_line(line, &mut answer).expect("a line of the protocol");
            }
            sent += lines.len();
            said += answer.len();
            let bytes = answer[2..].to_vec();
            step = game.resume(&[AskOutcome::Reply { bytes, took: Duration::ZERO, cpu: None }]);
        }
        let outcome = step.outcome().expect("it is over");
        let one: RatRaceDetails = serde_json::from_value(outcome.details).expect("details");
        details.moves += one.moves;
        details.asked += one.asked;
    }
    let per_move = |bytes: usize, moves: u64| bytes as f64 / moves as f64;
    println!(
        "On the wire, ColorScore, 4 boards of 3,000 turns; {:.1} % of moves asked",
        100.0 * per_move(details.asked as usize, details.moves)
    );
    println!("{:>12} {:>28} {:>28}", "", "bytes per specimen and turn", "bytes per move asked");
    for (way, bytes) in [("to the bot", sent), ("from the bot", said)] {
        println!(
            "{way:>12} {:>28.2} {:>28.2}",
            per_move(bytes, details.moves),
            per_move(bytes, details.asked)
        );
    }
    println!();
}

/// The C++ ColorScore with populations of many sizes. They settle in the first turns, where deaths
/// balance births.
fn bot_at_populations() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let cache = tempfile::tempdir().expect("a temporary folder");
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    println!("C++ bot, {workers} workers, medians of {RUNS} runs");
    println!("{:>12} {:>10} {:>28}", "population", "asked %", "ns per specimen and turn");
    for (children, turns, boards) in [(2, 3_000, 50), (14, 1_000, 50), (140, 300, 16), (1_500, 300, 4)] {
        let params = RatRaceParams { children, turns, ..RatRaceParams::default() };
        let bot = runtime.block_on(cpp_color_score(&params, cache.path()));
        let rules = ConfiguredGame::new(params);
        let boards = tournament::boards(Seed(4), boards);
        let (mut moves, mut asked) = (0, 0);
        let time = median(|| {
            let begin = Instant::now();
            let totals = runtime.block_on(common::play_boards(rules.clone(), &boards, bot.clone(), workers));
            (moves, asked) = (totals.moves, totals.asked);
            nanoseconds(begin.elapsed(), moves)
        });
        let population = moves as f64 / f64::from(turns) / boards.len() as f64;
        let share = 100.0 * asked as f64 / moves as f64;
        println!("{population:>12.0} {share:>10.1} {time:>28.1}");
    }
    println!();
}

/// Plays the same boards with the engine alone and with the C++ ColorScore from its source file,
/// and as many boards in a plain controller that has the same function compiled in.
fn end_to_end() {
    let boards = tournament::boards(Seed(1), BOARDS);
    let params = RatRaceParams::default();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let cache = tempfile::tempdir().expect("a temporary folder");
    let bot = runtime.block_on(cpp_color_score(&params, cache.path()));
    let plain = PlainController::build(cache.path());
    let engine = || {
        let (mut time, mut moves) = (Duration::ZERO, 0);
        for board in &boards {
            let mut race = Race::new(&params, board.seed).expect("a track");
            let (one_time, one_moves) = play_natively(&mut race, board.seed, params.turns);
            time += one_time;
            moves += one_moves;
        }
        nanoseconds(time, moves)
    };
    let hosted = |workers: usize, remember: bool| {
        let rules = ConfiguredGame::new(RatRaceParams { remember, ..params.clone() });
        let begin = Instant::now();
        let totals = runtime.block_on(common::play_boards(rules, &boards, bot.clone(), workers));
        nanoseconds(begin.elapsed(), totals.moves)
    };
    let ways: [(&str, &dyn Fn() -> f64); 7] = [
        ("plain controller, 1 thread", &|| plain.play(1)),
        ("plain controller, 2 threads", &|| plain.play(2)),
        ("engine and native function", &engine),
        ("C++ bot, 1 worker", &|| hosted(1, true)),
        ("C++ bot, 2 workers", &|| hosted(2, true)),
        ("C++ bot, 1 worker, no memory", &|| hosted(1, false)),
        ("C++ bot, 2 workers, no memory", &|| hosted(2, false)),
    ];
    let mut times = ways.map(|_| Vec::new());
    // The ways take turns, so that a busy spell of the machine affects all of them.
    for _ in 0..LONG_RUNS {
        for (way, times) in ways.iter().zip(&mut times) {
            times.push(way.1());
        }
    }
    let times = times.map(common::median);
    println!(
        "{BOARDS} boards of {} turns, ColorScore; ns per specimen and turn, and how much faster",
        params.turns
    );
    println!("{:>34} {:>10} {:>18} {:>19}", "", "wall time", "than with 1 thread", "than with 2 threads");
    for ((name, _), time) in ways.iter().zip(times) {
        println!("{name:>34} {time:>10.1} {:>18.2} {:>19.2}", times[0] / time, times[1] / time);
    }
}

/// The rat race in one process.
struct PlainController(PathBuf);

impl PlainController {
    fn build(folder: &Path) -> PlainController {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/bots/plain_controller.cpp");
        let program = folder.join("plain_controller");
        let mut compiler = Command::new("c++");
        compiler.args(["-O2", "-std=c++17", "-pthread", "-o"]).arg(&program).arg(source);
        assert!(compiler.status().expect("a compiler").success());
        PlainController(program)
    }

    /// Plays the boards, and returns the nanoseconds per specimen and turn.
    fn play(&self, threads: u32) -> f64 {
        let arguments = [BOARDS, RatRaceParams::default().turns, threads].map(|number| number.to_string());
        let output = Command::new(&self.0).args(arguments).output().expect("it runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let numbers: Vec<f64> = text.split_whitespace().map(|word| word.parse().expect("a number")).collect();
        numbers[0] / numbers[1]
    }
}

async fn cpp_color_score(params: &RatRaceParams, cache: &Path) -> Bot {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("bots/rat-race/color-score-cpp");
    let rules = ConfiguredGame::new(params.clone());
    common::build(&[path], &rules, cache).await.remove(0)
}
