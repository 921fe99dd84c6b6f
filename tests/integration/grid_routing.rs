//! The grid-routing battle, through the binary.
#![expect(clippy::disallowed_methods, reason = "tests read what was written")]

use serde_json::{Value, json};

use crate::common::{Run, World, assert_line_mentions, assert_mentions, numbers, repository};

/// Time limits that are much longer than any bot here needs, so that results do not depend on how
/// busy the machine is.
const PATIENT: [&str; 4] = ["--set", "question_ms=60000", "--set", "exit_ms=60000"];

/// A bot in Bash whose replies are these shell commands, where `$n` is the turn.
fn bot(world: &World, name: &str, destroy: &str, activate: &str, score: &str) -> String {
    let text = format!(
        "while read word n rest; do\n case $word in\n BEGIN) bots=$n;;\n DESTROY) {destroy};;\n ACTIVATE) {activate};;\n \
         SCORE) {score};;\n esac\ndone\n"
    );
    world.file(&format!("{name}.sh"), &text)
}

/// A bot that builds a path in a column, which takes as many turns as the side of the grid is long.
fn builder(world: &World, name: &str, column: u32) -> String {
    bot(world, name, "echo NONE", &format!("echo VERTEX {column},$n"), "exit 0")
}

fn play(world: &World, arguments: &[&str]) -> Run {
    world.run(&[&["play", "grid-routing", "--quiet", "--seed", "1"], arguments].concat())
}

fn play_json(world: &World, arguments: &[&str]) -> Value {
    let run = play(world, &[&["--json"], arguments].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    run.json()
}

fn player<'a>(result: &'a Value, name: &str) -> &'a Value {
    result["players"].as_array().unwrap().iter().find(|player| player["name"] == name).unwrap()
}

/// The kinds of a player's faults.
fn faults(result: &Value, name: &str) -> Vec<String> {
    let faults = player(result, name)["faults"].as_array().unwrap();
    faults.iter().map(|fault| fault["fault"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn two_builders_share_a_path() {
    let world = World::sharing_builds();
    let (one, other) = (builder(&world, "one", 0), builder(&world, "other", 0));
    let spoiler = bot(&world, "spoiler", "echo VERTEX 5,$n", "echo NONE", "exit 0");
    let game = ["--rounds", "2", "--set", "side=9", "--ascii", &one, &other, &spoiler];
    let run = play(&world, &[game.as_slice(), &PATIENT].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    // 3 searches from the one source, with a point for each of 9 vertices, in each of 2 rounds.
    let line =
        |words: &[&str]| run.stdout.lines().any(|line| line.split_whitespace().collect::<Vec<_>>() == words);
    assert!(line(&["1", "54", "2", "27", "0", "Shell", "one"]), "{}", run.stdout);
    assert!(line(&["2", "54", "2", "27", "0", "Shell", "other"]), "{}", run.stdout);
    assert!(line(&["3", "0", "0", "0", "0", "Shell", "spoiler"]), "{}", run.stdout);
    let picture = run.stdout.lines().find(|line| line.ends_with("....  ...") || line.contains(".... ..."));
    assert!(picture.is_some_and(|row| row.starts_with(['A', 'B'])), "{}", run.stdout);
}

/// The same seed and replies give the same game and output. Another seed presents the other bots in
/// another order.
#[test]
fn the_seed_decides() {
    let world = World::sharing_builds();
    let mut bots: Vec<String> =
        (0..5).map(|column| builder(&world, &format!("bot{column}"), column)).collect();
    // It replies with the column of the first of the other bots, as it was sent, so that the report
    // shows it.
    let teller = "while read word n rest; do\n case $word in\n OWNED) set -- $rest; seen=${2%,*};;\n DESTROY) echo NONE;;\n \
                  ACTIVATE) echo VERTEX ${seen:-8},8;;\n SCORE) exit 0;;\n esac\ndone\n";
    bots.push(world.file("teller.sh", teller));
    let game = |seed: &str| {
        let mut arguments = vec![
            "play",
            "grid-routing",
            "--quiet",
            "--json",
            "--seed",
            seed,
            "--rounds",
            "2",
            "--set",
            "side=9",
        ];
        arguments.extend(["--set", "turns=9"]);
        arguments.extend(PATIENT);
        arguments.extend(bots.iter().map(String::as_str));
        let result = world.run(&arguments).json();
        assert!(
            result["players"].as_array().unwrap().iter().all(|player| player["faults"] == json!([])),
            "{result}"
        );
        (result["rounds"].clone(), result["rounds"][0]["owned"][1][5].clone())
    };
    assert_eq!(game("1"), game("1"));
    let told: std::collections::BTreeSet<String> =
        ["1", "2", "3", "4", "5", "6"].map(|seed| game(seed).1.to_string()).into();
    assert!(told.len() > 1, "{told:?}");
}

/// A bot finds in one round what it wrote in the one before, even if it reads the file right
/// after its start, writes in some rounds only, or writes last of all. A new game begins with an
/// empty file.
#[test]
fn the_private_file_is_kept_over_the_rounds_of_a_game() {
    let world = World::sharing_builds();
    let look = "lines=$(wc -l < data.txt)";
    let tell = "echo VERTEX $((lines % 4)),$n";
    let write = "[ $n = 0 ] && echo round >> data.txt";
    let asked =
        bot(&world, "asked", "echo NONE", &format!("[ $n = 0 ] && {look} && {write}; {tell}"), "exit 0");
    let early = bot(&world, "early", "echo NONE", &format!("{write}; {tell}"), "exit 0");
    let last = bot(&world, "last", "echo NONE", tell, "echo round >> data.txt; exit 0");
    let seldom = bot(&world, "seldom", "echo NONE", tell, "[ $lines = 0 ] && echo x >> data.txt; exit 0");
    for path in [&early, &last, &seldom] {
        world.file(
            path.rsplit('/').next().unwrap(),
            &format!("{look}\n{}", std::fs::read_to_string(path).unwrap()),
        );
    }
    for _ in 0..2 {
        let game = ["--rounds", "4", "--set", "side=4", &*asked, &*early, &*last, &*seldom];
        let result = play_json(&world, &[game.as_slice(), &PATIENT].concat());
        let columns: Vec<Value> = result["rounds"]
            .as_array()
            .unwrap()
            .iter()
            .map(|round| (0..4).map(|seat| round["owned"][0][seat][0].clone()).collect())
            .collect();
        assert_eq!(
            columns,
            [json!([0, 0, 0, 0]), json!([1, 1, 1, 1]), json!([2, 2, 2, 1]), json!([3, 3, 3, 1])]
        );
    }
}

/// Each kind of fault costs that choice, or the round if the bot can no longer be asked, and has no
/// effect on others.
#[test]
fn misdeeds_cost_a_choice_or_a_round() {
    for (misdeed, kind, each_round) in [
        ("echo VERTEX 99,0", "illegal", 1),
        ("echo VERTEX -1,0", "illegal", 1),
        ("echo yes", "malformed", 1),
        ("echo", "malformed", 1),
        ("exit 3", "crashed", 1),
        ("kill -9 $$", "crashed", 1),
        ("exec >&-", "closed", 1),
        ("head -c 100000 /dev/zero", "flooded", 1),
    ] {
        let world = World::sharing_builds();
        let bad = bot(
            &world,
            "bad",
            &format!("if [ $n = 1 ]; then {misdeed}; else echo NONE; fi"),
            "echo VERTEX 0,$n",
            "exit 0",
        );
        let good = builder(&world, "good", 1);
        let arguments = [&["--rounds", "2", "--set", "side=4", &*bad, &*good], PATIENT.as_slice()].concat();
        let result = play_json(&world, &arguments);
        assert_eq!(faults(&result, "bad"), vec![kind; 2 * each_round], "{misdeed}");
        assert_eq!(faults(&result, "good"), Vec::<String>::new(), "{misdeed}");
        // Four turns on a grid of side 4: the other bot's path is complete, with a point for each
        // of 4 vertices in 2 searches.
        let least = 2 * 8;
        assert!(player(&result, "good")["score"].as_i64().unwrap() >= least, "{misdeed}: {result}");
        let stays = ["illegal", "malformed"].contains(&kind);
        assert_eq!(result["rounds"][1]["owned"][3][0] != Value::Null, stays, "{misdeed}");
    }
}

/// A late reply is not taken for the reply to a later request.
#[test]
fn late_answers_answer_nothing() {
    let world = World::sharing_builds();
    let late = "[ $n = 1 ] && sleep 1.5; echo NONE";
    let slow = bot(&world, "slow", late, "echo VERTEX 0,$n", "exit 0");
    let good = builder(&world, "good", 2);
    let game = ["--rounds", "1", "--set", "side=4", "--set", "question_ms=1000", "--set", "exit_ms=60000"];
    let result = play_json(&world, &[game.as_slice(), &[&*slow, &*good]].concat());
    let found = faults(&result, "slow");
    assert!(found.iter().all(|kind| kind == "late") && !found.is_empty(), "{found:?}");
    // The bot replied NONE to `DESTROY 1` when `ACTIVATE 1` was asked, but its own reply to
    // `ACTIVATE 1` still counts.
    let owned: Vec<&Value> =
        result["rounds"][0]["owned"].as_array().unwrap().iter().map(|turn| &turn[0]).collect();
    assert_eq!((owned[0], owned[2], owned[3]), (&json!([0, 0]), &json!([0, 2]), &json!([0, 3])), "{result}");
    let text = play(&world, &[game.as_slice(), &[&*slow, &*good, "--disqualify-late"]].concat()).stdout;
    assert_line_mentions(&text, &["slow", "disqualified"]);
    let first = &player(&result, "slow")["faults"][0];
    assert_eq!((&first["round"], &first["asked"]), (&json!(1), &json!("DESTROY 1")), "{first}");
    let result = play_json(&world, &[game.as_slice(), &[&*slow, &*good, "--disqualify-late"]].concat());
    assert_eq!((&player(&result, "slow")["rank"], &result["disqualified"]), (&Value::Null, &json!(["slow"])));
    let stored = world.file("result.json", &result.to_string());
    assert_eq!(world.run(&["replay", &stored]).code, Some(0));
}

/// A bot that is late in turn 1 loses these choices, and all others until it replies to the
/// last request.
#[test]
fn misdeeds_of_time_cost_a_choice_too() {
    // The first value runs before the loop, so it takes effect before any request.
    for (before, misdeed, late, answered) in [
        ("", "sleep 1.01; echo NONE", 1, true),
        ("", ":", 2, false),
        ("", "printf VERT", 2, false),
        ("", "yes >&2", 3, false),
        ("sleep 600", ":", 5, false),
        ("yes VERTEX 3,3 | head -n 100", "echo NONE", 0, true),
    ] {
        let world = World::sharing_builds();
        let destroy = format!("if [ $n = 1 ]; then {misdeed}; else echo NONE; fi");
        let bad = bot(&world, "bad", &destroy, "echo VERTEX 0,$n", "exit 0");
        world.file("bad.sh", &format!("{before}\n{}", std::fs::read_to_string(&bad).unwrap()));
        let good = builder(&world, "good", 1);
        let game = ["--rounds", "1", "--set", "turns=2", "--set", "question_ms=1000", &*bad, &*good];
        let result = play_json(&world, &game);
        assert_eq!(faults(&result, "bad"), vec!["late"; late], "{before} {misdeed}");
        assert_eq!(faults(&result, "good"), Vec::<String>::new(), "{before} {misdeed}");
        let owned = &result["rounds"][0]["owned"];
        assert_eq!(owned[1][0] == json!([0, 1]), answered, "{before} {misdeed}: {owned}");
        assert_eq!(owned[1][1], json!([1, 1]), "{before} {misdeed}");
    }
}

/// The first clock starts when a bot has come to rest after its start, as long as that takes at
/// most two seconds of processor time, which may be used by its child processes.
#[test]
fn a_slow_start_costs_nothing() {
    let world = World::sharing_builds();
    let slow = builder(&world, "slow", 0);
    let busy = "timeout 1.5 bash -c 'while :; do :; done'\n";
    world.file("slow.sh", &format!("{busy}{}", std::fs::read_to_string(&slow).unwrap()));
    let other = builder(&world, "other", 1);
    let game = ["--rounds", "1", "--set", "turns=1", "--set", "question_ms=1000", &*slow, &*other];
    assert_eq!(faults(&play_json(&world, &game), "slow"), Vec::<String>::new());
}

/// A bot that keeps computing after its start does not get that time for free: its clock starts
/// anyway, and the host reports it.
#[test]
fn a_bot_that_computes_before_its_first_question_is_told_of() {
    let world = World::sharing_builds();
    let burner = world.file("burner.sh", "while :; do :; done &\nread word\nkill $!\nexit 3\n");
    let quiet = bot(&world, "quiet", "echo NONE", "echo NONE", "exit 0");
    for options in [&[] as &[&str], &["--freeze"]] {
        let game = ["--rounds", "1", "--set", "side=2", &burner, &quiet];
        let run = play(&world, &[&["--json"], options, &game, &PATIENT].concat());
        let result = run.json();
        let stderr = player(&result, "burner")["faults"][0]["stderr"].as_str().unwrap().to_owned();
        assert!(!numbers(&stderr).is_empty(), "the host says how long it computed: {result:#}");
        assert_line_mentions(&run.stderr, &["WARN"]);
        assert_eq!(faults(&result, "quiet"), [""; 0], "{result:#}");
    }
}

/// Lines without a request are not taken for a reply.
#[test]
fn who_says_too_much_is_not_believed() {
    let world = World::sharing_builds();
    // Both lines are sent in one write, so that they are read at once. The shell itself would not
    // do that.
    let chatty = bot(&world, "chatty", "env printf 'NONE\\nVERTEX 3,3\\n'", "echo VERTEX 0,$n", "exit 0");
    let other = bot(&world, "other", "echo NONE", "echo NONE", "exit 0");
    let game = [&["--rounds", "1", "--set", "side=4", &*chatty, &*other], PATIENT.as_slice()].concat();
    let result = play_json(&world, &game);
    let owned: Vec<&Value> =
        result["rounds"][0]["owned"].as_array().unwrap().iter().map(|turn| &turn[0]).collect();
    assert_eq!(owned, [&json!([0, 0]), &json!([0, 1]), &json!([0, 2]), &json!([0, 3])]);
}

/// Rathaus kills a bot that does not exit after the scores, with all of its processes. The bot
/// plays again in the next round.
#[test]
fn who_does_not_end_is_ended() {
    let world = World::sharing_builds();
    let stays = bot(&world, "stays", "echo NONE", "echo VERTEX 0,$n", "sleep 600 & sleep 600");
    let fails = bot(&world, "fails", "echo NONE", "echo VERTEX 1,$n", "exit 4");
    let run = play(
        &world,
        &["--rounds", "2", "--set", "question_ms=60000", "--set", "exit_ms=300", "--json", &stays, &fails],
    );
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let result = run.json();
    for round in 0..2 {
        let [late, crashed] = ["stays", "fails"].map(|name| &player(&result, name)["faults"][round]);
        for fault in [late, crashed] {
            assert_eq!((&fault["round"], &fault["asked"]), (&json!(round + 1), &json!("SCORE")), "{fault:#}");
        }
        assert_eq!((&late["fault"], &late["limit_seconds"]), (&json!("late"), &json!(0.3)));
        assert_eq!(crashed["fault"], "crashed");
        assert_mentions(crashed["how"].as_str().unwrap(), &["4"]);
    }
    assert!(run.took < std::time::Duration::from_secs(60), "nothing that sleeps is waited for");
}

#[test]
fn the_first_bot_of_the_guide_plays() {
    let guide = std::fs::read_to_string(repository().join("docs/GRID-ROUTING.md")).unwrap();
    let (_, rest) = guide.split_once("```python\n").unwrap();
    let world = World::sharing_builds();
    let first = world.file("first.py", rest.split_once("```").unwrap().0);
    let result =
        play_json(&world, &[&["--rounds", "2", &*first, &*first, &*first], PATIENT.as_slice()].concat());
    assert!(
        result["players"].as_array().unwrap().iter().all(|player| player["faults"] == json!([])),
        "{result}"
    );
    let owned = result["rounds"][0]["owned"].as_array().unwrap();
    assert!(
        owned.iter().flat_map(|turn| turn.as_array().unwrap()).filter(|choice| !choice.is_null()).count()
            > 20
    );
}

/// Plays the list of an original controller: bots in separate folders, in the languages that their
/// commands imply.
#[test]
fn a_list_of_an_original_controller_is_played_unchanged() {
    let world = World::sharing_builds();
    let shell = |first: &str| {
        format!(
            "while read word n rest; do\n case $word in\n DESTROY) echo NONE;;\n ACTIVATE) echo VERTEX {first},$n;;\n SCORE) exit;;\n esac\ndone\n"
        )
    };
    world.file("bots/shell/tower.sh", &shell("$(cat column)"));
    world.file("bots/shell/column", "2\n");
    world.file("bots/own/tower", &shell("1"));
    world.file(
        "bots/python/old.py",
        "import sys\nwhile True:\n    words = sys.stdin.readline().split()\n    if words[0] == 'SCORE':\n        break\n    if words[0] == 'DESTROY':\n        print 'NONE'\n    if words[0] == 'ACTIVATE':\n        print 'VERTEX %d,%d' % (3, int(words[1]))\n    sys.stdout.flush()\n",
    );
    world.file(
        "bots/java/Tower.java",
        "public class Tower {\n  public static void main(String[] a) {\n    java.util.Scanner in = new java.util.Scanner(System.in);\n    while (in.hasNextLine()) {\n      String[] words = in.nextLine().split(\" \");\n      if (words[0].equals(\"DESTROY\")) System.out.println(\"NONE\");\n      if (words[0].equals(\"ACTIVATE\")) System.out.println(\"VERTEX 4,\" + words[1]);\n    }\n  }\n}\n",
    );
    let list = world.file(
        "bots.txt",
        "# name, folder, command\nShell Tower\nshell\nbash tower.sh\n\nOwn\nown\nbash -e tower\n# Python 2\nOld\npython\npython old.py\nJava Tower\njava\njava Tower # compiled first\n",
    );
    let result = play_json(
        &world,
        &[&["--rounds", "1", "--set", "turns=2", "--bots-file", &*list], PATIENT.as_slice()].concat(),
    );
    let owned = &result["rounds"][0]["owned"];
    assert_eq!(
        owned,
        &json!([[[2, 0], [1, 0], [3, 0], [4, 0]], [[2, 1], [1, 1], [3, 1], [4, 1]]]),
        "{result}"
    );
    let mut names: Vec<&str> =
        result["players"].as_array().unwrap().iter().map(|player| player["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, ["Java Tower", "Old", "Own", "Shell Tower"]);
}

#[test]
fn mistakes_in_a_list_are_named_by_their_lines() {
    let world = World::sharing_builds();
    world.file("bots/here/bot.sh", "exit 0\n");
    for (text, facts) in [
        ("One\nnowhere\nbash x.sh\n", ["bots.txt", "2", "bots/nowhere", "One"].as_slice()),
        ("One\nhere\nbash bot.sh\nTwo\nhere\n", &["bots.txt", "4", "Two", "2"]),
        ("# nothing\n", &["bots.txt"]),
    ] {
        let list = world.file("bots.txt", text);
        play(&world, &["--bots-file", &list]).assert_refused(3, facts);
    }
    play(&world, &["--bots-file", "nowhere.txt"]).assert_refused(3, &["nowhere.txt"]);
}

/// A stored result is replayed from its choices, and either gives the same scores or is reported
/// as wrong.
#[test]
fn a_result_replays_to_its_scores_without_any_bot() {
    let world = World::sharing_builds();
    let (one, other) = (builder(&world, "one", 0), builder(&world, "other", 1));
    let bad = bot(&world, "bad", "[ $n = 1 ] && exit 1; echo NONE", "echo VERTEX 1,$n", "exit 0");
    let game = [&["--rounds", "3", "--set", "side=9", &*one, &*other, &*bad], PATIENT.as_slice()].concat();
    let result = play_json(&world, &game);
    assert!(player(&result, "other")["score"].as_i64().unwrap() > 0);
    let stored = world.file("result.json", &result.to_string());
    let text = play(&world, &[game.as_slice(), &["--ascii"]].concat()).stdout;
    let replayed = world.run(&["replay", "--ascii", &stored]);
    assert_eq!(replayed.code, Some(0), "{}", replayed.stderr);
    let without_times = |text: &str| -> Vec<String> {
        text.lines().filter(|line| !line.trim_start().starts_with("after:")).map(str::to_owned).collect()
    };
    assert_eq!(without_times(&replayed.stdout), without_times(&text));
    let gains = world.run(&["replay", "--details", &stored]).stdout;
    let first: Vec<String> = ["one", "other", "bad"]
        .iter()
        .zip(result["rounds"][0]["gains"].as_array().unwrap())
        .filter(|(_, gain)| **gain != json!(0))
        .map(|(name, gain)| format!("{name} {gain}"))
        .collect();
    assert!(gains.starts_with(&format!("round 1: {}\nround 2: ", first.join(", "))), "{gains}");
    let first = result["players"][0]["name"].as_str().unwrap();
    for (path, value, fact) in [
        ("/rounds/1/gains/0", json!(1), "2"),
        ("/rounds/0/owned/2/0", json!([0, 0]), "1"),
        ("/players/0/score", json!(7), first),
    ] {
        let mut forged = result.clone();
        *forged.pointer_mut(path).unwrap() = value;
        let found = world.run(&["replay", &world.file("forged.json", &forged.to_string())]);
        found.assert_refused(8, &[fact]);
    }
    let other_game = "{\"game\": \"rat-race\", \"parameters\": {}, \"seed\": \"1\"}";
    for (text, fact) in [("{}", "other.json"), (other_game, "rat-race")] {
        let found = world.run(&["replay", &world.file("other.json", text)]);
        found.assert_refused(3, &[fact]);
    }
}

#[test]
fn options_of_other_games_are_refused() {
    let world = World::sharing_builds();
    let one = builder(&world, "one", 0);
    for (game, options) in [
        ("grid-routing", ["--boards", "3"]),
        ("grid-routing", ["--order", "one"]),
        ("grid-routing", ["--concurrency", "1"]),
        ("prisoners-dilemma", ["--details", "--json"]),
        ("prisoners-dilemma", ["--rounds", "3"]),
        ("rat-race", ["--score-log", "x"]),
    ] {
        let run = world.run(&[&["play", game, &*one], options.as_slice()].concat());
        run.assert_refused(2, &[options[0], game]);
    }
}
