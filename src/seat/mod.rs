//! How a bot is reached: the seats of a match.
//!
//! A [`Session`] is one bot process that lives for many matches and is replaced when it fails; a [`Lane`] is the seat of one
//! match in it. Deadlines are absolute and hold for writing as well as for reading; buffers are bounded.
#![expect(clippy::disallowed_methods, reason = "this room keeps the clocks of the asks")]

mod conversation;
mod incoming;
mod live;
mod session;

pub use session::{Answered, Lane, Opened, Session, Start};
