//! Words on the screen. Those that come from bots move no cursor there.

use ratatui::text::{Line, Span};
use rathaus_games::picture;

use crate::cli::terminal::watch::colours::ColourDepth;
use crate::report::{beginning, harmless};

/// How many columns a text takes.
pub(super) fn columns(text: &str) -> u16 {
    Span::raw(text).width().try_into().unwrap_or(u16::MAX)
}

/// A text that takes no more columns than these: of a longer one the beginning, and a sign that
/// there is more.
pub(super) fn fitted(text: &str, width: usize) -> String {
    if Span::raw(text).width() <= width {
        return text.into();
    }
    let shown = beginning(text, |shown| Span::raw(shown).width() < width);
    if width > 0 { format!("{shown}\u{2026}") } else { shown.into() }
}

/// The same with blanks after it, so that it takes exactly so many.
pub(super) fn padded(text: &str, width: usize) -> String {
    let text = fitted(text, width);
    let blanks = width.saturating_sub(Span::raw(text.as_str()).width());
    text + &" ".repeat(blanks)
}

pub(super) fn line(runs: &picture::Line, colours: ColourDepth) -> Line<'static> {
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
