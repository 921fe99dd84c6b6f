//! Turns messages of the program into asks. Errors say what is wrong with a message.

use std::collections::BTreeSet;
use std::time::Duration;

use rathaus_protocol::external::{self, AskMessage, RuledFaultKind, SeatClock, Tell};

use super::{Awaited, CustomGameMatch, PendingAsk, RunningClock, SeatState};
use crate::{
    AskBatch, AskProcessChoice, FaultCause, MatchStep, RejectedAnswer, ReplyFormat, ReplyLimits, SeatAsk,
    SeatTell,
};

/// The maximum number of bytes that a seat is sent with one question.
const MOST_SENT: usize = 4 << 20;

/// How many bytes that a seat has been told are kept until it is asked, at least.
const MOST_TOLD: usize = 64 << 10;

impl SeatState {
    /// Which process gets the next message. The first one is always new.
    fn process(&mut self, is_fresh: bool) -> AskProcessChoice {
        match std::mem::replace(&mut self.has_begun, true) && !is_fresh {
            true => AskProcessChoice::Same,
            false => AskProcessChoice::New,
        }
    }
}

fn reply_format(ask: &external::Ask) -> ReplyFormat {
    match &ask.until {
        Some(end) => ReplyFormat::Until { end: end.clone(), last: ask.last },
        None => ReplyFormat::Lines(ask.lines.unwrap_or(1)),
    }
}

impl CustomGameMatch {
    /// Handles the program's message that it asks seats.
    pub(super) fn ask(&mut self, step: AskMessage) -> Result<MatchStep, String> {
        let AskMessage { asks, tells, clocks, faults, frame, done, standing } = step;
        self.record_faults(faults)?;
        self.turns += 1;
        let most = self.config.limits.turns;
        if self.turns > most {
            return Err(format!("it has asked {most} times and not come to an end, which is all it may"));
        }
        self.frame = frame.unwrap_or_else(|| std::mem::take(&mut self.frame));
        self.note_progress(done, standing)?;
        for (index, tell) in tells.iter().enumerate() {
            self.tell(tell, index)?;
        }
        for (index, clock) in clocks.iter().enumerate() {
            self.set_clock(clock, index)?;
        }
        let asks = self.asks(&asks)?;
        if asks.is_empty() {
            return Ok(self.handle_answers(&[]));
        }
        self.waits_for = Awaited::Seats;
        let tells = if self.has_times() { self.undelivered_tells() } else { Vec::new() };
        let answer_faults = std::mem::take(&mut self.answer_faults);
        Ok(MatchStep::Turn(AskBatch { asks, answer_faults, tells }))
    }

    fn set_clock(&mut self, clock: &SeatClock, index: usize) -> Result<(), String> {
        let seat = self.seat(clock.seat, || format!("clocks[{index}].seat"))?;
        self.seats[seat].clock = Some(RunningClock::new(*clock));
        Ok(())
    }

    /// What seats have been told and not got yet.
    pub(super) fn undelivered_tells(&mut self) -> Vec<SeatTell> {
        let seats = self.seats.iter_mut().enumerate();
        let tells = seats.filter(|(_, state)| state.delivered_bytes < state.pending_lines.len());
        tells
            .map(|(seat, state)| {
                let bytes = state.pending_lines[state.delivered_bytes..].to_vec();
                state.delivered_bytes = state.pending_lines.len();
                SeatTell { seat, process: state.process(false), bytes }
            })
            .collect()
    }

    /// Records all asks, and returns those to send. Seats that are out are not asked.
    fn asks(&mut self, asks: &[external::Ask]) -> Result<Vec<SeatAsk>, String> {
        let mut seats = BTreeSet::new();
        self.asked.clear();
        let mut sent = Vec::new();
        for (index, ask) in asks.iter().enumerate() {
            let seat = self.seat(ask.seat, || format!("asks[{index}].seat"))?;
            if !seats.insert(seat) {
                return Err(format!("`asks[{index}].seat`: seat {seat} is asked twice at the same time"));
            }
            let SeatState { is_out, clock, .. } = &self.seats[seat];
            let (is_out, is_on_clock) = (*is_out, ask.ms.is_none() && clock.is_some());
            let position = (!is_out).then_some(sent.len());
            self.asked.push(PendingAsk { seat, sent: position, is_answered: false, is_on_clock });
            if !is_out {
                sent.push(self.question(ask).map_err(|why| format!("`asks[{index}].send`: {why}"))?);
            }
        }
        Ok(sent)
    }

    /// An ask, preceded by all lines that the seat has been told since its last one.
    fn question(&mut self, ask: &external::Ask) -> Result<SeatAsk, String> {
        let usual = self.config.answer();
        let state = &mut self.seats[ask.seat];
        let mut bytes = std::mem::take(&mut state.pending_lines);
        put_lines(&mut bytes, &ask.send)?;
        let process = state.process(ask.fresh);
        let time = ask.ms.map(Duration::from_millis).or(state.clock.map(|clock| clock.limit()));
        let limits = ReplyLimits { time: time.unwrap_or(usual.time), bytes: usual.bytes };
        let question = SeatAsk::new(ask.seat, process, bytes, reply_format(ask), limits);
        let told_bytes = std::mem::take(&mut state.delivered_bytes);
        Ok(SeatAsk { told_bytes, keeps_early_lines: ask.keep, ..question })
    }

    pub(super) fn tell(&mut self, tell: &Tell, index: usize) -> Result<(), String> {
        let seat = self.seat(tell.seat, || format!("tells[{index}].seat"))?;
        let state = &mut self.seats[seat];
        if state.is_out {
            return Ok(());
        }
        // What the seat has got is kept for those who read the dialogue, but not without end.
        if state.delivered_bytes > MOST_TOLD {
            state.pending_lines.drain(..state.delivered_bytes);
            state.delivered_bytes = 0;
        }
        put_lines(&mut state.pending_lines, &tell.send).map_err(|why| format!("`tells[{index}].send`: {why}"))
    }

    /// Records the faults that the program found in the last answers.
    pub(super) fn record_faults(&mut self, faults: Vec<external::InvalidAnswer>) -> Result<(), String> {
        for (index, external::InvalidAnswer { answer, fault, what }) in faults.into_iter().enumerate() {
            let judged = self.asked.get(answer).filter(|asked| asked.is_answered);
            let Some(ask) = judged.and_then(|asked| asked.sent) else {
                let why = "it was not given such an answer; a fault that it was told of is known already";
                return Err(format!("`faults[{index}].answer`: it judges answer {answer}, but {why}"));
            };
            let cause = match fault {
                RuledFaultKind::Malformed => FaultCause::Malformed { what },
                RuledFaultKind::Illegal => FaultCause::Illegal { what },
            };
            self.answer_faults.push(RejectedAnswer { ask, cause });
        }
        Ok(())
    }

    fn note_progress(&mut self, done: Option<f64>, standing: Option<Vec<f64>>) -> Result<(), String> {
        if let Some(standing) = standing {
            self.count(standing.len(), "standing")?;
            self.progress.standing = standing;
        }
        self.progress.done = done.unwrap_or(self.progress.done);
        self.progress.facts = vec![("turn", self.turns.into())];
        Ok(())
    }

    /// Checks the number of a seat.
    fn seat(&self, seat: usize, place: impl Fn() -> String) -> Result<usize, String> {
        let seats = self.seats.len();
        if seat < seats {
            return Ok(seat);
        }
        Err(format!(
            "`{}`: there is no seat {seat}; the seats of this match go from 0 to {}",
            place(),
            seats - 1
        ))
    }

    /// Checks that a list has one element per seat.
    pub(super) fn count(&self, found: usize, name: &str) -> Result<(), String> {
        let seats = self.seats.len();
        if found == seats {
            return Ok(());
        }
        Err(format!("`{name}`: there are {found} of them for {seats} seats"))
    }
}

fn put_lines(bytes: &mut Vec<u8>, lines: &[String]) -> Result<(), String> {
    for line in lines {
        bytes.extend_from_slice(line.as_bytes());
        bytes.push(b'\n');
    }
    if bytes.len() > MOST_SENT {
        return Err(format!("a seat is sent at most {MOST_SENT} bytes at a time"));
    }
    Ok(())
}
