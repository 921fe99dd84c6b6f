//! Ctrl-C and other signals that end the program, at any moment.
//!
//! A thread of its own waits for them: the main thread may be reading a pipe that nobody writes to,
//! or a large file, and does not look up meanwhile.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::Notify;

use crate::cli::exit::CommandError;

/// How long the main thread has to notice that it should end, before the other thread ends the
/// program.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(2);

/// By which a command learns that the user wants it to end.
#[derive(Debug, Default)]
pub(crate) struct Interrupt {
    is_awaited: AtomicBool,
    asked: Notify,
    forced: Notify,
    is_noticed: AtomicBool,
}

impl Interrupt {
    /// Catches signals from here on.
    pub(crate) fn watch() -> io::Result<Arc<Interrupt>> {
        let interrupt = Arc::new(Interrupt::default());
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

    /// From here on, the first Ctrl-C asks the command to end by itself.
    pub(crate) fn take_over(&self) {
        self.is_awaited.store(true, Ordering::Relaxed);
    }

    /// Returns when the user has asked for it.
    pub(crate) async fn asked(&self) {
        self.asked.notified().await;
    }

    /// Returns when the user or the system wants the program to end, and it does not do so by
    /// itself.
    pub(crate) async fn forced(&self) -> CommandError {
        self.forced.notified().await;
        self.is_noticed.store(true, Ordering::SeqCst);
        CommandError::interrupted()
    }

    /// Asks the command to end, if it does so by itself and has not been asked before.
    fn ask(&self) -> bool {
        let is_awaited = self.is_awaited.swap(false, Ordering::Relaxed);
        if is_awaited {
            self.asked.notify_one();
        }
        is_awaited
    }

    /// Ends the program on a signal: by the main thread if that looks up in time, else from here.
    async fn end_on(&self, mut signals: Signals) {
        while signals.may_ask().await && self.ask() {}
        self.forced.notify_one();
        tokio::time::sleep(SHUTDOWN_GRACE).await;
        if !self.is_noticed.load(Ordering::SeqCst) {
            rathaus_sandbox::kill_all();
            std::process::exit(CommandError::interrupted().tell().into());
        }
    }
}

/// The signals that end the program.
struct Signals {
    interrupt: Signal,
    terminate: Signal,
    hangup: Signal,
}

impl Signals {
    fn new() -> io::Result<Signals> {
        Ok(Signals {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hangup: signal(SignalKind::hangup())?,
        })
    }

    /// Waits for one of them. Returns whether it lets the command end by itself, as Ctrl-C does.
    async fn may_ask(&mut self) -> bool {
        tokio::select! {
            _ = self.interrupt.recv() => true,
            _ = self.terminate.recv() => false,
            _ = self.hangup.recv() => false,
        }
    }
}
