//! What the host does with a submission.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{introduce, letters};
use crate::bot::Bot;
use crate::common::matches;
use crate::dialogue;
use crate::language::Language;
use crate::source::{Source, promised, said_after};
use crate::workshop::{Workshop, is_refused, standard_rules};

/// `rathaus check` exits with this code and prints these words.
pub fn checks(workshop: &Workshop, source: &Source, code: i32, says: &[String]) {
    let run = workshop.world.run(&["check", "rat-race", path(&source.path)]);
    let said = format!("{}{}", run.stdout, run.stderr);
    assert_eq!(run.code, Some(code), "{said}");
    for words in says {
        assert!(said.contains(words), "`{words}` is not said in\n{said}");
    }
}

/// The stack trace names the place in the submission that its comment promises, and no place in the
/// adapter. A language without stack traces promises `nothing`.
pub fn traces(workshop: &Workshop, language: &Language, source: &Source) {
    let place =
        promised(language, source, "The stack trace names: ").unwrap_or_else(|problem| panic!("{problem}"));
    let mut bot = Bot::has_handshake(&workshop.program(source));
    introduce(&mut bot, 0);
    let found = letters(&mut bot, 0, 0, 0, &[0]);
    assert!(found.starts_with("! raised "), "{found}");
    let said = bot.end_with(0);
    assert!(place == "nothing" || said.contains(&place), "`{place}` is not named in\n{said}");
    for own in ["/adapters/", "at rathaus.", "at Rathaus."] {
        assert!(!said.contains(own), "a frame of the adapter is named in\n{said}");
    }
}

/// A submission may include the files of the original controller, which the adapter replaces.
pub fn brings_controller_files(workshop: &Workshop, language: &Language, source: &Source) {
    let folder = workshop.world.path("with-controller").join(&language.name);
    fs::create_dir_all(&folder).expect("a folder");
    fs::copy(&source.path, folder.join(source.path.file_name().expect("a file"))).expect("a copy");
    for file in &language.description.controller_files {
        fs::write(folder.join(file), "<this is not the file of the adapter>\n").expect("a file");
    }
    let program = workshop.program(&Source { path: folder, form: source.form });
    dialogue::golden().iter().for_each(|dialogue| dialogue.play(&program));
}

/// The submission cannot be built or loaded, and the message has the words that its first
/// comment promises.
pub fn refuses(workshop: &Workshop, language: &Language, source: &Source) {
    let promised = |words| said_after(language, &source.path, words);
    match (promised("Refused by the build: "), promised("Refused when loaded: ")) {
        (Some(words), _) => is_not_built(workshop, source, &words),
        (_, Some(words)) => is_not_loaded(workshop, source, &words),
        _ => panic!(
            "a line of comment in {} should be `Refused by the build: WORDS` or `Refused when loaded: WORDS`",
            source.path.display()
        ),
    }
}

fn is_not_built(workshop: &Workshop, source: &Source, words: &str) {
    let error = workshop.build(source, &standard_rules()).expect_err("it was built");
    assert!(is_refused(&error) && error.problem.contains(words), "`{words}` is not said in\n{error}");
}

/// The program exits with status 1 and prints nothing to stdout.
fn is_not_loaded(workshop: &Workshop, source: &Source, words: &str) {
    let mut bot = Bot::start(&workshop.program(source));
    bot.tell("rathaus 1 rat-race");
    let said = bot.end_with(1);
    assert!(said.contains(words), "`{words}` is not said in\n{said}");
}

/// A submission that never ends is late and loses its board.
pub fn is_late(workshop: &Workshop, _: &Language, source: &Source) {
    let limits = ["--set", "turn_ms=1000", "--set", "move_us=0"];
    let result = play(workshop, source, &[&["--boards", "1", "--seed", "1"], limits.as_slice()].concat());
    assert_eq!(result[0]["faults"][0]["fault"], "late", "{result:#?}");
}

/// The numbers of processes and boards at a time change no result.
pub fn any_concurrency_gives_the_same(workshop: &Workshop, _: &Language, source: &Source) {
    let short = ["--boards", "6", "--seed", "3", "--set", "turns=100"];
    let play = |more: &[&str]| play(workshop, source, &[short.as_slice(), more].concat());
    let once = play(&["--concurrency", "1", "--in-flight", "1"]);
    assert!(once.iter().all(|one| one["faults"].as_array().is_some_and(Vec::is_empty)), "{once:#?}");
    assert_eq!(play(&["--concurrency", "1", "--in-flight", "6"]), once);
    assert_eq!(play(&["--concurrency", "3", "--in-flight", "2"]), once);
}

fn play(workshop: &Workshop, source: &Source, more: &[&str]) -> Vec<Value> {
    matches(&workshop.world.play(&[&[path(&source.path)], more].concat()), 0)
}

fn path(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}
