//! The keys of `--watch`.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use crate::tournament::watch::PaceController;

/// An action of the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WatchAction {
    /// Pause or continue.
    Pause,
    Step,
    Faster,
    Slower,
    /// Finish this match at full speed, and show the next one.
    Skip,
    /// Show or hide the help.
    Help,
    /// Leave the screen. The run continues.
    Leave,
    /// End the program.
    Interrupt,
}

impl WatchAction {
    /// The action of a key, if it has one.
    pub(super) fn of(key: KeyEvent) -> Option<WatchAction> {
        if key.kind == KeyEventKind::Release {
            return None;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return (key.code == KeyCode::Char('c')).then_some(WatchAction::Interrupt);
        }
        match key.code {
            KeyCode::Char(' ') => Some(WatchAction::Pause),
            KeyCode::Char('s') | KeyCode::Right => Some(WatchAction::Step),
            KeyCode::Char('+' | '=') | KeyCode::Up => Some(WatchAction::Faster),
            KeyCode::Char('-') | KeyCode::Down => Some(WatchAction::Slower),
            KeyCode::Char('n') => Some(WatchAction::Skip),
            KeyCode::Char('?' | 'h') => Some(WatchAction::Help),
            KeyCode::Char('q') => Some(WatchAction::Leave),
            _ => None,
        }
    }

    /// Changes the pace. Actions that do not concern the pace do nothing.
    pub(super) fn apply(self, pace: &mut PaceController) {
        match self {
            WatchAction::Pause => pace.toggle(),
            WatchAction::Step => pace.step(),
            WatchAction::Faster => pace.change(pace.speed().doubled()),
            WatchAction::Slower => pace.change(pace.speed().halved()),
            WatchAction::Skip => pace.skip(),
            WatchAction::Help | WatchAction::Leave | WatchAction::Interrupt => {}
        }
    }
}

/// The help: each key with what it does.
pub(super) const HELP: [(&str, &str); 7] = [
    ("space", "pause, or go on"),
    ("s  \u{2192}", "pause, and step by one request"),
    ("+  \u{2191}", "twice as many questions a second, up to full speed"),
    ("-  \u{2193}", "half as many"),
    ("n", "the next match: the rest of this one at full speed"),
    ("q", "leave: the run goes on without being shown"),
    ("Ctrl-C", "end the run"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::watch::WatchSpeed;

    #[test]
    fn keys_mean_what_the_help_says() {
        let of = |code| WatchAction::of(KeyEvent::new(code, KeyModifiers::NONE));
        assert_eq!(
            [' ', 's', '+', '-', 'n', '?', 'q', 'x'].map(|letter| of(KeyCode::Char(letter))),
            [
                Some(WatchAction::Pause),
                Some(WatchAction::Step),
                Some(WatchAction::Faster),
                Some(WatchAction::Slower),
                Some(WatchAction::Skip),
                Some(WatchAction::Help),
                Some(WatchAction::Leave),
                None
            ]
        );
        assert_eq!(
            [KeyCode::Right, KeyCode::Up, KeyCode::Down].map(of),
            [Some(WatchAction::Step), Some(WatchAction::Faster), Some(WatchAction::Slower)]
        );
        let control = |letter| WatchAction::of(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL));
        assert_eq!([control('c'), control('q')], [Some(WatchAction::Interrupt), None]);
    }

    #[test]
    fn wishes_change_the_pace() {
        let mut pace = PaceController::new(WatchSpeed::of(32));
        for action in [WatchAction::Faster, WatchAction::Faster, WatchAction::Slower, WatchAction::Pause] {
            action.apply(&mut pace);
        }
        assert_eq!((pace.speed(), pace.is_paused(), pace.is_skipping()), (WatchSpeed::of(64), true, false));
        WatchAction::Skip.apply(&mut pace);
        assert!(pace.is_skipping());
    }
}
