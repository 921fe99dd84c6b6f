//! The log, on stderr.

use std::collections::BTreeSet;
use std::io::IsTerminal;

use crate::cli::args::{DialogueLogArgs, LogFormat};
use crate::cli::exit::CommandError;
use crate::cli::terminal::held_output::HoldableStderr;
use crate::matches::DIALOGUE;

/// Starts the log.
pub(crate) fn start(verbose: u8, format: LogFormat) {
    let level = match verbose {
        0 => "rathaus=warn",
        1 => "rathaus=info",
        2 => "rathaus=debug",
        _ => "rathaus=trace",
    };
    // The log has dialogues of the traced bots only, but these at any level.
    let filter = format!("{level},{DIALOGUE}=info");
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(|| HoldableStderr);
    // A closed stderr or a full disk must not stop the matches.
    let log = log.log_internal_errors(false);
    match format {
        LogFormat::Text => log.with_ansi(std::io::stderr().is_terminal()).init(),
        LogFormat::Json => log.json().flatten_event(true).init(),
    }
}

/// The positions of the bots whose dialogue the log shows.
pub(crate) fn traced(names: &[String], trace: &DialogueLogArgs) -> Result<BTreeSet<usize>, CommandError> {
    let position = |wanted: &String| {
        let found = names.iter().position(|name| name == wanted);
        found.ok_or_else(|| {
            CommandError::usage(format!(
                "--trace-bot: nobody who plays is called `{wanted}`\n  help: name one of {}",
                names.join(", ")
            ))
        })
    };
    trace.trace_bot.iter().map(position).collect()
}
