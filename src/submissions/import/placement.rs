//! Sorts the code blocks of a post into submissions and others.

use std::collections::{BTreeMap, BTreeSet};

use rathaus_games::ConfiguredGame;

use super::super::LanguageAdapter;
use super::candidate::{CandidateBlock, candidate};
use super::language_hint::LanguageHint;
use super::post::PostBlock;
use super::reason::UnplacedReason;
use super::{MOST_SUBMISSIONS, SkippedCodeBlock};

/// All blocks of a post, in its order.
#[derive(Debug, Default)]
pub(super) struct PostBlockSelection {
    pub(super) chosen: Vec<CandidateBlock>,
    unplaced: Vec<(PostBlock, UnplacedReason)>,
}

/// Sorts all blocks of a post.
pub(super) fn place(
    blocks: &[PostBlock],
    game: &ConfiguredGame,
    language: Option<&'static LanguageAdapter>,
) -> PostBlockSelection {
    let mut placed = PostBlockSelection::default();
    for block in blocks {
        match candidate(block, game.name(), language) {
            Ok(_) if placed.chosen.len() == MOST_SUBMISSIONS => placed.leave(block, UnplacedReason::TooMany),
            Ok(chosen) => placed.chosen.push(chosen),
            Err(reason) => placed.leave(block, reason),
        }
    }
    placed.leave_snippets();
    placed.find_lost_answers();
    placed.unplaced.sort_by_key(|(block, _)| block.line);
    placed
}

impl PostBlockSelection {
    /// The blocks that are not submissions.
    pub(super) fn unplaced(&self) -> Vec<SkippedCodeBlock> {
        let unplaced = |(block, reason): &(PostBlock, UnplacedReason)| SkippedCodeBlock {
            line: block.line,
            reason: reason.to_string(),
            is_likely_submission: reason.is_likely_submission(),
        };
        self.unplaced.iter().map(unplaced).collect()
    }

    fn leave(&mut self, block: &PostBlock, reason: UnplacedReason) {
        self.unplaced.push((block.clone(), reason));
    }

    /// Of the programs of one answer in one language, keeps those that read input, or else the
    /// longest one: the others are snippets and sample output. Programs with a name before them
    /// are several bots of one answer.
    fn leave_snippets(&mut self) {
        let labelled: BTreeSet<usize> =
            self.chosen.iter().filter(|it| it.block.label.is_some()).map(|it| it.block.answer).collect();
        let key =
            |it: &CandidateBlock| (it.block.answer, it.block.label.clone(), it.adapter.language.as_str());
        let rank = |it: &CandidateBlock| (it.reads_input, it.block.code.len());
        let mut best = BTreeMap::new();
        for it in &self.chosen {
            let known = best.entry(key(it)).or_insert(rank(it));
            *known = (*known).max(rank(it));
        }
        let mut longest = BTreeSet::new();
        let (kept, snippets) = std::mem::take(&mut self.chosen).into_iter().partition(|it| {
            let is_beside_others = it.block.label.is_none() && labelled.contains(&it.block.answer);
            let is_best = best[&key(it)] == rank(it) && !is_beside_others;
            it.entry_point.is_some() || it.reads_input || is_best && longest.insert(key(it))
        });
        self.chosen = kept;
        for CandidateBlock { block, .. } in snippets {
            self.leave(&block, UnplacedReason::Snippet);
        }
    }

    /// Marks the longest block of each answer that names a bot and its language but has no
    /// submission.
    fn find_lost_answers(&mut self) {
        let found: BTreeSet<usize> = self.chosen.iter().map(|it| it.block.answer).collect();
        let known = self.unplaced.iter().filter(|(_, reason)| reason.is_likely_submission());
        let known: BTreeSet<usize> = known.map(|(block, _)| block.answer).collect();
        let mut lost: BTreeMap<usize, &mut (PostBlock, UnplacedReason)> = BTreeMap::new();
        for left in &mut self.unplaced {
            let (block, reason) = &*left;
            let answer = block.answer;
            let is_lost = is_titled(block) && !found.contains(&answer) && !known.contains(&answer);
            let is_longest = lost.get(&answer).is_none_or(|(other, _)| other.code.len() < block.code.len());
            if is_lost && is_longest && matches!(reason, UnplacedReason::NoEntryPoint(_)) {
                lost.insert(answer, left);
            }
        }
        for (_, reason) in lost.into_values() {
            if let UnplacedReason::NoEntryPoint(game) = reason {
                *reason = UnplacedReason::NoEntryPointInAnswer(std::mem::take(game));
            }
        }
    }
}

/// Whether the answer of a block names a bot and a language.
fn is_titled(block: &PostBlock) -> bool {
    let has_language = block.heading_language.is_some() || matches!(block.hint, LanguageHint::Known(_));
    block.title.is_some() && has_language
}
