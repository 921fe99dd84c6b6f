//! The bracket of a knock-out.

use plotters::style::Color;

use super::ChartWidth;
use super::canvas::{Canvas, LabelStyle, MARGIN, Point, SMALL, TOP, nothing, picture};
use super::colours::{BAND, BLUE, GRID, QUIET};
use super::words::{number, shortened};

/// The width of the box of an encounter, and the gap to the next round.
const BOX: f64 = 190.0;
const GAP: f64 = 34.0;

/// The height of a line in a box, and the distance between boxes of the first round.
const LINE: f64 = 21.0;
const STEP: f64 = 60.0;

/// The distance of names from the edges of their box.
const INSET: f64 = 8.0;

const NAME: f64 = 13.0;

/// An encounter of two sides, or one side without an opponent.
#[derive(Debug, Clone, PartialEq)]
pub struct BracketEncounter {
    pub sides: Vec<BracketSide>,
    /// Whether it was decided by lot.
    pub by_lot: bool,
}

/// One side of an encounter.
#[derive(Debug, Clone, PartialEq)]
pub struct BracketSide {
    pub name: String,
    /// Its points, if known.
    pub points: Option<f64>,
    pub continues: bool,
}

/// Draws the rounds of a knock-out: each has a name, and half as many encounters as the one before.
/// A wide chart has them side by side, a narrow one below each other.
pub fn bracket(title: &str, rounds: &[(String, Vec<BracketEncounter>)], chart_width: ChartWidth) -> String {
    let Some((_, first)) = rounds.first() else { return nothing(title, chart_width) };
    if chart_width == ChartWidth::Narrow {
        return list(title, rounds);
    }
    let width = 2.0 * MARGIN + rounds.len() as f64 * (BOX + GAP) - GAP;
    let height = TOP + LINE + first.len() as f64 * STEP + MARGIN;
    picture(title, width.max(360.0), height, |canvas| {
        for (round, (name, meetings)) in rounds.iter().enumerate() {
            canvas.words((left(round), TOP), name, LabelStyle::new(SMALL).quiet());
            for (number, meeting) in meetings.iter().enumerate() {
                if round > 0 {
                    join(canvas, round, number);
                }
                draw(canvas, (left(round), middle(round, number)), BOX, meeting);
            }
        }
    })
}

/// The rounds below each other.
fn list(title: &str, rounds: &[(String, Vec<BracketEncounter>)]) -> String {
    let pixels = ChartWidth::Narrow.pixels();
    let tall = |meetings: &[BracketEncounter]| LINE + STEP * meetings.len() as f64;
    let height = TOP + rounds.iter().map(|(_, meetings)| tall(meetings)).sum::<f64>() + MARGIN;
    picture(title, pixels, height, |canvas| {
        let mut top = TOP;
        for (name, meetings) in rounds {
            canvas.words((MARGIN, top), name, LabelStyle::new(SMALL).quiet());
            for (number, meeting) in meetings.iter().enumerate() {
                let middle = top + LINE + (number as f64 + 0.5) * STEP - LINE / 2.0;
                draw(canvas, (MARGIN, middle), pixels - 2.0 * MARGIN, meeting);
            }
            top += tall(meetings);
        }
    })
}

fn left(round: usize) -> f64 {
    MARGIN + round as f64 * (BOX + GAP)
}

/// The vertical middle of an encounter: halfway between the two that lead to it.
fn middle(round: usize, number: usize) -> f64 {
    TOP + LINE + (number as f64 + 0.5) * STEP * 2f64.powi(round as i32)
}

/// Draws the lines from the two encounters that lead to this one.
fn join(canvas: &Canvas, round: usize, number: usize) {
    let to = (left(round), middle(round, number));
    for before in [2 * number, 2 * number + 1] {
        let from = (left(round - 1) + BOX, middle(round - 1, before));
        let bend = to.0 - GAP / 2.0;
        canvas.line(&[from, (bend, from.1), (bend, to.1), to], 1.2, GRID.to_rgba());
    }
}

fn draw(canvas: &Canvas, (x, y): Point, width: f64, meeting: &BracketEncounter) {
    let top = y - LINE * meeting.sides.len() as f64 / 2.0;
    canvas.bar((x, top), (x + width, 2.0 * y - top), BAND.to_rgba());
    for (line, side) in meeting.sides.iter().enumerate() {
        let at = top + (line as f64 + 0.5) * LINE;
        let points = side.points.map(number).unwrap_or_default();
        // Points do not explain a decision by lot, so say it.
        let points = if meeting.by_lot && side.continues { format!("{points} by lot") } else { points };
        let room = (width - 2.0 * INSET) / NAME - super::words::width(&points) - 1.0;
        let look = LabelStyle::new(NAME);
        let look = match (side.continues, meeting.sides.iter().any(|side| side.continues)) {
            (true, _) => look.bold(),
            (false, true) => look.colour(QUIET),
            (false, false) => look,
        };
        // Bold letters are about a tenth wider.
        canvas.words((x + INSET, at), &shortened(&side.name, room / 1.1), look);
        canvas.words((x + width - INSET, at), &points, look.ending());
        if side.continues {
            canvas.bar((x, at - LINE / 2.0), (x + 3.0, at + LINE / 2.0), BLUE.to_rgba());
        }
    }
}
