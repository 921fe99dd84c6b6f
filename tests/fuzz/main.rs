//! Everything that strangers write, mutated: nothing panics, takes long or much memory, and what is
//! written is read back.
//!
//! `RATHAUS_FUZZ_CASES` says how many cases each target has; `scripts/fuzz` runs a million of each.
#![expect(clippy::disallowed_methods, reason = "the targets are files, and are timed")]

mod codecs;
mod http;
mod mutate;
mod replays;
mod runner;
mod submissions;
mod texts;
