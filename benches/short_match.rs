//! The cost of a short match of a custom game, as a table: `scripts/bench`,
//! or `cargo bench --bench short_match`.
//!
//! The rules ask two bots in turn, and neither rules nor bots think about anything, so all of the
//! time is for starting and ending three processes and for reaching them. Processes are new for
//! each match, in sandboxes of matches before, or play several matches. The plain controller starts
//! the same two bots without a sandbox and asks them itself. All kinds take turns, so that a busy
//! spell of the machine affects all of them. Compare only the times within one run.
#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock and writes sources")]
#![expect(clippy::disallowed_macros, reason = "a benchmark prints its table")]

mod common;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

use rathaus::submissions::{Bot, BuiltInOrCustomGame};
use rathaus::tournament::{
    self, GameWithBots, HANDSHAKE_TIME, RoundRotation, RunEvent, ScheduleRunSpec, ScheduledMatch,
};
use rathaus_games::{ConfiguredGame, Seed};

use common::{bare_round_trips, build, build_program, median};

/// Every time is the median of this many tournaments.
const RUNS: usize = 9;

/// The matches of a tournament.
const MATCHES: u32 = 60;

/// How many matches are played at once.
const CONCURRENCY: usize = 2;

const BOT_IN_C: &str = r#"#include <stdio.h>
int main(void) {
    static char line[1 << 16];
    while (fgets(line, sizeof line, stdin)) {
        puts("1");
        fflush(stdout);
    }
    return 0;
}
"#;

const BOT_IN_PYTHON: &str = "import sys\nfor line in sys.stdin:\n    print(1, flush=True)\n";

/// Rules that ask the seats in turn, match after match.
const RULES_IN_C: &str = r#"#include <stdio.h>
int main(void) {
    static char line[1 << 16];
    for (int turn = 0; fgets(line, sizeof line, stdin); turn++) {
        if (turn == QUESTIONS) {
            puts("{\"type\":\"end\",\"ranks\":[1,1],\"reason\":\"it is over\"}");
            turn = -1;
        } else {
            printf("{\"type\":\"ask\",\"asks\":[{\"seat\":%d,\"send\":[\"1\"]}]}\n", turn % 2);
        }
        fflush(stdout);
    }
    return 0;
}
"#;

const RULES_IN_RUST: &str = "mod rathaus_game;

fn main() {
    rathaus_game::run(|game| {
        for turn in 0..QUESTIONS {
            game.ask(turn % 2, &[\"1\"]);
        }
        game.end_with_ranks(&[1, 1], \"it is over\");
    });
}
";

const RULES_IN_PYTHON: &str = "import rathaus_game


def play(match):
    for turn in range(QUESTIONS):
        match.ask(turn % 2, \"1\")
    match.end(ranks=[1, 1], reason=\"it is over\")


rathaus_game.run(play)
";

/// The language of the rules, or of the bots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Language {
    C,
    Rust,
    Python,
}

impl Language {
    /// The main source file of rules.
    fn rules(self) -> (&'static str, &'static str) {
        match self {
            Language::C => ("game.c", RULES_IN_C),
            Language::Rust => ("game.rs", RULES_IN_RUST),
            Language::Python => ("game.py", RULES_IN_PYTHON),
        }
    }

    /// The library for rules.
    fn library(self) -> Option<&'static str> {
        match self {
            Language::C => None,
            Language::Rust => Some("rust/rathaus_game.rs"),
            Language::Python => Some("python/rathaus_game.py"),
        }
    }

    fn bot(self) -> (&'static str, &'static str) {
        match self {
            Language::C | Language::Rust => ("bot.c", BOT_IN_C),
            Language::Python => ("bot.py", BOT_IN_PYTHON),
        }
    }
}

/// A kind of match.
struct MatchKind {
    rules: Language,
    bots: Language,
    questions: u32,
    /// Whether a process plays several matches.
    plays_again: bool,
}

const KINDS: [MatchKind; 8] = [
    MatchKind { rules: Language::C, bots: Language::C, questions: 2, plays_again: false },
    MatchKind { rules: Language::C, bots: Language::C, questions: 2, plays_again: true },
    MatchKind { rules: Language::C, bots: Language::C, questions: 40, plays_again: false },
    MatchKind { rules: Language::C, bots: Language::C, questions: 40, plays_again: true },
    MatchKind { rules: Language::Rust, bots: Language::C, questions: 40, plays_again: false },
    MatchKind { rules: Language::Rust, bots: Language::C, questions: 40, plays_again: true },
    MatchKind { rules: Language::Python, bots: Language::Python, questions: 40, plays_again: false },
    MatchKind { rules: Language::Python, bots: Language::Python, questions: 40, plays_again: true },
];

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let folder = tempfile::tempdir().expect("a temporary folder");
    runtime.block_on(measure(folder.path()));
}

async fn measure(folder: &Path) {
    let mut stages = Vec::new();
    for (number, kind) in KINDS.iter().enumerate() {
        stages.push(Stage::new(kind, &folder.join(number.to_string()), folder).await);
    }
    let mut took = vec![Vec::new(); KINDS.len()];
    let mut plain = Vec::new();
    for _ in 0..RUNS {
        plain.push(plain_match(&stages[2].bot));
        for (stage, took) in stages.iter().zip(&mut took) {
            took.push(stage.play().await);
        }
    }
    let plain = median(plain);
    println!("A match of two bots, medians of {RUNS} tournaments with {CONCURRENCY} matches at once\n");
    println!(
        "{:<8} {:<8} {:>9} {:<10} {:>10} {:>10} {:>6}",
        "rules", "bots", "questions", "processes", "ms a match", "matches/s", "ratio"
    );
    for (MatchKind { rules, bots, questions, plays_again }, took) in KINDS.iter().zip(took) {
        let (rules, bots) = (format!("{rules:?}"), format!("{bots:?}"));
        let (processes, took) = (if *plays_again { "kept" } else { "new" }, median(took));
        println!(
            "{rules:<8} {bots:<8} {questions:>9} {processes:<10} {took:>10.1} {:>10.0} {:>6.1}",
            1e3 / took,
            took / plain
        );
    }
    println!(
        "{:<8} {:<8} {:>9} {:<10} {plain:>10.1} {:>10.0} {:>6.1}",
        "plain",
        "C",
        40,
        "new",
        1e3 / plain,
        1.0
    );
}

/// The milliseconds of a match in a plain controller, which has the rules itself: it starts two bots
/// and asks each of them 20 times.
fn plain_match(bot: &Bot) -> f64 {
    let begin = Instant::now();
    for _ in 0..2 {
        bare_round_trips(bot, "1\n", 20);
    }
    begin.elapsed().as_secs_f64() * 1e3
}

/// What plays the matches of a kind.
struct Stage {
    rules: ConfiguredGame,
    program: Bot,
    bot: Bot,
}

impl Stage {
    async fn new(kind: &MatchKind, folder: &Path, cache: &Path) -> Stage {
        std::fs::create_dir(folder).expect("a folder");
        let game = write_game(kind, folder);
        let (name, text) = kind.bots.bot();
        let bot = folder.join("bot");
        std::fs::create_dir(&bot).expect("a folder");
        std::fs::write(bot.join(name), text).expect("a bot");
        std::fs::write(bot.join("bot.toml"), format!("reuse = {}\n", kind.plays_again)).expect("a manifest");
        let game = BuiltInOrCustomGame::find(game.to_str().expect("a path in UTF-8"), Path::new(""));
        let game = game.expect("a game");
        let rules = game.rules().configured(&[]).expect("parameters");
        let program = build_program(&game.folder().expect("a folder").program, cache).await;
        let bot = build(&[bot], &rules, cache).await.remove(0);
        Stage { rules, program, bot }
    }

    /// The milliseconds per match of a tournament.
    async fn play(&self) -> f64 {
        let scheduled_match = |number| ScheduledMatch {
            number,
            round: number,
            seed: Seed(number.into()),
            seats: vec![0, 1],
            numbers: None,
        };
        let bots = vec![self.bot.clone(); 2];
        let begin = Instant::now();
        let mut running = tournament::run(ScheduleRunSpec {
            games: RoundRotation::same(GameWithBots::new(self.rules.clone(), bots)),
            scheduled_matches: (1..=MATCHES).map(scheduled_match).collect(),
            program: Some(self.program.clone()),
            names: vec!["one".into(), "other".into()],
            traced: BTreeSet::new(),
            concurrency: CONCURRENCY,
            boards_in_flight: None,
            handshake_time: HANDSHAKE_TIME,
            recorded: Some(1 << 20),
            kept: std::collections::BTreeMap::new(),
            watched: None,
        });
        while let Some(event) = running.events.recv().await {
            match event {
                RunEvent::Finished { result, .. } => assert!(result.faults.is_empty(), "{:?}", result.faults),
                RunEvent::Out { fault, .. } => panic!("{fault}"),
                RunEvent::Void { why, .. } => panic!("{why}"),
                RunEvent::Progress { .. } => {}
            }
        }
        begin.elapsed().as_secs_f64() * 1e3 / f64::from(MATCHES)
    }
}

/// Writes the game of a kind, and returns its folder.
fn write_game(kind: &MatchKind, folder: &Path) -> PathBuf {
    let game = folder.join("short");
    std::fs::create_dir(&game).expect("a folder");
    let (name, text) = kind.rules.rules();
    std::fs::write(game.join(name), text.replace("QUESTIONS", &kind.questions.to_string())).expect("rules");
    if let Some(library) = kind.rules.library() {
        let helpers = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/helpers");
        let file = Path::new(library).file_name().expect("a name");
        std::fs::copy(helpers.join(library), game.join(file)).expect("a library");
    }
    let reuse = kind.plays_again;
    let file = format!(
        "name = \"short\"\nsource = \"{name}\"\nseats = 2\nresult = \"ranks\"\n[reuse]\nprogram = {reuse}\nbots = {reuse}\n"
    );
    std::fs::write(game.join("game.toml"), file).expect("a game");
    game
}
