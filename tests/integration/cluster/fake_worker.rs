//! A worker that does not do what it should.

use std::io::Write;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use async_nats::jetstream::{self, consumer::PullConsumer};
use futures_util::StreamExt;
use serde_json::{Value, json};

use super::broker::wait_until;
use crate::common::World;

/// A worker in a thread. It stops when it is dropped.
pub(super) struct FakeWorker {
    is_stopped: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl FakeWorker {
    /// Takes specs, and reports what `reply` makes of an order: the body of a report, if any.
    pub(super) fn start(
        url: &str,
        name: &str,
        reply: impl Fn(&Value) -> Option<Value> + Send + 'static,
    ) -> FakeWorker {
        let is_stopped = Arc::new(AtomicBool::new(false));
        let (stopped, url, name) = (Arc::clone(&is_stopped), url.to_owned(), name.to_owned());
        let serve = async move {
            let jetstream = jetstream::new(async_nats::connect(url).await.unwrap());
            while !stopped.load(Ordering::Relaxed) {
                let found = jetstream.get_consumer_from_stream("workers", "RATHAUS_MATCHES").await;
                let Ok(consumer): Result<PullConsumer, _> = found else {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    continue;
                };
                let batch =
                    consumer.batch().max_messages(1).expires(Duration::from_millis(500)).messages().await;
                let Ok(mut batch) = batch else { continue };
                let Some(Ok(message)) = batch.next().await else { continue };
                let order: Value = serde_json::from_slice(&message.payload).unwrap();
                if let Some(body) = reply(&order) {
                    let key = message.subject.rsplit('.').next().unwrap().to_owned();
                    let subject =
                        format!("rathaus.reports.{}.{name}.{key}", order["tournament"].as_str().unwrap());
                    let mut report = json!({ "protocol": 1, "deliveries": 1, "is_audit": false });
                    report.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
                    jetstream.publish(subject, report.to_string().into()).await.unwrap().await.unwrap();
                }
                message.ack().await.unwrap();
            }
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        FakeWorker { is_stopped, thread: Some(std::thread::spawn(move || runtime.block_on(serve))) }
    }
}

impl Drop for FakeWorker {
    fn drop(&mut self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        let thread = self.thread.take().unwrap();
        wait_until("a fake worker stops", || thread.is_finished());
        let _ = thread.join();
    }
}

/// Plays a spec with the submissions in a folder, as JSON.
pub(super) fn play(mut command: std::process::Command, spec: &Value) -> Value {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(spec.to_string().as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The command that plays specs with the submissions in this folder of a world.
pub(super) fn match_run(world: &World, folder: &str) -> impl Fn() -> std::process::Command + Send + 'static {
    let template = world.command(&["match", "run", "--submissions", folder, "games"]);
    let (program, place) = (template.get_program().to_owned(), world.path(""));
    let words: Vec<_> = template.get_args().map(ToOwned::to_owned).collect();
    let variables: Vec<_> =
        template.get_envs().filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned()))).collect();
    move || {
        let mut command = std::process::Command::new(&program);
        command.args(&words).envs(variables.iter().cloned()).current_dir(&place);
        command
    }
}
