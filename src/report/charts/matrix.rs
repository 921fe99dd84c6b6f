//! The common parts of charts with a row and a column for each bot.

use plotters::style::{Color, RGBColor};

use super::ChartWidth;
use super::canvas::{Canvas, LabelStyle, MARGIN, Point, SMALL, TOP, picture};
use super::colours::words_on;
use super::words::{shortened, width};

/// The maximum space for names, at the left and on top. A narrow chart has numbers on top.
const MOST_FOR_NAMES: f64 = 190.0;
const MOST_IF_NARROW: f64 = 110.0;
const SIZE: f64 = 13.0;
/// The minimum width of a wide chart, which the longest legend needs.
const LEAST_WIDTH: f64 = 560.0;
/// The height of the legend.
const FOR_LEGEND: f64 = 64.0;

pub(super) struct MatrixChartLayout {
    names: Vec<String>,
    /// The headings of the columns.
    columns: Vec<String>,
    width: ChartWidth,
    left: f64,
    top: f64,
    cell: f64,
}

impl MatrixChartLayout {
    /// A matrix for bots with these names. More names make the cells smaller, but a cell always has
    /// room for a text of width `letters`. In a narrow chart, rows and columns have numbers.
    pub(super) fn new(names: &[String], letters: f64, chart_width: ChartWidth) -> MatrixChartLayout {
        let fitting = |name: &str, most: f64| shortened(name, most / SIZE);
        let (names, columns): (Vec<String>, Vec<String>) = match chart_width {
            ChartWidth::Wide => names.iter().map(|name| fitting(name, MOST_FOR_NAMES)).map(twice).unzip(),
            ChartWidth::Narrow => (1..)
                .zip(names)
                .map(|(number, name)| {
                    (fitting(&format!("{number} {name}"), MOST_IF_NARROW), number.to_string())
                })
                .unzip(),
        };
        let widest = names.iter().map(|name| width(name) * SIZE).fold(60.0, f64::max);
        let on_top = if chart_width == ChartWidth::Wide { widest } else { SIZE };
        let room = match chart_width {
            ChartWidth::Wide => 900.0,
            ChartWidth::Narrow => chart_width.pixels() - widest - 10.0 - 2.0 * MARGIN,
        };
        let cell = (room / names.len() as f64).clamp(30.0, 46.0).max(letters * SMALL + 8.0);
        let (left, top) = (MARGIN + widest + 10.0, TOP + on_top + 28.0);
        MatrixChartLayout { names, columns, width: chart_width, left, top, cell }
    }

    /// Draws the whole chart. `draw_cell` draws the cell of a row and a column, `draw_legend` the
    /// legend, which starts at a point.
    pub(super) fn picture(
        &self,
        title: &str,
        [rows, columns]: [&str; 2],
        draw_cell: impl Fn(&Canvas, &MatrixCellRect, usize, usize),
        draw_legend: impl FnOnce(&Canvas, Point),
    ) -> String {
        let side = self.cell * self.names.len() as f64;
        let width = (self.left + side + MARGIN).max(self.width.pixels().min(LEAST_WIDTH));
        picture(title, width, self.top + side + FOR_LEGEND, |canvas| {
            self.draw_names(canvas, rows, columns);
            for row in 0..self.names.len() {
                for column in 0..self.names.len() {
                    draw_cell(canvas, &self.place(row, column), row, column);
                }
            }
            draw_legend(canvas, (MARGIN, self.top + side + 34.0));
        })
    }

    fn place(&self, row: usize, column: usize) -> MatrixCellRect {
        MatrixCellRect {
            x: self.left + self.cell * column as f64,
            y: self.top + self.cell * row as f64,
            side: self.cell,
        }
    }

    fn draw_names(&self, canvas: &Canvas, rows: &str, columns: &str) {
        let quiet = LabelStyle::new(SMALL).quiet();
        canvas.words((self.left - 10.0, self.top - 12.0), rows, quiet.ending());
        canvas.words((self.left, TOP), columns, quiet);
        for (index, name) in self.names.iter().enumerate() {
            let MatrixCellRect { x, y, side } = self.place(index, index);
            canvas.words((self.left - 10.0, y + side / 2.0), name, LabelStyle::new(SIZE).ending());
            let (top, heading) = ((x + side / 2.0, self.top - 8.0), &self.columns[index]);
            match self.width {
                ChartWidth::Wide => canvas.words(top, heading, LabelStyle::new(SIZE).upwards()),
                ChartWidth::Narrow => {
                    canvas.words((top.0, self.top - 12.0), heading, LabelStyle::new(SIZE).centred());
                }
            }
        }
    }
}

fn twice(name: String) -> (String, String) {
    (name.clone(), name)
}

pub(super) struct MatrixCellRect {
    x: f64,
    y: f64,
    side: f64,
}

impl MatrixCellRect {
    /// Draws the cell with a text in it.
    pub(super) fn draw(&self, canvas: &Canvas, colour: RGBColor, words: &str, bold: bool) {
        let MatrixCellRect { x, y, side } = *self;
        // Leave a thin line of background between cells.
        canvas.bar((x + 0.5, y + 0.5), (x + side - 0.5, y + side - 0.5), colour.to_rgba());
        let look = LabelStyle::new(SMALL).colour(words_on(colour)).centred();
        canvas.words((x + side / 2.0, y + side / 2.0), words, if bold { look.bold() } else { look });
    }

    /// Draws a mark in the upper right corner of the cell.
    pub(super) fn mark(&self, canvas: &Canvas, colour: RGBColor) {
        canvas.dot((self.x + self.side - 6.0, self.y + 6.0), 2.2, words_on(colour).to_rgba());
    }
}

/// Draws the bar of a colour scale with a text at each end. Returns the x coordinate where it ends.
pub(super) fn draw_colours(
    canvas: &Canvas,
    at: Point,
    colours: impl Fn(f64) -> RGBColor,
    ends: [&str; 2],
) -> f64 {
    const STEPS: usize = 40;
    const STEP: f64 = 4.0;
    let look = LabelStyle::new(SMALL).quiet();
    // Steps start at whole pixels: otherwise seams show between them.
    let left = (at.0 + width(ends[0]) * SMALL + 6.0).round();
    canvas.words(at, ends[0], look);
    for step in 0..STEPS {
        let x = left + STEP * step as f64;
        let colour = colours(step as f64 / (STEPS - 1) as f64);
        canvas.bar((x, at.1 - 6.0), (x + STEP, at.1 + 6.0), colour.to_rgba());
    }
    let right = left + STEP * STEPS as f64 + 8.0;
    canvas.words((right, at.1), ends[1], look);
    right + width(ends[1]) * SMALL
}
