//! Standings and pages of a large tournament: `cargo bench --bench large_tournament`, or with
//! `-- MATCHES ENTRANTS` at the end for another size than 5,000,000 matches of 1,000 entrants.
//!
//! Stores made-up results, then runs the program itself: text standings, and a server with many
//! readers. The ratings are also measured alone. Prints times as ratios to SQLite reading all rows,
//! and the peak memory of each.
#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
#![expect(clippy::disallowed_macros, reason = "a benchmark prints its tables")]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rathaus::store::{IncomingResultOrigin, Store};
use rathaus::tournament::config::ReplayRetentionConfig;
use rathaus::tournament::standings::{RatedMatch, Ratings};
use rathaus::tournament::{
    KnownMatches, MatchProvenance, MatchResult, PlayedMatch, RecordedSandbox, ResultTrustLevel,
    StoredTournamentSetup, TournamentFormat,
};
use rathaus_games::custom::{CustomGameIdentity, CustomMatchSettings, ResultKind, ScoreOrder};
use rathaus_games::{ConfiguredGame, Seed};

mod common;

use common::made_up_tournament;

const MATCHES: u64 = 5_000_000;
const ENTRANTS: u64 = 1_000;

/// Results of one transaction.
const BATCH: usize = 20_000;

/// Readers of the server at once.
const READERS: usize = 50;

fn main() {
    let sizes: Vec<u64> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let (matches, entrants) =
        (sizes.first().copied().unwrap_or(MATCHES), sizes.get(1).copied().unwrap_or(ENTRANTS));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("large.toml");
    std::fs::write(&file, "game = \"nim\"\n").expect("a file");
    let state = large(matches, entrants);
    let begin = Instant::now();
    fill(&file.with_extension("db"), &state);
    println!("Stored in {:.1} s; ", begin.elapsed().as_secs_f64());
    let alone = read_alone(&file.with_extension("db"));
    println!("{:<44} {:>9} {:>7} {:>9}", "", "s", "ratio", "peak MB");
    line("SQLite alone reads all rows", alone, alone, None);
    for format in ["text", "json"] {
        let (took, peak) = standings(&file, format);
        line(&format!("standings --format {format}"), took, alone, Some(peak));
    }
    line("ratings alone", ratings(&state), alone, None);
    serve(&file, alone);
}

/// The time that the ratings of made-up results take.
fn ratings(state: &StoredTournamentSetup) -> f64 {
    let schedule = state.schedule(&KnownMatches::new()).expect("a schedule");
    let matches = &schedule.scheduled_matches;
    let mut stream = Seed(7).stream("scores");
    let mut score = |entrant: &u32| f64::from(*entrant / 50) + stream.below(20) as f64;
    let scores: Vec<f64> =
        (0..matches.len()).flat_map(|position| matches.seats(position)).map(&mut score).collect();
    let played = |position: usize| RatedMatch {
        round: matches.round(position),
        seats: matches.seats(position),
        scores: &scores[matches.ranges().get(position)],
    };
    let begin = Instant::now();
    let ratings = Ratings::new(schedule.names.len(), ScoreOrder::Highest, (0..matches.len()).map(played));
    std::hint::black_box(ratings);
    begin.elapsed().as_secs_f64()
}

fn line(what: &str, took: f64, alone: f64, peak: Option<u64>) {
    let peak = peak.map_or(String::new(), |bytes| (bytes / 1_000_000).to_string());
    println!("{what:<44} {took:>9.3} {:>7.3} {peak:>9}", took / alone);
}

/// A round robin of pairs, with as many rounds as give about so many matches.
fn large(matches: u64, entrants: u64) -> StoredTournamentSetup {
    let config = CustomMatchSettings::new("nim", 2, ResultKind::Scores);
    let program = CustomGameIdentity { identity: "c".repeat(64), config };
    let rules = ConfiguredGame::of_program(program, BTreeMap::new());
    let names = (0..entrants).map(|number| format!("bot {number:04}"));
    StoredTournamentSetup {
        count: u32::try_from(matches / (entrants * (entrants - 1) / 2)).expect("few rounds").max(1),
        seats: Some(2),
        format: TournamentFormat::RoundRobin,
        ..made_up_tournament(&rules, names)
    }
}

/// Stores a result of each match, in the order of their keys, which is the fastest.
fn fill(database: &Path, state: &StoredTournamentSetup) {
    let schedule = state.schedule(&KnownMatches::new()).expect("a schedule");
    let mut store = Store::open(database, "a benchmark").expect("a database");
    store.set_tournament(state).expect("it is stored");
    let mut stream = Seed(7).stream("scores");
    let provenance = MatchProvenance::here(RecordedSandbox::NOT, vec![Some("Python 3.11.2".into()); 2]);
    let mut played = |position: usize| PlayedMatch {
        key: schedule.key(position),
        spec: schedule.spec(position),
        result: MatchResult {
            // The entrants are better and better.
            scores: schedule
                .scheduled_matches
                .seats(position)
                .iter()
                .map(|entrant| f64::from(*entrant / 50) + stream.below(20) as f64)
                .collect(),
            ended: "no stones are left".into(),
            details: serde_json::json!({ "turns": 12 }),
            faults: Vec::new(),
            took: Duration::from_millis(40),
        },
        provenance: Some(provenance.clone()),
        recording: None,
    };
    let arrival =
        IncomingResultOrigin { origin: ResultTrustLevel::Played, replace: false, source: String::new() };
    for positions in schedule.positions_by_key().chunks(BATCH) {
        let batch: Vec<_> =
            positions.iter().map(|(_, position)| (played(*position as usize), arrival.clone())).collect();
        store.put_all(schedule.rules(), &batch, &ReplayRetentionConfig::default()).expect("they are stored");
    }
}

/// Reads all rows in the plainest way.
fn read_alone(database: &Path) -> f64 {
    let begin = Instant::now();
    let connection = rusqlite::Connection::open(database).expect("a database");
    let mut query = connection.prepare("SELECT * FROM matches").expect("a query");
    let columns = query.column_count();
    let mut rows = query.query([]).expect("rows");
    while let Some(row) = rows.next().expect("a row") {
        (0..columns).for_each(|column| drop(std::hint::black_box(row.get_ref(column))));
    }
    begin.elapsed().as_secs_f64()
}

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rathaus"));
    command.args(arguments).stdout(Stdio::piped());
    command
}

/// The time of the command, and its peak memory in bytes.
fn standings(file: &Path, format: &str) -> (f64, u64) {
    let begin = Instant::now();
    let file = file.to_str().expect("a path");
    let mut child =
        program(&["tournament", "standings", file, "--format", format]).spawn().expect("it starts");
    let mut output = child.stdout.take().expect("its output");
    let (id, reader) = (child.id(), thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink())));
    let mut peak = 0;
    while child.try_wait().expect("it runs").is_none() {
        peak = peak.max(peak_memory(id).unwrap_or(0));
        thread::sleep(Duration::from_millis(20));
    }
    drop(reader.join());
    (begin.elapsed().as_secs_f64(), peak)
}

/// The peak memory of a process in bytes, while it runs.
fn peak_memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? * 1_024)
}

/// Measures a server: the first answer, and the slowest of many readers.
fn serve(file: &Path, alone: f64) {
    let file = file.to_str().expect("a path");
    let mut child = program(&["serve", file, "--listen", "127.0.0.1:0"]).spawn().expect("it starts");
    let address = address_of(&mut child);
    let name = "/api/tournaments/large";
    let begin = Instant::now();
    let bytes = request(&address, name);
    let words = format!("the first answer, {} kB", bytes / 1_000);
    line(&words, begin.elapsed().as_secs_f64(), alone, peak_memory(child.id()));
    let paths = [
        name.to_owned(),
        format!("{name}/pairs?from=0&count=40"),
        format!("{name}/matches?entrant=bot%200500&from=400&count=500"),
        format!("{name}/matches?faulty=true"),
        format!("{name}/charts/scores.svg"),
        format!("{name}/charts/head-to-head.svg"),
    ];
    for path in &paths {
        let readers: Vec<_> = (0..READERS)
            .map(|_| {
                let (address, path) = (address.clone(), path.clone());
                thread::spawn(move || {
                    let begin = Instant::now();
                    let bytes = request(&address, &path);
                    (begin.elapsed().as_secs_f64(), bytes)
                })
            })
            .collect();
        let times: Vec<(f64, usize)> =
            readers.into_iter().map(|reader| reader.join().expect("an answer")).collect();
        let slowest = times.iter().map(|(took, _)| *took).fold(0.0, f64::max);
        let mean = times.iter().map(|(took, _)| took).sum::<f64>() / READERS as f64;
        let what = path.trim_start_matches(name);
        let words = format!("{READERS} readers: {what:.22}, {} kB", times[0].1 / 1_000);
        line(&words, slowest, alone, peak_memory(child.id()));
        let begin = Instant::now();
        request(&address, path);
        line("  on the average, and one reader alone", mean, alone, None);
        line("", begin.elapsed().as_secs_f64(), alone, None);
    }
    child.kill().expect("it ends");
    child.wait().expect("it has ended");
}

/// The address that a server prints.
fn address_of(child: &mut Child) -> String {
    let output = BufReader::new(child.stdout.take().expect("its output"));
    let line = output.lines().map_while(Result::ok).find_map(|line| {
        let (_, address) = line.split_once("http://")?;
        Some(address.split(['/', ' ']).next().unwrap_or_default().to_owned())
    });
    line.expect("an address")
}

/// The number of bytes of a response.
fn request(address: &str, path: &str) -> usize {
    let mut stream = TcpStream::connect(address).expect("a connection");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").expect("a request");
    let mut response = Vec::new();
    stream.read_to_end(&mut response).expect("a response");
    assert!(response.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&response[..200]));
    response.len()
}
