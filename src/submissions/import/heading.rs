//! What a heading says: a name, a language, an author.

use super::super::{LanguageAdapter, adapters};
use super::language_hint::adapter_of_word;

/// Characters and words between the parts of a heading.
const SEPARATORS: [&str; 13] =
    [" - ", " – ", " — ", " -- ", ", ", " | ", ": ", "(", ")", "≈", "≅", "~", " = "];

/// How the parts of headings begin that say how well a bot plays.
const SCORES: [&str; 12] = [
    "score",
    "preliminary",
    "geometric",
    "average",
    "mean",
    "seems",
    "estimated",
    "final",
    "points",
    "wins",
    "place",
    "rank",
];

/// Headings of sections that every answer could have.
const SECTIONS: &str = "about, algorithm, analysis, approach, changelog, code, description, details, edit, \
    example, examples, explanation, explanations, full code, history, how it works, \
    how to run, idea, implementation, important, improvements, note, notes, old version, \
    output, readme, result, results, sample, sample output, sample results, \
    sample scores, scores, solution, source, source code, strategy, the code, todo, \
    update, usage, warning";

/// What a heading says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct HeadingFacts {
    pub(super) name: Option<String>,
    pub(super) language: Option<&'static str>,
    pub(super) author: Option<String>,
    /// Whether it says how well a bot plays.
    pub(super) has_score: bool,
    /// Whether a part of it is a language and nothing else.
    pub(super) has_language_part: bool,
    /// Whether it only says that an answer begins, such as `Answer 3` or `Answer by somebody`.
    pub(super) is_answer: bool,
}

impl HeadingFacts {
    /// Reads headings such as `Name - C++ - 800 points` or `Python, Name`.
    pub(super) fn of(text: &str) -> HeadingFacts {
        // Translators of pages put a space into these names.
        let text = text.split('\n').next().unwrap_or_default().replace("C ++", "C++").replace("C #", "C#");
        let text = text.trim();
        if let Some(facts) = answer(text) {
            return facts;
        }
        let mut facts = HeadingFacts::default();
        for (position, part) in parts(text).into_iter().enumerate() {
            let (rest, language) = without_language(part);
            facts.language = facts.language.or(language.map(|adapter| adapter.language.as_str()));
            facts.has_language_part |= rest.is_empty() && language.is_some();
            // Numbers behind a name say how well it plays, in any language.
            facts.has_score |=
                is_score(rest) || position > 0 && rest.contains(|letter: char| letter.is_ascii_digit());

            match rest.strip_prefix("by ") {
                Some(author) => facts.author = Some(author.to_owned()),
                None if facts.name.is_none() && is_name(rest) => facts.name = Some(rest.to_owned()),
                None => {}
            }
        }
        facts
    }

    /// Whether it is surely the title of an answer: it names a bot, and its language, score
    /// or author.
    pub(super) fn is_title(&self) -> bool {
        self.name.is_some() && (self.language.is_some() || self.has_score || self.author.is_some())
    }
}

/// Reads `Answer`, `12 Answers`, `Answer 3`, `Answer by somebody`.
fn answer(text: &str) -> Option<HeadingFacts> {
    let lower = text.to_ascii_lowercase();
    let plain = lower.trim_matches(|letter: char| !letter.is_alphabetic());
    if ["answer", "answers", "question"].contains(&plain) {
        return Some(HeadingFacts { is_answer: true, ..HeadingFacts::default() });
    }
    let (head, author) = lower.find(" by ").map(|at| (&lower[..at], text[at + 4..].trim()))?;
    let is_answer = ["answer", "posted", "answered", "submission"]
        .contains(&head.trim_matches(|letter: char| !letter.is_alphabetic()));
    is_answer.then(|| HeadingFacts { author: Some(author.into()), is_answer, ..HeadingFacts::default() })
}

/// The parts of a heading, in their order.
pub(super) fn parts(text: &str) -> Vec<&str> {
    let mut parts = vec![text];
    for separator in SEPARATORS {
        parts = parts.into_iter().flat_map(|part| part.split(separator)).collect();
    }
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// Takes a language from the beginning or the end of a part.
fn without_language(part: &str) -> (&str, Option<&'static LanguageAdapter>) {
    if let Some(adapter) = language_of(part) {
        return ("", Some(adapter));
    }
    let (first, last) = (part.split_once(' '), part.rsplit_once(' '));
    let sides = [last, first.map(|(word, rest)| (rest, word))];
    let found = sides.into_iter().flatten().find_map(|(rest, word)| {
        // A word of one letter is a language only by itself.
        let adapter = language_of(word).filter(|_| word.chars().count() > 1)?;
        Some((rest.trim(), Some(adapter)))
    });
    found.unwrap_or((part, None))
}

/// The language of `Python`, `Python 2`, `C++11` or `Java 8`, in the letters of its title.
fn language_of(part: &str) -> Option<&'static LanguageAdapter> {
    let name =
        part.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.' || letter == ' ');
    let is_title = |adapter: &&LanguageAdapter| adapter.title.eq_ignore_ascii_case(name);
    adapters().iter().find(is_title).or_else(|| adapter_of_word(name).filter(|_| name.len() > 2))
}

/// Whether a part can name a bot.
fn is_name(part: &str) -> bool {
    part.chars().any(char::is_alphabetic) && !is_score(part) && !is_section(part)
}

/// Whether a part says how well a bot plays.
fn is_score(part: &str) -> bool {
    let lower = part.to_lowercase();
    lower.starts_with(|letter: char| letter.is_ascii_digit() || letter == '+')
        || SCORES.iter().any(|word| lower.starts_with(word))
}

/// Whether a text is the heading of a section that every answer could have.
pub(super) fn is_section(text: &str) -> bool {
    let plain = text.trim_matches(|letter: char| !letter.is_alphanumeric()).to_lowercase();
    SECTIONS.split(", ").any(|section| section == plain)
}
