//! Reads stderr of a process, so that the process never blocks on it. Keeps the end, and the
//! beginning of what was written since the owner last asked.

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::net::unix::pipe;

use crate::pipes::drain;

/// How many bytes are kept, of the end and of what is new.
const KEPT: usize = 16 * 1024;

/// How many reads happen in a row before other tasks may run.
const READS_IN_A_ROW: usize = 16;

/// What a process has written to stderr: the last 16 KiB, and the first 16 KiB of what is new.
#[derive(Debug)]
pub struct UnreadStderrAndTail {
    pipe: pipe::Receiver,
    kept: Mutex<KeptStderr>,
    written: AtomicU64,
}

#[derive(Debug, Default)]
struct KeptStderr {
    /// The last bytes since [`UnreadStderrAndTail::take`].
    end: VecDeque<u8>,
    /// The first bytes since [`UnreadStderrAndTail::take_new`].
    new: Vec<u8>,
}

impl UnreadStderrAndTail {
    /// Reads from the pipe in the background until its end.
    pub(crate) fn follow(pipe: pipe::Receiver) -> Arc<UnreadStderrAndTail> {
        let log = Arc::new(UnreadStderrAndTail { pipe, kept: Mutex::default(), written: AtomicU64::new(0) });
        tokio::spawn({
            let log = Arc::downgrade(&log);
            async move {
                while let Some(log) = log.upgrade() {
                    if log.pipe.readable().await.is_err() || !log.read() {
                        break;
                    }
                    tokio::task::yield_now().await;
                }
            }
        });
        log
    }

    /// The number of bytes that were read so far, kept or not.
    pub(crate) fn written(&self) -> u64 {
        self.written.load(Ordering::Relaxed)
    }

    /// Takes the last `most` bytes as text without control characters, and clears the log.
    pub fn take(&self, most: usize) -> String {
        self.drain();
        let end = std::mem::take(&mut self.kept().end);
        let bytes: Vec<u8> = end.iter().skip(end.len().saturating_sub(most)).copied().collect();
        text(&bytes)
    }

    /// Takes what was written since the last call, at most its first 16 KiB, as text without control
    /// characters. What [`take`](UnreadStderrAndTail::take) returns stays the same.
    pub fn take_new(&self) -> String {
        // Asking for the length costs less than an attempt to read.
        if rustix::io::ioctl_fionread(&self.pipe).is_ok_and(|waiting| waiting > 0) {
            self.drain();
        }
        let new = std::mem::take(&mut self.kept().new);
        if new.is_empty() { String::new() } else { text(&new) }
    }

    /// Whether something that was read is new. It may not have been read yet.
    pub fn has_new(&self) -> bool {
        !self.kept().new.is_empty()
    }

    fn drain(&self) {
        let mut reads = READS_IN_A_ROW;
        drain(&self.pipe, |bytes| {
            self.keep(bytes);
            reads -= 1;
            reads > 0
        });
    }

    /// Reads what has arrived. Returns false at the end of the pipe.
    fn read(&self) -> bool {
        let mut chunk = [0; 8192];
        for _ in 0..READS_IN_A_ROW {
            match self.pipe.try_read(&mut chunk) {
                Ok(0) => return false,
                Ok(count) => self.keep(&chunk[..count]),
                Err(error) => return error.kind() == io::ErrorKind::WouldBlock,
            }
        }
        true
    }

    fn keep(&self, bytes: &[u8]) {
        self.written.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        let mut kept = self.kept();
        kept.end.extend(bytes);
        let surplus = kept.end.len().saturating_sub(KEPT);
        kept.end.drain(..surplus);
        let room = KEPT - kept.new.len();
        kept.new.extend(&bytes[..room.min(bytes.len())]);
    }

    fn kept(&self) -> MutexGuard<'_, KeptStderr> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Bytes as text without control characters.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).chars().filter(|c| *c == '\n' || *c == '\t' || !c.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    /// A log, and the end of its pipe that a program would have.
    fn log() -> (Arc<UnreadStderrAndTail>, io::PipeWriter) {
        let (reader, writer) = io::pipe().unwrap();
        let log = UnreadStderrAndTail {
            pipe: pipe::Receiver::from_owned_fd(reader.into()).unwrap(),
            kept: Mutex::default(),
            written: AtomicU64::new(0),
        };
        (Arc::new(log), writer)
    }

    #[tokio::test]
    async fn what_is_new_and_the_end_are_taken_apart() {
        let (log, mut program) = log();
        assert_eq!((log.take_new(), log.has_new()), (String::new(), false));
        program.write_all(b"one\n\x1b[0m").unwrap();
        assert_eq!(log.take_new(), "one\n[0m");
        program.write_all(b"two\n").unwrap();
        assert_eq!((log.take_new(), log.take_new()), ("two\n".into(), String::new()));
        assert_eq!((log.take(100), log.take(100)), ("one\n[0mtwo\n".into(), String::new()));
    }

    #[tokio::test]
    async fn the_beginning_of_what_is_new_is_kept_and_the_end_of_all() {
        let (log, mut program) = log();
        program.write_all(b"begin").unwrap();
        program.write_all(&vec![b'x'; KEPT]).unwrap();
        program.write_all(b"end").unwrap();
        let new = log.take_new();
        assert!(new.len() == KEPT && new.starts_with("beginx"), "{}", new.len());
        assert!(log.take(KEPT).ends_with("xend"));
        drop(program);
        assert_eq!(log.take_new(), "");
    }
}
