//! Names of imported submissions: for people, and for folders.

use std::collections::{BTreeMap, BTreeSet};

use super::ImportedSubmission;
use super::candidate::CandidateBlock;
use crate::untrusted::harmless;

/// The longest name of a folder, in characters.
const LONGEST_FOLDER: usize = 48;

/// The longest name that is written into a manifest, in characters.
const LONGEST_NAME: usize = 80;

/// The name of a submission about which the post says nothing.
const NAMELESS: &str = "bot";

/// Names that some systems keep for devices.
const RESERVED: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Names all submissions. No two folders have the same name.
pub(super) fn named(chosen: Vec<CandidateBlock>) -> Vec<ImportedSubmission> {
    let mut of_answer: BTreeMap<usize, BTreeSet<&str>> = BTreeMap::new();
    let mut in_answer: BTreeMap<usize, usize> = BTreeMap::new();
    for one in &chosen {
        of_answer.entry(one.block.answer).or_default().insert(&one.adapter.language);
        *in_answer.entry(one.block.answer).or_default() += 1;
    }
    let names: Vec<String> = chosen
        .iter()
        .map(|one| name(one, in_answer[&one.block.answer] > 1, of_answer[&one.block.answer].len() > 1))
        .collect();
    let mut taken = BTreeSet::new();
    chosen.into_iter().zip(names).map(|(one, name)| submission(one, name, &mut taken)).collect()
}

fn submission(chosen: CandidateBlock, name: String, taken: &mut BTreeSet<String>) -> ImportedSubmission {
    let CandidateBlock { block, adapter, source, entry_point, has_several, .. } = chosen;
    ImportedSubmission {
        line: block.line,
        folder: unique(&folder(&name), taken),
        author: block.author.map(|author| shown(&author)).filter(|author| !author.is_empty()),
        name,
        language: adapter.language.clone(),
        source,
        entry: entry_point.filter(|_| has_several),
        code: block.code,
    }
}

/// The name for people: that of the title, or of the block if its answer has several submissions.
fn name(chosen: &CandidateBlock, is_one_of_several: bool, has_languages: bool) -> String {
    let block = &chosen.block;
    let label = block.label.as_ref().filter(|_| is_one_of_several || block.title.is_none());
    let names = [label, block.title.as_ref(), chosen.entry_point.as_ref(), block.author.as_ref()];
    let name = names.into_iter().flatten().map(|name| shown(name)).find(|name| !name.is_empty());
    let name = name.unwrap_or_else(|| NAMELESS.into());
    match has_languages {
        true => format!("{name} ({})", chosen.adapter.title),
        false => name,
    }
}

/// A text in one line of bounded length, without characters that cannot be seen.
fn shown(text: &str) -> String {
    let is_seen = |letter: &char| {
        letter.is_whitespace() || harmless(letter.encode_utf8(&mut [0; 4])).len() == letter.len_utf8()
    };
    let seen: String = text.chars().take(10 * LONGEST_NAME).filter(is_seen).collect();
    let words = seen.split_whitespace().collect::<Vec<_>>().join(" ");
    words.chars().take(LONGEST_NAME).collect::<String>().trim().to_owned()
}

/// The name of a folder: lower-case ASCII letters and digits with single dashes between them.
pub(super) fn folder(name: &str) -> String {
    let name = name.replace("C++", "cpp").replace("C#", "csharp");
    let letters: Vec<char> = name.chars().map(without_accent).collect();
    let mut folder = String::new();
    for (at, letter) in letters.iter().enumerate() {
        let follows_small = at > 0 && letters[at - 1].is_lowercase();
        let is_new_word = !letter.is_ascii_alphanumeric() || letter.is_ascii_uppercase() && follows_small;
        if is_new_word && !folder.is_empty() && !folder.ends_with('-') {
            folder.push('-');
        }
        folder.extend(Some(letter.to_ascii_lowercase()).filter(char::is_ascii_alphanumeric));
    }
    folder.truncate(LONGEST_FOLDER);
    let folder = folder.trim_end_matches('-');
    if folder.is_empty() { NAMELESS.into() } else { folder.to_owned() }
}

/// The letter without its accent, for the letters of western Europe.
fn without_accent(letter: char) -> char {
    match letter {
        'à'..='å' => 'a',
        'ç' => 'c',
        'è'..='ë' => 'e',
        'ì'..='ï' => 'i',
        'ñ' => 'n',
        'ò'..='ö' | 'ø' => 'o',
        'ù'..='ü' => 'u',
        'À'..='Å' => 'A',
        'Ç' => 'C',
        'È'..='Ë' => 'E',
        'Ò'..='Ö' | 'Ø' => 'O',
        'Ù'..='Ü' => 'U',
        other => other,
    }
}

/// Adds a number to a name that is taken or reserved.
fn unique(name: &str, taken: &mut BTreeSet<String>) -> String {
    let numbered = |number: usize| if number == 1 { name.to_owned() } else { format!("{name}-{number}") };
    let is_free = |name: &String| !taken.contains(name) && !is_reserved(name);
    let free = (1..).map(numbered).find(is_free).unwrap_or_else(|| name.to_owned());
    taken.insert(free.clone());
    free
}

fn is_reserved(name: &str) -> bool {
    let is_port = |prefix: &str| {
        name.strip_prefix(prefix).is_some_and(|rest| rest.len() == 1 && rest.as_bytes()[0].is_ascii_digit())
    };
    RESERVED.contains(&name) || is_port("com") || is_port("lpt")
}
