//! The chart of head-to-head results.

use plotters::style::Color;

use super::ChartWidth;
use super::canvas::{Canvas, LabelStyle, Point, SMALL, nothing};
use super::colours::{BAND, INK, diverging};
use super::matrix::{MatrixCellRect, MatrixChartLayout, draw_colours};
use crate::tournament::standings::SIGNIFICANT;

/// The result of a bot against another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HeadToHeadResult {
    /// The share of matches that it won, from 0 to 1. A tie counts as half a win.
    pub share: f64,
    /// The probability of a difference this large between equal bots, if known.
    pub p: Option<f64>,
}

/// The share of matches that the bots in the rows won against those in the columns, with a mark
/// where the difference is significant. `cells` has a row for each name with a cell for each name.
/// Missing cells stay empty.
pub fn head_to_head(title: &str, names: &[String], cells: &[Vec<Option<HeadToHeadResult>>]) -> String {
    if names.is_empty() {
        return nothing(title, ChartWidth::Wide);
    }
    let cell = |row: usize, column: usize| cells.get(row)?.get(column).copied()?;
    let draw_cell =
        |canvas: &Canvas, place: &MatrixCellRect, row: usize, column: usize| match cell(row, column) {
            Some(cell) if !cell.share.is_nan() => draw(canvas, place, cell),
            _ => place.draw(canvas, BAND, if row == column { "" } else { "-" }, false),
        };
    MatrixChartLayout::new(names, 2.2, ChartWidth::Wide).picture(
        title,
        ["this bot", "won so many % of matches against"],
        draw_cell,
        draw_legend,
    )
}

fn draw(canvas: &Canvas, place: &MatrixCellRect, HeadToHeadResult { share, p }: HeadToHeadResult) {
    let is_proven = p.is_some_and(|p| p < SIGNIFICANT);
    let colour = diverging(share);
    place.draw(canvas, colour, &format!("{:.0}", share * 100.0), is_proven);
    if is_proven {
        place.mark(canvas, colour);
    }
}

fn draw_legend(canvas: &Canvas, at: Point) {
    let right = draw_colours(canvas, at, diverging, ["0 %", "100 % of matches won by the row"]);
    canvas.dot((right + 22.0, at.1), 2.2, INK.to_rgba());
    canvas.words((right + 30.0, at.1), &format!("p < {SIGNIFICANT}"), LabelStyle::new(SMALL).quiet());
}
