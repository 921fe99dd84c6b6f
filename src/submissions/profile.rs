//! How long a submission's own function takes, as its adapter measures it (`adapters/README.md`,
//! "Profiles").

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use serde::Deserialize;

use super::Bot;
use crate::untrusted::{self, LinkPolicy};

/// The variable that names the file for the answer.
const VARIABLE: &str = "RATHAUS_PROFILE";

/// Longer than any line that an adapter writes.
const LONGEST_LINE: u64 = 1_024;

/// What an adapter has measured until its process ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotProfile {
    /// How often the submission's function was called.
    pub calls: u64,
    /// How many of these calls were measured.
    pub sampled: u64,
    /// How many nanoseconds those took together.
    pub nanoseconds: u64,
}

impl BotProfile {
    /// Reads what a bot that was [profiled](Bot::profiled) has written to this file. Nothing if it
    /// has no adapter, did not come to its end, or wrote something else.
    pub fn read(file: &Path) -> io::Result<Option<BotProfile>> {
        let mut begin = Vec::new();
        let opened = untrusted::open_file(file, LinkPolicy::Refuse, u64::MAX).map_err(io::Error::other)?;
        opened.take(LONGEST_LINE).read_to_end(&mut begin)?;
        let line = begin.split(|byte| *byte == b'\n').next().unwrap_or_default();
        Ok(serde_json::from_slice(line).ok())
    }

    /// How many nanoseconds a call takes on average, if one was measured.
    pub fn per_call(&self) -> Option<f64> {
        (self.sampled > 0).then(|| self.nanoseconds as f64 / self.sampled as f64)
    }
}

impl Bot {
    /// The bot with an adapter that measures the submission's own function, and writes what it
    /// finds to this file when its process ends.
    pub fn profiled(mut self, file: &Path) -> io::Result<Bot> {
        File::create(file)?;
        if let Some(confinement) = &mut self.program.confinement {
            confinement.writable.push(file.to_owned());
        }
        self.program.environment.push((VARIABLE.into(), file.into()));
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_no_adapter_has_written_tells_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("profile");
        let read = |content: &[u8]| {
            std::fs::write(&file, content).unwrap();
            BotProfile::read(&file).unwrap()
        };
        let line = b"{\"calls\": 61, \"sampled\": 2, \"nanoseconds\": 50}\n";
        let profile = BotProfile { calls: 61, sampled: 2, nanoseconds: 50 };
        assert_eq!(read(line), Some(profile));
        assert_eq!(read(&[line.as_slice(), line].concat()), Some(profile), "the first line counts");
        assert_eq!(profile.per_call(), Some(25.0));
        for strange in [b"".as_slice(), b"\xff\xfe\n", b"{}\n", &[b'0'; 100_000]] {
            assert_eq!(read(strange), None);
        }
    }
}
