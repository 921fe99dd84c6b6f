//! The dialogue with chosen bots, in the log.

use std::time::Duration;

use rathaus_games::{Ask, AskOutcome, Exchange, Observer};

/// Where in the log the dialogue stands: the target of its events.
pub const DIALOGUE: &str = "dialogue";

/// Writes what some bots of a match are asked, and what they answer, to the log as it happens.
#[derive(Debug)]
pub struct DialogueTracer {
    title: String,
    /// The names of those that are listened to, by seat.
    names: Vec<Option<String>>,
}

impl DialogueTracer {
    /// Listens to the bots in these seats, if there are any.
    pub fn new(title: impl FnOnce() -> String, names: Vec<Option<String>>) -> Option<DialogueTracer> {
        names.iter().any(Option::is_some).then(|| DialogueTracer { title: title(), names })
    }

    fn name(&self, seat: usize) -> Option<&str> {
        self.names.get(seat)?.as_deref()
    }
}

impl Observer for DialogueTracer {
    fn asking(&mut self, question: usize, asks: &[Ask]) {
        for ask in asks {
            let Some(bot) = self.name(ask.seat) else { continue };
            for line in lines(&ask.bytes) {
                tracing::info!(target: DIALOGUE, bot, match = self.title, question, "> {line}");
            }
        }
    }

    fn exchanged(&mut self, exchange: &Exchange) {
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

/// The lines of a message, printable; one without any is an empty line.
fn lines(bytes: &[u8]) -> impl Iterator<Item = String> {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    bytes.split(|byte| *byte == b'\n').map(|line| line.escape_ascii().to_string())
}
