//! Cycles: the first beats the second, that one the third, and the third beats the first.

/// The most cycles that are listed.
const MOST: usize = 10;

/// That one entrant is better than another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Victory {
    pub winner: usize,
    pub loser: usize,
    /// The share of points that the winner got.
    pub share: f64,
}

/// Entrants of which each beats the next, and the last the first.
#[derive(Debug, Clone, PartialEq)]
pub struct VictoryCycle {
    pub entrants: Vec<usize>,
    /// The share of points that each got against the next.
    pub shares: Vec<f64>,
}

impl VictoryCycle {
    /// The lowest of the shares.
    fn strength(&self) -> f64 {
        self.shares.iter().copied().fold(f64::INFINITY, f64::min)
    }
}

/// The cycles among some victories.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct VictoryCycleSummary {
    /// The number of all cycles of three.
    pub threes: usize,
    /// The strongest cycles of three, at most ten. If there are none, the shortest longer cycle.
    pub strongest: Vec<VictoryCycle>,
}

impl VictoryCycleSummary {
    /// The cycles among `count` entrants.
    pub fn new(count: usize, victories: &[Victory]) -> VictoryCycleSummary {
        let graph = VictoryGraph::new(count, victories);
        let mut cycles = graph.threes();
        if cycles.threes == 0 {
            cycles.strongest.extend(graph.shortest());
        }
        cycles
    }

    fn add(&mut self, cycle: VictoryCycle) {
        self.threes += 1;
        let weaker = self.strongest.partition_point(|known| known.strength() >= cycle.strength());
        if weaker < MOST {
            self.strongest.insert(weaker, cycle);
            self.strongest.truncate(MOST);
        }
    }
}

/// Who beats whom.
struct VictoryGraph {
    /// For each entrant those that it beats, in ascending order, with its share of points.
    beaten: Vec<Vec<(usize, f64)>>,
}

impl VictoryGraph {
    fn new(count: usize, victories: &[Victory]) -> VictoryGraph {
        let mut beaten = vec![Vec::new(); count];
        victories.iter().for_each(|victory| beaten[victory.winner].push((victory.loser, victory.share)));
        beaten.iter_mut().for_each(|beaten| beaten.sort_by_key(|(loser, _)| *loser));
        VictoryGraph { beaten }
    }

    fn share(&self, winner: usize, loser: usize) -> Option<f64> {
        let beaten = &self.beaten[winner];
        let position = beaten.binary_search_by_key(&loser, |(loser, _)| *loser).ok()?;
        Some(beaten[position].1)
    }

    /// All cycles of three, each from the entrant with the lowest number.
    fn threes(&self) -> VictoryCycleSummary {
        let mut cycles = VictoryCycleSummary::default();
        // For each entrant its share against the first one of the cycle.
        let mut closing: Vec<Option<f64>> = vec![None; self.beaten.len()];
        for first in 0..self.beaten.len() {
            for (third, closing) in closing.iter_mut().enumerate().skip(first + 1) {
                *closing = self.share(third, first);
            }
            for (second, one) in self.beaten[first].iter().filter(|(second, _)| *second > first) {
                for (third, two) in self.beaten[*second].iter().filter(|(third, _)| *third > first) {
                    if let Some(three) = closing[*third] {
                        let entrants = vec![first, *second, *third];
                        cycles.add(VictoryCycle { entrants, shares: vec![*one, *two, three] });
                    }
                }
            }
        }
        cycles
    }

    /// The shortest cycle.
    fn shortest(&self) -> Option<VictoryCycle> {
        let all = self.on_or_after_cycles().into_iter().filter_map(|first| self.shortest_from(first));
        let entrants = all.min_by_key(Vec::len)?;
        let next = entrants.iter().cycle().skip(1);
        let shares = entrants.iter().zip(next).filter_map(|(one, other)| self.share(*one, *other));
        Some(VictoryCycle { shares: shares.collect(), entrants })
    }

    /// The entrants that are left after removing, again and again, those that no other one beats.
    fn on_or_after_cycles(&self) -> Vec<usize> {
        let mut beaten_by = vec![0; self.beaten.len()];
        self.beaten.iter().flatten().for_each(|(loser, _)| beaten_by[*loser] += 1);
        let mut unbeaten: Vec<usize> =
            (0..self.beaten.len()).filter(|entrant| beaten_by[*entrant] == 0).collect();
        while let Some(winner) = unbeaten.pop() {
            for (loser, _) in &self.beaten[winner] {
                beaten_by[*loser] -= 1;
                if beaten_by[*loser] == 0 {
                    unbeaten.push(*loser);
                }
            }
        }
        (0..self.beaten.len()).filter(|entrant| beaten_by[*entrant] > 0).collect()
    }

    /// The shortest cycle through this entrant, by a breadth-first search.
    fn shortest_from(&self, first: usize) -> Option<Vec<usize>> {
        let mut before: Vec<Option<usize>> = vec![None; self.beaten.len()];
        let mut queue = std::collections::VecDeque::from([first]);
        while let Some(winner) = queue.pop_front() {
            if self.share(winner, first).is_some() {
                let back = std::iter::successors(Some(winner), |entrant| before[*entrant]);
                let mut cycle: Vec<usize> = back.collect();
                cycle.reverse();
                return Some(cycle);
            }
            for (loser, _) in &self.beaten[winner] {
                if *loser != first && before[*loser].is_none() {
                    before[*loser] = Some(winner);
                    queue.push_back(*loser);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cycles(count: usize, victories: &[(usize, usize, f64)]) -> VictoryCycleSummary {
        let victory = |(winner, loser, share): &(usize, usize, f64)| Victory {
            winner: *winner,
            loser: *loser,
            share: *share,
        };
        VictoryCycleSummary::new(count, &victories.iter().map(victory).collect::<Vec<_>>())
    }

    #[test]
    fn an_order_has_no_cycle() {
        let victories: Vec<_> =
            (0..6).flat_map(|one| (one + 1..6).map(move |other| (one, other, 0.9))).collect();
        assert_eq!(cycles(6, &victories), VictoryCycleSummary::default());
    }

    #[test]
    fn the_strongest_cycle_is_first() {
        let weak = [(0, 1, 0.6), (1, 2, 0.9), (2, 0, 0.9)];
        let strong = [(3, 5, 0.8), (5, 4, 0.7), (4, 3, 0.8)];
        let found = cycles(6, &[weak, strong].concat());
        assert_eq!(found.threes, 2);
        let entrants: Vec<&[usize]> = found.strongest.iter().map(|cycle| &cycle.entrants[..]).collect();
        assert_eq!(entrants, [&[3, 5, 4][..], &[0, 1, 2]]);
        assert_eq!(found.strongest[1].shares, [0.6, 0.9, 0.9]);
    }

    #[test]
    fn a_longer_cycle_is_found_if_there_is_none_of_three() {
        let found = cycles(5, &[(0, 4, 0.6), (4, 1, 0.7), (1, 2, 0.8), (2, 0, 0.9), (0, 3, 1.0)]);
        assert_eq!((found.threes, found.strongest.len()), (0, 1));
        assert_eq!(found.strongest[0].entrants, [0, 4, 1, 2]);
        assert_eq!(found.strongest[0].shares, [0.6, 0.7, 0.8, 0.9]);
    }

    #[test]
    fn all_cycles_are_counted_and_ten_are_listed() {
        // Each beats the three after it, in a circle of seven: 14 cycles.
        let victories: Vec<_> =
            (0..7).flat_map(|one| (1..4).map(move |step| (one, (one + step) % 7, 0.8))).collect();
        let found = cycles(7, &victories);
        assert_eq!((found.threes, found.strongest.len()), (14, 10));
    }
}
