//! The requirements for adapters: one list of cases, applied to every adapter in `adapters/`.
//!
//! `cargo test --test conformance python` runs the cases of one language. `adapters/README.md` says
//! which files a language needs for them.
#![expect(clippy::disallowed_methods, reason = "the suite reads submissions and dialogues")]

#[path = "../common/mod.rs"]
mod common;

mod bot;
mod cases;
mod checks;
mod dialogue;
mod language;
mod panics;
mod source;
mod trials;
mod workshop;

use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::Arguments;

use workshop::Workshop;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    panics::keep();
    let workshop = Arc::new(Workshop::new());
    let conclusion = libtest_mimic::run(&arguments, trials::all(&workshop));
    // `Conclusion::exit` would leave the workshop's folder behind.
    conclusion.exit_code()
}
