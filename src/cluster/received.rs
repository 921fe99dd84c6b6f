//! What a coordinator hears from workers.

use async_nats::jetstream::{AckKind, Message};

use super::message::{PROTOCOL, WorkerReport, WorkerStatus};
use super::names::{self, WorkerName};
use crate::matches::{MatchKey, bounded};

/// What a coordinator hears.
pub enum CoordinatorEvent {
    /// A worker has reported on a match.
    Report(Box<ReceivedReport>),
    /// A worker has sent something else than a report on a match, and this is why it is none.
    Unreadable(Box<UnreadableReport>),
    /// A worker tells what it does.
    Status(WorkerName, WorkerStatus),
}

/// A report, which the broker sends again unless it is accepted.
pub struct ReceivedReport {
    pub worker: WorkerName,
    pub key: MatchKey,
    pub report: WorkerReport,
    pub delivery: Delivery,
}

/// What a worker has sent instead of a report on a match.
pub struct UnreadableReport {
    pub worker: WorkerName,
    pub key: MatchKey,
    pub why: String,
    pub delivery: Delivery,
}

/// A message of the broker.
pub struct Delivery(Message);

impl Delivery {
    /// Lets the broker forget the message.
    pub async fn accept(&self) {
        // If it does not hear that, the message comes again, and is known.
        let _ = self.0.ack().await;
    }

    /// Keeps the broker from sending the message again for some time.
    pub async fn hold(&self) {
        let _ = self.0.ack_with(AckKind::Progress).await;
    }
}

/// What a message of a worker says. One without the name of a worker is dropped.
pub(super) fn received(message: Message) -> Option<CoordinatorEvent> {
    let Some((worker, key)) = names::parse_report_subject(message.subject.as_str()) else {
        tracing::warn!(subject = %message.subject, "a message is no report, and is dropped");
        // Acknowledged apart, so that waiting for the next message loses nothing.
        tokio::spawn(async move { message.ack_with(AckKind::Term).await });
        return None;
    };
    let report = bounded::from_slice::<WorkerReport>(&message.payload).map_err(|error| error.to_string());
    let delivery = Delivery(message);
    let unreadable = |why: String, delivery| {
        CoordinatorEvent::Unreadable(Box::new(UnreadableReport {
            worker: worker.clone(),
            key,
            why,
            delivery,
        }))
    };
    Some(match report {
        Ok(report) if report.protocol == PROTOCOL => {
            CoordinatorEvent::Report(Box::new(ReceivedReport { worker, key, report, delivery }))
        }
        Ok(_) => unreadable("it is in another version of the messages".into(), delivery),
        Err(why) => unreadable(why, delivery),
    })
}
