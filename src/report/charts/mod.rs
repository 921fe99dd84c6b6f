//! Results as pictures: SVG, each a text that stands alone. All are light cards with a background
//! of their own, so that they read well on light and on dark pages. Names of bots come from
//! players: they are made harmless, escaped, and shortened where they are long.

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

pub use bracket::{BracketMatch, BracketSide, bracket};
pub use distributions::distributions;
pub use head_to_head::{HeadToHeadCell, head_to_head};
pub use over_rounds::over_rounds;
pub use standings::standings;
pub use takes::takes;

/// What values of a chart are, and how they are laid out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axis {
    /// What the values are, in words.
    pub label: String,
    /// Whether equal ratios are equally far apart, rather than equal differences. Values that are
    /// not above 0 stand at the lower end then.
    pub logarithmic: bool,
}

impl Axis {
    /// An axis on which equal differences are equally far apart.
    pub fn linear(label: impl Into<String>) -> Axis {
        Axis { label: label.into(), logarithmic: false }
    }

    /// An axis on which equal ratios are equally far apart.
    pub fn logarithmic(label: impl Into<String>) -> Axis {
        Axis { label: label.into(), logarithmic: true }
    }
}
