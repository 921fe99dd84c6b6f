//! Splits the output of a bot into replies.

/// Bytes that were read and not yet used.
///
/// The caller bounds it: it reads only while a reply is incomplete and below its limit.
#[derive(Debug, Default)]
pub(super) struct ReplyLineSplitter {
    bytes: Vec<u8>,
    /// Where the current reply begins.
    begin: usize,
    /// Up to where line feeds have been searched.
    scanned: usize,
    /// How many line feeds are between `begin` and `scanned`.
    lines: usize,
}

impl ReplyLineSplitter {
    pub(super) fn push(&mut self, bytes: &[u8]) {
        if self.begin == self.bytes.len() {
            self.bytes.clear();
            (self.begin, self.scanned) = (0, 0);
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// Discards all unused bytes.
    pub(super) fn forget(&mut self) {
        *self = ReplyLineSplitter::default();
    }

    pub(super) fn unused(&self) -> &[u8] {
        &self.bytes[self.begin..]
    }

    /// The next `count` lines with their line feeds, if they are complete.
    pub(super) fn take_lines(&mut self, count: usize) -> Option<&[u8]> {
        while self.lines < count {
            let end = memchr::memchr(b'\n', &self.bytes[self.scanned..]);
            let Some(end) = end else {
                self.scanned = self.bytes.len();
                return None;
            };
            self.scanned += end + 1;
            self.lines += 1;
        }
        let answer = &self.bytes[self.begin..self.scanned];
        self.begin = self.scanned;
        self.lines = 0;
        Some(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::ReplyLineSplitter;

    /// Replies do not depend on how the output is split into reads.
    #[test]
    fn answers_do_not_depend_on_how_bytes_arrive() {
        let text = b"one\ntwo\nthree\n\nfive\nsix";
        for size in 1..=text.len() {
            let mut reply_buffer = ReplyLineSplitter::default();
            let mut answers = Vec::new();
            for piece in text.chunks(size) {
                reply_buffer.push(piece);
                while let Some(answer) = reply_buffer.take_lines(if answers.is_empty() { 2 } else { 1 }) {
                    answers.push(String::from_utf8(answer.to_vec()).unwrap());
                }
            }
            assert_eq!(answers, ["one\ntwo\n", "three\n", "\n", "five\n"], "in pieces of {size}");
            assert_eq!(reply_buffer.unused(), b"six");
        }
    }
}
