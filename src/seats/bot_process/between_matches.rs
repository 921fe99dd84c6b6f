//! What becomes of a process between two matches.

use std::time::Duration;

use rathaus_sandbox::{IdleSandbox, SandboxedProcess};
use tokio::time::Instant;

use super::{BotProcess, LOOK_EVERY, NonblockingReadOutcome};

/// How long a bot may take to come to rest after a match, if it shall play another one.
const REST_AT_END: Duration = Duration::from_millis(20);

impl BotProcess {
    /// Kills the bot, and returns its sandbox, or the process if another run could tell that there
    /// was this one.
    pub(crate) async fn into_idle(self) -> Result<IdleSandbox, SandboxedProcess> {
        self.process.into_idle().await
    }

    /// Whether the bot waits for its next match: it is alive, has read all that it was sent, has
    /// written nothing that was not asked for, and is at rest within `REST_AT_END`.
    pub(crate) async fn waits_for_a_match(&mut self) -> bool {
        let begin = Instant::now();
        while self.process.idle_cpu_time().is_none() {
            if begin.elapsed() >= REST_AT_END {
                return false;
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
        self.is_quiet()
    }

    /// Whether it is alive, and has nothing to write or to read.
    fn is_quiet(&mut self) -> bool {
        self.process.exit_status().is_none()
            && self.process.excess().is_none()
            && self.unwritten() == 0
            && !self.process.has_closed_stdin()
            && self.reply_buffer.unused().is_empty()
            && self.read() == NonblockingReadOutcome::Nothing
    }

    /// Stops the bot while it has no match, if the sandbox can.
    pub(crate) fn suspend(&self) {
        self.process.freeze(true);
    }

    /// Lets the bot go on with another match. Returns false if it did something meanwhile, or has
    /// ended.
    pub(crate) fn resume(&mut self) -> bool {
        self.process.freeze(false);
        self.earlier_cpu_time = self.process.total_cpu_time();
        // What it wrote to stderr after its last reply belongs to no turn.
        drop((self.stderr(), self.new_stderr()));
        self.is_quiet()
    }
}
