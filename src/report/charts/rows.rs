//! The common parts of charts with a row for each bot: names at the left, values along a scale,
//! numbers at the right.

use plotters::style::Color;

use super::ChartAxis;
use super::canvas::{Canvas, LabelStyle, MARGIN, SMALL, TOP, picture};
use super::colours::{BAND, GRID};
use super::scale::AxisScale;
use super::words::{shortened, width};

/// The width of the chart in pixels.
const WIDTH: f64 = 860.0;
/// The maximum width of names, as part of `WIDTH`.
const MOST_FOR_NAMES: f64 = 220.0;
/// The width of the numbers at the right, as part of `WIDTH`.
const FOR_NUMBERS: f64 = 110.0;
/// With more rows than this, the tick labels at the foot are too far from the top rows, so they are
/// repeated at the top.
const FEW: usize = 15;
/// The font size of names and numbers.
pub(super) const SIZE: f64 = 13.0;

pub(super) struct RowChartFrame {
    scale: AxisScale,
    names: Vec<String>,
    left: f64,
    top: f64,
    height: f64,
}

impl RowChartFrame {
    /// Rows of this height for bots with these names, from top to bottom.
    pub(super) fn new<'a>(
        scale: AxisScale,
        names: impl Iterator<Item = &'a str>,
        height: f64,
    ) -> RowChartFrame {
        let names: Vec<String> = names.map(|name| shortened(name, MOST_FOR_NAMES / SIZE)).collect();
        let widest = names.iter().map(|name| width(name) * SIZE).fold(60.0, f64::max);
        let top = if names.len() > FEW { TOP + 22.0 } else { TOP };
        RowChartFrame { scale, names, left: MARGIN + widest + 18.0, top, height }
    }

    pub(super) fn x(&self, value: f64) -> f64 {
        self.along(self.scale.at(value))
    }

    /// The vertical middle of a row.
    pub(super) fn y(&self, row: usize) -> f64 {
        self.top + self.height * (row as f64 + 0.5)
    }

    /// Draws the common parts of the chart, then calls `draw` for the rest.
    pub(super) fn picture(&self, title: &str, axis: &ChartAxis, draw: impl FnOnce(&Canvas)) -> String {
        picture(title, WIDTH, self.bottom() + 62.0, |canvas| {
            self.draw_bands(canvas);
            self.draw_ticks(canvas);
            let middle = (self.along(0.0) + self.along(1.0)) / 2.0;
            let label = shortened(&axis.label, (WIDTH - self.left) / SIZE);
            canvas.words((middle, self.bottom() + 40.0), &label, LabelStyle::new(SIZE).quiet().centred());
            draw(canvas);
        })
    }

    /// Draws the heading of the numbers at the right.
    pub(super) fn draw_number_title(&self, canvas: &Canvas, words: &str) {
        canvas.words((WIDTH - MARGIN, self.top - 12.0), words, LabelStyle::new(SMALL).quiet().ending());
    }

    /// Draws a number at the right of a row.
    pub(super) fn draw_number(&self, canvas: &Canvas, row: usize, number: &str) {
        canvas.words((WIDTH - MARGIN, self.y(row)), number, LabelStyle::new(SIZE).ending());
    }

    fn along(&self, share: f64) -> f64 {
        self.left + share * (WIDTH - MARGIN - FOR_NUMBERS - self.left)
    }

    fn bottom(&self) -> f64 {
        self.top + self.height * self.names.len() as f64
    }

    /// Draws the names, and a shade behind every other row to guide the eye.
    fn draw_bands(&self, canvas: &Canvas) {
        for (row, name) in self.names.iter().enumerate() {
            let top = self.top + self.height * row as f64;
            if row % 2 == 0 {
                canvas.bar((MARGIN / 2.0, top), (WIDTH - MARGIN / 2.0, top + self.height), BAND.to_rgba());
            }
            canvas.words((MARGIN, self.y(row)), name, LabelStyle::new(SIZE));
        }
    }

    fn draw_ticks(&self, canvas: &Canvas) {
        for (share, number) in self.scale.ticks() {
            let x = self.along(share);
            canvas.line(&[(x, self.top), (x, self.bottom() + 4.0)], 1.0, GRID.to_rgba());
            let look = LabelStyle::new(SMALL).quiet().centred();
            canvas.words((x, self.bottom() + 16.0), &number, look);
            if self.names.len() > FEW {
                canvas.words((x, self.top - 12.0), &number, look);
            }
        }
    }
}
