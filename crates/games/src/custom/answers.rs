//! From what bots answered to what the program is told of it.

use rathaus_protocol::external::{self, Answers, FaultKind, ToGame};

use super::terms::kind;
use super::{Asked, CustomGame, Policy};
use crate::{Answer, Cause, Life, Ruling, Step};

impl CustomGame {
    /// What seats have answered to the asks that went out.
    pub(super) fn answered(&mut self, answers: &[Answer]) -> Step {
        let mut asked = std::mem::take(&mut self.asked);
        let mut at_fault = Vec::new();
        let said = asked.iter_mut().map(|asked| {
            let answer = asked.sent.and_then(|position| answers.get(position));
            let (said, policy) = self.said(asked, answer);
            if policy == Some(Policy::End) {
                at_fault.push(asked.seat);
            }
            said
        });
        let answers = said.collect();
        self.asked = asked;
        if at_fault.is_empty() {
            return self.consult(&ToGame::Answers(Answers { answers }), Life::Same);
        }
        self.ended_by_fault(&at_fault)
    }

    /// What the program is told of an answer, and what becomes of a seat at fault.
    fn said(&mut self, asked: &mut Asked, answer: Option<&Answer>) -> (external::Answer, Option<Policy>) {
        let fault = match (answer, asked.sent) {
            (Some(Answer::Reply { bytes, .. }), Some(position)) => match lines(bytes) {
                Some(lines) => {
                    asked.is_answered = true;
                    return (external::Answer::Lines { lines }, None);
                }
                None => {
                    let cause = Cause::Malformed { what: "expected text in UTF-8, and it is none".into() };
                    self.rulings.push(Ruling { ask: position, cause });
                    FaultKind::Malformed
                }
            },
            (Some(Answer::Fault(fault)), _) => kind(&fault.cause),
            // Only a process that serves several matches is replaced, and these have one for each
            // seat.
            (Some(Answer::Lost), _) => FaultKind::Crashed,
            (Some(Answer::Reply { .. }) | None, _) => FaultKind::Out,
        };
        let policy = self.terms.faults.policy(fault);
        let out = policy == Policy::Forfeit;
        self.seats[asked.seat].is_out |= out;
        (external::Answer::Fault { fault, out }, Some(policy))
    }
}

/// The lines of an answer, without their line feeds, if they are text.
fn lines(bytes: &[u8]) -> Option<Vec<String>> {
    let text = std::str::from_utf8(bytes).ok()?;
    let text = text.strip_suffix('\n').unwrap_or(text);
    Some(text.split('\n').map(str::to_owned).collect())
}
