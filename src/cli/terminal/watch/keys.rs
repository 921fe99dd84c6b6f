//! What keys mean.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use crate::tournament::watch::Pace;

/// What somebody who watches may want.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wish {
    /// A pause, or the end of it.
    Pause,
    Step,
    Faster,
    Slower,
    /// The next match.
    Skip,
    /// To be told about keys, or not any more.
    Help,
    /// To see no more of it.
    Leave,
    /// That the program ends.
    Interrupt,
}

impl Wish {
    /// What a key means, if anything.
    pub(super) fn of(key: KeyEvent) -> Option<Wish> {
        if key.kind == KeyEventKind::Release {
            return None;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return (key.code == KeyCode::Char('c')).then_some(Wish::Interrupt);
        }
        match key.code {
            KeyCode::Char(' ') => Some(Wish::Pause),
            KeyCode::Char('s') | KeyCode::Right => Some(Wish::Step),
            KeyCode::Char('+' | '=') | KeyCode::Up => Some(Wish::Faster),
            KeyCode::Char('-') | KeyCode::Down => Some(Wish::Slower),
            KeyCode::Char('n') => Some(Wish::Skip),
            KeyCode::Char('?' | 'h') => Some(Wish::Help),
            KeyCode::Char('q') => Some(Wish::Leave),
            _ => None,
        }
    }

    /// Has the match go on as it is wished.
    pub(super) fn apply(self, pace: &mut Pace) {
        match self {
            Wish::Pause => pace.toggle(),
            Wish::Step => pace.step(),
            Wish::Faster => pace.change(pace.speed().doubled()),
            Wish::Slower => pace.change(pace.speed().halved()),
            Wish::Skip => pace.skip(),
            Wish::Help | Wish::Leave | Wish::Interrupt => {}
        }
    }
}

/// What each key does, for people.
pub(super) const HELP: [(&str, &str); 7] = [
    ("space", "pause, or go on"),
    ("s  \u{2192}", "pause, and with each press one question more"),
    ("+  \u{2191}", "twice as many questions a second, up to full speed"),
    ("-  \u{2193}", "half as many"),
    ("n", "the next match: the rest of this one at full speed"),
    ("q", "leave: the run goes on without being shown"),
    ("Ctrl-C", "end the run"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::watch::Speed;

    #[test]
    fn keys_mean_what_the_help_says() {
        let of = |code| Wish::of(KeyEvent::new(code, KeyModifiers::NONE));
        assert_eq!(
            [' ', 's', '+', '-', 'n', '?', 'q', 'x'].map(|letter| of(KeyCode::Char(letter))),
            [
                Some(Wish::Pause),
                Some(Wish::Step),
                Some(Wish::Faster),
                Some(Wish::Slower),
                Some(Wish::Skip),
                Some(Wish::Help),
                Some(Wish::Leave),
                None
            ]
        );
        assert_eq!(
            [KeyCode::Right, KeyCode::Up, KeyCode::Down].map(of),
            [Some(Wish::Step), Some(Wish::Faster), Some(Wish::Slower)]
        );
        let control = |letter| Wish::of(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL));
        assert_eq!([control('c'), control('q')], [Some(Wish::Interrupt), None]);
    }

    #[test]
    fn wishes_change_the_pace() {
        let mut pace = Pace::new(Speed::of(32));
        for wish in [Wish::Faster, Wish::Faster, Wish::Slower, Wish::Pause] {
            wish.apply(&mut pace);
        }
        assert_eq!((pace.speed(), pace.is_paused(), pace.is_skipping()), (Speed::of(64), true, false));
        Wish::Skip.apply(&mut pace);
        assert!(pace.is_skipping());
    }
}
