//! Posts that were copied from a page as plain text: their code blocks are gone.
//!
//! Restores the sources whose hashes are in the post, and names the answers whose code is lost.

use super::MOST_SUBMISSIONS;
use super::heading::HeadingFacts;
use super::language_hint::LanguageHint;
use super::layout;
use super::markdown::Paragraph;
use super::post::{PostBlock, label};
use super::reason::UnplacedReason;
use crate::submissions::commitments::CommitmentHash;

/// The most lines that are placed on trial for all sources of a post: some seconds.
const MOST_TRIES: usize = 60_000_000;

/// The longest title, in bytes. What is longer is a sentence.
const LONGEST_TITLE: usize = 80;

/// As many plain words one after another are a sentence and no code.
const WORDS_OF_SENTENCE: usize = 3;

/// Words of Python between others.
const KEYWORDS: [&str; 16] = [
    "and", "as", "assert", "class", "def", "del", "for", "from", "if", "import", "in", "is", "lambda", "not",
    "or", "print",
];

/// The sources that a text can have, each with its place in the text.
pub(super) fn blocks(text: &str) -> Vec<PostBlock> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut tries = MOST_TRIES;
    let found =
        (0..lines.len()).filter_map(|at| source(&lines, at, &mut tries).or_else(|| title(&lines, at)));
    let numbered = |(answer, block)| PostBlock { answer, ..block };
    found.take(MOST_SUBMISSIONS).enumerate().map(numbered).collect()
}

/// The source below a line that is its hash.
fn source(lines: &[&str], at: usize, tries: &mut usize) -> Option<PostBlock> {
    let wanted = hash(lines[at])?;
    let below = &lines[at + 1..];
    // The line above the next hash names its bot.
    let end =
        below.iter().position(|line| hash(line).is_some()).map_or(below.len(), |next| next.saturating_sub(1));
    let code: Vec<&str> = below[..end].iter().copied().take_while(|line| is_code(line)).collect();
    if code.is_empty() {
        return None;
    }
    let name = at.checked_sub(1).and_then(|above| label(&Paragraph::plain(lines[above])));
    let block = PostBlock { line: at + 2, title: name, ..PostBlock::default() };
    Some(match layout::restored(&code, wanted, tries) {
        Some((code, is_indented)) => PostBlock { code, is_proven: true, hint: hint(is_indented), ..block },
        None => PostBlock { refused: Some(UnplacedReason::LostLayout), ..block },
    })
}

/// Indentation that makes the blocks of a program is Python's.
fn hint(is_indented: bool) -> LanguageHint {
    if is_indented { LanguageHint::of_word("python") } else { LanguageHint::Unsaid }
}

fn hash(line: &str) -> Option<CommitmentHash> {
    line.trim_matches(['`', '>', ' ']).parse().ok()
}

/// The title of an answer whose code is lost.
fn title(lines: &[&str], at: usize) -> Option<PostBlock> {
    let line = lines[at];
    let begins_as_title = line.starts_with(char::is_alphabetic) && !line.ends_with(['.', ':', ';']);
    let facts = (begins_as_title && line.len() <= LONGEST_TITLE).then(|| HeadingFacts::of(line))?;
    let language = facts.language.filter(|_| facts.has_language_part || facts.has_score)?;
    let title = facts.name?;
    let refused = Some(UnplacedReason::LostCode(title.clone()));
    Some(PostBlock {
        line: at + 1,
        title: Some(title),
        heading_language: Some(language),
        refused,
        ..PostBlock::default()
    })
}

/// Whether a line could be code.
fn is_code(line: &str) -> bool {
    !line.is_empty() && !is_sentence(line)
}

fn is_sentence(line: &str) -> bool {
    let is_word = |word: &str| {
        let plain = word.trim_end_matches([',', '.', ':', ';', '!', '?']);
        !plain.is_empty() && plain.chars().all(char::is_alphabetic) && !KEYWORDS.contains(&plain)
    };
    let words: Vec<bool> = line.split_whitespace().map(is_word).collect();
    !line.starts_with('#') && words.windows(WORDS_OF_SENTENCE).any(|three| three.iter().all(|word| *word))
}
