//! Reads files from untrusted sources: submissions, manifests, ledgers, replays,
//! results, databases.
//!
//! Architecture invariant: no other module opens such a file. This one never blocks on a FIFO or a
//! device, follows no symbolic link below a folder that the user named, trusts no size that a file
//! system reports, and reads no more than its limit. `docs/SECURITY.md` lists the limits.
#![expect(clippy::disallowed_methods, reason = "this module reads strangers' files for all others")]

mod file;
mod folder;
mod problem;
mod text;

pub use file::{
    SymlinkPolicy, check_regular, is_folder, open_file, read_file, read_file_in, read_stdin, read_stdin_line,
    read_text, stdin,
};
pub use folder::{FolderContents, FolderLimits, check_shown, list_folder, read_folder};
pub use problem::{UnreadableFile, UnreadableReason};
pub use rathaus_games::harmless::{harmless, harmless_json, harmless_text, indented, sanitize, shortened};
pub use text::{UndisplayableNameError, check_name, excerpt, printable, toml_problem};

/// The most bytes of a source file, and of all files of a submission together.
pub const MAX_SOURCE_BYTES: u64 = 64 << 20;

/// The most bytes of source files that are searched for an entry point.
pub const MAX_SEARCHED_BYTES: usize = 2 << 20;

/// The most bytes of a `bot.toml`.
pub const MAX_MANIFEST_BYTES: u64 = 64 << 10;

/// The most bytes of a `game.toml`, a `tournament.toml`, a file of parameters or a list of bots.
pub const MAX_CONFIG_BYTES: u64 = 1 << 20;

/// The most bytes of a post: a page with a hundred long answers.
pub const MAX_POST_BYTES: u64 = 4 << 20;

/// The most bytes of a ledger: about 60,000 postings.
pub const MAX_LEDGER_BYTES: u64 = 8 << 20;

/// The most bytes of a replay or of a result as JSON.
pub const MAX_REPLAY_BYTES: u64 = 256 << 20;

/// The most bytes of the spec of one match.
pub const MAX_SPEC_BYTES: u64 = 64 << 20;
