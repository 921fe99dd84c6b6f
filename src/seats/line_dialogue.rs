//! The dialogue with one process: which of its lines answer which request.

use std::time::Duration;

use rathaus_games::{FaultCause, FaultEvidence, SeatAsk};

use super::bot_process::{BotProcess, NonblockingReadOutcome};

/// How many reads discard output from before a request, at most. A bot that writes more either
/// floods or has its own output taken as the reply.
const READS_BEFORE_ASK: usize = 16;

/// A process and the state of its dialogue.
#[derive(Debug)]
pub(super) struct LineDialogue {
    pub(super) bot_process: BotProcess,
    /// How many lines the bot still owes to requests that timed out. Each request is answered by
    /// its own lines, in order, so that a late line never counts as the reply to a later request.
    pub(super) owed: usize,
    /// What the bot has written before its reply.
    pub(super) said: Vec<u8>,
    /// The CPU time that the start took.
    pub(super) ran: Duration,
}

impl LineDialogue {
    /// Begins the dialogue with a process that has come to rest after its start.
    pub(super) fn begin(bot_process: BotProcess) -> LineDialogue {
        LineDialogue { ran: bot_process.ran(), bot_process, owed: 0, said: Vec::new() }
    }

    /// Writes the request and reads until `count` lines have arrived, not counting owed lines.
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
                NonblockingReadOutcome::Some => {}
                NonblockingReadOutcome::Nothing => self.bot_process.ready().await,
                NonblockingReadOutcome::End => return Err(self.bot_process.why_closed().await.cause()),
            }
        }
    }

    /// Discards whole lines that arrived before the request was sent. They count only
    /// as owed lines.
    fn forget_what_was_said_before(&mut self) {
        for _ in 0..READS_BEFORE_ASK {
            // Some may have been read together with the previous reply.
            while self.bot_process.reply_buffer.take_lines(1).is_some() {
                self.owed = self.owed.saturating_sub(1);
            }
            if self.bot_process.read() != NonblockingReadOutcome::Some {
                break;
            }
        }
    }

    /// Closes stdin once the request is written, and reads up to the first line that does not start
    /// with `word`. A last line needs no line feed.
    pub(super) async fn read_closing_line(&mut self, word: &[u8], limit: usize) -> Result<(), FaultCause> {
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
                NonblockingReadOutcome::Some => {}
                NonblockingReadOutcome::Nothing => self.bot_process.ready().await,
                NonblockingReadOutcome::End => {
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

    /// Waits for the process to exit, which must be with status 0.
    pub(super) async fn part(&mut self) -> Result<(), FaultCause> {
        match self.bot_process.wait_for_exit().await {
            how if how == "exit status 0" => Ok(()),
            how => Err(FaultCause::Crashed { how }),
        }
    }

    pub(super) fn evidence(&self, ask: &SeatAsk, took: Duration) -> FaultEvidence {
        let said = [&self.said, self.bot_process.reply_buffer.unused()].concat();
        self.bot_process.evidence(ask.question(), FaultEvidence::excerpt(&said), took)
    }
}
