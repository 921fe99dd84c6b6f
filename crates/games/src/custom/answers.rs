//! Turns the answers of bots into messages to the program.

use std::time::Duration;

use rathaus_protocol::external::{self, Answers, FaultKind, SeatReply, ToGame};

use super::config::kind;
use super::{CustomGameMatch, FaultPolicy, PendingAsk};
use crate::{AskOutcome, AskProcessChoice, FaultCause, MatchStep, RejectedAnswer};

impl CustomGameMatch {
    /// Handles the answers to the asks that were sent.
    pub(super) fn handle_answers(&mut self, answers: &[AskOutcome]) -> MatchStep {
        let mut asked = std::mem::take(&mut self.asked);
        let mut at_fault = Vec::new();
        let said = asked.iter_mut().map(|asked| {
            let answer = asked.sent.and_then(|position| answers.get(position));
            let (said, policy) = self.said(asked, answer);
            if policy == Some(FaultPolicy::End) {
                at_fault.push(asked.seat);
            }
            said
        });
        let answers = said.collect();
        self.asked = asked;
        if at_fault.is_empty() {
            return self.consult(&ToGame::Answers(Answers { answers }), AskProcessChoice::Same);
        }
        self.ended_by_fault(&at_fault)
    }

    /// The message to the program about one answer, with the policy for the seat if it is at fault.
    fn said(
        &mut self,
        asked: &mut PendingAsk,
        answer: Option<&AskOutcome>,
    ) -> (external::SeatAnswer, Option<FaultPolicy>) {
        let took = answer.and_then(took);
        let clock = self.seats[asked.seat].clock.as_mut().filter(|_| asked.is_on_clock);
        if let (Some(clock), Some(took)) = (clock, took) {
            match answer {
                Some(AskOutcome::Reply { .. }) => clock.answer(took),
                _ => clock.run(took),
            }
        }
        let (reply, policy) = self.reply(asked, answer);
        let took = took.filter(|_| self.has_times());
        let took_us = took.map(|took| u64::try_from(took.as_micros()).unwrap_or(u64::MAX));
        let left_ms = self.seats[asked.seat].clock.map(|clock| clock.left_ms());
        (external::SeatAnswer { reply, took_us, left_ms }, policy)
    }

    /// What the program is told of an answer, without its times.
    fn reply(
        &mut self,
        asked: &mut PendingAsk,
        answer: Option<&AskOutcome>,
    ) -> (SeatReply, Option<FaultPolicy>) {
        let fault = match (answer, asked.sent) {
            (Some(AskOutcome::Reply { bytes, .. }), Some(position)) => match lines(bytes) {
                Some(lines) => {
                    asked.is_answered = true;
                    return (SeatReply::Lines { lines }, None);
                }
                None => {
                    let cause =
                        FaultCause::Malformed { what: "expected text in UTF-8, and it is none".into() };
                    self.answer_faults.push(RejectedAnswer { ask: position, cause });
                    FaultKind::Malformed
                }
            },
            (Some(AskOutcome::Fault(fault)), _) => kind(&fault.cause),
            // Only multiplexed processes are replaced, and seats of custom games have
            // dedicated ones.
            (Some(AskOutcome::Lost), _) => FaultKind::Crashed,
            (Some(AskOutcome::Reply { .. }) | None, _) => FaultKind::Out,
        };
        let policy = self.config.faults.policy(fault);
        let out = policy == FaultPolicy::Forfeit;
        self.seats[asked.seat].is_out |= out;
        (SeatReply::Fault { fault, out }, Some(policy))
    }
}

/// How long an answer took, if the seat was asked.
fn took(answer: &AskOutcome) -> Option<Duration> {
    match answer {
        AskOutcome::Reply { took, .. } => Some(*took),
        AskOutcome::Fault(fault) => Some(fault.evidence.took),
        AskOutcome::Lost => None,
    }
}

/// The lines of an answer, without their line feeds. `None` if it is not UTF-8.
fn lines(bytes: &[u8]) -> Option<Vec<String>> {
    let text = std::str::from_utf8(bytes).ok()?;
    let text = text.strip_suffix('\n').unwrap_or(text);
    Some(text.split('\n').map(str::to_owned).collect())
}
