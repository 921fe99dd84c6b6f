//! What sits in the seats while a game is tried.

use std::time::Duration;

use crate::seat::{Puppet, Seat};
use rathaus_games::{Answer, Ask, Cause, Evidence, Fault, Seed, Shape, Stream};

/// What is said where nobody knows what bots say.
const GUESSES: [&str; 4] = ["0", "1", "a", ""];

/// One answer in so many of broken bots is what it should not be: in one match all, in others few, so that these come far.
pub(in crate::cli) const BROKEN_ONE_IN: [u64; 3] = [1, 3, 8];

/// How bots play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum Manner {
    /// They say one of the examples.
    Random,
    /// They are late now and then.
    Late,
    /// They end.
    Crashed,
    /// They close their output.
    Closed,
    /// They cannot be started.
    Unbuildable,
    /// They say more than they may.
    Flooded,
    /// What they say is no text.
    NoText,
    /// They say nothing, in a line.
    Empty,
    /// They say numbers that are too large, too small, or none.
    Numbers,
    /// They say words that mean nothing, in all letters that there are.
    Nonsense,
    /// They put something before and behind what they should say.
    Blanks,
}

impl Manner {
    /// All but the first.
    pub(in crate::cli) const BROKEN: [Manner; 10] = [
        Manner::Late,
        Manner::Crashed,
        Manner::Closed,
        Manner::Unbuildable,
        Manner::Flooded,
        Manner::NoText,
        Manner::Empty,
        Manner::Numbers,
        Manner::Nonsense,
        Manner::Blanks,
    ];

    /// What is wrong with them, in words.
    pub(in crate::cli) fn in_words(self) -> &'static str {
        match self {
            Manner::Random => "that play at random",
            Manner::Late => "that are late now and then",
            Manner::Crashed => "that crash",
            Manner::Closed => "that close their output",
            Manner::Unbuildable => "that cannot be started",
            Manner::Flooded => "that say more than they may",
            Manner::NoText => "that say what is no text",
            Manner::Empty => "that say empty lines",
            Manner::Numbers => "that say numbers out of all range",
            Manner::Nonsense => "that say nonsense",
            Manner::Blanks => "that say blanks and more than was asked",
        }
    }

    fn answer(self, ask: &Ask, one_in: u64, examples: &[String], stream: &mut Stream) -> Answer {
        let Shape::Lines(lines) = ask.shape else { return Answer::Lost };
        let fault = |cause| Answer::Fault(Fault { cause, evidence: Evidence::default() });
        let is_due = self != Manner::Random && stream.below(one_in) == 0;
        let proper = proper(lines, examples, stream);
        if !is_due {
            return reply(proper);
        }
        match self {
            Manner::Random => reply(proper),
            Manner::Late => fault(Cause::Late { limit: ask.budget.time }),
            Manner::Crashed => fault(Cause::Crashed { how: "exit status 1".into() }),
            Manner::Closed => fault(Cause::Closed { what: "standard output".into() }),
            Manner::Unbuildable => fault(Cause::Unbuildable { why: "there is nothing to start".into() }),
            Manner::Flooded => fault(Cause::Flooded { limit: ask.budget.bytes }),
            Manner::NoText => reply(b"\xff\xfe\x80\n".repeat(lines)),
            Manner::Empty => reply(b"\n".repeat(lines)),
            Manner::Numbers => {
                let numbers = ["-1", "99999999999999999999", "1e400", "nan", "0x10", "1.5"];
                reply(format!("{}\n", stream.pick(&numbers)).repeat(lines).into_bytes())
            }
            Manner::Nonsense => {
                let words = ["\u{1F408} \u{202E}\u{0}", "{\"type\":\"end\"}", "\\n\\r\t", "\u{fffd}\u{308}"];
                reply(format!("{}\n", stream.pick(&words)).repeat(lines).into_bytes())
            }
            Manner::Blanks => {
                let text = String::from_utf8_lossy(&proper).into_owned();
                let padded = text.lines().map(|line| format!("  {line} and {line}\t\r\n"));
                reply(padded.collect::<String>().into_bytes())
            }
        }
    }
}

fn proper(lines: usize, examples: &[String], stream: &mut Stream) -> Vec<u8> {
    let guesses = GUESSES.map(str::to_owned);
    let known = if examples.is_empty() { &guesses[..] } else { examples };
    (0..lines).flat_map(|_| format!("{}\n", stream.pick(known)).into_bytes()).collect()
}

fn reply(bytes: Vec<u8>) -> Answer {
    Answer::Reply { bytes, took: Duration::ZERO, cpu: None }
}

/// So many seats of bots that play like this, with one answer in so many. What they say comes from the seed.
pub(in crate::cli) fn seats(
    (manner, one_in): (Manner, u64),
    examples: &[String],
    seats: usize,
    seed: Seed,
) -> Vec<Seat> {
    let seat = |number: usize| {
        let mut stream = seed.derive("puppet", number as u64).stream("answers");
        let examples = examples.to_vec();
        Seat::Puppet(Puppet::new(move |ask| manner.answer(ask, one_in, &examples, &mut stream)))
    };
    (0..seats).map(seat).collect()
}

/// Seats of bots that say what they have said before, in the order in which they were asked. Who is asked more often ends.
pub(in crate::cli) fn recorded(answers: Vec<Vec<Answer>>, seats: usize) -> Vec<Seat> {
    let mut answers = answers;
    answers.resize(seats, Vec::new());
    let seat = |answers: Vec<Answer>| {
        let mut answers = answers.into_iter();
        Seat::Puppet(Puppet::new(move |_| {
            answers.next().unwrap_or_else(|| {
                let cause = Cause::Crashed { how: "it was not asked so often before".into() };
                Answer::Fault(Fault { cause, evidence: Evidence::default() })
            })
        }))
    };
    answers.into_iter().map(seat).collect()
}
