//! Files in TOML that people write: what is wrong with one is said all at once, in its place, with
//! what can be done.
//!
//! A [`Source`] is a text with the places of all values in it. A [`Form`] says what may stand in
//! files of a kind; it comes from the type that these are read into, and is the schema by which
//! editors complete. [`Mistakes`] shows problems in the text, as compilers do.

mod form;
mod problem;
mod source;
mod suggestion;

pub use form::Form;
pub use problem::{Mistakes, Problem};
pub use source::{Source, escaped};
pub use suggestion::suggestion;
