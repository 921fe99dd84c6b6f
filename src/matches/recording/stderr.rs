//! What bots wrote to stderr in the turns of a recording.

use std::io::{self, BufRead, Read, Write};

use rathaus_protocol::annotations::MAX_MATCH_BYTES;
use zstd::Encoder;

use super::VERSION;
use super::observer::LEVEL;
use super::reader::{DecodedStream, read_number};

/// What a text counts towards the limit of a match, in addition to its bytes. Otherwise a million
/// texts of one byte would fit.
const AROUND: usize = 32;

/// Writes the stderr stream of a recording.
pub(super) struct StderrWriter {
    /// `None` until a bot writes something.
    stream: Option<Encoder<'static, Vec<u8>>>,
    /// The number of the current turn.
    turn: u64,
    /// The number of the turn of the last text.
    last: u64,
    /// How many bytes of each seat are still kept.
    left: Vec<usize>,
}

impl StderrWriter {
    pub(super) fn new(seats: usize) -> StderrWriter {
        let left = vec![MAX_MATCH_BYTES / seats.max(1); seats];
        StderrWriter { stream: None, turn: 0, last: 0, left }
    }

    /// Writes the texts of the next turn. Once a seat has written more than its share, nothing more
    /// of it is kept.
    pub(super) fn put(&mut self, texts: &[(usize, String)]) -> io::Result<()> {
        self.turn += 1;
        for (seat, text) in texts {
            let Some(left) = self.left.get_mut(*seat) else { continue };
            *left = left.checked_sub(AROUND + text.len()).unwrap_or_default();
            if *left > 0 {
                self.write(*seat, text)?;
            }
        }
        Ok(())
    }

    fn write(&mut self, seat: usize, text: &str) -> io::Result<()> {
        let stream = match &mut self.stream {
            Some(stream) => stream,
            none => none.insert(Encoder::new(vec![VERSION], LEVEL)?),
        };
        let passed = self.turn - std::mem::replace(&mut self.last, self.turn);
        for number in [passed, seat as u64, text.len() as u64] {
            leb128::write::unsigned(stream, number)?;
        }
        stream.write_all(text.as_bytes())
    }

    pub(super) fn finish(self) -> io::Result<Vec<u8>> {
        self.stream.map_or(Ok(Vec::new()), Encoder::finish)
    }
}

/// Reads the stderr stream of a recording.
pub(super) struct RecordedStderrReader {
    /// `None` if there is no stream, and once it has been read.
    stream: Option<DecodedStream>,
    /// The number of the current turn.
    turn: u64,
    next: Option<TurnText>,
    /// How many bytes there may be after `next`.
    left: usize,
}

/// A text with the number of its turn and its seat.
struct TurnText {
    turn: u64,
    seat: usize,
    text: String,
}

impl RecordedStderrReader {
    pub(super) fn new(stream: Option<DecodedStream>) -> io::Result<RecordedStderrReader> {
        let mut reader = RecordedStderrReader { stream, turn: 0, next: None, left: MAX_MATCH_BYTES };
        reader.advance(0)?;
        Ok(reader)
    }

    /// The texts of the next turn, with their seats.
    pub(super) fn next_turn(&mut self) -> io::Result<Vec<(usize, String)>> {
        self.turn += 1;
        let mut texts = Vec::new();
        while let Some(TurnText { turn, seat, text }) = self.next.take_if(|next| next.turn == self.turn) {
            texts.push((seat, text));
            self.advance(turn)?;
        }
        Ok(texts)
    }

    /// Reads the next text, which comes in this turn or later.
    fn advance(&mut self, turn: u64) -> io::Result<()> {
        let Some(stream) = &mut self.stream else { return Ok(()) };
        if stream.fill_buf()?.is_empty() {
            self.stream = None;
            return Ok(());
        }
        let [passed, seat, length] = [read_number(stream)?, read_number(stream)?, read_number(stream)?];
        let length = usize::try_from(length).ok().and_then(|length| length.checked_add(AROUND));
        let left = length.and_then(|length| self.left.checked_sub(length));
        self.left = left.ok_or_else(|| io::Error::other("it has more of stderr than is kept"))?;
        let mut bytes = vec![0; length.unwrap_or_default() - AROUND];
        stream.read_exact(&mut bytes)?;
        let text = String::from_utf8(bytes).map_err(io::Error::other)?;
        let turn = turn.saturating_add(passed);
        self.next = Some(TurnText { turn, seat: usize::try_from(seat).unwrap_or(usize::MAX), text });
        Ok(())
    }
}
