//! Handles Ctrl-C and other signals that end the program.
//!
//! A separate thread waits for the signals: the main thread may be blocked on a pipe without a
//! writer, or busy with a large file.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::Notify;

use crate::cli::exit::CommandError;
use crate::untrusted::{self, MAX_CONFIG_BYTES, SymlinkPolicy};

/// How long the main thread has to notice a signal before the signal thread ends the program.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(2);

/// How long the main thread then has to end the program.
const CLEANUP_GRACE: Duration = Duration::from_secs(8);

/// The bit of the hang-up in the masks of signals in `/proc/self/status`.
const HANGUP_BIT: u64 = 1;

/// Tells a command that the user wants it to end.
#[derive(Debug, Default)]
pub(crate) struct InterruptSignal {
    is_awaited: AtomicBool,
    asked: Notify,
    forced: Notify,
    is_noticed: AtomicBool,
}

impl InterruptSignal {
    /// Starts to catch signals.
    pub(crate) fn watch() -> io::Result<Arc<InterruptSignal>> {
        let interrupt = Arc::new(InterruptSignal::default());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let signals = {
            let _context = runtime.enter();
            Signals::new()?
        };
        let watched = Arc::clone(&interrupt);
        let watch = move || runtime.block_on(watched.end_on(signals));
        std::thread::Builder::new().name("signals".into()).spawn(watch)?;
        Ok(interrupt)
    }

    /// From now on, the first Ctrl-C asks the command to finish instead of ending the program.
    pub(crate) fn take_over(&self) {
        self.is_awaited.store(true, Ordering::Relaxed);
    }

    /// Returns when the user asks the command to finish.
    pub(crate) async fn asked(&self) {
        self.asked.notified().await;
    }

    /// Returns when the program has to end now.
    pub(crate) async fn forced(&self) -> CommandError {
        self.forced.notified().await;
        self.is_noticed.store(true, Ordering::SeqCst);
        CommandError::interrupted()
    }

    /// Asks the command to finish, if it has taken over Ctrl-C and has not been asked yet. Returns
    /// whether it was asked.
    fn ask(&self) -> bool {
        let is_awaited = self.is_awaited.swap(false, Ordering::Relaxed);
        if is_awaited {
            self.asked.notify_one();
        }
        is_awaited
    }

    /// Ends the program on a signal: through the main thread if that reacts in time, otherwise from
    /// this thread.
    async fn end_on(&self, mut signals: Signals) {
        while signals.may_ask().await && self.ask() {}
        self.forced.notify_one();
        tokio::time::sleep(SHUTDOWN_GRACE).await;
        if self.is_noticed.load(Ordering::SeqCst) {
            tokio::time::sleep(CLEANUP_GRACE).await;
        }
        rathaus_sandbox::kill_all();
        std::process::exit(CommandError::interrupted().tell().into());
    }
}

/// The signals that end the program.
struct Signals {
    interrupt: Signal,
    terminate: Signal,
    /// `None` if hang-ups were ignored when the program started, as under `nohup`.
    hangup: Option<Signal>,
}

impl Signals {
    fn new() -> io::Result<Signals> {
        Ok(Signals {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hangup: if ignores_hangup() { None } else { Some(signal(SignalKind::hangup())?) },
        })
    }

    /// Waits for a signal. Returns whether it lets the command finish first, as Ctrl-C does.
    async fn may_ask(&mut self) -> bool {
        tokio::select! {
            _ = self.interrupt.recv() => true,
            _ = self.terminate.recv() => false,
            _ = received(&mut self.hangup) => false,
        }
    }
}

/// Waits for a signal, or without end if it is ignored.
async fn received(signal: &mut Option<Signal>) {
    match signal {
        Some(signal) => drop(signal.recv().await),
        None => std::future::pending().await,
    }
}

/// Whether this process was started with hang-ups ignored.
fn ignores_hangup() -> bool {
    let status = untrusted::read_text("/proc/self/status".as_ref(), SymlinkPolicy::Follow, MAX_CONFIG_BYTES)
        .unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .is_some_and(|mask| mask & HANGUP_BIT != 0)
}
