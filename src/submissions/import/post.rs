//! The code blocks of a post, each with what the text around it says.

use super::heading::{HeadingFacts, is_section, parts};
use super::language_hint::LanguageHint;
use super::markdown::{self, ItemKind, MarkdownItem, Paragraph};
use super::reason::UnplacedReason;

/// The longest name in front of a block, in words.
const MOST_LABEL_WORDS: usize = 4;

/// The longest name of an author, in characters.
const LONGEST_AUTHOR: usize = 60;

/// A code block with what a post says about it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct PostBlock {
    pub(super) line: usize,
    pub(super) code: String,
    /// Why its code was not read.
    pub(super) refused: Option<UnplacedReason>,
    /// Whether its code has a hash that the post shows, so that it is a whole source.
    pub(super) is_proven: bool,
    /// The number of its answer in the post.
    pub(super) answer: usize,
    pub(super) title: Option<String>,
    /// The name in the paragraph before it, for posts that have several bots in one answer.
    pub(super) label: Option<String>,
    pub(super) author: Option<String>,
    pub(super) hint: LanguageHint,
    /// The language that its headings name.
    pub(super) heading_language: Option<&'static str>,
}

/// The code blocks of a post, or the number of items that the post exceeds.
pub(super) fn blocks(text: &str) -> Result<Vec<PostBlock>, usize> {
    let items = markdown::items(text)?;
    let mut reader = PostReader { titles: TitleRule::of(&items), ..PostReader::default() };
    for item in items {
        reader.read(item);
    }
    let PostReader { mut blocks, answers, .. } = reader;
    for block in &mut blocks {
        block.author = answers.get(block.answer).and_then(|answer| answer.author.clone());
    }
    Ok(blocks)
}

/// Which headings are the titles of answers.
#[derive(Debug, Default)]
enum TitleRule {
    /// Those that name a bot and its language, score or author.
    #[default]
    Sure,
    /// No heading does, so those with a name, up to this level.
    UpToLevel(u8),
}

impl TitleRule {
    fn of(items: &[MarkdownItem]) -> TitleRule {
        let headings: Vec<(u8, HeadingFacts)> = items
            .iter()
            .filter_map(|item| match &item.kind {
                ItemKind::Heading { level, text } => Some((*level, HeadingFacts::of(text))),
                _ => None,
            })
            .collect();
        if headings.iter().any(|(_, facts)| facts.is_title()) {
            return TitleRule::Sure;
        }
        let named =
            |level: u8| headings.iter().filter(|(of, facts)| *of == level && facts.name.is_some()).count();
        let levels = 1..=markdown::BOLD;
        // A single heading above all others is the title of the page.
        let level = levels.clone().find(|level| named(*level) > 1);
        TitleRule::UpToLevel(level.or_else(|| levels.clone().find(|level| named(*level) > 0)).unwrap_or(0))
    }

    fn is_title(&self, level: u8, facts: &HeadingFacts) -> bool {
        match self {
            TitleRule::Sure => facts.is_title(),
            TitleRule::UpToLevel(most) => facts.name.is_some() && level <= *most,
        }
    }
}

/// What is known about an answer.
#[derive(Debug, Default)]
struct Answer {
    title: Option<String>,
    author: Option<String>,
    /// Whether the author is certain, so that no later line replaces it.
    is_author_sure: bool,
    language: Option<&'static str>,
    hint: LanguageHint,
    has_blocks: bool,
}

/// Whose page the next link to a user shows.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum NextUser {
    #[default]
    Unknown,
    Author,
    Editor,
}

#[derive(Debug, Default)]
struct PostReader {
    titles: TitleRule,
    answers: Vec<Answer>,
    blocks: Vec<PostBlock>,
    label: Option<String>,
    hint: LanguageHint,
    next_user: NextUser,
}

impl PostReader {
    fn read(&mut self, item: MarkdownItem) {
        match item.kind {
            ItemKind::Heading { level, text } => self.heading(level, &text),
            ItemKind::Paragraph(paragraph) => self.paragraph(&paragraph),
            ItemKind::Html(html) => self.html(item.line, &html),
            ItemKind::Code { info, code } => {
                let hint = LanguageHint::of_word(&info).or(&self.hint);
                self.block(PostBlock { line: item.line, code, hint, ..PostBlock::default() });
            }
        }
    }

    /// The answer that is being read.
    fn answer(&mut self) -> &mut Answer {
        if self.answers.is_empty() {
            self.answers.push(Answer::default());
        }
        self.answers.last_mut().expect("one was added")
    }

    fn heading(&mut self, level: u8, text: &str) {
        let facts = HeadingFacts::of(text);
        let is_title = self.titles.is_title(level, &facts);
        let current = self.answer();
        // The title of an answer can follow a heading that only begins it.
        if facts.is_answer || is_title && (current.has_blocks || current.title.is_some()) {
            self.answers.push(Answer::default());
        }
        let answer = self.answer();
        answer.language = facts.language.or(answer.language);
        if is_title {
            answer.title = facts.name;
        }
        if facts.author.is_some() {
            (answer.author, answer.is_author_sure) = (facts.author, true);
        }
        (self.label, self.hint, self.next_user) = (None, LanguageHint::Unsaid, NextUser::Unknown);
    }

    fn paragraph(&mut self, paragraph: &Paragraph) {
        self.hint = LanguageHint::Unsaid;
        self.label = label(paragraph).or(self.label.take());
        self.author(paragraph);
    }

    /// Takes the author from the line of a site below an answer, or from a line of the author's.
    fn author(&mut self, paragraph: &Paragraph) {
        let text = paragraph.text.trim();
        if text.starts_with("edited ") || text.starts_with("answered ") {
            self.next_user = if text.contains("answered ") { NextUser::Author } else { NextUser::Editor };
        }
        let user =
            paragraph.user.as_ref().filter(|user| self.next_user == NextUser::Author || user.trim() == text);
        let is_editor = user.is_some() && self.next_user == NextUser::Editor;
        let is_sure = user.is_some() && self.next_user == NextUser::Author;
        let found = user.filter(|_| !is_editor).cloned().or_else(|| stated_author(text));
        if user.is_some() {
            self.next_user = NextUser::Unknown;
        }
        let answer = self.answer();
        if found.is_some() && !answer.is_author_sure && (is_sure || answer.author.is_none()) {
            (answer.author, answer.is_author_sure) = (found, is_sure);
        }
    }

    fn html(&mut self, line: usize, html: &str) {
        if html.trim_start().starts_with("<pre") {
            self.block(PostBlock { line, refused: Some(UnplacedReason::Html), ..PostBlock::default() });
        }
        if let Some(hint) = LanguageHint::of_comment_for_all(html) {
            self.answer().hint = hint;
        }
        if let Some(hint) = LanguageHint::of_comment(html) {
            self.hint = hint;
        }
    }

    fn block(&mut self, block: PostBlock) {
        let label = self.label.take();
        self.hint = LanguageHint::Unsaid;
        let answer = self.answer();
        answer.has_blocks = true;
        let hint = block.hint.clone().or(&answer.hint);
        let (title, heading_language) = (answer.title.clone(), answer.language);
        let answer = self.answers.len() - 1;
        self.blocks.push(PostBlock { answer, title, label, hint, heading_language, ..block });
    }
}

/// The name of a bot in the paragraph before its code, as in `The Lazy - does nothing`.
pub(super) fn label(paragraph: &Paragraph) -> Option<String> {
    let first = paragraph.text.lines().next().unwrap_or_default();
    let bold = Some(paragraph.bold.as_str()).filter(|bold| !bold.is_empty());
    let before_dash = || [" - ", " – ", " — "].iter().find_map(|dash| Some(first.split_once(dash)?.0));
    let name = bold.or_else(before_dash)?;
    let name = parts(name).first()?.trim_end_matches(':').trim();
    let is_short = name.split_whitespace().count() <= MOST_LABEL_WORDS && name.len() <= 60;
    let is_name = name.starts_with(char::is_uppercase) && !is_section(name);
    (is_short && is_name).then(|| name.to_owned())
}

/// The author of a line such as `Author: somebody`.
fn stated_author(text: &str) -> Option<String> {
    let line = text.lines().next()?;
    let lower = line.to_ascii_lowercase();
    let word = ["author:", "posted by:", "posted by ", "answered by ", "by: "]
        .into_iter()
        .find(|word| lower.starts_with(word))?;
    let name = line[word.len()..].trim();
    (!name.is_empty() && name.chars().count() <= LONGEST_AUTHOR).then(|| name.to_owned())
}
