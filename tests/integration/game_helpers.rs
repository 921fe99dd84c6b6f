//! The helper libraries for custom games: each plays the golden dialogues of the protocol, and all
//! draw the same random numbers.
#![expect(clippy::disallowed_methods, reason = "the dialogues are files, and the games are programs")]

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

/// The languages, each with its command and the extension of its files.
const LANGUAGES: [(&str, &str, &str); 3] =
    [("python", "python3", "py"), ("javascript", "node", "mjs"), ("rust", "rustc", "rs")];

/// The file names of the games of the golden dialogues, by language.
const MATCHING_PENNIES: [&str; 3] = ["matching_pennies.py", "matching-pennies.mjs", "matching_pennies.rs"];
const COUNTDOWN: [&str; 3] = ["countdown.py", "countdown.mjs", "countdown.rs"];

/// The files of the game of this dialogue.
fn files_of(dialogue: &Path) -> [&'static str; 3] {
    let name = dialogue.file_name().unwrap().to_str().unwrap();
    if name.starts_with("countdown-") { COUNTDOWN } else { MATCHING_PENNIES }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn program(language: &str, command: &str, file: &str) -> Command {
    let source = root().join("games/helpers").join(language).join("tests").join(file);
    if language == "rust" {
        return Command::new(compiled(&source));
    }
    let mut program = Command::new(command);
    program.arg(source);
    program.env("PYTHONDONTWRITEBYTECODE", "1");
    program
}

/// Compiles a source, once for all tests, and returns the program.
fn compiled(source: &Path) -> PathBuf {
    static DONE: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let mut done = DONE.lock().unwrap_or_else(PoisonError::into_inner);
    let name = source.file_stem().unwrap().to_str().unwrap();
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("helpers-{name}"));
    if done.insert(program.clone()) {
        let mut compiler = Command::new("rustc");
        // Everybody who writes a game with it would see its warnings.
        compiler.args(["--edition", "2021", "-D", "warnings", "-o"]).arg(&program).arg(source);
        assert!(compiler.status().unwrap().success(), "{}", source.display());
    }
    program
}

fn dialogues() -> Vec<(PathBuf, String)> {
    let entries = fs::read_dir(root().join("protocol/transcripts/games")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let texts = paths.filter(|path| path.extension().is_some_and(|ending| ending == "txt"));
    texts.map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

/// A parsed message, in which 1 and 1.0 are equal.
fn message(line: &str) -> Value {
    fn plain(value: Value) -> Value {
        match value {
            Value::Number(number) => number.as_f64().into(),
            Value::Array(values) => values.into_iter().map(plain).collect(),
            Value::Object(values) => values.into_iter().map(|(name, value)| (name, plain(value))).collect(),
            other => other,
        }
    }
    plain(serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
}

#[test]
fn a_game_that_is_written_with_a_helper_says_what_the_golden_dialogues_say() {
    for (number, (language, command, _)) in LANGUAGES.into_iter().enumerate() {
        let dialogues = dialogues();
        assert!(dialogues.len() >= 5);
        for (path, dialogue) in dialogues {
            let file = files_of(&path)[number];
            let mut game = program(language, command, file)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            let mut input = game.stdin.take().unwrap();
            let mut output = BufReader::new(game.stdout.take().unwrap()).lines();
            // Twice: a process may play several matches.
            for line in dialogue.lines().chain(dialogue.lines()) {
                if let Some(heard) = line.strip_prefix("> ") {
                    writeln!(input, "{heard}").unwrap();
                } else if let Some(expected) = line.strip_prefix("< ") {
                    let said = output.next().expect("an answer").unwrap();
                    assert_eq!(message(&said), message(expected), "{language}, {}", path.display());
                }
            }
            drop(input);
            assert!(game.wait().unwrap().success(), "{language} ends when there is no other match");
            assert!(output.next().is_none(), "{language} says nothing after the end");
        }
    }
}

#[test]
fn a_host_that_is_gone_ends_a_game_quietly() {
    for ((language, command, _), file) in LANGUAGES.into_iter().zip(MATCHING_PENNIES) {
        let (_, dialogue) = dialogues().into_iter().find(|(path, _)| path.ends_with("played.txt")).unwrap();
        let start = dialogue.lines().find_map(|line| line.strip_prefix("> ")).unwrap();
        let Output { status, stderr, .. } = run(program(language, command, file), &format!("{start}\n"));
        assert!(status.success() && stderr.is_empty(), "{language}: {}", String::from_utf8_lossy(&stderr));
    }
}

#[test]
fn what_a_game_prints_is_no_message_and_one_that_forgets_its_end_fails() {
    let start = r#"{"type":"start","version":1,"game":"g","seats":1,"seed":"00","parameters":{}}"#;
    for (language, command, ending) in LANGUAGES {
        let program = program(language, command, &format!("forgetful.{ending}"));
        let Output { status, stdout, stderr } = run(program, &format!("{start}\n"));
        let (said, told) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
        assert!(!status.success() && said.is_empty(), "{language}: {said}");
        assert!(told.contains("printed by the rules") && told.contains("match.end"), "{language}: {told}");
    }
}

#[test]
fn all_helpers_draw_the_same_numbers() {
    // The first three numbers of SplitMix64 from the seed 0.
    let known = "0 16294208416658607535 7960286522194355700 487617019471545679 ";
    let drawn = LANGUAGES.map(|(language, command, ending)| {
        let Output { stdout, .. } = run(program(language, command, &format!("numbers.{ending}")), "");
        String::from_utf8(stdout).unwrap()
    });
    assert!(drawn[0].starts_with(known) && drawn[0].lines().count() == 6, "{}", drawn[0]);
    assert!(drawn.iter().all(|numbers| *numbers == drawn[0]), "{drawn:#?}");
}

/// Runs a program with this input and returns its output.
fn run(mut program: Command, input: &str) -> Output {
    let program = program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = program.spawn().unwrap();
    running.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    running.wait_with_output().unwrap()
}
