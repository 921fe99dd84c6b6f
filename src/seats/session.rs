//! A session with one bot, and its lanes.

use std::time::Duration;

use rathaus_games::Ask;
use rathaus_protocol::greeting::{Greeting, Hello};
use rathaus_sandbox::Command;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::conversation::{Conversation, Delivery, Message, Pending};
use super::live::Live;
use super::{Answered, Unready, Void};

/// All that is needed to bring a bot to the point where it can be asked.
#[derive(Debug, Clone)]
pub struct Start {
    pub program: Command,
    /// What to say first, in games whose bots are greeted.
    pub greeting: Option<Greeting>,
    /// How long the bot may take from its start to its answer to the greeting.
    pub patience: Duration,
}

/// A session that is ready, and what the bot said to the greeting.
#[derive(Debug)]
pub struct Opened {
    pub session: Session,
    /// The bot's answer, if it was greeted.
    pub hello: Option<Hello>,
}

/// A bot process that serves the matches in its lanes, and is started anew when it fails.
///
/// It runs in the background of the tokio runtime in which it was opened. Close it, or drop it and
/// all of its lanes.
#[derive(Debug)]
pub struct Session {
    messages: mpsc::UnboundedSender<Message>,
    task: JoinHandle<()>,
}

impl Session {
    /// Starts the bot and greets it.
    pub async fn open(start: Start) -> Result<Opened, Unready> {
        let (live, hello) = Live::start(&start).await?;
        let (messages, inbox) = mpsc::unbounded_channel();
        let conversation = Conversation::new(start, live, hello.clone(), inbox);
        let session = Session { messages, task: tokio::spawn(conversation.run()) };
        Ok(Opened { session, hello })
    }

    /// The seat of a match. No two matches that are played at the same time may have the same
    /// number.
    pub fn lane(&self, number: u32) -> MultiplexedSeat {
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
    messages: mpsc::UnboundedSender<Message>,
}

impl MultiplexedSeat {
    /// Asks, and waits for what becomes of it.
    pub async fn ask(&mut self, ask: Ask) -> Result<Answered, Void> {
        let (reply, answered) = oneshot::channel();
        let pending = Pending { lane: self.number, generation: self.generation, ask, reply };
        // A lane keeps its session open, so the session can be gone only when the whole runtime is
        // going.
        let _ = self.messages.send(Message::Ask(pending));
        match answered.await {
            Ok(Delivery { sent, answer, generation }) => {
                self.generation = Some(generation);
                Ok(Answered { sent, answer: answer? })
            }
            Err(_) => std::future::pending().await,
        }
    }

    /// The end of what the bot has written to standard error since a fault was last reported.
    pub async fn stderr(&self) -> String {
        let (reply, answered) = oneshot::channel();
        let _ = self.messages.send(Message::Stderr(reply));
        answered.await.unwrap_or_default()
    }
}
