//! Dialogues in the format of `protocol/transcripts/README.md`, and playing them with a bot.

use std::fs;
use std::path::Path;

use rathaus_games::ConfiguredGame;
use rathaus_protocol::handshake::HandshakeRequest;
use rathaus_sandbox::ProgramCommand;
use serde_json::Value;

use crate::bot::Bot;
use crate::common::repository;
use crate::language::{entries, name_of};
use crate::source::{Form, Source};
use crate::workshop;

/// A session, line by line.
#[derive(Debug, Clone)]
pub struct Dialogue {
    pub name: String,
    pub text: String,
}

/// The sessions that each adapter must be able to play as the compass.
pub fn golden() -> Vec<Dialogue> {
    let paths = entries(&repository().join("protocol/transcripts"));
    let dialogues: Vec<Dialogue> = paths.iter().filter_map(|path| Dialogue::read(path)).collect();
    assert!(!dialogues.is_empty(), "there are no golden dialogues");
    dialogues
}

impl Dialogue {
    /// The dialogue in this file, if it is one.
    pub fn read(path: &Path) -> Option<Dialogue> {
        let is_dialogue = path.extension().is_some_and(|extension| extension == "txt");
        let text = is_dialogue.then(|| fs::read_to_string(path).expect("a dialogue"))?;
        Some(Dialogue { name: name_of(path), text })
    }

    /// A dialogue of the suite.
    pub fn of_suite(name: &str) -> Dialogue {
        let path = repository().join("tests/conformance/dialogues").join(name);
        Dialogue::read(&path).unwrap_or_else(|| panic!("{name} is no dialogue"))
    }

    /// Its name without the extension.
    pub fn title(&self) -> &str {
        self.name.trim_end_matches(".txt")
    }

    /// The bot, by its path in the repository, if the first line
    /// is `# Plays PATH in the FORM form.`
    pub fn plays(&self) -> Option<Source> {
        let words = self.text.lines().next()?.strip_prefix("# Plays ")?;
        let (path, word) = words.strip_suffix(" form.")?.split_once(" in the ")?;
        let form = Form::ALL.into_iter().find(|form| form.word() == word)?;
        Some(Source { path: repository().join(path), form: Some(form) })
    }

    /// The rules in the handshake.
    pub fn rules(&self) -> ConfiguredGame {
        let handshake = self.text.lines().find_map(|line| line.strip_prefix("> ")).expect("a greeting");
        let handshake = HandshakeRequest::decode(handshake.as_bytes()).expect("a greeting");
        let value = |text: String| serde_json::from_str(&text).unwrap_or(Value::String(text));
        let settings: Vec<(String, Value)> =
            handshake.parameters.into_iter().map(|(name, text)| (name, value(text))).collect();
        workshop::rules(settings.iter().map(|(name, value)| (name.as_str(), value)))
    }

    /// Plays the dialogue. The bot gets everything up to an expected reply before that reply
    /// is read.
    pub fn play(&self, program: &ProgramCommand) {
        let mut bot = Bot::start(program);
        for (number, line) in (1..).zip(self.text.lines()) {
            if let Some(heard) = line.strip_prefix("> ") {
                bot.tell(heard);
            } else if let Some(expected) = line.strip_prefix("< ") {
                let found = bot.answer();
                assert!(
                    comparable(&found) == comparable(expected),
                    "{}:{number}\n  expected: {expected}\n     found: {found}",
                    self.name
                );
            } else {
                assert!(
                    line.starts_with('#'),
                    "{}:{number} is neither heard nor said nor a comment",
                    self.name
                );
            }
        }
        bot.end();
    }
}

/// The part of an error line that is compared: everything before the message.
fn comparable(line: &str) -> String {
    match line.split_once(" ! ") {
        Some((before, error)) => format!("{before} ! {}", error.split(' ').next().unwrap_or_default()),
        None => line.to_owned(),
    }
}
