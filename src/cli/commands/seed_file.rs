//! Seed files: files with the numbers of the rounds. `rathaus seed-file` creates one that nobody
//! can predict, and games play with it.

use std::io;
use std::path::{Path, PathBuf};

use rathaus_games::seed_file::{read_numbers, write_numbers};
use rustix::rand::{GetRandomFlags, getrandom};

use crate::cli::args::CreateSeedFileArgs;
use crate::cli::exit::{CommandError, ExitKind};
use crate::submissions::SubmissionError;
use crate::submissions::commitments::CommitmentHash;
use crate::untrusted::{self, MAX_SOURCE_BYTES, SymlinkPolicy};

/// The help for an invalid seed file.
const REMEDY: &str =
    "a seed file has a number from 0 to 18446744073709551615 on each line; `rathaus seed-file N` makes one";

/// The content of a seed file. It is read once, so the checked bytes are the ones that are played.
#[derive(Debug)]
pub(crate) struct SeedFile {
    pub(crate) path: PathBuf,
    pub(crate) bytes: Vec<u8>,
}

impl SeedFile {
    pub(crate) fn read(path: &Path) -> Result<SeedFile, CommandError> {
        let bytes = untrusted::read_file(path, SymlinkPolicy::Follow, MAX_SOURCE_BYTES)
            .map_err(|error| failed(path, error.why.to_string(), REMEDY))?;
        Ok(SeedFile { path: path.into(), bytes })
    }

    pub(crate) fn numbers(&self) -> Result<Vec<u64>, CommandError> {
        read_numbers(&self.bytes).map_err(|error| failed(&self.path, error.to_string(), REMEDY))
    }
}

fn failed(path: &Path, problem: String, help: &str) -> CommandError {
    CommandError::new(ExitKind::Input, SubmissionError::input(path, problem).with_help(help))
}

pub(crate) fn seed_file(args: &CreateSeedFileArgs) -> Result<(), CommandError> {
    let numbers: Result<Vec<u64>, CommandError> = (0..args.count).map(|_| random_number()).collect();
    let text = write_numbers(numbers?);
    let Some(path) = &args.output else { return crate::cli::terminal::print_generated(text.as_bytes()) };
    crate::cli::terminal::write_new(path, &text).map_err(|error| unwritten(path, &error))?;
    crate::cli::terminal::print_text(&format!(
        "{}  {}\n",
        CommitmentHash::of(text.as_bytes()),
        path.display()
    ))
}

/// An unpredictable number. An error without the system's randomness, because other sources could
/// be guessed.
fn random_number() -> Result<u64, CommandError> {
    let mut bytes = [0; 8];
    // The system never returns fewer bytes for such a small request.
    getrandom(&mut bytes, GetRandomFlags::empty())
        .map_err(|error| CommandError::host(format!("the operating system gives no randomness: {error}")))?;
    Ok(u64::from_le_bytes(bytes))
}

fn unwritten(path: &Path, error: &io::Error) -> CommandError {
    match error.kind() {
        io::ErrorKind::AlreadyExists => failed(
            path,
            "there is such a file already, and it may be promised to somebody".into(),
            "name another file, or remove this one if it is of no use any more",
        ),
        _ => {
            failed(path, format!("cannot be written: {error}"), "name a file in a folder that can be written")
        }
    }
}
