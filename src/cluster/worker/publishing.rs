//! Publishes what a worker has played.

use std::time::{Duration, Instant};

use async_nats::jetstream::message::PublishMessage;

use super::{Decline, PAUSE, Worker};
use crate::cluster::broker::BrokerError;
use crate::cluster::message::{
    DeclineReason, MAX_MESSAGE_BYTES, MatchOrder, PlayedReport, RecordingPlace, ReportBody, WorkerReport,
    written,
};
use crate::cluster::names;
use crate::cluster::objects::{Objects, sha256};
use crate::matches::{MatchKey, PlayedMatch, RecordedReplies};

/// The largest recording that is part of a report, in bytes.
const SMALL_RECORDING: usize = 128 << 10;

/// How long a report waits for a broker that is gone.
const BROKER_GONE: Duration = Duration::from_secs(300);

impl Worker<'_> {
    /// A report with a recording, which goes through the store if it is large.
    pub(super) async fn with_recording(
        &self,
        order: &MatchOrder,
        played: PlayedMatch,
        recording: Option<RecordedReplies>,
    ) -> ReportBody {
        let Some(recording) = recording else {
            return ReportBody::Played(Box::new(PlayedReport { played, recording: None }));
        };
        let bytes = written(&recording);
        if bytes.len() <= SMALL_RECORDING {
            let played = PlayedMatch { recording: Some(recording), ..played };
            return ReportBody::Played(Box::new(PlayedReport { played, recording: None }));
        }
        let name = format!("{}-{}-{}", order.tournament, played.key, self.options.name);
        let stored = self.until_done("a recording", || async {
            let recordings =
                self.recordings.get_or_try_init(|| Objects::open(&self.broker, names::RECORDINGS));
            recordings.await?.put(&name, &bytes).await
        });
        let recording = stored.await.then(|| RecordingPlace { name: name.clone(), sha256: sha256(&bytes) });
        ReportBody::Played(Box::new(PlayedReport { played, recording }))
    }

    /// Publishes a report on the spec with this sequence number. Returns whether the broker has it.
    pub(super) async fn publish(
        &self,
        order: &MatchOrder,
        key: &str,
        sequence: u64,
        report: &WorkerReport,
    ) -> bool {
        let Some(match_key) = MatchKey::parse(key) else { return false };
        let subject = names::report_subject(&order.tournament, &self.options.name, match_key);
        let mut payload = written(report);
        if payload.len() > MAX_MESSAGE_BYTES {
            let words = format!(
                "its report has {} bytes, and a message has at most {MAX_MESSAGE_BYTES}",
                payload.len()
            );
            let body = Decline::new(DeclineReason::Void, words).into_report();
            payload = written(&WorkerReport { body, ..report.clone() });
        }
        // The broker drops the same report if it arrives again, but not that of another audit.
        let id = format!("{subject}.{sequence}.{}.{}", report.deliveries, report.is_audit);
        self.until_done("a report", || async {
            let message = PublishMessage::build().payload(payload.clone().into()).message_id(&id);
            let failed = |error: &dyn std::error::Error| self.broker.failed(error);
            let sent = self.broker.jetstream.send_publish(subject.clone(), message).await;
            sent.map_err(|error| failed(&error))?.await.map(drop).map_err(|error| failed(&error))
        })
        .await
    }

    /// Tries something again until the broker has done it, or for as long as it may be gone.
    async fn until_done<F: Future<Output = Result<(), BrokerError>>>(
        &self,
        what: &str,
        attempt: impl Fn() -> F,
    ) -> bool {
        let begin = Instant::now();
        loop {
            match attempt().await {
                Ok(()) => return true,
                Err(error) if begin.elapsed() > BROKER_GONE => {
                    self.host.say(&format!("{what} is lost: {error}"));
                    return false;
                }
                Err(error) => tracing::info!(%error, what, "not published yet"),
            }
            tokio::time::sleep(PAUSE).await;
        }
    }
}
