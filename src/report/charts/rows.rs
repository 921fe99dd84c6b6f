//! The common parts of charts with a row for each bot: names at the left, values along a scale,
//! numbers at the right.

use plotters::style::Color;

use super::canvas::{Canvas, LabelStyle, MARGIN, SMALL, TOP, picture, without_overlaps};
use super::colours::{BAND, GRID};
use super::scale::AxisScale;
use super::words::{shortened, width};
use super::{ChartAxis, ChartWidth};

/// The maximum width of names in a wide chart, as part of its width.
const MOST_FOR_NAMES: f64 = 220.0;
/// The width of the numbers at the right.
const FOR_NUMBERS: f64 = 110.0;
/// The height of a name and its number, where they stand above their row.
const NAME_LINE: f64 = 20.0;
/// With more rows than this, the tick labels at the foot are too far from the top rows, so they are
/// repeated at the top.
const FEW: usize = 15;
/// The font size of names and numbers.
pub(super) const SIZE: f64 = 13.0;

pub(super) struct RowChartFrame {
    scale: AxisScale,
    names: Vec<String>,
    width: ChartWidth,
    /// The ends of the scale.
    left: f64,
    right: f64,
    top: f64,
    /// The height of the line of names above a row. 0 if names stand beside their rows.
    name_line: f64,
    height: f64,
}

impl RowChartFrame {
    /// Rows of this height for bots with these names, from top to bottom.
    pub(super) fn new<'a>(
        scale: AxisScale,
        names: impl Iterator<Item = &'a str>,
        height: f64,
        chart_width: ChartWidth,
    ) -> RowChartFrame {
        let pixels = chart_width.pixels();
        let most_for_names = match chart_width {
            ChartWidth::Wide => MOST_FOR_NAMES,
            ChartWidth::Narrow => pixels - 2.0 * MARGIN - FOR_NUMBERS,
        };
        let names: Vec<String> = names.map(|name| shortened(name, most_for_names / SIZE)).collect();
        let widest = names.iter().map(|name| width(name) * SIZE).fold(60.0, f64::max);
        // The outer labels are centred at the ends of the scale.
        let half_label =
            scale.ticks().map(|(_, label)| width(&label) * SMALL / 2.0 + 1.0).fold(MARGIN, f64::max);
        let (left, right, name_line) = match chart_width {
            ChartWidth::Wide => (MARGIN + widest + 18.0, pixels - MARGIN - FOR_NUMBERS, 0.0),
            ChartWidth::Narrow => (half_label, pixels - half_label, NAME_LINE),
        };
        let top = if names.len() > FEW { TOP + 22.0 } else { TOP };
        RowChartFrame { scale, names, width: chart_width, left, right, top, name_line, height }
    }

    pub(super) fn x(&self, value: f64) -> f64 {
        self.along(self.scale.at(value))
    }

    /// The vertical middle of what is drawn in a row.
    pub(super) fn y(&self, row: usize) -> f64 {
        self.row_top(row) + self.name_line + self.height / 2.0
    }

    /// Draws the common parts of the chart, then calls `draw` for the rest. `note` explains the
    /// rows.
    pub(super) fn picture(
        &self,
        title: &str,
        axis: &ChartAxis,
        note: Option<&str>,
        draw: impl FnOnce(&Canvas),
    ) -> String {
        let lines = self.axis_lines(axis, note);
        let height = self.bottom() + 62.0 + 16.0 * (lines.len() - 1) as f64;
        picture(title, self.width.pixels(), height, |canvas| {
            self.draw_bands(canvas);
            self.draw_ticks(canvas);
            let middle = f64::midpoint(self.left, self.right);
            for (line, words) in (0..).zip(&lines) {
                let at = (middle, self.bottom() + 40.0 + 16.0 * f64::from(line));
                canvas.words(at, words, LabelStyle::new(SIZE).quiet().centred());
            }
            draw(canvas);
        })
    }

    /// The label of the axis with the note, in one line or in two.
    fn axis_lines(&self, axis: &ChartAxis, note: Option<&str>) -> Vec<String> {
        let label = axis.label.as_str();
        let pixels = self.width.pixels();
        match (self.width, note) {
            (ChartWidth::Wide, note) => {
                let note = note.map(|note| format!(" ({note})")).unwrap_or_default();
                vec![shortened(&format!("{label}{note}"), (pixels - self.left) / SIZE)]
            }
            (ChartWidth::Narrow, note) => {
                let lines = std::iter::once(label).chain(note);
                lines.map(|line| shortened(line, (pixels - MARGIN) / SIZE)).collect()
            }
        }
    }

    /// Draws the heading of the numbers at the right.
    pub(super) fn draw_number_title(&self, canvas: &Canvas, words: &str) {
        // In a narrow chart, the labels at the top need the whole width.
        let is_crowded = self.width == ChartWidth::Narrow && self.names.len() > FEW;
        let above = if is_crowded { 30.0 } else { 12.0 };
        let at = (self.width.pixels() - MARGIN, self.top - above);
        canvas.words(at, words, LabelStyle::new(SMALL).quiet().ending());
    }

    /// Draws a number at the right of a row.
    pub(super) fn draw_number(&self, canvas: &Canvas, row: usize, number: &str) {
        let at = (self.width.pixels() - MARGIN, self.name_y(row));
        canvas.words(at, number, LabelStyle::new(SIZE).ending());
    }

    fn along(&self, share: f64) -> f64 {
        self.left + share * (self.right - self.left)
    }

    fn row_top(&self, row: usize) -> f64 {
        self.top + (self.name_line + self.height) * row as f64
    }

    /// The vertical middle of the name of a row.
    fn name_y(&self, row: usize) -> f64 {
        if self.name_line > 0.0 { self.row_top(row) + self.name_line / 2.0 + 2.0 } else { self.y(row) }
    }

    fn bottom(&self) -> f64 {
        self.row_top(self.names.len())
    }

    /// Draws the names, and a shade behind every other row to guide the eye.
    fn draw_bands(&self, canvas: &Canvas) {
        let right = self.width.pixels() - MARGIN / 2.0;
        for row in (0..self.names.len()).step_by(2) {
            canvas.bar((MARGIN / 2.0, self.row_top(row)), (right, self.row_top(row + 1)), BAND.to_rgba());
        }
        for (row, name) in self.names.iter().enumerate() {
            canvas.words((MARGIN, self.name_y(row)), name, LabelStyle::new(SIZE));
        }
    }

    /// Draws the line of a tick, but not across names.
    fn draw_tick(&self, canvas: &Canvas, x: f64) {
        let foot = (x, self.bottom() + 4.0);
        if self.name_line > 0.0 {
            for row in 0..self.names.len() {
                let ends = [(x, self.row_top(row) + self.name_line), (x, self.row_top(row + 1))];
                canvas.line(&ends, 1.0, GRID.to_rgba());
            }
            canvas.line(&[(x, self.bottom()), foot], 1.0, GRID.to_rgba());
        } else {
            canvas.line(&[(x, self.top), foot], 1.0, GRID.to_rgba());
        }
    }

    fn draw_ticks(&self, canvas: &Canvas) {
        for (share, _) in self.scale.ticks() {
            self.draw_tick(canvas, self.along(share));
        }
        let labels = self.scale.ticks().map(|(share, label)| (self.along(share), label));
        for (x, number) in without_overlaps(labels) {
            let look = LabelStyle::new(SMALL).quiet().centred();
            canvas.words((x, self.bottom() + 16.0), &number, look);
            if self.names.len() > FEW {
                canvas.words((x, self.top - 12.0), &number, look);
            }
        }
    }
}
