//! `--watch`: shows the current match live in the terminal.
//!
//! A separate thread draws what the run publishes in the [`WatchHandle`], so that matches do not
//! wait for the terminal. It draws on stderr, because stdout is for results.

mod colours;
mod keyboard;
mod keys;
mod scoreboard;
mod terminal;
mod view;

use std::env;
use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{self, Event as Input};
use ratatui::crossterm::terminal::size;
use rathaus_games::ConfiguredGame;
use rustix::process::{Signal, getpid, kill_process};

use crate::tournament::watch::WatchSpeed;
use crate::tournament::{RunEvent, WatchHandle};
use colours::ColourDepth;
use keyboard::KeyInputSource;
use keys::WatchAction;
pub(crate) use scoreboard::Scoreboard;
use terminal::WatchTerminal;
use view::WatchView;

/// How long the run waits for the screen's thread at the end.
const LAST_FRAME: Duration = Duration::from_secs(1);

/// The minimum time between two frames.
const FRAME: Duration = Duration::from_millis(40);

/// A terminal that shows a run. Restores the terminal when dropped.
pub(crate) struct WatchScreen {
    watcher: WatchHandle,
    scores: Arc<Mutex<Scoreboard>>,
    thread: Option<JoinHandle<()>>,
}

impl WatchScreen {
    /// Takes over the terminal. An error with the reason if the terminal cannot show a match.
    pub(crate) fn open(scores: Scoreboard) -> Result<WatchScreen, String> {
        let term = env::var("TERM").ok();
        if let Some(obstacle) = obstacle(io::stderr().is_terminal(), term.as_deref(), size().ok()) {
            return Err(obstacle);
        }
        let set = |name| env::var(name).ok();
        let colours =
            ColourDepth::of(set("NO_COLOR").as_deref(), set("COLORTERM").as_deref(), term.as_deref());
        let keyboard =
            KeyInputSource::open().map_err(|error| format!("the keyboard cannot be read: {error}"))?;
        let drawn = terminal::take().map_err(|error| format!("the terminal cannot be used: {error}"))?;
        let watcher = WatchHandle::new(speed(&scores.rules));
        let scores = Arc::new(Mutex::new(scores));
        let painter = ScreenPainter {
            watcher: watcher.clone(),
            scores: Arc::clone(&scores),
            colours,
            has_help: false,
            has_left: false,
            keyboard,
        };
        let thread = thread::Builder::new().name("screen".into()).spawn(move || painter.work(drawn));
        let thread = thread.inspect_err(|_| terminal::give_back()).map_err(|error| error.to_string())?;
        Ok(WatchScreen { watcher, scores, thread: Some(thread) })
    }

    /// The handle through which the run publishes what to show.
    pub(crate) fn watcher(&self) -> WatchHandle {
        self.watcher.clone()
    }

    pub(crate) fn show(&self, event: &RunEvent) {
        self.scores.lock().unwrap_or_else(PoisonError::into_inner).note(event);
    }

    /// Whether the user has left the screen.
    pub(crate) fn is_gone(&self) -> bool {
        self.watcher.is_gone()
    }
}

impl Drop for WatchScreen {
    fn drop(&mut self) {
        self.watcher.leave();
        let begin = Instant::now();
        // Not forever: it may be reading from a terminal that is gone. The panic hook has already
        // reported a panic of the thread.
        while self.thread.as_ref().is_some_and(|thread| !thread.is_finished()) && begin.elapsed() < LAST_FRAME
        {
            thread::sleep(Duration::from_millis(2));
        }
        terminal::give_back();
    }
}

/// Why the terminal cannot show a match, if it cannot.
fn obstacle(is_terminal: bool, term: Option<&str>, size: Option<(u16, u16)>) -> Option<String> {
    let (least_width, least_height) = view::LEAST;
    match (is_terminal, term, size) {
        (false, ..) => Some("stderr is not a terminal".into()),
        (_, None | Some("" | "dumb"), _) => Some("this terminal can only show lines".into()),
        (_, _, None) => Some("the terminal does not say how large it is".into()),
        (_, _, Some((width, height))) if width < least_width || height < least_height => Some(format!(
            "the window has {width} columns and {height} rows, and {least_width} and {least_height} are needed"
        )),
        _ => None,
    }
}

/// The initial speed for matches of a game.
fn speed(rules: &ConfiguredGame) -> WatchSpeed {
    WatchSpeed::of(rules.watch_speed())
}

/// Draws the screen and handles the keys.
struct ScreenPainter {
    watcher: WatchHandle,
    scores: Arc<Mutex<Scoreboard>>,
    colours: ColourDepth,
    has_help: bool,
    has_left: bool,
    keyboard: KeyInputSource,
}

impl ScreenPainter {
    fn work(mut self, mut drawn: WatchTerminal) {
        while !self.has_left && !self.watcher.is_gone() && terminal::is_taken() {
            if self.draw(&mut drawn).and_then(|()| self.listen()).is_err() {
                // The terminal is gone. Not everybody who started this program tells it so.
                let _ = kill_process(getpid(), Signal::HUP);
                break;
            }
        }
    }

    fn draw(&self, drawn: &mut WatchTerminal) -> io::Result<()> {
        let scores = self.scores.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let (snapshot, pace) = (self.watcher.look(), self.watcher.pace());
        let view = WatchView {
            scores: &scores,
            snapshot: &snapshot,
            pace,
            colours: self.colours,
            has_help: self.has_help,
        };
        drawn.draw(|frame| view.draw(frame)).map(|_| ())
    }

    /// Handles keys until it is time for the next frame.
    fn listen(&mut self) -> io::Result<()> {
        if !self.keyboard.has_input(FRAME)? {
            return Ok(());
        }
        while event::poll(Duration::ZERO)? {
            if let Input::Key(key) = event::read()? {
                self.fulfil(WatchAction::of(key));
            }
            // Without this, the library would read from a closed terminal without end.
            self.keyboard.has_input(Duration::ZERO)?;
        }
        Ok(())
    }

    fn fulfil(&mut self, action: Option<WatchAction>) {
        match action {
            None => {}
            Some(WatchAction::Help) => self.has_help = !self.has_help,
            Some(WatchAction::Leave) => self.has_left = true,
            // In raw mode, the terminal does not turn Ctrl-C into a signal.
            Some(WatchAction::Interrupt) => {
                let _ = kill_process(getpid(), Signal::INT);
            }
            Some(action) => self.watcher.tell(|pace| action.apply(pace)),
        }
    }
}

impl Drop for ScreenPainter {
    /// Restores the terminal before it reports that nobody watches, so that the main thread can use
    /// the terminal then.
    fn drop(&mut self) {
        terminal::give_back();
        self.watcher.leave();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_is_shown_only_in_a_terminal_that_can() {
        let fine = Some((80, 24));
        assert_eq!(obstacle(true, Some("xterm"), fine), None);
        let words = |is_terminal, term, size| obstacle(is_terminal, term, size).unwrap();
        assert!(words(false, Some("xterm"), fine).contains("not a terminal"));
        assert!(words(true, Some("dumb"), fine).contains("only show lines"));
        assert!(words(true, None, fine).contains("only show lines"));
        assert!(words(true, Some("xterm"), None).contains("how large"));
        assert_eq!(
            words(true, Some("xterm"), Some((20, 5))),
            "the window has 20 columns and 5 rows, and 30 and 8 are needed"
        );
    }
}
