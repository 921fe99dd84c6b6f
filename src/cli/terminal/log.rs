//! The log, on stderr.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Write};

use crate::cli::args::{DialogueLogArgs, LogFormat};
use crate::cli::exit::CommandError;
use crate::cli::terminal::held_output::HoldableStderr;
use crate::matches::DIALOGUE;
use crate::untrusted::{harmless_json, harmless_text};

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
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(move || LogWriter(format));
    // A closed stderr or a full disk must not stop the matches.
    let log = log.log_internal_errors(false);
    match format {
        LogFormat::Text => log.with_ansi(std::io::stderr().is_terminal()).init(),
        LogFormat::Json => log.json().flatten_event(true).init(),
    }
}

/// Writes events to stderr, each as a whole. What a terminal acts on is escaped, except colours:
/// the events themselves cannot contain any, because the library escapes the character they begin
/// with.
struct LogWriter(LogFormat);

impl Write for LogWriter {
    fn write(&mut self, event: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(event);
        let shown = match self.0 {
            LogFormat::Json => harmless_json(&text),
            LogFormat::Text => harmless_but_coloured(&text).into(),
        };
        HoldableStderr.write_all(shown.as_bytes())?;
        Ok(event.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Escapes what a terminal acts on, except the sequences that set colours.
fn harmless_but_coloured(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut shown = parts.next().map(harmless_text).unwrap_or_default();
    for part in parts {
        let numbers = part.find(|letter: char| !letter.is_ascii_digit() && letter != ';');
        let is_colour = numbers.is_some_and(|end| part[end..].starts_with('m'));
        shown += if is_colour { "\u{1b}[" } else { "\\u{1b}[" };
        shown += &harmless_text(part);
    }
    shown
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_colours_reach_the_terminal() {
        let event =
            "\u{1b}[2mtime\u{1b}[0m \u{1b}[1;31mWARN\u{1b}[0m \u{1b}[2J\u{1b}]0;t\u{7}\r\u{9b}1m\u{202e}\n";
        let shown = harmless_but_coloured(event);
        let expected = "\u{1b}[2mtime\u{1b}[0m \u{1b}[1;31mWARN\u{1b}[0m \\u{1b}[2J\\u{1b}]0;t\\u{7}\\r\\u{9b}1m\\u{202e}\n";
        assert_eq!(shown, expected);
    }
}
