//! `rathaus commit`: prints hashes of sources to post.

use std::path::Path;

use serde_json::{Value, json};

use crate::cli::args::CommitArgs;
use crate::cli::exit::CommandError;
use crate::submissions::commitments::CommitmentHash;
use crate::submissions::{MANIFEST, RevealedSource, SubmissionError};
use crate::untrusted::{self, MAX_SOURCE_BYTES, SymlinkPolicy};

/// The argument that stands for stdin.
const STDIN: &str = "-";

pub(crate) fn commit(args: &CommitArgs) -> Result<(), CommandError> {
    if let Some(seed) = args.seed {
        return print(
            &[CommittedSource {
                name: seed.to_string(),
                hash: CommitmentHash::of(seed.to_string().as_bytes()),
            }],
            args.json,
        );
    }
    if args.files.iter().filter(|file| *file == Path::new(STDIN)).count() > 1 {
        return Err(CommandError::usage("stdin can be read only once: give `-` once"));
    }
    let (mut committed, mut errors) = (Vec::new(), Vec::new());
    for path in &args.files {
        match read(path) {
            Ok(one) => committed.push(one),
            Err(error) => errors.push(error),
        }
    }
    // Print nothing if a file failed: a partial list could pass for a complete one.
    match errors.is_empty() {
        true => print(&committed, args.json),
        false => Err(CommandError::submissions(&errors)),
    }
}

/// The hash of a source with its name.
struct CommittedSource {
    name: String,
    hash: CommitmentHash,
}

/// Hashes the bytes of a file, or all files of a folder.
fn read(path: &Path) -> Result<CommittedSource, SubmissionError> {
    // The path of a manifest stands for its folder.
    if (path.is_dir() || path.file_name().is_some_and(|name| name == MANIFEST))
        && let Some(listing) = RevealedSource::read(path)?.listing
    {
        return Ok(CommittedSource {
            name: path.display().to_string(),
            hash: CommitmentHash::of_folder(&listing),
        });
    }
    let bytes = match path == Path::new(STDIN) {
        true => untrusted::read_stdin(MAX_SOURCE_BYTES),
        false => untrusted::read_file(path, SymlinkPolicy::Follow, MAX_SOURCE_BYTES),
    };
    let bytes = bytes.map_err(|error| {
        SubmissionError::from(error)
            .with_help("give the path of the file as it will be revealed, or - for stdin")
    })?;
    Ok(CommittedSource { name: path.display().to_string(), hash: CommitmentHash::of(&bytes) })
}

fn print(committed: &[CommittedSource], as_json: bool) -> Result<(), CommandError> {
    if as_json {
        let list = committed.iter().map(|one| json!({ "file": one.name, "hash": one.hash })).collect();
        return crate::cli::terminal::print_json(&Value::Array(list));
    }
    let lines: String = committed.iter().map(|one| format!("{}  {}\n", one.hash, one.name)).collect();
    crate::cli::terminal::print_text(&lines)
}
