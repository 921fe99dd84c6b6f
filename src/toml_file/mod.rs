//! TOML files that people write. Rathaus shows all mistakes of a file at once, each in its
//! place, with help.
//!
//! A [`TomlSource`] is a parsed file with the positions of all values. A [`TomlForm`] is the schema
//! of one kind of file, made from the type that the file is read into; editors use it for
//! completion. [`TomlErrors`] shows problems in the text, like a compiler.

mod form;
mod problem;
mod source;
mod suggestion;

pub use form::TomlForm;
pub use problem::{TomlErrors, TomlProblem};
pub use source::{TomlSource, escaped};
pub use suggestion::suggestion;
