//! The loop of a multiplexed process: it sends requests, assigns replies in order, and replaces a
//! process that fails.
//!
//! Requests of several matches may be in flight at once. If the process fails then, the host cannot
//! know which request caused it: the bot may have answered the first and not flushed its output
//! yet. So the host starts a new process and repeats the requests of all these matches one at a
//! time. It blames a match only if its request was the only one in flight.
//!
//! Likewise, the host cannot know for which of several requests a bot wrote to stderr. So it sends
//! the first request alone, and all requests one at a time once the bot has written to stderr.

use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

use rathaus_games::{AskOutcome, Fault, FaultCause, FaultEvidence, ReplyFormat, SeatAsk};
use rathaus_protocol::handshake::HandshakeReply;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::bot_process::{BotProcess, NonblockingReadOutcome};
use super::multiplexed::BotProcessStart;
use super::{BotNotReady, VoidMatch};

/// How many times in a row the process may fail to start. After that, every start fails at once.
const MAX_FAILED_STARTS: u32 = 3;

/// After handing out replies to this many bytes of requests, the host sends what the matches ask
/// next, so that the bot does not idle while the host works on the remaining replies.
const WORK_IN_BYTES: usize = 2048;

/// A message from a seat to the conversation.
#[derive(Debug)]
pub(super) enum MultiplexedProcessCommand {
    Ask(PendingAsk),
    /// Asks for the end of stderr.
    Stderr(oneshot::Sender<String>),
}

/// A request without a reply.
#[derive(Debug)]
pub(super) struct PendingAsk {
    /// The match that asks.
    pub(super) match_number: u32,
    /// The process that knows this match, or `None` for a match that is just beginning.
    pub(super) generation: Option<u64>,
    pub(super) ask: SeatAsk,
    /// Where to send the outcome.
    pub(super) reply: oneshot::Sender<MultiplexedAskResult>,
}

/// What a seat receives for its request.
#[derive(Debug)]
pub(super) struct MultiplexedAskResult {
    pub(super) sent: Vec<u8>,
    pub(super) answer: Result<AskOutcome, VoidMatch>,
    /// What the bot wrote to stderr for this request, if that is known.
    pub(super) stderr: String,
    /// The process that knows the match from now on.
    pub(super) generation: u64,
}

impl PendingAsk {
    /// Delivers the outcome. Returns false if the match was given up meanwhile.
    fn answer(self, answer: AskOutcome, generation: u64) -> bool {
        self.deliver(Ok(answer), String::new(), generation)
    }

    fn deliver(self, answer: Result<AskOutcome, VoidMatch>, stderr: String, generation: u64) -> bool {
        self.reply.send(MultiplexedAskResult { sent: self.ask.bytes, answer, stderr, generation }).is_ok()
    }
}

/// The state of a multiplexed process.
#[derive(Debug)]
pub(super) struct MultiplexedProcessTask {
    start: BotProcessStart,
    handshake_reply: Option<HandshakeReply>,
    messages: mpsc::UnboundedReceiver<MultiplexedProcessCommand>,
    bot_process: Option<BotProcess>,
    /// The number of the current process, or of the next one while none is running.
    generation: u64,
    /// Requests to send.
    waiting: VecDeque<PendingAsk>,
    /// Requests in flight, in the order in which the bot will answer them.
    asked: VecDeque<PendingAsk>,
    /// When the clock of the first request in `asked` started.
    clock: Instant,
    /// Matches whose requests were in flight when the process failed, and that have had
    /// no reply since.
    suspects: BTreeSet<u32>,
    failed_starts: u32,
    /// Whether the bot has replied to any request.
    has_replied: bool,
    /// Whether the bot wrote to stderr in a turn.
    writes_stderr: bool,
    /// Whether the request in flight was sent when no other one was, and is the only one.
    is_alone: bool,
}

/// How many lines the reply has. Requests for other replies are never sent to a multiplexed process.
fn lines_of(ask: &SeatAsk) -> usize {
    match ask.reply_format {
        ReplyFormat::Lines(lines) => lines,
        ReplyFormat::Until { .. } | ReplyFormat::UntilEnd | ReplyFormat::LineAfter(_) => usize::MAX,
    }
}

enum ConversationEvent {
    Message(Option<MultiplexedProcessCommand>),
    Ready,
    Deadline,
}

impl MultiplexedProcessTask {
    pub(super) fn new(
        start: BotProcessStart,
        bot_process: BotProcess,
        handshake_reply: Option<HandshakeReply>,
        messages: mpsc::UnboundedReceiver<MultiplexedProcessCommand>,
    ) -> MultiplexedProcessTask {
        MultiplexedProcessTask {
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
            has_replied: false,
            writes_stderr: false,
            is_alone: false,
        }
    }

    /// Serves the seats until all of them are dropped.
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
            // Take all messages first, so that they are sent together.
            biased;
            message = self.messages.recv() => ConversationEvent::Message(message),
            // Before reading, so that a bot that trickles output cannot postpone its deadline.
            // `miss_deadline` still reads what has arrived.
            () = tokio::time::sleep_until(deadline), if expecting => ConversationEvent::Deadline,
            () = ready => ConversationEvent::Ready,
        }
    }

    fn receive(&mut self, message: MultiplexedProcessCommand) {
        match message {
            MultiplexedProcessCommand::Ask(pending) => self.waiting.push_back(pending),
            MultiplexedProcessCommand::Stderr(reply) => {
                let _ = reply.send(self.bot_process.as_ref().map(BotProcess::stderr).unwrap_or_default());
            }
        }
    }

    fn receive_all_others(&mut self) {
        while let Ok(message) = self.messages.try_recv() {
            self.receive(message);
        }
    }

    /// Sends waiting requests: all at once, or one at a time.
    async fn send_what_waits(&mut self) {
        while let Some(pending) = self.next_to_send() {
            if pending.generation.is_some_and(|generation| generation != self.generation) {
                pending.answer(AskOutcome::Lost, self.generation);
                continue;
            }
            if let Err(unready) = self.ensure_live().await {
                pending.deliver(unready.answer(), String::new(), self.generation);
                continue;
            }
            self.send(pending).await;
        }
        if let Some(bot_process) = &mut self.bot_process {
            bot_process.write();
        }
    }

    fn next_to_send(&mut self) -> Option<PendingAsk> {
        let alone = !self.has_replied || self.writes_stderr || !self.suspects.is_empty();
        if alone && !self.asked.is_empty() { None } else { self.waiting.pop_front() }
    }

    async fn send(&mut self, pending: PendingAsk) {
        let Some(bot_process) = &mut self.bot_process else { return };
        let first = self.asked.is_empty();
        self.is_alone = first;
        if first {
            self.clock = Instant::now();
        }
        bot_process.queue(pending.match_number, &pending.ask.bytes);
        self.asked.push_back(pending);
        if first {
            self.refuse_premature_answer();
        }
    }

    /// Fails the process if it wrote output while no request was in flight: that must not count as
    /// a reply to the next one.
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

    /// Writes and reads as much as possible, and delivers complete replies.
    async fn exchange(&mut self) {
        // Read only while requests are in flight, so that no bot can fill the host's memory.
        while !self.asked.is_empty() {
            let Some(bot_process) = &mut self.bot_process else { return };
            bot_process.write();
            match bot_process.read() {
                NonblockingReadOutcome::Some => self.hand_out_answers().await,
                NonblockingReadOutcome::Nothing => return,
                NonblockingReadOutcome::End => {
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

    /// Lets the matches that have their replies ask again and sends these requests, so that the bot
    /// works on them while the host handles the remaining replies.
    async fn let_matches_go_on(&mut self) {
        tokio::task::yield_now().await;
        self.receive_all_others();
        self.send_what_waits().await;
    }

    fn hand_out(&mut self, bytes: Vec<u8>) {
        let now = Instant::now();
        let took = now - std::mem::replace(&mut self.clock, now);
        let stderr = self.stderr_of_reply();
        self.has_replied = true;
        if let Some(head) = self.asked.pop_front() {
            self.suspects.remove(&head.match_number);
            head.deliver(Ok(AskOutcome::Reply { bytes, took, cpu: None }), stderr, self.generation);
        }
    }

    /// What the bot wrote to stderr for the first request in flight. Empty if it may be for another.
    fn stderr_of_reply(&mut self) -> String {
        let Some(bot_process) = &self.bot_process else { return String::new() };
        let is_last = self.asked.len() == 1;
        // While several requests are in flight, this does not cost a system call.
        if !is_last && !bot_process.has_new_stderr() {
            return String::new();
        }
        let stderr = bot_process.new_stderr();
        self.writes_stderr |= !stderr.is_empty();
        if self.is_alone { stderr } else { String::new() }
    }

    /// The deadline for the reply to the first request. The process may be busy with any request in
    /// flight, so the longest of their time limits applies.
    fn deadline(&self) -> Instant {
        self.clock + self.asked.iter().map(|pending| pending.ask.limits.time).max().unwrap_or_default()
    }

    async fn miss_deadline(&mut self) {
        // The reply may have come in time while the host was busy, so read what has arrived.
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

    /// Kills the process. Blames the request in flight if it was the only one; otherwise tells all
    /// matches that theirs are lost, so that they ask again.
    fn fail_with(&mut self, cause: FaultCause, said: &[u8]) {
        let Some(bot_process) = self.bot_process.take() else { return };
        self.generation += 1;
        let mut asked = std::mem::take(&mut self.asked);
        if asked.len() == 1
            && let Some(head) = asked.pop_front()
        {
            let stderr = if self.is_alone { bot_process.new_stderr() } else { String::new() };
            let evidence =
                bot_process.evidence(head.ask.question(), FaultEvidence::excerpt(said), self.clock.elapsed());
            self.suspects.remove(&head.match_number);
            head.deliver(Ok(AskOutcome::Fault(Fault { cause, evidence })), stderr, self.generation);
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
