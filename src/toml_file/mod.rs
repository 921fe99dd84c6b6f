//! Files in TOML that people write: what is wrong with one is said all at once, in its place, with
//! what can be done.
//!
//! A [`TomlSource`] is a text with the places of all values in it. A [`TomlForm`] says what may stand in
//! files of a kind; it comes from the type that these are read into, and is the schema by which
//! editors complete. [`TomlErrors`] shows problems in the text, as compilers do.

mod form;
mod problem;
mod source;
mod suggestion;

pub use form::TomlForm;
pub use problem::{TomlErrors, TomlProblem};
pub use source::{TomlSource, escaped};
pub use suggestion::suggestion;
