//! What bots drew and wrote to stderr, turn by turn.

use rathaus_games::{LiveMatch, Observer, TurnRequestsAndReplies};
use rathaus_protocol::annotations::{Annotation, TurnNotes};
use serde::Serialize;

use crate::report::harmless;
use crate::report::harmless_text;

/// What a bot wrote to stderr in a turn.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BotTurnNotes {
    /// The number of the request, from 1.
    question: usize,
    /// The turn at which the page shows the position before the request.
    turn: usize,
    seat: usize,
    /// Ordinary lines.
    stderr: String,
    /// Drawings and numbers.
    annotations: Vec<Annotation>,
}

/// An observer that collects the notes of all bots. Recordings bound how much there is.
#[derive(Debug, Default)]
pub(super) struct NotesCollector {
    page_turn: Option<u32>,
    pub(super) notes: Vec<BotTurnNotes>,
}

impl Observer for NotesCollector {
    fn step(&mut self, game: &dyn LiveMatch) {
        self.page_turn = game.page_turn();
    }

    fn exchanged(&mut self, exchange: &TurnRequestsAndReplies) {
        let question = exchange.turn;
        let turn = self.page_turn.map_or(question, |turn| turn as usize);
        self.notes.extend(exchange.stderr.iter().map(|(seat, stderr)| {
            let TurnNotes { mut annotations, text } = TurnNotes::parse(stderr);
            annotations.iter_mut().for_each(tame);
            BotTurnNotes { question, turn, seat: *seat, stderr: harmless_text(&text), annotations }
        }));
    }
}

/// Makes the words of an annotation safe to show.
fn tame(annotation: &mut Annotation) {
    match annotation {
        Annotation::Text { text, .. } => *text = harmless(text),
        Annotation::Number { number } => number.name = harmless(&number.name),
        Annotation::Line { .. } | Annotation::Circle { .. } => {}
    }
}
