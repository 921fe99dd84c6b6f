//! Rathaus: a referee for programming games.
//!
//! Bots written in any language are seated in subprocesses, spoken to over standard input and output in lines,
//! timed, and held to the rules. `docs/ARCHITECTURE.md` is the map of this house; each module here is one of its rooms.

pub mod analysis;
pub mod cli;
pub mod matches;
pub mod report;
pub mod seats;
pub mod store;
pub mod submissions;
pub mod toml_file;
pub mod tournament;
pub mod untrusted;
pub mod viewer;
pub mod web;
