//! What the page of a person who plays shows, as JSON.

use std::collections::{BTreeMap, VecDeque};

use rathaus_games::LiveMatch;
use rathaus_games::custom::{ScoreOrder, harmless_frame};
use rathaus_protocol::external::GameFrame;
use serde::Serialize;
use serde_json::Value;

use crate::report::harmless_text;
use crate::submissions::{ExampleReplies, ExampleReply};

/// The most messages that a page shows.
const MAX_MESSAGES: usize = 40;

/// The most bytes of a message, and of a question.
const MAX_MESSAGE: usize = 2 << 10;
const MAX_QUESTION: usize = 16 << 10;

/// The most bytes of a picture.
const MAX_PICTURE: usize = 1 << 20;

/// The most replies to offer.
const MAX_CHOICES: usize = 40;

/// A match with a person, as its page shows it.
#[derive(Debug, Clone, Serialize)]
pub(super) struct PlayState {
    /// The name under which the server offers the game.
    pub(super) offered_as: String,
    pub(super) game: String,
    pub(super) names: Vec<String>,
    pub(super) seed: String,
    /// The seat of the person.
    pub(super) seat: usize,
    pub(super) phase: PlayPhase,
    #[serde(flatten)]
    position: ShownPosition,
    pub(super) question: Option<ShownQuestion>,
    pub(super) messages: VecDeque<ShownMessage>,
    pub(super) end: Option<PlayEnd>,
}

/// What a match waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum PlayPhase {
    /// The bots are being built.
    Building,
    /// Other seats, or the program.
    Others,
    /// The person.
    Person,
    Over,
}

/// The position of the game.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub(super) struct ShownPosition {
    /// The picture of a custom game.
    frame: Option<GameFrame>,
    /// The current score of each seat.
    standing: Vec<f64>,
    /// What the game's own page draws.
    view: Option<Value>,
}

/// A question to the person.
#[derive(Debug, Clone, Serialize)]
pub(super) struct ShownQuestion {
    /// From 1. A reply names it.
    pub(super) number: u32,
    text: String,
    /// The lines of the reply so far.
    pub(super) replied: Vec<String>,
    /// Replies to offer, each a list of lines.
    choices: Vec<Vec<String>>,
    /// The reply to a click on a cell.
    click: Option<Vec<String>>,
    /// Replies by key.
    keys: BTreeMap<String, Vec<String>>,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct ShownMessage {
    pub(super) from: MessageAuthor,
    text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum MessageAuthor {
    Game,
    Person,
}

/// How a match ended.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "how")]
pub(super) enum PlayEnd {
    Played {
        scores: Vec<f64>,
        best: ScoreOrder,
        ended: String,
        /// The number of faults of each seat.
        faults: Vec<usize>,
        has_replay: bool,
    },
    /// The host could not play it.
    Void { why: String },
    /// The person is gone.
    Left { why: String },
}

impl PlayState {
    pub(super) fn new(
        offered_as: &str,
        game: &str,
        names: Vec<String>,
        seat: usize,
        seed: String,
    ) -> PlayState {
        PlayState {
            offered_as: offered_as.into(),
            game: game.into(),
            names,
            seed,
            seat,
            phase: PlayPhase::Building,
            position: ShownPosition::default(),
            question: None,
            messages: VecDeque::new(),
            end: None,
        }
    }

    /// Adds a message, and drops the oldest one if there are too many.
    pub(super) fn say(&mut self, from: MessageAuthor, text: &str) {
        if self.messages.len() == MAX_MESSAGES {
            self.messages.pop_front();
        }
        self.messages.push_back(ShownMessage { from, text: shown(text, MAX_MESSAGE) });
    }

    /// Shows the position of the game. Returns whether it differs.
    pub(super) fn show(&mut self, position: ShownPosition) -> bool {
        let differs = self.position != position;
        self.position = position;
        differs
    }
}

impl ShownPosition {
    pub(super) fn of(game: &dyn LiveMatch) -> ShownPosition {
        let frame = game.frame().filter(|frame| **frame != GameFrame::default()).map(harmless_frame);
        let frame = frame.filter(|frame| size(frame) <= MAX_PICTURE);
        ShownPosition { frame, standing: game.progress().standing, view: game.person_view() }
    }
}

impl ShownQuestion {
    pub(super) fn new(number: u32, text: &str, answers: &ExampleReplies) -> ShownQuestion {
        let controls = answers.controls(text);
        let lines = |reply: &ExampleReply| reply.lines().to_vec();
        ShownQuestion {
            number,
            text: shown(text, MAX_QUESTION),
            replied: Vec::new(),
            choices: controls.examples.iter().take(MAX_CHOICES).map(lines).collect(),
            click: controls.click.map(lines),
            keys: controls
                .keys
                .into_iter()
                .flatten()
                .map(|(key, reply)| (key.clone(), lines(reply)))
                .collect(),
        }
    }
}

/// The size of a picture, in bytes.
fn size(frame: &GameFrame) -> usize {
    let texts = frame.rows.iter().chain(&frame.caption).chain(&frame.svg).map(String::len);
    let legend = frame.legend.iter().map(|entry| entry.means.len() + 40);
    texts.chain(legend).sum()
}

/// The end of a text, without what could mislead a reader.
fn shown(text: &str, most: usize) -> String {
    let text = text.strip_suffix('\n').unwrap_or(text);
    let least = text.len().saturating_sub(most);
    let begin = (least..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
    let mark = if begin > 0 { "… " } else { "" };
    format!("{mark}{}", harmless_text(&text[begin..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_and_texts_are_bounded() {
        let mut state = PlayState::new("a", "a", vec!["human".into()], 0, "1".into());
        for number in 0..100 {
            state.say(MessageAuthor::Game, &format!("{}{number}\n", "ä".repeat(MAX_MESSAGE)));
        }
        assert_eq!(state.messages.len(), MAX_MESSAGES);
        let last = &state.messages.back().unwrap().text;
        assert!(last.starts_with("… ä") && last.ends_with("99") && last.len() < MAX_MESSAGE + 10, "{last}");
        assert_eq!(shown("a\u{202e}b\nc\n", 100), "a\\u{202e}b\nc");
    }
}
