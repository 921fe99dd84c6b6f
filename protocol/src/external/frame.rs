//! How a game looks: a grid of letters with a legend, or an SVG drawing.

use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The maximum number of rows in a picture of letters.
pub const MAX_ROWS: usize = 256;

/// The maximum number of columns.
pub const MAX_COLUMNS: usize = 512;

/// The maximum size of a drawing, in bytes.
pub const MAX_SVG: usize = 256 << 10;

/// How a game looks. Terminals show the letters, pages the drawing if there is one.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameFrame {
    /// The rows from top to bottom. Each character is a cell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<String>,
    /// The legend. Letters without an entry are drawn in a neutral colour.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub legend: Vec<LegendEntry>,
    /// Lines of text below the picture.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub caption: Vec<String>,
    /// An SVG drawing. It is shown as an image: its scripts do not run, and it cannot
    /// load anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
}

/// An entry of the legend.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LegendEntry {
    /// The letter.
    pub letter: char,
    /// The kind of thing, which determines the colour.
    #[serde(default)]
    pub tone: LegendTone,
    /// The meaning in words. Without it, the legend omits the entry.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub means: String,
}

/// What a letter of the picture stands for. The renderer chooses the colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LegendTone {
    /// Nothing in particular.
    #[default]
    Plain,
    /// Unimportant, such as an empty cell.
    Dim,
    /// Nothing passes here.
    Wall,
    /// Fatal to enter.
    Danger,
    /// Where all want to go.
    Goal,
    /// Leads elsewhere.
    Portal,
    /// Belongs to this seat, from 0.
    Seat(usize),
    /// Belongs to several seats.
    Shared,
    /// Gone for good.
    Gone,
    /// An amount, from 0 (nothing) to 8 (more than can be shown).
    Level(u8),
    /// A light that is on.
    On,
    /// A light that is off.
    Off,
    /// Marked by someone.
    Mark,
}

/// The tones that are a single word.
const WORDS: [(&str, LegendTone); 11] = [
    ("plain", LegendTone::Plain),
    ("dim", LegendTone::Dim),
    ("wall", LegendTone::Wall),
    ("danger", LegendTone::Danger),
    ("goal", LegendTone::Goal),
    ("portal", LegendTone::Portal),
    ("shared", LegendTone::Shared),
    ("gone", LegendTone::Gone),
    ("on", LegendTone::On),
    ("off", LegendTone::Off),
    ("mark", LegendTone::Mark),
];

/// The highest level.
const MAX_LEVEL: u8 = 8;

/// The maximum number of seats in a match.
const MAX_SEATS: usize = 1_000;

impl fmt::Display for LegendTone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LegendTone::Seat(seat) => write!(f, "seat {seat}"),
            LegendTone::Level(level) => write!(f, "level {level}"),
            tone => f.write_str(WORDS.iter().find(|(_, it)| it == tone).map_or("plain", |(word, _)| word)),
        }
    }
}

impl FromStr for LegendTone {
    type Err = String;

    fn from_str(text: &str) -> Result<LegendTone, String> {
        let word = WORDS.iter().find(|(word, _)| *word == text).map(|(_, tone)| *tone);
        let seat = || {
            text.strip_prefix("seat ")?.parse().ok().filter(|seat| *seat < MAX_SEATS).map(LegendTone::Seat)
        };
        let level = || {
            text.strip_prefix("level ")?
                .parse()
                .ok()
                .filter(|level| *level <= MAX_LEVEL)
                .map(LegendTone::Level)
        };
        word.or_else(seat).or_else(level).ok_or_else(|| {
            let words: Vec<&str> = WORDS.iter().map(|(word, _)| *word).collect();
            format!("there is no tone `{text}`; the tones are {}, seat N and level 0 to 8", words.join(", "))
        })
    }
}

impl Serialize for LegendTone {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for LegendTone {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<LegendTone, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for LegendTone {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Tone".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let words: Vec<&str> = WORDS.iter().map(|(word, _)| *word).collect();
        json_schema!({
            "type": "string",
            "description": "What something means. Which colour that has is up to whoever draws.",
            "pattern": format!("^({}|seat [0-9]+|level [0-{MAX_LEVEL}])$", words.join("|")),
        })
    }
}

impl GameFrame {
    /// Why the frame cannot be shown, with the name of the offending field. `None` if it is valid.
    pub(super) fn problem(&self) -> Option<(&'static str, String)> {
        let columns = self.rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        let svg = self.svg.as_ref().map_or(0, String::len);
        if self.rows.len() > MAX_ROWS || columns > MAX_COLUMNS {
            let found = self.rows.len();
            let most = format!("a picture has at most {MAX_ROWS} rows of {MAX_COLUMNS} characters");
            return Some(("rows", format!("{most}, and this one {found} rows of {columns}")));
        }
        if svg > MAX_SVG {
            return Some(("svg", format!("a drawing has at most {MAX_SVG} bytes, and this one {svg}")));
        }
        let mut lines = self.rows.iter().chain(&self.caption);
        let is_split = lines.any(|line| line.contains(['\n', '\r']));
        is_split.then(|| ("rows", "a line of a picture or of its caption has no line feed in it".into()))
    }
}
