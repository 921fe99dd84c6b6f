//! How a game of somebody's own looked, picture by picture.

use rathaus_protocol::external::Frame;
use serde::Serialize;

use crate::report::harmless;
use rathaus_games::Game;
use rathaus_games::{Exchange, Observer};

/// About how many bytes all pictures of a match have at the most: a page that has to be opened.
const MOST_BYTES: usize = 4 << 20;

/// The pictures of a match, as pages show them. `docs/JSON.md` describes it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Pictures {
    frames: Vec<Shown>,
    /// How many were left out because there were too many. Those that are there are spread evenly.
    left_out: usize,
}

/// A picture.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Shown {
    /// The question before which the game looked like this, from 1; after the last one, one more.
    turn: usize,
    #[serde(flatten)]
    frame: Frame,
    /// What each seat had.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    standing: Vec<f64>,
}

/// Looks on, and keeps the pictures of a game that has some.
#[derive(Debug)]
pub(super) struct PictureCamera {
    /// How many questions there have been.
    turn: usize,
    /// What was seen last.
    last: Option<Shown>,
    kept: Vec<Shown>,
    bytes: usize,
    seen: usize,
    /// One in so many is kept.
    stride: usize,
    most_bytes: usize,
}

impl Default for PictureCamera {
    fn default() -> PictureCamera {
        PictureCamera {
            turn: 0,
            last: None,
            kept: Vec::new(),
            bytes: 0,
            seen: 0,
            stride: 1,
            most_bytes: MOST_BYTES,
        }
    }
}

impl PictureCamera {
    /// All that was seen, if it was a game that shows something.
    pub(super) fn finish(mut self) -> Option<Pictures> {
        let last = self.last.take()?;
        if self.kept.last() != Some(&last) {
            self.kept.push(last);
        }
        Some(Pictures { left_out: self.seen - self.kept.len(), frames: self.kept })
    }

    fn keep(&mut self, shown: Shown) {
        if self.seen.is_multiple_of(self.stride) {
            self.bytes += size(&shown.frame);
            self.kept.push(shown.clone());
        }
        self.seen += 1;
        self.last = Some(shown);
        while self.bytes > self.most_bytes && self.kept.len() > 1 {
            self.thin_out();
        }
    }

    /// Keeps every second one of those that are kept.
    fn thin_out(&mut self) {
        self.stride *= 2;
        let kept = std::mem::take(&mut self.kept);
        self.kept = kept.into_iter().step_by(2).collect();
        self.bytes = self.kept.iter().map(|shown| size(&shown.frame)).sum();
    }
}

/// A picture whose words are harmless: a program may draw what bots have said.
fn tamed(frame: &Frame) -> Frame {
    let mut tamed = frame.clone();
    let words = tamed.legend.iter_mut().map(|meaning| &mut meaning.means);
    words.chain(&mut tamed.caption).chain(&mut tamed.rows).for_each(|words| {
        if harmless(words) != *words {
            *words = harmless(words);
        }
    });
    tamed
}

/// About how many bytes a picture has on a page.
fn size(frame: &Frame) -> usize {
    /// For what stands around the words.
    const AROUND: usize = 40;
    let lines = frame.rows.iter().chain(&frame.caption).map(String::len);
    let legend = frame.legend.iter().map(|meaning| meaning.means.len() + AROUND);
    lines.chain(legend).chain(frame.svg.iter().map(String::len)).map(|bytes| bytes + 4).sum::<usize>()
        + AROUND
}

impl Observer for PictureCamera {
    fn step(&mut self, game: &dyn Game) {
        let Some(frame) = game.frame() else { return };
        let (frame, standing) = (tamed(frame), game.progress().standing);
        // Between the program's words and its next ones, nothing changes.
        if self.last.as_ref().is_some_and(|last| last.frame == frame && last.standing == standing)
            || self.last.is_none() && frame == Frame::default()
        {
            return;
        }
        self.keep(Shown { turn: self.turn + 1, frame, standing });
    }

    fn exchanged(&mut self, exchange: &Exchange) {
        self.turn = exchange.turn;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(turn: usize) -> Shown {
        let frame = Frame { rows: vec![format!("{turn:0>100}")], ..Frame::default() };
        Shown { turn, frame, standing: Vec::new() }
    }

    fn turns(pictures: &Pictures) -> Vec<usize> {
        pictures.frames.iter().map(|shown| shown.turn).collect()
    }

    #[test]
    fn few_pictures_are_all_there() {
        let mut camera = PictureCamera::default();
        assert_eq!(PictureCamera::default().finish(), None);
        (1..=5).for_each(|turn| camera.keep(shown(turn)));
        let pictures = camera.finish().unwrap();
        assert_eq!((turns(&pictures), pictures.left_out), (vec![1, 2, 3, 4, 5], 0));
    }

    #[test]
    fn of_too_many_some_are_left_out_evenly_but_never_the_last() {
        let mut camera = PictureCamera { most_bytes: 1_000, ..PictureCamera::default() };
        (1..=40).for_each(|turn| camera.keep(shown(turn)));
        let pictures = camera.finish().unwrap();
        assert_eq!((turns(&pictures), pictures.left_out), (vec![1, 9, 17, 25, 33, 40], 34));
    }
}
