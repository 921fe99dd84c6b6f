//! Processes and sandboxes that wait for the next match of their bots, because to start both
//! takes longer than a short match.
//!
//! Architecture invariant: a bot cannot tell. A sandbox is kept only if the match before has left
//! nothing in it. A process is kept only if its author says that it can play another match.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rathaus_sandbox::{IdleSandbox, ProgramCommand, SandboxedProcess, StartError};

use super::line_dialogue::LineDialogue;

/// The most sandboxes without a process that a worker keeps. Each takes a few megabytes.
const MOST_SANDBOXES: usize = 12;

/// The most processes that a worker keeps: those of a match of four. An engine may take hundreds of
/// megabytes.
const MOST_PROCESSES: usize = 5;

/// The idle processes and sandboxes of a worker. Clones are the same.
#[derive(Debug, Clone, Default)]
pub struct IdleProcesses {
    /// The one that was kept last is at the end.
    kept: Arc<Mutex<Vec<IdleProcess>>>,
    /// Whether nothing is kept any more.
    is_closed: Arc<AtomicBool>,
}

/// One of them.
#[derive(Debug)]
enum IdleProcess {
    /// A sandbox without a process.
    Sandbox(IdleSandbox),
    /// A process that can play another match.
    Dialogue(Box<LineDialogue>, Box<ProgramCommand>),
}

impl IdleProcess {
    /// Makes it end, without waiting for that.
    fn begin_end(&self) {
        match self {
            IdleProcess::Sandbox(sandbox) => sandbox.begin_end(),
            IdleProcess::Dialogue(dialogue, _) => dialogue.bot_process.begin_end(),
        }
    }

    fn command(&self) -> &ProgramCommand {
        match self {
            IdleProcess::Sandbox(sandbox) => sandbox.command(),
            IdleProcess::Dialogue(_, command) => command,
        }
    }
}

impl IdleProcesses {
    /// Starts a program, if possible in a sandbox in which it has run before.
    pub(super) async fn spawn(&self, program: &ProgramCommand) -> Result<SandboxedProcess, StartError> {
        let sandbox = self.take(|idle| match idle {
            IdleProcess::Sandbox(_) => idle.command() == program,
            IdleProcess::Dialogue(..) => false,
        });
        if let Some(IdleProcess::Sandbox(sandbox)) = sandbox {
            // If this fails, a new sandbox shows who is to blame.
            if let Ok(process) = sandbox.start().await {
                return Ok(process);
            }
        }
        program.spawn().await
    }

    /// A process of this program that can play another match.
    pub(super) fn dialogue(&self, program: &ProgramCommand) -> Option<LineDialogue> {
        let found = self.take(|idle| match idle {
            IdleProcess::Sandbox(_) => false,
            IdleProcess::Dialogue(_, command) => **command == *program,
        });
        match found {
            Some(IdleProcess::Dialogue(dialogue, _)) => Some(*dialogue),
            Some(IdleProcess::Sandbox(_)) | None => None,
        }
    }

    /// Keeps a sandbox without a process.
    pub(super) fn keep_sandbox(&self, sandbox: IdleSandbox) {
        self.keep(IdleProcess::Sandbox(sandbox));
    }

    /// Keeps a process that can play another match.
    pub(super) fn keep_dialogue(&self, dialogue: LineDialogue, program: &ProgramCommand) {
        self.keep(IdleProcess::Dialogue(Box::new(dialogue), Box::new(program.clone())));
    }

    /// Whether processes and sandboxes are kept.
    pub fn is_open(&self) -> bool {
        !self.is_closed.load(Ordering::Relaxed)
    }

    /// Ends all of them, and keeps no more.
    pub fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
        let all = std::mem::take(&mut *self.kept());
        all.iter().for_each(IdleProcess::begin_end);
    }

    fn keep(&self, idle: IdleProcess) {
        if self.is_open() {
            self.kept().push(idle);
        }
    }

    /// Ends the oldest ones beyond those that may be kept, all at the same time.
    pub(super) fn end_excess(&self) {
        let (mut processes, mut sandboxes) = (0, 0);
        let mut excess = Vec::new();
        let mut kept = self.kept();
        for position in (0..kept.len()).rev() {
            let (count, most) = match kept[position] {
                IdleProcess::Dialogue(..) => (&mut processes, MOST_PROCESSES),
                IdleProcess::Sandbox(_) => (&mut sandboxes, MOST_SANDBOXES),
            };
            *count += 1;
            if *count > most {
                excess.push(kept.remove(position));
            }
        }
        drop(kept);
        excess.iter().for_each(IdleProcess::begin_end);
    }

    /// Takes the one that was kept last, because more of its pages are in the caches.
    fn take(&self, is_right: impl Fn(&IdleProcess) -> bool) -> Option<IdleProcess> {
        let mut kept = self.kept();
        let position = kept.iter().rposition(is_right)?;
        Some(kept.remove(position))
    }

    fn kept(&self) -> MutexGuard<'_, Vec<IdleProcess>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
