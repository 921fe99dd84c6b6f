//! Messages between the host and the program of a custom game: golden dialogues, and
//! error messages.
#![expect(clippy::disallowed_methods, reason = "the dialogues are files")]

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use rathaus_protocol::external::{
    Answers, Ask, AskMessage, FIRST_VERSION, FromGame, GameFrame, InvalidAnswer, LegendEntry, LegendTone,
    MatchEnd, MatchStart, NEWEST_VERSION, ReplyEnd, RuledFaultKind, SeatAnswer, SeatClock, SeatReply, Tell,
    ToGame,
};
use serde_json::{Value, json};

/// The game of the dialogues, as `transcripts/games/README.md` describes it.
#[derive(Default)]
struct MatchingPennies {
    rounds: usize,
    said: [Vec<Option<String>>; 2],
    points: [f64; 2],
}

impl MatchingPennies {
    fn handle_line(&mut self, message: ToGame) -> FromGame {
        match message {
            ToGame::Start(start) => {
                self.rounds = start.parameters["rounds"].as_u64().unwrap() as usize;
                self.ask(Vec::new(), Vec::new())
            }
            ToGame::Answers(Answers { answers }) => self.round(&answers),
        }
    }

    fn round(&mut self, answers: &[SeatAnswer]) -> FromGame {
        let mut faults = Vec::new();
        for (seat, answer) in answers.iter().enumerate() {
            let word = match &answer.reply {
                SeatReply::Lines { lines } if ["heads", "tails"].contains(&lines[0].as_str()) => {
                    Some(lines[0].clone())
                }
                SeatReply::Lines { lines } => {
                    let what = format!("expected heads or tails, found \"{}\"", lines[0]);
                    faults.push(InvalidAnswer { answer: seat, fault: RuledFaultKind::Malformed, what });
                    None
                }
                SeatReply::Fault { .. } => None,
            };
            self.said[seat].push(word);
        }
        let [first, second] = [0, 1].map(|seat| self.said[seat].last().unwrap().as_deref());
        match (first, second) {
            (None, None) => {}
            (None, Some(_)) => self.points[1] += 1.0,
            (Some(_), None) => self.points[0] += 1.0,
            _ => self.points[usize::from(first != second)] += 1.0,
        }
        let out =
            answers.iter().position(|answer| matches!(answer.reply, SeatReply::Fault { out: true, .. }));
        let reason = match out {
            Some(seat) => format!("seat {seat} is out"),
            None if self.played() == self.rounds => format!("all {} rounds were played", self.rounds),
            None => {
                let tell = |seat: usize, word: Option<&str>| Tell {
                    seat,
                    send: vec![format!("other {}", word.unwrap_or("nothing"))],
                };
                let tells = vec![tell(0, second), tell(1, first)];
                return self.ask(tells, faults);
            }
        };
        let (scores, frame) = (Some(self.points.into()), Some(self.frame()));
        FromGame::End(Box::new(MatchEnd { scores, reason, faults, frame, ..MatchEnd::default() }))
    }

    fn played(&self) -> usize {
        self.said[0].len()
    }

    fn ask(&self, tells: Vec<Tell>, faults: Vec<InvalidAnswer>) -> FromGame {
        let (played, rounds) = (self.played(), self.rounds);
        let ask = |seat| {
            let mut send = vec![format!("round {}", played + 1)];
            if played == 0 {
                send.insert(0, format!("seat {seat} rounds {rounds}"));
            }
            Ask { ms: Some(500), ..Ask::new(seat, send) }
        };
        FromGame::Ask(Box::new(AskMessage {
            asks: vec![ask(0), ask(1)],
            tells,
            clocks: Vec::new(),
            faults,
            frame: Some(self.frame()),
            done: Some(played as f64 / rounds as f64),
            standing: Some(self.points.into()),
        }))
    }

    fn frame(&self) -> GameFrame {
        let letter = |word: &Option<String>| match word.as_deref() {
            Some("heads") => 'H',
            Some(_) => 'T',
            None => '-',
        };
        let meaning = |letter, tone, means: &str| LegendEntry { letter, tone, means: means.into() };
        let caption = match self.played() {
            0 => "no round yet".into(),
            played => format!("round {played} of {}", self.rounds),
        };
        GameFrame {
            rows: self.said.iter().map(|words| words.iter().map(letter).collect()).collect(),
            legend: vec![
                meaning('H', LegendTone::On, "heads"),
                meaning('T', LegendTone::Off, "tails"),
                meaning('-', LegendTone::Dim, ""),
            ],
            caption: vec![caption],
            svg: None,
        }
    }
}

#[test]
fn the_golden_dialogues_hold() {
    let mut answered = 0;
    for (name, dialogue) in dialogues() {
        let (mut game, mut said) = (MatchingPennies::default(), None);
        let is_matching_pennies = !name.contains("countdown-");
        for line in dialogue.lines() {
            if let Some(heard) = line.strip_prefix("> ") {
                let message = ToGame::decode(heard.as_bytes()).unwrap();
                assert_eq!(value(&message.encode()), value(heard.as_bytes()), "the host says it like this");
                said = is_matching_pennies.then(|| game.handle_line(message));
            } else if let Some(expected) = line.strip_prefix("< ") {
                let read = FromGame::decode(expected.as_bytes(), NEWEST_VERSION).unwrap();
                if is_matching_pennies {
                    let said = said.take().expect("a message is answered once");
                    assert_eq!(value(&said.encode()), value(expected.as_bytes()), "in {name}");
                    assert_eq!(read, said, "it is read as it was meant");
                }
                answered += 1;
            } else {
                assert!(line.starts_with('#'), "{name}: {line}");
            }
        }
    }
    assert!(answered >= 10, "only {answered} answers were found");
}

fn value(line: &[u8]) -> Value {
    serde_json::from_slice(line).unwrap()
}

fn problem(message: &Value) -> String {
    let message = message.to_string();
    FromGame::decode(message.as_bytes(), NEWEST_VERSION).expect_err("it is no message").to_string()
}

#[test]
fn a_mistake_is_named_with_its_place() {
    let of = |message: Value, place: &str, words: &str| {
        let problem = problem(&message);
        assert!(problem.starts_with(&format!("`{place}`: ")) && problem.contains(words), "{problem}");
    };
    let ask = json!({"seat": 0, "send": ["a"]});
    let with = |name: &str, value: Value| {
        let mut ask = ask.clone();
        ask[name] = value;
        json!({"type": "ask", "asks": [ask]})
    };
    of(json!({"type": "asks"}), "type", "expected `ask` or `end`");
    of(json!({"type": "ask"}), "asks", "say `end`");
    of(json!({"type": "ask", "asks": [{"seat": 0}]}), "asks[0]", "missing field `send`");
    of(with("seat", json!(-1)), "asks[0].seat", "expected usize");
    of(with("send", json!([])), "asks[0].send", "at least one line");
    of(with("send", json!(["a", "b\nc"])), "asks[0].send[1]", "an element of its own");
    of(with("lines", json!(0)), "asks[0].lines", "from 1 to 10000");
    of(with("ms", json!(0)), "asks[0].ms", "from 1 to 3600000");
    of(with("until", json!([])), "asks[0].until", "1 to 16 words");
    of(with("until", json!(" a")), "asks[0].until", "no space at its beginning");
    of(with("until", json!(7)), "asks[0].until", "expected a word");
    of(with("last", json!(2)), "asks[0].last", "with `until`");
    let lines_too = json!({"type": "ask", "asks": [{"seat": 0, "send": ["a"], "until": "b", "lines": 1}]});
    of(lines_too, "asks[0].lines", "no number of lines");
    let clock = |clock: Value| json!({"type": "ask", "asks": [ask], "clocks": [clock]});
    of(clock(json!({"seat": 0, "ms": 1e9 as u64})), "clocks[0].ms", "from 0 to 86400000");
    of(clock(json!({"seat": 0, "ms": 1, "moves": 0})), "clocks[0].moves", "at least 1");
    let stats = |stats: Value| json!({"type": "end", "scores": [1], "reason": "x", "stats": [stats]});
    of(stats(json!({"": 1})), "stats[0]", "1 to 40 bytes");
    of(stats(json!({"a": "b"})), "stats[0].a", "f64");
    of(stats(json!({"a": 1e300})), "stats[0]", "from 0");
    let many: serde_json::Map<String, Value> = (0..17).map(|number| (number.to_string(), json!(1))).collect();
    of(stats(many.into()), "stats[0]", "at most 16");
    of(json!({"type": "ask", "asks": [ask], "stats": []}), "stats", "type `end`");
    of(with("milliseconds", json!(5)), "asks[0].milliseconds", "expected one of");
    of(json!({"type": "ask", "asks": [ask], "done": 1.5}), "done", "from 0 to 1");
    of(json!({"type": "ask", "asks": [ask], "reason": "x"}), "reason", "type `end`");
    of(json!({"type": "end", "scores": [1], "reason": " "}), "reason", "in words");
    of(json!({"type": "end", "scores": [1], "reason": "x", "asks": []}), "asks", "type `ask`");
    let frame = |frame: Value| json!({"type": "end", "scores": [1], "reason": "x", "frame": frame});
    of(frame(json!({"rows": ["a\nb"]})), "frame.rows", "no line feed");
    of(frame(json!({"rows": ["x".repeat(513)]})), "frame.rows", "1 rows of 513");
    of(frame(json!({"svg": "x".repeat(300_000)})), "frame.svg", "300000");
    of(frame(json!({"legend": [{"letter": "a", "tone": "red"}]})), "frame.legend[0].tone", "no tone `red`");
    of(frame(json!({"legend": [{"letter": "ab"}]})), "frame.legend[0].letter", "expected a character");
    assert!(problem(&json!({"type": "end", "reason": "x"})).contains("either `scores` or `ranks`"));
    let both = json!({"type": "end", "reason": "x", "scores": [1], "ranks": [1]});
    assert!(problem(&both).contains("either `scores` or `ranks`"));
}

#[test]
fn a_game_of_version_1_is_told_what_it_may_not_use() {
    let of = |message: Value, place: &str| {
        let message = message.to_string();
        let error = FromGame::decode(message.as_bytes(), FIRST_VERSION).unwrap_err();
        assert_eq!(error.place, place);
        assert!(error.problem.contains("`protocol = 2`"), "{error}");
        assert!(FromGame::decode(message.as_bytes(), NEWEST_VERSION).is_ok());
    };
    let ask = json!({"seat": 0, "send": ["a"]});
    of(json!({"type": "ask", "asks": [ask, {"seat": 1, "send": ["a"], "until": "b"}]}), "asks[1].until");
    of(json!({"type": "ask", "asks": [{"seat": 1, "send": [], "keep": true}]}), "asks[0].keep");
    of(json!({"type": "ask", "asks": [ask], "clocks": [{"seat": 0, "ms": 1}]}), "clocks");
    of(json!({"type": "end", "scores": [1], "reason": "x", "stats": [{"a": 1}]}), "stats");
    of(json!({"type": "end", "scores": [1], "reason": "x", "tells": [{"seat": 0, "send": ["a"]}]}), "tells");
}

#[test]
fn what_is_no_json_is_shown() {
    for line in ["", "hello", "{\"type\":\"ask\"", "{\"type\":\"end\"} {}", "[1]", "\u{1b}[31m"] {
        let error = FromGame::decode(line.as_bytes(), NEWEST_VERSION).unwrap_err().to_string();
        let shown = line.as_bytes().escape_ascii().to_string();
        assert!(error.contains(&shown), "{error} shows {line}");
        assert!(!error.contains('\u{1b}'), "nothing of it reaches a terminal");
    }
}

/// The stored JSON schema, for authors of custom games.
const SCHEMA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/game.schema.json");

#[test]
fn the_schema_is_that_of_the_types() {
    let schema = format!("{:#}\n", rathaus_protocol::external::schema());
    if std::env::var_os("RATHAUS_UPDATE").is_some() {
        fs::write(SCHEMA, &schema).unwrap();
    }
    let found = fs::read_to_string(SCHEMA).unwrap();
    assert!(found == schema, "{SCHEMA} is not that of the types: run this test with RATHAUS_UPDATE=1");
}

#[test]
fn the_schema_holds_for_what_is_said() {
    let schema = jsonschema::validator_for(&rathaus_protocol::external::schema()).unwrap();
    let mut tried = 0;
    for (_, dialogue) in dialogues() {
        for line in dialogue.lines().filter_map(|line| line.strip_prefix(['>', '<'])) {
            let message = value(line.as_bytes());
            assert!(schema.is_valid(&message), "{message}");
            tried += 1;
        }
    }
    assert!(tried >= 20, "only {tried} messages were found");
    for message in mistakes() {
        assert!(!schema.is_valid(&message), "{message}");
    }
}

/// Messages that both the schema and the codec refuse.
fn mistakes() -> [Value; 13] {
    let ask = |ask: Value| json!({"type": "ask", "asks": [ask]});
    [
        json!({"type": "asks"}),
        json!({"type": "ask", "asks": []}),
        json!({"type": "end", "scores": [1]}),
        json!({"type": "end", "scores": [1], "reason": "x", "asks": []}),
        ask(json!({"seat": -1, "send": ["a"]})),
        ask(json!({"seat": 0, "send": []})),
        ask(json!({"seat": 0, "send": ["a\nb"]})),
        ask(json!({"seat": 0, "send": ["a"], "lines": 0})),
        ask(json!({"seat": 0, "send": ["a"], "milliseconds": 5})),
        ask(json!({"seat": 0, "send": [], "keep": false})),
        ask(json!({"seat": 0, "send": ["a"], "until": []})),
        ask(json!({"seat": 0, "send": ["a"], "until": "b", "lines": 2})),
        ask(json!({"seat": 0, "send": ["a"], "last": 2})),
    ]
}

#[test]
fn the_schema_and_the_codec_refuse_the_same() {
    for message in mistakes() {
        problem(&message);
    }
}

/// The golden dialogues with their names.
fn dialogues() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("transcripts/games");
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let texts = paths.filter(|path| path.extension().is_some_and(|extension| extension == "txt"));
    texts.map(|path| (path.display().to_string(), fs::read_to_string(&path).unwrap())).collect()
}

proptest! {
    #[test]
    fn no_input_is_too_strange(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = (FromGame::decode(&bytes, NEWEST_VERSION), ToGame::decode(&bytes));
    }

    #[test]
    fn messages_come_back(seed in any::<u64>(), seat in 0usize..9, send in proptest::collection::vec("[^\n]{0,9}", 1..4), lines in 1usize..9, fresh: bool, keep: bool, ms in 0u64..1_000) {
        let start = ToGame::Start(MatchStart {
            version: 1, game: "g".into(), seats: 9, seed: format!("{seed:016x}"), parameters: Default::default(), options: Vec::new(),
        });
        prop_assert_eq!(ToGame::decode(start.encode().trim_ascii_end()), Ok(start));
        let until = keep.then(|| ReplyEnd::Word("done".into()));
        let lines = (!keep).then_some(lines);
        let asks = vec![Ask { lines, fresh, until, keep, ..Ask::new(seat, send.clone()) }];
        let clocks = vec![SeatClock { seat, ms, increment_ms: 0, moves: None, margin_ms: 5 }];
        let asks = AskMessage { asks, clocks, tells: vec![Tell { seat: 8, send }], ..AskMessage::default() };
        let message = FromGame::Ask(Box::new(asks));
        prop_assert_eq!(FromGame::decode(message.encode().trim_ascii_end(), NEWEST_VERSION), Ok(message));
    }
}
