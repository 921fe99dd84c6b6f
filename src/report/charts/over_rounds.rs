//! The charts of scores over the rounds, and of versions of bots.

use plotters::style::{Color, RGBColor};

use super::canvas::{Canvas, LabelStyle, MARGIN, Point, SMALL, TOP, nothing, picture, without_overlaps};
use super::colours::{GRID, INK, PALETTE, PAPER};
use super::scale::AxisScale;
use super::words::{number, shortened, width};
use super::{ChartAxis, ChartWidth};
use crate::tournament::standings::EstimateWithInterval;

/// The maximum width of names beside the lines of a wide chart.
const MOST_FOR_NAMES: f64 = 190.0;
/// The minimum height of the plot area. It grows if there are more names than fit beside it.
const HEIGHT: f64 = 360.0;
/// The same of a narrow chart, which has the names below the lines.
const NARROW_HEIGHT: f64 = 240.0;
/// The height below the lines, without names.
const FOOT: f64 = 56.0;
/// The minimum distance between names.
const APART: f64 = 16.0;
/// The maximum number of stretches of a thinned line. More would not be visible.
const MOST_STRETCHES: usize = 300;

/// A line for each bot: its score after each round, from round 1 on. Names are at the ends of
/// the lines.
pub fn over_rounds(
    title: &str,
    axis: &ChartAxis,
    series: &[(String, Vec<f64>)],
    width: ChartWidth,
) -> String {
    let scale = AxisScale::new(axis, series.iter().flat_map(|(_, scores)| scores.iter().copied()));
    let Some(scale) = scale else { return nothing(title, width) };
    let field = PlotArea::new(scale, series, "round", width);
    field.picture(title, |canvas| {
        field.draw_axes(canvas, axis);
        for (index, (_, scores)) in series.iter().enumerate() {
            let points = field.points(scores);
            draw_line(canvas, &points, index);
        }
        field.draw_names(canvas, series);
    })
}

/// A line for each bot: the strength of each of its versions with an interval, the oldest first.
/// Versions without a value are left out.
pub fn over_versions(
    title: &str,
    axis: &ChartAxis,
    bots: &[(String, Vec<Option<EstimateWithInterval>>)],
    width: ChartWidth,
) -> String {
    let value = |estimate: &Option<EstimateWithInterval>| estimate.map_or(f64::NAN, |known| known.value);
    let series: Vec<(String, Vec<f64>)> =
        bots.iter().map(|(name, versions)| (name.clone(), versions.iter().map(value).collect())).collect();
    let known = bots.iter().flat_map(|(_, versions)| versions.iter().flatten());
    let ends = known.flat_map(|EstimateWithInterval { value, low, high }| [*value, *low, *high]);
    let Some(scale) = AxisScale::new(axis, ends.filter(|end| end.is_finite())) else {
        return nothing(title, width);
    };
    let field = PlotArea::new(scale, &series, "version", width);
    field.picture(title, |canvas| {
        field.draw_axes(canvas, axis);
        for (index, (_, versions)) in bots.iter().enumerate() {
            draw_line(canvas, &field.points(&series[index].1), index);
            for (version, estimate) in (1..).zip(versions) {
                let Some(estimate) = estimate else { continue };
                let x = field.x(version);
                canvas.dot((x, field.y(estimate.value)), 3.0, colour(index).to_rgba());
                if let Some((low, high)) = estimate.interval() {
                    canvas.line(&[(x, field.y(low)), (x, field.y(high))], 1.2, colour(index).mix(0.7));
                }
            }
        }
        field.draw_names(canvas, &series);
    })
}

/// The rectangle of the lines, in pixels.
struct PlotArea {
    scale: AxisScale,
    rounds: usize,
    /// What the numbers of `rounds` count, in words.
    unit: &'static str,
    width: ChartWidth,
    /// The number of names.
    names: usize,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl PlotArea {
    fn new(
        scale: AxisScale,
        series: &[(String, Vec<f64>)],
        unit: &'static str,
        chart_width: ChartWidth,
    ) -> PlotArea {
        let named = || series.iter().filter(|(_, scores)| scores.iter().any(|score| !score.is_nan()));
        let names = named().map(|(name, _)| width(&shortened(name, MOST_FOR_NAMES / SMALL)) * SMALL);
        let numbers = scale.ticks().map(|(_, number)| width(&number) * SMALL).fold(0.0, f64::max);
        let rounds = series.iter().map(|(_, scores)| scores.len()).max().unwrap_or(0);
        let left = MARGIN + numbers + 8.0;
        let top = TOP + 18.0;
        let last_label = width(&number(rounds as f64)) * SMALL / 2.0;
        let (beside, height) = match chart_width {
            ChartWidth::Wide => {
                (MARGIN + names.fold(40.0, f64::max) + 34.0, HEIGHT.max(series.len() as f64 * APART))
            }
            ChartWidth::Narrow => (last_label.max(MARGIN), NARROW_HEIGHT),
        };
        let (right, bottom) = (chart_width.pixels() - beside, top + height);
        PlotArea { scale, rounds, unit, width: chart_width, names: named().count(), left, right, top, bottom }
    }

    fn picture(&self, title: &str, draw: impl FnOnce(&Canvas)) -> String {
        let below = if self.width == ChartWidth::Narrow { APART * self.names as f64 + MARGIN } else { 0.0 };
        picture(title, self.width.pixels(), self.bottom + FOOT + below, draw)
    }

    fn x(&self, round: usize) -> f64 {
        // A single round is at the right, beside the names.
        let along = if self.rounds < 2 { 1.0 } else { (round as f64 - 1.0) / (self.rounds as f64 - 1.0) };
        self.left + along * (self.right - self.left)
    }

    fn y(&self, score: f64) -> f64 {
        self.bottom - self.scale.at(score) * (self.bottom - self.top)
    }

    fn points(&self, scores: &[f64]) -> Vec<Point> {
        let numbered = (1..).zip(scores.iter().copied()).filter(|(_, score)| !score.is_nan());
        thinned(&numbered.collect::<Vec<_>>()).map(|(round, score)| (self.x(round), self.y(score))).collect()
    }

    fn draw_axes(&self, canvas: &Canvas, axis: &ChartAxis) {
        let look = LabelStyle::new(SMALL).quiet();
        for (share, number) in self.scale.ticks() {
            let y = self.bottom - share * (self.bottom - self.top);
            canvas.line(&[(self.left, y), (self.right, y)], 1.0, GRID.to_rgba());
            canvas.words((self.left - 8.0, y), &number, look.ending());
        }
        let rounds = rounds_to_name(self.rounds).map(|round| (self.x(round), number(round as f64)));
        for (x, round) in without_overlaps(rounds) {
            canvas.words((x, self.bottom + 18.0), &round, look.centred());
        }
        let label = shortened(&axis.label, (self.width.pixels() - 2.0 * MARGIN) / SMALL);
        canvas.words((MARGIN, TOP), &label, look);
        canvas.words(((self.left + self.right) / 2.0, self.bottom + 38.0), self.unit, look.centred());
    }

    /// Draws the name of each line beside its end, with a line that leads to it. A narrow chart has
    /// the names below, in the same order.
    fn draw_names(&self, canvas: &Canvas, series: &[(String, Vec<f64>)]) {
        let ends = series.iter().map(|(_, scores)| self.points(scores).last().copied());
        let mut ends: Vec<(usize, Point)> =
            ends.enumerate().filter_map(|(index, end)| Some((index, end?))).collect();
        ends.sort_by(|(_, one), (_, other)| one.1.total_cmp(&other.1));
        if self.width == ChartWidth::Narrow {
            return self.draw_names_below(canvas, series, ends.into_iter().map(|(index, _)| index));
        }
        let wanted: Vec<f64> = ends.iter().map(|(_, end)| end.1).collect();
        for ((index, end), y) in ends.into_iter().zip(moved_apart(&wanted, self.top, self.bottom)) {
            let x = self.right + 22.0;
            canvas.line(&[end, (self.right + 4.0, end.1), (x - 4.0, y)], 0.8, colour(index).mix(0.7));
            draw_line(canvas, &[(x - 4.0, y), (x + 6.0, y)], index);
            let name = shortened(&series[index].0, MOST_FOR_NAMES / SMALL);
            canvas.words((x + 11.0, y), &name, LabelStyle::new(SMALL));
        }
    }

    fn draw_names_below(
        &self,
        canvas: &Canvas,
        series: &[(String, Vec<f64>)],
        order: impl Iterator<Item = usize>,
    ) {
        for (line, index) in order.enumerate() {
            let y = self.bottom + FOOT + APART * line as f64;
            draw_line(canvas, &[(MARGIN, y), (MARGIN + 18.0, y)], index);
            let most = (self.width.pixels() - 2.0 * MARGIN - 26.0) / SMALL;
            canvas.words((MARGIN + 26.0, y), &shortened(&series[index].0, most), LabelStyle::new(SMALL));
        }
    }
}

fn colour(index: usize) -> RGBColor {
    PALETTE[index % PALETTE.len()]
}

/// Draws the line of a bot. When all colours are used, further lines have the same colours with a
/// light core, and after that with a dark core.
fn draw_line(canvas: &Canvas, points: &[Point], index: usize) {
    let core = [None, Some(PAPER), Some(INK)][index / PALETTE.len() % 3];
    if let [only] = points {
        canvas.dot(*only, 3.0, colour(index).to_rgba());
    }
    canvas.line(points, if core.is_some() { 3.2 } else { 1.8 }, colour(index).to_rgba());
    if let Some(core) = core {
        canvas.line(points, 1.2, core.to_rgba());
    }
}

/// The rounds to label: even steps, plus the first and the last round.
fn rounds_to_name(rounds: usize) -> impl Iterator<Item = usize> {
    let last = rounds.max(1);
    let step = (0..).flat_map(|power| [1, 2, 5].map(|part| part * 10usize.pow(power)));
    let step = step.into_iter().find(|step| last / step <= 8).unwrap_or(last);
    // Skip the last even step if it is too close to the end.
    let steps = (1..).map(move |index| index * step).take_while(move |round| round + step / 2 < last);
    std::iter::once(1).chain(steps.filter(|round| *round > 1)).chain((last > 1).then_some(last))
}

/// Thins a line to at most `MOST_STRETCHES` stretches. Of each stretch the ends, the lowest and the
/// highest value stay, so that no peak is lost.
fn thinned(points: &[(usize, f64)]) -> impl Iterator<Item = (usize, f64)> {
    let length = points.len().div_ceil(MOST_STRETCHES).max(1);
    let kept = move |stretch: &[(usize, f64)]| {
        let mut kept = vec![stretch[0], stretch[stretch.len() - 1]];
        kept.extend(stretch.iter().min_by(|one, other| one.1.total_cmp(&other.1)));
        kept.extend(stretch.iter().max_by(|one, other| one.1.total_cmp(&other.1)));
        kept.sort_by_key(|(round, _)| *round);
        kept.dedup_by_key(|(round, _)| *round);
        kept
    };
    points.chunks(length).flat_map(kept)
}

/// Moves heights at least `APART` apart and into the plot area, keeping their order. Each group of
/// crowded heights is centred on where its members want to be.
fn moved_apart(wanted: &[f64], top: f64, bottom: f64) -> Vec<f64> {
    // A group is the sum of where each member wants the first one to be, and the number of members.
    let mut groups: Vec<(f64, usize)> = Vec::new();
    let first =
        |(sum, count): (f64, usize)| (sum / count as f64).min(bottom - APART * (count as f64 - 1.0)).max(top);
    for height in wanted {
        let mut group = (*height, 1);
        while let Some(last) = groups.last().copied()
            && first(last) + APART * last.1 as f64 > first(group)
        {
            groups.pop();
            group = (last.0 + group.0 - APART * (last.1 * group.1) as f64, last.1 + group.1);
        }
        groups.push(group);
    }
    let heights = |group: (f64, usize)| (0..group.1).map(move |index| first(group) + APART * index as f64);
    groups.into_iter().flat_map(heights).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_touch_one_another() {
        assert_eq!(moved_apart(&[10.0, 100.0], 0.0, 200.0), [10.0, 100.0]);
        assert_eq!(moved_apart(&[50.0, 50.0, 100.0], 0.0, 200.0), [42.0, 58.0, 100.0]);
        // The last two push the first upwards. In the next case, the edge pushes all of them.
        assert_eq!(moved_apart(&[160.0, 199.0, 200.0], 0.0, 200.0), [160.0, 184.0, 200.0]);
        assert_eq!(moved_apart(&[180.0, 199.0, 200.0], 0.0, 200.0), [168.0, 184.0, 200.0]);
        assert_eq!(moved_apart(&[0.0, 0.0], 0.0, 200.0), [0.0, 16.0]);
    }

    #[test]
    fn no_peak_gets_lost() {
        let mut points: Vec<(usize, f64)> = (1..=10_000).map(|round| (round, 0.0)).collect();
        (points[4321].1, points[4325].1) = (7.0, -7.0);
        let kept: Vec<_> = thinned(&points).collect();
        assert!(kept.len() <= 4 * MOST_STRETCHES && kept.is_sorted_by(|one, other| one.0 < other.0));
        assert!(
            [points[0], points[4321], points[4325], points[9999]].iter().all(|point| kept.contains(point))
        );
    }

    #[test]
    fn rounds_have_even_steps() {
        let named = |rounds| rounds_to_name(rounds).collect::<Vec<_>>();
        assert_eq!(named(0), [1]);
        assert_eq!(named(5), [1, 2, 3, 4, 5]);
        assert_eq!(named(200), [1, 50, 100, 150, 200]);
        assert_eq!(named(1010), [1, 200, 400, 600, 800, 1010]);
    }
}
