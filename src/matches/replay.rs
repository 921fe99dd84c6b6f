//! Replay files: recorded matches that play again without their bots.
//!
//! A file begins with a line that names the format and its version. Then come parts, each a length
//! of eight bytes, little-endian, and that many bytes: spec and result as JSON in a Zstandard frame,
//! and the streams of the recording. Version 2 has the stream of stderr, version 1 has not. A match
//! in which no bot wrote to stderr is written in version 1, so that older programs can read it.

use std::borrow::Cow;
use std::cell::RefCell;
use std::io::Read;
use std::rc::Rc;

use futures_util::FutureExt;
use rathaus_games::{LiveMatch, Observer, PauseFuture};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::MatchSpec;
use super::bounded;
use super::result::{MatchProvenance, MatchResult, PlayedMatch};
use crate::matches::{RecordedReplies, RecordedRepliesReader};

/// How replay files of all versions begin.
const MAGIC: &[u8] = b"rathaus replay ";

/// The first line of a file without stderr.
const VERSION_1: &[u8] = b"rathaus replay 1\n";

/// The first line of a file with stderr.
const VERSION_2: &[u8] = b"rathaus replay 2\n";

/// The largest head in bytes, decompressed.
const MAX_HEAD: u64 = 1 << 26;

/// The largest Zstandard window that the decoder accepts, as a power of two in bytes. The writer
/// uses at most 22.
const WINDOW: u32 = 24;

/// The Zstandard level of the head.
const LEVEL: i32 = 9;

/// The extension of replay files.
pub const ENDING: &str = "replay";

/// A recorded match with the names of its bots.
#[derive(Debug, Clone, PartialEq)]
pub struct Replay {
    /// The names of the bots in the seats.
    pub names: Vec<String>,
    /// The match without its recording.
    pub played: PlayedMatch,
    pub recording: RecordedReplies,
}

/// Everything in a replay except the recording, as in the file and for pages.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplayWithoutRecording<'a> {
    names: Cow<'a, [String]>,
    spec: Cow<'a, MatchSpec>,
    #[serde(rename = "record")]
    result: Cow<'a, MatchResult>,
    provenance: Cow<'a, Option<MatchProvenance>>,
}

/// Why a file is no replay, or cannot be replayed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayFileError {
    /// It has another format.
    #[error("it does not begin as a replay does")]
    Foreign,
    /// A newer version of Rathaus wrote it.
    #[error("it was written by a newer version of rathaus; use that one")]
    Newer,
    /// It is incomplete or was changed.
    #[error("it is broken: {0}")]
    Broken(String),
    /// The caller stopped the replay.
    #[error("it takes too long to play it again")]
    TooLong,
}

/// What lists show of a replay. It skips the details of the game.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct ReplayListEntry {
    pub names: Vec<String>,
    pub spec: MatchSpec,
    #[serde(rename = "record")]
    pub result: ListedReplayResult,
}

/// What lists show of a result.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct ListedReplayResult {
    pub scores: Vec<f64>,
    pub ended: String,
}

impl ReplayListEntry {
    /// Reads the head of a file, and no further.
    pub fn read(mut file: impl Read) -> Result<ReplayListEntry, ReplayFileError> {
        let cut = |_| ReplayFileError::Broken("it ends too early".into());
        let mut line = [0; VERSION_1.len()];
        file.read_exact(&mut line).map_err(|_| ReplayFileError::Foreign)?;
        after_first_line(&line)?;
        let mut length = [0; 8];
        file.read_exact(&mut length).map_err(cut)?;
        let summary: ReplayListEntry = head(file.take(u64::from_le_bytes(length)))?;
        check_names(&summary.names)?;
        Ok(summary)
    }
}

/// The longest name in bytes.
const MOST_NAME: usize = 1_000;

/// Refuses names that are too long to display.
fn check_names(names: &[String]) -> Result<(), ReplayFileError> {
    match names.iter().any(|name| name.len() > MOST_NAME) {
        true => Err(ReplayFileError::Broken(format!("a name in it has more than {MOST_NAME} bytes"))),
        false => Ok(()),
    }
}

/// Decompresses and parses a head, or a part of it.
fn head<T: DeserializeOwned>(compressed: impl Read) -> Result<T, ReplayFileError> {
    let broken = |error: &dyn std::fmt::Display| ReplayFileError::Broken(error.to_string());
    let mut decoder = zstd::Decoder::new(compressed).map_err(|error| broken(&error))?;
    decoder.window_log_max(WINDOW).map_err(|error| broken(&error))?;
    let mut json = Vec::new();
    decoder.take(MAX_HEAD).read_to_end(&mut json).map_err(|error| broken(&error))?;
    bounded::from_slice(&json).map_err(|error| broken(&error))
}

impl Replay {
    /// The replay of a match, or `None` if it was not recorded.
    pub fn of(mut played: PlayedMatch, names: Vec<String>) -> Option<Replay> {
        let recording = played.recording.take()?;
        Some(Replay { names, played, recording })
    }

    /// Everything except the recording.
    pub fn head(&self) -> ReplayWithoutRecording<'_> {
        let PlayedMatch { spec, result, provenance, .. } = &self.played;
        ReplayWithoutRecording {
            names: Cow::Borrowed(&self.names),
            spec: Cow::Borrowed(spec),
            result: Cow::Borrowed(result),
            provenance: Cow::Borrowed(provenance),
        }
    }

    /// Whether these bytes begin like a replay file of any version.
    pub fn has_magic(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Encodes the replay as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let head = serde_json::to_vec(&self.head()).expect("names and numbers are always JSON");
        let head =
            zstd::encode_all(head.as_slice(), LEVEL).expect("what is in memory can be read and written");
        let RecordedReplies { answers, clocks, stderr } = &self.recording;
        let has_stderr = !stderr.is_empty();
        let mut bytes = if has_stderr { VERSION_2 } else { VERSION_1 }.to_vec();
        for part in [&head, answers, clocks].into_iter().chain(has_stderr.then_some(stderr)) {
            bytes.extend_from_slice(&(part.len() as u64).to_le_bytes());
            bytes.extend_from_slice(part);
        }
        bytes
    }

    /// Decodes a replay file.
    pub fn read(bytes: &[u8]) -> Result<Replay, ReplayFileError> {
        let (mut rest, has_stderr) = after_first_line(bytes)?;
        let [head, answers, clocks] = [part(&mut rest)?, part(&mut rest)?, part(&mut rest)?];
        let stderr = if has_stderr { part(&mut rest)? } else { b"" };
        if !rest.is_empty() {
            return Err(ReplayFileError::Broken("there is more behind its end".into()));
        }
        let recording =
            RecordedReplies { answers: answers.into(), clocks: clocks.into(), stderr: stderr.into() };
        let ReplayWithoutRecording { names, spec, result, provenance } =
            self::head::<ReplayWithoutRecording<'static>>(head)?;
        check_names(&names)?;
        let played = PlayedMatch::new(spec.into_owned(), result.into_owned(), provenance.into_owned());
        Ok(Replay { names: names.into_owned(), played, recording })
    }

    /// Replays the match and returns its result, computed by the code that plays matches.
    pub fn play(&self, observer: &mut dyn Observer) -> Result<MatchResult, ReplayFileError> {
        Ok(self.look(observer)?.expect("a witness comes to rest"))
    }

    /// Like [`Replay::play`], for an observer that may stop before the end by a pause that never
    /// resolves. Returns `None` then.
    pub fn look(&self, observer: &mut dyn Observer) -> Result<Option<MatchResult>, ReplayFileError> {
        self.play_async(observer).now_or_never().transpose()
    }

    /// Like [`Replay::look`], but fails with [`ReplayFileError::TooLong`] once
    /// `may_resume` returns false.
    pub fn play_while(
        &self,
        observer: &mut dyn Observer,
        may_resume: &dyn Fn() -> bool,
    ) -> Result<Option<MatchResult>, ReplayFileError> {
        let mut patience = StopCondition { may_resume, is_over: false };
        let mut both: [&mut dyn Observer; 2] = [observer, &mut patience];
        let result = self.look(&mut both)?;
        if patience.is_over { Err(ReplayFileError::TooLong) } else { Ok(result) }
    }

    /// Like [`Replay::play`], for an observer whose pauses wait for something.
    pub async fn play_async(&self, observer: &mut dyn Observer) -> Result<MatchResult, ReplayFileError> {
        let broken = |error: &dyn std::fmt::Display| ReplayFileError::Broken(error.to_string());
        let PlayedMatch { spec, result: recorded, .. } = &self.played;
        let rules = spec.rules().map_err(|error| broken(&error))?;
        let reader = RecordedRepliesReader::new(self.recording.clone()).map_err(|error| broken(&error))?;
        let setup = reader.setup().clone();
        let seats = spec.submissions.len();
        if setup.seed != spec.seed || setup.handshake_replies.len() != seats || self.names.len() != seats {
            return Err(ReplayFileError::Broken("what was recorded is another match".into()));
        }
        if let Some(why) = recorded.contradiction(&rules, seats) {
            return Err(ReplayFileError::Broken(why));
        }
        let reader = Rc::new(RefCell::new(reader));
        let mut seats = RecordedRepliesReader::seats(&reader);
        // Only the pauses of the observer take time here.
        let played = super::play(&rules, setup, &mut seats, observer).await;
        let result = played.map_err(|error| broken(&error))?;
        if !reader.borrow_mut().is_at_end() {
            return Err(ReplayFileError::Broken("it has answers for which the game did not ask".into()));
        }
        Ok(MatchResult { took: recorded.took, ..result })
    }
}

/// An observer whose pause never resolves once `may_resume` has returned false.
struct StopCondition<'a> {
    may_resume: &'a dyn Fn() -> bool,
    is_over: bool,
}

impl Observer for StopCondition<'_> {
    fn pause<'a>(&'a mut self, _: &'a dyn LiveMatch) -> Option<PauseFuture<'a>> {
        self.is_over |= !(self.may_resume)();
        self.is_over.then(|| Box::pin(std::future::pending()) as PauseFuture<'a>)
    }
}

/// What follows the first line, and whether that includes stderr.
fn after_first_line(bytes: &[u8]) -> Result<(&[u8], bool), ReplayFileError> {
    match (bytes.strip_prefix(VERSION_1), bytes.strip_prefix(VERSION_2)) {
        (Some(rest), _) => Ok((rest, false)),
        (_, Some(rest)) => Ok((rest, true)),
        _ if Replay::has_magic(bytes) => Err(ReplayFileError::Newer),
        _ => Err(ReplayFileError::Foreign),
    }
}

/// Takes the next part, without its length.
fn part<'a>(rest: &mut &'a [u8]) -> Result<&'a [u8], ReplayFileError> {
    let cut = || ReplayFileError::Broken("it ends too early".into());
    let (length, behind) = rest.split_first_chunk().ok_or_else(cut)?;
    let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| cut())?;
    let (part, behind) = behind.split_at_checked(length).ok_or_else(cut)?;
    *rest = behind;
    Ok(part)
}
