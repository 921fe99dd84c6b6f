//! Draws a match, in a window of any size.

mod board;
mod panel;
#[cfg(test)]
mod tests;
mod words;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, LineGauge, Paragraph};

use super::colours::ColourDepth;
use super::keys::HELP;
use super::scoreboard::Scoreboard;
use crate::report::harmless;
use crate::tournament::watch::{MatchSnapshot, PaceController, WatchSnapshot};
use words::{columns, fitted};

/// The minimum width and height of a window, in columns and rows.
pub(super) const LEAST: (u16, u16) = (30, 8);

/// The minimum width of the panel beside the board, in columns.
const PANEL: u16 = 32;

/// Facts that only tell how far the match is. The gauge shows them, so they get no chart.
const CLOCKS: [&str; 3] = ["round", "of", "turn"];

const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
const DIM: Style = Style::new().add_modifier(Modifier::DIM);

pub(super) struct WatchView<'a> {
    pub(super) scores: &'a Scoreboard,
    pub(super) snapshot: &'a WatchSnapshot,
    pub(super) pace: PaceController,
    pub(super) colours: ColourDepth,
    /// Whether to show the help for keys.
    pub(super) has_help: bool,
}

impl WatchView<'_> {
    pub(super) fn draw(&self, frame: &mut Frame) {
        let area = frame.area();
        if area.width < LEAST.0 || area.height < LEAST.1 {
            let words = Paragraph::new("the window is too small; q leaves");
            return frame.render_widget(words.wrap(Default::default()), area);
        }
        let rows = [Constraint::Length(1), Constraint::Length(1), Constraint::Min(1), Constraint::Length(1)];
        let [title, gauge, body, keys] = Layout::vertical(rows).areas(area);
        self.draw_title(frame, title);
        match &self.snapshot.match_snapshot {
            Some(match_snapshot) => {
                self.draw_gauge(frame, gauge, match_snapshot);
                self.draw_body(frame, body, match_snapshot);
            }
            None => frame.render_widget("the bot is being started", gauge),
        }
        frame.render_widget(self.keys(), keys);
        if self.has_help {
            draw_help(frame, body);
        }
    }

    fn draw_title(&self, frame: &mut Frame, area: Rect) {
        let state = if self.pace.is_skipping() {
            " to the end ".to_owned()
        } else if self.pace.is_paused() {
            " paused ".to_owned()
        } else {
            format!(" {} ", self.pace.speed())
        };
        let width = area.width.saturating_sub(columns(&state));
        let [left, right] =
            Layout::horizontal([Constraint::Min(1), Constraint::Length(columns(&state))]).areas(area);
        let title = fitted(&self.title(), usize::from(width));
        frame.render_widget(Line::styled(title, BOLD), left);
        frame.render_widget(Line::styled(state, Style::new().add_modifier(Modifier::REVERSED)), right);
    }

    /// The game, the number of the match, and who plays.
    fn title(&self) -> String {
        let scores = self.scores;
        let who = match scores.seats(self.snapshot.scheduled_match).as_slice() {
            [only] => harmless(&only.name),
            several => format!("{} bots", several.len()),
        };
        let seats = scores
            .scheduled_matches
            .get(self.snapshot.scheduled_match)
            .map_or([].as_slice(), |scheduled_match| &scheduled_match.seats);
        let matches = seats.first().map_or(0, |entrant| scores.matches(*entrant));
        let place = match matches {
            0 | 1 => scores.called(self.snapshot.scheduled_match),
            matches => format!("{} of {matches}", scores.called(self.snapshot.scheduled_match)),
        };
        format!("{}, {place}, {who}", scores.rules.name())
    }

    fn draw_gauge(&self, frame: &mut Frame, area: Rect, match_snapshot: &MatchSnapshot) {
        let done = match_snapshot.progress.done.clamp(0.0, 1.0);
        let come = if match_snapshot.is_over { "over".into() } else { format!("{:.0} %", done * 100.0) };
        let gauge = LineGauge::default().ratio(done).label(format!("{}, {come}", place(match_snapshot)));
        let gauge = gauge.filled_symbol("\u{2501}").unfilled_symbol("\u{2500}");
        frame.render_widget(gauge.filled_style(self.colours.line()).unfilled_style(DIM), area);
    }

    /// Draws the board, with the panel beside it if there is room, else below it.
    fn draw_body(&self, frame: &mut Frame, area: Rect, match_snapshot: &MatchSnapshot) {
        let wants = board::width(&match_snapshot.picture).min(60);
        if area.width >= wants + 2 + PANEL {
            let room = Rect { width: area.width - PANEL - 2, ..area };
            let used = board::draw(frame, room, &match_snapshot.picture, self.colours);
            let left = used.width.max(wants) + 2;
            let width = (area.width - left).min(80);
            self.draw_panel(frame, Rect { x: area.x + left, width, ..area }, match_snapshot);
        } else {
            let used = board::draw(frame, area, &match_snapshot.picture, self.colours);
            let (y, height) = (area.y + used.height, area.height - used.height);
            self.draw_panel(frame, Rect { y, height, ..area }, match_snapshot);
        }
    }

    fn keys(&self) -> Line<'static> {
        let pause = if self.pace.is_paused() { "go on" } else { "pause" };
        let keys = [
            ("q", "leave"),
            ("space", pause),
            ("\u{2192}", "step"),
            ("+ -", "pace"),
            ("n", "next"),
            ("?", "help"),
        ];
        let spans = keys
            .into_iter()
            .flat_map(|(key, meaning)| [Span::styled(key, BOLD), Span::raw(format!(" {meaning}   "))]);
        Line::from_iter(spans)
    }
}

/// How far a match is, by its round and turn if it has any.
fn place(match_snapshot: &MatchSnapshot) -> String {
    let fact = |wanted| {
        match_snapshot.progress.facts.iter().find(|(name, _)| *name == wanted).map(|(_, number)| number)
    };
    let rounds = fact("round").zip(fact("of")).map(|(round, of)| format!("{round} of {of} rounds"));
    let turn = fact("turn").map(|turn| format!("turn {turn}"));
    let places: Vec<String> = rounds.into_iter().chain(turn).collect();
    if places.is_empty() { format!("request {}", match_snapshot.question) } else { places.join(", ") }
}

/// Draws the help for keys on top of everything.
fn draw_help(frame: &mut Frame, body: Rect) {
    let lines: Vec<Line> = HELP
        .iter()
        .map(|(key, meaning)| {
            Line::from_iter([Span::styled(format!(" {key:7} "), BOLD), Span::raw(*meaning)])
        })
        .collect();
    let width = lines.iter().map(Line::width).max().unwrap_or(0) as u16 + 3;
    let (width, height) = (width.min(body.width), (lines.len() as u16 + 2).min(body.height));
    let (x, y) = (body.x + (body.width - width) / 2, body.y + (body.height - height) / 2);
    let area = Rect { x, y, width, height };
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(" keys ")), area);
}
