//! The sample bots and games, which are embedded in the binary.

use std::path::{Path, PathBuf};

use rust_embed::{EmbeddedFile, RustEmbed};

use super::error::SubmissionError;
use super::template::{put, refuse_occupied};

#[derive(RustEmbed)]
#[folder = "bots/"]
#[exclude = "*__pycache__*"]
struct EmbeddedBots;

#[derive(RustEmbed)]
#[folder = "games/"]
#[include = "*/*"]
#[exclude = "helpers/*"]
#[exclude = "*__pycache__*"]
#[exclude = "*.db*"]
#[exclude = "*.replay"]
struct EmbeddedGames;

/// Writes the bots into `bots/` and the games into `games/` of a new or empty folder. Returns
/// the files.
pub fn write_examples(folder: &Path) -> Result<Vec<PathBuf>, SubmissionError> {
    refuse_occupied(folder)?;
    let mut written = write_all::<EmbeddedBots>(&folder.join("bots"))?;
    written.extend(write_all::<EmbeddedGames>(&folder.join("games"))?);
    Ok(written)
}

fn write_all<Files: RustEmbed>(folder: &Path) -> Result<Vec<PathBuf>, SubmissionError> {
    let files = Files::iter().filter_map(|path| Some((Files::get(&path)?, path)));
    files.map(|(EmbeddedFile { data, .. }, path)| put(folder, &path, &data)).collect()
}
