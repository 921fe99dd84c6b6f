//! TOML files that people write. Rathaus shows all mistakes of a file at once, each in its
//! place, with help.
//!
//! A [`SpannedToml`] is a parsed file with the positions of all values. A [`TomlSchema`] is the
//! schema of one kind of file, made from the type that the file is read into; editors use it for
//! completion. [`TomlErrors`] shows problems in the text, like a compiler.

mod form;
mod problem;
mod source;
mod suggestion;
mod violation;

pub use form::TomlSchema;
pub use problem::{TomlDiagnostic, TomlErrors};
pub use source::{SpannedToml, escaped};
pub use suggestion::suggestion;
