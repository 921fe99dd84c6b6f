//! The words of a plan's commands, with the values of their placeholders.

use std::ffi::OsString;
use std::path::Path;

use rathaus_games::Seed;

use super::BuildPlan;
use crate::submissions::command::{AllowedCommand, CommandProgramOrigin, SOURCE};
use crate::submissions::options;
use crate::submissions::seat_words::{SEAT, SEED, SeatWord, WordPart, is_of_seat, word_for};

/// The word in an adapter's command that expands to all values of the game's parameters.
const DEFINES: &str = "{defines}";

impl BuildPlan<'_> {
    /// The words of a command, with placeholders expanded for this folder. Those that differ from
    /// seat to seat have the values of some seat.
    pub(super) fn expand(&self, command: &AllowedCommand, folder: &Path) -> Vec<OsString> {
        let words = self.word_parts(command, folder);
        words.iter().map(|parts| word_for(parts, 0, Seed(0))).collect()
    }

    /// The words of the command that runs the bot which differ from seat to seat.
    pub(crate) fn seat_words(&self) -> Vec<SeatWord> {
        let words = self.word_parts(&self.run, &self.folder).into_iter().enumerate();
        let of_seat = words.filter(|(_, parts)| is_of_seat(parts));
        of_seat.map(|(index, parts)| SeatWord { index, parts }).collect()
    }

    fn word_parts(&self, command: &AllowedCommand, folder: &Path) -> Vec<Vec<WordPart>> {
        let mut words = Vec::new();
        for word in &command.words {
            if word == DEFINES {
                words.extend(self.defines.iter().map(|define| vec![WordPart::Text(define.clone())]));
            } else {
                words.push(self.expand_word(word, folder));
            }
        }
        if let CommandProgramOrigin::Tool(offered) = &command.starts {
            words[0] = vec![WordPart::Text(offered.path.clone().into())];
        }
        words
    }

    /// Expands each placeholder once. A value that looks like a placeholder is not expanded again.
    fn expand_word(&self, word: &str, folder: &Path) -> Vec<WordPart> {
        let mut parts = Vec::new();
        let mut rest = word;
        while let Some((before, name, after)) = next_placeholder(rest) {
            parts.push(WordPart::Text(before.into()));
            parts.push(match (name, self.place(name, folder)) {
                (_, Some(value)) => WordPart::Text(value),
                (SEAT, None) => WordPart::Seat,
                (SEED, None) => WordPart::Seed,
                (_, None) => WordPart::Text(rest[before.len()..rest.len() - after.len()].into()),
            });
            rest = after;
        }
        parts.push(WordPart::Text(rest.into()));
        parts
    }

    /// The value of a placeholder.
    fn place(&self, name: &str, folder: &Path) -> Option<OsString> {
        let staged = folder.join("source");
        match name {
            SOURCE => Some(self.main.map_or(staged.clone(), |main| staged.join(main)).into()),
            "dir" => Some(staged.into()),
            "out" => Some(folder.join("out").into()),
            "name" => Some(self.submission.name.clone().into()),
            _ if let Some(option) = self.option(name) => Some(option.into()),
            _ => self.placeholders.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone()),
        }
    }

    /// The value of `options.NAME`.
    fn option(&self, name: &str) -> Option<String> {
        self.submission.options.get(name.strip_prefix("options.")?).map(options::word)
    }
}

/// Splits a text at its first placeholder: the text before it, its name, and the text after it.
pub(super) fn next_placeholder(text: &str) -> Option<(&str, &str, &str)> {
    let (open, end) = text.match_indices('{').find_map(|(open, _)| {
        let length = text[open..].find('}')?;
        let name = &text[open + 1..open + length];
        (!name.contains('{')).then_some((open, open + length))
    })?;
    Some((&text[..open], &text[open + 1..end], &text[end + 1..]))
}
