//! Reads stderr of a process, so that the process never blocks on it, and keeps the end.

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::net::unix::pipe;

use crate::pipes::drain;

/// How many bytes are kept.
const KEPT: usize = 16 * 1024;

/// How many reads happen in a row before other tasks may run.
const READS_IN_A_ROW: usize = 16;

/// The last 16 KiB that a process has written to stderr.
#[derive(Debug)]
pub struct StderrLog {
    pipe: pipe::Receiver,
    kept: Mutex<VecDeque<u8>>,
    written: AtomicU64,
}

impl StderrLog {
    /// Reads from the pipe in the background until its end.
    pub(crate) fn follow(pipe: pipe::Receiver) -> Arc<StderrLog> {
        let log = Arc::new(StderrLog { pipe, kept: Mutex::default(), written: AtomicU64::new(0) });
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
        let mut reads = READS_IN_A_ROW;
        drain(&self.pipe, |bytes| {
            self.keep(bytes);
            reads -= 1;
            reads > 0
        });
        let kept = std::mem::take(&mut *self.kept());
        let bytes: Vec<u8> = kept.iter().skip(kept.len().saturating_sub(most)).copied().collect();
        String::from_utf8_lossy(&bytes)
            .chars()
            .filter(|c| *c == '\n' || *c == '\t' || !c.is_control())
            .collect()
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
        kept.extend(bytes);
        let surplus = kept.len().saturating_sub(KEPT);
        kept.drain(..surplus);
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<u8>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
