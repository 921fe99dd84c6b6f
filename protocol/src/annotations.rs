//! Drawings of bots: what a bot writes to stderr in a turn, and the annotations among its lines.
//!
//! Stderr is untrusted text. A line that is no valid annotation is ordinary text, never an error.

use serde::{Deserialize, Serialize};

/// How a line with an annotation begins.
pub const PREFIX: &str = "@rathaus ";

/// The most bytes of stderr that count for one turn of a bot. The rest of the turn is dropped.
pub const MAX_TURN_BYTES: usize = 16 * 1024;

/// The most bytes of stderr that a recording keeps of one match, shared equally by its seats.
pub const MAX_MATCH_BYTES: usize = 2 << 20;

/// The most annotations of one turn of a bot. Further ones are ordinary text.
pub const MAX_ANNOTATIONS: usize = 256;

/// The most bytes of a line with an annotation.
pub const MAX_LINE_BYTES: usize = 1_024;

/// The most characters of a drawn text.
pub const MAX_TEXT: usize = 100;

/// The most characters of the name of a number.
pub const MAX_NAME: usize = 40;

/// The largest absolute value of a coordinate or radius.
pub const MAX_COORDINATE: f64 = 1e6;

/// Something that a bot draws over the board of one turn, or a number for a chart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Annotation {
    /// A straight line.
    Line {
        /// `x1`, `y1`, `x2`, `y2`.
        line: [f64; 4],
        /// Its colour. `None` is the colour of the seat.
        #[serde(default, alias = "color", skip_serializing_if = "Option::is_none")]
        colour: Option<AnnotationColour>,
    },
    /// The outline of a circle.
    Circle {
        /// `x`, `y` and the radius.
        circle: [f64; 3],
        /// Its colour. `None` is the colour of the seat.
        #[serde(default, alias = "color", skip_serializing_if = "Option::is_none")]
        colour: Option<AnnotationColour>,
    },
    /// Words in the board.
    Text {
        /// The words.
        text: String,
        /// The middle of the words: `x`, `y`.
        at: [f64; 2],
        /// Their colour. `None` is the colour of the seat.
        #[serde(default, alias = "color", skip_serializing_if = "Option::is_none")]
        colour: Option<AnnotationColour>,
    },
    /// A number for a chart over the turns.
    Number {
        /// The name and the value.
        number: NamedNumber,
    },
}

/// A number that a bot reports in some turns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedNumber {
    /// The name of the chart.
    pub name: String,
    /// The value in this turn.
    pub value: f64,
}

/// The colours of annotations. Pages choose shades that can be seen in their theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AnnotationColour {
    /// Red.
    Red,
    /// Orange.
    Orange,
    /// Yellow.
    Yellow,
    /// Green.
    Green,
    /// Blue.
    Blue,
    /// Purple.
    Purple,
    /// Grey.
    #[serde(alias = "gray")]
    Grey,
}

/// What a bot wrote to stderr in one turn.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TurnNotes {
    /// The annotations, in the order of their lines.
    pub annotations: Vec<Annotation>,
    /// All other lines.
    pub text: String,
}

impl TurnNotes {
    /// Separates the annotations from the other lines.
    pub fn parse(stderr: &str) -> TurnNotes {
        let mut notes = TurnNotes::default();
        for line in stderr.split_inclusive('\n') {
            let has_room = notes.annotations.len() < MAX_ANNOTATIONS;
            match Annotation::parse(line).filter(|_| has_room) {
                Some(annotation) => notes.annotations.push(annotation),
                None => notes.text.push_str(line),
            }
        }
        notes
    }

    /// Whether the bot wrote nothing.
    pub fn is_empty(&self) -> bool {
        self.annotations.is_empty() && self.text.is_empty()
    }
}

impl Annotation {
    /// The annotation of a line. `None` if it is an ordinary line.
    pub fn parse(line: &str) -> Option<Annotation> {
        let json = line.strip_prefix(PREFIX).filter(|_| line.len() <= MAX_LINE_BYTES)?;
        serde_json::from_str(json).ok().filter(Annotation::is_valid)
    }

    fn is_valid(&self) -> bool {
        let is_near = |numbers: &[f64]| numbers.iter().all(|number| number.abs() <= MAX_COORDINATE);
        match self {
            Annotation::Line { line, .. } => is_near(line),
            Annotation::Circle { circle, .. } => is_near(circle) && circle[2] >= 0.0,
            Annotation::Text { text, at, .. } => is_near(at) && is_short(text, MAX_TEXT),
            Annotation::Number { number: NamedNumber { name, value } } => {
                value.is_finite() && is_short(name, MAX_NAME)
            }
        }
    }
}

/// Whether a text has 1 to `most` characters.
fn is_short(text: &str, most: usize) -> bool {
    (1..=most).contains(&text.chars().take(most + 1).count())
}
