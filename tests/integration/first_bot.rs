//! A first bot: `rathaus new`, `rathaus check`, and playing it.
#![expect(clippy::disallowed_methods, reason = "the test looks at what was written")]

use crate::common::{World, matches, repository, sample};

/// The languages of a game's templates in the repository.
fn languages(game: &str) -> Vec<String> {
    let folders = std::fs::read_dir(repository().join("templates").join(game)).unwrap();
    let mut languages: Vec<String> =
        folders.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    languages.sort();
    languages
}

#[test]
fn a_first_bot_in_every_language_is_fit_to_play() {
    assert!(languages("rat-race").len() >= 4);
    for language in languages("rat-race") {
        let world = World::sharing_builds();
        let folder = world.path("mine").to_str().unwrap().to_owned();
        let new = world.run(&["new", "rat-race", "--language", &language, &folder]);
        assert_eq!(new.code, Some(0), "{}", new.stderr);
        let check = world.run(&["check", "rat-race", &folder]);
        assert_eq!(check.code, Some(0), "{language}: {}{}", check.stdout, check.stderr);
        assert!(check.stdout.contains("mine"), "{language}: {}", check.stdout);
    }
}

#[test]
fn the_plain_examples_play() {
    let world = World::sharing_builds();
    for language in ["bash", "javascript"] {
        let bot = sample(&format!("color-score-{language}"));
        let result = world.play(&[&bot, "--boards", "2", "--seed", "1", "--set", "turns=100"]);
        for one in matches(&result, 0) {
            assert!(one["faults"].as_array().unwrap().is_empty(), "{one:#}");
            assert!(one["details"]["asked"].as_u64() < one["details"]["moves"].as_u64());
        }
    }
}

#[test]
fn what_is_there_is_not_overwritten() {
    let world = World::sharing_builds();
    let file = world.file("mine/bot.py", "my own work");
    let folder = file.trim_end_matches("/bot.py");
    let run = world.run(&["new", "rat-race", "--language", "python", folder]);
    assert_eq!(run.code, Some(3));
    assert_eq!(std::fs::read_to_string(file).unwrap(), "my own work");
}

#[test]
fn an_unknown_language_lists_those_that_there_are() {
    let world = World::sharing_builds();
    let folder = world.path("mine");
    let run = world.run(&["new", "rat-race", "--language", "cobol", folder.to_str().unwrap()]);
    let languages = languages("rat-race");
    run.assert_refused(3, &languages.iter().map(String::as_str).chain(["cobol"]).collect::<Vec<_>>());
    assert!(!folder.exists());
}

#[test]
fn a_bot_that_needs_work_is_told_what() {
    let check = |flags: &[&str], code: i32| {
        let world = World::sharing_builds();
        let run = world.run(&["check", "rat-race", &world.testbot("bot", flags)]);
        assert_eq!(run.code, Some(code), "{}{}", run.stdout, run.stderr);
        // How many moves there are depends on the order of replies if the bot keeps data.
        let counts = regex::Regex::new(r"\b\d{5,}\b").expect("a pattern");
        let report = world.redacted(&format!("{flags:?}:\n{}{}", run.stdout, run.stderr));
        counts.replace_all(&report, "[COUNT]").into_owned()
    };
    let reports = [
        check(&[], 0),
        check(&["--plain"], 0),
        check(&["--fault", "illegal"], 7),
        check(&["--fault", "abort"], 7),
        check(&["--keep-data"], 7),
        check(&["--greeting", "exit"], 6),
    ];
    insta::assert_snapshot!(reports.join("\n"));
}
