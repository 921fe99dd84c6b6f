//! The dialogue of a match: everything as far as there is room, and after that excerpts of the
//! start, of the turns around faults, and of the end.

use std::collections::{BTreeSet, VecDeque};

use rathaus_games::{AskOutcome, Observer, SeatFault, TurnRequestsAndReplies};

use crate::report::transcript::TranscriptExchange;

/// How many exchanges to keep from the start.
const FIRST: usize = 4;

/// How many exchanges to keep from the end.
const LAST: usize = 2;

/// For how many faults to keep the exchanges around them.
const FAULTS: usize = 10;

/// The largest exchange, in bytes, to copy while it is among the last. Of a larger one only the
/// excerpt is kept, which is all that pages show.
const MOST_BYTES: usize = 1 << 20;

/// An estimate of the bytes that each seat of an exchange adds to its payload.
const AROUND: usize = 100;

/// An observer that collects the dialogue for pages.
#[derive(Debug, Default)]
pub(super) struct DialogueCollector {
    wanted: BTreeSet<usize>,
    said: Vec<TranscriptExchange>,
    last: VecDeque<KeptExchange>,
    /// How many more bytes of complete dialogue to keep.
    room: usize,
}

/// An exchange that may be among the last. Later ones displace most of them, so excerpts are made
/// only of those that remain.
#[derive(Debug)]
enum KeptExchange {
    Whole(TurnRequestsAndReplies),
    Excerpt(Vec<TranscriptExchange>),
}

impl KeptExchange {
    fn of(exchange: &TurnRequestsAndReplies) -> KeptExchange {
        match bytes_of(exchange) {
            0..=MOST_BYTES => KeptExchange::Whole(exchange.clone()),
            _ => KeptExchange::Excerpt(excerpt(exchange)),
        }
    }

    fn in_words(self) -> Vec<TranscriptExchange> {
        match self {
            KeptExchange::Whole(exchange) => excerpt(&exchange),
            KeptExchange::Excerpt(said) => said,
        }
    }
}

fn excerpt(exchange: &TurnRequestsAndReplies) -> Vec<TranscriptExchange> {
    TranscriptExchange::all(exchange, false).collect()
}

/// The size of the requests and replies, in bytes.
fn bytes_of(exchange: &TurnRequestsAndReplies) -> usize {
    let answered = exchange.answers.iter().map(|answer| match answer {
        AskOutcome::Reply { bytes, .. } => bytes.len(),
        AskOutcome::Fault(_) | AskOutcome::Lost => 0,
    });
    exchange.sent.iter().map(Vec::len).chain(answered).sum()
}

impl DialogueCollector {
    /// Keeps exchanges until `room` bytes are used. After that it keeps those of the first turns,
    /// around `faults`, and at the end.
    pub(super) fn new(faults: &[SeatFault], room: usize) -> DialogueCollector {
        let faulty = faults.iter().take(FAULTS).flat_map(|fault| [fault.turn.saturating_sub(1), fault.turn]);
        DialogueCollector { wanted: faulty.chain(1..=FIRST).collect(), room, ..DialogueCollector::default() }
    }

    /// The collected entries in chronological order.
    pub(super) fn finish(self) -> Vec<TranscriptExchange> {
        self.said.into_iter().chain(self.last.into_iter().flat_map(KeptExchange::in_words)).collect()
    }
}

impl Observer for DialogueCollector {
    fn exchanged(&mut self, exchange: &TurnRequestsAndReplies) {
        let bytes = bytes_of(exchange) + AROUND * exchange.seats.len();
        let has_room = bytes <= self.room;
        // After a gap the dialogue is no longer complete, so the rest gets no room.
        self.room = if has_room { self.room - bytes } else { 0 };
        if has_room || self.wanted.contains(&exchange.turn) {
            self.said.extend(TranscriptExchange::all(exchange, false));
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

    /// A request with a payload of this many bytes, and its reply.
    fn exchange(turn: usize, bytes: usize) -> TurnRequestsAndReplies {
        let sent = format!("{turn} {}\n", "x".repeat(bytes)).into_bytes();
        TurnRequestsAndReplies {
            turn,
            seats: vec![0],
            sent: vec![sent],
            introduction_bytes: vec![0],
            answers: vec![reply(format!("{turn}\n"))],
            stderr: Vec::new(),
        }
    }

    #[test]
    fn the_beginning_the_end_and_what_led_to_faults_are_told() {
        let fault = Fault {
            cause: FaultCause::Malformed { what: String::new() },
            evidence: FaultEvidence::default(),
        };
        let mut listener = DialogueCollector::new(&[SeatFault { seat: 0, turn: 8, fault }], 0);
        let exchanges: Vec<TurnRequestsAndReplies> = (1..=20).map(|turn| exchange(turn, 3)).collect();
        exchanges.iter().for_each(|exchange| listener.exchanged(exchange));
        let told: Vec<TranscriptExchange> = [1, 2, 3, 4, 7, 8, 19, 20]
            .iter()
            .flat_map(|turn: &usize| excerpt(&exchanges[turn - 1]))
            .collect();
        assert_eq!(format!("{:?}", listener.finish()), format!("{told:?}"));
    }

    #[test]
    fn as_long_as_there_is_room_all_is_told() {
        let mut listener = DialogueCollector::new(&[], 10 * (AROUND + 20));
        (1..=30).for_each(|turn| listener.exchanged(&exchange(turn, 14)));
        let told: Vec<TranscriptExchange> =
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
