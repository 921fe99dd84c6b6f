//! The dialogue with one process: which of its lines answer which request.

use std::collections::VecDeque;
use std::time::Duration;

use rathaus_games::{FaultCause, FaultEvidence, ReplyFormat, SeatAsk};
use rathaus_protocol::external::ReplyEnd;

use super::bot_process::{BotProcess, NonblockingReadOutcome};

/// How many reads discard output from before a request, at most. A bot that writes more either
/// floods or has its own output taken as the reply.
const READS_BEFORE_ASK: usize = 16;

/// The most bytes that wait to be written to a process while nothing is asked of it. A bot that
/// does not read what it is told gets no more.
const MAX_TOLD_UNREAD: usize = 4 << 20;

/// A process and the state of its dialogue.
#[derive(Debug)]
pub(super) struct LineDialogue {
    pub(super) bot_process: BotProcess,
    /// The replies that the bot still owes to requests that timed out. Each request is answered by
    /// its own lines, in order, so that a late line never counts as the reply to a later request.
    pub(super) owed: OwedReplies,
    /// What the bot has written before its reply.
    pub(super) said: Vec<u8>,
    /// The CPU time that the start took.
    pub(super) ran: Duration,
}

impl LineDialogue {
    /// Begins the dialogue with a process that has come to rest after its start.
    pub(super) fn begin(bot_process: BotProcess) -> LineDialogue {
        LineDialogue { ran: bot_process.ran(), bot_process, owed: OwedReplies::default(), said: Vec::new() }
    }

    /// Whether the process can play another match.
    pub(super) async fn can_play_again(&mut self) -> bool {
        self.owed.is_empty() && self.bot_process.waits_for_a_match().await
    }

    /// Begins another match with the process. `None` if it has ended, or did something since the
    /// match before.
    pub(super) async fn again(mut self, reset: &[u8]) -> Option<LineDialogue> {
        if !self.bot_process.resume() {
            return None;
        }
        if !reset.is_empty() {
            self.bot_process.queue(0, reset);
            self.bot_process.write();
            self.bot_process.settled().await;
            self.forget_what_was_said_before();
        }
        Some(LineDialogue::begin(self.bot_process))
    }

    /// Writes as much of this message as the process takes now. The rest is written with the next
    /// request.
    pub(super) fn tell(&mut self, bytes: &[u8]) {
        if self.bot_process.unwritten() + bytes.len() <= MAX_TOLD_UNREAD {
            self.bot_process.queue(0, bytes);
        } else {
            self.bot_process.close_stdin();
        }
        self.bot_process.write();
    }

    /// Writes the request and reads until `count` lines have arrived, not counting owed lines.
    pub(super) async fn lines(&mut self, count: usize, limit: usize) -> Result<Vec<u8>, FaultCause> {
        loop {
            self.bot_process.write();
            self.take_owed_lines();
            if self.owed.is_empty()
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

    /// Writes the request and reads up to the first line at which `end` is, not counting owed
    /// lines. Returns all lines or the `last` ones.
    pub(super) async fn lines_until(
        &mut self,
        end: &ReplyEnd,
        last: Option<usize>,
        limit: usize,
    ) -> Result<Vec<u8>, FaultCause> {
        let mut lengths = VecDeque::new();
        loop {
            self.bot_process.write();
            self.take_owed_lines();
            while self.owed.is_empty()
                && let Some(line) = self.bot_process.reply_buffer.take_lines(1)
            {
                self.said.extend_from_slice(line);
                let is_at_end = end.is_at(line);
                if let Some(last) = last {
                    lengths.push_back(line.len());
                    let first = if lengths.len() > last { lengths.pop_front() } else { None };
                    self.said.drain(..first.unwrap_or_default());
                }
                if self.said.len() > limit {
                    return Err(FaultCause::Flooded { limit });
                }
                if is_at_end {
                    return Ok(std::mem::take(&mut self.said));
                }
            }
            if self.said.len() + self.bot_process.reply_buffer.unused().len() > limit {
                return Err(FaultCause::Flooded { limit });
            }
            match self.bot_process.read() {
                // Lines that are dropped have no limit. The deadline passes only while others run.
                NonblockingReadOutcome::Some => tokio::task::yield_now().await,
                NonblockingReadOutcome::Nothing => self.bot_process.ready().await,
                NonblockingReadOutcome::End => return Err(self.bot_process.why_closed().await.cause()),
            }
        }
    }

    fn take_owed_lines(&mut self) {
        while !self.owed.is_empty()
            && let Some(line) = self.bot_process.reply_buffer.take_lines(1)
        {
            self.owed.take(line);
        }
    }

    /// Discards whole lines that arrived before the request was sent. They count only
    /// as owed lines.
    pub(super) fn forget_what_was_said_before(&mut self) {
        for _ in 0..READS_BEFORE_ASK {
            // Some may have been read together with the previous reply.
            while let Some(line) = self.bot_process.reply_buffer.take_lines(1) {
                self.owed.take(line);
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

/// The replies that a bot owes, in order.
#[derive(Debug, Default)]
pub(super) struct OwedReplies(VecDeque<ReplyFormat>);

impl OwedReplies {
    /// Adds a reply of this form.
    pub(super) fn push(&mut self, reply_format: &ReplyFormat) {
        self.0.push_back(reply_format.clone());
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Counts a line that the bot wrote.
    fn take(&mut self, line: &[u8]) {
        let is_complete = match self.0.front_mut() {
            Some(ReplyFormat::Lines(left)) => {
                *left -= 1;
                *left == 0
            }
            Some(ReplyFormat::Until { end, .. }) => end.is_at(line),
            // These replies end their process.
            Some(ReplyFormat::UntilEnd | ReplyFormat::LineAfter(_)) => true,
            None => false,
        };
        if is_complete {
            self.0.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_lines_belong_to_the_replies_that_are_owed() {
        let mut owed = OwedReplies::default();
        owed.take(b"nobody waits for this\n");
        owed.push(&ReplyFormat::Lines(2));
        owed.push(&ReplyFormat::Until { end: ReplyEnd::Word("done".into()), last: Some(1) });
        let mut left = Vec::new();
        for line in ["done", "second", "info", "done 7", "more"] {
            owed.take(line.as_bytes());
            left.push(owed.0.len());
        }
        assert_eq!(left, [2, 1, 1, 0, 0]);
    }
}
