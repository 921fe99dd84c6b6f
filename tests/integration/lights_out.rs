//! Lights Out, through the binary.
#![expect(clippy::disallowed_methods, reason = "tests read what was written")]

use serde_json::{Value, json};

use crate::common::{World, mentions, repository};

/// The solver of the guide, which tries all sets of clicks in order of size.
fn first(world: &World) -> String {
    let guide = std::fs::read_to_string(repository().join("docs/LIGHTS-OUT.md")).unwrap();
    let (_, rest) = guide.split_once("```python\n").unwrap();
    world.file("first.py", rest.split_once("```").unwrap().0)
}

/// Plays with a long time limit, and returns the submissions of the result by rank.
fn play(world: &World, arguments: &[&str]) -> Vec<Value> {
    let usual = ["play", "lights-out", "--quiet", "--json", "--seed", "1"];
    let run = world.run(&[&usual, arguments, &["--set", "solve_ms=60000"]].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    run.json()["submissions"].as_array().unwrap().clone()
}

/// The outcomes of the boards, without times.
fn outcomes(submission: &Value) -> Vec<(Value, Value, Value)> {
    let matches = submission["matches"].as_array().unwrap();
    matches
        .iter()
        .map(|result| {
            let details = &result["details"];
            (details["board"].clone(), details["clicks"].clone(), result["ended"].clone())
        })
        .collect()
}

#[test]
fn the_first_solver_of_the_guide_solves() {
    let world = World::sharing_builds();
    let first = first(&world);
    let found = play(&world, &[&first, "--size", "3x4", "--boards", "6"]);
    assert_eq!(found[0]["right"]["value"], json!(1.0), "{}", found[0]);
    assert_eq!(found[0]["needless_clicks"]["value"], json!(0.0));
    assert!(found[0]["matches"][0]["details"]["board"].as_array().unwrap().len() == 4);
    let again = play(&world, &[&first, "--size", "3x4", "--boards", "6", "--concurrency", "2"]);
    assert_eq!(outcomes(&again[0]), outcomes(&found[0]), "the same at any concurrency");
    let any = play(&world, &[&first, "--size", "2x5", "--boards", "12", "--set", "solvable=false"]);
    assert_eq!(any[0]["right"]["value"], json!(1.0), "{}", any[0]);
    let verdicts: Vec<&Value> =
        any[0]["matches"].as_array().unwrap().iter().map(|one| &one["details"]["verdict"]).collect();
    assert!(
        verdicts.contains(&&json!("solved")) && verdicts.contains(&&json!("rightly_none")),
        "{verdicts:?}"
    );
}

/// Each kind of bad reply costs the board, is reported as what it is, and has no effect on others.
#[test]
fn bad_answers_cost_the_board() {
    let world = World::sharing_builds();
    let good = first(&world);
    let undisturbed = outcomes(&play(&world, &[&good, "--size", "3x3", "--boards", "2"])[0]);
    // The fault, and what the report says about it; or the verdict.
    for (script, fault, facts) in [
        ("echo CLICKS 3,0", "illegal", ["3,0", "0", "2"].as_slice()),
        ("echo CLICKS -1,0", "illegal", &["-1,0"]),
        ("echo CLICKS one,two", "malformed", &["`one,two`"]),
        ("echo click 1,1", "malformed", &["`click 1,1`"]),
        ("echo", "malformed", &["``"]),
        ("echo CLICKS $(yes 1,1 | head -n 1000000)", "flooded", &["262144"]),
        ("yes PROGRESS best=1", "flooded", &["262144"]),
        ("exit 0", "crashed", &["0"]),
        ("echo PROGRESS best=1; exit 3", "crashed", &["3"]),
        ("kill -9 $$", "crashed", &["9"]),
        ("exec >&-; sleep 600", "closed", &[]),
        ("echo CLICKS", "left_on", &[]),
        ("echo NONE", "wrongly_none", &[]),
        ("echo UNKNOWN", "unknown", &[]),
    ] {
        let bad = world.file("bad.sh", &format!("cat > /dev/null\n{script}\n"));
        let found = play(&world, &[&good, &bad, "--size", "3x3", "--boards", "2"]);
        assert_eq!((&found[0]["name"], &found[1]["name"]), (&json!("first"), &json!("bad")), "{script}");
        assert_eq!(outcomes(&found[0]), undisturbed, "{script}");
        assert_eq!(found[1]["right"]["value"], json!(0.0), "{script}");
        for result in found[1]["matches"].as_array().unwrap() {
            let ended = result["ended"].as_str().unwrap();
            assert!(facts.iter().all(|fact| mentions(ended, fact)), "{script}: {ended}");
            match result["details"]["verdict"].as_str().unwrap() {
                "fault" => assert_eq!(result["faults"][0]["fault"], fault, "{script}: {}", result["faults"]),
                verdict => {
                    assert_eq!((verdict, &result["faults"]), (fault, &json!([])), "{script}");
                    let left_on = result["details"]["left_on"].as_u64().unwrap_or_default();
                    assert!(verdict != "left_on" || mentions(ended, &left_on.to_string()), "{ended}");
                }
            }
        }
    }
}

/// A silent solver is late, even if it closed its input. The report shows its output and its
/// processor time until then.
#[test]
fn who_says_nothing_is_late() {
    let world = World::sharing_builds();
    for script in ["echo PROGRESS best=0.5; sleep 600", "exec <&-; sleep 600"] {
        let silent = world.file("silent.sh", &format!("echo thinking >&2\n{script}\n"));
        let run = world.run(&[
            "play",
            "lights-out",
            &silent,
            "--boards",
            "1",
            "--seed",
            "1",
            "--quiet",
            "--json",
            "--set",
            "solve_ms=300",
        ]);
        let fault = &run.json()["submissions"][0]["matches"][0]["faults"][0];
        assert_eq!(fault["fault"], json!("late"), "{fault}");
        assert_eq!(fault["said"] == json!("PROGRESS best=0.5\\n"), script.starts_with("echo"), "{fault}");
        assert!(fault["stderr"].as_str().unwrap().contains("thinking"), "{fault}");
    }
}

/// Lines before the answer are recorded, the last line needs no line end, and the host waits for
/// nothing after the answer.
#[test]
fn progress_is_in_the_record() {
    let world = World::sharing_builds();
    let talks = world.file(
        "talks.sh",
        "echo PROGRESS generation=1 evaluations=10 best=0.25\necho PROGRESS generation=2 evaluations=25\nprintf UNKNOWN\n",
    );
    let stays = world.file("stays.sh", "echo UNKNOWN; sleep 600");
    let found = play(&world, &[&talks, &stays, "--boards", "1"]);
    let details = &found.iter().find(|one| one["name"] == "talks").unwrap()["matches"][0]["details"];
    assert_eq!(
        details["progress"],
        json!([{"generation": 1.0, "evaluations": 10.0, "best": 0.25}, {"generation": 2.0, "evaluations": 25.0}])
    );
    assert_eq!((&details["evaluations"], &details["verdict"]), (&json!(25.0), &json!("unknown")));
}

/// The time before a solver reads its board does not count.
#[test]
fn starting_costs_nothing() {
    let world = World::sharing_builds();
    let slow = world.file("slow.sh", "timeout 1 bash -c 'while :; do :; done'\nread line\necho UNKNOWN\n");
    let run = world.run(&[
        "play",
        "lights-out",
        &slow,
        "--boards",
        "1",
        "--quiet",
        "--json",
        "--seed",
        "1",
        "--set",
        "solve_ms=900",
    ]);
    let result = &run.json()["submissions"][0]["matches"][0];
    assert_eq!((&result["faults"], &result["details"]["verdict"]), (&json!([]), &json!("unknown")));
    assert!(result["details"]["cpu_us"].as_u64().unwrap() < 500_000, "{result}");
}

/// The solvers of the repository: exact ones find the fewest clicks or prove that there are none.
/// The others solve small boards, and never claim that there is no solution. The method of the
/// article gives the same results in both of its languages.
#[test]
fn the_solvers_of_the_house_keep_their_promises() {
    let world = World::sharing_builds();
    let bots = repository().join("bots/lights-out");
    let paths: Vec<String> =
        bots.read_dir().unwrap().map(|entry| entry.unwrap().path().to_str().unwrap().to_owned()).collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let exact = ["brute-force", "chase", "elimination"];
    for (size, solvable) in [("3x3", "solvable=true"), ("4x3", "solvable=true"), ("2x1", "solvable=false")] {
        let found = play(&world, &[&*paths, &["--size", size, "--boards", "4", "--set", solvable]].concat());
        assert_eq!(found.len(), 6);
        for one in &found {
            let name = one["name"].as_str().unwrap();
            let matches = one["matches"].as_array().unwrap();
            assert!(matches.iter().all(|result| result["faults"] == json!([])), "{size}: {one:#}");
            let verdicts: Vec<&str> =
                matches.iter().map(|result| result["details"]["verdict"].as_str().unwrap()).collect();
            if exact.contains(&name) {
                assert_eq!(one["right"]["value"], json!(1.0), "{name} {size}: {verdicts:?}");
                assert!(
                    one["needless_clicks"]["value"] == json!(0.0) || one["needless_clicks"].is_null(),
                    "{name} {size}"
                );
            } else if solvable.ends_with("true") {
                assert_eq!(verdicts, ["solved"; 4], "{name} {size}");
            } else {
                assert!(
                    verdicts.iter().all(|verdict| ["solved", "unknown"].contains(verdict)),
                    "{name} {size}"
                );
            }
            let evaluations = |result: &&Value| result["details"]["evaluations"].as_f64() > Some(0.0);
            let solved = matches.iter().filter(|result| result["details"]["verdict"] == "solved");
            assert!(solved.clone().all(|result| evaluations(&result)), "{name} {size}: {one:#}");
        }
        let articles: Vec<&Value> =
            found.iter().filter(|one| one["name"].as_str().unwrap().starts_with("article")).collect();
        assert_eq!(outcomes(articles[0]), outcomes(articles[1]), "{size}");
    }
}

#[test]
fn check_says_what_is_wrong() {
    let world = World::sharing_builds();
    let check = |bot: &str, code: i32| {
        let run = world.run(&["check", "lights-out", bot]);
        assert_eq!(run.code, Some(code), "{}{}", run.stdout, run.stderr);
        run.stdout
    };
    let solver = repository().join("bots/lights-out/elimination.cpp");
    let reports = [
        check(solver.to_str().unwrap(), 0),
        check(&world.file("all.sh", "echo CLICKS 0,0"), 7),
        check(&world.file("off.sh", "echo why >&2; echo CLICKS 3,4"), 7),
        check(&world.file("idle.sh", "echo UNKNOWN"), 0),
    ];
    insta::assert_snapshot!(world.redacted(&reports.join("\n")));
}

#[test]
fn senseless_sizes_are_refused() {
    let world = World::sharing_builds();
    for (arguments, facts) in [
        (["--size", "5"], ["--size", "5", "1", "20"].as_slice()),
        (["--size", "0x5"], &["--size", "0x5", "1", "20"]),
        (["--size", "21x5"], &["--size", "21x5", "1", "20"]),
        (["--set", "clicks=26"], &["clicks", "26", "25"]),
        (["--in-flight", "2"], &["--in-flight", "lights-out"]),
    ] {
        let run = world.run(&[&["play", "lights-out", "x.py"], arguments.as_slice()].concat());
        run.assert_refused(2, facts);
    }
    let run = world.run(&["play", "rat-race", "x.py", "--size", "5x5"]);
    run.assert_refused(2, &["--size", "rat-race"]);
}

/// Boards go only to those about whom something is to be decided.
#[test]
fn an_adaptive_tournament_plays_few_boards() {
    let world = World::sharing_builds();
    for name in ["bad", "worse"] {
        world.file(&format!("{name}.py"), &format!("input()\nprint('none')  # {name}\n"));
    }
    let good = repository().join("bots/lights-out/elimination.cpp");
    let text = format!(
        "game = \"lights-out\"\nseed = 7\nformat = \"adaptive\"\ndecide = \"top 1\"\nboards = 100\n\
         entrants = [{good:?}, \"bad.py\", \"worse.py\"]\n[parameters]\ncolumns = 3\nrows = 3\n"
    );
    let file = world.file("few.toml", &text);
    for command in ["run", "standings"] {
        let run = world.run(&["tournament", command, &file]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
    }
    let json = world.run(&["tournament", "standings", &file, "--format", "json"]).json();
    assert_eq!((&json["adaptive"]["is_decided"], &json["adaptive"]["rounds"]), (&true.into(), &16.into()));
    let ranks: Vec<_> = (0..3).map(|place| &json["entrants"][place]["rank"]).collect();
    assert_eq!(
        (&ranks[0]["worst"], &ranks[1]["best"], &ranks[2]["worst"]),
        (&1.into(), &2.into(), &3.into())
    );

    // Targets that make no sense are refused where they stand.
    for (decide, code, fact) in [("top 3", 2, "3 entrants"), ("best", 3, "odd.toml:4")] {
        let file = world.file("odd.toml", &text.replace("top 1", decide));
        let run = world.run(&["tournament", "run", &file]);
        assert_eq!(run.code, Some(code), "{}", run.stderr);
        assert!(run.stderr.contains(fact), "{}", run.stderr);
    }
}
