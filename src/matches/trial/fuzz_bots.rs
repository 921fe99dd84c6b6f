//! Fuzz bots: scripted bots that play at random, or badly on purpose.

use std::time::Duration;

use rathaus_games::check::RandomOpponent;
use rathaus_games::{AskOutcome, Fault, FaultCause, FaultEvidence, RandomStream, ReplyFormat, SeatAsk, Seed};

use super::proper_reply::proper_reply;
use crate::seats::{ScriptedSeat, Seat};
use crate::submissions::ExampleReplies;

/// One in this many replies of a broken bot is bad. Matches differ: in some every reply is bad, in
/// others few are, so that these matches get further.
pub const BROKEN_ONE_IN: [u64; 3] = [1, 3, 8];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FuzzBehaviour {
    /// They reply with one of the examples.
    Random,
    /// They are sometimes late.
    Late,
    /// They exit.
    Crashed,
    /// They close their stdout.
    Closed,
    /// They cannot be started.
    Unbuildable,
    /// They exceed the size limit of replies.
    Flooded,
    NoText,
    /// They reply with empty lines.
    Empty,
    /// They reply with numbers that are out of range or malformed.
    Numbers,
    /// They reply with nonsense, in all kinds of characters.
    Nonsense,
    /// They add blanks and words around a proper reply.
    Blanks,
}

impl FuzzBehaviour {
    /// All but `Random`.
    pub const BROKEN: [FuzzBehaviour; 10] = [
        FuzzBehaviour::Late,
        FuzzBehaviour::Crashed,
        FuzzBehaviour::Closed,
        FuzzBehaviour::Unbuildable,
        FuzzBehaviour::Flooded,
        FuzzBehaviour::NoText,
        FuzzBehaviour::Empty,
        FuzzBehaviour::Numbers,
        FuzzBehaviour::Nonsense,
        FuzzBehaviour::Blanks,
    ];

    /// The behaviour in words, to follow "bots that".
    pub fn in_words(self) -> &'static str {
        match self {
            FuzzBehaviour::Random => "play at random",
            FuzzBehaviour::Late => "are sometimes late",
            FuzzBehaviour::Crashed => "crash",
            FuzzBehaviour::Closed => "close their stdout",
            FuzzBehaviour::Unbuildable => "cannot be started",
            FuzzBehaviour::Flooded => "write too much",
            FuzzBehaviour::NoText => "write bytes that are not text",
            FuzzBehaviour::Empty => "write empty lines",
            FuzzBehaviour::Numbers => "write huge numbers",
            FuzzBehaviour::Nonsense => "write nonsense",
            FuzzBehaviour::Blanks => "write blanks and extra words",
        }
    }

    fn answer(
        self,
        ask: &SeatAsk,
        one_in: u64,
        examples: &ExampleReplies,
        stream: &mut RandomStream,
    ) -> AskOutcome {
        let (lines, end) = match &ask.reply_format {
            ReplyFormat::Lines(lines) => (*lines, String::new()),
            ReplyFormat::Until { end, .. } => (1, format!("{}\n", stream.pick(end.words()))),
            ReplyFormat::UntilEnd | ReplyFormat::LineAfter(_) => return AskOutcome::Lost,
        };
        let fault = |cause| AskOutcome::Fault(Fault { cause, evidence: FaultEvidence::default() });
        let is_due = self != FuzzBehaviour::Random && stream.below(one_in) == 0;
        let proper = proper_reply(ask, examples, stream);
        if !is_due {
            return reply(proper);
        }
        let reply = |mut bytes: Vec<u8>| {
            bytes.extend_from_slice(end.as_bytes());
            reply(bytes)
        };
        match self {
            FuzzBehaviour::Random => reply(proper),
            FuzzBehaviour::Late => fault(FaultCause::Late { limit: ask.limits.time }),
            FuzzBehaviour::Crashed => fault(FaultCause::Crashed { how: "exit status 1".into() }),
            FuzzBehaviour::Closed => fault(FaultCause::Closed { what: "stdout".into() }),
            FuzzBehaviour::Unbuildable => {
                fault(FaultCause::Unbuildable { why: "there is nothing to start".into() })
            }
            FuzzBehaviour::Flooded => fault(FaultCause::Flooded { limit: ask.limits.bytes }),
            FuzzBehaviour::NoText => reply(b"\xff\xfe\x80\n".repeat(lines)),
            FuzzBehaviour::Empty => reply(b"\n".repeat(lines)),
            FuzzBehaviour::Numbers => {
                let numbers = ["-1", "99999999999999999999", "1e400", "nan", "0x10", "1.5"];
                reply(format!("{}\n", stream.pick(&numbers)).repeat(lines).into_bytes())
            }
            FuzzBehaviour::Nonsense => {
                let words = ["\u{1F408} \u{202E}\u{0}", "{\"type\":\"end\"}", "\\n\\r\t", "\u{fffd}\u{308}"];
                reply(format!("{}\n", stream.pick(&words)).repeat(lines).into_bytes())
            }
            FuzzBehaviour::Blanks => {
                let text = String::from_utf8_lossy(&proper).into_owned();
                let padded = text.lines().map(|line| format!("  {line} and {line}\t\r\n"));
                reply(padded.collect::<String>().into_bytes())
            }
        }
    }
}

fn reply(bytes: Vec<u8>) -> AskOutcome {
    AskOutcome::Reply { bytes, took: Duration::ZERO, cpu: None }
}

/// Seats of bots with this behaviour, of which one in `one_in` replies is bad. The
/// seed decides which.
pub fn seats(
    (behaviour, one_in): (FuzzBehaviour, u64),
    examples: &ExampleReplies,
    seats: usize,
    seed: Seed,
) -> Vec<Seat> {
    let seat = |number: usize| {
        let mut stream = seed.derive("puppet", number as u64).stream("answers");
        let examples = examples.clone();
        ScriptedSeat::seat(move |ask| Ok(behaviour.answer(ask, one_in, &examples, &mut stream)))
    };
    (0..seats).map(seat).collect()
}

/// Seats of random bots, except that all replies of one seat are bad.
pub fn seats_with_one(
    behaviour: FuzzBehaviour,
    at_fault: usize,
    examples: &ExampleReplies,
    count: usize,
    seed: Seed,
) -> Vec<Seat> {
    let mut table = seats((FuzzBehaviour::Random, 1), examples, count, seed);
    table[at_fault] = seats((behaviour, 1), examples, count, seed).swap_remove(at_fault);
    table
}

/// The seat of a random opponent of a built-in game.
pub fn opponent(mut opponent: RandomOpponent) -> Seat {
    ScriptedSeat::seat(move |ask| Ok(reply(opponent(&ask.bytes))))
}

/// Seats of bots that repeat these answers in order. A bot that is asked more often crashes.
pub fn recorded(answers: Vec<Vec<AskOutcome>>, seats: usize) -> Vec<Seat> {
    let mut answers = answers;
    answers.resize(seats, Vec::new());
    let seat = |answers: Vec<AskOutcome>| {
        let mut answers = answers.into_iter();
        ScriptedSeat::seat(move |_| {
            Ok(answers.next().unwrap_or_else(|| {
                let cause = FaultCause::Crashed { how: "it was not asked so often before".into() };
                AskOutcome::Fault(Fault { cause, evidence: FaultEvidence::default() })
            }))
        })
    };
    answers.into_iter().map(seat).collect()
}
