//! A session with one bot, and its lanes.

use std::time::Duration;

use rathaus_games::Ask;
use rathaus_protocol::handshake::{Handshake, HandshakeReply};
use rathaus_sandbox::Command;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::bot_process::BotProcess;
use super::conversation::{AskDelivery, Conversation, PendingAsk, SessionMessage};
use super::{AnsweredAsk, BotNotReady, VoidMatch};

/// All that is needed to bring a bot to the point where it can be asked.
#[derive(Debug, Clone)]
pub struct SessionStart {
    pub program: Command,
    /// What to say first, in games whose bots are greeted.
    pub handshake: Option<Handshake>,
    /// How long the bot may take from its start to its answer to the greeting.
    pub handshake_time: Duration,
}

/// A session that is ready, and what the bot said to the greeting.
#[derive(Debug)]
pub struct OpenSession {
    pub session: Session,
    /// The bot's answer, if it was greeted.
    pub handshake_reply: Option<HandshakeReply>,
}

/// A bot process that serves the matches in its lanes, and is started anew when it fails.
///
/// It runs in the background of the tokio runtime in which it was opened. Close it, or drop it and
/// all of its lanes.
#[derive(Debug)]
pub struct Session {
    messages: mpsc::UnboundedSender<SessionMessage>,
    task: JoinHandle<()>,
}

impl Session {
    /// Starts the bot and greets it.
    pub async fn open(start: SessionStart) -> Result<OpenSession, BotNotReady> {
        let (bot_process, handshake_reply) = BotProcess::start(&start).await?;
        let (messages, inbox) = mpsc::unbounded_channel();
        let conversation = Conversation::new(start, bot_process, handshake_reply.clone(), inbox);
        let session = Session { messages, task: tokio::spawn(conversation.run()) };
        Ok(OpenSession { session, handshake_reply })
    }

    /// The seat of a match. No two matches that are played at the same time may have the same
    /// number.
    pub fn match_number(&self, number: u32) -> MultiplexedSeat {
        MultiplexedSeat { number, generation: None, messages: self.messages.clone() }
    }

    /// Ends the bot: politely at first, by closing its input.
    pub async fn close(self) {
        drop(self.messages);
        // The only way for the task to fail is a panic, which has been reported where it happened.
        let _ = self.task.await;
    }
}

/// The seat of one match in a session.
#[derive(Debug)]
pub struct MultiplexedSeat {
    number: u32,
    /// The process that knows of this match; none before the first ask.
    generation: Option<u64>,
    messages: mpsc::UnboundedSender<SessionMessage>,
}

impl MultiplexedSeat {
    /// Asks, and waits for what becomes of it.
    pub async fn ask(&mut self, ask: Ask) -> Result<AnsweredAsk, VoidMatch> {
        let (reply, answered) = oneshot::channel();
        let pending = PendingAsk { match_number: self.number, generation: self.generation, ask, reply };
        // A lane keeps its session open, so the session can be gone only when the whole runtime is
        // going.
        let _ = self.messages.send(SessionMessage::Ask(pending));
        match answered.await {
            Ok(AskDelivery { sent, answer, generation }) => {
                self.generation = Some(generation);
                Ok(AnsweredAsk { sent, answer: answer? })
            }
            Err(_) => std::future::pending().await,
        }
    }

    /// The end of what the bot has written to standard error since a fault was last reported.
    pub async fn stderr(&self) -> String {
        let (reply, answered) = oneshot::channel();
        let _ = self.messages.send(SessionMessage::Stderr(reply));
        answered.await.unwrap_or_default()
    }
}
