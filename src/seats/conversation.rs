//! The course of a session: asks go out, answers come back in their order, and a process that fails
//! is replaced.
//!
//! Asks of several lanes may be on their way at once. When the process fails then, it cannot be
//! known on which of them it failed: it may have answered the first and not yet written that out.
//! So a new process is started, and all those lanes are asked again, one at a time; the fault is
//! held against a lane only when it was the only one.

use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

use rathaus_games::{Ask, AskOutcome, Fault, FaultCause, FaultEvidence, ReplyFormat};
use rathaus_protocol::handshake::HandshakeReply;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::bot_process::{BotProcess, ReadOutcome};
use super::session::SessionStart;
use super::{BotNotReady, VoidMatch};

/// How often in a row the process may fail to start before it is given up.
const MAX_FAILED_STARTS: u32 = 3;

/// How many bytes of asks make enough work for the host that the bot should not wait for all of it.
const WORK_IN_BYTES: usize = 2048;

/// What a lane wants of the conversation.
#[derive(Debug)]
pub(super) enum SessionMessage {
    Ask(PendingAsk),
    /// The end of standard error.
    Stderr(oneshot::Sender<String>),
}

/// An ask that has not been answered.
#[derive(Debug)]
pub(super) struct PendingAsk {
    /// Who asks.
    pub(super) match_number: u32,
    /// The process that knows of the match in this lane; none when it is just beginning.
    pub(super) generation: Option<u64>,
    pub(super) ask: Ask,
    /// Where to send the answer.
    pub(super) reply: oneshot::Sender<AskDelivery>,
}

/// What a lane gets for its ask.
#[derive(Debug)]
pub(super) struct AskDelivery {
    pub(super) sent: Vec<u8>,
    pub(super) answer: Result<AskOutcome, VoidMatch>,
    /// The process that knows of the match from now on.
    pub(super) generation: u64,
}

impl PendingAsk {
    /// Hands out the answer. Says whether the match still waits for it, and has not been given up.
    fn answer(self, answer: AskOutcome, generation: u64) -> bool {
        self.deliver(Ok(answer), generation)
    }

    fn deliver(self, answer: Result<AskOutcome, VoidMatch>, generation: u64) -> bool {
        self.reply.send(AskDelivery { sent: self.ask.bytes, answer, generation }).is_ok()
    }
}

/// The state of a session.
#[derive(Debug)]
pub(super) struct Conversation {
    start: SessionStart,
    handshake_reply: Option<HandshakeReply>,
    messages: mpsc::UnboundedReceiver<SessionMessage>,
    bot_process: Option<BotProcess>,
    /// The number of the current process, or of the next one while there is none.
    generation: u64,
    /// Asks that have not been sent.
    waiting: VecDeque<PendingAsk>,
    /// Asks that have been sent, in the order in which they will be answered.
    asked: VecDeque<PendingAsk>,
    /// When the clock of the first of `asked` began.
    clock: Instant,
    /// Lanes that were asked when the process failed, and have not been answered since.
    suspects: BTreeSet<u32>,
    failed_starts: u32,
}

/// How many lines answer an ask. A process that serves several matches never answers one with which
/// it ends.
fn lines_of(ask: &Ask) -> usize {
    match ask.reply_format {
        ReplyFormat::Lines(lines) => lines,
        ReplyFormat::UntilEnd | ReplyFormat::LineAfter(_) => usize::MAX,
    }
}

enum ConversationEvent {
    Message(Option<SessionMessage>),
    Ready,
    Deadline,
}

impl Conversation {
    pub(super) fn new(
        start: SessionStart,
        bot_process: BotProcess,
        handshake_reply: Option<HandshakeReply>,
        messages: mpsc::UnboundedReceiver<SessionMessage>,
    ) -> Conversation {
        Conversation {
            start,
            handshake_reply,
            messages,
            bot_process: Some(bot_process),
            generation: 1,
            waiting: VecDeque::new(),
            asked: VecDeque::new(),
            clock: Instant::now(),
            suspects: BTreeSet::new(),
            failed_starts: 0,
        }
    }

    /// Serves the lanes until all are gone.
    pub(super) async fn run(mut self) {
        loop {
            self.send_what_waits().await;
            match self.next_event().await {
                ConversationEvent::Message(Some(message)) => {
                    self.receive(message);
                    self.receive_all_others();
                }
                ConversationEvent::Message(None) => break,
                ConversationEvent::Ready => self.exchange().await,
                ConversationEvent::Deadline => self.miss_deadline().await,
            }
        }
        if let Some(bot_process) = self.bot_process {
            bot_process.end().await;
        }
    }

    async fn next_event(&mut self) -> ConversationEvent {
        let (expecting, deadline) = (!self.asked.is_empty(), self.deadline());
        let ready = async {
            match &self.bot_process {
                Some(bot_process) if expecting => bot_process.ready().await,
                _ => std::future::pending().await,
            }
        };
        tokio::select! {
            // All messages that are there come first, so that they go out together.
            biased;
            message = self.messages.recv() => ConversationEvent::Message(message),
            // Before reading, so that a bot that trickles cannot put it off; what is there is still
            // read then.
            () = tokio::time::sleep_until(deadline), if expecting => ConversationEvent::Deadline,
            () = ready => ConversationEvent::Ready,
        }
    }

    fn receive(&mut self, message: SessionMessage) {
        match message {
            SessionMessage::Ask(pending) => self.waiting.push_back(pending),
            SessionMessage::Stderr(reply) => {
                let _ = reply.send(self.bot_process.as_ref().map(BotProcess::stderr).unwrap_or_default());
            }
        }
    }

    fn receive_all_others(&mut self) {
        while let Ok(message) = self.messages.try_recv() {
            self.receive(message);
        }
    }

    /// Sends waiting asks: all at once, or one at a time while it has to be found out on which the
    /// process fails.
    async fn send_what_waits(&mut self) {
        while let Some(pending) = self.next_to_send() {
            if pending.generation.is_some_and(|generation| generation != self.generation) {
                pending.answer(AskOutcome::Lost, self.generation);
                continue;
            }
            if let Err(unready) = self.ensure_live().await {
                pending.deliver(unready.answer(), self.generation);
                continue;
            }
            self.send(pending).await;
        }
        if let Some(bot_process) = &mut self.bot_process {
            bot_process.write();
        }
    }

    fn next_to_send(&mut self) -> Option<PendingAsk> {
        let alone = !self.suspects.is_empty();
        if alone && !self.asked.is_empty() { None } else { self.waiting.pop_front() }
    }

    async fn send(&mut self, pending: PendingAsk) {
        let Some(bot_process) = &mut self.bot_process else { return };
        let first = self.asked.is_empty();
        if first {
            self.clock = Instant::now();
        }
        bot_process.queue(pending.match_number, &pending.ask.bytes);
        self.asked.push_back(pending);
        if first {
            self.refuse_premature_answer();
        }
    }

    /// What was said before anything was asked must not be taken for the answer.
    fn refuse_premature_answer(&mut self) {
        let Some(bot_process) = &mut self.bot_process else { return };
        if bot_process.reply_buffer.unused().is_empty() {
            bot_process.read();
        }
        if !bot_process.reply_buffer.unused().is_empty() {
            self.fail(FaultCause::Malformed { what: "it spoke before it was asked".into() });
        }
    }

    async fn ensure_live(&mut self) -> Result<(), BotNotReady> {
        if self.bot_process.is_some() {
            return Ok(());
        }
        let started = BotProcess::start(&self.start).await.and_then(|(bot_process, handshake_reply)| {
            if handshake_reply == self.handshake_reply {
                return Ok(bot_process);
            }
            let why = "the bot answered the handshake differently after a restart".into();
            let cause = FaultCause::Unbuildable { why };
            Err(BotNotReady::Bot(Box::new(Fault { cause, evidence: FaultEvidence::default() })))
        });
        match started {
            Ok(bot_process) => {
                self.bot_process = Some(bot_process);
                self.failed_starts = 0;
                Ok(())
            }
            Err(BotNotReady::Host(void)) => Err(BotNotReady::Host(void)),
            Err(unready) => {
                self.failed_starts += 1;
                if self.failed_starts >= MAX_FAILED_STARTS {
                    self.start.handshake_time = Duration::ZERO;
                }
                Err(unready)
            }
        }
    }

    /// Writes and reads what can be, and hands out the answers that are complete.
    async fn exchange(&mut self) {
        // Without a question nothing is read, so nobody can fill the host's memory.
        while !self.asked.is_empty() {
            let Some(bot_process) = &mut self.bot_process else { return };
            bot_process.write();
            match bot_process.read() {
                ReadOutcome::Some => self.hand_out_answers().await,
                ReadOutcome::Nothing => return,
                ReadOutcome::End => {
                    let cause = bot_process.why_closed().await.cause();
                    return self.fail(cause);
                }
            }
        }
    }

    async fn hand_out_answers(&mut self) {
        let mut handed_out = 0;
        while let (Some(bot_process), Some(head)) = (&mut self.bot_process, self.asked.front()) {
            let limit = head.ask.limits.bytes;
            let Some(answer) = bot_process.reply_buffer.take_lines(lines_of(&head.ask)) else {
                if bot_process.reply_buffer.unused().len() > limit {
                    self.fail(FaultCause::Flooded { limit });
                }
                return;
            };
            let mut answer = answer.to_vec();
            if answer.len() > limit {
                return self.fail_with(FaultCause::Flooded { limit }, &answer);
            }
            match bot_process.prefix_of(head.match_number, &answer) {
                Ok(prefix) => {
                    handed_out += head.ask.bytes.len();
                    answer.drain(..prefix);
                    self.hand_out(answer);
                }
                Err(cause) => return self.fail_with(cause, &answer),
            }
            if handed_out >= WORK_IN_BYTES {
                handed_out = 0;
                self.let_matches_go_on().await;
            }
        }
    }

    /// Lets the matches that got their answers ask again, and sends that on, so that the bot can
    /// work on it while the host works on the others.
    async fn let_matches_go_on(&mut self) {
        tokio::task::yield_now().await;
        self.receive_all_others();
        self.send_what_waits().await;
    }

    fn hand_out(&mut self, bytes: Vec<u8>) {
        let now = Instant::now();
        let took = now - std::mem::replace(&mut self.clock, now);
        if let Some(head) = self.asked.pop_front() {
            self.suspects.remove(&head.match_number);
            head.answer(AskOutcome::Reply { bytes, took, cpu: None }, self.generation);
        }
    }

    /// The latest moment for the first ask's answer. The process may be busy with any of those it
    /// was asked, so the longest of their budgets counts until it is known which.
    fn deadline(&self) -> Instant {
        self.clock + self.asked.iter().map(|pending| pending.ask.limits.time).max().unwrap_or_default()
    }

    async fn miss_deadline(&mut self) {
        // The host may have been busy while the answer came in time: what is there counts.
        self.exchange().await;
        let missed = !self.asked.is_empty() && self.deadline() <= Instant::now();
        if let (true, Some(bot_process), Some(head)) = (missed, &self.bot_process, self.asked.front()) {
            let cause = bot_process.why_late(head.ask.limits.time);
            self.fail(cause);
        }
    }

    fn fail(&mut self, cause: FaultCause) {
        let said = self
            .bot_process
            .as_ref()
            .map(|bot_process| bot_process.reply_buffer.unused().to_vec())
            .unwrap_or_default();
        self.fail_with(cause, &said);
    }

    /// Ends the process. Holds the fault against the only ask that there was, or has all asks made
    /// again.
    fn fail_with(&mut self, cause: FaultCause, said: &[u8]) {
        let Some(bot_process) = self.bot_process.take() else { return };
        self.generation += 1;
        let mut asked = std::mem::take(&mut self.asked);
        if asked.len() == 1
            && let Some(head) = asked.pop_front()
        {
            let evidence =
                bot_process.evidence(head.ask.question(), FaultEvidence::excerpt(said), self.clock.elapsed());
            self.suspects.remove(&head.match_number);
            head.answer(AskOutcome::Fault(Fault { cause, evidence }), self.generation);
        } else {
            tracing::debug!(%cause, match_numbers = asked.len(), "the process failed on one of several boards");
        }
        for pending in asked {
            let match_number = pending.match_number;
            if pending.answer(AskOutcome::Lost, self.generation) {
                self.suspects.insert(match_number);
            }
        }
        drop(bot_process);
    }
}
