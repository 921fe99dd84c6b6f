//! What a test that panics has to say. The standard harness keeps it back until the summary, so
//! this one does it too.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};

thread_local! {
    /// The words of a panic on this thread, while a test runs on it.
    static WORDS: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Takes the words of panics in tests from standard error to where [`catch`] finds them.
pub fn keep() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if !WORDS.with_borrow_mut(|words| words.as_mut().map(|words| *words = in_words(panic)).is_some()) {
            usual(panic);
        }
    }));
}

/// Runs a test. If it panics, its words are the error.
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
