//! Reads a recording turn by turn.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::rc::Rc;
use std::time::Duration;

use rathaus_games::{AskOutcome, Fault, MatchInputs};
use zstd::Decoder;

use super::stderr::RecordedStderrReader;
use super::{MAX_TURN, RecordedReplies, RecordingHeader, VERSION, kind};
use crate::seats::{ScriptedSeat, Seat, VoidMatch};

/// The longest header in bytes. The longest has a million numbers of a seed file.
const MAX_BEGINNING: u64 = 1 << 25;

/// The longest fault in bytes. Its evidence consists of excerpts.
const MAX_FAULT: u64 = 1 << 20;

/// Extra bytes of a reply that some seats do not count, such as a line feed.
const BEHIND: u64 = 64;

/// The largest Zstandard window that the decoder accepts, as a power of two in bytes. The writer
/// uses at most 22.
const WINDOW: u32 = 24;

/// Why a recording cannot be read, or does not fit its match.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct RecordingError(String);

pub(super) type DecodedStream = BufReader<Decoder<'static, BufReader<Cursor<Vec<u8>>>>>;

pub struct RecordedRepliesReader {
    setup: MatchInputs,
    answers: DecodedStream,
    clocks: DecodedStream,
    stderr: RecordedStderrReader,
    /// The answers of the current turn that are left to return.
    turn: BTreeMap<usize, AskOutcome>,
    /// What is left to return of the stderr of the current turn.
    turn_stderr: BTreeMap<usize, String>,
}

impl fmt::Debug for RecordedRepliesReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordedRepliesReader")
            .field("setup", &self.setup)
            .field("turn", &self.turn)
            .finish_non_exhaustive()
    }
}

impl RecordedRepliesReader {
    pub fn new(recording: RecordedReplies) -> Result<RecordedRepliesReader, RecordingError> {
        let (mut answers, clocks) = (stream(recording.answers)?, stream(recording.clocks)?);
        let stderr = Some(recording.stderr).filter(|bytes| !bytes.is_empty()).map(stream).transpose()?;
        let stderr = RecordedStderrReader::new(stderr).map_err(|error| broken(&error))?;
        let mut line = Vec::new();
        (&mut answers).take(MAX_BEGINNING).read_until(b'\n', &mut line).map_err(|error| broken(&error))?;
        let beginning: Option<RecordingHeader> = serde_json::from_slice(&line).ok();
        let setup = beginning.and_then(RecordingHeader::setup);
        let setup = setup.ok_or_else(|| RecordingError("it does not say how the match began".into()))?;
        let (turn, turn_stderr) = Default::default();
        Ok(RecordedRepliesReader { setup, answers, clocks, stderr, turn, turn_stderr })
    }

    /// Seats that reply with the recorded answers: those of the bots, and then one for the program
    /// of a custom game.
    pub fn seats(reader: &Rc<RefCell<RecordedRepliesReader>>) -> Vec<Seat> {
        let seats = reader.borrow().setup.handshake_replies.len();
        let seat = |_| {
            let reader = Rc::clone(reader);
            ScriptedSeat::with_stderr(move |ask| {
                let mut reader = reader.borrow_mut();
                let answer = reader.answer(ask.seat, ask.limits.bytes);
                let answer = answer.map_err(|error| VoidMatch::new(error.to_string()))?;
                Ok((answer, reader.stderr(ask.seat)))
            })
        };
        (0..=seats).map(seat).collect()
    }

    pub fn setup(&self) -> &MatchInputs {
        &self.setup
    }

    /// The next answer of a seat. `most` is the size limit of the reply in bytes.
    pub fn answer(&mut self, seat: usize, most: usize) -> Result<AskOutcome, RecordingError> {
        if self.turn.is_empty() {
            self.turn =
                self.read_turn((most as u64).saturating_add(BEHIND)).map_err(|error| broken(&error))?;
            self.turn_stderr = self.stderr.next_turn().map_err(|error| broken(&error))?.into_iter().collect();
        }
        let missing =
            || RecordingError(format!("it has no answer of seat {seat} where the game asks for one"));
        self.turn.remove(&seat).ok_or_else(missing)
    }

    /// What a seat wrote to stderr for its last answer.
    pub fn stderr(&mut self, seat: usize) -> String {
        self.turn_stderr.remove(&seat).unwrap_or_default()
    }

    /// Whether all answers have been read.
    pub fn is_at_end(&mut self) -> bool {
        self.turn.is_empty() && self.answers.fill_buf().is_ok_and(<[u8]>::is_empty)
    }

    fn read_turn(&mut self, most: u64) -> io::Result<BTreeMap<usize, AskOutcome>> {
        // The seat after those of the bots is that of a custom game's program.
        let (seats, count) = (self.setup.handshake_replies.len() + 1, self.number()?);
        let (mut turn, mut left) = (BTreeMap::new(), MAX_TURN as u64);
        for _ in 0..count {
            let seat = usize::try_from(self.number()?).ok().filter(|seat| *seat < seats);
            let seat = seat.ok_or_else(|| io::Error::other("it has replies of seats that do not exist"))?;
            let answer = self.read_answer(most, &mut left)?;
            if turn.insert(seat, answer).is_some() {
                return Err(io::Error::other("it has two replies of a seat to one request"));
            }
        }
        if turn.values().all(|answer| *answer == AskOutcome::Lost) {
            return Err(io::Error::other("it has a turn in which nobody answers"));
        }
        Ok(turn)
    }

    /// Reads one answer of at most `most` bytes, and subtracts its length from `left`, the bytes
    /// left for the turn.
    fn read_answer(&mut self, most: u64, left: &mut u64) -> io::Result<AskOutcome> {
        let mut kind = [0];
        self.answers.read_exact(&mut kind)?;
        let length = self.number()?;
        if length > if kind[0] == kind::REPLY { most } else { MAX_FAULT } {
            return Err(io::Error::other("it has an answer that is longer than answers may be"));
        }
        let mut bytes = Vec::new();
        *left = left.checked_sub(length).ok_or_else(|| io::Error::other("it has a turn that is too long"))?;
        (&mut self.answers).take(length).read_to_end(&mut bytes)?;
        if bytes.len() as u64 != length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        match kind[0] {
            kind::REPLY => {
                let (took, cpu, _) = self.read_clocks()?;
                Ok(AskOutcome::Reply { bytes, took, cpu })
            }
            kind::FAULT => {
                let mut fault: Fault = serde_json::from_slice(&bytes)?;
                let evidence = &mut fault.evidence;
                (evidence.took, evidence.cpu, evidence.overloaded) = self.read_clocks()?;
                Ok(AskOutcome::Fault(fault))
            }
            kind::LOST => Ok(AskOutcome::Lost),
            other => Err(io::Error::other(format!("there are no answers of kind {other}"))),
        }
    }

    fn read_clocks(&mut self) -> io::Result<(Duration, Option<Duration>, Option<Duration>)> {
        let mut number = || read_number(&mut self.clocks);
        let optional = |number: u64| number.checked_sub(1).map(Duration::from_micros);
        Ok((Duration::from_micros(number()?), optional(number()?), optional(number()?)))
    }

    fn number(&mut self) -> io::Result<u64> {
        read_number(&mut self.answers)
    }
}

pub(super) fn read_number(stream: &mut impl Read) -> io::Result<u64> {
    leb128::read::unsigned(stream).map_err(io::Error::other)
}

fn stream(bytes: Vec<u8>) -> Result<DecodedStream, RecordingError> {
    match bytes.first() {
        Some(&VERSION) => {}
        Some(version) => {
            return Err(RecordingError(format!(
                "it is of version {version}, and this program knows version {VERSION}"
            )));
        }
        None => return Err(RecordingError("it is empty".into())),
    }
    let mut cursor = Cursor::new(bytes);
    cursor.set_position(1);
    let mut decoder = Decoder::new(cursor).map_err(|error| broken(&error))?;
    decoder.window_log_max(WINDOW).map_err(|error| broken(&error))?;
    Ok(BufReader::new(decoder))
}

fn broken(error: &io::Error) -> RecordingError {
    RecordingError(format!("it cannot be read to its end: {error}"))
}
