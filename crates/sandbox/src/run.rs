//! A program that is run to its end for what it does, such as a compiler.

use std::io;
use std::time::Duration;

use tokio::time::Instant;

use super::confine::Excess;
use super::once::RunEnd;
use super::{Process, Program, StartError, drain};

/// How much of a program's standard output is kept.
const KEPT_OUTPUT: usize = 1 << 20;

/// How much it may write altogether.
const MOST_OUTPUT: u64 = 64 << 20;

/// How often one looks how much it has written.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// What a program that ran to its end leaves behind.
#[derive(Debug)]
pub struct Finished {
    /// How it came to its end.
    pub end: RunEnd,
    /// What it had too much of, as far as its sandbox knows.
    pub excess: Option<Excess>,
    /// The beginning of what it wrote to standard output.
    pub stdout: Vec<u8>,
    /// The end of what it wrote to standard error.
    pub stderr: String,
}

impl Finished {
    /// Whether it ended by itself with status 0.
    pub fn succeeded(&self) -> bool {
        matches!(self.end, RunEnd::Exited(status) if status.success())
    }
}

/// Runs a program to its end, without input and for at most `limit`.
pub async fn run(program: &Program, limit: Duration) -> Result<Finished, StartError> {
    let mut process = Process::start(program).await?;
    process.stdin = None;
    let mut stdout = Vec::new();
    let end = follow(&process, &mut stdout, Instant::now() + limit).await;
    let excess = process.excess();
    process.end();
    Ok(Finished { end, excess, stdout, stderr: process.stderr.take(usize::MAX) })
}

/// Reads what it writes until it ends, or has to be ended.
async fn follow(process: &Process, stdout: &mut Vec<u8>, deadline: Instant) -> RunEnd {
    let (mut chunk, mut written, mut is_open) = (vec![0; 64 * 1024], 0, true);
    loop {
        if written + process.stderr.written() > MOST_OUTPUT {
            return RunEnd::Flooded;
        }
        tokio::select! {
            biased;
            _ = process.stdout.readable(), if is_open => match process.stdout.try_read(&mut chunk) {
                Ok(count @ 1..) => {
                    written += count as u64;
                    keep(&chunk[..count], stdout);
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                // A failed read ends the output like its end does; the status tells the rest.
                Ok(_) | Err(_) => is_open = false,
            },
            // Whoever still holds its output open is not waited for; what it has written itself is there.
            status = process.ended() => {
                drain(&process.stdout, |bytes| {
                    keep(bytes, stdout);
                    stdout.len() < KEPT_OUTPUT
                });
                return RunEnd::Exited(status);
            }
            () = tokio::time::sleep(LOOK_EVERY) => {}
            () = tokio::time::sleep_until(deadline) => return RunEnd::Late,
        }
    }
}

/// Keeps what there is room for.
fn keep(bytes: &[u8], kept: &mut Vec<u8>) {
    kept.extend_from_slice(&bytes[..bytes.len().min(KEPT_OUTPUT.saturating_sub(kept.len()))]);
}
