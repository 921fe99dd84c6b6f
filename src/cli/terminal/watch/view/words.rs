//! Text on the screen. Control characters from bots are escaped.

use ratatui::text::{Line, Span};
use rathaus_games::picture;

use crate::cli::terminal::watch::colours::ColourDepth;
use crate::report::{beginning, harmless};

/// The width of a text in columns.
pub(super) fn columns(text: &str) -> u16 {
    Span::raw(text).width().try_into().unwrap_or(u16::MAX)
}

/// A text of at most this width. A longer one ends in an ellipsis.
pub(super) fn fitted(text: &str, width: usize) -> String {
    if Span::raw(text).width() <= width {
        return text.into();
    }
    let shown = beginning(text, |shown| Span::raw(shown).width() < width);
    if width > 0 { format!("{shown}\u{2026}") } else { shown.into() }
}

/// The same, padded with blanks to exactly this width.
pub(super) fn padded(text: &str, width: usize) -> String {
    let text = fitted(text, width);
    let blanks = width.saturating_sub(Span::raw(text.as_str()).width());
    text + &" ".repeat(blanks)
}

pub(super) fn line(runs: &picture::StyledLine, colours: ColourDepth) -> Line<'static> {
    Line::from_iter(runs.iter().map(|run| Span::styled(harmless(&run.text), colours.style(run.tone))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_take_the_columns_that_there_are() {
        assert_eq!(fitted("rat race", 8), "rat race");
        assert_eq!(fitted("rat race", 5), "rat \u{2026}");
        assert_eq!(fitted("\u{65e5}\u{672c}\u{8a9e}", 4), "\u{65e5}\u{2026}");
        assert_eq!(fitted("rat", 0), "");
        assert_eq!(padded("rat", 5), "rat  ");
        assert_eq!((padded("rat", 2), columns("\u{65e5}")), ("r\u{2026}".into(), 2));
    }
}
