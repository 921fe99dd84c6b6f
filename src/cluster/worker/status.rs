//! Tells what a worker does, and when its machine is busy with something else.

use std::time::{Duration, Instant};

use super::{VERSION, Worker};
use crate::cluster::message::{PROTOCOL, PlayingStatus, WorkerStatus, written};
use crate::cluster::names::{self, STATUS_EVERY};

/// The share of time that some program of this machine waits for a processor beyond which a worker
/// takes no further match. Its own matches alone stay below.
const BUSY_SHARE: f64 = 0.9;

impl Worker<'_> {
    fn playing_now(&self) -> Vec<PlayingStatus> {
        let playing = self.playing.borrow();
        let status = |((tournament, key), since): (&(String, String), &Instant)| PlayingStatus {
            tournament: tournament.clone(),
            key: key.clone(),
            seconds: since.elapsed().as_secs(),
        };
        playing.iter().map(status).collect()
    }

    /// Publishes what this worker does, every few seconds, and notices when others need the
    /// processors.
    pub(super) async fn tell_status(&self) {
        let mut pressure = rathaus_sandbox::cpu_pressure();
        loop {
            let status = WorkerStatus {
                protocol: PROTOCOL,
                rathaus: VERSION.into(),
                speed_percent: self.speed_percent,
                concurrency: self.options.concurrency,
                playing: self.playing_now(),
                played: self.played.get(),
                paused: self.paused.borrow().clone(),
            };
            // Nobody needs each of them.
            let subject = names::status_subject(&self.options.name);
            let _ = self.broker.client.publish(subject, written(&status).into()).await;
            tokio::time::sleep(STATUS_EVERY).await;
            let now = rathaus_sandbox::cpu_pressure();
            let waited = now.zip(pressure).map_or(Duration::ZERO, |(now, before)| now.saturating_sub(before));
            pressure = now;
            let share = waited.as_secs_f64() / STATUS_EVERY.as_secs_f64();
            let is_busy = self.options.yields_to_load && share > BUSY_SHARE;
            *self.paused.borrow_mut() = is_busy.then(|| {
                format!(
                    "programs of this machine wait for a processor {:.0} % of the time",
                    100.0 * share.min(1.0)
                )
            });
        }
    }
}
