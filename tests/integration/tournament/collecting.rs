//! Results that were played elsewhere.

use super::*;

/// Plays the specs of a plan with `match run`, each in a separate process, as
/// docs/TOURNAMENTS.md shows.
pub(super) fn play_plan(world: &World, specs: &str) -> Vec<String> {
    world.file("plan.jsonl", specs);
    let script = "mkdir -p results\n< plan.jsonl xargs -d '\\n' -P 2 -I SPEC sh -c \
                  'printf %s \"$1\" | \"$RATHAUS\" match run --submissions bots $(ls -d games 2>/dev/null) >> results/$$.jsonl' sh SPEC\n";
    let mut command = Command::new("sh");
    command.args(["-ec", script]).current_dir(world.path("")).env("XDG_CACHE_HOME", world.cache());
    let mut command = offering(command, &testbot());
    assert!(command.env("RATHAUS", env!("CARGO_BIN_EXE_rathaus")).status().unwrap().success());
    let results = fs::read_dir(world.path("results")).unwrap().map(|entry| entry.unwrap().path());
    let lines = results.flat_map(|path| {
        let text = fs::read_to_string(path).unwrap();
        text.lines().map(|line| format!("{line}\n")).collect::<Vec<_>>()
    });
    lines.collect()
}

#[test]
fn matches_can_be_played_elsewhere_and_collected() {
    let world = World::sharing_builds();
    fs::create_dir_all(world.path("bots")).unwrap();
    let copy = |name: &str, file: &str| {
        let text =
            fs::read_to_string(crate::common::repository().join("bots/rat-race").join(name).join(file))
                .unwrap();
        world.file(&format!("bots/{name}/{file}"), &text);
    };
    copy("color-score-python", "player.py");
    copy("look-ahead", "look-ahead.cpp");
    let text =
        "game = \"rat-race\"\nseed = 7\nboards = 2\nentrants_folder = \"bots\"\n[parameters]\nturns = 200\n";
    world.file("here.toml", &format!("name = \"one\"\n{text}"));
    done(&world, &["run", "here.toml"]);
    world.file("elsewhere.toml", &format!("name = \"one\"\n{text}"));
    let plan = done(&world, &["plan", "elsewhere.toml"]).stdout;
    assert_eq!(plan.lines().count(), 4);
    let results = play_plan(&world, &plan);
    let first = world.file("first.json", &results[..3].concat());
    let rest = world.file("rest.json", &results[2..].concat());
    let collect =
        |files: &[&str]| tournament(&world, &[&["collect", "--file", "elsewhere.toml"], files].concat());
    assert_eq!(numbers(&collect(&[&first]).stdout), [3, 0, 0], "stored, known, refused");
    assert_eq!(done(&world, &["plan", "elsewhere.toml"]).stdout.lines().count(), 1);
    assert_eq!(numbers(&collect(&[&rest, &first]).stdout), [1, 4, 0]);
    assert_eq!(done(&world, &["plan", "elsewhere.toml"]).stdout, "");
    assert_eq!(rows(&world, "elsewhere.db"), rows(&world, "here.db"));

    // Results that do not belong are refused, and do not affect the others.
    let mut foreign: Value = serde_json::from_str(&results[0]).unwrap();
    foreign["spec"]["seed"] = json!("1");
    let mut forged: Value = serde_json::from_str(&results[0]).unwrap();
    forged["record"]["scores"] = json!([1.0, 2.0]);
    let mut impossible: Value = serde_json::from_str(&results[0]).unwrap();
    impossible["record"]["scores"] = json!([-5.0]);
    let mut other: Value = serde_json::from_str(&results[0]).unwrap();
    other["record"]["scores"] = json!([99.0]);
    let mixed = world
        .file("mixed.json", &format!("{foreign}{forged}{other}{impossible}{}{{\"key\": 1}}", results[1]));
    let run = collect(&[&mixed]);
    assert_eq!((run.code, numbers(&run.stdout)), (Some(3), vec![0, 1, 5]));
    // The number of each refused result, and what is wrong with it.
    for facts in [
        ["1", "key"].as_slice(),
        &["2", "1", "scores"],
        &["3", "[99.0]"],
        &["4", "-5", "rat-race"],
        &["6", "rathaus match run"],
    ] {
        assert_line_mentions(&run.stderr, &[&["mixed.json"], facts].concat());
    }
    assert_eq!(lines_with(&run.stderr, &["mixed.json"]), 5, "{}", run.stderr);
    assert_eq!(rows(&world, "elsewhere.db"), rows(&world, "here.db"));
}

/// Gives these specs to one process. Returns its exit code, its results and its messages.
fn run_all(world: &World, specs: &str) -> (Option<i32>, Vec<Value>, String) {
    let file = world.file("specs.jsonl", specs);
    let mut command = world.command(&["match", "run", "--submissions", "bots"]);
    command.current_dir(world.path("")).stdin(fs::File::open(file).unwrap());
    let output = command.output().unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    let results = stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (output.status.code(), results, String::from_utf8(output.stderr).unwrap())
}

#[test]
fn one_process_plays_many_specs_as_many_processes_do() {
    let world = World::sharing_builds();
    let alone = planned(&world, "");
    let specs = fs::read_to_string(world.path("plan.jsonl")).unwrap();
    let (code, together, why) = run_all(&world, &specs);
    assert_eq!((code, together.len()), (Some(0), 2), "{why}");
    let lines = |results: &[Value]| results.iter().map(Value::to_string).collect::<Vec<_>>();
    assert_eq!(numbers(&hand_in(&world, &[], &lines(&alone)).1), [2, 0, 0]);
    assert_eq!(numbers(&hand_in(&world, &[], &lines(&together)).1), [0, 2, 0]);

    // What cannot be played does not affect the others.
    let mut lines: Vec<Value> = specs.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (mut missing, mut unknown) = (lines[0].clone(), lines[0].clone());
    missing["submissions"][0] = json!("0123456789abcdef");
    unknown["game"] = json!("chess");
    world.file("bots/broken/player.py", "def\n");
    let mut slow = lines[1].clone();
    slow["greeting_seconds"] = json!(11);
    lines.extend([slow]);
    let good: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let bad = format!("{missing}\n{{\"cut\": \n{unknown}\n[]\n");
    let (code, results, why) = run_all(&world, &format!("{bad}{good}"));
    assert_eq!((code, results.len()), (Some(3), 3), "{why}");
    for (spec, fact) in [("spec 1:", "0123456789ab"), ("spec 2:", "cut"), ("spec 3:", "chess")] {
        assert_line_mentions(&why, &[spec, fact]);
    }
}

#[test]
fn files_that_cannot_be_read_and_cut_lines_keep_nothing_else_out() {
    let world = World::sharing_builds();
    let results = planned(&world, "");
    fs::create_dir(world.path("folder")).unwrap();
    let whole = results[0].to_string();
    let first = world.file("first.jsonl", &format!("{}\n{whole}\n", &whole[..whole.len() / 2]));
    let second = world.file("second.jsonl", &format!("{}\n", results[1]));
    let files = ["missing.jsonl", "folder", &first, "empty.jsonl", &second];
    world.file("empty.jsonl", "");
    let run = tournament(&world, &[&["collect", "--json"], &files[..]].concat());
    let told = run.json();
    let counts = ["stored", "known", "refused", "conflicts"].map(|count| told[count].as_u64().unwrap());
    assert_eq!((run.code, counts), (Some(3), [2, 0, 4, 0]), "{}", run.stderr);
    for source in ["missing.jsonl", "folder", "first.jsonl, result 1", "empty.jsonl"] {
        assert_eq!(lines_with(&run.stderr, &[source]), 1, "{}", run.stderr);
    }
}

/// Plans a tournament of two bots, and returns the true results of its matches.
fn planned(world: &World, more: &str) -> Vec<Value> {
    let text = fs::read_to_string(sample("color-score-python/player.py")).unwrap();
    world.file("bots/one/player.py", &text);
    world.file("bots/two/player.py", &(text + "# two\n"));
    let text =
        "game = \"rat-race\"\nseed = 7\nboards = 1\nentrants_folder = \"bots\"\n[parameters]\nturns = 100\n";
    world.file("tournament.toml", &format!("{text}{more}"));
    let plan = done(world, &["plan"]).stdout;
    play_plan(world, &plan).iter().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Collects these lines. Returns the exit code and both outputs.
fn hand_in(world: &World, options: &[&str], lines: &[String]) -> (Option<i32>, String, String) {
    let file = world.file("handed.jsonl", &lines.iter().map(|line| format!("{line}\n")).collect::<String>());
    let run = tournament(world, &[&["collect"], options, &[file.as_str()]].concat());
    (run.code, run.stdout, run.stderr)
}

/// A result with other scores.
fn with_score(result: &Value, score: f64) -> Value {
    let mut forged = result.clone();
    forged["record"]["scores"] = json!([score]);
    forged
}

fn without_recording(result: &Value) -> Value {
    let mut bare = result.clone();
    bare.as_object_mut().unwrap().remove("replay");
    bare
}

fn stored_scores(world: &World, result: &Value) -> Vec<f64> {
    let connection = Connection::open(world.path("tournament.db")).unwrap();
    let query = "SELECT scores FROM matches WHERE key = ?1";
    let text: String =
        connection.query_row(query, [result["key"].as_str().unwrap()], |row| row.get(0)).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn scores(result: &Value) -> Vec<f64> {
    serde_json::from_value(result["record"]["scores"].clone()).unwrap()
}

#[test]
fn forged_results_are_named_and_never_keep_the_true_ones_out() {
    let world = World::sharing_builds();
    let results = planned(&world, "");
    let million = with_score(&results[0], 1_000_000.0);
    let mut cut = results[0].clone();
    cut["replay"]["answers"] = json!(cut["replay"]["answers"].as_str().unwrap().get(..400).unwrap());
    let mut fault = results[0].clone();
    fault["record"]["faults"] = json!([{ "seat": 0, "turn": 3, "fault": "late", "limit_seconds": 1.0, "sent": "", "said": "", "took_seconds": 1.0, "stderr": "" }]);
    let mut bomb = results[0].clone();
    let frame = [vec![1], zstd::encode_all(&vec![b'x'; 200 << 20][..], 3).unwrap()].concat();
    bomb["replay"]["answers"] = json!(base64(&frame));
    let mut details = results[0].clone();
    details["record"]["details"] = json!({ "x": "y".repeat(1 << 20) });
    let objects = results[0]
        .to_string()
        .replace("\"details\":{", &format!("\"details\":{{\"x\":[{}0],", "{\"a\":0},".repeat(500_000)));
    let forged = [
        without_recording(&million).to_string(),
        million.to_string(),
        cut.to_string(),
        fault.to_string(),
        bomb.to_string(),
        details.to_string(),
        objects,
        results[0].to_string()[..5_000.min(results[0].to_string().len() - 10)].to_owned(),
        format!("{{\"{}\": 1}}", "\u{202e}k".repeat(1 << 20)),
    ];
    let (code, told, why) = hand_in(&world, &[], &forged);
    assert_eq!((code, numbers(&told)), (Some(3), vec![0, 0, 9]), "{why}");
    assert_eq!(lines_with(&why, &["handed.jsonl"]), 9, "{why}");
    assert!(why.len() < 9_000 && !why.contains('\u{202e}'), "{why}");
    // In the same file, the true results are stored.
    let mixed: Vec<String> = forged.iter().cloned().chain(results.iter().map(Value::to_string)).collect();
    let (code, told, why) = hand_in(&world, &[], &mixed);
    assert_eq!((code, numbers(&told)), (Some(3), vec![2, 0, 9]), "{why}");
    assert_eq!(stored_scores(&world, &results[0]), scores(&results[0]));
    let status = done(&world, &["status", "--json"]).json();
    assert_eq!(status["origins"], json!({ "replayed": 2 }));
    let (code, told, why) =
        hand_in(&world, &[], &[results[0].to_string(), without_recording(&results[1]).to_string()]);
    assert_eq!((code, numbers(&told)), (Some(0), vec![0, 2, 0]), "{why}");
}

fn base64(bytes: &[u8]) -> String {
    use base64::Engine;
    base64::prelude::BASE64_STANDARD.encode(bytes)
}

#[test]
fn what_was_stored_on_trust_gives_way_to_what_is_proven_if_the_organiser_says_so() {
    let world = World::sharing_builds();
    let results = planned(&world, "");
    let forged =
        world.file("trusted.jsonl", &without_recording(&with_score(&results[0], 1_000_000.0)).to_string());
    let run = tournament(&world, &["collect", "--from-trusted", &forged]);
    assert_eq!((run.code, numbers(&run.stdout)), (Some(0), vec![1, 0, 0]), "{}", run.stderr);
    // A result that an earlier version stored without a check.
    let other = with_score(&results[1], 5_000.0);
    let line = world.file("old.jsonl", &other.to_string());
    done(&world, &["collect", "--from-trusted", &line]);
    let key = other["key"].as_str().unwrap();
    let unknown = format!("UPDATE matches SET origin = NULL WHERE key = '{key}'");
    forge(&world.path("tournament.db"), &unknown);

    let lines: Vec<String> = results.iter().map(Value::to_string).collect();
    let (code, told, why) = hand_in(&world, &["--json"], &lines);
    let told: Value = serde_json::from_str(&told).unwrap();
    let counts = ["stored", "known", "refused", "conflicts"].map(|count| told[count].as_u64().unwrap());
    assert_eq!((code, counts), (Some(9), [0, 0, 0, 2]), "{why}");
    assert_eq!(lines_with(&why, &["handed.jsonl"]), 2, "{why}");
    // Both results can be inspected.
    let shown = done(&world, &["show", &results[0]["key"].as_str().unwrap()[..12], "--json"]).json();
    assert_eq!(shown["record"]["scores"], json!([1_000_000.0]));
    assert_eq!(shown["conflicts"][0]["record"]["scores"], results[0]["record"]["scores"]);
    assert_mentions(shown["conflicts"][0]["source"].as_str().unwrap(), &["handed.jsonl", "1"]);
    assert_eq!(done(&world, &["status", "--json"]).json()["conflicts"], 2);
    results.iter().for_each(|result| assert_mentions(&why, &[&result["key"].as_str().unwrap()[..12]]));
    let (code, told, why) = hand_in(&world, &["--replace"], &lines);
    assert_eq!((code, numbers(&told)), (Some(0), vec![2, 0, 0]), "{why}");
    assert_eq!(stored_scores(&world, &results[0]), scores(&results[0]));
    assert_eq!(stored_scores(&world, &results[1]), scores(&results[1]));
    let status = done(&world, &["status", "--json"]).json();
    assert_eq!((&status["displaced"], &status["origins"]), (&json!(2), &json!({ "replayed": 2 })));
    // A displaced result is still in the database. A result that was played here or proven is kept
    // when the new one is no more trustworthy.
    let kept = rows(&world, "tournament.db")["displaced"].len();
    assert_eq!(kept, 2);
    done(&world, &["run"]);
    let (code, ..) =
        hand_in(&world, &["--replace"], &[without_recording(&with_score(&results[0], 9.0)).to_string()]);
    assert_eq!(code, Some(3));
}

#[test]
fn what_this_host_has_played_stays() {
    let world = World::sharing_builds();
    let results = planned(&world, "");
    done(&world, &["run"]);
    let forged = world.file("trusted.jsonl", &with_score(&results[0], 1_000_000.0).to_string());
    let run = tournament(&world, &["collect", "--replace", "--from-trusted", &forged]);
    assert_eq!(run.code, Some(9), "{}", run.stderr);
    assert_eq!(stored_scores(&world, &results[0]), scores(&results[0]));
}

#[test]
fn results_that_were_not_drawn_give_way_to_proven_ones() {
    let world = World::sharing_builds();
    let results = planned(&world, "[collect]\nreplay = 0\n");
    let forged = with_score(&results[0], 1_000_000.0);
    let (code, ..) = hand_in(&world, &[], &[without_recording(&forged).to_string()]);
    assert_eq!(code, Some(3), "without a recording nothing is stored, drawn or not");
    let (code, _, why) = hand_in(&world, &[], &[forged.to_string()]);
    assert_eq!(code, Some(0), "{why}");
    assert_eq!(done(&world, &["status", "--json"]).json()["origins"], json!({ "sampled": 1 }));
    let text = fs::read_to_string(world.path("tournament.toml")).unwrap();
    world.file("tournament.toml", &text.replace("replay = 0", "replay = 1"));
    let (code, told, why) = hand_in(&world, &[], &[results[0].to_string()]);
    assert_eq!((code, numbers(&told)), (Some(0), vec![1, 0, 0]), "{why}");
    assert_eq!(stored_scores(&world, &results[0]), scores(&results[0]));
}

/// Somebody who forges a result of a custom game must also forge the replies of its program.
#[test]
fn the_program_of_a_custom_game_is_asked_again() {
    const GAME: &str = "import json\nstart = json.loads(input())\nprint(json.dumps({\"type\": \"ask\", \"asks\": [{\"seat\": 0, \"send\": [\"say\"]}, {\"seat\": 1, \"send\": [\"say\"]}]}), flush=True)\nsaid = json.loads(input())\nprint(json.dumps({\"type\": \"end\", \"scores\": [1, 0], \"reason\": \"over\"}), flush=True)\n";
    let world = World::sharing_builds();
    let game = |program: &str| {
        world.file("games/mine/game.py", program);
        world.file(
            "games/mine/game.toml",
            "name = \"mine\"\nsource = \"game.py\"\nseats = 2\nlimits = { answer_ms = 60_000 }\n",
        );
    };
    let bots = ["one", "two"]
        .map(|name| world.file(&format!("bots/{name}.sh"), &format!("read line; echo {name}\n")));
    let text = format!("game = \"games/mine\"\nseed = 7\ngames = 1\nentrants = {bots:?}\n");
    world.file("tournament.toml", &text);
    let results = |program: &str| -> Vec<Value> {
        game(program);
        let plan = done(&world, &["plan", "--replace"]).stdout;
        let _ = fs::remove_dir_all(world.path("results"));
        let mut lines: Vec<Value> =
            play_plan(&world, &plan).iter().map(|line| serde_json::from_str(line).unwrap()).collect();
        lines.sort_by_key(|line| line["spec"]["seed"].to_string() + &line["spec"]["submissions"].to_string());
        lines
    };
    let forged = results(&GAME.replace("[1, 0]", "[1000000, 0]"));
    let honest = results(GAME);
    assert_eq!((honest.len(), scores(&honest[0]), scores(&forged[0])), (2, vec![1.0, 0.0], vec![1e6, 0.0]));
    let graft = |index: usize| {
        let mut graft = honest[index].clone();
        (graft["record"], graft["replay"]) =
            (forged[index]["record"].clone(), forged[index]["replay"].clone());
        graft.to_string()
    };
    let (code, told, why) = hand_in(&world, &[], &[graft(0), graft(1)]);
    assert_eq!((code, numbers(&told)), (Some(3), vec![0, 0, 2]), "{why}");
    assert_eq!(lines_with(&why, &["handed.jsonl"]), 2, "{why}");
    let lines: Vec<String> = honest.iter().map(Value::to_string).collect();
    let (code, told, why) = hand_in(&world, &[], &lines);
    assert_eq!((code, numbers(&told)), (Some(0), vec![2, 0, 0]), "{why}");
}

/// Collecting an endless result can be interrupted.
#[test]
fn taking_in_results_can_be_interrupted() {
    let world = World::sharing_builds();
    planned(&world, "");
    let endless = fs::File::open("/dev/zero").unwrap();
    let mut child = command(&world, &["collect", "-"]).stdin(endless).stderr(Stdio::piped()).spawn().unwrap();
    thread::sleep(Duration::from_millis(500));
    assert_eq!(child.try_wait().unwrap(), None);
    signal(&child, Signal::TERM);
    wait_until("it ends", || child.try_wait().unwrap().is_some());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

/// Only files are accepted, because a device has no end.
#[test]
fn results_are_files() {
    let world = World::sharing_builds();
    planned(&world, "");
    assert_eq!(tournament(&world, &["collect", "/dev/zero"]).code, Some(3));
}
