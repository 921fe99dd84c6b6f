//! A person who plays on a page: `rathaus serve --play`. `web/e2e` tests the pages in a browser.
#![expect(clippy::disallowed_methods, reason = "tests look at processes and write files")]

mod hostile;
mod server;

use serde_json::{Value, json};

use crate::common::{World, repository};
use crate::games::custom_game;
use server::{PlayServer, request};

/// Replies with the first column, always.
const LEFT: &str = "while read -r line; do echo 0; done\n";

fn game(name: &str) -> String {
    repository().join("games").join(name).display().to_string()
}

/// Wins a game of connect four, and returns the path of the match.
fn won_match(server: &PlayServer) -> String {
    let more = json!({ "seed": "1", "parameters": { "opening": 0 } });
    let path = server.begin("connect-four", &json!([null, 0]), &more);
    let mut events = server.watch(&path);
    loop {
        let state = events.turn();
        if state["phase"] == "over" {
            assert_eq!(state["end"]["scores"], json!([1.0, 0.0]), "{state}");
            return path;
        }
        // The column that a click on the picture means.
        assert_eq!(state["question"]["click"], json!(["{column}"]));
        assert_eq!(server.reply(&path, &state["question"], &["3"]), 204);
    }
}

#[test]
fn a_person_wins_a_game_whose_recording_can_be_replayed() {
    let world = World::sharing_builds();
    let bot = world.file("left.sh", LEFT);
    let Some(server) = PlayServer::start(&world, &["--play", &game("connect-four"), &bot]) else { return };
    assert_eq!(server.get("/api").1["games"], json!(["connect-four"]));
    let (_, games) = server.get("/api/play");
    let offered = &games["games"][0];
    assert_eq!((&offered["bots"], &offered["seats"]), (&json!(["left"]), &json!({ "from": 2, "to": 2 })));
    assert_eq!(offered["parameters"][0]["name"], "columns");
    let path = won_match(&server);
    server.wait_for_processes(0);
    let (_, film) = server.get(&format!("{path}/film"));
    assert_eq!(film["match"]["names"], json!(["human", "left"]));
    assert_eq!(
        (&film["difference"], film["pictures"]["frames"].as_array().unwrap().len()),
        (&Value::Null, 8)
    );
    // What can be downloaded is what `rathaus replay` reads.
    let head = format!("GET {path}/replay HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    let file = world.path("won.replay");
    std::fs::write(&file, server.bytes(&head)).unwrap();
    let run = world.run(&["replay", file.to_str().unwrap(), "--json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let (status, _) = server.post(&format!("{path}/end"), &json!({}));
    assert_eq!(status, 204, "nothing happens to a match that is over");
}

#[test]
fn several_bots_and_all_parts_of_a_question_are_shown() {
    let world = World::sharing_builds();
    let bots =
        ["one", "two"].map(|name| world.file(&format!("{name}.sh"), "while read -r l; do echo up; done\n"));
    let [one, two] = &bots;
    let Some(server) = PlayServer::start(&world, &["--play", &game("light-cycles"), one, two]) else {
        return;
    };
    let path = server.begin("light-cycles", &json!([0, null, 1, 1]), &json!({ "seed": "0x7" }));
    let mut events = server.watch(&path);
    let state = events.turn();
    assert_eq!((&state["names"], &state["seat"]), (&json!(["one", "human", "two", "two #2"]), &json!(1)));
    let question = &state["question"];
    assert_eq!(question["choices"], json!([["left"], ["right"], ["up"], ["down"]]));
    assert_eq!(question["keys"]["ArrowLeft"], json!(["left"]));
    assert!(
        question["text"].as_str().unwrap().starts_with("board 30 20 seats 4 you 1\nturn 0 "),
        "{question}"
    );
    assert_eq!(state["frame"]["rows"].as_array().unwrap().len(), 20);
    assert_eq!(server.reply(&path, question, &["down"]), 204);
    let state = events.turn();
    assert!(state["question"]["text"].as_str().unwrap().starts_with("turn 1 "), "{state}");
    let said: Vec<&Value> = state["messages"].as_array().unwrap().iter().map(|said| &said["from"]).collect();
    assert_eq!(said, ["game", "person", "game"]);
    // Another page sees the same match.
    assert_eq!(server.watch(&path).turn()["question"], state["question"]);
}

#[test]
fn the_dilemma_is_played_against_the_field() {
    let world = World::sharing_builds();
    for (name, reply) in [("nobody", "echo"), ("first", "echo 1")] {
        world.file(&format!("bots/prisoners-dilemma/{name}.sh"), &format!("{reply}\n"));
    }
    let Some(server) = PlayServer::start(&world, &["--play", "prisoners-dilemma"]) else { return };
    let more = json!({ "seed": "5", "parameters": { "rounds_per_player": 1 } });
    let path = server.begin("prisoners-dilemma", &json!([null, 0, 1, 1]), &more);
    let mut events = server.watch(&path);
    for round in 0..4 {
        let state = events.turn();
        assert_eq!((&state["view"]["played"], &state["view"]["all"]), (&json!(round), &json!(4)));
        assert_eq!(state["view"]["ids"].as_array().unwrap().len(), 4);
        let own = state["view"]["ids"][0].as_u64().unwrap();
        let others: Vec<String> = (1..=4).filter(|id| *id != own).map(|id| id.to_string()).collect();
        assert_eq!(server.reply(&path, &state["question"], &[&others.join(" ")]), 204);
    }
    let end = events.end();
    assert_eq!((&end["how"], &end["faults"][0]), (&json!("played"), &json!(0)), "{end}");
}

#[test]
fn who_gives_up_or_goes_leaves_no_process() {
    let world = World::sharing_builds();
    let bot = world.file("left.sh", LEFT);
    let arguments = ["--play", &game("connect-four"), &bot, "--play-idle", "5"];
    let Some(server) = PlayServer::start(&world, &arguments) else { return };
    let begin = || {
        let path = server.begin("connect-four", &json!([null, 0]), &json!({}));
        let mut events = server.watch(&path);
        assert_eq!(events.turn()["phase"], "person");
        assert!(server.processes() > 0);
        (path, events)
    };
    let (path, mut events) = begin();
    assert_eq!(server.post(&format!("{path}/end"), &json!({})).0, 204);
    assert_eq!(events.end(), json!({ "how": "left", "why": "the person gave up" }));
    server.wait_for_processes(0);
    // The page is closed.
    let (path, events) = begin();
    drop(events);
    server.wait_for_processes(0);
    assert_eq!(server.watch(&path).end()["why"], "no page showed the match any more");
    // The page is open, and nobody replies.
    let (_, mut events) = begin();
    assert_eq!(events.end()["why"], "the person did not reply");
    server.wait_for_processes(0);
}

#[test]
fn a_browser_has_one_match_and_a_server_only_some() {
    let world = World::sharing_builds();
    let bot = world.file("left.sh", LEFT);
    let arguments = ["--play", &game("connect-four"), &bot, "--play-matches", "2"];
    let Some(server) = PlayServer::start(&world, &arguments) else { return };
    let seats = json!([null, 0]);
    let first = server.begin("connect-four", &seats, &json!({}));
    let mut watched = server.watch(&first);
    watched.turn();
    let token = first.rsplit('/').next().unwrap();
    let second = server.begin("connect-four", &seats, &json!({ "previous": token }));
    assert_eq!(watched.end()["how"], "left");
    let _pages = [server.watch(&second), server.watch(&server.begin("connect-four", &seats, &json!({})))];
    let (status, refused) = server.post("/api/play/matches", &request("connect-four", &seats, &json!({})));
    assert_eq!(status, 503, "{refused}");
    assert_eq!(server.watch(&second).turn()["phase"], "person", "the others go on");
}

#[test]
fn before_the_reveal_nobody_plays_against_an_entrant() {
    let world = World::sharing_builds();
    let [secret, other] = ["secret", "other"]
        .map(|name| world.file(&format!("{name}.sh"), &format!("while read -r {name}; do echo 0; done\n")));
    let connect_four = game("connect-four");
    let text = format!(
        "game = {connect_four:?}\nseed = 1\ngames = 1\nentrants = [{secret:?}, {secret2:?}]\n\
         [phases]\nreveals_until = 2999-01-01T00:00:00Z\n",
        secret2 = world.file("third.sh", "while read -r third; do echo 1; done\n")
    );
    let file = world.file("contest.toml", &text);
    let run = world.run(&["tournament", "run", &file, "--early", "--quiet"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let arguments = [&file, "--play", &connect_four, &secret, &other];
    let Some(server) = PlayServer::start(&world, &arguments) else { return };
    let (status, refused) =
        server.post("/api/play/matches", &request("connect-four", &json!([null, 0]), &json!({})));
    assert_eq!(status, 403, "{refused}");
    let path = server.begin("connect-four", &json!([null, 1]), &json!({}));
    assert_eq!(server.watch(&path).turn()["phase"], "person");
}

#[test]
fn what_a_program_and_bots_write_is_shown_without_tricks() {
    let program = r#"
import json
start = json.loads(input())
frame = {"rows": ["a\u202eb"], "caption": ["\u001b[2J"]}
print(json.dumps({"type": "ask", "asks": [{"seat": 0, "send": ["say \u202e\u0007", "x" * 100000]}], "frame": frame}), flush=True)
json.loads(input())
print(json.dumps({"type": "end", "scores": [0, 0], "reason": "\u202eover"}), flush=True)
"#;
    let world = World::sharing_builds();
    custom_game(&world, program, "");
    let bot = world.file("bot.sh", LEFT);
    let Some(server) = PlayServer::start(&world, &["--play", "games/mine", &bot]) else { return };
    let path = server.begin("mine", &json!([null, 0]), &json!({}));
    let mut events = server.watch(&path);
    let state = events.turn();
    assert!(state.to_string().len() < 40_000, "{}", state.to_string().len());
    assert!(!state.to_string().contains(['\u{202e}', '\u{7}', '\u{1b}']), "{state}");
    assert_eq!(state["frame"]["caption"], json!(["\\u{1b}[2J"]));
    assert_eq!(server.reply(&path, &state["question"], &["x"]), 204);
    assert_eq!(events.end()["ended"], "\\u{202e}over");
}

#[test]
fn what_nobody_can_play_is_refused_at_once() {
    let world = World::sharing_builds();
    let bot = world.file("left.sh", LEFT);
    for game in ["rat-race", "lights-out", "grid-routing"] {
        world.run(&["serve", "--play", game, &bot]).assert_refused(2, &["is not for persons"]);
    }
    world.run(&["serve", "--play", "nowhere"]).assert_refused(2, &["no such game `nowhere`"]);
    let connect_four = game("connect-four");
    world
        .run(&["serve", "--play", &connect_four, "no.py", "none.rb"])
        .assert_refused(3, &["no.py", "none.rb"]);
    custom_game(&world, "", "");
    let mine = world.path("games/mine").display().to_string();
    world.run(&["serve", "--play", &mine]).assert_refused(2, &["nobody plays", "BOT"]);
    world.run(&["serve", "--play-idle", "9"]).assert_refused(2, &["--play"]);
}
