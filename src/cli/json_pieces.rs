//! Reads files of many JSON values, such as results from other machines, one piece at a time.

use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use tokio::sync::mpsc;

use crate::untrusted::{self, SymlinkPolicy};

/// A piece of a file: a line that starts with a brace, and all lines up to the next such line. So a
/// truncated value does not affect the next one.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum JsonInputChunk {
    /// One value, or several in a row.
    Text(Vec<u8>),
    /// A piece with more bytes than a value may have.
    TooLong,
}

/// Reads a file, or stdin for `-`, on its own thread, so that the caller can be interrupted. `most`
/// is the maximum size of a piece in bytes.
pub(crate) fn pieces(path: &Path, most: usize) -> mpsc::Receiver<io::Result<JsonInputChunk>> {
    let (sender, pieces) = mpsc::channel(1);
    let path = path.to_owned();
    std::thread::spawn(move || {
        let source: io::Result<Box<dyn Read>> = match path.as_os_str().as_encoded_bytes() {
            b"-" => Ok(Box::new(untrusted::stdin())),
            // The file may have any size, because it is read piece by piece, but it has to be a
            // regular file.
            _ => untrusted::open_file(&path, SymlinkPolicy::Follow, u64::MAX)
                .map(|file| Box::new(file) as Box<dyn Read>)
                .map_err(|error| io::Error::other(error.why.to_string())),
        };
        let pieces = source.map(|source| PieceReader { source: BufReader::new(source), most, next: None });
        // The receiver may have stopped early.
        let _ = match pieces {
            Ok(mut pieces) => pieces.try_for_each(|piece| sender.blocking_send(piece)),
            Err(error) => sender.blocking_send(Err(error)),
        };
    });
    pieces
}

/// Splits a text into pieces.
struct PieceReader<R> {
    source: BufReader<R>,
    most: usize,
    /// The first line of the next piece.
    next: Option<Vec<u8>>,
}

impl<R: Read> PieceReader<R> {
    /// The next line. Only `most` bytes and one more are kept of a longer line. `None` at the end.
    fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let most = self.most as u64 + 1;
        (&mut self.source).take(most).read_until(b'\n', &mut line)?;
        if line.len() > self.most && !line.ends_with(b"\n") {
            self.source.skip_until(b'\n')?;
        }
        Ok((!line.is_empty()).then_some(line))
    }

    fn piece(&mut self) -> io::Result<Option<JsonInputChunk>> {
        let (mut text, mut is_too_long) = (Vec::new(), false);
        while let Some(line) = self.next.take().map_or_else(|| self.line(), |line| Ok(Some(line)))? {
            let is_first = text.is_empty() && !is_too_long;
            if line.starts_with(b"{") && !is_first {
                self.next = Some(line);
                break;
            }
            is_too_long |= text.len() + line.len() > self.most;
            if is_too_long {
                text = Vec::new();
            } else if !text.is_empty() || !line.trim_ascii().is_empty() {
                text.extend_from_slice(&line);
            }
        }
        match (is_too_long, text.is_empty()) {
            (true, _) => Ok(Some(JsonInputChunk::TooLong)),
            (false, true) => Ok(None),
            (false, false) => Ok(Some(JsonInputChunk::Text(text))),
        }
    }
}

impl<R: Read> Iterator for PieceReader<R> {
    type Item = io::Result<JsonInputChunk>;

    fn next(&mut self) -> Option<io::Result<JsonInputChunk>> {
        self.piece().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, most: usize) -> Vec<Option<String>> {
        let pieces = PieceReader { source: BufReader::with_capacity(3, text.as_bytes()), most, next: None };
        let text = |piece| match piece {
            JsonInputChunk::Text(text) => Some(String::from_utf8(text).unwrap()),
            JsonInputChunk::TooLong => None,
        };
        pieces.map(|piece| text(piece.unwrap())).collect()
    }

    fn some(texts: &[&str]) -> Vec<Option<String>> {
        texts.iter().map(|text| Some((*text).to_owned())).collect()
    }

    #[test]
    fn each_result_begins_with_a_brace() {
        assert_eq!(of("{1}\n{2}{3}\n\n{\n  4\n}\n", 99), some(&["{1}\n", "{2}{3}\n\n", "{\n  4\n}\n"]));
        assert_eq!(of("{cut\n{2}\nrubbish\n{3}", 99), some(&["{cut\n", "{2}\nrubbish\n", "{3}"]));
        assert_eq!(of("\n \n", 99), some(&[]));
    }

    #[test]
    fn what_is_too_long_keeps_nothing_else_out() {
        let long = format!("{{{}\n{{2}}\n", "1".repeat(50));
        assert_eq!(of(&long, 10), [None, Some("{2}\n".to_owned())]);
        let folded = format!("{{\n{}}}\n{{2}}\n", " 1\n".repeat(50));
        assert_eq!(of(&folded, 10), [None, Some("{2}\n".to_owned())]);
        assert_eq!(of(&"1".repeat(50), 10), [None]);
    }
}
