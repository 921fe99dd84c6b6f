//! Takes over the terminal, and restores it in every case, panics included.

use std::io::{self, BufWriter, Stderr, stderr};
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use crate::cli::terminal::held_output;

/// The terminal on stderr, because results go to stdout.
pub(super) type WatchTerminal = Terminal<CrosstermBackend<BufWriter<Stderr>>>;

/// Whether the terminal shows a match.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Takes over the terminal. From here on, output to stderr is held back.
pub(super) fn take() -> io::Result<WatchTerminal> {
    static HOOKED: Once = Once::new();
    HOOKED.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // Restore the terminal first, so that the message of the panic is visible.
            give_back();
            before(info);
        }));
    });
    enable_raw_mode()?;
    held_output::hold();
    IS_TAKEN.store(true, Ordering::SeqCst);
    let drawn = execute!(stderr(), EnterAlternateScreen, Hide)
        .and_then(|()| Terminal::new(CrosstermBackend::new(BufWriter::new(stderr()))));
    drawn.inspect_err(|_| give_back())
}

/// Restores the terminal, and writes what was held back. Does nothing if the terminal is not
/// taken over.
pub(super) fn give_back() {
    if IS_TAKEN.swap(false, Ordering::SeqCst) {
        // A closed terminal is no reason to stop.
        let _ = execute!(stderr(), LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
        held_output::release();
    }
}

/// Whether the terminal is still taken over. A panic in any thread restores it.
pub(super) fn is_taken() -> bool {
    IS_TAKEN.load(Ordering::SeqCst)
}
