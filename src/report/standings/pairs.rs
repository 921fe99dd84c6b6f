//! Pairwise comparisons of entrants over the boards or rounds that both have played.

use std::collections::BTreeMap;
use std::ops::Range;

use super::StandingsRow;
use crate::tournament::standings::{
    DifferenceEvidence, PairedComparison, RankRange, SIGNIFICANT, adjusted_for_all, paired, parallel,
    rank_ranges,
};

/// The comparison of two entrants.
#[derive(Debug, Clone)]
pub struct EntrantPairComparison {
    /// The index of the first in the standings.
    pub one: usize,
    /// The index of the second, which is below the first.
    pub other: usize,
    /// The test over the boards or rounds that both have played, if there are any.
    pub paired: Option<PairedComparison>,
    /// In how many of them the first was better.
    pub won: usize,
    /// In how many of them both were equal.
    pub equal: usize,
    /// The evidence that they are not equally good, as an e-value. `None` if there are no boards.
    pub e_value: Option<f64>,
    /// A p value that holds for all compared pairs together, whenever one looks.
    pub adjusted: Option<f64>,
}

impl EntrantPairComparison {
    /// Whether it is proven which one is better.
    pub fn is_decided(&self) -> bool {
        self.adjusted.is_some_and(|p| p <= SIGNIFICANT)
    }

    fn better(&self) -> Option<(usize, usize)> {
        let difference = self.paired.filter(|_| self.is_decided())?.difference.value;
        Some(if difference > 0.0 { (self.one, self.other) } else { (self.other, self.one) })
    }
}

/// Compares all pairs of these rows. `largest` is the size of the largest possible difference on a
/// board or in a round, if it is known. Where rounds take turns between `groups` of boards, only
/// whole turns count, so that no group weighs more than another.
pub(super) fn pairs(
    rows: &[StandingsRow],
    largest: Option<f64>,
    groups: usize,
) -> Vec<EntrantPairComparison> {
    let worth: Vec<BTreeMap<u32, f64>> = rows.iter().map(|row| row.worth.iter().copied().collect()).collect();
    let worth: Vec<Vec<(u32, f64)>> = worth.into_iter().map(|worth| worth.into_iter().collect()).collect();
    let indices: Vec<(usize, usize)> =
        (0..rows.len()).flat_map(|one| (one + 1..rows.len()).map(move |other| (one, other))).collect();
    let steps = 100 * (1 + worth.iter().map(Vec::len).max().unwrap_or_default());
    let mut pairs =
        parallel::map_slice(&indices, steps, |(one, other)| pair(*one, *other, &worth, largest, groups));
    let known: Vec<usize> = (0..pairs.len()).filter(|index| pairs[*index].e_value.is_some()).collect();
    let e_values: Vec<f64> = known.iter().filter_map(|index| pairs[*index].e_value).collect();
    for (index, adjusted) in known.into_iter().zip(adjusted_for_all(&e_values)) {
        pairs[index].adjusted = Some(adjusted);
    }
    pairs
}

/// The comparisons among these entrants. All comparisons are in the order of the entrants.
pub(super) fn among(
    pairs: &[EntrantPairComparison],
    entrants: Range<usize>,
) -> impl Iterator<Item = &EntrantPairComparison> {
    entrants.clone().flat_map(move |one| {
        let begin = pairs.partition_point(|pair| (pair.one, pair.other) < (one, entrants.start));
        let end = entrants.end;
        pairs[begin..].iter().take_while(move |pair| pair.one == one && pair.other < end)
    })
}

fn pair(
    one: usize,
    other: usize,
    worth: &[Vec<(u32, f64)>],
    largest: Option<f64>,
    groups: usize,
) -> EntrantPairComparison {
    let differences = in_whole_turns(differences(&worth[one], &worth[other]), groups);
    let mut evidence = DifferenceEvidence::new(largest);
    differences.iter().for_each(|difference| evidence.push(*difference));
    EntrantPairComparison {
        one,
        other,
        paired: paired(&differences),
        won: differences.iter().filter(|difference| **difference > 0.0).count(),
        equal: differences.iter().filter(|difference| **difference == 0.0).count(),
        e_value: (!differences.is_empty()).then(|| evidence.e_value()),
        adjusted: None,
    }
}

/// The differences in the boards or rounds that both lists have, each with its number, in order.
fn differences(one: &[(u32, f64)], other: &[(u32, f64)]) -> Vec<(u32, f64)> {
    let mut others = other.iter().peekable();
    let difference = |(number, value): &(u32, f64)| {
        while others.next_if(|(other, _)| other < number).is_some() {}
        let (_, other) = others.next_if(|(other, _)| other == number)?;
        Some((*number, value - other))
    };
    one.iter().filter_map(difference).collect()
}

/// The differences of those turns between so many groups of boards of which none is missing.
fn in_whole_turns(numbered: Vec<(u32, f64)>, groups: usize) -> Vec<f64> {
    let turn = |(number, _): &(u32, f64)| number.saturating_sub(1) as usize / groups;
    let turns = numbered.chunk_by(|one, other| turn(one) == turn(other));
    turns.filter(|turn| turn.len() == groups).flatten().map(|(_, difference)| *difference).collect()
}

/// The range of ranks of each of `count` entrants.
pub(super) fn ranges(count: usize, pairs: &[EntrantPairComparison]) -> Vec<RankRange> {
    let mut is_better = vec![false; count * count];
    let better = pairs.iter().filter_map(EntrantPairComparison::better);
    better.for_each(|(one, other)| is_better[one * count + other] = true);
    rank_ranges(count, |one, other| is_better[one * count + other])
}
