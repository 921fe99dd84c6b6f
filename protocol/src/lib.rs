//! The bytes on the pipe between Rathaus and a bot, or between Rathaus and the program of a custom
//! game. All functions are pure functions on bytes.
//!
//! `SPEC.md` is the specification, and `transcripts/` holds golden dialogues that test these codecs
//! and every adapter. Both directions are implemented: the host's side, and the bot's side for bots
//! and test fixtures in Rust.
//!
//! Architecture invariant: this crate does no IO, reads no clock, and never panics on any input.
#![warn(missing_docs)]

pub mod annotations;
pub mod external;
mod fields;
pub mod grid_routing;
pub mod handshake;
pub mod lights_out;
pub mod match_numbers;
pub mod prisoners_dilemma;
pub mod rat_race;

pub use fields::MalformedLine;
