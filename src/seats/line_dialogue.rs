//! The talk with one process: questions to it, and which of its lines answer which of them.

use std::time::Duration;

use rathaus_games::{Ask, FaultCause, FaultEvidence};

use super::bot_process::{BotProcess, ReadOutcome};

/// How often one reads at the most to be rid of what was said before an ask. A bot that says more
/// floods, or is answered by what it says itself.
const READS_BEFORE_ASK: usize = 16;

/// A process, and how far the talk with it has come.
#[derive(Debug)]
pub(super) struct LineDialogue {
    pub(super) bot_process: BotProcess,
    /// How many lines it still owes to asks whose time is over. Each ask is answered by lines of
    /// its own, in their order, so that what comes late is never taken for the answer to a later
    /// one.
    pub(super) owed: usize,
    /// What it has said before its answer.
    pub(super) said: Vec<u8>,
    /// The processor time that it took to start.
    pub(super) ran: Duration,
}

impl LineDialogue {
    /// The talk with a process that has come to rest after its start.
    pub(super) fn begin(bot_process: BotProcess) -> LineDialogue {
        LineDialogue { ran: bot_process.ran(), bot_process, owed: 0, said: Vec::new() }
    }

    /// Writes what there is to be written and reads until there are so many lines, after those that
    /// are owed.
    pub(super) async fn lines(&mut self, count: usize, limit: usize) -> Result<Vec<u8>, FaultCause> {
        self.forget_what_was_said_before();
        loop {
            self.bot_process.write();
            while self.owed > 0 && self.bot_process.reply_buffer.take_lines(1).is_some() {
                self.owed -= 1;
            }
            if self.owed == 0
                && let Some(lines) = self.bot_process.reply_buffer.take_lines(count)
            {
                return if lines.len() > limit {
                    Err(FaultCause::Flooded { limit })
                } else {
                    Ok(lines.to_vec())
                };
            }
            if self.bot_process.reply_buffer.unused().len() > limit {
                return Err(FaultCause::Flooded { limit });
            }
            match self.bot_process.read() {
                ReadOutcome::Some => {}
                ReadOutcome::Nothing => self.bot_process.ready().await,
                ReadOutcome::End => return Err(self.bot_process.why_closed().await.cause()),
            }
        }
    }

    /// Whole lines that are there before the question has gone out answer none, unless they are
    /// owed.
    fn forget_what_was_said_before(&mut self) {
        for _ in 0..READS_BEFORE_ASK {
            // Some may have been read with the answer before.
            while self.bot_process.reply_buffer.take_lines(1).is_some() {
                self.owed = self.owed.saturating_sub(1);
            }
            if self.bot_process.read() != ReadOutcome::Some {
                break;
            }
        }
    }

    /// Closes its input once all has been written, and reads up to a line that does not begin with
    /// this word. A last line needs no line feed.
    pub(super) async fn last_words(&mut self, word: &[u8], limit: usize) -> Result<(), FaultCause> {
        loop {
            self.bot_process.write_and_close();
            while let Some(line) = self.bot_process.reply_buffer.take_lines(1) {
                self.said.extend_from_slice(line);
                if self.said.len() > limit {
                    return Err(FaultCause::Flooded { limit });
                }
                if !line.starts_with(word) {
                    return Ok(());
                }
            }
            let rest = self.bot_process.reply_buffer.unused();
            if self.said.len() + rest.len() > limit {
                return Err(FaultCause::Flooded { limit });
            }
            match self.bot_process.read() {
                ReadOutcome::Some => {}
                ReadOutcome::Nothing => self.bot_process.ready().await,
                ReadOutcome::End => {
                    let rest = self.bot_process.reply_buffer.unused();
                    if rest.is_empty() || rest.starts_with(word) {
                        return Err(self.bot_process.why_closed().await.cause());
                    }
                    self.said.extend_from_slice(rest);
                    return Ok(());
                }
            }
        }
    }

    /// Sees the process off, which must end well.
    pub(super) async fn part(&mut self) -> Result<(), FaultCause> {
        match self.bot_process.see_off().await {
            how if how == "exit status 0" => Ok(()),
            how => Err(FaultCause::Crashed { how }),
        }
    }

    pub(super) fn evidence(&self, ask: &Ask, took: Duration) -> FaultEvidence {
        let said = [&self.said, self.bot_process.reply_buffer.unused()].concat();
        self.bot_process.evidence(ask.question(), FaultEvidence::excerpt(&said), took)
    }
}
