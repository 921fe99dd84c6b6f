//! What was said in a match, in excerpts: how it began, what led to faults, and how it ended; and
//! all of it as far as there is room.

use std::collections::{BTreeSet, VecDeque};

use rathaus_games::{AskOutcome, Exchange, Observer, SeatFault};

use crate::report::transcript::TranscriptEntry;

/// So many questions are told from the beginning.
const FIRST: usize = 4;

/// So many from the end.
const LAST: usize = 2;

/// Of no more than so many faults the questions are told.
const FAULTS: usize = 10;

/// Of an exchange that has more bytes than these no copy is kept: an excerpt is all that is ever
/// told of it.
const MOST_BYTES: usize = 1 << 20;

/// How many bytes stand around what is said and answered.
const AROUND: usize = 100;

/// Looks on, and keeps excerpts of what is said.
#[derive(Debug, Default)]
pub(super) struct DialogueCollector {
    wanted: BTreeSet<usize>,
    said: Vec<TranscriptEntry>,
    last: VecDeque<KeptExchange>,
    /// So many bytes more may be told.
    room: usize,
}

/// An exchange that may be among the last. Most are not in the end, so that words are made only of
/// those that are.
#[derive(Debug)]
enum KeptExchange {
    Whole(Exchange),
    Excerpt(Vec<TranscriptEntry>),
}

impl KeptExchange {
    fn of(exchange: &Exchange) -> KeptExchange {
        match bytes_of(exchange) {
            0..=MOST_BYTES => KeptExchange::Whole(exchange.clone()),
            _ => KeptExchange::Excerpt(excerpt(exchange)),
        }
    }

    fn in_words(self) -> Vec<TranscriptEntry> {
        match self {
            KeptExchange::Whole(exchange) => excerpt(&exchange),
            KeptExchange::Excerpt(said) => said,
        }
    }
}

fn excerpt(exchange: &Exchange) -> Vec<TranscriptEntry> {
    TranscriptEntry::all(exchange, false).collect()
}

/// How many bytes were sent and answered.
fn bytes_of(exchange: &Exchange) -> usize {
    let answered = exchange.answers.iter().map(|answer| match answer {
        AskOutcome::Reply { bytes, .. } => bytes.len(),
        AskOutcome::Fault(_) | AskOutcome::Lost => 0,
    });
    exchange.sent.iter().map(Vec::len).chain(answered).sum()
}

impl DialogueCollector {
    /// A listener who knows in which questions there are faults, and has room for so many bytes of
    /// all others.
    pub(super) fn new(faults: &[SeatFault], room: usize) -> DialogueCollector {
        let faulty = faults.iter().take(FAULTS).flat_map(|fault| [fault.turn.saturating_sub(1), fault.turn]);
        DialogueCollector { wanted: faulty.chain(1..=FIRST).collect(), room, ..DialogueCollector::default() }
    }

    /// The excerpts, in the order of time.
    pub(super) fn finish(self) -> Vec<TranscriptEntry> {
        self.said.into_iter().chain(self.last.into_iter().flat_map(KeptExchange::in_words)).collect()
    }
}

impl Observer for DialogueCollector {
    fn exchanged(&mut self, exchange: &Exchange) {
        let bytes = bytes_of(exchange) + AROUND * exchange.seats.len();
        let has_room = bytes <= self.room;
        // What comes behind a gap is no dialogue any more.
        self.room = if has_room { self.room - bytes } else { 0 };
        if has_room || self.wanted.contains(&exchange.turn) {
            self.said.extend(TranscriptEntry::all(exchange, false));
            return;
        }
        if self.last.len() == LAST {
            self.last.pop_front();
        }
        self.last.push_back(KeptExchange::of(exchange));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rathaus_games::testing::reply;
    use rathaus_games::{Fault, FaultCause, FaultEvidence};

    /// A question of so many bytes, with its answer.
    fn exchange(turn: usize, bytes: usize) -> Exchange {
        let sent = format!("{turn} {}\n", "x".repeat(bytes)).into_bytes();
        Exchange {
            turn,
            seats: vec![0],
            sent: vec![sent],
            introduced: vec![0],
            answers: vec![reply(format!("{turn}\n"))],
        }
    }

    #[test]
    fn the_beginning_the_end_and_what_led_to_faults_are_told() {
        let fault = Fault {
            cause: FaultCause::Malformed { what: String::new() },
            evidence: FaultEvidence::default(),
        };
        let mut listener = DialogueCollector::new(&[SeatFault { seat: 0, turn: 8, fault }], 0);
        let exchanges: Vec<Exchange> = (1..=20).map(|turn| exchange(turn, 3)).collect();
        exchanges.iter().for_each(|exchange| listener.exchanged(exchange));
        let told: Vec<TranscriptEntry> = [1, 2, 3, 4, 7, 8, 19, 20]
            .iter()
            .flat_map(|turn: &usize| excerpt(&exchanges[turn - 1]))
            .collect();
        assert_eq!(format!("{:?}", listener.finish()), format!("{told:?}"));
    }

    #[test]
    fn as_long_as_there_is_room_all_is_told() {
        let mut listener = DialogueCollector::new(&[], 10 * (AROUND + 20));
        (1..=30).for_each(|turn| listener.exchanged(&exchange(turn, 14)));
        let told: Vec<TranscriptEntry> =
            (1..=10).chain([29, 30]).flat_map(|turn| excerpt(&exchange(turn, 14))).collect();
        assert_eq!(format!("{:?}", listener.finish()), format!("{told:?}"));
    }

    #[test]
    fn of_large_exchanges_no_copy_is_kept_and_the_same_is_told() {
        let (small, large) = (exchange(5, MOST_BYTES - 10), exchange(6, MOST_BYTES));
        assert!(matches!(KeptExchange::of(&small), KeptExchange::Whole(_)));
        assert!(matches!(KeptExchange::of(&large), KeptExchange::Excerpt(_)));
        for exchange in [small, large] {
            let told = KeptExchange::of(&exchange).in_words();
            assert_eq!(format!("{told:?}"), format!("{:?}", excerpt(&exchange)));
        }
    }
}
