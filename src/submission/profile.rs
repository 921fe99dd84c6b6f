//! How long a submission's own function takes, as its adapter measures it (`adapters/README.md`, "Profiles").

use std::fs::{self, File};
use std::io;
use std::path::Path;

use serde::Deserialize;

use super::Bot;

/// The variable that names the file for the answer.
const VARIABLE: &str = "RATHAUS_PROFILE";

/// What an adapter has measured until its process ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// How often the submission's function was called.
    pub calls: u64,
    /// How many of these calls were measured.
    pub sampled: u64,
    /// How many nanoseconds those took together.
    pub nanoseconds: u64,
}

impl Profile {
    /// Reads what a bot that was [profiled](Bot::profiled) has written to this file. Nothing if it has no adapter, or did not come to its end.
    pub fn read(file: &Path) -> io::Result<Option<Profile>> {
        let text = fs::read_to_string(file)?;
        Ok(text.lines().next().and_then(|line| serde_json::from_str(line).ok()))
    }

    /// How many nanoseconds a call takes on average, if one was measured.
    pub fn per_call(&self) -> Option<f64> {
        (self.sampled > 0).then(|| self.nanoseconds as f64 / self.sampled as f64)
    }
}

impl Bot {
    /// The bot with an adapter that measures the submission's own function, and writes what it finds to this file when its process ends.
    pub fn profiled(mut self, file: &Path) -> io::Result<Bot> {
        File::create(file)?;
        if let Some(confinement) = &mut self.program.confinement {
            confinement.writable.push(file.to_owned());
        }
        self.program.environment.push((VARIABLE.into(), file.into()));
        Ok(self)
    }
}
