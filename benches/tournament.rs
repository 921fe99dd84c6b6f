//! The host's own cost of a match, and the cost of standings of many matches, as tables:
//! `scripts/bench`, or `cargo bench --bench tournament`.
//!
//! The matches are as short as possible and their bot does not think, so all that is measured is
//! the host: seating, asking, recording, storing. The same run also measures a bare round trip
//! through a pipe to the same bot, and the game alone with ready replies.
#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
#![expect(clippy::disallowed_macros, reason = "a benchmark prints its tables")]

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::{Duration, Instant};

use rathaus::matches::RecordedReplies;
use rathaus::report::standings::Standings;
use rathaus::store::Store;
use rathaus::submissions::Bot;
use rathaus::tournament::config::{ReplayRetention, ReplayRetentionConfig};
use rathaus::tournament::{
    self, GameWithBots, HANDSHAKE_TIME, KnownMatches, MatchProvenance, MatchResult, MatchSpec, PlayedMatch,
    RecordedSandbox, RoundHistoryChoice, RoundRotation, RunEvent, ScheduleRunSpec, StoredTournamentSetup,
};
use rathaus_games::{AskOutcome, ConfiguredGame, MatchInputs, MatchStep, ReplyFormat, Seed};
use rathaus_protocol::handshake::HandshakeReply;

use common::{bare_round_trips, build, made_up_tournament, median, rules};

/// Every time is the median of this many runs.
const RUNS: usize = 5;

/// Matches of a run.
const MATCHES: u32 = 2_000;

/// Matches of a run in which each is stored, and waits for the disk.
const STORED: u32 = 300;

/// Entrants and boards of the tournament for the standings.
const ENTRANTS: usize = 25;
const BOARDS: u32 = 4_000;

/// A bot that stays where it is, in the plain dialect.
const TRIVIAL: &str = r#"#include <stdio.h>
#include <string.h>
int main(void) {
    static char line[65536];
    while (fgets(line, sizeof line, stdin)) {
        fputs(strncmp(line, "move", 4) ? "rathaus 1 plain\n" : "0 0\n", stdout);
        fflush(stdout);
    }
    return 0;
}
"#;

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let folder = tempfile::tempdir().expect("a temporary folder");
    runtime.block_on(cost_of_a_match(folder.path()));
    cost_of_standings(folder.path());
}

/// A rat race of one turn and two rats.
fn trivial_rules() -> ConfiguredGame {
    rules("rat-race", &[("turns", 1.into()), ("initial_population", 2.into())])
}

async fn cost_of_a_match(folder: &Path) {
    let source = folder.join("trivial.c");
    std::fs::write(&source, TRIVIAL).expect("a source");
    let rules = trivial_rules();
    let bots = build(&[source], &rules, folder).await;
    let mut rows: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    // All take turns, so that a busy spell of the machine affects all of them.
    for run in 0..RUNS {
        let mut note = |row: usize, took: Duration, matches: u32| {
            rows.entry(row).or_default().push(took.as_secs_f64() * 1e6 / f64::from(matches));
        };
        note(0, bare_round_trips(&bots[0], "move 0\n", MATCHES), MATCHES);
        note(1, games_alone(&rules), MATCHES);
        for (row, concurrency, recorded) in [(2, 1, None), (3, 2, None), (4, 1, Some(1_000_000))] {
            note(row, play(&rules, &bots[0], concurrency, recorded, MATCHES).await, MATCHES);
        }
        let database = folder.join(format!("{run}.db"));
        note(5, play_and_store(&rules, &bots[0], &database).await, STORED);
    }
    println!(
        "A match of one question to a bot that thinks about nothing, medians of {RUNS} runs of {MATCHES} matches\n"
    );
    println!("{:<58} {:>10} {:>10} {:>12}", "", "us a match", "host alone", "round trips");
    let times: Vec<f64> = rows.into_values().map(median).collect();
    let (bare, game) = (times[0], times[1]);
    let names = [
        ("a bare round trip through the pipe", 0),
        ("the game alone, its answers at hand", 0),
        ("a tournament, 1 process", 1),
        ("a tournament, 2 processes", 2),
        ("a tournament, 1 process, recorded", 1),
        ("a tournament, 1 process, recorded and stored in SQLite", 1),
    ];
    for ((name, workers), time) in names.into_iter().zip(times) {
        // The time that a worker needs for a match without the game, but with waiting for the bot.
        let host = match workers {
            0 => String::new(),
            workers => format!("{:.1}", time * f64::from(workers) - game),
        };
        println!("{name:<58} {time:>10.1} {host:>10} {:>12.2}", time / bare);
    }
    println!();
}

fn run(
    rules: &ConfiguredGame,
    bot: &Bot,
    concurrency: usize,
    recorded: Option<usize>,
    matches: u32,
) -> ScheduleRunSpec {
    ScheduleRunSpec {
        scheduled_matches: tournament::single_player(&tournament::boards(Seed(1), matches), 1)
            .iter()
            .collect(),
        games: RoundRotation::same(GameWithBots::new(rules.clone(), [bot.clone()])),
        program: None,
        names: vec!["trivial".into()],
        traced: BTreeSet::new(),
        concurrency,
        boards_in_flight: None,
        handshake_time: HANDSHAKE_TIME,
        recorded,
        kept: std::collections::BTreeMap::new(),
        watched: None,
    }
}

/// Plays everything, and passes each result on.
async fn play_each(run: ScheduleRunSpec, mut each: impl FnMut(usize, MatchResult, Option<RecordedReplies>)) {
    let mut running = tournament::run(run);
    while let Some(event) = running.events.recv().await {
        if let RunEvent::Finished { scheduled_match, result, recording, .. } = event {
            assert!(result.faults.is_empty(), "{:?}", result.faults);
            each(scheduled_match, result, recording);
        }
    }
}

async fn play(
    rules: &ConfiguredGame,
    bot: &Bot,
    concurrency: usize,
    recorded: Option<usize>,
    matches: u32,
) -> Duration {
    let begin = Instant::now();
    play_each(run(rules, bot, concurrency, recorded, matches), |_, _, _| {}).await;
    begin.elapsed()
}

/// Plays the matches with ready replies.
fn games_alone(rules: &ConfiguredGame) -> Duration {
    let begin = Instant::now();
    for board in tournament::boards(Seed(1), MATCHES) {
        let mut game = rules
            .begin(MatchInputs::single_player(board.seed, Some(&HandshakeReply::Plain)))
            .expect("a game");
        let mut step = game.start();
        while let MatchStep::Turn(turn) = step {
            let ReplyFormat::Lines(moves) = turn.asks[0].reply_format else {
                panic!("a rat race asks for lines")
            };
            let bytes = b"0 0\n".repeat(moves);
            step = game.resume(&[AskOutcome::Reply { bytes, took: Duration::ZERO, cpu: None }]);
        }
    }
    begin.elapsed()
}

async fn play_and_store(rules: &ConfiguredGame, bot: &Bot, database: &Path) -> Duration {
    let run = run(rules, bot, 1, Some(1_000_000), STORED);
    let scheduled_matches = run.scheduled_matches.clone();
    let mut store = Store::open(database, "a benchmark").expect("a database");
    let records = ReplayRetentionConfig { keep: ReplayRetention::All, ..ReplayRetentionConfig::default() };
    let begin = Instant::now();
    play_each(run, |scheduled_match, result, recording| {
        let spec = MatchSpec::new(rules, scheduled_matches[scheduled_match].seed, vec!["trivial".into()]);
        let provenance = Some(MatchProvenance::here(RecordedSandbox::NOT, vec![None]));
        let played = PlayedMatch { recording, ..PlayedMatch::new(spec, result, provenance) };
        store.put(rules, &played, &records).expect("it is stored");
    })
    .await;
    begin.elapsed()
}

/// Stores a tournament of many matches with realistic scores, and makes its standings.
fn cost_of_standings(folder: &Path) {
    let (database, state) = (folder.join("many.db"), many());
    fill(&database, &state);
    let (mut bare, mut whole) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        let begin = Instant::now();
        assert_eq!(read_alone(&database), u64::from(BOARDS) * ENTRANTS as u64);
        bare.push(begin.elapsed().as_secs_f64());
        let begin = Instant::now();
        let store = Store::open_read_only(&database).expect("a database").expect("results");
        let state = store.tournament().expect("a tournament").expect("one");
        let schedule = state.schedule(&KnownMatches::new()).expect("a schedule");
        let results = store.results(&schedule, RoundHistoryChoice::Omit).expect("results");
        let text = Standings::new(state, &schedule, &results).text();
        whole.push(begin.elapsed().as_secs_f64());
        assert!(text.contains("4000"), "{text}");
    }
    let (bare, whole) = (median(bare), median(whole));
    println!(
        "Standings of {ENTRANTS} entrants on {BOARDS} boards, {} stored matches, medians of {RUNS} runs\n",
        ENTRANTS as u32 * BOARDS
    );
    println!("{:<58} {:>10} {:>7}", "", "s", "ratio");
    println!("{:<58} {bare:>10.3} {:>7.2}", "SQLite alone reads all rows", 1.0);
    println!("{:<58} {whole:>10.3} {:>7.2}", "the standings, with intervals and comparisons", whole / bare);
    println!();
}

fn many() -> StoredTournamentSetup {
    let rules = rules("rat-race", &[]);
    let names = (0..ENTRANTS).map(|number| format!("bot {number}"));
    StoredTournamentSetup { count: BOARDS, ..made_up_tournament(&rules, names) }
}

fn fill(database: &Path, state: &StoredTournamentSetup) {
    let schedule = state.schedule(&KnownMatches::new()).expect("a schedule");
    let mut store = Store::open(database, "a benchmark").expect("a database");
    store.set_tournament(state).expect("it is stored");
    let mut stream = Seed(7).stream("scores");
    let details = serde_json::json!({
        "turns": 10_000, "population": 841, "best_fitness": 30, "moves": 7_838_740, "asked": 623_610, "audited": 2_844,
        "caught_keeping_data": null,
    });
    let mut played = |position: usize| PlayedMatch {
        key: schedule.key(position),
        spec: schedule.spec(position),
        result: MatchResult {
            scores: vec![if stream.below(4) == 0 { (1 + stream.below(100_000)) as f64 } else { 1.0 }],
            ended: "all turns were played".into(),
            details: details.clone(),
            faults: Vec::new(),
            took: Duration::from_millis(500),
        },
        provenance: Some(MatchProvenance::here(RecordedSandbox::NOT, vec![Some("g++ 14.2.0".into())])),
        recording: None,
    };
    for position in 0..schedule.keys.len() {
        store
            .put(schedule.rules(), &played(position), &ReplayRetentionConfig::default())
            .expect("it is stored");
    }
}

/// Reads all rows in the plainest way, and counts them.
fn read_alone(database: &Path) -> u64 {
    let connection = rusqlite::Connection::open(database).expect("a database");
    let mut query = connection.prepare("SELECT * FROM matches").expect("a query");
    let columns = query.column_count();
    let mut rows = query.query([]).expect("rows");
    let mut count = 0;
    while let Some(row) = rows.next().expect("a row") {
        for column in 0..columns {
            std::hint::black_box(row.get_ref(column).expect("a value"));
        }
        count += 1;
    }
    count
}
