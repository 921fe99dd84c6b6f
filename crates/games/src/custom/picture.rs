//! The picture of a custom game, from the frame of its program.

use std::collections::BTreeMap;

use rathaus_protocol::external::{self, Frame, Meaning};

use crate::picture::{GamePicture, Line, PictureTile, Run, Tone};

/// The letters of a frame with their tones, and the standing of each seat.
pub(super) fn drawn(frame: &Frame, standing: &[f64], names: &[String]) -> GamePicture {
    let tones: BTreeMap<char, Tone> =
        frame.legend.iter().map(|meaning| (meaning.letter, Tone::from(meaning.tone))).collect();
    let tile = |letter: char| PictureTile::new(letter, tones.get(&letter).copied().unwrap_or(Tone::Plain));
    let seat = |(seat, name): (usize, &String)| {
        let mut line = vec![Run::new(name, Tone::Seat(seat))];
        line.extend(standing.get(seat).map(|points| Run::plain(format!(" {points}"))));
        line
    };
    // A terminal can only show letters, not a drawing.
    let is_unseen = frame.rows.is_empty() && frame.svg.is_some();
    let unseen = is_unseen.then(|| vec![Run::plain("(a drawing, which pages show)")]);
    GamePicture {
        board: frame.rows.iter().map(|row| row.chars().map(tile).collect()).collect(),
        caption: unseen.into_iter().chain(frame.caption.iter().map(|line| vec![Run::plain(line)])).collect(),
        seats: names.iter().enumerate().map(seat).collect(),
        legend: frame.legend.iter().filter_map(|meaning| legend(meaning, names)).collect(),
    }
}

/// A line of the legend. Letters of a seat get its name, which the program does not know.
fn legend(Meaning { letter, tone, means }: &Meaning, names: &[String]) -> Option<Line> {
    let tone = Tone::from(*tone);
    let name = match tone {
        Tone::Seat(seat) => names.get(seat).map(|name| Run::new(format!(" {name}"), tone)),
        _ => None,
    };
    let means = (!means.is_empty()).then(|| match &name {
        Some(_) => Run::plain(format!(": {means}")),
        None => Run::plain(format!(" {means}")),
    });
    // The letters of a seat need no line if they have no other meaning.
    means
        .is_some()
        .then(|| [Some(Run::new(letter.to_string(), tone)), name, means].into_iter().flatten().collect())
}

impl From<external::Tone> for Tone {
    fn from(tone: external::Tone) -> Tone {
        match tone {
            external::Tone::Plain => Tone::Plain,
            external::Tone::Dim => Tone::Dim,
            external::Tone::Wall => Tone::Wall,
            external::Tone::Danger => Tone::Danger,
            external::Tone::Goal => Tone::Goal,
            external::Tone::Portal => Tone::Portal,
            external::Tone::Seat(seat) => Tone::Seat(seat),
            external::Tone::Shared => Tone::Shared,
            external::Tone::Gone => Tone::Gone,
            external::Tone::Level(level) => Tone::Level(level),
            external::Tone::On => Tone::On,
            external::Tone::Off => Tone::Off,
            external::Tone::Mark => Tone::Mark,
        }
    }
}
