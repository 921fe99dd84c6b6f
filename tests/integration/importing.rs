//! `rathaus import`: bots from saved posts, which are as hostile as submissions.
#![expect(clippy::disallowed_methods, reason = "the tests look at what was written")]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use serde_json::Value;

use crate::common::{Run, World, assert_line_mentions, repository};

const ALL_WRITTEN: Option<i32> = Some(0);
const USAGE: i32 = 2;
const INPUT: i32 = 3;

const BOT: &str = "class Walker(Player):\n    def turn(self):\n        return 1, 0\n";

/// A page of answers in the format of a question-and-answer site.
fn page() -> String {
    fs::read_to_string(repository().join("tests/data/posts/answers.md")).unwrap()
}

/// An answer in Python with this title.
fn answer(title: &str) -> String {
    format!("# {title}\n\n```python\n{BOT}```\n\n")
}

/// Imports a post into the folder `out`.
fn import(world: &World, post: &str, options: &[&str]) -> Run {
    let post = world.file("post.md", post);
    let folder = world.path("out");
    world.run(&[&["import", &post, folder.to_str().unwrap()], options].concat())
}

/// The names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn field<'a>(report: &'a Value, list: &str, field: &str) -> Vec<&'a str> {
    report[list].as_array().unwrap().iter().filter_map(|one| one[field].as_str()).collect()
}

#[test]
fn a_page_of_answers_in_five_languages_becomes_bots() {
    let world = World::new();
    let run = import(&world, &page(), &["--json"]);
    assert_eq!(run.code, ALL_WRITTEN, "{}", run.stderr);
    let report = run.json();
    assert_eq!(report["game"], "rat-race");
    let languages = field(&report, "placed", "language");
    assert_eq!(languages, ["python", "python", "ruby", "cpp", "csharp", "java"]);
    assert_eq!(field(&report, "placed", "author"), ["strider", "threes", "threes", "threes", "sharp"]);
    let folders = field(&report, "placed", "folder");
    let mut written = folders.clone();
    written.sort_unstable();
    assert_eq!(names(&world.path("out")), written);
    assert_eq!(report["not_placed"].as_array().unwrap().len(), 3, "{report:#}");
    let manifest = fs::read_to_string(world.path("out/long-stride/bot.toml")).unwrap();
    let manifest: toml::Table = manifest.parse().unwrap();
    assert_eq!(manifest["name"].as_str(), Some("Long Stride"));
    assert_eq!(manifest["author"].as_str(), Some("strider"));
}

#[test]
fn what_was_imported_plays() {
    let world = World::sharing_builds();
    let run = import(&world, &page(), &[]);
    assert_eq!(run.code, ALL_WRITTEN, "{}", run.stderr);
    assert!(run.stdout.contains("Long Stride by strider"), "{}", run.stdout);
    let bots = ["long-stride", "three-ways-python"]
        .map(|bot| world.path("out").join(bot).to_str().unwrap().to_owned());
    let result = world.play(&[&bots[0], &bots[1], "--boards", "1", "--seed", "1", "--set", "turns=50"]);
    assert_eq!(field(&result, "submissions", "name"), ["Long Stride", "Three Ways (Python)"], "{result:#}");
}

#[test]
fn programs_of_another_game_play() {
    let world = World::sharing_builds();
    let post = fs::read_to_string(repository().join("tests/data/posts/plants.md")).unwrap();
    let run = import(&world, &post, &["--json"]);
    assert_eq!(run.code, ALL_WRITTEN, "{}", run.stderr);
    let report = run.json();
    assert_eq!(field(&report, "placed", "folder"), ["the-sleeper", "the-collector"]);
    let bots =
        ["the-sleeper", "the-collector"].map(|bot| world.path("out").join(bot).to_str().unwrap().to_owned());
    let play = world.run(&["play", "prisoners-dilemma", &bots[0], &bots[1], "--seed", "1", "--quiet"]);
    assert_eq!(play.code, Some(0), "{}", play.stderr);
    assert!(play.stdout.contains("The Sleeper"), "{}", play.stdout);
}

/// Text that was copied from a page has lost its indentation. A posted hash tells how it was.
#[test]
fn sources_in_copied_text_are_restored_by_their_hashes() {
    let world = World::new();
    let post = fs::read_to_string(repository().join("tests/data/posts/copied.txt")).unwrap();
    let run = import(&world, &post, &["--language", "python", "--json"]);
    run.assert_refused(INPUT, &["help", "copy the code"]);
    let report = run.json();
    assert_eq!(report["game"], "prisoners-dilemma");
    assert_eq!(field(&report, "placed", "folder"), ["the-sleeper", "the-collector"]);
    let source = fs::read_to_string(world.path("out/the-collector/bot.py")).unwrap();
    assert!(
        source.ends_with("\n    if other == me:\n        pass\n    else:\n        print(other)\n"),
        "{source}"
    );
    assert_line_mentions(&run.stderr, &["post.md:17", "indentation", "hash"]);
    assert_line_mentions(&run.stderr, &["post.md:21", "Straight Ahead", "code"]);
    assert_eq!(report["not_placed"].as_array().unwrap().len(), 2, "{report:#}");
}

#[test]
fn nothing_is_overwritten() {
    let world = World::new();
    let post = answer("Old - Python") + &answer("New - Python");
    let kept = world.file("out/old/bot.py", "my own work");
    import(&world, &post, &[]).assert_refused(INPUT, &["out/old", "help"]);
    assert_eq!(fs::read_to_string(kept).unwrap(), "my own work");
    assert_eq!(names(&world.path("out")), ["old"], "nothing else was written");
}

#[test]
fn no_link_is_followed() {
    for target in ["../elsewhere", "../nowhere"] {
        let world = World::new();
        fs::create_dir_all(world.path("elsewhere")).unwrap();
        fs::create_dir_all(world.path("out")).unwrap();
        symlink(target, world.path("out/old")).unwrap();
        import(&world, &answer("Old - Python"), &[]).assert_refused(INPUT, &["out/old"]);
        assert!(names(&world.path("elsewhere")).is_empty() && !world.path("nowhere").exists());
    }
}

#[test]
fn names_cannot_leave_the_folder() {
    let world = World::new();
    let titles = [
        "../../escape",
        "/etc/passwd",
        "..",
        ".hidden",
        "-rf",
        "NUL",
        "a\\b",
        "~",
        "$(id)",
        "A",
        "a",
        "\u{c4}",
    ];
    let post: String = titles.iter().map(|title| answer(&format!("{title} - Python"))).collect();
    let run = import(&world, &post, &["--json"]);
    assert_eq!(run.code, ALL_WRITTEN, "{}", run.stderr);
    assert_eq!(names(&world.path("")), ["cache", "out", "post.md", "tmp"]);
    let written = names(&world.path("out"));
    assert_eq!(written.len(), titles.len(), "{written:?}");
    let is_safe = |name: &String| {
        name.starts_with(|letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit())
            && name
                .chars()
                .all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-')
    };
    assert!(written.iter().all(is_safe), "{written:?}");
    assert!(!written.contains(&"nul".into()), "{written:?}");
}

#[test]
fn nothing_that_a_terminal_acts_on_is_shown() {
    let world = World::new();
    let hostile = "\u{1b}[31m\u{202e}\u{7}\u{200b}";
    let post = format!(
        "{}Author: {hostile}me\n\n```{hostile}x\nprint(input())\n```\n\n```py\nclass A(Player): pass\nclass B(Player): pass\n```\n",
        answer(&format!("Evil{hostile} - Python"))
    );
    let run = import(&world, &post, &[]);
    for text in [&run.stdout, &run.stderr] {
        assert!(!text.contains(['\u{1b}', '\u{202e}', '\u{7}', '\u{200b}']), "{text:?}");
    }
    run.assert_refused(INPUT, &["post.md", "several"]);
    let manifest = fs::read_to_string(world.path("out/evil-31m/bot.toml")).unwrap();
    let manifest: toml::Table = manifest.parse().unwrap();
    assert_eq!(manifest["name"].as_str(), Some("Evil[31m"));
    assert_eq!(manifest["author"].as_str(), Some("[31mme"));
}

/// A title cannot add fields to the manifest, such as `run`.
#[test]
fn a_title_stays_a_string() {
    let world = World::new();
    let run = import(&world, &answer("x\" \\\"run = [\"id\"] ''' - Python"), &["--json"]);
    assert_eq!(run.code, ALL_WRITTEN, "{}", run.stderr);
    let report = run.json();
    let folder = field(&report, "placed", "folder")[0].to_owned();
    let manifest = fs::read_to_string(world.path("out").join(folder).join("bot.toml")).unwrap();
    let manifest: toml::Table = manifest.parse().unwrap();
    assert_eq!(manifest.keys().collect::<Vec<_>>(), ["game", "language", "name", "source"]);
}

#[test]
fn what_is_no_post_is_refused() {
    let world = World::new();
    let refused = |post: &str, facts: &[&str]| {
        import(&world, post, &["--game", "rat-race"]).assert_refused(INPUT, facts)
    };
    refused("Text without code.\n", &["post.md", "help", "Markdown"]);
    refused("# A - Python\n\n    1 1 1\n", &["post.md:3"]);
    refused("```\n1 1 1\n```\n", &["post.md", "rat-race", "--language"]);
    refused(&"# a\n".repeat(60_000), &["post.md", "50000"]);
    refused(&"a".repeat((4 << 20) + 1), &["post.md", "4 MiB"]);
    assert!(!world.path("out").exists());
    fs::write(world.path("post.md"), b"\xff\xfe").unwrap();
    let post = world.path("post.md").to_str().unwrap().to_owned();
    world.run(&["import", &post]).assert_refused(INPUT, &["post.md", "UTF-8"]);
    fs::remove_file(&post).unwrap();
    world.run(&["import", &post]).assert_refused(INPUT, &["post.md"]);
    world.run(&["import", "/dev/zero", "out"]).assert_refused(INPUT, &["/dev/zero", "device"]);
}

#[test]
fn the_game_and_the_language_are_known_ones() {
    let world = World::new();
    let post = "```python\nprint(input())\n```\n";
    import(&world, post, &[]).assert_refused(USAGE, &["--game", "rat-race"]);
    import(&world, post, &["--game", "rat-rase"]).assert_refused(USAGE, &["rat-rase", "rat-race"]);
    let run = import(&world, post, &["--game", "prisoners-dilemma", "--language", "pyton"]);
    run.assert_refused(USAGE, &["pyton", "python"]);
    assert!(!world.path("out").exists());
}

#[test]
fn likely_submissions_that_were_not_written_are_named() {
    let world = World::new();
    let post = answer("Good - Python") + "# Lost - Python\n\n```python\ndef turn(): pass\n```\n";
    let run = import(&world, &post, &[]);
    run.assert_refused(INPUT, &["help"]);
    assert_line_mentions(&run.stderr, &["post.md:11", "rat-race"]);
    assert_eq!(names(&world.path("out")), ["good"]);
}

/// The parser must not take time that grows faster than the post.
#[test]
fn nested_markup_is_read_in_time() {
    let world = World::new();
    for unit in ["[", "> ", "- ", "*a_", "![[]()", "<!--", "`a", "[a](<b", "&", "<a "] {
        let post = unit.repeat((1 << 20) / unit.len()) + "\n\n" + &answer("A - Python");
        let run = import(&world, &post, &["--game", "rat-race"]);
        assert!(run.took.as_secs() < 30, "{unit:?} took {:?}", run.took);
        let _ = fs::remove_dir_all(world.path("out"));
    }
}
