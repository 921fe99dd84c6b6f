//! The cost of a request in a custom game, as a table: `scripts/bench`,
//! or `cargo bench --bench custom_game`.
//!
//! The same bot plays connect four on a board of 20 by 20, where neither side can win, so a match
//! has 400 requests. The rules are those of `games/connect-four` in Python, a few lines of C that
//! do no work, or built-in rules that are written here for the comparison. The same run also
//! measures a bare round trip through the same pipes. Other costs of a match, such as starting
//! programs, do not count.
#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
#![expect(clippy::disallowed_macros, reason = "a benchmark prints its table")]

mod common;

use std::path::Path;
use std::time::{Duration, Instant};

use rathaus::matches::referee;
use rathaus::seats::{CurrentAndNextProcess, DedicatedSeat, Seat};
use rathaus::submissions::{Bot, BuiltInOrCustomGame};
use rathaus_games::{
    AskBatch, AskOutcome, AskProcessChoice, GamePicture, LiveMatch, MatchInputs, MatchOutcome, MatchProgress,
    MatchStep, Observer, ReplyFormat, ReplyLimits, SeatAsk, Seed, TurnRequestsAndReplies,
};
use serde_json::{Value, json};

use common::{bare_round_trips, build, build_program, game_in_c, median};

/// Every time is the median of this many matches.
const RUNS: usize = 15;

/// The columns and rows of the board, and the length of a winning line. The bot's way of playing
/// never makes a line of ten.
const SIDE: usize = 20;
const CONNECT: usize = 10;

/// Drops pieces into one column after the other, and begins every second row a column later, which
/// keeps lines short.
const BOT: &str = r#"#include <stdio.h>
#include <stdlib.h>
int main(void) {
    static char line[65536];
    while (fgets(line, sizeof line, stdin)) {
        char *rest = line;
        long moves = -3;
        for (char *end; strtol(rest, &end, 10), end != rest; rest = end) moves++;
        printf("%ld\n", (moves + moves / 40) % 20);
        fflush(stdout);
    }
    return 0;
}
"#;

/// Rules that ask the two seats in turn 400 times, and do no work.
const RULES: &str = r#"#include <stdio.h>
int main(void) {
    static char line[1 << 16];
    for (int turn = 0; fgets(line, sizeof line, stdin); turn++) {
        if (turn == 400) puts("{\"type\":\"end\",\"ranks\":[1,1],\"reason\":\"it is over\"}");
        else printf("{\"type\":\"ask\",\"asks\":[{\"seat\":%d,\"send\":[\"20 20 10\"]}]}\n", turn % 2);
        fflush(stdout);
    }
    return 0;
}
"#;

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let folder = tempfile::tempdir().expect("a temporary folder");
    runtime.block_on(compare(folder.path()));
}

async fn compare(folder: &Path) {
    let source = folder.join("bot.c");
    std::fs::write(&source, BOT).expect("a source");
    let trivial = game_in_c(folder, "trivial", RULES);
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let python = GameWithProgram::new(&games.join("connect-four"), &big_board(), folder).await;
    let c = GameWithProgram::new(&trivial, &[], folder).await;
    let bot = build(&[source], &python.rules, folder).await.remove(0);
    let (mut bare, mut native, mut by_c, mut by_python) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    // The four take turns, so that a busy spell of the machine affects all of them.
    for _ in 0..RUNS {
        let questions = (SIDE * SIDE) as u32;
        bare.push(bare_round_trips(&bot, &question(), questions).as_secs_f64() * 1e6 / f64::from(questions));
        native.push(play(&mut ConnectFour::new(), &[&bot, &bot]).await);
        by_c.push(c.play(&bot).await);
        by_python.push(python.play(&bot).await);
    }
    let bare = median(bare);
    println!("A question of connect four, medians of {RUNS} matches of {} questions\n", SIDE * SIDE);
    println!("{:<44} {:>10} {:>7}", "", "us", "ratio");
    for (name, took) in [
        ("a bare round trip", bare),
        ("built in", median(native)),
        ("rules in C that think about nothing", median(by_c)),
        ("rules in Python", median(by_python)),
    ] {
        println!("{name:<44} {took:>10.1} {:>7.2}", took / bare);
    }
}

/// A request in the middle of a match.
fn question() -> String {
    let moves: String = (0..SIDE * SIDE / 2).map(|number| format!(" {}", number % SIDE)).collect();
    format!("{SIDE} {SIDE} {CONNECT}{moves}\n")
}

fn big_board() -> Vec<(&'static str, Value)> {
    vec![("columns", json!(SIDE)), ("rows", json!(SIDE)), ("connect", json!(CONNECT)), ("opening", json!(0))]
}

/// A custom game with its program.
struct GameWithProgram {
    rules: rathaus_games::ConfiguredGame,
    program: Bot,
}

impl GameWithProgram {
    async fn new(folder: &Path, settings: &[(&str, Value)], cache: &Path) -> GameWithProgram {
        let game = BuiltInOrCustomGame::find(folder.to_str().expect("a path in UTF-8"), Path::new(""))
            .expect("a game");
        let settings = settings.iter().map(|(name, value)| (*name, value));
        let rules = game.rules().configured(&settings.collect::<Vec<_>>()).expect("parameters");
        let program = game.folder().expect("a folder").program;
        GameWithProgram { program: build_program(&program, cache).await, rules }
    }

    async fn play(&self, bot: &Bot) -> f64 {
        let setup = MatchInputs {
            seed: Seed(1),
            handshake_replies: vec![None; 2],
            ids: None,
            numbers: None,
            options: Vec::new(),
        };
        let mut game = self.rules.begin(setup).unwrap_or_else(|error| panic!("{error}"));
        play(game.as_mut(), &[bot, bot, &self.program]).await
    }
}

/// The microseconds per request of a match.
async fn play(game: &mut dyn LiveMatch, programs: &[&Bot]) -> f64 {
    let seat = |bot: &&Bot| {
        Seat::Dedicated(Box::new(DedicatedSeat::new(CurrentAndNextProcess::without_file(
            bot.program.clone(),
        ))))
    };
    let mut seats: Vec<Seat> = programs.iter().map(seat).collect();
    let mut clock = Clock::default();
    let played = referee::play(game, &mut seats, &mut clock).await.unwrap_or_else(|void| panic!("{void}"));
    assert!(played.faults.is_empty(), "{:?}", played.faults);
    assert_eq!(clock.questions, SIDE * SIDE, "{}", played.ended);
    // All programs have started by the second reply.
    clock.took.as_secs_f64() * 1e6 / (clock.questions - 2) as f64
}

/// Measures from the second reply to the last.
#[derive(Default)]
struct Clock {
    questions: usize,
    begin: Option<Instant>,
    took: Duration,
}

impl Observer for Clock {
    fn exchanged(&mut self, _: &TurnRequestsAndReplies) {
        self.questions += 1;
        match self.begin {
            Some(begin) => self.took = begin.elapsed(),
            None if self.questions == 2 => self.begin = Some(Instant::now()),
            None => {}
        }
    }
}

/// Connect four as a built-in game.
struct ConnectFour {
    columns: Vec<Vec<usize>>,
    moves: Vec<usize>,
}

impl ConnectFour {
    fn new() -> ConnectFour {
        ConnectFour { columns: vec![Vec::new(); SIDE], moves: Vec::new() }
    }

    fn ask(&self) -> MatchStep {
        let moves: String = self.moves.iter().map(|column| format!(" {column}")).collect();
        let process = if self.moves.len() < 2 { AskProcessChoice::New } else { AskProcessChoice::Same };
        let bytes = format!("{SIDE} {SIDE} {CONNECT}{moves}\n").into_bytes();
        let limits = ReplyLimits { time: Duration::from_secs(1), bytes: 1 << 16 };
        let ask = SeatAsk::new(self.moves.len() % 2, process, bytes, ReplyFormat::Lines(1), limits);
        MatchStep::Turn(AskBatch::new(vec![ask]))
    }

    fn at(&self, x: isize, y: isize) -> Option<usize> {
        let column = self.columns.get(usize::try_from(x).ok()?)?;
        column.get(usize::try_from(y).ok()?).copied()
    }

    /// Whether there is a line through the last piece of this column.
    fn is_line(&self, x: usize, seat: usize) -> bool {
        let (x, y) = (x as isize, self.columns[x].len() as isize - 1);
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(dx, dy)| {
            let reach = |sign: isize| {
                (1..)
                    .take_while(|step| self.at(x + sign * step * dx, y + sign * step * dy) == Some(seat))
                    .count()
            };
            1 + reach(1) + reach(-1) >= CONNECT
        })
    }

    fn over(scores: Vec<f64>, ended: &str) -> MatchStep {
        MatchStep::Over(MatchOutcome {
            scores,
            ended: ended.into(),
            details: json!({}),
            ..MatchOutcome::default()
        })
    }
}

impl LiveMatch for ConnectFour {
    fn start(&mut self) -> MatchStep {
        self.ask()
    }

    fn resume(&mut self, answers: &[AskOutcome]) -> MatchStep {
        let seat = self.moves.len() % 2;
        let [AskOutcome::Reply { bytes, .. }] = answers else {
            return ConnectFour::over(vec![0.0; 2], "a fault");
        };
        let column = std::str::from_utf8(bytes).ok().and_then(|text| text.trim_end().parse::<usize>().ok());
        let Some(column) = column.filter(|column| *column < SIDE && self.columns[*column].len() < SIDE)
        else {
            return ConnectFour::over(vec![0.0; 2], "no such column");
        };
        self.columns[column].push(seat);
        self.moves.push(column);
        if self.is_line(column, seat) {
            return ConnectFour::over(vec![1.0; 2], "a line");
        }
        if self.moves.len() == SIDE * SIDE { ConnectFour::over(vec![0.5; 2], "full") } else { self.ask() }
    }

    fn progress(&self) -> MatchProgress {
        MatchProgress::default()
    }

    fn picture(&self, _: &[String]) -> GamePicture {
        GamePicture::default()
    }
}
