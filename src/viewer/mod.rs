//! What pages show of a match, and the pages themselves, which are part of this binary.
//!
//! The pages come from `web/`. They get data only, and draw it themselves: the data are the same
//! for a page of a server and for a page that is a file.

mod dialogue;
mod html;
mod pages;
mod raster;
mod view;

pub use html::standalone;
pub use pages::{PageFile, PagesMissing, page};
pub use raster::{gif, png};
pub use view::{MatchView, ViewExtras};
