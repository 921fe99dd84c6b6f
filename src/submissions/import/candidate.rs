//! Decides about one code block whether it could be a submission, and in which language.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::LazyLock;

use regex::Regex;

use super::super::source::SourceFiles;
use super::super::{LanguageAdapter, Manifest, Submission, SubmissionHints, adapters, detect};
use super::MOST_CODE;
use super::language_hint::{LanguageHint, adapter_of_word};
use super::post::PostBlock;
use super::reason::UnplacedReason;

/// What reads input in any language, so that a block with it is a program and no sample output.
static READS_INPUT: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r"(?x) (?i:\bstdin\b) | \b(?:raw_)?input\s*\( | \bcin\b | \bscanf\b | \bfgets\b | \bgets\b
        | \bgetline\b | \breadlines?\b | \bread_line\b | \bScanner\b | \bBufferedReader\b
        | \bConsole\.(?:Read|In) | \bio\.read\b | \bread\s+-r\b | \breadFileSync\b";
    Regex::new(pattern).expect("a pattern")
});

/// The public class of a source in Java or C#.
static PUBLIC_CLASS: LazyLock<Regex> = LazyLock::new(|| {
    let pattern =
        r"(?m)^[ \t]*public\s+(?:(?:final|abstract|strictfp)\s+)*class\s+([A-Za-z_][A-Za-z0-9_]{0,63})\b";
    Regex::new(pattern).expect("a pattern")
});

/// A block that could be a submission.
#[derive(Debug)]
pub(super) struct CandidateBlock {
    pub(super) block: PostBlock,
    pub(super) adapter: &'static LanguageAdapter,
    /// The name of the source file.
    pub(super) source: String,
    /// The entry point, in games for which adapters find one.
    pub(super) entry_point: Option<String>,
    /// Whether the source has other entry points as well.
    pub(super) has_several: bool,
    pub(super) reads_input: bool,
}

impl CandidateBlock {
    fn new(block: &PostBlock, adapter: &'static LanguageAdapter) -> CandidateBlock {
        CandidateBlock {
            block: block.clone(),
            adapter,
            source: source_name(block, adapter),
            entry_point: None,
            has_several: false,
            reads_input: block.is_proven || READS_INPUT.is_match(&block.code),
        }
    }

    /// Fails if the submission could not be used.
    fn check(&self, game: &str) -> Result<(), UnplacedReason> {
        let manifest = Manifest {
            language: Some(self.adapter.language.clone()),
            entry: self.entry_point.clone(),
            ..Manifest::default()
        };
        let source = files(&self.source, &self.block.code);
        let checked = Submission::from_source(source, manifest, game, &SubmissionHints::default());
        checked.map(drop).map_err(|error| UnplacedReason::Unusable(error.problem))
    }
}

/// The block as a submission, or the reason why it is none. `language` is that of blocks that do
/// not tell theirs.
pub(super) fn candidate(
    block: &PostBlock,
    game: &str,
    language: Option<&'static LanguageAdapter>,
) -> Result<CandidateBlock, UnplacedReason> {
    refuse(block)?;
    let named = named_languages(block, language);
    let found = match with_entry_point(block, game, &named)? {
        Some(found) => found,
        None => program(block, game, &named)?,
    };
    found.check(game)?;
    Ok(found)
}

/// Whether a block has an entry point for a game.
pub(super) fn has_entry_point(block: &PostBlock, game: &str) -> bool {
    refuse(block).is_ok() && adapters().iter().any(|adapter| !entry_points(block, adapter, game).is_empty())
}

/// Refuses blocks that are not looked at.
fn refuse(block: &PostBlock) -> Result<(), UnplacedReason> {
    match block {
        PostBlock { refused: Some(reason), .. } => Err(reason.clone()),
        block if block.code.trim().is_empty() => Err(UnplacedReason::Empty),
        block if block.code.len() > MOST_CODE => Err(UnplacedReason::TooLarge),
        block if block.hint == LanguageHint::NoProgram => Err(UnplacedReason::NoProgram),
        _ => Ok(()),
    }
}

/// The block as a class or function that plays: in a language that is named, or else in the only
/// one that finds an entry point.
fn with_entry_point(
    block: &PostBlock,
    game: &str,
    named: &[&'static LanguageAdapter],
) -> Result<Option<CandidateBlock>, UnplacedReason> {
    let Some((adapter, entries)) = language_with_entry_points(block, game, named)? else {
        return Ok(None);
    };
    let has_several = entries.len() > 1;
    let entry_point = chosen_entry(&entries, block);
    match entry_point.is_some() {
        true => Ok(Some(CandidateBlock { entry_point, has_several, ..CandidateBlock::new(block, adapter) })),
        false => Err(UnplacedReason::SeveralEntryPoints(entries)),
    }
}

/// The language of the block, with the entry points that it finds.
fn language_with_entry_points(
    block: &PostBlock,
    game: &str,
    named: &[&'static LanguageAdapter],
) -> Result<Option<(&'static LanguageAdapter, Vec<String>)>, UnplacedReason> {
    let mut possible: Vec<_> =
        adapters().iter().map(|adapter| (adapter, entry_points(block, adapter, game))).collect();
    possible.retain(|(_, entries)| !entries.is_empty());
    let position = |named: &&LanguageAdapter| {
        possible.iter().position(|(adapter, _)| adapter.language == named.language)
    };
    match (named.iter().find_map(position), possible.len()) {
        (_, 0) => Ok(None),
        (Some(at), _) => Ok(Some(possible.swap_remove(at))),
        (None, 1) => Ok(possible.pop()),
        (None, _) => Err(UnplacedReason::SeveralLanguages),
    }
}

/// The block as a program that reads requests itself.
fn program(
    block: &PostBlock,
    game: &str,
    named: &[&'static LanguageAdapter],
) -> Result<CandidateBlock, UnplacedReason> {
    let has_forms = adapters().iter().any(|adapter| adapter.has_forms_for(game));
    let is_program = block.is_proven || READS_INPUT.is_match(&block.code);
    let no_entry_point = || Err(UnplacedReason::NoEntryPoint(game.into()));
    match (named.first(), &block.hint) {
        (Some(adapter), _) if adapter.has_forms_for(game) => no_entry_point(),
        (Some(_), _) if has_forms && !is_program => no_entry_point(),
        (Some(adapter), _) => Ok(CandidateBlock::new(block, adapter)),
        (None, LanguageHint::Unknown(name)) => {
            Err(UnplacedReason::NoAdapter { name: name.clone(), is_program: is_program || !has_forms })
        }
        (None, _) => Err(UnplacedReason::NoLanguage { is_program }),
    }
}

/// The languages that a block could be in by what is said about it, the surest first.
fn named_languages(
    block: &PostBlock,
    language: Option<&'static LanguageAdapter>,
) -> Vec<&'static LanguageAdapter> {
    let by_name = |name: &str| adapters().iter().find(|adapter| adapter.language == name);
    let hinted = match &block.hint {
        LanguageHint::Known(name) => by_name(name),
        _ => None,
    };
    // A language without an adapter is not that of the heading.
    let is_unknown = matches!(block.hint, LanguageHint::Unknown(_));
    let others = [block.heading_language.and_then(by_name), language];
    let others = others.into_iter().filter(|_| !is_unknown);
    [shebang(&block.code), hinted].into_iter().chain(others).flatten().collect()
}

/// The language of the first line, such as `#!/usr/bin/env python3`.
fn shebang(code: &str) -> Option<&'static LanguageAdapter> {
    let words = code.strip_prefix("#!")?.lines().next()?.split(['/', ' ']);
    words.rev().find_map(adapter_of_word)
}

fn entry_points(block: &PostBlock, adapter: &'static LanguageAdapter, game: &str) -> Vec<String> {
    if !adapter.has_forms_for(game) {
        return Vec::new();
    }
    detect::entry_points(&files(&source_name(block, adapter), &block.code), adapter, game)
}

/// The only entry point, or the one that the title names.
fn chosen_entry(entries: &[String], block: &PostBlock) -> Option<String> {
    let plain = |text: &str| -> String {
        text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let names: Vec<String> = [&block.label, &block.title].into_iter().flatten().map(|it| plain(it)).collect();
    match entries {
        [only] => Some(only.clone()),
        several => several.iter().find(|entry| names.contains(&plain(entry))).cloned(),
    }
}

/// The name of the source file: that of its public class, as Java wants it, or `bot`.
fn source_name(block: &PostBlock, adapter: &LanguageAdapter) -> String {
    let class = PUBLIC_CLASS.captures(&block.code).map_or_else(|| "bot".into(), |found| found[1].to_owned());
    let extension = adapter.extensions.first().map_or("txt", String::as_str);
    format!("{class}.{extension}")
}

/// A block of code as the only file of a submission.
fn files(name: &str, code: &str) -> SourceFiles {
    let name = PathBuf::from(name);
    SourceFiles {
        root: name.clone(),
        is_file: true,
        main: Some(name.clone()),
        files: BTreeMap::from([(name, code.as_bytes().to_vec())]),
        programs: BTreeSet::new(),
    }
}
