//! Output: data, messages, progress, and files.

pub(crate) mod held_output;
pub(crate) mod log;
pub(crate) mod progress;
pub(crate) mod watch;

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use rustix::fs::OFlags;
use serde::Serialize;
use serde_json::Value;

use crate::cli::exit::CommandError;
use crate::untrusted::{harmless_json, harmless_text};

/// Writes data to stdout. A reader that has closed the pipe early, such as `head`, is not an error.
fn write_stdout(data: &[u8]) -> Result<(), CommandError> {
    match std::io::stdout().write_all(data) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(CommandError::host(format!("cannot write to stdout: {error}")))
        }
        _ => Ok(()),
    }
}

/// Writes text to stdout. Control characters in it are escaped, because submissions may have
/// written parts of it.
pub(crate) fn print_text(text: &str) -> Result<(), CommandError> {
    write_stdout(harmless_text(text).as_bytes())
}

/// Writes JSON to stdout. Characters that a terminal acts on are escaped, which JSON does not do
/// with all of them.
pub(crate) fn print_json(value: &Value) -> Result<(), CommandError> {
    write_stdout(harmless_json(&format!("{value:#}\n")).as_bytes())
}

/// Writes a value as a line of JSON to stdout.
pub(crate) fn print_json_line(value: &impl Serialize) -> Result<(), CommandError> {
    let line = serde_json::to_string(value).map_err(CommandError::host)? + "\n";
    write_stdout(harmless_json(&line).as_bytes())
}

/// Writes to stdout what this program made from nothing but its own words, as it is.
pub(crate) fn print_generated(data: &[u8]) -> Result<(), CommandError> {
    write_stdout(data)
}

/// Writes a message to stderr. Ignores errors: a closed stderr is no reason to stop.
pub(crate) fn message(words: &str) {
    let _ = writeln!(held_output::HoldableStderr, "{}", harmless_text(words));
}

/// Writes a file and overwrites an existing one, but does not follow a symbolic link that somebody
/// may have put there.
pub(crate) fn write_over(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let careful = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed();
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true).custom_flags(careful);
    options.open(path)?.write_all(bytes)
}

/// Writes a new file. An error if it exists, so that nothing is lost.
pub(crate) fn write_new(path: &Path, text: &str) -> std::io::Result<()> {
    OpenOptions::new().write(true).create_new(true).open(path)?.write_all(text.as_bytes())
}
