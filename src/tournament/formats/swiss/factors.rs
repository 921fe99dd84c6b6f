//! Whether pairs of a late round leave a way to play all remaining ones without repeats.
//!
//! The pairs that have not met form a graph in which each vertex has as many edges as there are
//! rounds left until all have met all. These rounds can be played if the graph falls into that
//! many perfect matchings, its factors. It does if each vertex has edges to about half of the
//! others (the one-factorization conjecture, proven for large graphs by B. Csaba and others, 2016),
//! so only late rounds need a look. Finding the factors is hard (NP-complete), so the search is
//! random and limited.

use rathaus_games::{RandomStream, Seed};

use super::matching::{Cost, cheapest_matching};
use super::pairs::{PairCosts, PartnerByPosition};

/// The most vertices of a graph that is searched. Nobody plays half as many rounds in a larger
/// field.
const MOST_VERTICES: usize = 128;

/// How many matchings are tried as a factor before the search goes back.
const TRIES: usize = 3;

/// How many matchings a search tries altogether, for each factor.
const TRIES_PER_FACTOR: usize = 12;

/// How many searches are made for factors that must be there.
const SEARCHES: u64 = 100;

/// The pairs that have not met, in a late round.
pub(super) struct FreePairs {
    vertices: usize,
    /// The number of free pairs of each vertex.
    degree: usize,
    /// Whether a pair is free, for each two vertices.
    free: Vec<bool>,
    seed: Seed,
}

impl FreePairs {
    /// The free pairs before this round, or `None` if the round is early enough for any pairs.
    pub(super) fn of_late_round(
        costs: &PairCosts<'_>,
        vertices: usize,
        round: u32,
        seed: Seed,
    ) -> Option<FreePairs> {
        // After each of these rounds, all have met all equally often.
        let cycle = vertices.checked_sub(1).filter(|rounds| *rounds > 0)?;
        let (cycles, before) = ((round as usize - 1) / cycle, (round as usize - 1) % cycle);
        let degree = cycle - before;
        if vertices > MOST_VERTICES || 2 * (degree - 1) >= vertices {
            return None;
        }
        let is_free = |one: usize, other: usize| one != other && costs.times(one, other) as usize == cycles;
        let free = (0..vertices * vertices).map(|at| is_free(at / vertices, at % vertices)).collect();
        Some(FreePairs { vertices, degree, free, seed: seed.derive("factors", round.into()) })
    }

    /// Whether the rounds after one with these partners can be played without repeats.
    pub(super) fn can_go_on_after(&self, partners: &PartnerByPosition) -> bool {
        self.without(partners).is_some_and(|left| left.search(0).is_some())
    }

    /// Partners for each remaining round.
    pub(super) fn factors(&self) -> Option<Vec<PartnerByPosition>> {
        (0..SEARCHES).find_map(|number| self.search(number))
    }

    /// The other pairs, or `None` if these are not free.
    fn without(&self, partners: &PartnerByPosition) -> Option<FreePairs> {
        let mut free = self.free.clone();
        let mut taken = partners.iter().enumerate();
        let all_free = taken.all(|(one, other)| std::mem::take(&mut free[one * self.vertices + other]));
        all_free.then_some(FreePairs { free, degree: self.degree - 1, ..*self })
    }

    /// Partners for each remaining round, if the search with this number finds them.
    fn search(&self, number: u64) -> Option<Vec<PartnerByPosition>> {
        let stream = self.seed.derive("search", number).stream("costs");
        FactorSearch { stream, tries: TRIES_PER_FACTOR * self.degree.max(1) }.factors(self)
    }
}

struct FactorSearch {
    stream: RandomStream,
    /// The number of matchings that may still be tried.
    tries: usize,
}

impl FactorSearch {
    fn factors(&mut self, pairs: &FreePairs) -> Option<Vec<PartnerByPosition>> {
        if pairs.degree == 0 {
            return Some(Vec::new());
        }
        for _ in 0..TRIES {
            self.tries = self.tries.checked_sub(1)?;
            // Without any matching, others will not help either.
            let factor = self.random_factor(pairs)?;
            let left = pairs.without(&factor)?;
            if let Some(mut factors) = self.factors(&left) {
                factors.push(factor);
                return Some(factors);
            }
        }
        None
    }

    fn random_factor(&mut self, pairs: &FreePairs) -> Option<PartnerByPosition> {
        let vertices = pairs.vertices;
        let costs: Vec<Cost> =
            (0..vertices * vertices).map(|_| Cost::from(self.stream.below(vertices as u64))).collect();
        cheapest_matching(vertices, |one, other| {
            let at = one.min(other) * vertices + one.max(other);
            pairs.free[at].then_some(costs[at])
        })
    }
}
