//! Strangers, and pages of other sites, that try to play.

use serde_json::{Value, json};

use super::server::{PlayServer, request};
use super::{LEFT, game};
use crate::common::World;

const MATCHES: &str = "/api/play/matches";

fn server(world: &World) -> Option<PlayServer> {
    let bot = world.file("left.sh", LEFT);
    PlayServer::start(world, &["--play", &game("connect-four"), &bot])
}

fn start() -> Value {
    request("connect-four", &json!([null, 0]), &json!({}))
}

#[test]
fn no_page_of_another_site_begins_a_match_or_replies() {
    let world = World::sharing_builds();
    let Some(server) = server(&world) else { return };
    let path = server.begin("connect-four", &json!([null, 0]), &json!({}));
    let mut events = server.watch(&path);
    let question = events.turn()["question"]["number"].clone();
    let reply = json!({ "question": question, "lines": ["0"] }).to_string();
    let attempts = [
        (MATCHES.to_owned(), start().to_string()),
        (format!("{path}/replies"), reply),
        (format!("{path}/end"), "{}".to_owned()),
    ];
    for (path, body) in &attempts {
        let status = |changed: &[(&str, &str)]| server.post_with(path, body, changed).0;
        // A form or a script of another site (CSRF).
        for origin in ["", "null", "http://evil.example", "http://localhost:1", "http://127.0.0.1"] {
            assert_eq!(status(&[("origin", origin)]), 403, "{path} {origin}");
        }
        assert_eq!(status(&[("sec-fetch-site", "cross-site")]), 403);
        for media_type in ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
            assert_eq!(status(&[("content-type", media_type)]), 415, "{path} {media_type}");
        }
        // A name that resolves to this machine (DNS rebinding).
        let evil = [("host", "evil.example"), ("origin", "http://evil.example")];
        assert_eq!(status(&evil), 421, "{path}");
        // The question of a browser before a request with JSON.
        let preflight = format!(
            "OPTIONS {path} HTTP/1.1\r\nhost: {}\r\norigin: http://evil.example\r\n\
             access-control-request-method: POST\r\nconnection: close\r\n\r\n",
            server.address()
        );
        assert_eq!(server.send(&preflight).0, 405, "{path}");
    }
    let read = format!("GET {path}/film HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n");
    assert_eq!(server.send(&read).0, 421);
    // Nothing has happened to the match.
    let state = server.watch(&path).turn();
    assert_eq!((&state["phase"], &state["question"]["number"]), (&json!("person"), &question));
}

#[test]
fn a_token_cannot_be_guessed_or_listed() {
    let world = World::sharing_builds();
    let Some(server) = server(&world) else { return };
    let paths = [(); 2].map(|()| server.begin("connect-four", &json!([null, 0]), &json!({})));
    let token = |path: &str| path.rsplit('/').next().unwrap().to_owned();
    assert_ne!(token(&paths[0]), token(&paths[1]));
    assert_eq!(token(&paths[0]).len(), 32);
    for (_, shown) in [server.get("/api"), server.get("/api/play")] {
        assert!(!shown.to_string().contains(&token(&paths[0])), "{shown}");
    }
    let changed = paths[0].replace(|digit: char| digit.is_ascii_digit(), "a");
    for wrong in [changed.as_str(), "/api/play/matches/", "/api/play/matches/..", "/api/play/matches/%00"] {
        for part in ["events", "film", "replay"] {
            assert_eq!(server.get(&format!("{wrong}/{part}")).0, 404, "{wrong}/{part}");
        }
        let (status, _) = server.post(&format!("{wrong}/replies"), &json!({ "question": 1, "lines": ["0"] }));
        assert_eq!(status, 404, "{wrong}");
    }
    assert_eq!(server.get(MATCHES).0, 405, "matches are not listed");
    assert_eq!(server.get(&format!("{}/film", paths[0])).0, 404, "it goes on");
}

#[test]
fn requests_that_make_no_sense_are_refused_with_the_reason() {
    let world = World::sharing_builds();
    let Some(server) = server(&world) else { return };
    let with = |seats: Value, more: Value| request("connect-four", &seats, &more);
    for (status, wrong, reason) in [
        (400, json!([]), "not a valid request"),
        (400, json!({ "game": "connect-four", "seats": [null, 0], "extra": 1 }), "extra"),
        (404, request("chess", &json!([null, 0]), &json!({})), "no such game"),
        (400, with(json!([0, 0]), json!({})), "exactly one seat"),
        (400, with(json!([null, null]), json!({})), "exactly one seat"),
        (400, with(json!([null]), json!({})), "2 to 2 seats"),
        (400, with(json!(vec![Value::Null; 5_000]), json!({})), "exactly one seat"),
        (400, with(json!([null, 1]), json!({})), "no such bot"),
        (400, with(json!([null, -1]), json!({})), "not a valid request"),
        (400, with(json!([null, 0]), json!({ "seed": "x" })), "a seed goes from"),
        (400, with(json!([null, 0]), json!({ "parameters": { "columns": 21 } })), "columns"),
        (400, with(json!([null, 0]), json!({ "parameters": { "x": "y".repeat(9_000) } })), "no parameter"),
    ] {
        let (found, answer) = server.post(MATCHES, &wrong);
        assert_eq!(found, status, "{wrong} {answer}");
        let words = answer["error"].as_str().unwrap();
        assert!(words.contains(reason) && words.len() < 1_000, "{answer}");
    }
    for body in ["", "{", "[[[[[[[[", "\u{0}"] {
        assert_eq!(server.post_with(MATCHES, body, &[]).0, 400, "{body}");
    }
    assert_eq!(server.post_with(MATCHES, &"[".repeat(60_000), &[]).0, 400);
    assert_eq!(server.post_with(MATCHES, &" ".repeat(70_000), &[]).0, 413);
    assert_eq!(
        server
            .post_with(MATCHES, "2\r\n{}\r\n", &[("content-length", ""), ("transfer-encoding", "chunked")])
            .0,
        411
    );
    assert_eq!(server.processes(), 0, "nothing was started");
}

#[test]
fn replies_that_do_not_fit_are_refused_and_too_long_ones_are_faults() {
    let world = World::sharing_builds();
    let Some(server) = server(&world) else { return };
    let path = server.begin("connect-four", &json!([null, 0]), &json!({}));
    let mut events = server.watch(&path);
    let question = events.turn()["question"].clone();
    let replies = format!("{path}/replies");
    for (status, wrong) in [
        (400, json!({ "question": 1, "lines": [] })),
        (400, json!({ "question": 1, "lines": ["0\n1"] })),
        (400, json!({ "question": 1, "lines": ["0\r"] })),
        (400, json!({ "question": 1, "lines": vec![""; 1_001] })),
        (400, json!({ "question": 1, "lines": [3] })),
        (400, json!({ "question": -1, "lines": ["0"] })),
        (409, json!({ "question": 0, "lines": ["0"] })),
        (409, json!({ "question": 2, "lines": ["0"] })),
    ] {
        let (found, answer) = server.post(&replies, &wrong);
        assert_eq!(found, status, "{wrong} {answer}");
    }
    // The rules judge a reply, not the server.
    assert_eq!(server.reply(&path, &question, &["no column \u{202e}"]), 204);
    let end = events.end();
    assert_eq!((&end["scores"], &end["faults"]), (&json!([0.0, 1.0]), &json!([1, 0])), "{end}");
    assert_eq!(server.reply(&path, &question, &["0"]), 409, "it is over");
}

#[test]
fn without_play_there_is_nothing_to_post_to() {
    let world = World::sharing_builds();
    let Some(server) = PlayServer::start(&world, &[]) else { return };
    assert_eq!(server.post(MATCHES, &start()).0, 405);
    for path in ["/api/play", "/api/play/matches/0/events"] {
        assert_eq!(server.get(path).0, 404, "{path}");
    }
    assert_eq!(server.get("/api").1["games"], json!([]));
    let page = "GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    assert!(!server.send(page).1.contains("data-play"));
}
