//! What was said in a match, in excerpts: how it began, what led to faults, and how it ended.

use std::collections::{BTreeSet, VecDeque};

use crate::referee::{Exchange, SeatFault, Witness};
use crate::report::film::Said;

/// So many questions are told from the beginning.
const FIRST: usize = 4;

/// So many from the end.
const LAST: usize = 2;

/// Of no more than so many faults the questions are told.
const FAULTS: usize = 10;

/// Looks on, and keeps excerpts of what is said.
#[derive(Debug, Default)]
pub(super) struct Listener {
    wanted: BTreeSet<usize>,
    said: Vec<Said>,
    last: VecDeque<(usize, Vec<Said>)>,
}

impl Listener {
    /// A listener who knows in which questions there are faults.
    pub(super) fn new(faults: &[SeatFault]) -> Listener {
        let faulty = faults.iter().take(FAULTS).flat_map(|fault| [fault.turn.saturating_sub(1), fault.turn]);
        Listener { wanted: faulty.chain(1..=FIRST).collect(), ..Listener::default() }
    }

    /// The excerpts, in the order of time.
    pub(super) fn finish(self) -> Vec<Said> {
        self.said.into_iter().chain(self.last.into_iter().flat_map(|(_, said)| said)).collect()
    }
}

impl Witness for Listener {
    fn exchanged(&mut self, exchange: &Exchange) {
        let said = || Said::all(exchange, false);
        if self.wanted.contains(&exchange.turn) {
            self.said.extend(said());
            return;
        }
        if self.last.len() == LAST {
            self.last.pop_front();
        }
        self.last.push_back((exchange.turn, said().collect()));
    }
}
