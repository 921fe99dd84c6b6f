//! The picture of a custom game, from the frame of its program.

use std::collections::BTreeMap;

use rathaus_protocol::external::{self, GameFrame, LegendEntry};

use crate::harmless::{harmless, is_hidden};
use crate::picture::{GamePicture, PictureTile, PictureTone, StyledLine, StyledSpan};
use crate::words::number;

/// The letters of a frame with their tones, and the standing of each seat.
pub(super) fn drawn(frame: &GameFrame, standing: &[f64], names: &[String]) -> GamePicture {
    let tones: BTreeMap<char, PictureTone> =
        frame.legend.iter().map(|meaning| (meaning.letter, PictureTone::from(meaning.tone))).collect();
    let tile = |letter: char| {
        PictureTile::new(shown(letter), tones.get(&letter).copied().unwrap_or(PictureTone::Plain))
    };
    let seat = |(seat, name): (usize, &String)| {
        let mut line = vec![StyledSpan::new(name, PictureTone::Seat(seat))];
        line.extend(standing.get(seat).map(|points| StyledSpan::plain(format!(" {}", number(*points)))));
        line
    };
    // A terminal can only show letters, not a drawing.
    let is_unseen = frame.rows.is_empty() && frame.svg.is_some();
    let unseen = is_unseen.then(|| vec![StyledSpan::plain("(a drawing, which pages show)")]);
    GamePicture {
        board: frame.rows.iter().map(|row| row.chars().map(tile).collect()).collect(),
        caption: unseen
            .into_iter()
            .chain(frame.caption.iter().map(|line| vec![StyledSpan::plain(harmless(line))]))
            .collect(),
        seats: names.iter().enumerate().map(seat).collect(),
        legend: frame.legend.iter().filter_map(|meaning| legend(meaning, names)).collect(),
    }
}

/// The letter of a tile. One that a terminal cannot show in one place becomes the replacement
/// character.
fn shown(letter: char) -> char {
    if is_hidden(letter) { char::REPLACEMENT_CHARACTER } else { letter }
}

/// A line of the legend. Letters of a seat get its name, which the program does not know.
fn legend(LegendEntry { letter, tone, means }: &LegendEntry, names: &[String]) -> Option<StyledLine> {
    let tone = PictureTone::from(*tone);
    let name = match tone {
        PictureTone::Seat(seat) => names.get(seat).map(|name| StyledSpan::new(format!(" {name}"), tone)),
        _ => None,
    };
    let means = harmless(means);
    let means = (!means.is_empty()).then(|| match &name {
        Some(_) => StyledSpan::plain(format!(": {means}")),
        None => StyledSpan::plain(format!(" {means}")),
    });
    // The letters of a seat need no line if they have no other meaning.
    means.is_some().then(|| {
        [Some(StyledSpan::new(shown(*letter).to_string(), tone)), name, means].into_iter().flatten().collect()
    })
}

impl From<external::LegendTone> for PictureTone {
    fn from(tone: external::LegendTone) -> PictureTone {
        match tone {
            external::LegendTone::Plain => PictureTone::Plain,
            external::LegendTone::Dim => PictureTone::Dim,
            external::LegendTone::Wall => PictureTone::Wall,
            external::LegendTone::Danger => PictureTone::Danger,
            external::LegendTone::Goal => PictureTone::Goal,
            external::LegendTone::Portal => PictureTone::Portal,
            external::LegendTone::Seat(seat) => PictureTone::Seat(seat),
            external::LegendTone::Shared => PictureTone::Shared,
            external::LegendTone::Gone => PictureTone::Gone,
            external::LegendTone::Level(level) => PictureTone::Level(level),
            external::LegendTone::On => PictureTone::On,
            external::LegendTone::Off => PictureTone::Off,
            external::LegendTone::Mark => PictureTone::Mark,
        }
    }
}
