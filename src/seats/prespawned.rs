//! The successive processes of a bot. Each starts while the one before still plays.
//!
//! Architecture invariant: a bot cannot tell. It finds the same contents in its file as if it had
//! been started when it was needed.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rathaus_sandbox::{ProgramCommand, SandboxedProcess};

use super::BotNotReady;
use super::bot_process::BotProcess;
use super::idle::IdleProcesses;
use super::line_dialogue::LineDialogue;
use super::multiplexed::BotProcessStart;
use crate::untrusted::{self, SymlinkPolicy};

/// A bot whose file is larger than this many bytes gets no prespawned process.
const KEPT: u64 = 1 << 20;

/// The current process of a bot, and the prespawned next one.
#[derive(Debug)]
pub struct CurrentAndNextProcess {
    /// Two equal folders, used by turns.
    places: [ProcessPlace; 2],
    /// The index of the place whose process is playing.
    at: usize,
    ahead: Option<PrespawnedProcess>,
    /// Whether a prespawned process had to be thrown away. Bots that write to their file do so in
    /// every round, so prespawning is pointless for them.
    is_pointless: bool,
    /// Where sandboxes and processes of other matches are.
    idle: Option<IdleProcesses>,
}

/// The folder of a process.
#[derive(Debug)]
struct ProcessPlace {
    start: BotProcessStart,
    /// The file that a process may write to for its successors, if the bot has one.
    file: Option<PathBuf>,
}

/// A process that has had no request yet.
#[derive(Debug)]
struct PrespawnedProcess {
    bot_process: BotProcess,
    /// The contents of its file when it started.
    found: Vec<u8>,
}

impl CurrentAndNextProcess {
    /// The program comes in two equal folders, each with a file of this name, the only one that it
    /// may write to.
    pub fn new(programs: [ProgramCommand; 2], file: &str) -> CurrentAndNextProcess {
        CurrentAndNextProcess::of(programs.map(|program| ProcessPlace {
            file: Some(program.folder.join(file)),
            ..ProcessPlace::of(program)
        }))
    }

    /// For a program that has no file.
    pub fn without_file(program: ProgramCommand) -> CurrentAndNextProcess {
        CurrentAndNextProcess::of([ProcessPlace::of(program.clone()), ProcessPlace::of(program)])
    }

    fn of(places: [ProcessPlace; 2]) -> CurrentAndNextProcess {
        CurrentAndNextProcess { places, at: 0, ahead: None, is_pointless: false, idle: None }
    }

    /// Uses sandboxes and processes of earlier matches.
    pub fn with_idle(self, idle: Option<&IdleProcesses>) -> CurrentAndNextProcess {
        CurrentAndNextProcess { idle: idle.cloned(), ..self }
    }

    /// A process of an earlier match that can play another one.
    pub(super) fn idle_dialogue(&self) -> Option<LineDialogue> {
        self.idle.as_ref()?.dialogue(&self.places[self.at].start.program)
    }

    /// Keeps a process for another match.
    pub(super) fn keep_dialogue(&self, dialogue: LineDialogue) {
        if let Some(idle) = &self.idle {
            idle.keep_dialogue(dialogue, &self.places[self.at].start.program);
        }
    }

    /// Kills the process, and keeps its sandbox if another match cannot tell. Otherwise returns the
    /// process.
    pub(super) async fn keep_sandbox(&self, bot_process: BotProcess) -> Option<SandboxedProcess> {
        match bot_process.into_idle().await {
            Ok(sandbox) => {
                if let Some(idle) = &self.idle {
                    idle.keep_sandbox(sandbox);
                }
                None
            }
            Err(process) => Some(process),
        }
    }

    /// Where sandboxes and processes of other matches are.
    pub(super) fn idle(&self) -> Option<&IdleProcesses> {
        self.idle.as_ref().filter(|idle| idle.is_open())
    }

    /// The next process. The previous one has exited.
    pub(super) async fn next(&mut self) -> Result<BotProcess, BotNotReady> {
        if let Some(PrespawnedProcess { bot_process, found }) = self.ahead.take() {
            if self.places[self.at].contents().is_ok_and(|left| left == found) {
                self.at = 1 - self.at;
                return Ok(bot_process);
            }
            self.is_pointless = true;
        }
        let program = &self.places[self.at].start.program;
        match &self.idle {
            Some(idle) => {
                let process = idle.spawn(program).await.map_err(|error| BotNotReady::starting(&error))?;
                Ok(BotProcess::new(process, program))
            }
            None => Ok(BotProcess::start(&self.places[self.at].start).await?.0),
        }
    }

    /// Makes the prespawned process end, without waiting for that.
    pub(super) fn begin_end(&self) {
        if let Some(PrespawnedProcess { bot_process, .. }) = &self.ahead {
            bot_process.begin_end();
        }
    }

    /// Starts the next process ahead of time. Errors are ignored: they occur again when the
    /// process is needed.
    pub(super) async fn prepare(&mut self) {
        // A process that is ready before its turn could think, so do not prespawn bots that are
        // frozen while idle.
        let freezes = self.places[self.at].start.program.freezes_when_idle();
        if self.is_pointless || freezes || self.ahead.is_some() {
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
    fn of(program: ProgramCommand) -> ProcessPlace {
        ProcessPlace {
            start: BotProcessStart { program, handshake: None, handshake_time: Duration::ZERO },
            file: None,
        }
    }

    /// What the process has written to its file.
    fn contents(&self) -> io::Result<Vec<u8>> {
        self.file.as_deref().map_or(Ok(Vec::new()), contents)
    }

    /// Sets the contents of the file for the next process.
    fn begin_with(&self, contents: Vec<u8>) -> io::Result<Vec<u8>> {
        if let Some(file) = &self.file {
            replace(file, &contents)?;
        }
        Ok(contents)
    }
}

/// The contents of a bot's file. Fails if it is no regular file any more or larger than `KEPT`, so
/// that the host neither blocks nor fills its memory.
fn contents(file: &Path) -> io::Result<Vec<u8>> {
    untrusted::read_file(file, SymlinkPolicy::Refuse, KEPT).map_err(io::Error::other)
}

/// Replaces the file with a new one, whatever the bot has made of it.
fn replace(file: &Path, contents: &[u8]) -> io::Result<()> {
    fs::remove_file(file)?;
    OpenOptions::new().write(true).create_new(true).open(file)?.write_all(contents)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::{KEPT, contents, replace};

    /// A bot may replace its file with anything. The host must not block on it, nor follow a link.
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
