//! `rathaus doctor`: checks the languages and the sandboxes of this machine.

mod canaries;
mod languages;
mod sandboxes;

use sandboxes::SandboxFindings;
use serde_json::json;

use crate::cli::args::DoctorArgs;
use crate::cli::exit::CommandError;
use crate::cli::play_context;
use crate::cli::terminal::{print_json, print_text};
use crate::submissions::{BotSandboxSettings, HostToolLocator};

pub(crate) async fn doctor(args: DoctorArgs) -> Result<(), CommandError> {
    let cache = play_context::cache()?;
    let sandboxes = SandboxFindings::examine(&cache, args.sandbox).await?;
    let toolbox =
        HostToolLocator::new(Vec::new(), sandboxes.used_sandbox().map(BotSandboxSettings::new), cache);
    let languages = languages::examine(&toolbox).await;
    if args.json {
        return print_json(&json!({
            "languages": languages::as_json(&languages),
            "sandboxes": sandboxes.as_json(),
        }));
    }
    print_text(&format!("{}\n{}", languages::as_text(&languages), sandboxes.as_text()))
}
