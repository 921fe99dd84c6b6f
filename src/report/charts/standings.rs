//! The chart of standings with intervals.

use plotters::style::Color;

use super::canvas::{Canvas, nothing};
use super::colours::BLUE;
use super::rows::RowChartFrame;
use super::scale::AxisScale;
use super::words::aligned;
use super::{ChartAxis, ChartWidth};
use crate::tournament::standings::EstimateWithInterval;

/// A dot for each bot, with its interval as a line. Rows are drawn from top to bottom in their
/// order, so the best has to come first.
pub fn standings(
    title: &str,
    axis: &ChartAxis,
    rows: &[(String, EstimateWithInterval)],
    width: ChartWidth,
) -> String {
    let values = rows.iter().flat_map(|(_, estimate)| [estimate.value, estimate.low, estimate.high]);
    let Some(scale) = AxisScale::new(axis, values) else { return nothing(title, width) };
    let places = RowChartFrame::new(scale, rows.iter().map(|(name, _)| name.as_str()), 26.0, width);
    places.picture(title, axis, None, |canvas| {
        for (row, (_, estimate)) in rows.iter().enumerate() {
            draw(canvas, &places, row, estimate);
        }
    })
}

fn draw(canvas: &Canvas, places: &RowChartFrame, row: usize, estimate: &EstimateWithInterval) {
    let value = estimate.value;
    if value.is_nan() {
        places.draw_number(canvas, row, "-");
        return;
    }
    let (y, colour) = (places.y(row), BLUE.to_rgba());
    if let Some((low, high)) = estimate.interval() {
        let (low, high) = (places.x(low), places.x(high));
        canvas.line(&[(low, y), (high, y)], 2.0, colour);
        for end in [low, high] {
            canvas.line(&[(end, y - 4.0), (end, y + 4.0)], 2.0, colour);
        }
    }
    canvas.dot((places.x(value), y), 4.5, colour);
    places.draw_number(canvas, row, &aligned(value));
}
