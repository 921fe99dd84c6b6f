//! Writes a recording while a match is played.

use std::io::{self, Write};
use std::time::Duration;

use rathaus_games::{AskOutcome, Fault, FaultEvidence, MatchInputs, Observer, TurnRequestsAndReplies};
use zstd::Encoder;

use super::stderr::StderrWriter;
use super::{MAX_TURN, RecordedReplies, RecordingHeader, VERSION, kind};

/// The Zstandard level. Higher levels cost more time than fast bots leave, and save little.
pub(super) const LEVEL: i32 = 1;

/// An observer that records all replies of a match.
pub struct ReplyRecordingObserver {
    /// `None` once the recording has become too large.
    streams: Option<SeatStreams>,
    limit: usize,
    /// The buffer for the current turn.
    turn: Vec<u8>,
}

struct SeatStreams {
    answers: Encoder<'static, Vec<u8>>,
    clocks: Encoder<'static, Vec<u8>>,
    stderr: StderrWriter,
}

impl ReplyRecordingObserver {
    /// Records a match with this setup. `limit` is the most bytes of the compressed answers. Clocks
    /// do not count: they are small, and differ each time. Stderr has its own limit.
    pub fn new(setup: &MatchInputs, limit: usize) -> ReplyRecordingObserver {
        let mut recorder =
            ReplyRecordingObserver { streams: SeatStreams::begin(setup).ok(), limit, turn: Vec::new() };
        recorder.give_up_if_too_large();
        recorder
    }

    /// The recording, or `None` if it became too large.
    pub fn finish(self) -> Option<RecordedReplies> {
        let SeatStreams { answers, clocks, stderr } = self.streams?;
        let recording = RecordedReplies {
            answers: answers.finish().ok()?,
            clocks: clocks.finish().ok()?,
            stderr: stderr.finish().ok()?,
        };
        Some(recording).filter(|recording| recording.answers.len() <= self.limit)
    }

    fn give_up_if_too_large(&mut self) {
        let is_small = |streams: &SeatStreams| streams.answers.get_ref().len() <= self.limit;
        self.streams = self.streams.take().filter(|streams| is_small(streams) && self.turn.len() <= MAX_TURN);
    }
}

impl Observer for ReplyRecordingObserver {
    fn exchanged(&mut self, exchange: &TurnRequestsAndReplies) {
        self.write(exchange, &exchange.stderr);
    }

    /// The stderr of a game's program is not kept.
    fn consulted(&mut self, exchange: &TurnRequestsAndReplies) {
        self.write(exchange, &[]);
    }
}

impl ReplyRecordingObserver {
    fn write(&mut self, exchange: &TurnRequestsAndReplies, stderr: &[(usize, String)]) {
        let Some(streams) = &mut self.streams else { return };
        if exchange.is_lost() {
            return;
        }
        // Writing to memory cannot fail.
        let _ = streams.put(exchange, &mut self.turn);
        let _ = streams.stderr.put(stderr);
        self.give_up_if_too_large();
    }
}

impl SeatStreams {
    fn begin(setup: &MatchInputs) -> io::Result<SeatStreams> {
        let mut streams = SeatStreams {
            answers: Encoder::new(vec![VERSION], LEVEL)?,
            clocks: Encoder::new(vec![VERSION], LEVEL)?,
            stderr: StderrWriter::new(setup.handshake_replies.len()),
        };
        serde_json::to_writer(&mut streams.answers, &RecordingHeader::of(setup))?;
        streams.answers.write_all(b"\n")?;
        Ok(streams)
    }

    fn put(&mut self, exchange: &TurnRequestsAndReplies, turn: &mut Vec<u8>) -> io::Result<()> {
        turn.clear();
        leb128::write::unsigned(turn, exchange.answers.len() as u64)?;
        for (seat, answer) in exchange.seats.iter().zip(&exchange.answers) {
            leb128::write::unsigned(turn, *seat as u64)?;
            match answer {
                AskOutcome::Reply { bytes, took, cpu } => {
                    put_bytes(turn, kind::REPLY, bytes)?;
                    self.put_clocks(*took, *cpu, None)?;
                }
                AskOutcome::Fault(fault) => {
                    let Fault { cause, evidence } = fault;
                    let evidence = FaultEvidence {
                        took: Duration::ZERO,
                        cpu: None,
                        overloaded: None,
                        ..evidence.clone()
                    };
                    let timeless = Fault { cause: cause.clone(), evidence };
                    put_bytes(turn, kind::FAULT, &serde_json::to_vec(&timeless)?)?;
                    let FaultEvidence { took, cpu, overloaded, .. } = fault.evidence;
                    self.put_clocks(took, cpu, overloaded)?;
                }
                AskOutcome::Lost => put_bytes(turn, kind::LOST, b"")?,
            }
        }
        self.answers.write_all(turn)
    }

    fn put_clocks(
        &mut self,
        took: Duration,
        cpu: Option<Duration>,
        overloaded: Option<Duration>,
    ) -> io::Result<()> {
        let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX - 1);
        let optional = |time: Option<Duration>| time.map_or(0, |time| micros(time) + 1);
        for number in [micros(took), optional(cpu), optional(overloaded)] {
            leb128::write::unsigned(&mut self.clocks, number)?;
        }
        Ok(())
    }
}

fn put_bytes(turn: &mut Vec<u8>, kind: u8, bytes: &[u8]) -> io::Result<()> {
    turn.push(kind);
    leb128::write::unsigned(turn, bytes.len() as u64)?;
    turn.extend_from_slice(bytes);
    Ok(())
}
