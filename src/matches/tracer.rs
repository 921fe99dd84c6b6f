//! Logs the dialogue with selected bots.

use std::time::Duration;

use rathaus_games::{AskOutcome, Observer, SeatAsk, TurnRequestsAndReplies};

/// The tracing target of dialogue events.
pub const DIALOGUE: &str = "dialogue";

/// An observer that logs requests to some bots, and their replies, as they happen.
#[derive(Debug)]
pub struct DialogueTracer {
    title: String,
    /// The names of the traced bots, by seat.
    names: Vec<Option<String>>,
}

impl DialogueTracer {
    /// A tracer for the seats that have a name here, or `None` if no seat has one.
    pub fn new(title: impl FnOnce() -> String, names: Vec<Option<String>>) -> Option<DialogueTracer> {
        names.iter().any(Option::is_some).then(|| DialogueTracer { title: title(), names })
    }

    fn name(&self, seat: usize) -> Option<&str> {
        self.names.get(seat)?.as_deref()
    }
}

impl Observer for DialogueTracer {
    fn asking(&mut self, question: usize, asks: &[SeatAsk]) {
        for ask in asks {
            let Some(bot) = self.name(ask.seat) else { continue };
            for line in lines(&ask.bytes) {
                tracing::info!(target: DIALOGUE, bot, match = self.title, question, "> {line}");
            }
        }
    }

    fn exchanged(&mut self, exchange: &TurnRequestsAndReplies) {
        let question = exchange.turn;
        for (seat, answer) in exchange.seats.iter().zip(&exchange.answers) {
            let Some(bot) = self.name(*seat) else { continue };
            match answer {
                AskOutcome::Reply { bytes, took, cpu } => {
                    let (took_us, cpu_us) = (micros(*took), cpu.map(micros));
                    for line in lines(bytes) {
                        tracing::info!(target: DIALOGUE, bot, match = self.title, question, took_us, cpu_us, "< {line}");
                    }
                }
                AskOutcome::Fault(fault) => {
                    let took_us = micros(fault.evidence.took);
                    tracing::info!(target: DIALOGUE, bot, match = self.title, question, took_us, "! {fault}");
                }
                AskOutcome::Lost => {
                    tracing::info!(target: DIALOGUE, bot, match = self.title, question, "! its process was replaced");
                }
            }
        }
    }
}

fn micros(time: Duration) -> u64 {
    time.as_micros().try_into().unwrap_or(u64::MAX)
}

/// The lines of a message, escaped for printing. An empty message is one empty line.
fn lines(bytes: &[u8]) -> impl Iterator<Item = String> {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    bytes.split(|byte| *byte == b'\n').map(|line| line.escape_ascii().to_string())
}
