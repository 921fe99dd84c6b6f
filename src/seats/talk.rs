//! The talk with one process: questions to it, and which of its lines answer which of them.

use std::time::Duration;

use rathaus_games::{Ask, Cause, Evidence};

use super::live::{Live, Read};

/// How often one reads at the most to be rid of what was said before an ask. A bot that says more
/// floods, or is answered by what it says itself.
const READS_BEFORE_ASK: usize = 16;

/// A process, and how far the talk with it has come.
#[derive(Debug)]
pub(super) struct Talk {
    pub(super) live: Live,
    /// How many lines it still owes to asks whose time is over. Each ask is answered by lines of
    /// its own, in their order, so that what comes late is never taken for the answer to a later
    /// one.
    pub(super) owed: usize,
    /// What it has said before its answer.
    pub(super) said: Vec<u8>,
    /// The processor time that it took to start.
    pub(super) ran: Duration,
}

impl Talk {
    /// The talk with a process that has come to rest after its start.
    pub(super) fn begin(live: Live) -> Talk {
        Talk { ran: live.ran(), live, owed: 0, said: Vec::new() }
    }

    /// Writes what there is to be written and reads until there are so many lines, after those that
    /// are owed.
    pub(super) async fn lines(&mut self, count: usize, limit: usize) -> Result<Vec<u8>, Cause> {
        self.forget_what_was_said_before();
        loop {
            self.live.write();
            while self.owed > 0 && self.live.incoming.take_lines(1).is_some() {
                self.owed -= 1;
            }
            if self.owed == 0
                && let Some(lines) = self.live.incoming.take_lines(count)
            {
                return if lines.len() > limit { Err(Cause::Flooded { limit }) } else { Ok(lines.to_vec()) };
            }
            if self.live.incoming.unused().len() > limit {
                return Err(Cause::Flooded { limit });
            }
            match self.live.read() {
                Read::Some => {}
                Read::Nothing => self.live.ready().await,
                Read::End => return Err(self.live.why_closed().await.cause()),
            }
        }
    }

    /// Whole lines that are there before the question has gone out answer none, unless they are
    /// owed.
    fn forget_what_was_said_before(&mut self) {
        for _ in 0..READS_BEFORE_ASK {
            // Some may have been read with the answer before.
            while self.live.incoming.take_lines(1).is_some() {
                self.owed = self.owed.saturating_sub(1);
            }
            if self.live.read() != Read::Some {
                break;
            }
        }
    }

    /// Closes its input once all has been written, and reads up to a line that does not begin with
    /// this word. A last line needs no line feed.
    pub(super) async fn last_words(&mut self, word: &[u8], limit: usize) -> Result<(), Cause> {
        loop {
            self.live.write_and_close();
            while let Some(line) = self.live.incoming.take_lines(1) {
                self.said.extend_from_slice(line);
                if self.said.len() > limit {
                    return Err(Cause::Flooded { limit });
                }
                if !line.starts_with(word) {
                    return Ok(());
                }
            }
            let rest = self.live.incoming.unused();
            if self.said.len() + rest.len() > limit {
                return Err(Cause::Flooded { limit });
            }
            match self.live.read() {
                Read::Some => {}
                Read::Nothing => self.live.ready().await,
                Read::End => {
                    let rest = self.live.incoming.unused();
                    if rest.is_empty() || rest.starts_with(word) {
                        return Err(self.live.why_closed().await.cause());
                    }
                    self.said.extend_from_slice(rest);
                    return Ok(());
                }
            }
        }
    }

    /// Sees the process off, which must end well.
    pub(super) async fn part(&mut self) -> Result<(), Cause> {
        match self.live.see_off().await {
            how if how == "exit status 0" => Ok(()),
            how => Err(Cause::Crashed { how }),
        }
    }

    pub(super) fn evidence(&self, ask: &Ask, took: Duration) -> Evidence {
        let said = [&self.said, self.live.incoming.unused()].concat();
        self.live.evidence(ask.question(), Evidence::excerpt(&said), took)
    }
}
