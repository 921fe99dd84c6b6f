//! What a sandbox has to do with a fault.

use rathaus_sandbox::ExceededLimit;

/// How systems and languages say that something was forbidden, or that there is no more of it. The
/// words are those of the C library, and of the languages whose own they are.
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

/// What can be said of that: what the sandbox has counted, or else what the program itself
/// complains about. Nothing if it was trusted.
pub(super) fn said(is_confined: bool, excess: Option<ExceededLimit>, stderr: &str) -> Option<String> {
    if !is_confined {
        return None;
    }
    let guessed =
        || SAID.iter().find(|(words, _)| stderr.contains(words)).map(|(_, meaning)| (*meaning).to_owned());
    excess.map(|excess| excess.to_string()).or_else(guessed)
}
