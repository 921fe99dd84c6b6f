//! Rathaus: a referee for programming games.
//!
//! Runs each bot as a sandboxed subprocess, talks to it over stdin and stdout, and enforces time
//! limits and rules. `docs/ARCHITECTURE.md` is the map of the code.

pub mod analysis;
pub mod cli;
pub mod cluster;
pub mod matches;
pub mod report;
pub mod seats;
pub mod server;
pub mod store;
pub mod submissions;
pub mod toml_file;
pub mod tournament;
pub mod untrusted;
pub mod viewer;
