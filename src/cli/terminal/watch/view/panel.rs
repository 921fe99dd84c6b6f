//! The panel beside the board: charts of numbers over time, scores, and faults.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Sparkline};
use rathaus_games::picture::PictureTone;
use rathaus_games::words::number_within;

use super::words::{columns, fitted, padded};
use super::{BOLD, CLOCKS, DIM, WatchView};
use crate::report::harmless;
use crate::tournament::watch::MatchSnapshot;

/// The maximum height of a chart with its name, in rows.
const HIGHEST: u16 = 6;

/// The maximum width of a name in front of other text, in columns.
const NAME: usize = 20;

/// The maximum number of faults and notes.
const TROUBLES: usize = 8;

impl WatchView<'_> {
    /// Draws charts, scores and faults as far as they fit. Faults come first, with at most a third
    /// of the height, then scores, then charts.
    pub(super) fn draw_panel(&self, frame: &mut Frame, area: Rect, match_snapshot: &MatchSnapshot) {
        let width = usize::from(area.width);
        let (bots, problems) = (self.bots(match_snapshot, width), self.problems(width));
        let height = usize::from(area.height);
        let for_troubles = problems.len().min(height / 3);
        let for_bots = bots.len().min(height - for_troubles);
        let for_charts = height - for_troubles - for_bots;
        // With enough room, separate the parts by an empty line.
        let gap = usize::from(for_charts > 8);
        let for_charts = (for_charts - 2 * gap) as u16;
        let charts = self.draw_charts(frame, Rect { height: for_charts, ..area }, match_snapshot);
        let mut lines = shortened(bots, for_bots);
        lines.extend(std::iter::repeat_n(Line::default(), gap));
        lines.extend(shortened(problems, for_troubles));
        let above = if charts > 0 { charts + gap as u16 } else { 0 };
        let (y, height) = (area.y + above, area.height - above);
        frame.render_widget(Paragraph::new(lines), Rect { y, height, ..area });
    }

    /// Draws a chart for each fact that changes. Returns how many rows the charts take.
    fn draw_charts(&self, frame: &mut Frame, area: Rect, match_snapshot: &MatchSnapshot) -> u16 {
        let facts =
            match_snapshot.progress.facts.iter().enumerate().filter(|(_, (name, _))| !CLOCKS.contains(name));
        let facts: Vec<_> = facts.collect();
        let each = (area.height / (facts.len() as u16).max(1)).min(HIGHEST);
        let mut y = area.y;
        // Without room for a curve, draw only the name and the number.
        for (index, (name, number)) in facts {
            if y + each.max(1) > area.y + area.height {
                break;
            }
            let head =
                Line::from_iter([Span::styled(format!("{name} "), BOLD), Span::raw(number.to_string())]);
            frame.render_widget(head, Rect { y, height: 1, ..area });
            let curve = Rect { y: y + 1, height: each.max(1) - 1, ..area };
            let values: Vec<u64> = self
                .snapshot
                .progress_history
                .fact(index, area.width.into())
                .iter()
                .map(|value| *value as u64)
                .collect();
            frame.render_widget(Sparkline::default().data(&values).style(self.colours.line()), curve);
            y += each.max(1);
        }
        y - area.y
    }

    /// The scores of the bots: the seats, best first, if the game reports a standing, else
    /// all entrants.
    fn bots(&self, match_snapshot: &MatchSnapshot, width: usize) -> Vec<Line<'static>> {
        match match_snapshot.progress.standing.is_empty() {
            true => self.entrants(width),
            false => self.standing(&match_snapshot.progress.standing, width),
        }
    }

    fn standing(&self, standing: &[f64], width: usize) -> Vec<Line<'static>> {
        const SCORE: usize = 8;
        let names: Vec<String> =
            self.scores.seats(self.snapshot.scheduled_match).iter().map(|bot| harmless(&bot.name)).collect();
        let longest = names.iter().map(|name| columns(name)).max().unwrap_or(0);
        // Columns: mark, name, score and curve, separated by blanks.
        let for_name = usize::from(longest).min(width.saturating_sub(SCORE + 4) * 2 / 3);
        let for_curve = width.saturating_sub(for_name + SCORE + 4);
        let bounds = self.bounds(standing.len(), for_curve);
        let mut seats: Vec<usize> = (0..standing.len()).collect();
        seats.sort_by(|one, other| standing[*other].total_cmp(&standing[*one]));
        let line = |seat: usize| {
            let name = names.get(seat).map_or("", String::as_str);
            let values = self.snapshot.progress_history.standing(seat, for_curve);
            Line::from_iter([
                self.mark(seat),
                Span::raw(format!(
                    "{} {:>SCORE$} ",
                    padded(name, for_name),
                    number_within(SCORE, standing[seat])
                )),
                Span::styled(curve(&values, bounds), self.colours.line()),
            ])
        };
        std::iter::once(Line::styled("scores so far", BOLD)).chain(seats.into_iter().map(line)).collect()
    }

    /// The mark of a seat on the board, if the game has marks.
    fn mark(&self, seat: usize) -> Span<'static> {
        match self.scores.rules.seat_mark(seat) {
            Some(mark) => Span::styled(format!("{mark} "), self.colours.style(PictureTone::Seat(seat))),
            None => Span::raw(""),
        }
    }

    /// The common range of the curves of all seats. It includes 0.
    fn bounds(&self, seats: usize, columns: usize) -> (f64, f64) {
        let values = (0..seats).flat_map(|seat| self.snapshot.progress_history.standing(seat, columns));
        values.fold((0.0, 0.0), |(least, most): (f64, f64), value| (least.min(value), most.max(value)))
    }

    fn entrants(&self, width: usize) -> Vec<Line<'static>> {
        let playing = self
            .scores
            .scheduled_matches
            .get(self.snapshot.scheduled_match)
            .map(|scheduled_match| scheduled_match.seats.as_slice());
        let mut lines = Vec::new();
        for (position, entrant) in self.scores.entrants.iter().enumerate() {
            let is_playing = playing.is_some_and(|seats| seats.contains(&position));
            let mut words = format!("{}/{}", entrant.scores.len(), self.scores.matches(position));
            words += &self.scores.so_far(entrant).map(|mean| format!(", {mean}")).unwrap_or_default();
            if entrant.faulty > 0 {
                words += &format!(", {} with faults", entrant.faulty);
            }
            let mark = if is_playing { "> " } else { "  " };
            let name = fitted(&harmless(&entrant.name), (width / 2).max(12));
            let line = fitted(&format!("{mark}{name}  {words}"), width);
            let line = Line::styled(line, if is_playing { BOLD } else { Default::default() });
            // Entrants that play come first, so that they are visible even with little room.
            if is_playing { lines.insert(0, line) } else { lines.push(line) }
        }
        lines
    }

    /// Notes and faults, newest first.
    fn problems(&self, width: usize) -> Vec<Line<'static>> {
        let fault = |(scheduled_match, fault): &(usize, rathaus_games::SeatFault)| {
            let seats = self.scores.seats(*scheduled_match);
            let name = seats.get(fault.seat).map_or(String::new(), |bot| fitted(&harmless(&bot.name), NAME));
            let place = match self.scores.scheduled_matches.len() {
                1 => String::new(),
                _ => format!("{}, ", self.scores.called(*scheduled_match)),
            };
            format!("! {name}, {place}request {}: {}", fault.turn, fault.fault.cause)
        };
        let notes = self.scores.notes.iter().rev().map(|note| format!("! {note}"));
        let faults = self.snapshot.faults.iter().rev().map(fault);
        let lines = notes.chain(faults).take(TROUBLES);
        let lines: Vec<Line> = lines.map(|words| Line::raw(fitted(&harmless(&words), width))).collect();
        if lines.is_empty() {
            return lines;
        }
        std::iter::once(Line::styled("faults, the last one first", BOLD)).chain(lines).collect()
    }
}

/// As many lines as fit. If some are left out, the last line tells how many.
fn shortened(mut lines: Vec<Line<'static>>, room: usize) -> Vec<Line<'static>> {
    if lines.len() > room && room > 1 {
        let more = lines.len() - room + 1;
        lines.truncate(room - 1);
        lines.push(Line::styled(format!("and {more} more"), DIM));
    }
    lines.truncate(room);
    lines
}

/// A curve in one row of block characters.
fn curve(values: &[f64], (least, most): (f64, f64)) -> String {
    const BARS: [char; 8] =
        ['\u{2581}', '\u{2582}', '\u{2583}', '\u{2584}', '\u{2585}', '\u{2586}', '\u{2587}', '\u{2588}'];
    let bar = |value: &f64| {
        let share = if most > least { (value - least) / (most - least) } else { 0.0 };
        BARS[((share * 8.0) as usize).min(7)]
    };
    values.iter().map(bar).collect()
}
