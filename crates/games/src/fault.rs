//! Faults of bots, with the evidence for them.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::harmless::{harmless, indented};

/// Something that a bot did wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// What the bot did.
    #[serde(flatten)]
    pub cause: FaultCause,
    /// What was sent and received.
    #[serde(flatten)]
    pub evidence: FaultEvidence,
}

/// The kinds of fault.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fault", rename_all = "lowercase")]
pub enum FaultCause {
    /// The deadline passed.
    Late {
        /// The time that the bot had.
        #[serde(rename = "limit_seconds", with = "seconds")]
        limit: Duration,
    },
    /// The answer did not have the requested form.
    Malformed {
        /// What was expected and what was found.
        what: String,
    },
    /// The answer was well-formed, but against the rules.
    Illegal {
        /// The illegal part of the answer.
        what: String,
    },
    /// The process ended on its own, or the submission raised an error.
    Crashed {
        /// The exit status, the signal, or the error.
        how: String,
    },
    /// The process closed its stdout or stdin and lives on.
    Closed {
        /// Which of them it closed.
        what: String,
    },
    /// The answer was longer than allowed.
    Flooded {
        /// The limit in bytes.
        #[serde(rename = "limit_bytes")]
        limit: usize,
    },
    /// The submission could not be built, or failed the handshake.
    Unbuildable {
        /// Why.
        why: String,
    },
}

impl FaultCause {
    /// The kind as one lower-case word.
    pub fn name(&self) -> &'static str {
        match self {
            FaultCause::Late { .. } => "late",
            FaultCause::Malformed { .. } => "malformed",
            FaultCause::Illegal { .. } => "illegal",
            FaultCause::Crashed { .. } => "crashed",
            FaultCause::Closed { .. } => "closed",
            FaultCause::Flooded { .. } => "flooded",
            FaultCause::Unbuildable { .. } => "unbuildable",
        }
    }
}

/// Safe to show: one line, and for [`FaultCause::Unbuildable`] indented lines after it.
impl fmt::Display for FaultCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultCause::Late { limit } => write!(f, "late: no answer within {:.3} s", limit.as_secs_f64()),
            FaultCause::Malformed { what } => write!(f, "malformed answer: {}", harmless(what)),
            FaultCause::Illegal { what } => write!(f, "illegal answer: {}", harmless(what)),
            FaultCause::Crashed { how } => write!(f, "crashed: {}", harmless(how)),
            FaultCause::Closed { what } => write!(f, "closed {} and lived on", harmless(what)),
            FaultCause::Flooded { limit } => write!(f, "flooded: an answer of more than {limit} bytes"),
            FaultCause::Unbuildable { why } => write!(f, "not ready to play: {}", indented(why)),
        }
    }
}

/// The evidence for a fault. Texts are printable and shortened. Bytes that are not UTF-8
/// are escaped.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultEvidence {
    /// The question that the bot was sent, without its introduction.
    pub sent: String,
    /// What the bot replied.
    pub said: String,
    /// How long the bot took, from the start of the ask.
    #[serde(rename = "took_seconds", with = "seconds")]
    pub took: Duration,
    /// The CPU time that the bot used, if it is known for this ask alone.
    #[serde(
        rename = "cpu_seconds",
        with = "optional_seconds",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    pub cpu: Option<Duration>,
    /// How long the process was ready to run but waited for a processor because the machine was
    /// busy. Only set if that was long. A bot that is late for this reason may not be to blame.
    #[serde(
        rename = "overloaded_seconds",
        with = "optional_seconds",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    pub overloaded: Option<Duration>,
    /// What the sandbox knows: a limit that the bot exceeded, or something that it was
    /// probably denied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sandbox: Option<String>,
    /// The end of what the bot wrote to stderr.
    pub stderr: String,
}

impl FaultEvidence {
    /// Shortens bytes from the pipe to a few lines, each with its beginning and its end.
    /// Unprintable bytes are escaped. So are line feeds: an excerpt shows whether the last one
    /// is missing.
    pub fn excerpt(bytes: &[u8]) -> String {
        const LINES: usize = 3;
        let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
        let left_out = lines.len().saturating_sub(2 * LINES);
        let mut shown: Vec<String> = lines.iter().take(LINES).map(|line| shortened(line)).collect();
        if left_out > 0 {
            shown.push(format!("[{left_out} lines left out]"));
        }
        shown.extend(lines.iter().skip((LINES + left_out).min(lines.len())).map(|line| shortened(line)));
        shown.join("\n")
    }
}

fn shortened(line: &[u8]) -> String {
    const HEAD: usize = 120;
    const TAIL: usize = 40;
    let (head, rest) = line.split_at(line.len().min(HEAD));
    match rest.len().checked_sub(TAIL) {
        Some(left_out @ 1..) => {
            let tail = rest[left_out..].escape_ascii();
            format!("{} [{left_out} bytes left out] {tail}", head.escape_ascii())
        }
        _ => line.escape_ascii().to_string(),
    }
}

impl fmt::Display for Fault {
    /// Several lines, without a line feed at the end. [`describe`](crate::diagnosis::describe) also
    /// suggests a remedy.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::diagnosis::explain(self))
    }
}

/// Like `seconds`, for optional durations.
mod optional_seconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(
        duration: &Option<Duration>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        duration.map(|duration| duration.as_secs_f64()).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Duration>, D::Error> {
        Ok(Option::<f64>::deserialize(deserializer)?
            .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()))
    }
}

/// Durations in JSON as numbers of seconds, which people and scripts expect.
pub mod seconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    /// Writes a duration as seconds.
    pub fn serialize<S: Serializer>(duration: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(duration.as_secs_f64())
    }

    /// Reads a duration from seconds. Negative and non-finite numbers are errors.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        Duration::try_from_secs_f64(f64::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_show_where_lines_begin_and_end() {
        let check = |bytes: &[u8], expected: &str| assert_eq!(FaultEvidence::excerpt(bytes), expected);
        check(b"", "");
        check(b"one\ntwo", "one\\n\ntwo");
        check(b"\0\xff", "\\x00\\xff");
        check(b"1\n2\n3\n4\n5\n6\n", "1\\n\n2\\n\n3\\n\n4\\n\n5\\n\n6\\n");
        check(b"1\n2\n3\n4\n5\n6\n7\n8\n", "1\\n\n2\\n\n3\\n\n[2 lines left out]\n6\\n\n7\\n\n8\\n");
        let long = FaultEvidence::excerpt(&[b'x'; 1000]);
        assert!(long.contains(" [840 bytes left out] ") && long.len() < 200, "{long}");
    }
}
