//! The chart of score distributions.

use plotters::style::Color;

use super::canvas::{Canvas, nothing};
use super::colours::{BLUE, VERMILLION};
use super::rows::RowChartFrame;
use super::scale::AxisScale;
use super::words::rounded;
use super::{ChartAxis, ChartWidth};

/// The maximum number of dots in a chart. A dot takes about 100 bytes, and a file with many more
/// would be too large to view.
const MOST_DOTS: usize = 10_000;

/// The height of a row, and the distance of dots from its edges.
const HEIGHT: f64 = 34.0;
const ROOM: f64 = 5.0;

/// Half the height of the bar between the quartiles, and of the mark at the median.
const BAR: f64 = 6.0;
const MARK: f64 = 12.0;

/// How far the dots of equal scores spread to either side.
const SPREAD: f64 = 6.0;

/// A strip for each bot with a dot for each score, a bar from the lower to the upper quartile, and
/// a mark at the median, whose value is on the right. Dots spread within their strip so that equal
/// scores remain visible. If there are more scores than `MOST_DOTS` allows, the dots are an even
/// selection of them.
pub fn distributions(
    title: &str,
    axis: &ChartAxis,
    rows: &[(String, Vec<f64>)],
    width: ChartWidth,
) -> String {
    let scale = AxisScale::new(axis, rows.iter().flat_map(|(_, scores)| scores.iter().copied()));
    let Some(scale) = scale else { return nothing(title, width) };
    let places = RowChartFrame::new(scale, rows.iter().map(|(name, _)| name.as_str()), HEIGHT, width);
    places.picture(title, axis, Some("bar: the middle half, mark: the median"), |canvas| {
        places.draw_number_title(canvas, "median");
        for (row, (_, scores)) in rows.iter().enumerate() {
            let mut scores: Vec<f64> = scores.iter().copied().filter(|score| !score.is_nan()).collect();
            scores.sort_by(f64::total_cmp);
            draw(canvas, &places, row, &scores, MOST_DOTS / rows.len());
        }
    })
}

fn draw(canvas: &Canvas, places: &RowChartFrame, row: usize, sorted: &[f64], most: usize) {
    let Some(median) = quantile(sorted, 0.5) else {
        places.draw_number(canvas, row, "-");
        return;
    };
    let y = places.y(row);
    let quartile = |share| places.x(quantile(sorted, share).unwrap_or(median));
    let (lower, upper) = (quartile(0.25), quartile(0.75));
    canvas.bar((lower, y - BAR), (upper, y + BAR), VERMILLION.mix(0.2));
    for (index, score) in chosen(sorted, most.max(1)).enumerate() {
        let (across, along) = spread(index);
        let at = (places.x(score) + along * SPREAD, y + across * (HEIGHT / 2.0 - ROOM));
        canvas.dot(at, 2.5, BLUE.mix(0.45));
    }
    let x = places.x(median);
    canvas.line(&[(x, y - MARK), (x, y + MARK)], 3.0, VERMILLION.to_rgba());
    places.draw_number(canvas, row, &rounded(median));
}

/// An even selection of at most `most` scores.
fn chosen(sorted: &[f64], most: usize) -> impl Iterator<Item = f64> {
    let count = sorted.len().min(most);
    (0..count).map(move |index| sorted[(2 * index + 1) * sorted.len() / (2 * count)])
}

/// The position of a dot across its strip and along it, both from -1 to 1. Multiples of the inverse
/// of the plastic number and of its square fill a square evenly, and consecutive dots are far apart
/// (Roberts, "The unreasonable effectiveness of quasirandom sequences", 2018).
fn spread(index: usize) -> (f64, f64) {
    const PLASTIC: f64 = 1.324_717_957_244_746;
    let part = |step: f64| ((index as f64 + 0.5) * step).fract() * 2.0 - 1.0;
    (part(1.0 / PLASTIC), part(1.0 / (PLASTIC * PLASTIC)))
}

/// The quantile at this share, interpolated between two values. `None` if there are no values.
fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let place = share * (sorted.len().checked_sub(1)?) as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    Some(if below == above { below } else { below + (above - below) * place.fract() })
}
