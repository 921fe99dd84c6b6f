//! Recordings are read as they were written. Broken ones are refused.

use std::time::Duration;

use proptest::prelude::*;
use rathaus_games::{AskOutcome, Fault, FaultCause, FaultEvidence, Observer, TurnExchange};
use rathaus_protocol::handshake::HandshakeReply;

use super::*;

fn setup(seats: usize) -> MatchInputs {
    let handshake_replies = (0..seats)
        .map(|seat| (seat > 0).then_some(HandshakeReply::Turns { boards: seat as u32, traces: seat > 1 }))
        .collect();
    MatchInputs {
        seed: Seed(u64::MAX),
        handshake_replies,
        ids: Some(vec![2, 1]),
        numbers: Some(vec![0, u64::MAX]),
    }
}

fn micros() -> impl Strategy<Value = Duration> {
    (0..u64::from(u32::MAX)).prop_map(Duration::from_micros)
}

fn answer() -> impl Strategy<Value = AskOutcome> {
    let bytes = proptest::collection::vec(any::<u8>(), 0..300);
    let cpu = || proptest::option::of(micros());
    let reply =
        (bytes, micros(), cpu()).prop_map(|(bytes, took, cpu)| AskOutcome::Reply { bytes, took, cpu });
    let fault = (".{0,20}", micros(), cpu(), cpu()).prop_map(|(words, took, cpu, overloaded)| {
        let cause = FaultCause::Illegal { what: words.clone() };
        let sandbox = overloaded.map(|_| "out of memory".to_owned());
        let evidence = FaultEvidence {
            sent: "sent".into(),
            said: words,
            took,
            cpu,
            overloaded,
            sandbox,
            stderr: "err\n".into(),
        };
        AskOutcome::Fault(Fault { cause, evidence })
    });
    prop_oneof![5 => reply, 1 => fault, 1 => Just(AskOutcome::Lost)]
}

/// Turns in which some of three bots answer, or the program after them.
fn turns() -> impl Strategy<Value = Vec<Vec<(usize, AskOutcome)>>> {
    let seats = proptest::sample::subsequence(vec![0, 1, 2, 3], 1..=4).prop_shuffle();
    let turn =
        seats.prop_flat_map(|seats| seats.into_iter().map(|seat| (Just(seat), answer())).collect::<Vec<_>>());
    proptest::collection::vec(turn, 0..20)
}

fn recorded(turns: &[Vec<(usize, AskOutcome)>], limit: usize) -> Option<RecordedReplies> {
    let mut recorder = RecordingObserver::new(&setup(3), limit);
    for (number, turn) in (1..).zip(turns) {
        let (seats, answers): (Vec<usize>, Vec<AskOutcome>) = turn.iter().cloned().unzip();
        let sent = vec![Vec::new(); seats.len()];
        let introduction_bytes = vec![0; seats.len()];
        recorder.exchanged(&TurnExchange { turn: number, seats, sent, introduction_bytes, answers, stderr: Vec::new() });
    }
    recorder.finish()
}

proptest! {
    #[test]
    fn all_answers_come_back_but_those_of_lost_turns(turns in turns()) {
        let mut reader = RecordedRepliesReader::new(recorded(&turns, usize::MAX).unwrap()).unwrap();
        prop_assert_eq!(format!("{:?}", reader.setup()), format!("{:?}", setup(3)));
        for turn in turns.iter().filter(|turn| turn.iter().any(|(_, answer)| *answer != AskOutcome::Lost)) {
            // Seats may ask in any order.
            for (seat, answer) in turn.iter().rev() {
                prop_assert_eq!(&reader.answer(*seat, usize::MAX).unwrap(), answer);
            }
        }
        prop_assert!(reader.is_at_end());
        prop_assert!(reader.answer(0, usize::MAX).is_err());
    }

    #[test]
    fn what_clocks_say_is_apart(turns in turns()) {
        let mut later = turns.clone();
        for (_, answer) in later.iter_mut().flatten() {
            match answer {
                AskOutcome::Reply { took, cpu, .. } => (*took, *cpu) = (Duration::from_micros(7), None),
                AskOutcome::Fault(fault) => fault.evidence.overloaded = Some(Duration::from_micros(9)),
                AskOutcome::Lost => {}
            }
        }
        prop_assert_eq!(
            recorded(&turns, usize::MAX).unwrap().answers,
            recorded(&later, usize::MAX).unwrap().answers
        );
    }

    /// Reading any file ends, without a panic.
    #[test]
    fn broken_recordings_are_refused(turns in turns(), at in any::<proptest::sample::Index>(), byte in any::<u8>()) {
        let mut recording = recorded(&turns, usize::MAX).unwrap();
        let at = at.index(recording.answers.len());
        recording.answers[at] ^= byte;
        if let Ok(mut reader) = RecordedRepliesReader::new(recording.clone()) {
            while reader.answer(0, usize::MAX).is_ok() {}
        }
        recording.answers.truncate(at);
        if let Ok(mut reader) = RecordedRepliesReader::new(recording) {
            while reader.answer(0, usize::MAX).is_ok() {}
        }
    }
}

#[test]
fn what_becomes_too_large_is_not_kept() {
    let noise: Vec<u8> =
        (0..100_000_u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let turn =
        |bytes: &[u8]| vec![(0, AskOutcome::Reply { bytes: bytes.into(), took: Duration::ZERO, cpu: None })];
    assert_eq!(recorded(&[turn(&noise)], 1_000), None);
    assert!(recorded(&[turn(b"short")], 1_000).is_some());
}

#[test]
fn other_versions_are_named() {
    let recording = RecordedReplies { answers: vec![9, 1, 2], clocks: vec![VERSION], stderr: Vec::new() };
    let refused = RecordedRepliesReader::new(recording).unwrap_err().to_string();
    assert!(refused.contains("version 9") && refused.contains("version 1"), "{refused}");
    let recording = RecordedReplies { answers: Vec::new(), clocks: Vec::new(), stderr: Vec::new() };
    assert_eq!(RecordedRepliesReader::new(recording).unwrap_err().to_string(), "it is empty");
}

/// A file can claim anything. Impossible turns are refused before they cost memory or time.
#[test]
fn turns_that_there_cannot_be_are_refused() {
    let with = |turn: &[u8]| {
        let mut whole = zstd::encode_all(&[&beginning()[..], turn].concat()[..], 1).unwrap();
        whole.insert(0, VERSION);
        let clocks = recorded(&[], usize::MAX).unwrap().clocks;
        RecordedRepliesReader::new(RecordedReplies { answers: whole, clocks, stderr: Vec::new() })
            .unwrap()
            .answer(0, usize::MAX)
            .unwrap_err()
            .to_string()
    };
    assert!(with(&[0]).contains("nobody answers"));
    assert!(with(&[1, 0, kind::LOST, 0]).contains("nobody answers"));
    assert!(with(&[1, 4, kind::LOST, 0]).contains("seats that do not exist"));
    assert!(with(&[2, 0, kind::LOST, 0, 0, kind::LOST, 0]).contains("two replies of a seat"));
    assert!(with(&[1, 0, kind::REPLY, 0xff, 0xff, 0xff, 0xff, 0x7f]).contains("too long"));
}

fn beginning() -> Vec<u8> {
    let mut line = serde_json::to_vec(&RecordingHeader::of(&setup(3))).unwrap();
    line.push(b'\n');
    line
}
