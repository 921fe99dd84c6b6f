//! What bots may reply to which lines: `[answers]` of `game.toml`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::controls::ReplyControls;

/// What bots may reply.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(inline)]
pub struct ExampleReplies {
    /// Example replies, which need not be legal in every situation; new bots and the random bots of
    /// `rathaus check-game` choose from them. A reply of several lines is a list of lines.
    #[schemars(extend("examples" = [["left", "right"]]))]
    pub examples: Vec<ExampleReply>,
    /// The beginning of lines that expect a reply, in games that also send other lines; new bots
    /// reply only to these [default: all lines expect a reply].
    #[schemars(with = "String", extend("examples" = ["turn"]))]
    pub question: Option<String>,
    /// On the page of `rathaus serve --play`, what a click on a cell of the picture replies:
    /// `{column}` and `{row}` stand for the cell, from 0 at the upper left.
    #[schemars(with = "ExampleReply", extend("examples" = ["{column}"]))]
    pub click: Option<ExampleReply>,
    /// On that page, what keys reply. A key is a character, or has its name in browsers.
    #[schemars(extend("examples" = [{"ArrowUp": "up", "ArrowDown": "down"}]))]
    pub keys: BTreeMap<String, ExampleReply>,
    /// Other examples for lines with another beginning, each as an `[[answers.to]]` table; the first
    /// that fits a line counts, before `question`.
    pub to: Vec<QuestionReplies>,
}

/// What bots may reply to some lines.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct QuestionReplies {
    /// The beginning of the lines.
    #[schemars(length(min = 1, max = 1_000), extend("examples" = ["boardsize"]))]
    pub question: String,
    /// Example replies to these lines. A reply of several lines is a list of lines.
    #[schemars(length(min = 1), extend("examples" = [[["=", ""]]]))]
    pub examples: Vec<ExampleReply>,
    /// What a click on a cell replies to these lines, as `click` of `[answers]`.
    #[serde(default)]
    #[schemars(with = "ExampleReply", extend("examples" = ["{column} {row}"]))]
    pub click: Option<ExampleReply>,
    /// What keys reply to these lines, as `keys` of `[answers]`.
    #[serde(default)]
    #[schemars(extend("examples" = [{"p": "pass"}]))]
    pub keys: BTreeMap<String, ExampleReply>,
}

/// An example of a reply.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
pub enum ExampleReply {
    /// A reply of one line.
    Line(String),
    /// A reply of several lines.
    Lines(#[schemars(length(min = 1))] Vec<String>),
}

impl ExampleReply {
    /// The lines of the reply.
    pub fn lines(&self) -> &[String] {
        match self {
            ExampleReply::Line(line) => std::slice::from_ref(line),
            ExampleReply::Lines(lines) => lines,
        }
    }
}

impl ExampleReplies {
    /// Whether no line has an example of a reply.
    pub fn is_empty(&self) -> bool {
        self.examples.is_empty() && self.to.is_empty()
    }

    /// The beginnings of lines, each with examples of replies. The first that fits a line counts.
    pub fn by_question(&self) -> impl Iterator<Item = (&str, &[ExampleReply])> {
        let others = (self.question.as_deref().unwrap_or_default(), self.examples.as_slice());
        let named = self.to.iter().map(|to| (to.question.as_str(), to.examples.as_slice()));
        named.chain(std::iter::once(others).filter(|(_, examples)| !examples.is_empty()))
    }

    /// Examples of replies to this line, or nothing if it needs no reply.
    pub fn to_line(&self, line: &str) -> &[ExampleReply] {
        let mut fitting = self.by_question().filter(|(question, _)| line.starts_with(question));
        fitting.next().map_or(&[], |(_, examples)| examples)
    }

    /// How a person can reply to these lines on a page: as the last of them allows that has any
    /// such reply.
    pub fn controls(&self, lines: &str) -> ReplyControls<'_> {
        let fitting = |line: &str| self.all_controls().find(|controls| line.starts_with(controls.question));
        lines.lines().rev().find_map(fitting).unwrap_or_default()
    }

    /// The controls for each beginning of a line, in the order in which they are tried.
    pub(super) fn all_controls(&self) -> impl Iterator<Item = ReplyControls<'_>> {
        let named = self.to.iter().map(|to| ReplyControls {
            question: &to.question,
            examples: &to.examples,
            click: to.click.as_ref(),
            keys: Some(&to.keys),
        });
        let others = ReplyControls {
            question: self.question.as_deref().unwrap_or_default(),
            examples: &self.examples,
            click: self.click.as_ref(),
            keys: Some(&self.keys),
        };
        named.chain([others])
    }

    /// All lines of the file that bots are to send or get.
    pub(super) fn lines(&self) -> impl Iterator<Item = &String> {
        let questions = self.question.iter().chain(self.to.iter().map(|to| &to.question));
        let replies = self.all_controls().flat_map(ReplyControls::replies);
        questions.chain(replies.flat_map(ExampleReply::lines))
    }
}
