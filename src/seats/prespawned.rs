//! The processes of a bot that follow one another, each made ready while the one before still
//! plays.
//!
//! Architecture invariant: a bot cannot tell. What it keeps in its file is the same as if it had
//! been started when it was needed.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rathaus_sandbox::Command;

use super::BotNotReady;
use super::bot_process::BotProcess;
use super::session::SessionStart;
use crate::untrusted::{self, LinkPolicy};

/// Bots that keep more than this are started when they are needed.
const KEPT: u64 = 1 << 20;

/// The processes of a bot, one at a time, and the one that comes next.
#[derive(Debug)]
pub struct PrespawnedProcesses {
    /// Two equal places, in which processes live by turns.
    places: [ProcessPlace; 2],
    /// Which of them the process has that plays.
    at: usize,
    ahead: Option<PrespawnedProcess>,
    /// Whether a process was made ready for nothing: bots that write to their file do so in every
    /// round.
    in_vain: bool,
}

/// Where a process lives.
#[derive(Debug)]
struct ProcessPlace {
    start: SessionStart,
    /// The file that it may write to, for those that come after it, if it has one.
    file: Option<PathBuf>,
}

/// A process that nobody has asked yet.
#[derive(Debug)]
struct PrespawnedProcess {
    bot_process: BotProcess,
    /// What was in its file when it was started.
    found: Vec<u8>,
}

impl PrespawnedProcesses {
    /// Of a program in two equal folders of its own, each with a file of this name, which alone it
    /// may write to.
    pub fn new(programs: [Command; 2], file: &str) -> PrespawnedProcesses {
        PrespawnedProcesses::of(programs.map(|program| ProcessPlace {
            file: Some(program.folder.join(file)),
            ..ProcessPlace::of(program)
        }))
    }

    /// Of a program that keeps nothing.
    pub fn without_file(program: Command) -> PrespawnedProcesses {
        PrespawnedProcesses::of([ProcessPlace::of(program.clone()), ProcessPlace::of(program)])
    }

    fn of(places: [ProcessPlace; 2]) -> PrespawnedProcesses {
        PrespawnedProcesses { places, at: 0, ahead: None, in_vain: false }
    }

    /// The next process. The one before has ended.
    pub(super) async fn next(&mut self) -> Result<BotProcess, BotNotReady> {
        if let Some(PrespawnedProcess { bot_process, found }) = self.ahead.take() {
            if self.places[self.at].contents().is_ok_and(|left| left == found) {
                self.at = 1 - self.at;
                return Ok(bot_process);
            }
            self.in_vain = true;
        }
        let (bot_process, _) = BotProcess::start(&self.places[self.at].start).await?;
        Ok(bot_process)
    }

    /// Makes the next process ready. What goes wrong will show again when the process is needed.
    pub(super) async fn prepare(&mut self) {
        // Who is ready before its turn has time to think.
        let freezes = self.places[self.at].start.program.freezes_when_idle();
        if self.in_vain || freezes || self.ahead.is_some() {
            return;
        }
        let other = &self.places[1 - self.at];
        let found = self.places[self.at].contents().and_then(|found| other.begin_with(found));
        self.ahead = match (found, BotProcess::start(&other.start).await) {
            (Ok(found), Ok((bot_process, _))) => Some(PrespawnedProcess { bot_process, found }),
            _ => None,
        };
    }
}

impl ProcessPlace {
    fn of(program: Command) -> ProcessPlace {
        ProcessPlace {
            start: SessionStart { program, handshake: None, handshake_time: Duration::ZERO },
            file: None,
        }
    }

    /// What its process has kept.
    fn contents(&self) -> io::Result<Vec<u8>> {
        self.file.as_deref().map_or(Ok(Vec::new()), contents)
    }

    /// Makes this what its next process finds.
    fn begin_with(&self, contents: Vec<u8>) -> io::Result<Vec<u8>> {
        if let Some(file) = &self.file {
            replace(file, &contents)?;
        }
        Ok(contents)
    }
}

/// What is in a bot's file, unless it is no plain file any more, or large: the host must not wait,
/// nor fill its memory.
fn contents(file: &Path) -> io::Result<Vec<u8>> {
    untrusted::read_file(file, LinkPolicy::Refuse, KEPT).map_err(io::Error::other)
}

/// Puts a new file in place of the one that is there, whatever a bot has made of that.
fn replace(file: &Path, contents: &[u8]) -> io::Result<()> {
    fs::remove_file(file)?;
    OpenOptions::new().write(true).create_new(true).open(file)?.write_all(contents)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::{KEPT, contents, replace};

    /// A bot can make of its file what it likes: the host neither waits for it, nor reads or writes
    /// elsewhere.
    #[test]
    fn only_plain_files_are_read_and_none_is_followed() {
        let folder = tempfile::tempdir().unwrap();
        let [secret, link, pipe, large] =
            ["secret", "link", "pipe", "large"].map(|name| folder.path().join(name));
        std::fs::write(&secret, "secret").unwrap();
        symlink(&secret, &link).unwrap();
        rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, 0o600.into()).unwrap();
        std::fs::write(&large, vec![0; KEPT as usize + 1]).unwrap();
        assert_eq!(contents(&secret).unwrap(), b"secret");
        for file in [&link, &pipe, &large, &folder.path().to_path_buf(), &folder.path().join("none")] {
            assert!(contents(file).is_err(), "{file:?}");
        }
        replace(&link, b"mine").unwrap();
        assert_eq!(
            (contents(&link).unwrap(), contents(&secret).unwrap()),
            (b"mine".into(), b"secret".into())
        );
    }
}
