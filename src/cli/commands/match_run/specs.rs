//! Reads the specs of matches from stdin while matches are played.

use std::path::Path;
use std::time::Duration;

use tokio::sync::mpsc;

use crate::cli::json_pieces::{JsonInputChunk, pieces};
use crate::tournament::MatchSpec;
use crate::untrusted::MAX_SPEC_BYTES;

/// The most specs, and the most bytes of them, that are played as one batch.
const MOST_IN_BATCH: usize = 1_024;
const MOST_BATCH_BYTES: usize = 64 << 20;

/// How long to wait for another spec before those that are there are played.
const PATIENCE: Duration = Duration::from_millis(5);

/// A spec from stdin, or why it is none, with its number from 1.
pub(super) type NumberedSpec = (usize, Result<MatchSpec, String>);

pub(super) struct SpecReader {
    pieces: mpsc::Receiver<std::io::Result<JsonInputChunk>>,
    /// The number of specs that were read.
    pub(super) count: usize,
}

impl SpecReader {
    /// Reads stdin.
    pub(super) fn new() -> SpecReader {
        SpecReader { pieces: pieces(Path::new("-"), MAX_SPEC_BYTES as usize), count: 0 }
    }

    /// The next specs: one, and those that follow at once. `None` at the end of stdin.
    pub(super) async fn batch(&mut self) -> Option<Vec<NumberedSpec>> {
        let mut bytes = 0;
        let first = self.pieces.recv().await?;
        let mut batch = self.read(first, &mut bytes);
        while batch.len() < MOST_IN_BATCH && bytes < MOST_BATCH_BYTES {
            match tokio::time::timeout(PATIENCE, self.pieces.recv()).await {
                Ok(Some(piece)) => batch.extend(self.read(piece, &mut bytes)),
                _ => break,
            }
        }
        Some(batch)
    }

    fn read(&mut self, piece: std::io::Result<JsonInputChunk>, bytes: &mut usize) -> Vec<NumberedSpec> {
        let specs = match piece {
            Ok(JsonInputChunk::Text(text)) => {
                *bytes += text.len();
                MatchSpec::all_from_json(&text)
            }
            Ok(JsonInputChunk::TooLong) => vec![Err(format!("it has more than {MAX_SPEC_BYTES} bytes"))],
            Err(error) => vec![Err(format!("stdin cannot be read: {error}"))],
        };
        specs
            .into_iter()
            .map(|spec| {
                self.count += 1;
                (self.count, spec)
            })
            .collect()
    }
}
