//! A person in a seat, at this terminal: sees the game, and types replies.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rathaus_games::{GamePicture, LiveMatch, Observer};

use crate::cli::terminal;
use crate::seats::PersonDialogue;
use crate::untrusted;

/// The name on the command line that stands for a person.
pub(crate) const PERSON: &str = "human";

/// The longest line that a person types, in bytes.
const MAX_LINE: u64 = 1 << 20;

/// What the persons of a match share: the picture, and the keyboard.
#[derive(Debug, Default)]
pub(super) struct PersonTerminal {
    /// The picture that has not been shown yet.
    picture: Mutex<Option<String>>,
    /// Only one person reads at a time.
    keyboard: Mutex<()>,
}

impl PersonTerminal {
    fn picture(&self) -> MutexGuard<'_, Option<String>> {
        self.picture.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PersonDialogue for PersonTerminal {
    fn show(&self, seat: usize, lines: &str) {
        let picture = self.picture().take();
        let told = lines.trim_end_matches('\n').replace('\n', "\n  ");
        let seat = format!("seat {seat} is told:\n  {told}");
        terminal::message(&picture.into_iter().chain([seat]).collect::<Vec<_>>().join("\n\n"));
    }

    fn read_line(&self, seat: usize) -> Option<String> {
        let _keyboard = self.keyboard.lock().unwrap_or_else(PoisonError::into_inner);
        terminal::message(&format!("your reply for seat {seat}:"));
        untrusted::read_stdin_line(MAX_LINE)
    }
}

/// Keeps the latest picture for the next request to a person.
pub(super) struct PictureObserver<'a> {
    pub(super) terminal: &'a Arc<PersonTerminal>,
    pub(super) names: &'a [String],
    last: Vec<String>,
}

impl<'a> PictureObserver<'a> {
    pub(super) fn new(terminal: &'a Arc<PersonTerminal>, names: &'a [String]) -> PictureObserver<'a> {
        PictureObserver { terminal, names, last: Vec::new() }
    }
}

impl Observer for PictureObserver<'_> {
    fn step(&mut self, game: &dyn LiveMatch) {
        let picture = game.picture(self.names);
        let lines = GamePicture { seats: Vec::new(), ..picture }.lines();
        if lines != self.last {
            *self.terminal.picture() = Some(lines.join("\n"));
            self.last = lines;
        }
    }
}
