//! What charts with a row for each bot have in common: names at the left, values along a scale, a
//! number at the right.

use plotters::style::Color;

use super::Axis;
use super::canvas::{Canvas, LabelStyle, MARGIN, SMALL, TOP, picture};
use super::colours::{BAND, GRID};
use super::scale::AxisScale;
use super::words::{shortened, width};

/// How wide such a chart is.
const WIDTH: f64 = 860.0;
/// How much of that names may take.
const MOST_FOR_NAMES: f64 = 220.0;
/// How much of that numbers at the right take.
const FOR_NUMBERS: f64 = 110.0;
/// With more rows than this, what is at the foot is too far from the head.
const FEW: usize = 15;
/// The size of names and numbers.
pub(super) const SIZE: f64 = 13.0;

pub(super) struct RowChart {
    scale: AxisScale,
    names: Vec<String>,
    left: f64,
    top: f64,
    height: f64,
}

impl RowChart {
    /// Rows of this height for bots of these names, which stand on top of one another in their
    /// order.
    pub(super) fn new<'a>(scale: AxisScale, names: impl Iterator<Item = &'a str>, height: f64) -> RowChart {
        let names: Vec<String> = names.map(|name| shortened(name, MOST_FOR_NAMES / SIZE)).collect();
        let widest = names.iter().map(|name| width(name) * SIZE).fold(60.0, f64::max);
        let top = if names.len() > FEW { TOP + 22.0 } else { TOP };
        RowChart { scale, names, left: MARGIN + widest + 18.0, top, height }
    }

    pub(super) fn x(&self, value: f64) -> f64 {
        self.along(self.scale.at(value))
    }

    /// The middle of a row.
    pub(super) fn y(&self, row: usize) -> f64 {
        self.top + self.height * (row as f64 + 0.5)
    }

    /// The whole chart; `draw` draws what is particular to it on what is common.
    pub(super) fn picture(&self, title: &str, axis: &Axis, draw: impl FnOnce(&Canvas)) -> String {
        picture(title, WIDTH, self.bottom() + 62.0, |canvas| {
            self.draw_bands(canvas);
            self.draw_ticks(canvas);
            let middle = (self.along(0.0) + self.along(1.0)) / 2.0;
            let label = shortened(&axis.label, (WIDTH - self.left) / SIZE);
            canvas.words((middle, self.bottom() + 40.0), &label, LabelStyle::new(SIZE).quiet().centred());
            draw(canvas);
        })
    }

    /// What the numbers at the right are.
    pub(super) fn draw_number_title(&self, canvas: &Canvas, words: &str) {
        canvas.words((WIDTH - MARGIN, self.top - 12.0), words, LabelStyle::new(SMALL).quiet().ending());
    }

    /// A number at the right.
    pub(super) fn draw_number(&self, canvas: &Canvas, row: usize, number: &str) {
        canvas.words((WIDTH - MARGIN, self.y(row)), number, LabelStyle::new(SIZE).ending());
    }

    fn along(&self, share: f64) -> f64 {
        self.left + share * (WIDTH - MARGIN - FOR_NUMBERS - self.left)
    }

    fn bottom(&self) -> f64 {
        self.top + self.height * self.names.len() as f64
    }

    /// Every other row has a shade, which leads the eye from the name to what belongs to it.
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
