//! Every codec of the protocol, with nearly valid lines.

use rathaus_protocol::annotations::{Annotation, PREFIX, TurnNotes};
use rathaus_protocol::external::{FromGame, NEWEST_VERSION, ToGame};
use rathaus_protocol::handshake::{HandshakeReply, HandshakeRequest};
use rathaus_protocol::prisoners_dilemma::RoundReply;
use rathaus_protocol::rat_race::trace::{self, GenomeColourMeaning};
use rathaus_protocol::rat_race::{plain, turns};
use rathaus_protocol::{grid_routing, lights_out, match_numbers};

use serde_json::Value;

use super::runner::fuzz;

const TOKENS: [&str; 47] = [
    " ",
    "\n",
    "\r",
    "\0",
    "-",
    "+",
    ",",
    "(",
    ")",
    "=",
    "!",
    "0",
    "01",
    "rathaus 1 ",
    "turns",
    "plain",
    "boards=",
    "traces",
    "refuse ",
    "turn ",
    "view ",
    "genome ",
    "move ",
    "board",
    "pure",
    "take ",
    "pass",
    "VERTEX((",
    "NONE",
    "solved",
    "unsolvable",
    "{",
    "}",
    "[",
    "]",
    ":",
    "\"",
    "null",
    "\"type\":\"end\"",
    "\"asks\":",
    "\"scores\":",
    "\"frame\":",
    "@rathaus ",
    "1e999",
    "\"circle\":",
    "\u{1b}[31m",
    "\u{fffd}",
];

fn bytes(lines: &[&str]) -> Vec<Vec<u8>> {
    lines.iter().map(|line| line.as_bytes().to_vec()).collect()
}

/// Checks that a decoded value can be encoded, and that decoding the result gives the same value.
macro_rules! comes_back {
    ($type:ty, $input:expr) => {
        comes_back!(<$type>::decode, $input, no_more)
    };
    ($decode:expr, $input:expr, no_more) => {
        if let Ok(read) = $decode($input) {
            let written = read.encode();
            let line = written.strip_suffix(b"\n").unwrap_or(&written);
            assert_eq!($decode(line).as_ref(), Ok(&read), "{}", line.escape_ascii());
        }
    };
}

#[test]
fn greetings() {
    let lines = [
        "rathaus 1 rat-race turns=100 size=25",
        "rathaus 1 turns boards=8 traces",
        "rathaus 1 plain",
        "rathaus 1 refuse no",
    ];
    fuzz(&bytes(&lines), &TOKENS, |input| {
        comes_back!(HandshakeRequest, input);
        comes_back!(HandshakeReply, input);
    });
}

#[test]
fn races() {
    let lines = [
        "turn 1 2 3 4 0 0",
        "view 1 aaaaa",
        "genome 1 0f",
        "board",
        "move 1 aB",
        "1 0 pure",
        "! raised words",
        "trace 0 3",
        "12 move",
    ];
    fuzz(&bytes(&lines), &TOKENS, |input| {
        let _ = (
            turns::HostLine::decode(input),
            match_numbers::split(input),
            plain::PlainMoveRequest::decode(input),
        );
        let _ = (
            turns::read_answer(input, 1, 2),
            trace::read_answer(input, 3),
            GenomeColourMeaning::decode(input),
        );
        if let Ok(answer) = plain::read_answer(input) {
            let mut written = Vec::new();
            match &answer {
                Ok(choice) => plain::put_choice(&mut written, *choice),
                Err(error) => plain::put_error(&mut written, error),
            }
            assert!(plain::read_answer(written.trim_ascii_end()).is_ok(), "{}", written.escape_ascii());
        }
    });
}

#[test]
fn replies() {
    let lines =
        ["pass", "take 1,2,3", "1 2 3", "VERTEX((1,2),0)", "NONE", "1 1\n2 2\n", "unsolvable\n", "0 0 1\n"];
    fuzz(&bytes(&lines), &TOKENS, |input| {
        let _ =
            (RoundReply::decode(input, 1, 5), grid_routing::answer(input, 9), lights_out::said(input, 5, 5));
    });
}

fn has_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().any(has_null),
        Value::Object(fields) => fields.values().any(has_null),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

#[test]
fn drawings() {
    let lines = [
        r#"@rathaus {"line":[0,1,2.5,-3],"colour":"red"}"#,
        r#"@rathaus {"circle":[4,5,1e3]}"#,
        r#"@rathaus {"text":"here","at":[1,2],"color":"gray"}"#,
        r#"@rathaus {"number":{"name":"score","value":1.5}}"#,
        "ordinary\n@rathaus {\n",
    ];
    fuzz(&bytes(&lines), &TOKENS, |input| {
        for annotation in TurnNotes::parse(&String::from_utf8_lossy(input)).annotations {
            let value = serde_json::to_value(&annotation).expect("JSON");
            // A number that is not finite would be written as null.
            assert!(!has_null(&value), "{value}");
            let json = value.to_string();
            assert_eq!(Annotation::parse(&format!("{PREFIX}{json}")), Some(annotation), "{json}");
        }
    });
}

#[test]
fn messages_of_games() {
    let lines = [
        r#"{"type":"start","version":1,"game":"g","seats":2,"seed":"00000000000000ff","parameters":{"a":1}}"#,
        r#"{"type":"answers","answers":[{"lines":["a"]},{"fault":"late","out":true,"took_us":5,"left_ms":0}]}"#,
        r#"{"type":"ask","asks":[{"seat":0,"send":["a","b"],"lines":2,"ms":50}],"tells":[{"seat":1,"send":["c"]}],"done":0.5,"standing":[1,2]}"#,
        r#"{"type":"ask","asks":[{"seat":0,"send":[],"until":["a",""],"last":2,"keep":true}],"clocks":[{"seat":0,"ms":9,"moves":4}]}"#,
        r#"{"type":"end","scores":[1],"reason":"over","stats":[{"a":1.5}],"tells":[{"seat":0,"send":["quit"]}]}"#,
        r#"{"type":"end","scores":[1,0.5],"reason":"over","frame":{"rows":["ab"],"legend":[{"letter":"a","tone":"on"}],"caption":["x"]}}"#,
        r#"{"type":"end","ranks":[1,2],"reason":"over","faults":[{"answer":0,"fault":"illegal","what":"x"}]}"#,
    ];
    fuzz(&bytes(&lines), &TOKENS, |input| {
        comes_back!(|line| FromGame::decode(line, NEWEST_VERSION), input, no_more);
        comes_back!(ToGame, input);
    });
}
