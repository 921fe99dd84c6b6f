//! Pairs the entrants of a Swiss tournament so that as few as possible meet again, then so that
//! those with equal points meet, then by their order.
//!
//! An odd number of entrants gets a vertex for the rest: whoever is paired with it has no opponent.
//! So resting again costs like meeting again, but more.

use super::Swiss;
use super::factors::FreePairs;
use super::matching::{Cost, cheapest_matching};

/// The fewest vertices of a part, and enough unless there are many rounds. Fields of two parts or
/// more are paired in parts of their order, because the time grows with the cube of the number.
const FEWEST_IN_PART: usize = 128;

/// Points of two seats are multiples of a quarter: the average of two games with half points.
const POINT_UNITS: f64 = 4.0;

/// Partners by their positions.
pub(super) type PartnerByPosition = Vec<usize>;

/// What pairs cost in the next round.
pub(super) struct PairCosts<'a> {
    swiss: &'a Swiss<'a>,
    /// The entrants in the order of preference.
    order: &'a [usize],
    /// The weights of another meeting and of a difference of points.
    repeat_weight: Cost,
    gap_weight: Cost,
    /// What it costs if members of one team meet: more than any pairs in which none do.
    teammate_weight: Cost,
}

impl Swiss<'_> {
    /// The pairs of a round, from 1, and the entrant that rests.
    pub(super) fn draw_pairs(&self, round: u32) -> (Vec<Vec<usize>>, Vec<usize>) {
        let order = self.order();
        let costs = PairCosts::new(self, &order);
        let partners = costs.partners(round);
        let entrant = |position: &usize| order.get(*position).copied();
        let pairs = (0..order.len()).filter(|position| *position < partners[*position]);
        let tables: Vec<Vec<usize>> = pairs
            .map(|position| [position, partners[position]].iter().filter_map(entrant).collect())
            .collect();
        let (resting, tables): (Vec<_>, Vec<_>) = tables.into_iter().partition(|table| table.len() == 1);
        (tables, resting.concat())
    }
}

impl<'a> PairCosts<'a> {
    fn new(swiss: &'a Swiss<'a>, order: &'a [usize]) -> PairCosts<'a> {
        let vertices = order.len().next_multiple_of(2) as Cost;
        let most_points = POINT_UNITS * order.first().map_or(0.0, |best| swiss.points(*best));
        let gap_weight = vertices.pow(3);
        // More than all differences of points together, each squared.
        let repeat_weight = gap_weight * (vertices * (most_points as Cost + 1).pow(2) + 1);
        let square = |times: u32| Cost::from(times).pow(2);
        let repeats: Cost = swiss.met.values().map(|times| square(*times)).sum();
        let rests: Cost = swiss.tallies.iter().map(|tally| square(tally.rests)).sum();
        let teammate_weight = repeat_weight * (repeats + rests * vertices + 1);
        PairCosts { swiss, order, repeat_weight, gap_weight, teammate_weight }
    }

    fn vertices(&self) -> usize {
        self.order.len().next_multiple_of(2)
    }

    /// How often the entrants at two positions have met, or how often one of them has rested.
    pub(super) fn times(&self, one: usize, other: usize) -> u32 {
        match (self.order.get(one), self.order.get(other)) {
            (Some(one), Some(other)) => self.swiss.times_met(*one, *other),
            (Some(one), None) | (None, Some(one)) => self.swiss.tallies[*one].rests,
            (None, None) => 0,
        }
    }

    fn cost(&self, one: usize, other: usize) -> Cost {
        let worst = self.order.len() - 1;
        let points = |position: usize| self.swiss.points(self.order[position.min(worst)]);
        let gap = (POINT_UNITS * (points(one) - points(other))).round() as Cost;
        let times = Cost::from(self.times(one, other)).pow(2);
        // An entrant rests twice only if there is no other way.
        let is_rest = one.max(other) > worst;
        let repeats = if is_rest { times * self.vertices() as Cost } else { times };
        let distance = one.abs_diff(other) as Cost;
        let forbidden = if self.are_teammates(one, other) { self.teammate_weight } else { 0 };
        forbidden + self.repeat_weight * repeats + self.gap_weight * gap.pow(2) + distance.pow(2)
    }

    /// Whether the entrants at two positions belong to one team, whose members do not meet.
    fn are_teammates(&self, one: usize, other: usize) -> bool {
        let entrants = self.order.get(one).zip(self.order.get(other));
        entrants.is_some_and(|(one, other)| self.swiss.meetings.are_teammates(*one, *other))
    }

    /// The partner of each position.
    fn partners(&self, round: u32) -> PartnerByPosition {
        let vertices = self.vertices();
        let size = part_size(round);
        if vertices < 2 * size {
            return self.partners_of_all(round);
        }
        let parts = vertices / size;
        let mut partners = Vec::with_capacity(vertices);
        for part in 0..parts {
            let (start, end) = (part * size, if part + 1 == parts { vertices } else { (part + 1) * size });
            let found =
                cheapest_matching(end - start, |one, other| Some(self.cost(start + one, start + other)));
            partners.extend(found.into_iter().flatten().map(|partner| start + partner));
        }
        partners
    }

    /// The partners in a field that is paired at once. Where few rounds without repeats are left,
    /// only pairs that leave a way to play these are taken.
    fn partners_of_all(&self, round: u32) -> PartnerByPosition {
        let vertices = self.vertices();
        let best = self.cheapest_without(None).unwrap_or_default();
        if self.swiss.keeps_teams_apart() {
            // Not all meet all, so there is no last round of that.
            return best;
        }
        match FreePairs::of_late_round(self, vertices, round, self.swiss.field.seed) {
            Some(free) if !free.can_go_on_after(&best) => self.next_best(&best, &free).unwrap_or(best),
            _ => best,
        }
    }

    /// The cheapest partners without this pair.
    fn cheapest_without(&self, pair: Option<(usize, usize)>) -> Option<PartnerByPosition> {
        let is_left_out = |one: usize, other: usize| pair == Some((one.min(other), one.max(other)));
        let cost = |one, other| (!is_left_out(one, other)).then(|| self.cost(one, other));
        cheapest_matching(self.vertices(), cost)
    }

    /// The cheapest partners that differ from the best ones and leave a way to go on, or at least
    /// some that leave one.
    fn next_best(&self, best: &PartnerByPosition, free: &FreePairs) -> Option<PartnerByPosition> {
        let pairs = (0..best.len()).filter(|one| *one < best[*one]).map(|one| (one, best[one]));
        let mut others: Vec<PartnerByPosition> =
            pairs.filter_map(|pair| self.cheapest_without(Some(pair))).collect();
        others.sort_by_key(|partners| self.sum(partners));
        others.dedup();
        let found = others.into_iter().find(|partners| free.can_go_on_after(partners));
        found.or_else(|| free.factors()?.into_iter().min_by_key(|partners| self.sum(partners)))
    }

    fn sum(&self, partners: &PartnerByPosition) -> Cost {
        (0..partners.len()).map(|one| self.cost(one, partners[one])).sum()
    }
}

/// The number of vertices of a part. With at least twice as many as rounds, each vertex has enough
/// new opponents in its part for a matching without repeats (G. A. Dirac, 1952).
fn part_size(round: u32) -> usize {
    FEWEST_IN_PART.max(2 * round as usize)
}
