//! The multiplayer prisoner's dilemma, through the binary.
#![expect(clippy::disallowed_methods, reason = "tests read what was written")]

use serde_json::{Value, json};

use crate::common::{Run, World, assert_line_mentions, mentions};

/// A time limit much longer than any program here needs, so that results do not depend on how busy
/// the machine is.
const PATIENT: [&str; 2] = ["--set", "time_ms=60000"];

fn data(name: &str) -> String {
    format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn play(world: &World, arguments: &[&str]) -> Run {
    world.run(&[&["play", "prisoners-dilemma", "--quiet"], arguments].concat())
}

fn player<'a>(result: &'a Value, name: &str) -> &'a Value {
    result["players"].as_array().unwrap().iter().find(|player| player["name"] == name).unwrap()
}

/// Replays the published seed file and take log of the original judge, with its order of
/// identifiers and its scores (the game's reference). The plants are in Python 2, so this needs a
/// Python 2 or the translator.
#[test]
fn the_plants_play_as_they_did_before_the_original_judge() {
    let world = World::sharing_builds();
    let log = world.path("takes").to_str().unwrap().to_owned();
    let plants = ["lazy", "wrathful", "greedy", "envious"]
        .map(|name| format!("{}/bots/prisoners-dilemma/{name}.py", env!("CARGO_MANIFEST_DIR")));
    let seed_file = data("pd_rand");
    let mut arguments: Vec<&str> = plants.iter().map(String::as_str).collect();
    arguments.extend([
        "--seed-file",
        &seed_file,
        "--order",
        "envious,greedy,lazy,wrathful",
        "--take-log",
        &log,
    ]);
    arguments.extend(PATIENT);
    let run = play(&world, &arguments);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    let scores = ["envious -199", "greedy -100", "lazy -204", "wrathful -199"];
    let ranks = ["1. greedy -100", "2. envious -199", "3. wrathful -199", "4. lazy -204"];
    let shown: Vec<&str> = run.stdout.lines().filter(|line| line.contains(" -")).collect();
    assert_eq!(shown, [scores, ranks].concat(), "{}", run.stdout);
    let expected = std::fs::read_to_string(data("plants-takes.txt")).unwrap();
    assert_eq!(std::fs::read_to_string(log).unwrap(), expected);
}

/// Each fault counts as an empty take in its round, and is reported.
#[test]
fn misdeeds_are_reported_and_count_as_empty() {
    for (program, kind, fact) in [
        ("read p me r; echo $me", "illegal", "1"),
        ("echo 7", "illegal", "7"),
        ("echo 1,2", "malformed", "`1,2`"),
        ("read p me r; echo $((3 - me)); exit 3", "crashed", "3"),
        ("kill -9 $$", "crashed", "9"),
        ("printf '\\0'; echo 2", "malformed", "`\\x002`"),
        ("printf '2\\0\\n'", "malformed", "`2\\x00`"),
        ("printf '\\377\\n'", "malformed", "`\\xff`"),
        ("echo 0", "illegal", "0"),
        ("echo -1", "malformed", "`-1`"),
        ("echo 99999999999999999999", "malformed", "99999999999999999999"),
        ("head -c 10000000 /dev/zero", "flooded", "4194304"),
    ] {
        let world = World::sharing_builds();
        let bad = world.file("bad.sh", &format!("{program}\n"));
        let good = world.file("good.sh", "read p me r; echo $((3 - me))\n");
        let game = [bad.as_str(), &good, "--order", "bad,good", "--set", "rounds_per_player=1"];
        let game = [&game, PATIENT.as_slice()].concat();
        let run = play(&world, &game);
        assert_eq!(run.code, Some(0), "{program}: {}", run.stderr);
        // The report shows the fault once, and in how many other rounds it was the same.
        assert_line_mentions(&run.stdout, &["bad", "1", fact]);
        let result = play(&world, &[&game, ["--json"].as_slice()].concat()).json();
        let [bad, good] = ["bad", "good"].map(|name| player(&result, name));
        assert_eq!((&bad["score"], &good["score"]), (&json!(-4), &json!(2)), "{program}: {result:#}");
        let faults = bad["faults"].as_array().unwrap();
        assert_eq!(faults.len(), 2, "{program}: {faults:#?}");
        for fault in faults {
            let particulars =
                ["what", "how", "limit_bytes"].map(|name| fault[name].to_string().replace("\\\\", "\\"));
            assert_eq!(fault["fault"], kind, "{program}: {fault:#}");
            assert!(particulars.iter().any(|text| mentions(text, fact)), "{program}: {fault:#}");
        }
    }
}

/// Programs may print nothing, print a take twice, and use any blanks.
#[test]
fn what_is_no_misdeed_goes_unreported() {
    for (program, score) in [
        ("exit 0", 0),
        ("echo", 0),
        ("printf '\\n\\n\\n\\n'", 0),
        ("read p me r; printf \"  $((3 - me))\\t$((3 - me)) \\r\\n\"", 2),
        ("read p me r; printf $((3 - me))", 2),
        ("read p me r; echo 0$((3 - me)); echo words >&2", 2),
        ("exec <&-; exec >&-; exec 2>&-", 0),
    ] {
        let world = World::sharing_builds();
        let (one, other) =
            (world.file("one.sh", &format!("{program}\n")), world.file("other.sh", "exit 0\n"));
        let game = [one.as_str(), &other, "--json", "--set", "rounds_per_player=1"];
        let result = play(&world, &[&game, PATIENT.as_slice()].concat()).json();
        let one = player(&result, "one");
        assert_eq!((one["score"].as_i64(), &one["faults"]), (Some(score), &json!([])), "{program}");
    }
}

/// The state is returned byte for byte, whatever its contents and length.
#[test]
fn a_state_of_any_bytes_comes_back() {
    for state in
        ["head -c 1000000 /dev/zero | tr '\\0' x", "printf 'a\\0b\\377\\t '", "printf ' 1 2\\r'", "true"]
    {
        let world = World::sharing_builds();
        // From the second round on, the last line of the input must be the state that the program
        // prints in every round.
        let supervisor = format!(
            "say() {{ {state}; echo; }}\nread p me r\nfor i in $(seq $r); do read line; done; read number\n\
             if [ $r -gt 0 ]; then cd $TMPDIR; say >wanted; cat >found; cmp wanted found >&2 || exit 1; fi\n\
             echo; say\n"
        );
        let (supervisor, other) = (world.file("keeper.sh", &supervisor), world.file("other.sh", "exit 0\n"));
        let game = [supervisor.as_str(), &other, "--set", "rounds_per_player=2", "--json"];
        let result = play(&world, &[&game, PATIENT.as_slice()].concat()).json();
        let found = player(&result, "keeper");
        assert_eq!((&found["score"], &found["faults"]), (&json!(0), &json!([])), "{state}: {result:#}");
    }
}

#[test]
fn who_is_late_loses_the_round_and_its_state() {
    let world = World::sharing_builds();
    let slow = world.file("slow.sh", "read p me r\n[ $r = 1 ] && sleep 600\nwhile read l; do last=$l; done\necho $((3 - me))\necho state$r\necho $last >&2\n[ $r = 3 ] && exit 1\nexit 0\n");
    let other = world.file("other.sh", "exit 0\n");
    let short = ["--set", "rounds_per_player=2", "--set", "time_ms=1000", "--json"];
    let run = play(&world, &[&[&*slow, &*other, "--order", "slow,other"], short.as_slice()].concat());
    let result = run.json();
    let [found, other] = ["slow", "other"].map(|name| player(&result, name));
    assert_eq!((&found["score"], &other["score"]), (&json!(2), &json!(-4)), "{result:#}");
    let faults = found["faults"].as_array().unwrap();
    let [late, crashed] = faults.as_slice() else { panic!("{faults:#?}") };
    assert_eq!(
        (&late["fault"], &late["turn"], &late["limit_seconds"]),
        (&json!("late"), &json!(2), &json!(1.0))
    );
    assert_eq!((&crashed["fault"], &crashed["turn"]), (&json!("crashed"), &json!(4)));
    // The state of the round before the one that it lost would be that of round 1.
    assert_eq!(crashed["stderr"].as_str().map(str::trim), Some("state2"));
    assert!(run.took < std::time::Duration::from_secs(60), "nothing that sleeps is waited for");
}

/// The moment at which a program runs must not matter.
#[test]
fn the_same_seed_gives_the_same_game_at_any_concurrency() {
    let world = World::sharing_builds();
    let program = "read p me r\nwhile read l; do last=$l; done\necho $(( (last + me) % p == me - 1 ? me % p + 1 : (last + me) % p + 1 ))\necho $((last % 1000 + r))\n";
    let programs: Vec<String> = (1..=5).map(|number| world.file(&format!("p{number}.sh"), program)).collect();
    let mut arguments: Vec<&str> = programs.iter().map(String::as_str).collect();
    arguments.extend(["--json", "--seed", "5", "--set", "rounds_per_player=4"]);
    arguments.extend(PATIENT);
    let rounds = |concurrency: &str| {
        let result = play(&world, &[&arguments, ["--concurrency", concurrency].as_slice()].concat()).json();
        result["rounds"].clone()
    };
    let (one, many) = (rounds("1"), rounds("8"));
    assert_eq!(one, many);
    assert!(one.as_array().unwrap().iter().any(|round| !round["takes"].as_array().unwrap().is_empty()));
}

#[test]
fn the_first_player_of_the_guide_plays() {
    let guide =
        std::fs::read_to_string(crate::common::repository().join("docs/PRISONERS-DILEMMA.md")).unwrap();
    let (_, rest) = guide.split_once("```python\n").unwrap();
    let world = World::sharing_builds();
    let first = world.file("first.py", rest.split_once("```").unwrap().0);
    let other = world.file("other.sh", "read p me r; [ $r = 1 ] && echo 1; exit 0\n");
    let third = world.file("third.sh", "read p me r; [ $r = 1 ] && echo 1; exit 0\n");
    let game =
        [&*first, &*other, &*third, "--order", "first,other,third", "--set", "rounds_per_player=1", "--json"];
    let result = play(&world, &[game.as_slice(), PATIENT.as_slice()].concat()).json();
    let takes: Vec<String> =
        result["rounds"].as_array().unwrap().iter().map(|round| round["takes"].to_string()).collect();
    assert_eq!(takes, ["[]", "[[2,1],[3,1]]", "[[1,2],[1,3]]"]);
}

#[test]
fn programs_that_are_not_deterministic_are_found() {
    let world = World::sharing_builds();
    let dice = world.file("dice.sh", "read p me r; echo; echo $RANDOM$RANDOM$RANDOM\n");
    let steady = world.file("steady.sh", "exit 0\n");
    let game = [&[dice.as_str(), &steady, "--check-determinism"], PATIENT.as_slice()].concat();
    let result = play(&world, &[&game, ["--json"].as_slice()].concat()).json();
    let [dice, steady] = ["dice", "steady"].map(|name| player(&result, name)["determinism"].clone());
    assert_eq!(dice["repeated"], 5);
    assert_eq!(dice["differing"].as_array().map(Vec::len), Some(5));
    assert_eq!(steady, json!({ "repeated": 5, "differing": [] }));
    // The report has the finding, too.
    assert_line_mentions(&play(&world, &game).stdout, &["dice", "5"]);
}

#[test]
fn what_cannot_begin_is_refused_before_anything_runs() {
    let world = World::sharing_builds();
    let [one, two] = ["one.sh", "two.sh"].map(|name| world.file(name, "exit 0\n"));
    let short = world.file("short", "1\n2\n");
    let broken = world.file("broken", "1\n18446744073709551616\n");
    for (arguments, code, facts) in [
        (vec![&*one], 2, ["2", "1"].as_slice()),
        (vec![&*one, &*two, "--seed-file", &*short], 2, &["50", "2"]),
        (vec![&*one, &*two, "--seed-file", &*broken], 3, &["broken", "2", "18446744073709551616"]),
        (vec![&*one, &*two, "--order", "one"], 2, &["--order", "`two`"]),
        (vec![&*one, &*two, "--order", "one,one,two"], 2, &["--order", "`one`"]),
        (vec![&*one, &*two, "--order", "one,six"], 2, &["--order", "`six`", "one", "two"]),
        (vec![&*one, &*two, "--boards", "3"], 2, &["--boards", "prisoners-dilemma"]),
    ] {
        play(&world, &arguments).assert_refused(code, facts);
    }
}
