//! Recordings are read as they were written. Broken ones are refused.

use std::time::Duration;

use proptest::prelude::*;
use rathaus_games::{AskOutcome, Fault, FaultCause, FaultEvidence, Observer, TurnRequestsAndReplies};
use rathaus_protocol::handshake::HandshakeReply;

use rathaus_protocol::annotations::MAX_MATCH_BYTES;

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
        options: vec![[("Hash".to_owned(), 64.into())].into(); seats],
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
    let mut recorder = ReplyRecordingObserver::new(&setup(3), limit);
    for (number, turn) in (1..).zip(turns) {
        let (seats, answers): (Vec<usize>, Vec<AskOutcome>) = turn.iter().cloned().unzip();
        let sent = vec![Vec::new(); seats.len()];
        let introduction_bytes = vec![0; seats.len()];
        recorder.exchanged(&TurnRequestsAndReplies {
            turn: number,
            seats,
            sent,
            introduction_bytes,
            answers,
            stderr: Vec::new(),
        });
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

/// Records turns in which all three bots reply, and write these texts to stderr.
fn with_stderr(turns: &[Vec<(usize, String)>]) -> RecordedReplies {
    let mut recorder = ReplyRecordingObserver::new(&setup(3), usize::MAX);
    for stderr in turns {
        let answers = vec![rathaus_games::testing::reply("x\n"); 3];
        let (sent, introduction_bytes) = (vec![Vec::new(); 3], vec![0; 3]);
        let stderr = stderr.clone();
        let seats = vec![0, 1, 2];
        let exchange = TurnRequestsAndReplies { turn: 1, seats, sent, introduction_bytes, answers, stderr };
        recorder.exchanged(&exchange);
        recorder.consulted(&TurnRequestsAndReplies {
            seats: vec![3],
            answers: exchange.answers[..1].to_vec(),
            stderr: vec![(3, "of the program".into())],
            ..exchange
        });
    }
    recorder.finish().unwrap()
}

/// The stderr of each turn, by seat.
fn stderr_of(recording: RecordedReplies, turns: usize) -> Vec<[String; 3]> {
    let mut reader = RecordedRepliesReader::new(recording).unwrap();
    let mut turn = || {
        let of_seat = [0, 1, 2].map(|seat| {
            reader.answer(seat, 10).unwrap();
            reader.stderr(seat)
        });
        reader.answer(3, 10).unwrap();
        assert_eq!(reader.stderr(3), "");
        of_seat
    };
    (0..turns).map(|_| turn()).collect()
}

fn texts() -> impl Strategy<Value = Vec<Vec<(usize, String)>>> {
    let text = proptest::option::of(".{1,30}");
    let turn = proptest::collection::vec(text, 3).prop_map(|texts| {
        (0..).zip(texts).filter_map(|(seat, text): (usize, Option<String>)| Some((seat, text?))).collect()
    });
    proptest::collection::vec(turn, 0..20)
}

proptest! {
    #[test]
    fn stderr_comes_back_in_its_turn(turns in texts()) {
        let found = stderr_of(with_stderr(&turns), turns.len());
        for (found, written) in found.into_iter().zip(turns) {
            let mut expected = <[String; 3]>::default();
            written.into_iter().for_each(|(seat, text)| expected[seat] = text);
            prop_assert_eq!(found, expected);
        }
    }

    /// Reading any stream ends, without a panic.
    #[test]
    fn broken_stderr_is_refused(turns in texts(), at in any::<proptest::sample::Index>(), byte in any::<u8>()) {
        let mut recording = with_stderr(&turns);
        prop_assume!(!recording.stderr.is_empty());
        let at = at.index(recording.stderr.len());
        recording.stderr[at] ^= byte;
        if let Ok(mut reader) = RecordedRepliesReader::new(recording) {
            while (0..4).all(|seat| reader.answer(seat, 10).is_ok()) {}
        }
    }
}

#[test]
fn without_stderr_a_recording_has_no_such_stream() {
    let recording = with_stderr(&[Vec::new(), Vec::new()]);
    assert_eq!(recording.stderr, b"");
    assert!(!serde_json::to_string(&recording).unwrap().contains("stderr"));
    assert_eq!(stderr_of(recording, 2), vec![<[String; 3]>::default(); 2]);
}

#[test]
fn the_stderr_of_a_match_is_bounded_and_each_seat_has_its_share() {
    let (long, turns) = ("x".repeat(16 << 10), 200);
    let written: Vec<_> = (0..turns).map(|_| vec![(0, long.clone()), (1, "short".to_owned())]).collect();
    let found = stderr_of(with_stderr(&written), turns);
    let kept: usize = found.iter().map(|turn| turn[0].len()).sum();
    let share = MAX_MATCH_BYTES / 3;
    assert!((share - 2 * long.len()..share).contains(&kept), "{kept}");
    assert!(found.iter().all(|turn| turn[1] == "short"));
}

/// A file can claim anything. Stderr that is too much is refused before it costs memory.
#[test]
fn too_much_stderr_is_refused() {
    let open = |texts: &[u8]| {
        let mut stderr = zstd::encode_all(texts, 1).unwrap();
        stderr.insert(0, VERSION);
        RecordedRepliesReader::new(RecordedReplies { stderr, ..with_stderr(&[Vec::new()]) })
            .map(drop)
            .map_err(|error| error.to_string())
    };
    assert_eq!(open(&[1, 0, 1, b'x']), Ok(()));
    assert!(open(&[1, 0, 0xff, 0xff, 0xff, 0xff, 0x7f]).unwrap_err().contains("more of stderr"));
    assert!(open(&[1, 0, 2, b'x']).unwrap_err().contains("cannot be read"));
    assert!(open(&[1, 0, 1, 0xff]).unwrap_err().contains("utf-8"));
}

fn beginning() -> Vec<u8> {
    let mut line = serde_json::to_vec(&RecordingHeader::of(&setup(3))).unwrap();
    line.push(b'\n');
    line
}

#[test]
fn options_that_no_bot_can_have_are_refused() {
    let read = |options: Vec<BTreeMap<String, serde_json::Value>>| {
        let setup = MatchInputs { options, ..setup(2) };
        let recording = ReplyRecordingObserver::new(&setup, usize::MAX).finish().unwrap();
        RecordedRepliesReader::new(recording).is_ok()
    };
    let of = |value: serde_json::Value| BTreeMap::from([("Hash".to_owned(), value)]);
    assert!(read(Vec::new()) && read(vec![of(64.into()), BTreeMap::new()]));
    assert!(!read(vec![of(64.into())]), "of one seat");
    assert!(!read(vec![of(serde_json::json!([1])), BTreeMap::new()]), "a list");
    assert!(!read(vec![of("x".repeat(1 << 20).into()), BTreeMap::new()]), "a megabyte");
    let many = (0..10_000).map(|number| (number.to_string(), 1.into())).collect();
    assert!(!read(vec![many, BTreeMap::new()]), "too many");
}
