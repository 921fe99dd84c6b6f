//! Where the time of a rat race goes, language by language: `scripts/bench`,
//! or `cargo bench --bench languages`.
//!
//! Each bot plays the same boards with one process. Its adapter measures the time of the bot's own
//! function, in one turn of 61. The rest of the bot's processor time is that of the adapter and the
//! pipe. The host's share is its processor time, which includes that of the engine: the time to
//! play the same moves without asking a bot. The start is measured separately and subtracted.
//!
//! Arguments select languages and games: `cargo bench --bench languages -- Python grid-routing`.
//!
//! The last rows are other games. They show the time for a request, and count all of the bots' time
//! as their function.
#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
#![expect(clippy::disallowed_macros, reason = "a benchmark prints its table")]

mod common;
#[path = "../tests/native/mod.rs"]
mod native;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use nix::sys::resource::{Usage, UsageWho, getrusage};
use rathaus::matches;
use rathaus::submissions::{Bot, SampledCallTimeTotals};
use rathaus::tournament::{self, MatchSeats, OneShotOptions, SeatingContext, SeededBoard};
use rathaus_games::rat_race::RatRaceParams;
use rathaus_games::rat_race::race::{Race, RaceStatus};
use rathaus_games::rat_race::specimen::{PackedNextMove, Specimen};
use rathaus_games::{ConfiguredGame, Observer, TurnRequestsAndReplies};
use tokio::sync::Semaphore;

use common::{build, median};

/// Every number is the median of this many runs.
const RUNS: usize = 3;

/// Turns of a board, for compiled and for interpreted languages.
const LONG: u32 = 2_500;
const SHORT: u32 = 1_000;

/// The boards of a run.
const BOARDS: u32 = 8;

/// The other games that are measured, with the parameters that make them short enough.
const OTHER_GAMES: [(&str, &str, u32); 2] =
    [("grid-routing", "rounds", 3), ("prisoners-dilemma", "rounds_per_player", 2)];

/// A language with its bots.
struct Language {
    name: &'static str,
    turns: u32,
    /// The files of the bots: ColorScore, which draws to break ties, one that looks two steps
    /// ahead, and one that searches for paths.
    bots: [&'static str; 3],
}

/// The titles of the bots.
const BOTS: [&str; 3] = ["ColorScore", "look-ahead", "path search"];

const LANGUAGES: [Language; 5] = [
    language("C++", LONG, ["color-score-cpp", "look_ahead.cpp", "path_search.cpp"]),
    language("C#", LONG, ["color-score-csharp", "LookAhead.cs", "PathSearch.cs"]),
    language("Java", LONG, ["color-score-java", "LookAhead.java", "PathSearch.java"]),
    language("Python", SHORT, ["color-score-python", "look_ahead.py", "path_search.py"]),
    language("Ruby", SHORT, ["color-score-ruby", "look_ahead.rb", "path_search.rb"]),
];

const fn language(name: &'static str, turns: u32, bots: [&'static str; 3]) -> Language {
    Language { name, turns, bots }
}

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let cache = tempfile::tempdir().expect("a temporary folder");
    let engine = engine();
    println!(
        "{BOARDS} boards of {LONG} turns, or {SHORT} for interpreted languages, with one process; ns per specimen and turn, medians of {RUNS} runs"
    );
    println!("engine: {engine:.1}; it is part of the host's time\n");
    println!(
        "{:<20} {:>9} {:>9} {:>9} {:>9} {:>7} {:>7} {:>7}",
        "", "whole", "function", "adapter", "host", "rest %", "asked %", "bytes"
    );
    // `cargo bench --bench languages -- Python Ruby` measures only these.
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|wanted| wanted == name);
    for language in LANGUAGES.iter().filter(|language| is_wanted(language.name)) {
        for (name, file) in BOTS.into_iter().zip(language.bots) {
            let rules =
                ConfiguredGame::new(RatRaceParams { turns: language.turns, ..RatRaceParams::default() });
            let bot = runtime.block_on(build(&[path(file)], &rules, cache.path())).remove(0);
            let bench = Bench { bot, turns: language.turns, folder: cache.path(), remember: true };
            let whole = bench.row(&format!("{} {name}", language.name), &runtime);
            // The others use no randomness. Without memory they would take minutes in
            // interpreted languages.
            if name == "ColorScore" || language.turns == LONG {
                let without = Bench { remember: false, ..bench }.row("  without memory", &runtime);
                println!("  memory makes it {:.1} times faster", without / whole);
            }
        }
    }
    for game in OTHER_GAMES.into_iter().filter(|(game, ..)| is_wanted(game)) {
        runtime.block_on(other_game(game, cache.path()));
    }
}

/// Plays the sample bots of another game, with as many programs at once as there are processors.
async fn other_game((game, parameter, value): (&str, &str, u32), folder: &Path) {
    let rules = common::rules(game, &[(parameter, serde_json::json!(value))]);
    let bots = build(&common::field(game), &rules, folder).await;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut rows = Vec::new();
    for _ in 0..RUNS {
        let (before, begin) = (Meter::read(), Instant::now());
        let permits = Arc::new(Semaphore::new(cores));
        let context = SeatingContext {
            program: None,
            seed: rathaus_games::Seed(1),
            permits: &permits,
            starting: OneShotOptions::default(),
            folder,
            idle: None,
            kept: &[],
        };
        let mut table = MatchSeats::new(&rules, bots.iter(), context).expect("folders");
        let mut questions = Questions(0);
        let setup = common::setup(bots.len());
        matches::play(&rules, setup, &mut table.seats, &mut questions).await.expect("a host with room");
        // The warm processes end with their seats, and their time counts only then.
        drop(table);
        let (wall, after) = (begin.elapsed().as_nanos() as f64, Meter::read());
        let taken = [
            wall,
            after.of_bots - before.of_bots,
            after.of_host - before.of_host,
            after.bytes - before.bytes,
        ];
        rows.push(taken.map(|taken| taken / questions.0 as f64));
    }
    let [whole, of_bots, of_host, bytes] =
        std::array::from_fn(|column| median(rows.iter().map(|row| row[column]).collect()));
    println!(
        "{game:<20} {whole:>9.0} {of_bots:>9.0} {:>9} {of_host:>9.0} {:>7.1} {:>7.1} {bytes:>7.0}",
        "-",
        100.0 * of_host / (of_bots + of_host),
        100.0
    );
}

/// Counts the requests of a match.
struct Questions(usize);

impl Observer for Questions {
    fn exchanged(&mut self, exchange: &TurnRequestsAndReplies) {
        self.0 += exchange.answers.len();
    }
}

/// The resources that this process and the children that it waited for have used so far.
struct Meter {
    of_host: f64,
    of_bots: f64,
    bytes: f64,
}

impl Meter {
    fn read() -> Meter {
        let cpu = |who| nanoseconds_of(&getrusage(who).expect("usage"));
        Meter {
            of_host: cpu(UsageWho::RUSAGE_SELF),
            of_bots: cpu(UsageWho::RUSAGE_CHILDREN),
            bytes: transferred(),
        }
    }
}

fn path(file: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    match file.contains('.') {
        true => root.join("benches/bots").join(file),
        false => root.join("bots/rat-race").join(file),
    }
}

/// Plays moves that were planned before, so that only the engine remains.
fn engine() -> f64 {
    let params = RatRaceParams::default();
    let board = tournament::boards(rathaus_games::Seed(1), 1)[0];
    let begin = || Race::new(&params, board.seed).expect("a track");
    let mut player = native::NativePlayer::new(&begin(), board.seed);
    let mut plans = Vec::new();
    let moves = play(begin(), |specimen, genome| {
        plans.push(player.choose(specimen, genome));
        plans[plans.len() - 1]
    });
    let run = |_| {
        let (race, begin, mut plans) = (begin(), Instant::now(), plans.iter());
        play(race, |_, _| *plans.next().expect("a plan"));
        begin.elapsed().as_nanos() as f64 / moves as f64
    };
    median((0..RUNS).map(run).collect())
}

/// Plays a whole race, and returns the number of moves.
fn play(mut race: Race, mut plan: impl FnMut(&Specimen, u128) -> PackedNextMove) -> u64 {
    let mut moves = 0;
    loop {
        let flow = native::play_turn(&mut race, &mut plan);
        moves += race.living() as u64;
        if flow != RaceStatus::Continue {
            return moves;
        }
    }
}

/// A bot and how it plays.
struct Bench<'a> {
    bot: Bot,
    turns: u32,
    folder: &'a Path,
    remember: bool,
}

/// The totals of a run. Subtracting those of a run that only starts gives the cost of the boards.
#[derive(Clone, Copy)]
struct Taken {
    wall: f64,
    of_host: f64,
    of_bot: f64,
    bytes: f64,
    moves: f64,
    asked: f64,
    per_call: f64,
}

impl Bench<'_> {
    /// Prints a row, and returns the total time.
    fn row(&self, name: &str, runtime: &tokio::runtime::Runtime) -> f64 {
        let start = self.typical(runtime, 1);
        let whole = self.typical(runtime, self.turns);
        let moves = whole.moves - start.moves;
        let of = |part: fn(&Taken) -> f64| (part(&whole) - part(&start)) / moves;
        let asked = of(|taken| taken.asked);
        let function = whole.per_call * asked;
        let (of_bot, of_host) = (of(|taken| taken.of_bot), of(|taken| taken.of_host));
        println!(
            "{name:<20} {:>9.1} {function:>9.1} {:>9.1} {of_host:>9.1} {:>7.1} {:>7.1} {:>7.2}",
            of(|taken| taken.wall),
            of_bot - function,
            100.0 * (of_bot + of_host - function) / (of_bot + of_host),
            100.0 * asked,
            of(|taken| taken.bytes),
        );
        of(|taken| taken.wall)
    }

    fn typical(&self, runtime: &tokio::runtime::Runtime, turns: u32) -> Taken {
        let runs: Vec<Taken> = (0..RUNS).map(|_| runtime.block_on(self.run(turns))).collect();
        let middle = |part: fn(&Taken) -> f64| median(runs.iter().map(part).collect());
        Taken {
            wall: middle(|taken| taken.wall),
            of_host: middle(|taken| taken.of_host),
            of_bot: middle(|taken| taken.of_bot),
            bytes: middle(|taken| taken.bytes),
            per_call: middle(|taken| taken.per_call),
            ..runs[0]
        }
    }

    async fn run(&self, turns: u32) -> Taken {
        let file = self.folder.join("profile");
        let bot = self.bot.clone().profiled(&file).expect("a file");
        let rules =
            ConfiguredGame::new(RatRaceParams { turns, remember: self.remember, ..RatRaceParams::default() });
        let boards: Vec<SeededBoard> = tournament::boards(rathaus_games::Seed(1), BOARDS);
        let (before, begin) = (Meter::read(), Instant::now());
        let totals = common::play_boards(rules, &boards, bot, 1).await;
        let (wall, after) = (begin.elapsed(), Meter::read());
        Taken {
            wall: wall.as_nanos() as f64,
            of_host: after.of_host - before.of_host,
            of_bot: after.of_bots - before.of_bots,
            bytes: after.bytes - before.bytes,
            moves: totals.moves as f64,
            asked: totals.asked as f64,
            per_call: SampledCallTimeTotals::read(&file)
                .expect("a profile")
                .and_then(|found| found.per_call())
                .unwrap_or_default(),
        }
    }
}

fn nanoseconds_of(usage: &Usage) -> f64 {
    let of = |time: nix::sys::time::TimeVal| {
        Duration::new(time.tv_sec() as u64, time.tv_usec() as u32 * 1_000).as_nanos() as f64
    };
    of(usage.user_time()) + of(usage.system_time())
}

/// The number of bytes that this process and the children that it waited for have written so far,
/// which includes both directions of the pipes.
fn transferred() -> f64 {
    let text = fs::read_to_string("/proc/self/io").expect("the kernel counts");
    let written = text.lines().find_map(|line| line.strip_prefix("wchar:")).expect("a field");
    written.trim().parse().expect("a number")
}
