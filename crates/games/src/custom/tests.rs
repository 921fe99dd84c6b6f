//! Matches with scripted programs: the golden dialogues, and how the host handles the
//! program's messages.

mod version_2;

use std::time::Duration;

use rathaus_protocol::external::{FaultKind, LegendTone as Colour};
use serde_json::json;

use super::*;
use crate::picture::PictureTone;
use crate::testing::reply;
use crate::{AskBatch, Fault, FaultCause, FaultEvidence, MatchOutcome};

const DIALOGUES: [&str; 3] = [
    include_str!("../../../../protocol/transcripts/games/played.txt"),
    include_str!("../../../../protocol/transcripts/games/faults.txt"),
    include_str!("../../../../protocol/transcripts/games/out.txt"),
];

fn game(config: CustomMatchSettings, seats: usize) -> CustomGameMatch {
    CustomGameMatch::new(config, BTreeMap::new(), seats, Seed(255))
}

fn scored() -> CustomMatchSettings {
    CustomMatchSettings::new("a-game", 2, ResultKind::Scores)
}

fn ranked() -> CustomMatchSettings {
    CustomMatchSettings::new("a-game", 2, ResultKind::Ranks)
}

fn all(policy: FaultPolicy) -> FaultRules {
    FaultRules { default: policy, ..FaultRules::default() }
}

fn turns(turns: u32) -> CustomMatchSettings {
    CustomMatchSettings { limits: ReplyAndStepLimits { turns, ..ReplyAndStepLimits::default() }, ..scored() }
}

fn said(message: &Value) -> AskOutcome {
    reply(format!("{message}\n"))
}

fn fault(cause: FaultCause) -> AskOutcome {
    AskOutcome::Fault(Fault { cause, evidence: FaultEvidence::default() })
}

fn late() -> AskOutcome {
    fault(FaultCause::Late { limit: Duration::from_secs(1) })
}

fn crashed() -> AskOutcome {
    fault(FaultCause::Crashed { how: "exit status: 1".into() })
}

/// The message that the program is sent.
fn pending_lines(step: &MatchStep) -> Value {
    let MatchStep::Consult(ask) = step else { panic!("the program is not consulted: {step:?}") };
    serde_json::from_slice(&ask.bytes).unwrap()
}

fn turn(step: MatchStep) -> AskBatch {
    let MatchStep::Turn(turn) = step else { panic!("no turn: {step:?}") };
    turn
}

fn sent(turn: &AskBatch) -> Vec<(usize, &str)> {
    turn.asks.iter().map(|ask| (ask.seat, str::from_utf8(&ask.bytes).unwrap())).collect()
}

fn over(step: MatchStep) -> MatchOutcome {
    step.outcome().expect("it is over")
}

fn void(step: MatchStep) -> String {
    let MatchStep::Void(why) = step else { panic!("it makes sense: {step:?}") };
    why
}

/// A game whose program started with this message, and the resulting step.
fn after(config: CustomMatchSettings, seats: usize, message: &Value) -> (CustomGameMatch, MatchStep) {
    let mut game = game(config, seats);
    game.start();
    let step = game.resume(&[said(message)]);
    (game, step)
}

/// A message that asks these seats, each with the line `go`.
fn asks(seats: &[usize]) -> Value {
    let asks: Vec<Value> = seats.iter().map(|seat| json!({"seat": seat, "send": ["go"]})).collect();
    json!({"type": "ask", "asks": asks})
}

/// The answer of a bot that would lead to this message to the program.
fn answer(message: &Value) -> AskOutcome {
    match message["fault"].as_str() {
        None => reply(format!("{}\n", message["lines"][0].as_str().unwrap())),
        Some("late") => late(),
        Some("crashed") => crashed(),
        Some("flooded") => fault(FaultCause::Flooded { limit: 10 }),
        Some(other) => panic!("no bot does {other}"),
    }
}

#[test]
fn the_golden_dialogues_are_what_the_host_says_and_understands() {
    for dialogue in DIALOGUES {
        let mut lines = dialogue.lines().filter(|line| !line.starts_with('#'));
        let first = lines.next().unwrap().strip_prefix("> ").unwrap();
        let start: Value = serde_json::from_str(first).unwrap();
        let policy = if dialogue.contains("\"out\":true") { FaultPolicy::Forfeit } else { FaultPolicy::Null };
        let config = CustomMatchSettings { name: "matching-pennies".into(), faults: all(policy), ..scored() };
        let seed = Seed(u64::from_str_radix(start["seed"].as_str().unwrap(), 16).unwrap());
        let parameters = serde_json::from_value(start["parameters"].clone()).unwrap();
        let mut game = CustomGameMatch::new(config, parameters, 2, seed);
        let mut step = game.start();
        assert_eq!(pending_lines(&step), start);
        let mut count = 0;
        while let Some(line) = lines.next() {
            let message: Value = serde_json::from_str(line.strip_prefix("< ").unwrap()).unwrap();
            step = game.resume(&[said(&message)]);
            if message["type"] == "end" {
                break;
            }
            count += 1;
            let asked = turn(step);
            assert_eq!(asked.answer_faults.len(), message["faults"].as_array().map_or(0, Vec::len));
            assert!(asked.asks.iter().all(|ask| ask.limits.time == Duration::from_millis(500)));
            for (ask, wanted) in asked.asks.iter().zip(message["asks"].as_array().unwrap()) {
                let tells = message["tells"].as_array().into_iter().flatten();
                let pending_lines = tells.filter(|tell| tell["seat"] == wanted["seat"]).chain([wanted]);
                let lines = pending_lines.flat_map(|message| message["send"].as_array().unwrap());
                let expected: String = lines.map(|line| format!("{}\n", line.as_str().unwrap())).collect();
                assert_eq!(str::from_utf8(&ask.bytes), Ok(expected.as_str()));
                assert_eq!(
                    ask.process,
                    if count == 1 { AskProcessChoice::New } else { AskProcessChoice::Same }
                );
            }
            let handle_message: Value =
                serde_json::from_str(lines.next().unwrap().strip_prefix("> ").unwrap()).unwrap();
            let answers: Vec<AskOutcome> =
                handle_message["answers"].as_array().unwrap().iter().map(answer).collect();
            step = game.resume(&answers);
            assert_eq!(pending_lines(&step), handle_message);
        }
        let outcome = over(step);
        assert_eq!(outcome.details, json!({"turns": count}));
        assert_eq!(game.progress().standing, outcome.scores);
    }
}

#[test]
fn tells_come_before_the_next_question_and_are_told_once() {
    let mut message = asks(&[0]);
    message["tells"] = json!([{"seat": 1, "send": ["one", "two"]}, {"seat": 0, "send": ["zero"]}]);
    let (mut game, step) = after(scored(), 2, &message);
    assert_eq!(sent(&turn(step)), [(0, "zero\ngo\n")]);
    game.resume(&[reply("x\n")]);
    assert_eq!(sent(&turn(game.resume(&[said(&asks(&[1, 0]))]))), [(1, "one\ntwo\ngo\n"), (0, "go\n")]);
    game.resume(&[reply("x\n"), reply("x\n")]);
    assert_eq!(sent(&turn(game.resume(&[said(&asks(&[1]))]))), [(1, "go\n")]);
}

#[test]
fn asks_have_the_time_the_lines_and_the_process_that_the_program_wants() {
    let own = json!({"seat": 1, "send": ["a", "b"], "lines": 3, "ms": 70, "fresh": true});
    let message = json!({"type": "ask", "asks": [{"seat": 0, "send": ["a"]}, own]});
    let check = |step: MatchStep, lives: [AskProcessChoice; 2]| {
        let [usual, own] = turn(step).asks.try_into().unwrap();
        assert_eq!([usual.process, own.process], lives);
        assert_eq!((usual.reply_format, usual.limits), (ReplyFormat::Lines(1), scored().answer()));
        assert_eq!((own.reply_format, own.limits.time), (ReplyFormat::Lines(3), Duration::from_millis(70)));
    };
    let (mut game, step) = after(scored(), 2, &message);
    check(step, [AskProcessChoice::New, AskProcessChoice::New]);
    game.resume(&[reply("x\n"), reply("1\n2\n3\n")]);
    check(game.resume(&[said(&message)]), [AskProcessChoice::Same, AskProcessChoice::New]);
}

#[test]
fn an_answer_is_told_line_by_line() {
    let (mut game, _) = after(scored(), 1, &asks(&[0]));
    let step = game.resume(&[reply("\u{e4} \"b\"\r\n\n 3\n")]);
    assert_eq!(pending_lines(&step)["answers"], json!([{"lines": ["\u{e4} \"b\"\r", "", " 3"]}]));
}

#[test]
fn what_is_no_text_is_ruled_malformed_by_the_host() {
    let config = CustomMatchSettings { faults: all(FaultPolicy::Null), ..scored() };
    let (mut game, _) = after(config, 2, &asks(&[1, 0]));
    let step = game.resume(&[reply("x\n"), reply(b"\xff\n")]);
    assert_eq!(pending_lines(&step)["answers"], json!([{"lines": ["x"]}, {"fault": "malformed"}]));
    let turn = turn(game.resume(&[said(&asks(&[0]))]));
    assert!(matches!(
        turn.answer_faults.as_slice(),
        [RejectedAnswer { ask: 1, cause: FaultCause::Malformed { .. } }]
    ));
}

#[test]
fn who_is_out_is_not_asked_and_the_program_is_told() {
    let faults = FaultRules { late: Some(FaultPolicy::Forfeit), ..all(FaultPolicy::Null) };
    let config = CustomMatchSettings { faults, ..scored() };
    let (mut game, _) = after(config, 3, &asks(&[0, 1, 2]));
    let step = game.resume(&[late(), crashed(), reply("x\n")]);
    let answers = json!([{"fault": "late", "out": true}, {"fault": "crashed"}, {"lines": ["x"]}]);
    assert_eq!(pending_lines(&step)["answers"], answers);
    let second = turn(game.resume(&[said(&asks(&[0, 2, 1]))]));
    assert_eq!(sent(&second), [(2, "go\n"), (1, "go\n")]);
    let step = game.resume(&[reply("bad\n"), reply("y\n")]);
    assert_eq!(
        pending_lines(&step)["answers"],
        json!([{"fault": "out"}, {"lines": ["bad"]}, {"lines": ["y"]}])
    );
    // The program counts its own asks. The referee counts those that were sent.
    let mut message = asks(&[0]);
    message["faults"] = json!([{"answer": 1, "fault": "illegal", "what": "bad"}]);
    let step = game.resume(&[said(&message)]);
    assert_eq!(pending_lines(&step)["answers"], json!([{"fault": "out"}]), "nobody is left to be asked");
    let outcome = over(game.resume(&[said(&json!({"type": "end", "scores": [0, 1, 2], "reason": "done"}))]));
    let ruling = RejectedAnswer { ask: 0, cause: FaultCause::Illegal { what: "bad".into() } };
    assert_eq!((outcome.answer_faults, outcome.scores), (vec![ruling], vec![0.0, 1.0, 2.0]));
}

#[test]
fn a_fault_can_end_the_match() {
    for (config, scores) in [(scored(), vec![1.0, 0.0, 1.0]), (ranked(), vec![0.75, 0.0, 0.75])] {
        let (mut game, _) =
            after(CustomMatchSettings { faults: all(FaultPolicy::End), ..config }, 3, &asks(&[0, 1]));
        let outcome = over(game.resume(&[reply("x\n"), late()]));
        assert_eq!(outcome.scores, scores);
        assert_eq!(outcome.ended, "ended by a fault of seat 1");
    }
    let faults = FaultRules { score_at_fault: -5.0, score_of_others: Some(2.5), ..all(FaultPolicy::End) };
    let config = CustomMatchSettings { faults, ..scored() };
    let (mut game, _) = after(config, 2, &asks(&[0, 1]));
    assert_eq!(over(game.resume(&[crashed(), late()])).scores, [-5.0, -5.0]);
}

#[test]
fn ranks_become_the_share_of_the_others_that_are_beaten() {
    let end = |ranks: &[u32]| {
        let message = json!({"type": "end", "ranks": ranks, "reason": "done", "details": {"moves": 7}});
        over(after(ranked(), ranks.len(), &message).1)
    };
    assert_eq!(end(&[1, 2]).scores, [1.0, 0.0]);
    assert_eq!(end(&[1, 1]).scores, [0.5, 0.5]);
    assert_eq!(end(&[3, 1, 3, 2, 9]).scores, [0.375, 1.0, 0.375, 0.75, 0.0]);
    let outcome = end(&[2, 1]);
    assert_eq!(outcome.details, json!({"turns": 0, "ranks": [2, 1], "game": {"moves": 7}}));
    assert_eq!(outcome.ended, "done");
}

#[test]
fn a_program_that_makes_no_sense_is_told_where() {
    let with = |name: &str, value: Value| {
        let mut message = asks(&[0]);
        message[name] = value;
        message
    };
    let end = |result: Value| {
        let mut message = json!({"type": "end", "reason": "done"});
        message.as_object_mut().unwrap().extend(result.as_object().unwrap().clone());
        message
    };
    let long = vec!["x".repeat(1 << 20); 5];
    for (message, words) in [
        (asks(&[2]), "`asks[0].seat`: there is no seat 2; the seats of this match go from 0 to 1"),
        (asks(&[1, 1]), "`asks[1].seat`: seat 1 is asked twice"),
        (with("tells", json!([{"seat": 9, "send": ["a"]}])), "`tells[0].seat`: there is no seat 9"),
        (with("tells", json!([{"seat": 1, "send": long}])), "`tells[0].send`: a seat is sent at most"),
        (with("standing", json!([1])), "`standing`: there are 1 of them for 2 seats"),
        (with("faults", json!([{"answer": 0, "fault": "illegal", "what": "x"}])), "`faults[0].answer`"),
        (json!({"type": "ask", "asks": [{"seat": 0, "send": long}]}), "`asks[0].send`: a seat is sent"),
        (end(json!({"scores": [1]})), "`scores`: there are 1 of them for 2 seats"),
        (end(json!({"ranks": [1, 2]})), "`ranks`: its game.toml says that it has scores"),
        (json!({"type": "hello"}), "`type`"),
    ] {
        let why = void(after(scored(), 2, &message).1);
        assert!(why.contains(words), "{why} has {words}");
    }
    let why = void(after(ranked(), 2, &end(json!({"scores": [1, 2]}))).1);
    assert!(why.contains("its game.toml says that it has ranks"), "{why}");
}

#[test]
fn a_fault_that_the_program_was_told_of_is_not_ruled_on_again() {
    let config = CustomMatchSettings { faults: all(FaultPolicy::Null), ..scored() };
    let (mut game, _) = after(config, 2, &asks(&[0, 1]));
    game.resume(&[late(), reply("x\n")]);
    let mut message = asks(&[0]);
    message["faults"] = json!([{"answer": 0, "fault": "malformed", "what": "nothing"}]);
    assert!(void(game.resume(&[said(&message)])).contains("it judges answer 0"));
}

#[test]
fn a_program_that_forgets_to_end_is_stopped() {
    let (mut game, _) = after(turns(3), 1, &asks(&[0]));
    for _ in 0..2 {
        game.resume(&[reply("x\n")]);
        turn(game.resume(&[said(&asks(&[0]))]));
    }
    game.resume(&[reply("x\n")]);
    assert!(void(game.resume(&[said(&asks(&[0]))])).contains("it has asked 3 times and not come to an end"));
}

#[test]
fn asking_only_those_that_are_out_ends_as_well() {
    let (mut game, _) = after(turns(5), 1, &asks(&[0]));
    let mut step = game.resume(&[crashed()]);
    for _ in 0..4 {
        assert_eq!(pending_lines(&step)["type"], "answers");
        step = game.resume(&[said(&asks(&[0]))]);
    }
    assert_eq!(pending_lines(&step)["answers"], json!([{"fault": "out"}]));
    assert!(void(game.resume(&[said(&asks(&[0]))])).contains("5 times"));
}

#[test]
fn the_frame_that_was_said_last_is_shown() {
    let mut message = asks(&[0]);
    message["frame"] = json!({
        "rows": ["#a.", "A"],
        "legend": [
            {"letter": "#", "tone": "wall", "means": "a wall"},
            {"letter": "a", "tone": "seat 1"},
            {"letter": ".", "tone": "dim", "means": "nothing"},
        ],
        "caption": ["turn 1"],
    });
    message["standing"] = json!([1.5, 2]);
    message["done"] = json!(0.25);
    let (mut game, _) = after(scored(), 2, &message);
    game.resume(&[reply("x\n")]);
    game.resume(&[said(&asks(&[0]))]);
    let picture = game.picture(&["Ada".into(), "Bob".into()]);
    assert_eq!(picture.lines(), ["#a.", "A", "turn 1", "Ada 1.5", "Bob 2", "# a wall", ". nothing"]);
    let tones: Vec<PictureTone> = picture.board[0].iter().map(|tile| tile.tone).collect();
    assert_eq!(tones, [PictureTone::Wall, PictureTone::Seat(1), PictureTone::Dim]);
    assert_eq!(picture.seats[1][0].tone, PictureTone::Seat(1));
    assert_eq!((game.progress().done, game.progress().facts), (0.25, vec![("turn", 2)]));
}

#[test]
fn each_tone_has_a_colour_of_its_own() {
    let words = ["plain", "dim", "wall", "danger", "goal", "portal", "shared", "gone", "on", "off", "mark"];
    let more = ["seat 0", "seat 7", "level 0", "level 8"];
    let tones: Vec<PictureTone> =
        words.iter().chain(&more).map(|word| word.parse::<Colour>().unwrap().into()).collect();
    for (index, tone) in tones.iter().enumerate() {
        assert!(!tones[..index].contains(tone), "{tone:?} is there twice");
    }
}

#[test]
fn faults_are_told_by_their_kinds() {
    use FaultKind::*;
    let causes = [
        (FaultCause::Late { limit: Duration::ZERO }, Late),
        (FaultCause::Malformed { what: String::new() }, Malformed),
        (FaultCause::Crashed { how: String::new() }, Crashed),
        (FaultCause::Closed { what: String::new() }, Closed),
        (FaultCause::Flooded { limit: 0 }, Flooded),
        (FaultCause::Unbuildable { why: String::new() }, Unbuildable),
    ];
    for (cause, kind) in causes {
        assert_eq!(config::kind(&cause), kind);
        assert_eq!(json!(kind), json!(cause.name()));
        assert_eq!(all(FaultPolicy::End).policy(kind), FaultPolicy::End);
    }
}
