//! The dialogue of a person with a match, through a page.

#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Notify, watch};

use super::state::{MessageAuthor, PlayEnd, PlayPhase, PlayState, ShownPosition, ShownQuestion};
use crate::seats::PersonDialogue;
use crate::server::request_error::RequestError;
use crate::submissions::ExampleReplies;

/// The most lines of a reply in one request.
const MAX_LINES: usize = 1_000;

/// When a match ends because its person does nothing.
#[derive(Debug, Clone, Copy)]
pub(super) struct PersonTimeLimits {
    /// How long no page may show the match.
    pub(super) absent: Duration,
    /// How long a question may have no reply.
    pub(super) thinking: Duration,
    /// How long the match may take.
    pub(super) whole: Duration,
}

/// What a page and a match with a person share.
#[derive(Debug)]
pub(super) struct PageDialogue {
    answers: ExampleReplies,
    state: watch::Sender<PlayState>,
    input: Mutex<PersonInput>,
    /// Signalled when there is a line, and when there will be none.
    arrived: Condvar,
    /// Signalled when the person gives up.
    left: Notify,
    begun: Instant,
}

#[derive(Debug)]
struct PersonInput {
    /// The lines of the reply that have not been read.
    lines: VecDeque<String>,
    /// The last message of the game, which is the question if a reply is read next.
    last: Option<String>,
    /// The number of the last question.
    question: u32,
    /// Whether a line is being waited for.
    is_awaited: bool,
    is_closed: bool,
    /// When the person last did something, or was asked.
    active: Instant,
    /// When a page last showed the match.
    seen: Instant,
}

impl PageDialogue {
    pub(super) fn new(state: PlayState, answers: ExampleReplies) -> PageDialogue {
        let now = Instant::now();
        let input = PersonInput {
            lines: VecDeque::new(),
            last: None,
            question: 0,
            is_awaited: false,
            is_closed: false,
            active: now,
            seen: now,
        };
        PageDialogue {
            answers,
            state: watch::Sender::new(state),
            input: Mutex::new(input),
            arrived: Condvar::new(),
            left: Notify::new(),
            begun: now,
        }
    }

    fn input(&self) -> MutexGuard<'_, PersonInput> {
        self.input.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Receives the state whenever it changes.
    pub(super) fn news(&self) -> watch::Receiver<PlayState> {
        self.state.subscribe()
    }

    pub(super) fn is_over(&self) -> bool {
        self.state.borrow().phase == PlayPhase::Over
    }

    /// Takes a reply, or lines of one, from the page.
    pub(super) fn reply(&self, question: u32, lines: Vec<String>) -> Result<(), RequestError> {
        if lines.is_empty() || lines.len() > MAX_LINES {
            return Err(RequestError::invalid(format!("a reply has 1 to {MAX_LINES} lines")));
        }
        if lines.iter().any(|line| line.contains(['\n', '\r'])) {
            return Err(RequestError::invalid("a line has no line feed"));
        }
        let mut input = self.input();
        if question != input.question || !input.is_awaited || input.is_closed || !input.lines.is_empty() {
            return Err(RequestError::conflict("this question does not wait for a reply"));
        }
        input.active = Instant::now();
        input.lines.extend(lines);
        self.arrived.notify_all();
        Ok(())
    }

    /// Ends the match because the person gives up.
    pub(super) fn leave(&self) {
        self.left.notify_one();
    }

    /// No lines come any more.
    pub(super) fn close(&self) {
        self.input().is_closed = true;
        self.arrived.notify_all();
    }

    /// Changes what pages show, unless the match is over: the end of a match may overtake what its
    /// person was asked.
    fn change(&self, change: impl FnOnce(&mut PlayState)) {
        self.state.send_if_modified(|state| {
            let goes_on = state.phase != PlayPhase::Over;
            if goes_on {
                change(state);
            }
            goes_on
        });
    }

    pub(super) fn finish(&self, end: PlayEnd) {
        self.close();
        self.change(|state| {
            (state.phase, state.question, state.end) = (PlayPhase::Over, None, Some(end));
        });
    }

    pub(super) fn begin(&self) {
        self.change(|state| state.phase = PlayPhase::Others);
    }

    pub(super) fn show_position(&self, position: ShownPosition) {
        self.state.send_if_modified(|state| state.show(position));
    }

    /// How long the person has done nothing, if the match waits for the person or no page shows it.
    pub(super) fn idle(&self) -> Duration {
        let has_page = self.state.receiver_count() > 0;
        let mut input = self.input();
        if has_page {
            input.seen = Instant::now();
        }
        let absent = input.seen.elapsed();
        if input.is_awaited { absent.max(input.active.elapsed()) } else { absent }
    }

    /// Why the match has to end, when it has to.
    pub(super) async fn end_of_patience(&self, limits: &PersonTimeLimits) -> String {
        /// How often the limits are checked.
        const EVERY: Duration = Duration::from_millis(500);
        loop {
            tokio::select! {
                () = self.left.notified() => return "the person gave up".into(),
                () = tokio::time::sleep(EVERY) => {}
            }
            if let Some(why) = self.overdue(limits) {
                return why.into();
            }
        }
    }

    fn overdue(&self, limits: &PersonTimeLimits) -> Option<&'static str> {
        self.idle();
        let input = self.input();
        if input.seen.elapsed() > limits.absent {
            Some("no page showed the match any more")
        } else if input.is_awaited && input.active.elapsed() > limits.thinking {
            Some("the person did not reply")
        } else if self.begun.elapsed() > limits.whole {
            Some("it took too long")
        } else {
            None
        }
    }

    /// Waits for a line.
    fn next_line(&self) -> Option<String> {
        let mut input = self.input();
        loop {
            if input.is_closed {
                return None;
            }
            if let Some(line) = input.lines.pop_front() {
                return Some(line);
            }
            input = self.arrived.wait(input).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Shows that a line is waited for. Makes the last message the question if there is a new one.
    fn ask(&self) {
        let mut input = self.input();
        let asked = input.last.take().map(|text| {
            input.question += 1;
            ShownQuestion::new(input.question, &text, &self.answers)
        });
        let waits = input.lines.is_empty();
        if waits {
            (input.is_awaited, input.active) = (true, Instant::now());
        }
        drop(input);
        self.change(|state| {
            state.question = asked.or_else(|| state.question.take());
            if waits {
                state.phase = PlayPhase::Person;
            }
        });
    }
}

impl PersonDialogue for PageDialogue {
    fn show(&self, _seat: usize, lines: &str) {
        let mut input = self.input();
        // What is left of a reply belongs to no question.
        input.lines.clear();
        input.last = Some(lines.to_owned());
        drop(input);
        self.change(|state| state.say(MessageAuthor::Game, lines));
    }

    fn read_line(&self, _seat: usize) -> Option<String> {
        self.ask();
        let line = self.next_line();
        self.input().is_awaited = false;
        self.change(|state| {
            state.phase = PlayPhase::Others;
            if let Some(line) = &line {
                state.say(MessageAuthor::Person, line);
                state.question.iter_mut().for_each(|question| question.replied.push(line.clone()));
            }
        });
        line
    }
}
