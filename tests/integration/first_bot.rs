//! A first bot: `rathaus new`, `rathaus check`, and playing it.
#![expect(clippy::disallowed_methods, reason = "the test looks at what was written")]

use serde_json::Value;

use crate::common::{World, assert_line_mentions, assert_mentions, matches, repository, sample};

/// The exit codes of `rathaus check` if a tool is not installed, and if a bot needs work.
const TOOL_MISSING: i32 = 4;
const NEEDS_WORK: i32 = 7;

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

/// Creates and checks a bot in each language that is installed. Returns their folders.
fn checked_bots(world: &World, game: &str) -> Vec<String> {
    let mut bots = Vec::new();
    for language in languages(game) {
        let folder = world.path(&language).to_str().unwrap().to_owned();
        let new = world.run(&["new", game, "--language", &language, &folder]);
        assert_eq!(new.code, Some(0), "{}", new.stderr);
        let check = world.run(&["check", game, &folder]);
        if check.code == Some(TOOL_MISSING) {
            continue;
        }
        assert_eq!(check.code, Some(0), "{language}: {}{}", check.stdout, check.stderr);
        bots.push(folder);
    }
    assert!(bots.len() >= 2, "{bots:?}");
    bots
}

/// Plays a game and returns its JSON.
fn played(world: &World, game: &str, bots: &[String], options: &[&str]) -> Value {
    let bots = bots.iter().map(String::as_str);
    let fixed = ["play", game, "--json", "--quiet", "--seed", "1"];
    let run = world.run(&fixed.into_iter().chain(bots).chain(options.iter().copied()).collect::<Vec<_>>());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    run.json()
}

/// The players of a game, none of which has a fault.
fn faultless_players(result: &Value) -> &[Value] {
    let players = result["players"].as_array().unwrap();
    assert!(players.iter().all(|player| player["faults"] == serde_json::json!([])), "{players:#?}");
    players
}

/// The players punish who takes from everybody, and play the same in each language.
#[test]
fn a_first_bot_plays_the_dilemma_in_every_language() {
    let world = World::sharing_builds();
    let mut bots = checked_bots(&world, "prisoners-dilemma");
    bots.push(
        world.file("taker.sh", "read p me r; for i in $(seq $p); do ((i == me)) || echo -n \"$i \"; done\n"),
    );
    let options = ["--set", "time_ms=60000", "--set", "rounds_per_player=3"];
    let result = played(&world, "prisoners-dilemma", &bots, &options);
    let (taker, others) = faultless_players(&result).split_last().unwrap();
    let score = |player: &Value| player["score"].as_i64().unwrap();
    assert!(others.iter().all(|player| score(player) == score(&others[0])), "{others:#?}");
    assert!(score(taker) < score(&others[0]), "{taker:#}");
}

#[test]
fn a_first_bot_routes_in_every_language() {
    let world = World::sharing_builds();
    let bots = checked_bots(&world, "grid-routing");
    let result = played(&world, "grid-routing", &bots, &["--set", "question_ms=60000", "--rounds", "5"]);
    let scores = faultless_players(&result).iter().map(|player| player["score"].as_u64().unwrap());
    assert!(scores.sum::<u64>() > 0, "no path was complete");
}

/// The largest board has so many solutions that not all can be compared.
#[test]
fn a_first_bot_solves_in_every_language() {
    let world = World::sharing_builds();
    let bots = checked_bots(&world, "lights-out");
    for (size, solvable) in [("7x4", "true"), ("4x5", "false"), ("19x19", "true")] {
        let solvable = format!("solvable={solvable}");
        let options = ["--set", "solve_ms=60000", "--boards", "2", "--size", size, "--set", &solvable];
        let result = played(&world, "lights-out", &bots, &options);
        for submission in result["submissions"].as_array().unwrap() {
            assert_eq!(submission["right"]["value"], 1.0, "{size}: {submission:#}");
        }
    }
}

/// Checks a bot that needs work, and returns the report.
fn faulty(game: &str, file: &str, source: &str) -> String {
    let world = World::sharing_builds();
    let run = world.run(&["check", game, &world.file(file, source)]);
    assert_eq!(run.code, Some(NEEDS_WORK), "{game}: {}{}", run.stdout, run.stderr);
    run.stdout
}

#[test]
fn a_bot_that_breaks_the_rules_of_its_game_needs_work() {
    let report = faulty("prisoners-dilemma", "bot.sh", "echo 77\n");
    assert_mentions(&report, &["illegal", "77"]);
    let never_the_same = "read players me rounds; echo; date +%s%N\n";
    let report = faulty("prisoners-dilemma", "bot.sh", never_the_same);
    assert_line_mentions(&report, &["determinism", "no"]);
    let off_the_grid = "while read -r word rest; do [[ $word == [DA]* ]] && echo VERTEX 9999,0; done\n";
    let report = faulty("grid-routing", "bot.sh", off_the_grid);
    assert_mentions(&report, &["illegal", "9999,0"]);
    let report = faulty("grid-routing", "bot.sh", "read -r line; exit 3\n");
    assert_mentions(&report, &["crashed", "3"]);
    let report = faulty("lights-out", "bot.sh", "echo CLICKS 9,9\n");
    assert_mentions(&report, &["illegal", "9,9"]);
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
    for game in ["lights-out", "prisoners-dilemma", "grid-routing"] {
        let run = world.run(&["new", game, "--language", "cobol", folder.to_str().unwrap()]);
        run.assert_refused(3, &["bash", "cpp", "csharp", "java", "javascript", "python", "ruby", "rust"]);
        assert!(!folder.exists());
    }
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

#[test]
fn all_bots_of_a_folder_are_checked() {
    let world = World::sharing_builds();
    let good = std::fs::read_to_string(repository().join("bots/prisoners-dilemma/titfortat.sh")).unwrap();
    world.file("bots/good.sh", &good);
    world.file("bots/ends.py", "import sys\nsys.exit(3)\n");
    world.file("bots/broken.py", "def\n");
    // A name that would clear the terminal.
    world.file("bots/\u{1b}[2J.sh", &good);
    world.file("bots/README.md", "About these.\n");
    let (bots, reports) = (world.path("bots"), world.path("reports"));
    let [bots, reports] = [&bots, &reports].map(|path| path.to_str().unwrap());
    let arguments = ["check", "prisoners-dilemma", "--all", bots, "--reports", reports, "--json"];
    // Reports are overwritten, so that the command can be given again.
    for _ in 0..2 {
        let run = world.run(&arguments);
        assert_eq!(run.code, Some(3), "{}{}", run.stdout, run.stderr);
        assert_line_mentions(&run.stderr, &["README.md"]);
        let found = run.json();
        let found: Vec<&Value> = found.as_array().unwrap().iter().collect();
        let codes: Vec<_> = found.iter().map(|bot| bot["exit_code"].as_i64().unwrap()).collect();
        assert_eq!(codes, [3, 5, 7, 0], "{found:#?}");
        for (bot, facts) in found.iter().zip([&["1b"][..], &["SyntaxError"], &["exit status 3"], &["ready"]])
        {
            let report = std::fs::read_to_string(bot["report"].as_str().unwrap()).unwrap();
            assert_mentions(&report, facts);
            assert!(!report.contains('\u{1b}'));
        }
    }
    let nothing = world.run(&["check", "prisoners-dilemma", "--all", reports, "--reports", reports]);
    assert_eq!(nothing.code, Some(3), "{}", nothing.stderr);
    assert_eq!(world.run(&["check", "prisoners-dilemma"]).code, Some(2));
}
