//! Matches of custom games, played from recordings.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use futures_util::FutureExt;
use rathaus_games::custom::{CustomGameMatch, CustomMatchSettings, FaultPolicy, FaultRules, ResultKind};
use rathaus_games::{AskOutcome, FaultCause, FaultEvidence, MatchInputs, Seed};

use super::*;
use crate::matches::{RecordedReplies, RecordedRepliesReader, ReplyRecordingObserver};

const SEATS: usize = 2;

fn setup() -> MatchInputs {
    MatchInputs {
        seed: Seed(1),
        handshake_replies: vec![None; SEATS],
        ids: None,
        numbers: None,
        options: Vec::new(),
    }
}

fn said(bytes: &str) -> AskOutcome {
    AskOutcome::Reply { bytes: format!("{bytes}\n").into(), took: Duration::from_millis(5), cpu: None }
}

fn late(stderr: &str) -> AskOutcome {
    let evidence =
        FaultEvidence { sent: "a question".into(), stderr: stderr.into(), ..FaultEvidence::default() };
    AskOutcome::Fault(Fault { cause: FaultCause::Late { limit: Duration::from_secs(1) }, evidence })
}

/// A recording with these answers by turn and seat.
fn recording(turns: &[Vec<(usize, AskOutcome)>]) -> RecordedReplies {
    let mut recorder = ReplyRecordingObserver::new(&setup(), 1 << 20);
    for turn in turns {
        let (seats, answers): (Vec<usize>, Vec<AskOutcome>) = turn.iter().cloned().unzip();
        let (sent, introduction_bytes) = (vec![Vec::new(); seats.len()], vec![0; seats.len()]);
        recorder.exchanged(&TurnRequestsAndReplies {
            turn: 1,
            seats,
            sent,
            introduction_bytes,
            answers,
            stderr: Vec::new(),
        });
    }
    recorder.finish().unwrap()
}

fn played(recording: RecordedReplies, observer: &mut dyn Observer) -> Result<MatchResult, VoidMatch> {
    let faults = FaultRules { late: Some(FaultPolicy::Null), ..FaultRules::default() };
    let config =
        CustomMatchSettings { faults, ..CustomMatchSettings::new("a-game", SEATS, ResultKind::Scores) };
    let mut game = CustomGameMatch::new(config, BTreeMap::new(), SEATS, Seed(1));
    let reader = Rc::new(RefCell::new(RecordedRepliesReader::new(recording).unwrap()));
    let mut seats = RecordedRepliesReader::seats(&reader);
    seats.extend(RecordedRepliesReader::seats(&reader).pop());
    let played = play(&mut game, &mut seats, observer).now_or_never().expect("nobody is waited for");
    assert!(played.is_err() || reader.borrow_mut().is_at_end());
    played
}

const ASK_BOTH: &str = r#"{"type":"ask","asks":[{"seat":1,"send":["b"]},{"seat":0,"send":["a"]}]}"#;

fn whole_match() -> Vec<Vec<(usize, AskOutcome)>> {
    let ruling = r#"{"type":"ask","asks":[{"seat":1,"send":["c"]}],"faults":[{"answer":1,"fault":"illegal","what":"no"}]}"#;
    let end = r#"{"type":"end","scores":[3,4],"reason":"enough"}"#;
    vec![
        vec![(SEATS, said(ASK_BOTH))],
        vec![(1, said("x")), (0, said("y"))],
        vec![(SEATS, said(ruling))],
        vec![(1, late("err"))],
        vec![(SEATS, said(end))],
    ]
}

#[test]
fn the_program_asks_and_rules_and_only_bots_have_faults() {
    let played = played(recording(&whole_match()), &mut ()).unwrap();
    assert_eq!((played.scores, played.ended), (vec![3.0, 4.0], "enough".into()));
    let faults: Vec<_> =
        played.faults.iter().map(|found| (found.seat, found.turn, found.fault.cause.name())).collect();
    assert_eq!(faults, [(0, 1, "illegal"), (1, 2, "late")]);
    let evidence = &played.faults[0].fault.evidence;
    assert_eq!((evidence.sent.as_str(), evidence.said.as_str()), ("a\\n", "y\\n"));
}

#[test]
fn such_a_match_is_recorded_with_what_the_program_said() {
    let mut recorder = ReplyRecordingObserver::new(&setup(), 1 << 20);
    let first = played(recording(&whole_match()), &mut recorder).unwrap();
    let again = played(recorder.finish().unwrap(), &mut ()).unwrap();
    assert_eq!(MatchResult { took: first.took, ..again }, first);
}

#[test]
fn a_program_that_fails_makes_the_match_void() {
    let turns = [
        vec![(SEATS, said(ASK_BOTH))],
        vec![(1, said("x")), (0, said("y"))],
        vec![(SEATS, late("Traceback: the game is broken"))],
    ];
    let why = played(recording(&turns), &mut ()).unwrap_err().why;
    for words in ["no bot is to blame", "late", "Traceback: the game is broken"] {
        assert!(why.contains(words), "{why} has {words}");
    }
}

#[test]
fn a_program_that_makes_no_sense_is_shown_what_it_said() {
    let nonsense = r#"{"type":"ask","asks":[{"seat":7,"send":["b"]}]}"#;
    let why = played(recording(&[vec![(SEATS, said(nonsense))]]), &mut ()).unwrap_err().why;
    for words in ["there is no seat 7", "sent:", "start", "reply:", "asks"] {
        assert!(why.contains(words), "{why} has {words}");
    }
}
