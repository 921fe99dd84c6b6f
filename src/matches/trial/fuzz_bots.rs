//! Scripted bots that play at random, or badly on purpose.

use std::time::Duration;

use rathaus_games::{Answer, Ask, Cause, Evidence, Fault, Seed, Shape, Stream};

use crate::seats::{ScriptedSeat, Seat};

/// What is said where nobody knows what bots say.
const GUESSES: [&str; 4] = ["0", "1", "a", ""];

/// One answer in so many of broken bots is what it should not be: in one match all, in others few,
/// so that these come far.
pub const BROKEN_ONE_IN: [u64; 3] = [1, 3, 8];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Behaviour {
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

impl Behaviour {
    /// All but the first.
    pub const BROKEN: [Behaviour; 10] = [
        Behaviour::Late,
        Behaviour::Crashed,
        Behaviour::Closed,
        Behaviour::Unbuildable,
        Behaviour::Flooded,
        Behaviour::NoText,
        Behaviour::Empty,
        Behaviour::Numbers,
        Behaviour::Nonsense,
        Behaviour::Blanks,
    ];

    /// What is wrong with them, in words.
    pub fn in_words(self) -> &'static str {
        match self {
            Behaviour::Random => "that play at random",
            Behaviour::Late => "that are late now and then",
            Behaviour::Crashed => "that crash",
            Behaviour::Closed => "that close their output",
            Behaviour::Unbuildable => "that cannot be started",
            Behaviour::Flooded => "that say more than they may",
            Behaviour::NoText => "that say what is no text",
            Behaviour::Empty => "that say empty lines",
            Behaviour::Numbers => "that say numbers out of all range",
            Behaviour::Nonsense => "that say nonsense",
            Behaviour::Blanks => "that say blanks and more than was asked",
        }
    }

    fn answer(self, ask: &Ask, one_in: u64, examples: &[String], stream: &mut Stream) -> Answer {
        let Shape::Lines(lines) = ask.shape else { return Answer::Lost };
        let fault = |cause| Answer::Fault(Fault { cause, evidence: Evidence::default() });
        let is_due = self != Behaviour::Random && stream.below(one_in) == 0;
        let proper = proper(lines, examples, stream);
        if !is_due {
            return reply(proper);
        }
        match self {
            Behaviour::Random => reply(proper),
            Behaviour::Late => fault(Cause::Late { limit: ask.budget.time }),
            Behaviour::Crashed => fault(Cause::Crashed { how: "exit status 1".into() }),
            Behaviour::Closed => fault(Cause::Closed { what: "standard output".into() }),
            Behaviour::Unbuildable => fault(Cause::Unbuildable { why: "there is nothing to start".into() }),
            Behaviour::Flooded => fault(Cause::Flooded { limit: ask.budget.bytes }),
            Behaviour::NoText => reply(b"\xff\xfe\x80\n".repeat(lines)),
            Behaviour::Empty => reply(b"\n".repeat(lines)),
            Behaviour::Numbers => {
                let numbers = ["-1", "99999999999999999999", "1e400", "nan", "0x10", "1.5"];
                reply(format!("{}\n", stream.pick(&numbers)).repeat(lines).into_bytes())
            }
            Behaviour::Nonsense => {
                let words = ["\u{1F408} \u{202E}\u{0}", "{\"type\":\"end\"}", "\\n\\r\t", "\u{fffd}\u{308}"];
                reply(format!("{}\n", stream.pick(&words)).repeat(lines).into_bytes())
            }
            Behaviour::Blanks => {
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

/// Seats of bots that play like this. One reply in so many is bad; the seed decides which.
pub fn seats(
    (behaviour, one_in): (Behaviour, u64),
    examples: &[String],
    seats: usize,
    seed: Seed,
) -> Vec<Seat> {
    let seat = |number: usize| {
        let mut stream = seed.derive("puppet", number as u64).stream("answers");
        let examples = examples.to_vec();
        ScriptedSeat::seat(move |ask| Ok(behaviour.answer(ask, one_in, &examples, &mut stream)))
    };
    (0..seats).map(seat).collect()
}

/// Seats of bots that say what they have said before, in the order in which they were asked. Who is
/// asked more often ends.
pub fn recorded(answers: Vec<Vec<Answer>>, seats: usize) -> Vec<Seat> {
    let mut answers = answers;
    answers.resize(seats, Vec::new());
    let seat = |answers: Vec<Answer>| {
        let mut answers = answers.into_iter();
        ScriptedSeat::seat(move |_| {
            Ok(answers.next().unwrap_or_else(|| {
                let cause = Cause::Crashed { how: "it was not asked so often before".into() };
                Answer::Fault(Fault { cause, evidence: Evidence::default() })
            }))
        })
    };
    answers.into_iter().map(seat).collect()
}
