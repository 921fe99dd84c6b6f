//! Files with the numbers of the rounds: `rathaus seed-file` makes them before anybody can know
//! them, and games are played with them.

use std::io;
use std::path::{Path, PathBuf};

use rathaus_games::seed_file::{read_numbers, write_numbers};
use rustix::rand::{GetRandomFlags, getrandom};

use crate::cli::args::SeedFileArgs;
use crate::cli::exit::{Code, Failure};
use crate::submissions::SubmissionError;
use crate::submissions::commitments::Hash;
use crate::untrusted::{self, Links, MAX_SOURCE_BYTES};

/// What helps if a file is none.
const REMEDY: &str =
    "a seed file has a number from 0 to 18446744073709551615 on each line; `rathaus seed-file N` makes one";

/// A seed file as it was read, once: what is checked against a promise is what is played.
#[derive(Debug)]
pub(crate) struct SeedFile {
    pub(crate) path: PathBuf,
    pub(crate) bytes: Vec<u8>,
}

impl SeedFile {
    pub(crate) fn read(path: &Path) -> Result<SeedFile, Failure> {
        let bytes = untrusted::read_file(path, Links::Follow, MAX_SOURCE_BYTES)
            .map_err(|error| failed(path, error.why.to_string(), REMEDY))?;
        Ok(SeedFile { path: path.into(), bytes })
    }

    pub(crate) fn numbers(&self) -> Result<Vec<u64>, Failure> {
        read_numbers(&self.bytes).map_err(|error| failed(&self.path, error.to_string(), REMEDY))
    }
}

fn failed(path: &Path, problem: String, help: &str) -> Failure {
    Failure::new(Code::Input, SubmissionError::input(path, problem).with_help(help))
}

pub(crate) fn seed_file(args: &SeedFileArgs) -> Result<(), Failure> {
    let numbers: Result<Vec<u64>, Failure> = (0..args.count).map(|_| random_number()).collect();
    let text = write_numbers(numbers?);
    let Some(path) = &args.output else { return crate::cli::terminal::print(&text) };
    crate::cli::terminal::write_new(path, &text).map_err(|error| unwritten(path, &error))?;
    crate::cli::terminal::print(&format!("{}  {}\n", Hash::of(text.as_bytes()), path.display()))
}

/// A number that nobody can foresee. Without the system's randomness there is none: another source
/// could be guessed.
fn random_number() -> Result<u64, Failure> {
    let mut bytes = [0; 8];
    // So few bytes are always given all at once.
    getrandom(&mut bytes, GetRandomFlags::empty())
        .map_err(|error| Failure::host(format!("the operating system gives no randomness: {error}")))?;
    Ok(u64::from_le_bytes(bytes))
}

fn unwritten(path: &Path, error: &io::Error) -> Failure {
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
