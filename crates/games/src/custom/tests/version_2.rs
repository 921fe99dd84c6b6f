//! What version 2 of the messages added: times, clocks, tells that are delivered at once, and
//! answers that end at a word.

use rathaus_protocol::external::ReplyEnd;

use super::*;
use crate::SeatTell;

const DIALOGUES: [&str; 2] = [
    include_str!("../../../../../protocol/transcripts/games/countdown-clocks.txt"),
    include_str!("../../../../../protocol/transcripts/games/countdown-late.txt"),
];

fn second() -> CustomMatchSettings {
    CustomMatchSettings { protocol: 2, ..scored() }
}

/// The answer of a bot that would lead to this message to the program.
fn timed_answer(message: &Value) -> AskOutcome {
    let took = Duration::from_micros(message["took_us"].as_u64().unwrap());
    match message["lines"].as_array() {
        Some(lines) => {
            let bytes = lines.iter().map(|line| format!("{}\n", line.as_str().unwrap())).collect::<String>();
            AskOutcome::Reply { bytes: bytes.into(), took, cpu: None }
        }
        None => {
            let evidence = FaultEvidence { took, ..FaultEvidence::default() };
            AskOutcome::Fault(Fault { cause: FaultCause::Late { limit: took }, evidence })
        }
    }
}

/// A message of the program with all of its tells as the host delivers them: those to seats that it
/// asks are part of the question.
fn delivered(message: &Value) -> Vec<(usize, String)> {
    let asked =
        |seat: &Value| message["asks"].as_array().into_iter().flatten().any(|ask| ask["seat"] == *seat);
    let mut told = BTreeMap::<usize, String>::new();
    for tell in message["tells"].as_array().into_iter().flatten().filter(|tell| !asked(&tell["seat"])) {
        let text = told.entry(tell["seat"].as_u64().unwrap() as usize).or_default();
        for line in tell["send"].as_array().unwrap() {
            *text += &format!("{}\n", line.as_str().unwrap());
        }
    }
    told.into_iter().collect()
}

fn texts(tells: &[SeatTell]) -> Vec<(usize, String)> {
    tells.iter().map(|tell| (tell.seat, String::from_utf8(tell.bytes.clone()).unwrap())).collect()
}

#[test]
fn the_golden_dialogues_are_what_the_host_says_and_understands() {
    for dialogue in DIALOGUES {
        let mut lines = dialogue.lines().filter(|line| !line.starts_with('#'));
        let mut next = |mark: &str| -> Value {
            serde_json::from_str(lines.next().unwrap().strip_prefix(mark).unwrap()).unwrap()
        };
        let start = next("> ");
        let config = CustomMatchSettings { name: "countdown".into(), ..second() };
        let parameters = serde_json::from_value(start["parameters"].clone()).unwrap();
        let mut game = CustomGameMatch::new(config, parameters, 3, Seed(1));
        let mut step = game.start();
        assert_eq!(pending_lines(&step), start);
        let message = loop {
            let message = next("< ");
            step = game.resume(&[said(&message)]);
            if message["type"] == "end" {
                break message;
            }
            let asked = turn(step);
            assert_eq!(texts(&asked.tells), delivered(&message));
            let answers = next("> ");
            let given: Vec<AskOutcome> =
                answers["answers"].as_array().unwrap().iter().map(timed_answer).collect();
            step = game.resume(&given);
            assert_eq!(pending_lines(&step), answers);
        };
        let outcome = over(step);
        assert_eq!(
            json!(outcome.scores),
            json!(message["scores"].as_array().unwrap().iter().map(Value::as_f64).collect::<Vec<_>>())
        );
        assert_eq!(outcome.details["stats"].as_array().unwrap().len(), 3);
        let out =
            message["reason"].as_str().unwrap().strip_prefix("seat ").map(|rest| rest[..1].parse().unwrap());
        let mut last = delivered(&message);
        last.retain(|(seat, _)| Some(*seat) != out);
        assert_eq!(texts(&outcome.tells), last, "a seat that is out is told nothing");
    }
}

#[test]
fn tells_are_delivered_at_once_and_are_part_of_the_next_dialogue() {
    let tell = |seat: usize, text: &str| json!({"seat": seat, "send": [text]});
    let mut message = asks(&[0]);
    message["tells"] = json!([tell(1, "one"), tell(0, "zero"), tell(1, "two")]);
    let (mut game, step) = after(second(), 2, &message);
    let batch = turn(step);
    assert_eq!(sent(&batch), [(0, "zero\ngo\n")]);
    let [told] = <[SeatTell; 1]>::try_from(batch.tells).unwrap();
    assert_eq!(
        (told.seat, told.process, told.bytes.as_slice()),
        (1, AskProcessChoice::New, &b"one\ntwo\n"[..])
    );
    game.resume(&[reply("x\n")]);
    message["tells"] = json!([tell(1, "three")]);
    let batch = turn(game.resume(&[said(&message)]));
    assert_eq!(
        (texts(&batch.tells), batch.tells[0].process),
        (vec![(1, "three\n".into())], AskProcessChoice::Same)
    );
    game.resume(&[reply("x\n")]);
    let batch = turn(game.resume(&[said(&asks(&[1]))]));
    assert!(batch.tells.is_empty());
    // Those who read the dialogue see it as a whole. The bot gets what is new.
    let [ask] = <[SeatAsk; 1]>::try_from(batch.asks).unwrap();
    assert_eq!((ask.bytes.as_slice(), ask.unsent()), (&b"one\ntwo\nthree\ngo\n"[..], &b"go\n"[..]));
    assert_eq!(ask.process, AskProcessChoice::Same);
}

#[test]
fn what_a_seat_was_told_is_not_kept_without_end() {
    let mut message = asks(&[0]);
    message["tells"] = json!([{"seat": 1, "send": ["x".repeat(1 << 20)]}]);
    let (mut game, mut step) = after(second(), 2, &message);
    for _ in 0..20 {
        assert_eq!(turn(step).tells[0].bytes.len(), (1 << 20) + 1);
        game.resume(&[reply("x\n")]);
        step = game.resume(&[said(&message)]);
    }
    assert!(game.seats[1].pending_lines.len() < 3 << 20);
}

#[test]
fn answers_end_where_the_program_says() {
    let ask = json!({"seat": 0, "send": [], "until": ["done", ""], "last": 3, "keep": true});
    let (mut game, step) = after(second(), 2, &json!({"type": "ask", "asks": [ask]}));
    let [ask] = <[SeatAsk; 1]>::try_from(turn(step).asks).unwrap();
    let end = ReplyEnd::AnyOf(vec!["done".into(), String::new()]);
    assert_eq!((ask.reply_format, ask.keeps_early_lines), (ReplyFormat::Until { end, last: Some(3) }, true));
    let step = game.resume(&[reply("a\n\n")]);
    assert_eq!(pending_lines(&step)["answers"], json!([{"lines": ["a", ""], "took_us": 0}]));
}

#[test]
fn a_clock_runs_while_its_seat_is_asked_without_a_time() {
    let clock = json!({"seat": 0, "ms": 2_000, "increment_ms": 10, "margin_ms": 100});
    let mut message = asks(&[0, 1]);
    message["clocks"] = json!([clock]);
    let (mut game, step) = after(second(), 2, &message);
    let limits = |step: MatchStep| turn(step).asks.iter().map(|ask| ask.limits.time).collect::<Vec<_>>();
    assert_eq!(limits(step), [Duration::from_millis(2_100), second().answer().time]);
    let timed = |milliseconds: u64| timed_answer(&json!({"lines": ["x"], "took_us": milliseconds * 1_000}));
    let answers = |step: &MatchStep| pending_lines(step)["answers"].clone();
    let step = game.resume(&[timed(500), timed(7)]);
    let (first, other) = (
        json!({"lines": ["x"], "took_us": 500_000, "left_ms": 1_510}),
        json!({"lines": ["x"], "took_us": 7_000}),
    );
    assert_eq!(answers(&step), json!([first, other]));
    // A time of its own leaves the clock alone.
    let own = json!({"type": "ask", "asks": [{"seat": 0, "send": ["go"], "ms": 9_000}]});
    assert_eq!(limits(game.resume(&[said(&own)])), [Duration::from_secs(9)]);
    let step = game.resume(&[timed(3_000)]);
    assert_eq!(answers(&step)[0]["left_ms"], 1_510);
    assert_eq!(limits(game.resume(&[said(&asks(&[0]))])), [Duration::from_millis(1_610)]);
    // The program can set it again.
    game.resume(&[timed(1_000)]);
    message["clocks"] = json!([{"seat": 0, "ms": 5}]);
    assert_eq!(limits(game.resume(&[said(&message)]))[0], Duration::from_millis(5));
}

#[test]
fn messages_that_make_no_sense_void_the_match() {
    let problem = |message: Value| void(after(second(), 2, &message).1);
    let mut clocks = asks(&[0]);
    clocks["clocks"] = json!([{"seat": 2, "ms": 5}]);
    assert!(problem(clocks).starts_with("`clocks[0].seat`: there is no seat 2"));
    let end = |name: &str, value: Value| {
        let mut end = json!({"type": "end", "scores": [1, 0], "reason": "x"});
        end[name] = value;
        end
    };
    assert!(problem(end("stats", json!([{}]))).starts_with("`stats`: there are 1 of them for 2 seats"));
    assert!(problem(end("tells", json!([{"seat": 9, "send": ["x"]}]))).starts_with("`tells[0].seat`"));
}

#[test]
fn stats_are_details_that_fit_their_match() {
    let stats = json!([{"captures": 3.0}, {}]);
    let end = json!({"type": "end", "scores": [1, 0], "reason": "x", "stats": stats});
    let outcome = over(after(second(), 2, &end).1);
    assert_eq!(outcome.details, json!({"turns": 0, "stats": stats}));
    let identity = CustomGameIdentity { identity: String::new(), config: second() };
    let game = CustomGameDefinition::new(identity, Vec::new());
    let fits = |stats: Value| {
        crate::GameDefinition::details_fit(&game, &json!({"turns": 0, "stats": stats}), &[1.0, 0.0])
    };
    assert!(fits(stats) && fits(json!([{}, {}])));
    assert!(
        !fits(json!([{}]))
            && !fits(json!([{"a": "b"}, {}]))
            && !fits(json!([{"": 1}, {}]))
            && !fits(json!(7))
    );
}
