//! Mutates everything that strangers write. Nothing may panic, take long or use much memory, and
//! what is written must be read back.
//!
//! `RATHAUS_FUZZ_CASES` is the number of cases for each target. `scripts/fuzz` runs a million
//! of each.
#![expect(clippy::disallowed_methods, reason = "the targets are files, and are timed")]

mod codecs;
mod http;
mod mutate;
mod posts;
mod replays;
mod runner;
mod submissions;
mod texts;
