//! The encodings of source files: what editors on other systems write.

use std::borrow::Cow;
use std::path::Path;

use super::adapter::LanguageAdapter;
use super::error::SubmissionError;
use super::source::SourceFiles;

/// The mark that some editors write at the beginning of UTF-8. Many compilers reject it.
const UTF8_MARK: &[u8] = b"\xef\xbb\xbf";

/// The marks of UTF-16, in both byte orders. Those of UTF-32 begin with them or with a NUL.
const UTF16_MARKS: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];

/// How many bytes at the beginning of a file are searched for a NUL.
const SEARCHED: usize = 4_096;

/// Fails if the main source file is in UTF-16 or UTF-32.
pub(super) fn refuse_wide(source: &SourceFiles, main: &Path) -> Result<(), SubmissionError> {
    let bytes = source.files.get(main).map(Vec::as_slice).unwrap_or_default();
    let is_wide = UTF16_MARKS.iter().any(|mark| bytes.starts_with(mark))
        || bytes[..bytes.len().min(SEARCHED)].contains(&0);
    if !is_wide {
        return Ok(());
    }
    let name = main.display();
    let problem = format!("the source {name} is not in UTF-8: it contains NUL bytes, as UTF-16 does");
    let help = format!("save it as UTF-8, or: iconv -f UTF-16 -t UTF-8 {name} -o converted");
    Err(SubmissionError::input(&source.root, problem).with_help(help))
}

/// A source file as its language needs it: without the mark of UTF-8, and with line feeds only if
/// the language needs that. Other files stay as they are.
pub(super) fn adapted<'a>(bytes: &'a [u8], path: &Path, adapter: &LanguageAdapter) -> Cow<'a, [u8]> {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    if !adapter.extensions.contains(&extension) {
        return bytes.into();
    }
    let text = bytes.strip_prefix(UTF8_MARK).unwrap_or(bytes);
    if !adapter.line_feeds_only || !text.contains(&b'\r') {
        return text.into();
    }
    let mut lines = Vec::with_capacity(text.len());
    for (index, line) in text.split(|byte| *byte == b'\n').enumerate() {
        if index > 0 {
            lines.push(b'\n');
        }
        lines.extend(line.strip_suffix(b"\r").unwrap_or(line));
    }
    lines.into()
}

#[cfg(test)]
mod tests {
    use super::super::adapter::adapters;
    use super::*;

    #[test]
    fn a_source_loses_its_mark_and_other_files_stay() {
        let of = |language: &str| adapters().iter().find(|one| one.language == language).unwrap();
        let (shell, java) = (of("shell"), of("java"));
        let marked = b"\xef\xbb\xbfone\r\ntwo\r";
        assert_eq!(&*adapted(marked, Path::new("a.sh"), shell), b"one\ntwo");
        assert_eq!(&*adapted(marked, Path::new("A.java"), java), b"one\r\ntwo\r");
        assert_eq!(&*adapted(marked, Path::new("data.bin"), java), marked);
        assert_eq!(&*adapted(b"a\n\nb", Path::new("a.sh"), shell), b"a\n\nb");
    }
}
