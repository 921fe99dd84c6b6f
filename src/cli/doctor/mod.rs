//! `rathaus doctor`: which languages can play here, what they are kept in, and how to install the rest.

mod languages;
mod sandboxes;

use serde_json::json;

use super::args::DoctorArgs;
use super::exit::Failure;

pub(super) async fn doctor(args: DoctorArgs) -> Result<(), Failure> {
    let (languages, sandboxes) = (languages::examine().await, sandboxes::examine().await?);
    let words = if args.json {
        let all = json!({
            "languages": languages::as_json(&languages),
            "sandboxes": sandboxes::as_json(&sandboxes),
        });
        format!("{all:#}\n")
    } else {
        format!("{}\n{}", languages::as_text(&languages), sandboxes::as_text(&sandboxes))
    };
    super::print(&words)
}
