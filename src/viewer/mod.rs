//! What pages show of a match, and the pages themselves, which are embedded in this binary.
//!
//! The pages come from `web/`. They get only data and draw it themselves. A server and a standalone
//! file give them the same data.

mod dialogue;
mod html;
mod notes;
mod pages;
mod raster;
mod thumbnail;
mod view;

pub use html::standalone;
pub use pages::{PageFile, PagesMissing, page};
pub use raster::{CaptionedGamePicture, gif, png};
pub use thumbnail::Thumbnail;
pub use view::{AvailableViewQueries, MatchView};
