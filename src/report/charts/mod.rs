//! Results as SVG charts. Each is a self-contained text with a light background of its own, so that
//! it is readable on light and on dark pages. Names of bots come from players, so they are escaped,
//! and shortened where they are long.

mod bracket;
mod canvas;
mod colours;
mod distributions;
mod head_to_head;
mod matrix;
mod over_rounds;
mod rows;
mod scale;
mod standings;
mod takes;
#[cfg(test)]
mod tests;
mod words;

pub use bracket::{BracketEncounter, BracketSide, bracket};
pub use distributions::distributions;
pub use head_to_head::{HeadToHeadResult, head_to_head};
pub use over_rounds::{over_rounds, over_versions};
pub use standings::standings;
pub use takes::takes;

/// How wide a chart is drawn. Its text has the same size at either width.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChartWidth {
    /// For documents and wide windows.
    Wide,
    /// For the width of a phone: names stand above or below what they belong to, not beside it.
    Narrow,
}

impl ChartWidth {
    /// The usual width in pixels. A matrix of many bots is wider.
    fn pixels(self) -> f64 {
        match self {
            ChartWidth::Wide => 860.0,
            ChartWidth::Narrow => 340.0,
        }
    }
}

/// An axis of a chart: its label and its kind of scale.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChartAxis {
    /// What the values are.
    pub label: String,
    /// Whether the axis is logarithmic instead of linear. On a logarithmic axis, values that are
    /// not positive are at the lower end.
    pub logarithmic: bool,
}

impl ChartAxis {
    pub fn linear(label: impl Into<String>) -> ChartAxis {
        ChartAxis { label: label.into(), logarithmic: false }
    }

    pub fn logarithmic(label: impl Into<String>) -> ChartAxis {
        ChartAxis { label: label.into(), logarithmic: true }
    }
}
