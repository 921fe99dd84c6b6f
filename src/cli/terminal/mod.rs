//! What people see while a command runs, and how output is written.

pub(crate) mod held_output;
pub(crate) mod log;
pub(crate) mod progress;
pub(crate) mod watch;

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use rustix::fs::OFlags;

use crate::cli::exit::CommandError;
use crate::report::harmless_text;

/// Writes data to standard output. A reader that has seen enough and gone away, such as `head`, is
/// no failure.
pub(crate) fn print(data: &str) -> Result<(), CommandError> {
    match std::io::stdout().write_all(data.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(CommandError::host(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Writes a text for people to standard output. Whatever strangers wrote in it moves no cursor and
/// turns no line.
pub(crate) fn print_text(text: &str) -> Result<(), CommandError> {
    print(&harmless_text(text))
}

/// Says something that is no data. Where nobody listens any more, that is no reason to stop.
pub(crate) fn talk(words: &str) {
    let _ = writeln!(held_output::HeldStderr, "{}", harmless_text(words));
}

/// Writes a file, over another one if there is one: but not through a link that somebody has put
/// there.
pub(crate) fn write_over(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let careful = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed();
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true).custom_flags(careful);
    options.open(path)?.write_all(bytes)
}

/// Writes a file that was not there before: what is there may be dear to somebody.
pub(crate) fn write_new(path: &Path, text: &str) -> std::io::Result<()> {
    OpenOptions::new().write(true).create_new(true).open(path)?.write_all(text.as_bytes())
}
