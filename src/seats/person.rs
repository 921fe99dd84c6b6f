//! The seat of a person, who reads requests and writes replies. There is no time limit.

use std::fmt;
use std::sync::Arc;

use rathaus_games::{AskOutcome, Fault, FaultCause, FaultEvidence, ReplyFormat, SeatAsk, SeatTell};
use tokio::time::Instant;

use super::{AnsweredAsk, VoidMatch};

/// What a person reads and writes. Both may block.
pub trait PersonDialogue: Send + Sync {
    /// Shows the lines of a request or a message for this seat.
    fn show(&self, seat: usize, lines: &str);

    /// The next line that the person writes for this seat, without its line feed. `None` if the
    /// person writes no more.
    fn read_line(&self, seat: usize) -> Option<String>;
}

/// The seat of a person.
pub struct PersonSeat(Arc<dyn PersonDialogue>);

impl fmt::Debug for PersonSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PersonSeat")
    }
}

impl PersonSeat {
    pub fn new(dialogue: Arc<dyn PersonDialogue>) -> PersonSeat {
        PersonSeat(dialogue)
    }

    /// Shows a request, and reads lines until the reply is complete. Other seats think meanwhile.
    pub(super) async fn ask(&mut self, ask: SeatAsk) -> Result<AnsweredAsk, VoidMatch> {
        let begin = Instant::now();
        let (dialogue, reply_format, seat) = (Arc::clone(&self.0), ask.reply_format.clone(), ask.seat);
        let unsent = String::from_utf8_lossy(ask.unsent()).into_owned();
        let reply = tokio::task::spawn_blocking(move || {
            dialogue.show(seat, &unsent);
            read_reply(&*dialogue, seat, &reply_format)
        });
        let reply =
            reply.await.map_err(|error| VoidMatch::new(format!("a person cannot be asked: {error}")))?;
        let took = begin.elapsed();
        let answer = match reply {
            Some(bytes) if bytes.len() > ask.limits.bytes => {
                fault(FaultCause::Flooded { limit: ask.limits.bytes }, &ask)
            }
            Some(bytes) => AskOutcome::Reply { bytes, took, cpu: None },
            None => fault(FaultCause::Closed { what: "its stdin".into() }, &ask),
        };
        Ok(AnsweredAsk { sent: ask.bytes, answer, stderr: String::new() })
    }

    /// Shows a message.
    pub(super) fn tell(&self, tell: &SeatTell) {
        self.0.show(tell.seat, &String::from_utf8_lossy(&tell.bytes));
    }
}

fn fault(cause: FaultCause, ask: &SeatAsk) -> AskOutcome {
    let sent = FaultEvidence::excerpt(ask.question());
    AskOutcome::Fault(Fault { cause, evidence: FaultEvidence { sent, ..FaultEvidence::default() } })
}

/// The lines of a reply, each with its line feed. `None` if the person writes no more.
fn read_reply(dialogue: &dyn PersonDialogue, seat: usize, reply_format: &ReplyFormat) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut lines = 0;
    loop {
        let line = dialogue.read_line(seat)?;
        lines += 1;
        bytes.extend_from_slice(line.as_bytes());
        bytes.push(b'\n');
        let is_complete = match reply_format {
            ReplyFormat::Lines(wanted) => lines == *wanted,
            ReplyFormat::Until { end, .. } => end.is_at(line.as_bytes()),
            // The whole reply of a person is one line.
            ReplyFormat::UntilEnd | ReplyFormat::LineAfter(_) => true,
        };
        if is_complete {
            return Some(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::time::Duration;

    use rathaus_games::{AskProcessChoice, ReplyLimits};
    use rathaus_protocol::external::ReplyEnd;

    use super::*;

    /// A person who writes these lines, the last one first.
    struct Typist(Mutex<(Vec<&'static str>, String)>);

    impl PersonDialogue for Typist {
        fn show(&self, seat: usize, lines: &str) {
            self.0.lock().unwrap().1 += &format!("{seat}: {lines}");
        }

        fn read_line(&self, _seat: usize) -> Option<String> {
            self.0.lock().unwrap().0.pop().map(str::to_owned)
        }
    }

    #[tokio::test]
    async fn a_person_writes_as_many_lines_as_are_asked_for() {
        let typist = Arc::new(Typist(Mutex::new((
            vec!["x".repeat(200).leak(), "end now", "more", "b", "a"],
            String::new(),
        ))));
        let mut seat = PersonSeat::new(Arc::clone(&typist) as Arc<dyn PersonDialogue>);
        let mut outcome = async |reply_format| {
            let limits = ReplyLimits { time: Duration::ZERO, bytes: 100 };
            let ask = SeatAsk::new(3, AskProcessChoice::Same, b"go\n".into(), reply_format, limits);
            match seat.ask(ask).await.unwrap().answer {
                AskOutcome::Reply { bytes, .. } => String::from_utf8(bytes).unwrap(),
                AskOutcome::Fault(fault) => fault.cause.name().into(),
                AskOutcome::Lost => "lost".into(),
            }
        };
        assert_eq!(outcome(ReplyFormat::Lines(2)).await, "a\nb\n");
        let until = ReplyFormat::Until { end: ReplyEnd::Word("end".into()), last: None };
        assert_eq!(outcome(until).await, "more\nend now\n");
        assert_eq!(outcome(ReplyFormat::Lines(1)).await, "flooded");
        assert_eq!(outcome(ReplyFormat::Lines(1)).await, "closed");
        assert_eq!(typist.0.lock().unwrap().1, "3: go\n".repeat(4));
    }
}
