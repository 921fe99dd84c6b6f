//! Replays: as files, and with each of their parts mutated before compression.

use std::time::Duration;

use rathaus::matches::{RecordedReplies, RecordedRepliesReader, ReplyRecordingObserver};
use rathaus::tournament::replay::Replay;
use rathaus::tournament::{MatchResult, MatchSpec, PlayedMatch};
use rathaus_games::{AskOutcome, ConfiguredGame, MatchInputs, Observer, Seed, TurnRequestsAndReplies};

use super::runner::{fuzz, fuzz_parts};

const TOKENS: [&str; 14] = [
    "\0",
    "\x01",
    "\x02",
    "\x7f",
    "\n",
    "{",
    "}",
    "[",
    "]",
    ",",
    "null",
    "\"",
    "rathaus replay 1\n",
    "1 1\n",
];

/// An observer that does nothing.
struct Nobody;

impl Observer for Nobody {}

/// A replay of a match of `seats` seats. The first requests get these replies.
fn replay(game: &str, seats: usize, replies: &[&[u8]]) -> Replay {
    let rules = ConfiguredGame::resolve(game, []).expect("a game").expect("its parameters");
    let names: Vec<String> = (0..seats).map(|seat| format!("bot {seat}")).collect();
    let spec = MatchSpec::new(&rules, Seed(7), names.clone());
    let setup = MatchInputs {
        seed: Seed(7),
        handshake_replies: vec![None; seats],
        ids: None,
        numbers: None,
        options: Vec::new(),
    };
    let mut recorder = ReplyRecordingObserver::new(&setup, usize::MAX);
    for (turn, bytes) in (1..).zip(replies) {
        let reply = AskOutcome::Reply { bytes: bytes.to_vec(), took: Duration::from_micros(9), cpu: None };
        recorder.exchanged(&TurnRequestsAndReplies {
            turn,
            seats: (0..seats).collect(),
            sent: vec![Vec::new(); seats],
            introduction_bytes: vec![0; seats],
            answers: vec![reply; seats],
            stderr: Vec::new(),
        });
    }
    let result = MatchResult {
        scores: vec![0.0; seats],
        ended: "it is over".into(),
        details: serde_json::json!({}),
        faults: Vec::new(),
        took: Duration::ZERO,
    };
    let played = PlayedMatch { recording: recorder.finish(), ..PlayedMatch::new(spec, result, None) };
    Replay::of(played, names).expect("it was recorded")
}

fn examples() -> Vec<Replay> {
    vec![
        replay("lights-out", 1, &[b"solved\n", b"1 1\n2 2\n"]),
        replay("prisoners-dilemma", 3, &[b"pass\n", b"take 1,2\n"]),
        replay("grid-routing", 2, &[b"VERTEX((0,0),0)\n", b"NONE\n", b"VERTEX((1,1),1)\n"]),
        replay("rat-race", 1, &[b"1 0\n"]),
    ]
}

/// A replay that can be read is written with the same contents, and is either played or refused.
fn try_one(bytes: &[u8]) {
    let Ok(replay) = Replay::read(bytes) else { return };
    let again = Replay::read(&replay.to_bytes()).expect("what is written is read");
    assert_eq!(again, replay);
    let _ = replay.play(&mut Nobody);
}

#[test]
fn replay_files() {
    let examples: Vec<Vec<u8>> = examples().iter().map(Replay::to_bytes).collect();
    fuzz(&examples, &TOKENS, try_one);
}

/// The streams of a recording before compression, without the version byte in front.
fn unpacked(stream: &[u8]) -> Vec<u8> {
    zstd::decode_all(&stream[1..]).expect("a frame")
}

fn packed(stream: &[u8]) -> Vec<u8> {
    [vec![1], zstd::encode_all(stream, 1).expect("in memory")].concat()
}

#[test]
fn replay_parts() {
    let parts = |replay: Replay| {
        let head = serde_json::to_vec(&replay.head()).expect("JSON");
        [head, unpacked(&replay.recording.answers), unpacked(&replay.recording.clocks)]
    };
    let examples: Vec<[Vec<u8>; 3]> = examples().into_iter().map(parts).collect();
    fuzz_parts(&examples, &TOKENS, |[head, answers, clocks]| {
        let head = zstd::encode_all(head.as_slice(), 1).expect("in memory");
        let mut bytes = b"rathaus replay 1\n".to_vec();
        for part in [head, packed(&answers), packed(&clocks)] {
            bytes.extend((part.len() as u64).to_le_bytes());
            bytes.extend(part);
        }
        try_one(&bytes);
        // The same parts again, with the last one as stderr.
        let mut with_stderr = bytes.clone();
        with_stderr[b"rathaus replay ".len()] = b'2';
        let stderr = packed(&clocks);
        with_stderr.extend((stderr.len() as u64).to_le_bytes());
        with_stderr.extend(&stderr);
        try_one(&with_stderr);
        for stderr in [Vec::new(), stderr] {
            let recording = RecordedReplies { answers: packed(&answers), clocks: packed(&clocks), stderr };
            if let Ok(mut reader) = RecordedRepliesReader::new(recording) {
                while reader.answer(0, 1 << 20).is_ok() && !reader.is_at_end() {}
            }
        }
    });
}
