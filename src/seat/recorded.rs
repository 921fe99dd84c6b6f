//! A seat whose bot is not there any more, but what it said.

use std::cell::RefCell;
use std::rc::Rc;

use super::{Answered, Seat, Void};
use crate::recording::Reader;
use rathaus_games::Ask;

/// The seat of a bot in a match that was recorded.
#[derive(Debug)]
pub struct Recorded(Rc<RefCell<Reader>>);

impl Recorded {
    /// Seats for a match that is being read, and one behind them for a program that has the rules.
    pub fn seats(reader: &Rc<RefCell<Reader>>) -> Vec<Seat> {
        let seats = reader.borrow().setup().hellos.len();
        (0..=seats).map(|_| Seat::Recorded(Recorded(Rc::clone(reader)))).collect()
    }

    /// What the bot answered.
    pub(super) fn ask(&self, ask: Ask) -> Result<Answered, Void> {
        let answer = self
            .0
            .borrow_mut()
            .answer(ask.seat, ask.budget.bytes)
            .map_err(|error| Void(error.to_string()))?;
        Ok(Answered { sent: ask.bytes, answer })
    }
}
