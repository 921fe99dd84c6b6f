//! Groups of boards with other parameters.

use super::collecting::play_plan;
use super::*;

/// A race of two boards in each of two groups.
fn grouped(name: &str, concurrency: u32) -> String {
    format!(
        "name = {name:?}\nentrants_folder = \"bots\"\nboards = 4\n{RACE}\
         [[group]]\nname = \"usual\"\n\
         [[group]]\nname = \"narrow\"\nparameters = {{ width = 30, goal_x = 26 }}\n\
         [running]\nconcurrency = {concurrency}\n"
    )
}

/// A world with a bot that is built with the parameters of its group, and one that is told them.
fn world() -> World {
    let world = World::sharing_builds();
    for (name, file) in [("color-score-python", "player.py"), ("look-ahead", "look-ahead.cpp")] {
        let path = crate::common::repository().join("bots/rat-race").join(name).join(file);
        world.file(&format!("bots/{name}/{file}"), &fs::read_to_string(path).unwrap());
    }
    world
}

#[test]
fn groups_are_played_in_turns_and_have_standings_of_their_own() {
    let world = world();
    world.file("one.toml", &grouped("one", 1));
    world.file("two.toml", &grouped("one", 2));
    done(&world, &["run", "one.toml"]);
    done(&world, &["run", "two.toml"]);
    assert_eq!(rows(&world, "one.db"), rows(&world, "two.db"), "at any concurrency");
    done(&world, &["check", "one.toml"]);

    let all = done(&world, &["standings", "one.toml", "--format", "json"]).json();
    let groups = all["groups"].as_array().unwrap();
    let played: Vec<&Value> = groups.iter().map(|group| &group["matches"]["played"]).collect();
    assert_eq!(played, [&json!(4), &json!(4)]);
    assert_eq!(groups[0]["parameters"], json!({}));
    assert_eq!(groups[1]["parameters"], json!({ "width": 30, "goal_x": 26 }));
    for (index, (name, boards)) in [("usual", [1, 3]), ("narrow", [2, 4])].into_iter().enumerate() {
        let own = done(&world, &["standings", "one.toml", "--group", name, "--format", "json"]).json();
        assert_eq!((&own["group"], &own["matches"]["all"]), (&json!(name), &json!(4)));
        for entrant in own["entrants"].as_array().unwrap() {
            let numbers: Vec<&Value> =
                entrant["scores"].as_array().unwrap().iter().map(|score| &score["number"]).collect();
            assert_eq!(
                numbers,
                boards.iter().map(|board| json!(board)).collect::<Vec<_>>().iter().collect::<Vec<_>>()
            );
            let of_all =
                all["entrants"].as_array().unwrap().iter().find(|other| other["name"] == entrant["name"]);
            assert_eq!(of_all.unwrap()["by_group"][index], entrant["value"]);
        }
    }
    let width = |game: &str| {
        let shown = done(&world, &["show", game, "--file", "one.toml", "--json"]).json();
        shown["spec"]["parameters"]["width"].clone()
    };
    assert_eq!((width("look-ahead/1"), width("look-ahead/2")), (json!(53), json!(30)));
    done(&world, &["rerun", "look-ahead/2", "--file", "one.toml"]);
}

#[test]
fn groups_can_be_played_elsewhere() {
    let world = world();
    world.file("here.toml", &grouped("one", 2));
    world.file("elsewhere.toml", &grouped("one", 2));
    done(&world, &["run", "here.toml"]);
    let plan = done(&world, &["plan", "elsewhere.toml"]).stdout;
    world.file("results.jsonl", &play_plan(&world, &plan).concat());
    done(&world, &["collect", "--file", "elsewhere.toml", "results.jsonl"]);
    assert_eq!(rows(&world, "elsewhere.db"), rows(&world, "here.db"));
}

#[test]
fn another_group_is_another_tournament() {
    let world = world();
    world.file("one.toml", &grouped("one", 2));
    done(&world, &["run", "one.toml"]);
    world.file("one.toml", &grouped("one", 2).replace("width = 30", "width = 31"));
    assert_eq!(tournament(&world, &["run", "one.toml"]).code, Some(2));
    world.file("one.toml", &grouped("one", 2).replace("\"narrow\"", "\"thin\""));
    assert_eq!(tournament(&world, &["run", "one.toml"]).code, Some(2));
    tournament(&world, &["standings", "one.toml", "--group", "wide"])
        .assert_refused(2, &["wide", "usual", "narrow"]);
}

/// Whoever forges a database may name groups as they like, and list any number of them.
#[test]
fn forged_groups_reach_no_terminal_and_are_bounded() {
    let world = world();
    world.file("one.toml", &grouped("one", 2));
    done(&world, &["run", "one.toml"]);
    let hostile = r#""na\u001b[2J\nrow""#;
    let rename = format!("UPDATE tournament SET settings = replace(settings, '\"narrow\"', '{hostile}')");
    forge(&world.path("one.db"), &rename);
    let shown = done(&world, &["standings", "one.toml"]).stdout;
    assert!(shown.contains("row") && !shown.contains('\u{1b}'), "{shown}");
    assert!(shown.lines().all(|line| !line.starts_with("row")), "the name adds no line: {shown}");
    let named = ["standings", "one.toml", "--group", "na\u{1b}[2J\nrow", "--format", "json"];
    assert_eq!(done(&world, &named).json()["group"], "na\u{1b}[2J\nrow");

    let group = r#"{"name":"x","parameters":{}},"#;
    let many = format!(r#""groups":[{}{{"name":""#, group.repeat(1_000));
    let multiply =
        format!(r#"UPDATE tournament SET settings = replace(settings, '"groups":[{{"name":"', '{many}')"#);
    forge(&world.path("one.db"), &multiply);
    assert!(tournament(&world, &["standings", "one.toml"]).code != Some(0));
}

/// Asks both seats. The map decides what a reply is worth.
const MAPS: &str = r#"
import json
start = json.loads(input())
print(json.dumps({"type": "ask", "asks": [{"seat": seat, "send": ["say"]} for seat in (0, 1)]}), flush=True)
said = [int((answer.get("lines") or ["0"])[0]) for answer in json.loads(input())["answers"]]
scores = [-number if start["parameters"]["map"] == "upside-down" else number for number in said]
print(json.dumps({"type": "end", "scores": scores, "reason": "said"}), flush=True)
"#;

/// A custom game with a list of maps has standings for each map, in every format.
#[test]
fn maps_of_a_custom_game_have_standings_of_their_own() {
    let world = World::sharing_builds();
    world.file("games/maps/game.py", MAPS);
    let game = "name = \"maps\"\nsource = \"game.py\"\nseats = 2\nlimits = { answer_ms = 60_000, turns = 50 }\n\
                [parameters.map]\ndefault = \"plain\"\none_of = [\"plain\", \"upside-down\"]\n";
    world.file("games/maps/game.toml", game);
    for number in 1..=4 {
        world.file(&format!("bots/b{number}.sh"), &format!("while read line; do echo {number}; done\n"));
    }
    let file = |name: &str, format: &str| {
        let text = format!(
            "name = \"t\"\ngame = \"maps\"\nseed = 3\nformat = {format:?}\ngames = 4\nentrants_folder = \"bots\"\n\
             [[group]]\nname = \"plain\"\n[[group]]\nname = \"reversed\"\nparameters = {{ map = \"upside-down\" }}\n"
        );
        world.file(name, &text);
    };
    for format in ["double-round-robin", "swiss", "knock-out", "adaptive"] {
        let name = format!("{format}.toml");
        file(&name, format);
        done(&world, &["run", &name, "--quiet"]);
        done(&world, &["check", &name]);
        let all = done(&world, &["standings", &name, "--format", "json"]).json();
        assert_eq!(all["groups"][1]["parameters"], json!({ "map": "upside-down" }));
        let mut best = Vec::new();
        for (index, group) in ["plain", "reversed"].into_iter().enumerate() {
            let own = done(&world, &["standings", &name, "--group", group, "--format", "json"]).json();
            let entrants = own["entrants"].as_array().unwrap();
            for entrant in entrants.iter().filter(|entrant| !entrant["value"].is_null()) {
                let of_all = all["entrants"].as_array().unwrap().iter();
                let of_all = of_all.clone().find(|other| other["name"] == entrant["name"]).unwrap();
                assert_eq!(of_all["by_group"][index], entrant["value"], "{format}, {group}");
            }
            best.push(entrants[0]["name"].clone());
        }
        assert_eq!(best, [json!("b4"), json!("b1")], "{format}: another one is best on each map");
        assert_mentions(&done(&world, &["standings", &name]).stdout, &["By group", "plain", "reversed"]);
    }
    // The same on other machines.
    file("elsewhere.toml", "double-round-robin");
    let plan = done(&world, &["plan", "elsewhere.toml"]).stdout;
    world.file("results.jsonl", &play_plan(&world, &plan).concat());
    done(&world, &["collect", "--file", "elsewhere.toml", "results.jsonl"]);
    assert_eq!(rows(&world, "elsewhere.db"), rows(&world, "double-round-robin.db"));
    let wrong = fs::read_to_string(world.path("swiss.toml")).unwrap().replace("upside-down", "inside-out");
    world.file("wrong.toml", &wrong);
    tournament(&world, &["run", "wrong.toml"])
        .assert_refused(3, &["wrong.toml:11:22", "plain", "upside-down"]);
}
