//! The protocol of the rat race: the turn dialect, and the plain dialect for bots without
//! an adapter.

pub mod bot;
mod colours;
mod moves;
pub mod plain;
mod reported_error;
pub mod trace;
pub mod turns;

pub use colours::{MAX_COLOURS, OUT_OF_BOUNDS};
pub use moves::{AnsweredMove, Move};
pub use reported_error::{ReportedError, ReportedErrorKind};
