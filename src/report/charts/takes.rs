//! The chart of who took from whom.

use super::ChartWidth;
use super::canvas::{Canvas, Point, nothing};
use super::colours::{BAND, sequential};
use super::matrix::{MatrixCellRect, MatrixChartLayout, draw_colours};
use super::words::{count, width};

/// How often the bots in the rows took from those in the columns. `counts` has a row for each name
/// with a count for each name. Missing cells stay empty.
pub fn takes(title: &str, names: &[String], counts: &[Vec<u64>], chart_width: ChartWidth) -> String {
    if names.is_empty() {
        return nothing(title, chart_width);
    }
    let most = counts.iter().flatten().copied().max().unwrap_or(0);
    let letters = counts.iter().flatten().map(|taken| width(&count(*taken))).fold(0.0, f64::max);
    let draw_cell = |canvas: &Canvas, place: &MatrixCellRect, row: usize, column: usize| match counts
        .get(row)
        .and_then(|counts| counts.get(column))
    {
        Some(taken) => {
            let share = *taken as f64 / most.max(1) as f64;
            place.draw(canvas, sequential(share), &count(*taken), false);
        }
        None => place.draw(canvas, BAND, "", false),
    };
    let draw_legend = |canvas: &Canvas, at: Point| {
        draw_colours(canvas, at, sequential, ["never", &format!("{} times", count(most))]);
    };
    MatrixChartLayout::new(names, letters, chart_width).picture(
        title,
        ["this bot", "took so often from"],
        draw_cell,
        draw_legend,
    )
}
