//! A match as pages show it.

use std::collections::BTreeMap;

use rathaus_games::Observer;
use rathaus_games::view::NamedPageDataCollector;
use serde::Serialize;
use serde_json::Value;

use super::dialogue::DialogueCollector;
use super::notes::{BotTurnNotes, NotesCollector};
use crate::matches::replay::{Replay, ReplayFileError};
use crate::report::sanitize;
use crate::report::transcript::TranscriptExchange;

/// The most bytes of dialogue on pages of custom games, in addition to the excerpts of all games.
const MOST_DIALOGUE: usize = 1 << 20;

/// A match as pages show it. `docs/JSON.md` describes it.
#[derive(Debug, Clone, Serialize)]
pub struct MatchView {
    #[serde(rename = "match")]
    pub head: Value,
    /// How the result differed when the match was replayed.
    pub difference: Option<String>,
    /// Excerpts of requests and replies. In custom games all of them, up to `MOST_DIALOGUE`.
    pub dialogue: Vec<TranscriptExchange>,
    /// What bots drew and wrote to stderr, in the order of the turns.
    pub notes: Vec<BotTurnNotes>,
    #[serde(flatten)]
    pub game: BTreeMap<&'static str, Value>,
    /// What the page can ask a server about the match. `None` in a standalone page.
    pub more: Option<AvailableViewQueries>,
}

/// What pages can ask a server about a match.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct AvailableViewQueries {
    /// Whether it can ask which specimens are in a cell at a turn.
    pub specimens: bool,
    /// Whether it can ask the bot what a genome does.
    pub analysis: bool,
}

impl MatchView {
    /// Replays a match, and collects what pages show of it.
    pub fn of(replay: &Replay) -> Result<MatchView, ReplayFileError> {
        MatchView::collect(replay, None, &|| true)
    }

    /// Replays only the turns before `until`, if that is given, and stops with an error as soon as
    /// `may_resume` is false.
    pub fn collect(
        replay: &Replay,
        until: Option<u32>,
        may_resume: &dyn Fn() -> bool,
    ) -> Result<MatchView, ReplayFileError> {
        let rules = replay.played.spec.rules().map_err(|error| ReplayFileError::Broken(error.to_string()))?;
        // Pages of custom games show the dialogue beside the pictures.
        let room = if rules.program().is_some() { MOST_DIALOGUE } else { 0 };
        let mut dialogue = DialogueCollector::new(&replay.played.result.faults, room);
        let mut notes = NotesCollector::default();
        let mut view = rules.view(until);
        let played = match &mut view {
            Some(view) => {
                let mut all: [&mut dyn Observer; 3] = [&mut *view.collector, &mut dialogue, &mut notes];
                replay.play_while(&mut all, may_resume)
            }
            None => {
                let mut both: [&mut dyn Observer; 2] = [&mut dialogue, &mut notes];
                replay.play_while(&mut both, may_resume)
            }
        };
        let difference = played?.and_then(|played| replay.played.result.difference(&played));
        let mut head = serde_json::to_value(replay.head())
            .map_err(|error| ReplayFileError::Broken(error.to_string()))?;
        sanitize(&mut head);
        let game =
            view.and_then(|NamedPageDataCollector { key, collector }| Some((key, collector.finish()?)));
        Ok(MatchView {
            head,
            difference,
            dialogue: dialogue.finish(),
            notes: notes.notes,
            game: game.into_iter().collect(),
            more: None,
        })
    }

    /// The title of the page: the game, and who played.
    pub fn title(&self) -> String {
        let names: Vec<&str> =
            self.head["names"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        format!("{}: {}", self.head["spec"]["game"].as_str().unwrap_or_default(), names.join(", "))
    }

    /// What the game adds to the page, if it has been collected.
    pub fn timeline(&mut self) -> Option<&mut Value> {
        self.game.values_mut().next()
    }
}
