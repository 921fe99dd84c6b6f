//! Replaces comments and strings by blanks, so that patterns see only code.

use super::adapter::CommentAndStringSyntax;

/// The source with each comment and string replaced by blanks. Line ends stay in place.
pub(super) fn blank(source: &str, lexis: &CommentAndStringSyntax) -> String {
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        match opaque_length(rest, lexis) {
            Some(length) => {
                out.extend(rest[..length].chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
                rest = &rest[length..];
            }
            None => {
                out.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    out
}

/// The length of the comment or string that begins here, if one does.
fn opaque_length(rest: &str, lexis: &CommentAndStringSyntax) -> Option<usize> {
    if !lexis.line_comment.is_empty() && rest.starts_with(&lexis.line_comment) {
        return Some(rest.find('\n').unwrap_or(rest.len()));
    }
    if let Some((open, close)) = &lexis.block_comment
        && let Some(inside) = rest.strip_prefix(open.as_str())
    {
        return Some(inside.find(close.as_str()).map_or(rest.len(), |at| open.len() + at + close.len()));
    }
    let quote = lexis.quotes.iter().find(|quote| rest.starts_with(quote.as_str()))?;
    Some(string_length(rest, quote))
}

/// The length of a string, which ends at a closing quote that no backslash precedes. If the quote
/// is a single character, the string also ends at the end of the line.
fn string_length(rest: &str, quote: &str) -> usize {
    let mut at = quote.len();
    while at < rest.len() {
        let here = &rest[at..];
        if here.starts_with(quote) {
            return at + quote.len();
        }
        if quote.len() == 1 && here.starts_with('\n') {
            return at;
        }
        let mut characters = here.chars();
        let escaped = characters.next() == Some('\\');
        at = rest.len() - characters.as_str().len();
        if escaped && let Some(next) = characters.next() {
            at += next.len_utf8();
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(lexis: &CommentAndStringSyntax, source: &str, expected: &str) {
        assert_eq!(blank(source, lexis), expected, "of {source:?}");
    }

    #[test]
    fn only_code_is_left() {
        let c = CommentAndStringSyntax {
            line_comment: "//".into(),
            block_comment: Some(("/*".into(), "*/".into())),
            quotes: vec!["\"".into(), "'".into()],
        };
        check(&c, "a // b\nc", "a     \nc");
        check(&c, "a /* b\n */ c", "a     \n    c");
        check(&c, r#"f("x\"y") + '"' + g"#, "f(      ) +     + g");
        check(&c, "s = \"never closed\nt", "s =              \nt");
        check(&c, "/* never closed", "               ");
        let python = CommentAndStringSyntax {
            line_comment: "#".into(),
            block_comment: None,
            quotes: vec!["\"\"\"".into(), "\"".into()],
        };
        check(&python, "\"\"\"class A\n\"x\" \"\"\"b # c\u{e4}\nd", "          \n       b     \nd");
    }
}
