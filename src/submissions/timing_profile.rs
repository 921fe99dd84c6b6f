//! The time that a submission's own function takes, measured by its adapter
//! (`adapters/README.md`, "Profiles").

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use serde::Deserialize;

use super::Bot;
use crate::untrusted::{self, SymlinkPolicy};

/// The environment variable with the path of the profile.
const VARIABLE: &str = "RATHAUS_PROFILE";

/// The most bytes that are read. No adapter writes a line this long.
const LONGEST_LINE: u64 = 1_024;

/// What an adapter measured until its process ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SampledCallTimeTotals {
    /// The number of calls of the submission's function.
    pub calls: u64,
    /// The number of measured calls.
    pub sampled: u64,
    /// The total time of the measured calls, in nanoseconds.
    pub nanoseconds: u64,
}

impl SampledCallTimeTotals {
    /// Reads what a [profiled](Bot::profiled) bot wrote to this file. `None` if the bot has no
    /// adapter, did not run to its end, or wrote something else.
    pub fn read(file: &Path) -> io::Result<Option<SampledCallTimeTotals>> {
        let mut begin = Vec::new();
        let opened = untrusted::open_file(file, SymlinkPolicy::Refuse, u64::MAX).map_err(io::Error::other)?;
        opened.take(LONGEST_LINE).read_to_end(&mut begin)?;
        let line = begin.split(|byte| *byte == b'\n').next().unwrap_or_default();
        Ok(serde_json::from_slice(line).ok())
    }

    /// The average time of a call in nanoseconds, if any was measured.
    pub fn per_call(&self) -> Option<f64> {
        (self.sampled > 0).then(|| self.nanoseconds as f64 / self.sampled as f64)
    }
}

impl Bot {
    /// The bot with an adapter that measures the submission's own function, and writes the result
    /// to this file when its process ends.
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
            SampledCallTimeTotals::read(&file).unwrap()
        };
        let line = b"{\"calls\": 61, \"sampled\": 2, \"nanoseconds\": 50}\n";
        let profile = SampledCallTimeTotals { calls: 61, sampled: 2, nanoseconds: 50 };
        assert_eq!(read(line), Some(profile));
        assert_eq!(read(&[line.as_slice(), line].concat()), Some(profile), "the first line counts");
        assert_eq!(profile.per_call(), Some(25.0));
        for strange in [b"".as_slice(), b"\xff\xfe\n", b"{}\n", &[b'0'; 100_000]] {
            assert_eq!(read(strange), None);
        }
    }
}
