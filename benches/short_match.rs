//! The cost of a match in which almost nothing happens, as a table: `scripts/bench`,
//! or `cargo bench --bench short_match`.
//!
//! A custom game asks each of two bots once. Its rules and the bots are a few lines of C, so nearly
//! all of the time is for starting and ending the three processes of a match. Each number of
//! matches at once plays a tournament, in turns. Times are medians. Compare only the times within
//! one run.
#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
#![expect(clippy::disallowed_macros, reason = "a benchmark prints its table")]

mod common;

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

use rathaus::submissions::{Bot, BuiltInOrCustomGame};
use rathaus::tournament::{
    self, GameWithBots, HANDSHAKE_TIME, RoundRotation, RunEvent, ScheduleRunSpec, ScheduledMatch,
};
use rathaus_games::{ConfiguredGame, Seed};

use common::{build, build_program, game_in_c, median};

/// Every time is the median of this many tournaments.
const RUNS: usize = 9;

/// The matches of a tournament.
const MATCHES: u32 = 24;

/// How many matches are played at once.
const CONCURRENCIES: [usize; 3] = [1, 2, 4];

const BOT: &str = r#"#include <stdio.h>
int main(void) {
    static char line[1 << 16];
    while (fgets(line, sizeof line, stdin)) {
        puts("1");
        fflush(stdout);
    }
    return 0;
}
"#;

/// Rules that ask each seat once.
const RULES: &str = r#"#include <stdio.h>
int main(void) {
    static char line[1 << 16];
    for (int turn = 0; fgets(line, sizeof line, stdin); turn++) {
        if (turn == 2) puts("{\"type\":\"end\",\"ranks\":[1,1],\"reason\":\"it is over\"}");
        else printf("{\"type\":\"ask\",\"asks\":[{\"seat\":%d,\"send\":[\"1\"]}]}\n", turn);
        fflush(stdout);
    }
    return 0;
}
"#;

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let folder = tempfile::tempdir().expect("a temporary folder");
    runtime.block_on(measure(folder.path()));
}

async fn measure(folder: &Path) {
    let (rules, program, bot) = prepare(folder).await;
    let mut took = CONCURRENCIES.map(|concurrency| (concurrency, Vec::new()));
    // The numbers take turns, so that a busy spell of the machine affects all of them.
    for _ in 0..RUNS {
        for (concurrency, took) in &mut took {
            took.push(play(&rules, &program, &bot, *concurrency).await);
        }
    }
    println!("A match of two requests with three processes, medians of {RUNS} tournaments\n");
    println!("{:<20} {:>10}", "matches at once", "ms a match");
    for (concurrency, took) in took {
        println!("{concurrency:<20} {:>10.1}", median(took));
    }
}

/// The game, its program and a bot.
async fn prepare(folder: &Path) -> (ConfiguredGame, Bot, Bot) {
    let game = game_in_c(folder, "short", RULES);
    let source = folder.join("bot.c");
    std::fs::write(&source, BOT).expect("a source");
    let game =
        BuiltInOrCustomGame::find(game.to_str().expect("a path in UTF-8"), Path::new("")).expect("a game");
    let rules = game.rules().configured(&[]).expect("parameters");
    let program = build_program(&game.folder().expect("a folder").program, folder).await;
    let bot = build(&[source], &rules, folder).await.remove(0);
    (rules, program, bot)
}

/// The milliseconds per match of a tournament.
async fn play(rules: &ConfiguredGame, program: &Bot, bot: &Bot, concurrency: usize) -> f64 {
    let scheduled_match = |number| ScheduledMatch {
        number,
        round: number,
        seed: Seed(number.into()),
        seats: vec![0, 1],
        numbers: None,
    };
    let begin = Instant::now();
    let mut running = tournament::run(ScheduleRunSpec {
        games: RoundRotation::same(GameWithBots::new(rules.clone(), vec![bot.clone(); 2])),
        scheduled_matches: (1..=MATCHES).map(scheduled_match).collect(),
        program: Some(program.clone()),
        names: vec!["one".into(), "other".into()],
        traced: BTreeSet::new(),
        concurrency,
        boards_in_flight: None,
        handshake_time: HANDSHAKE_TIME,
        recorded: None,
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
