//! Guesses whether limits of the sandbox caused a fault.

use rathaus_sandbox::ExceededResourceLimit;

/// Messages of the C library and of language runtimes for a forbidden operation or an
/// exhausted resource.
const SAID: [(&str, &str); 12] = [
    ("Operation not permitted", FORBIDDEN),
    ("Permission denied", FORBIDDEN),
    ("Read-only file system", FORBIDDEN),
    ("Network is unreachable", FORBIDDEN),
    ("Temporary failure in name resolution", FORBIDDEN),
    ("MemoryError", MEMORY),
    ("Cannot allocate memory", MEMORY),
    ("OutOfMemoryError", MEMORY),
    ("bad_alloc", MEMORY),
    ("Resource temporarily unavailable", PROCESSES),
    ("No space left on device", SPACE),
    ("File too large", SPACE),
];

const FORBIDDEN: &str = "the sandbox has probably forbidden it something";
const MEMORY: &str = "it has probably run out of the memory that it may use";
const PROCESSES: &str = "it has probably run out of the processes that it may have";
const SPACE: &str = "it has probably run out of the space that it may fill";

/// The cause to report: the exceeded limit that the sandbox measured, or else a guess from the
/// program's stderr. `None` for a program without a sandbox.
pub(super) fn said(is_confined: bool, excess: Option<ExceededResourceLimit>, stderr: &str) -> Option<String> {
    if !is_confined {
        return None;
    }
    let guessed =
        || SAID.iter().find(|(words, _)| stderr.contains(words)).map(|(_, meaning)| (*meaning).to_owned());
    excess.map(|excess| excess.to_string()).or_else(guessed)
}
