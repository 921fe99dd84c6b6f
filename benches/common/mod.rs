//! Code that benchmarks share.
#![allow(dead_code, reason = "each benchmark uses its own part")]
#![allow(clippy::allow_attributes, reason = "whether the one above is needed depends on the benchmark")]

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rathaus::submissions::{Bot, BotSandboxSettings, BuildContext, Submission, SubmissionHints};
use rathaus::tournament::{
    self, GameWithBots, HANDSHAKE_TIME, RoundRotation, RunEvent, SeededBoard, StoredEntrant,
    StoredTournamentSetup,
};
use rathaus_games::{ConfiguredGame, MatchInputs, Seed};
use rathaus_sandbox::Sandbox;
use serde_json::Value;

/// The median, which is robust against a few runs on a busy machine.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Writes a custom game for two seats, decided by ranks, whose rules are this program in C. Returns
/// its folder.
pub fn game_in_c(folder: &Path, name: &str, program: &str) -> PathBuf {
    let game = folder.join(name);
    std::fs::create_dir(&game).expect("a folder");
    std::fs::write(game.join("game.c"), program).expect("rules");
    let file = format!("name = \"{name}\"\nsource = \"game.c\"\nseats = 2\nresult = \"ranks\"\n");
    std::fs::write(game.join("game.toml"), file).expect("a game");
    game
}

/// The rules of a game with these parameters.
pub fn rules(game: &str, settings: &[(&str, Value)]) -> ConfiguredGame {
    let settings = settings.iter().map(|(name, value)| (*name, value));
    ConfiguredGame::resolve(game, settings).expect("a game").expect("parameters")
}

/// A fixed setup of a match with `seats` seats.
pub fn setup(seats: usize) -> MatchInputs {
    MatchInputs {
        seed: Seed(1),
        handshake_replies: vec![None; seats],
        ids: None,
        numbers: None,
        options: Vec::new(),
    }
}

/// The sample bots of a game, sorted by name.
pub fn field(game: &str) -> Vec<PathBuf> {
    let bots = Path::new(env!("CARGO_MANIFEST_DIR")).join("bots").join(game);
    let mut paths: Vec<PathBuf> =
        bots.read_dir().expect("the bots").map(|entry| entry.expect("a bot").path()).collect();
    paths.sort();
    paths
}

/// Builds submissions, with this cache.
pub async fn build(paths: &[PathBuf], rules: &ConfiguredGame, cache: &Path) -> Vec<Bot> {
    let context = BuildContext::new(cache, Duration::from_secs(300), sandbox().await);
    let context = BuildContext { values: rules.build_values(), ..context };
    let mut bots = Vec::new();
    for path in paths {
        let submission =
            Submission::read(path, rules.name(), &SubmissionHints::default()).expect("a submission");
        bots.push(submission.build(&context).await.unwrap_or_else(|error| panic!("{error}")));
    }
    bots
}

/// Builds the program of a custom game.
pub async fn build_program(program: &Submission, cache: &Path) -> Bot {
    let limit = Duration::from_secs(300);
    let context = BuildContext::new(cache, limit, sandbox().await);
    program.build(&context).await.unwrap_or_else(|error| panic!("{error}"))
}

/// The sandbox of these benchmarks: the best one available, or the one in the variable `SANDBOX`,
/// where `none` means no sandbox.
async fn sandbox() -> Option<BotSandboxSettings> {
    let wanted = std::env::var("SANDBOX").ok();
    if wanted.as_deref() == Some("none") {
        return None;
    }
    let tier = wanted.map(|name| name.parse().expect("a tier"));
    let supervisor = Path::new(env!("CARGO_BIN_EXE_rathaus"));
    let sandbox = Sandbox::find(supervisor, tier, None).await.unwrap_or_else(|error| panic!("{error}"));
    Some(BotSandboxSettings::new(sandbox))
}

/// The number of moves on all boards, and how many of them were asked.
#[derive(Debug, Clone, Copy, Default)]
pub struct Totals {
    pub moves: u64,
    pub asked: u64,
}

/// Plays a bot on boards of the rat race, as a tournament does.
pub async fn play_boards(
    rules: ConfiguredGame,
    boards: &[SeededBoard],
    bot: Bot,
    concurrency: usize,
) -> Totals {
    let mut running = tournament::run(tournament::ScheduleRunSpec {
        boards_in_flight: None,
        games: RoundRotation::same(GameWithBots::new(rules, [bot])),
        scheduled_matches: tournament::single_player(boards, 1).iter().collect(),
        program: None,
        names: vec!["bot".into()],
        traced: BTreeSet::new(),
        recorded: None,
        kept: std::collections::BTreeMap::new(),
        watched: None,
        concurrency,
        handshake_time: HANDSHAKE_TIME,
    });
    let mut totals = Totals::default();
    while let Some(event) = running.events.recv().await {
        match event {
            RunEvent::Finished { result, .. } => {
                assert!(result.faults.is_empty(), "{:?}", result.faults);
                let number = |name: &str| result.details[name].as_u64().expect("a number of moves");
                totals.moves += number("moves");
                totals.asked += number("asked");
            }
            RunEvent::Out { fault, .. } => panic!("{fault}"),
            RunEvent::Void { why, .. } => panic!("{why}"),
            RunEvent::Progress { .. } => {}
        }
    }
    totals
}

/// Writes a request and reads the line that replies to it, `times` times, in the plainest way. No
/// host can be faster.
#[allow(clippy::disallowed_methods, reason = "it reads the clock, and starts a bot without a host")]
pub fn bare_round_trips(bot: &Bot, question: &str, times: u32) -> Duration {
    let mut child = Command::new(&bot.program.argv[0])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the bot starts");
    let (mut stdin, stdout) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
    let (mut stdout, mut line) = (BufReader::new(stdout), String::new());
    let begin = Instant::now();
    for _ in 0..times {
        stdin.write_all(question.as_bytes()).expect("the bot reads");
        line.clear();
        stdout.read_line(&mut line).expect("the bot answers");
    }
    let took = begin.elapsed();
    drop(stdin);
    child.wait().expect("the bot ends");
    took
}

/// A tournament of made-up entrants with these names.
pub fn made_up_tournament(
    rules: &ConfiguredGame,
    names: impl Iterator<Item = String>,
) -> StoredTournamentSetup {
    let entrant = |number: usize| StoredEntrant {
        identity: format!("{number:064}"),
        sha256: format!("{number:064}"),
        language: "Python".into(),
        described: "Python".into(),
        toolchain: None,
        unverified: None,
        out: None,
        absent: None,
    };
    StoredTournamentSetup {
        entrants: names.enumerate().map(|(number, name)| (name, entrant(number))).collect(),
        ..StoredTournamentSetup::new("made up", rules, Seed(1))
    }
}
