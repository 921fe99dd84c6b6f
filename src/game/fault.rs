//! What a bot can do wrong, with what there is to prove it.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Something that a bot did wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// What it did.
    #[serde(flatten)]
    pub cause: Cause,
    /// What was sent and said.
    #[serde(flatten)]
    pub evidence: Evidence,
}

/// The kinds of fault.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fault", rename_all = "lowercase")]
pub enum Cause {
    /// The deadline passed.
    Late {
        /// The time that it had.
        #[serde(rename = "limit_seconds", with = "seconds")]
        limit: Duration,
    },
    /// The answer was not of the form asked for.
    Malformed {
        /// What was expected and what was found.
        what: String,
    },
    /// The answer was well-formed, but against the rules.
    Illegal {
        /// What it was.
        what: String,
    },
    /// The process ended on its own, or the submission raised an error.
    Crashed {
        /// The exit status, the signal, or the error.
        how: String,
    },
    /// The process closed its output or its input and lives on.
    Closed {
        /// Which of them.
        what: String,
    },
    /// The answer was longer than allowed.
    Flooded {
        /// How many bytes it might have had.
        #[serde(rename = "limit_bytes")]
        limit: usize,
    },
    /// The submission could not be built, or not be brought to a good greeting.
    Unbuildable {
        /// Why.
        why: String,
    },
}

impl Cause {
    /// The kind in one word.
    pub fn name(&self) -> &'static str {
        match self {
            Cause::Late { .. } => "late",
            Cause::Malformed { .. } => "malformed",
            Cause::Illegal { .. } => "illegal",
            Cause::Crashed { .. } => "crashed",
            Cause::Closed { .. } => "closed",
            Cause::Flooded { .. } => "flooded",
            Cause::Unbuildable { .. } => "unbuildable",
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Late { limit } => write!(f, "late: no answer within {:.3} s", limit.as_secs_f64()),
            Cause::Malformed { what } => write!(f, "malformed answer: {what}"),
            Cause::Illegal { what } => write!(f, "illegal answer: {what}"),
            Cause::Crashed { how } => write!(f, "crashed: {how}"),
            Cause::Closed { what } => write!(f, "closed {what} and lived on"),
            Cause::Flooded { limit } => write!(f, "flooded: an answer of more than {limit} bytes"),
            Cause::Unbuildable { why } => write!(f, "not ready to play: {why}"),
        }
    }
}

/// What proves a fault. Texts are printable and shortened; what is no UTF-8 is escaped.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// What the bot was sent.
    pub sent: String,
    /// What came back.
    pub said: String,
    /// How long it took, on the ask's own clock.
    #[serde(rename = "took_seconds", with = "seconds")]
    pub took: Duration,
    /// The end of what the bot has written to standard error.
    pub stderr: String,
}

impl Evidence {
    /// Shortens bytes from the pipe to something that can be shown: their beginning and their end.
    pub fn excerpt(bytes: &[u8]) -> String {
        const HEAD: usize = 240;
        const TAIL: usize = 80;
        if bytes.len() <= HEAD + TAIL {
            return printable(bytes);
        }
        let left_out = bytes.len() - HEAD - TAIL;
        format!(
            "{} [{left_out} bytes left out] {}",
            printable(&bytes[..HEAD]),
            printable(&bytes[bytes.len() - TAIL..])
        )
    }
}

impl fmt::Display for Fault {
    /// Several lines without a line feed at the end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Evidence { sent, said, took, stderr } = &self.evidence;
        write!(f, "{}", self.cause)?;
        if !sent.is_empty() {
            write!(f, "\n  sent:   {sent}")?;
            write!(f, "\n  said:   {}", if said.is_empty() { "(nothing)" } else { said })?;
            write!(f, "\n  after:  {:.3} s", took.as_secs_f64())?;
        }
        if !stderr.is_empty() {
            write!(f, "\n  stderr: {}", stderr.trim_end().replace('\n', "\n          "))?;
        }
        Ok(())
    }
}

fn printable(bytes: &[u8]) -> String {
    bytes.escape_ascii().to_string()
}

/// Durations as numbers of seconds, which is what people and scripts expect in JSON.
mod seconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(duration: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(duration.as_secs_f64())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        Duration::try_from_secs_f64(f64::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}
