//! The terminal, taken over and given back whatever happens.

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

/// What is drawn on. Results go to standard output, so the screen is where the talk is.
pub(super) type WatchTerminal = Terminal<CrosstermBackend<BufWriter<Stderr>>>;

/// Whether the terminal shows a match.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Takes the terminal over. What is said from here on is held back.
pub(super) fn take() -> io::Result<WatchTerminal> {
    static HOOKED: Once = Once::new();
    HOOKED.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // What is said of it is to be seen.
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

/// Gives the terminal back as it was, and says what has been held back. Whoever has no terminal
/// gives nothing back.
pub(super) fn give_back() {
    if IS_TAKEN.swap(false, Ordering::SeqCst) {
        // A terminal that has gone away is no reason to stop.
        let _ = execute!(stderr(), LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
        held_output::release();
    }
}

/// Whether it is still ours: a panic anywhere gives it back.
pub(super) fn is_taken() -> bool {
    IS_TAKEN.load(Ordering::SeqCst)
}
