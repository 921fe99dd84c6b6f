//! The frames that the program of a custom game sends, as pages show them.

use rathaus_protocol::external::GameFrame;
use serde::Serialize;
use serde_json::Value;

use crate::harmless::harmless;
use crate::view::PageDataCollector;
use crate::{LiveMatch, Observer, TurnRequestsAndReplies};

/// The approximate maximum size of all frames of a match, in bytes. A browser has to load them.
const MOST_BYTES: usize = 4 << 20;

/// The frames of a match. `docs/JSON.md` describes the format.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct CustomTimeline {
    frames: Vec<TimelineFrame>,
    /// How many frames were left out because there were too many. The others are spread evenly.
    left_out: usize,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct TimelineFrame {
    /// The turn before which the game looked like this, from 1. The final frame has the number of
    /// turns plus one.
    turn: usize,
    #[serde(flatten)]
    frame: GameFrame,
    /// The current score of each seat.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    standing: Vec<f64>,
}

/// An observer that collects the frames.
#[derive(Debug)]
pub(super) struct FrameCollector {
    /// The number of turns so far.
    turn: usize,
    last: Option<TimelineFrame>,
    kept: Vec<TimelineFrame>,
    bytes: usize,
    seen: usize,
    /// Only every `stride`-th frame is kept.
    stride: usize,
    most_bytes: usize,
}

impl Default for FrameCollector {
    fn default() -> FrameCollector {
        FrameCollector {
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

impl FrameCollector {
    /// The collected frames. `None` if the game never sent one.
    fn timeline(mut self) -> Option<CustomTimeline> {
        let last = self.last.take()?;
        if self.kept.last() != Some(&last) {
            self.kept.push(last);
        }
        Some(CustomTimeline { left_out: self.seen - self.kept.len(), frames: self.kept })
    }

    fn keep(&mut self, shown: TimelineFrame) {
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

    /// Drops every second one of the kept frames.
    fn thin_out(&mut self) {
        self.stride *= 2;
        let kept = std::mem::take(&mut self.kept);
        self.kept = kept.into_iter().step_by(2).collect();
        self.bytes = self.kept.iter().map(|shown| size(&shown.frame)).sum();
    }
}

/// The frame with safe texts: a program may show what bots wrote.
pub fn harmless_frame(frame: &GameFrame) -> GameFrame {
    let mut tamed = frame.clone();
    let words = tamed.legend.iter_mut().map(|meaning| &mut meaning.means);
    words.chain(&mut tamed.caption).chain(&mut tamed.rows).for_each(|words| {
        if harmless(words) != *words {
            *words = harmless(words);
        }
    });
    tamed
}

/// The approximate size of a frame on a page, in bytes.
fn size(frame: &GameFrame) -> usize {
    /// The size of the markup around a text.
    const AROUND: usize = 40;
    let lines = frame.rows.iter().chain(&frame.caption).map(String::len);
    let legend = frame.legend.iter().map(|meaning| meaning.means.len() + AROUND);
    lines.chain(legend).chain(frame.svg.iter().map(String::len)).map(|bytes| bytes + 4).sum::<usize>()
        + AROUND
}

impl Observer for FrameCollector {
    fn step(&mut self, game: &dyn LiveMatch) {
        let Some(frame) = game.frame() else { return };
        let (frame, standing) = (harmless_frame(frame), game.progress().standing);
        // Skip unchanged frames: between messages of the program, nothing changes.
        if self.last.as_ref().is_some_and(|last| last.frame == frame && last.standing == standing)
            || self.last.is_none() && frame == GameFrame::default()
        {
            return;
        }
        self.keep(TimelineFrame { turn: self.turn + 1, frame, standing });
    }

    fn exchanged(&mut self, exchange: &TurnRequestsAndReplies) {
        self.turn = exchange.turn;
    }
}

impl PageDataCollector for FrameCollector {
    fn finish(self: Box<Self>) -> Option<Value> {
        let timeline = self.timeline()?;
        Some(serde_json::to_value(timeline).expect("texts and numbers are always JSON"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(turn: usize) -> TimelineFrame {
        let frame = GameFrame { rows: vec![format!("{turn:0>100}")], ..GameFrame::default() };
        TimelineFrame { turn, frame, standing: Vec::new() }
    }

    fn turns(pictures: &CustomTimeline) -> Vec<usize> {
        pictures.frames.iter().map(|shown| shown.turn).collect()
    }

    #[test]
    fn few_pictures_are_all_there() {
        let mut camera = FrameCollector::default();
        assert_eq!(FrameCollector::default().timeline(), None);
        (1..=5).for_each(|turn| camera.keep(shown(turn)));
        let pictures = camera.timeline().unwrap();
        assert_eq!((turns(&pictures), pictures.left_out), (vec![1, 2, 3, 4, 5], 0));
    }

    #[test]
    fn of_too_many_some_are_left_out_evenly_but_never_the_last() {
        let mut camera = FrameCollector { most_bytes: 1_000, ..FrameCollector::default() };
        (1..=40).for_each(|turn| camera.keep(shown(turn)));
        let pictures = camera.timeline().unwrap();
        assert_eq!((turns(&pictures), pictures.left_out), (vec![1, 9, 17, 25, 33, 40], 34));
    }
}
