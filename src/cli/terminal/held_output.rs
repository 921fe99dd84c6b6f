//! Holds back stderr while the terminal shows a match.

use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The maximum number of bytes to hold back. To see all of a longer output, redirect stderr to
/// a file.
const MOST: usize = 1 << 20;

static HELD: Mutex<Option<HeldText>> = Mutex::new(None);

#[derive(Debug, Default)]
struct HeldText {
    bytes: Vec<u8>,
    /// The number of dropped bytes.
    dropped: usize,
}

/// A writer to stderr for all messages and the log. It can hold text back, while a screen is shown.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HoldableStderr;

impl Write for HoldableStderr {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match lock().as_mut() {
            Some(held) => held.keep(bytes),
            None => return io::stderr().write(bytes),
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl HeldText {
    fn keep(&mut self, bytes: &[u8]) {
        if self.dropped == 0 && self.bytes.len() + bytes.len() <= MOST {
            self.bytes.extend_from_slice(bytes);
        } else {
            self.dropped += bytes.len();
        }
    }
}

/// Starts to hold back output.
pub(crate) fn hold() {
    lock().get_or_insert_default();
}

/// Writes what was held back, and stops holding back.
pub(crate) fn release() {
    let Some(HeldText { bytes, dropped }) = lock().take() else { return };
    // A closed terminal is no reason to stop.
    let _ = io::stderr().write_all(&bytes);
    if dropped > 0 {
        let _ = writeln!(io::stderr(), "({dropped} bytes more were said while the terminal showed a match)");
    }
}

fn lock() -> MutexGuard<'static, Option<HeldText>> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_is_bounded_and_what_was_dropped_is_counted() {
        let mut held = HeldText::default();
        held.keep(&[b'a'; MOST - 1]);
        held.keep(b"bc");
        held.keep(b"d");
        assert_eq!((held.bytes.len(), held.dropped), (MOST - 1, 3));
    }
}
