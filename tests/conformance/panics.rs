//! Captures the messages of panics in tests until the summary, as the standard harness does.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};

thread_local! {
    /// The message of a panic on this thread, while a test runs on it.
    static WORDS: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Installs a hook that stores the messages of panics in tests for [`catch`] instead of
/// printing them.
pub fn keep() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if !WORDS.with_borrow_mut(|words| words.as_mut().map(|words| *words = in_words(panic)).is_some()) {
            usual(panic);
        }
    }));
}

/// Runs a test. If it panics, the message is the error.
pub fn catch(test: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    WORDS.set(Some(String::new()));
    let outcome = panic::catch_unwind(AssertUnwindSafe(test));
    let words = WORDS.take().unwrap_or_default();
    outcome.unwrap_or(Err(words))
}

fn in_words(panic: &PanicHookInfo<'_>) -> String {
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    let payload = panic.payload();
    let words = payload.downcast_ref::<String>().map(String::as_str);
    let words = words.or_else(|| payload.downcast_ref::<&str>().copied());
    format!("{}\n({place})", words.unwrap_or("a panic without words"))
}
