//! `rathaus check-game`: each warning has a game that triggers it, and one that does not.
#![expect(clippy::disallowed_macros, reason = "a language that is skipped is named")]

use std::process::Command;

use serde_json::{Value, json};

use crate::common::{Run, World, assert_mentions};
use crate::games::custom_game;

/// Both seats choose a side of a coin at the same time. Heads is worth a point.
const FAIR: &str = r#"
import json, time

def say(message):
    print(json.dumps(message), flush=True)

start = json.loads(input())
begin = time.time()
seats = list(range(start["seats"]))
say({"type": "ask", "asks": [{"seat": seat, "send": ["say"]} for seat in seats]})
answers = (json.loads(input())["answers"] + [{}])[:2]
said = [answer.get("lines", [""])[0] for answer in answers]
wrong = [answer for answer in seats if "lines" in answers[answer] and said[answer] not in ("heads", "tails")]
faults = [{"answer": answer, "fault": "malformed", "what": "expected heads or tails"} for answer in wrong]
scores = [int(word == "heads") for word in said]
reason = "two heads" if sum(scores) == 2 else "no two heads"
say({"type": "end", "scores": scores, "reason": reason, "faults": faults})
"#;

const EXAMPLES: &str = "[answers]\nexamples = [\"heads\", \"tails\"]\n";

fn run(world: &World, arguments: &[&str]) -> Run {
    let mut command: Command = world.command(arguments);
    command.current_dir(world.path(""));
    world.run_command(command)
}

/// The report about the game in `games/mine`.
fn report(world: &World) -> Value {
    let run = run(world, &["check-game", "mine", "--json"]);
    let report = run.json();
    let code = if report["ready"] == true { 0 } else { 7 };
    assert_eq!(run.code, Some(code), "{}{}", run.stderr, run.stdout);
    report
}

/// The kinds of the findings about a game.
fn kinds_in(report: &Value) -> Vec<&str> {
    let findings = report["findings"].as_array().unwrap();
    findings.iter().map(|finding| finding["kind"].as_str().unwrap()).collect()
}

/// The report about the fair game with a changed part.
fn changed(world: &World, from: &str, to: &str) -> Value {
    assert!(FAIR.contains(from), "{from}");
    custom_game(world, &FAIR.replace(from, to), EXAMPLES);
    report(world)
}

#[test]
fn a_sound_game_has_no_findings() {
    let world = World::sharing_builds();
    custom_game(&world, FAIR, EXAMPLES);
    let report = report(&world);
    assert_eq!(report["findings"], json!([]), "{report:#}");
    assert_eq!((&report["ready"], &report["random"][0]["matches"]), (&json!(true), &json!(10)));
    let reached = &report["reached"];
    assert!(reached["fields"].as_array().unwrap().contains(&json!("end.faults[].what")), "{reached:#}");
    assert!(reached["faults"].as_array().unwrap().contains(&json!("crashed")), "{reached:#}");
    assert!(
        reached["reasons"].as_array().unwrap().iter().any(|it| it["reason"] == "two heads"),
        "{reached:#}"
    );
}

#[test]
fn each_suspicious_game_gets_its_warning() {
    let world = World::sharing_builds();
    let scores = "scores = [int(word == \"heads\") for word in said]";
    for (from, to, kind) in [
        ("not in (\"heads\", \"tails\")", "not in (\"red\", \"blue\")", "ends_by_faults"),
        (scores, "scores = [1, 0]", "seat_always_wins"),
        (scores, "scores = [int(word not in (\"heads\", \"tails\")) for word in said]", "fault_pays"),
        ("for seat in seats]", "for seat in [0]]", "seat_never_asked"),
        ("\"faults\": faults", "\"faults\": []", "nothing_ruled"),
        ("reason = \"two heads\" if sum(scores) == 2 else", "reason =", "one_reason"),
    ] {
        let report = changed(&world, from, to);
        assert!(kinds_in(&report).contains(&kind), "{kind}: {report:#}");
        assert_eq!(report["ready"], true, "{kind}: a warning is no failure");
    }
    custom_game(&world, FAIR, &format!("best = \"lowest\"\n{EXAMPLES}[faults]\ndefault = \"end\"\n"));
    assert!(kinds_in(&report(&world)).contains(&"fault_pays"), "the score of a fault, 0, is the best one");
    custom_game(&world, FAIR, "");
    assert!(kinds_in(&report(&world)).contains(&"no_examples"));
}

#[test]
fn programs_that_read_a_clock_are_found() {
    let world = World::sharing_builds();
    for clock in ["int(time.time())", "int(begin)", "time.time() - begin > 0.7"] {
        let report = changed(&world, "\"reason\": reason", &format!("\"reason\": str({clock})"));
        assert!(kinds_in(&report).contains(&"not_deterministic"), "{clock}: {report:#}");
        assert_eq!(report["ready"], false);
    }
}

#[test]
fn with_protocol_2_results_may_depend_on_times() {
    let world = World::sharing_builds();
    let more = format!("protocol = 2\n{EXAMPLES}");
    let told = |from: &str, to: &str| {
        custom_game(&world, &FAIR.replace(from, to), &more);
        let report = report(&world);
        assert_eq!(report["ready"], true, "{report:#}");
        kinds_in(&report)
            .iter()
            .filter(|kind| kind.ends_with("on_times"))
            .map(ToString::to_string)
            .collect::<Vec<_>>()
    };
    let took = "sum(answer.get(\"took_us\", 0) for answer in answers)";
    assert_eq!(told("reason", "reason"), Vec::<String>::new());
    assert_eq!(told("\"scores\": scores", &format!("\"scores\": [0, {took}]")), ["result_depends_on_times"]);
    assert_eq!(
        told("\"scores\": scores", &format!("\"scores\": scores, \"details\": {took}")),
        ["messages_depend_on_times"]
    );
}

#[test]
fn parameters_are_tried_at_their_bounds() {
    let world = World::sharing_builds();
    let parameters = "[parameters.size]\ndefault = 5\nfrom = 3\nto = 9\n[parameters.pace]\ndefault = 1\n\
                      [parameters.torus]\ndefault = false\n";
    custom_game(&world, FAIR, &format!("{EXAMPLES}{parameters}"));
    let sound = report(&world);
    assert_eq!(kinds_in(&sound), ["parameter_without_bounds"], "{sound:#}");
    let tried: Vec<(&Value, &Value)> = sound["parameters"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tried| (&tried["name"], &tried["value"]))
        .collect();
    assert_eq!(json!(tried), json!([["size", 3], ["size", 9], ["torus", true]]));
    let program = FAIR.replace("begin =", "1 / (9 - start[\"parameters\"][\"size\"])\nbegin =");
    custom_game(&world, &program, &format!("{EXAMPLES}{parameters}"));
    let failing = report(&world);
    assert!(kinds_in(&failing).contains(&"match_failed"), "{failing:#}");
    assert_mentions(failing["findings"].to_string().as_str(), &["size=9", "ZeroDivisionError"]);
}

#[test]
fn the_bots_of_a_game_play_in_every_seat() {
    let world = World::sharing_builds();
    custom_game(&world, FAIR, EXAMPLES);
    world.file("games/mine/bots/heads.sh", "while read line; do echo heads; done\n");
    world.file("games/mine/bots/tails.sh", "while read line; do echo tails; done\n");
    let sound = report(&world);
    assert_eq!(kinds_in(&sound), Vec::<&str>::new(), "{sound:#}");
    let bot = |name: &str, score: f64| json!({ "name": name, "problem": null, "seats": 2, "stopped": 0, "faults": 0, "mean_score": score });
    assert_eq!(sound["bots"], json!([bot("heads", 1.0), bot("tails", 0.0)]));
    world.file("games/mine/bots/tails.sh", "read line; echo red\n");
    world.file("games/mine/bots/wrong.py", "def def\n");
    let unsound = report(&world);
    let mut kinds = kinds_in(&unsound);
    kinds.sort_unstable();
    assert_eq!(kinds, ["bot_faults", "bot_unbuildable", "ends_by_faults"], "{unsound:#}");
    let wrong = unsound["bots"].as_array().unwrap().iter().find(|bot| bot["name"] == "wrong.py").unwrap();
    assert_mentions(wrong["problem"].as_str().unwrap(), &["wrong.py"]);
}

#[test]
fn what_a_program_prints_by_mistake_is_explained() {
    let world = World::sharing_builds();
    for (from, to, facts) in [
        ("begin =", "print(\"hello\")\nbegin =", ["`hello`", "stderr"]),
        ("\"scores\": scores", "\"scores\": [1, float(\"nan\")]", ["`scores[1]`", "`NaN`"]),
        ("\"seat\": seat", "\"seat\": seat + 0.0", ["`asks[0].seat`", "0.0"]),
    ] {
        let report = changed(&world, from, to);
        assert_eq!(kinds_in(&report), ["match_failed"], "{report:#}");
        assert_mentions(report["findings"][0]["what"].as_str().unwrap(), &facts);
    }
}

/// The time limit of an answer is a minute in this game. The check stops a match earlier.
#[test]
fn a_bot_that_says_nothing_is_to_blame_and_not_the_game() {
    let world = World::sharing_builds();
    custom_game(&world, FAIR, EXAMPLES);
    let silent = world.file("silent.sh", "while read line; do :; done\n");
    let checked = run(&world, &["check", "mine", &silent]);
    assert_eq!(checked.code, Some(7), "{}{}", checked.stderr, checked.stdout);
}

/// Speaks a part of the Go Text Protocol: a reply ends with an empty line.
const GTP: &str = r##"
import json

def say(message):
    print(json.dumps(message), flush=True)

json.loads(input())
scores, faults = [0, 0], []
for question, begin in [("name", "= a 'bot' \\ \"of\" #{1} $HOME"), ("boardsize 9", "="), ("genmove b", "= ")]:
    asks = [{"seat": seat, "send": ["# a comment", question], "until": ""} for seat in (0, 1)]
    say({"type": "ask", "asks": asks, "faults": faults})
    answers = [answer.get("lines", []) for answer in json.loads(input())["answers"]]
    good = [len(lines) == 2 and lines[0].startswith(begin) and lines[1] == "" for lines in answers]
    faults = [{"answer": seat, "fault": "malformed", "what": begin} for seat in (0, 1) if answers[seat] and not good[seat]]
    scores = [score + one for score, one in zip(scores, good)]
say({"type": "end", "scores": scores, "reason": "all was asked", "faults": faults})
"##;

const GTP_ANSWERS: &str = r##"
protocol = 2

[answers]
question = "genmove"
examples = [["= A1", ""], ["= pass", ""]]

[[answers.to]]
question = "boardsize"
examples = [["=", ""]]

[[answers.to]]
question = "name"
examples = [["= a 'bot' \\ \"of\" #{1} $HOME", ""]]
"##;

#[test]
fn first_bots_answer_each_question_as_its_examples_say() {
    let world = World::sharing_builds();
    custom_game(&world, GTP, GTP_ANSWERS);
    let checked = report(&world);
    assert_eq!(checked["random"][0]["ruled"], 0, "{checked:#}");
    for language in ["python", "javascript", "ruby", "bash", "cpp", "java", "csharp", "rust"] {
        let folder = format!("bots/{language}");
        let written = run(&world, &["new", "bot", "--game", "mine", "--language", language, &folder]);
        assert_eq!(written.code, Some(0), "{}", written.stderr);
        let played = run(&world, &["play", "mine", &folder, &folder, "--json"]);
        if played.code == Some(4) {
            println!("{language} is not installed: {}", played.stderr);
            continue;
        }
        assert_eq!(played.code, Some(0), "{language}: {}", played.stderr);
        for player in played.json()["players"].as_array().unwrap() {
            assert_eq!((&player["score"], &player["faults"]), (&json!(3), &json!([])), "{language}");
        }
    }
}
