//! What goes over the pipe between Rathaus and a bot, or a program that has the rules of a game, as
//! pure functions on bytes.
//!
//! `SPEC.md` beside this crate says the same for people, and `transcripts/` holds golden dialogues
//! on which these codecs and every adapter are tested. Both directions are here: the host's side,
//! and the bot's side for bots and test fixtures written in Rust.
//!
//! Architecture invariant: this crate does no IO, reads no clock and never panics on any input.
#![warn(missing_docs)]

pub mod external;
mod fields;
pub mod grid_routing;
pub mod handshake;
pub mod lights_out;
pub mod match_numbers;
pub mod prisoners_dilemma;
pub mod rat_race;

pub use fields::MalformedLine;
