//! The means of the statistics that the programs of custom games report at the end of a match.

use std::collections::BTreeMap;

use rathaus_protocol::external::SeatStats;

/// The most names of statistics of a tournament. Others are left out.
const MOST_NAMES: usize = 64;

/// The steps per 1 in which sums are counted: whole steps have the same sum in any order.
const STEPS: f64 = (1u64 << 32) as f64;

/// The sums of statistics, by entrant and name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatTotals {
    /// The index of each name.
    names: BTreeMap<String, usize>,
    /// For each entrant, the sum and the number of values of each name.
    sums: Vec<Vec<(i128, u64)>>,
}

impl StatTotals {
    pub fn new(entrants: usize) -> StatTotals {
        StatTotals { names: BTreeMap::new(), sums: vec![Vec::new(); entrants] }
    }

    /// Adds a match. `seats` has the entrant of each seat.
    pub fn add_match(&mut self, seats: &[u32], stats: &[SeatStats]) {
        for (entrant, stats) in seats.iter().zip(stats) {
            for (name, value) in stats {
                // Values are at most 2^53 from 0, so a sum of 2^40 of them has fewer than 126 bits.
                let steps = (value * STEPS).round() as i128;
                self.add(*entrant as usize, name, (steps, 1));
            }
        }
    }

    fn add(&mut self, entrant: usize, name: &str, (steps, count): (i128, u64)) {
        let next = self.names.len();
        let index = match self.names.get(name) {
            Some(index) => *index,
            None if next >= MOST_NAMES => return,
            None => *self.names.entry(name.to_owned()).or_insert(next),
        };
        let sums = &mut self.sums[entrant];
        sums.resize(sums.len().max(index + 1), (0, 0));
        sums[index].0 = sums[index].0.saturating_add(steps);
        sums[index].1 += count;
    }

    /// Adds the sums of other matches. `None` if there are too many names, because those that are
    /// left out would depend on the order of matches.
    pub fn merged(mut self, other: StatTotals) -> Option<StatTotals> {
        for (name, index) in &other.names {
            for (entrant, sums) in other.sums.iter().enumerate() {
                if let Some(sum) = sums.get(*index).filter(|(_, count)| *count > 0) {
                    self.add(entrant, name, *sum);
                }
            }
        }
        (self.names.len() < MOST_NAMES).then_some(self)
    }

    /// The names of all statistics.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.keys().map(String::as_str)
    }

    /// The mean of each statistic of an entrant, by name, and in how many matches it had a value.
    pub fn means(&self, entrant: usize) -> BTreeMap<&str, StatMean> {
        let sums = &self.sums[entrant];
        let values = self.names.iter().filter_map(|(name, index)| {
            let (steps, count) = *sums.get(*index).filter(|(_, count)| *count > 0)?;
            Some((name.as_str(), StatMean { mean: steps as f64 / STEPS / count as f64, count }))
        });
        values.collect()
    }
}

/// The mean of a statistic.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct StatMean {
    pub mean: f64,
    /// The number of values.
    pub count: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stats(values: &[(&str, f64)]) -> SeatStats {
        values.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect()
    }

    #[test]
    fn means_are_by_entrant_and_do_not_depend_on_the_order() {
        let matches = [
            ([0, 1], [stats(&[("depth", 7.0), ("speed", 0.1)]), stats(&[("depth", -1.0)])]),
            ([1, 0], [stats(&[("depth", 0.5)]), stats(&[])]),
            ([0, 2], [stats(&[("speed", 0.2), ("depth", 1e15)]), stats(&[("mate", 1.0)])]),
        ];
        let totals = |order: [usize; 3]| {
            let parts = order.map(|index| {
                let mut part = StatTotals::new(3);
                part.add_match(&matches[index].0, &matches[index].1);
                part
            });
            let [one, two, three] = parts;
            one.merged(two).unwrap().merged(three).unwrap()
        };
        let found = totals([0, 1, 2]);
        assert_eq!(found.means(1), BTreeMap::from([("depth", StatMean { mean: -0.25, count: 2 })]));
        let speed = found.means(0)["speed"];
        assert!((speed.mean - 0.15).abs() < 1e-9 && speed.count == 2);
        assert_eq!(found.names().collect::<Vec<_>>(), ["depth", "mate", "speed"]);
        for order in [[2, 1, 0], [1, 0, 2]] {
            let other = totals(order);
            assert!((0..3).all(|entrant| other.means(entrant) == found.means(entrant)));
        }
    }

    #[test]
    fn names_without_end_are_left_out() {
        let mut totals = StatTotals::new(1);
        for number in 0..3 * MOST_NAMES {
            totals.add_match(&[0], &[stats(&[(&number.to_string(), 1.0)])]);
        }
        assert_eq!(totals.means(0).len(), MOST_NAMES);
        assert!(totals.clone().merged(totals).is_none());
    }
}
