//! The fields of all JSON outputs of the program.

mod described;
mod observed;
mod page;
mod runs;

pub use described::Descriptions;
pub use page::{FieldsPage, Outputs};
pub use runs::outputs;
