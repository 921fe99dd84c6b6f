//! One bot process for many matches, and the seats of the matches that share it.

use std::time::Duration;

use rathaus_games::SeatAsk;
use rathaus_protocol::handshake::{HandshakeReply, HandshakeRequest};
use rathaus_sandbox::ProgramCommand;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::bot_process::BotProcess;
use super::conversation::{
    MultiplexedAskResult, MultiplexedProcessCommand, MultiplexedProcessTask, PendingAsk,
};
use super::{AnsweredAsk, BotNotReady, VoidMatch};

/// How to start a bot up to the point where it takes requests.
#[derive(Debug, Clone)]
pub struct BotProcessStart {
    pub program: ProgramCommand,
    /// The handshake to send, in games that have one.
    pub handshake: Option<HandshakeRequest>,
    /// The time limit from the start of the process to its handshake reply.
    pub handshake_time: Duration,
}

/// A process that is ready, with its handshake reply.
#[derive(Debug)]
pub struct ProcessWithHandshakeReply {
    pub process: MultiplexedProcess,
    /// The bot's handshake reply, if its game has a handshake.
    pub handshake_reply: Option<HandshakeReply>,
}

/// A bot process that serves many matches and is restarted when it fails.
///
/// It runs as a task of the tokio runtime that opened it. It ends when it is closed, or when the
/// handle and all its seats are dropped.
#[derive(Debug)]
pub struct MultiplexedProcess {
    messages: mpsc::UnboundedSender<MultiplexedProcessCommand>,
    task: JoinHandle<()>,
}

impl MultiplexedProcess {
    /// Starts the bot and does the handshake.
    pub async fn open(start: BotProcessStart) -> Result<ProcessWithHandshakeReply, BotNotReady> {
        let (bot_process, handshake_reply) = BotProcess::start(&start).await?;
        let (messages, inbox) = mpsc::unbounded_channel();
        let conversation = MultiplexedProcessTask::new(start, bot_process, handshake_reply.clone(), inbox);
        let process = MultiplexedProcess { messages, task: tokio::spawn(conversation.run()) };
        Ok(ProcessWithHandshakeReply { process, handshake_reply })
    }

    /// The seat of a match. Matches in progress must have different numbers.
    pub fn seat_for_match(&self, number: u32) -> SharedProcessSeat {
        SharedProcessSeat { number, generation: None, messages: self.messages.clone() }
    }

    /// Ends the bot: closes its stdin first, and kills it if it does not exit.
    pub async fn close(self) {
        drop(self.messages);
        // The task fails only by a panic, which has been reported already.
        let _ = self.task.await;
    }
}

/// The seat of one match in a shared process.
#[derive(Debug)]
pub struct SharedProcessSeat {
    number: u32,
    /// The process that knows this match, or `None` before the first request.
    generation: Option<u64>,
    messages: mpsc::UnboundedSender<MultiplexedProcessCommand>,
}

impl SharedProcessSeat {
    /// Sends a request and waits for its outcome.
    pub async fn ask(&mut self, ask: SeatAsk) -> Result<AnsweredAsk, VoidMatch> {
        let (reply, answered) = oneshot::channel();
        let pending = PendingAsk { match_number: self.number, generation: self.generation, ask, reply };
        // A seat keeps its process open, so the process is gone only when the runtime shuts down.
        let _ = self.messages.send(MultiplexedProcessCommand::Ask(pending));
        match answered.await {
            Ok(MultiplexedAskResult { sent, answer, stderr, generation }) => {
                self.generation = Some(generation);
                Ok(AnsweredAsk { sent, answer: answer?, stderr })
            }
            Err(_) => std::future::pending().await,
        }
    }

    /// The end of the bot's stderr since a fault was last reported.
    pub async fn stderr(&self) -> String {
        let (reply, answered) = oneshot::channel();
        let _ = self.messages.send(MultiplexedProcessCommand::Stderr(reply));
        answered.await.unwrap_or_default()
    }
}
