//! The fitness of all individuals, for drawing parents in proportion to it (rule 6).

use crate::random::RandomStream;

/// How many individuals share a partial sum. A draw finds the group by binary search over the sums,
/// and then scans it. So only the binary search depends on the size of the population. Eight
/// numbers of 64 bits fill one cache line.
pub const GROUP: usize = 8;

/// Samples individuals in proportion to their fitness.
///
/// The cost of a change does not depend on the number of individuals, and individuals whose fitness
/// stays the same cost nothing.
#[derive(Debug, Clone, Default)]
pub struct FitnessWeightedSampler {
    /// The fitness by place: 0 for the dead, and after the last individual.
    values: Vec<[u64; GROUP]>,
    len: usize,
    /// The fitness of each group.
    groups: Vec<u64>,
    /// `sums[g]`: the fitness of all individuals before group `g`, from the last call of `sum_up`.
    sums: Vec<u64>,
    total: u64,
}

impl FitnessWeightedSampler {
    /// Adds an individual at the next place.
    pub fn push(&mut self, value: u64) {
        if self.len.is_multiple_of(GROUP) {
            self.values.push([0; GROUP]);
            self.groups.push(0);
        }
        self.len += 1;
        self.set(self.len - 1, value);
    }

    /// Changes the fitness of one individual. With 0, it cannot be drawn any more.
    #[inline]
    pub fn set(&mut self, place: usize, value: u64) {
        let (group, within) = (place / GROUP, place % GROUP);
        let before = std::mem::replace(&mut self.values[group][within], value);
        self.groups[group] = self.groups[group] + value - before;
    }

    /// Removes the individuals at places for which `stays` is false, and moves the others up.
    pub fn retain(&mut self, stays: impl Fn(usize) -> bool) {
        let before = std::mem::take(&mut self.len);
        for place in 0..before {
            // An individual never moves to a later place, so no value is overwritten before it
            // is read.
            let value = self.values[place / GROUP][place % GROUP];
            if stays(place) {
                self.values[self.len / GROUP][self.len % GROUP] = value;
                self.len += 1;
            }
        }
        let groups = self.len.div_ceil(GROUP);
        self.values.truncate(groups);
        if let Some(last) = self.values.last_mut() {
            last[(self.len - 1) % GROUP + 1..].fill(0);
        }
        self.groups.clear();
        self.groups.extend(self.values.iter().map(|values| values.iter().sum::<u64>()));
    }

    /// Computes the partial sums. Draws are among the individuals of this moment, without those
    /// that are added later.
    pub fn sum_up(&mut self) {
        self.sums.clear();
        self.total = 0;
        for group in &self.groups {
            self.sums.push(self.total);
            self.total += group;
        }
    }

    /// The current sum of all fitness.
    pub fn sum(&self) -> u64 {
        self.groups.iter().sum()
    }

    /// The sum of all fitness from the last call of [`FitnessWeightedSampler::sum_up`].
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Draws two different individuals: the first in proportion to fitness, the second in
    /// proportion to fitness among the others. At the last [`FitnessWeightedSampler::sum_up`] at
    /// least two must have had a positive fitness, and only [`FitnessWeightedSampler::push`] may
    /// have been called since.
    pub fn draw_pair(&self, stream: &mut RandomStream) -> (usize, usize) {
        let (first, before) = self.find(stream.below(self.total));
        let own = self.values[first / GROUP][first % GROUP];
        let mut point = stream.below(self.total - own);
        if point >= before {
            // Skip the interval of the first individual.
            point += own;
        }
        (first, self.find(point).0)
    }

    /// The individual whose interval contains `point`, and where its interval begins. The intervals
    /// are the fitness values laid end to end.
    #[inline]
    fn find(&self, point: u64) -> (usize, u64) {
        let group = self.sums.partition_point(|sum| *sum <= point) - 1;
        // Scan the whole group, because the processor could not predict where to stop.
        let (mut within, mut begin, mut end) = (0, self.sums[group], self.sums[group]);
        for value in self.values[group] {
            end += value;
            let is_before = end <= point;
            within += usize::from(is_before);
            begin = if is_before { end } else { begin };
        }
        (group * GROUP + within, begin)
    }
}

impl FromIterator<u64> for FitnessWeightedSampler {
    fn from_iter<I: IntoIterator<Item = u64>>(values: I) -> FitnessWeightedSampler {
        let mut fitness = FitnessWeightedSampler::default();
        values.into_iter().for_each(|value| fitness.push(value));
        fitness
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_stays_moves_up() {
        for count in 0..3 * GROUP {
            let all = 1..=count as u64;
            let mut fitness: FitnessWeightedSampler = all.clone().collect();
            fitness.retain(|place| place % 3 != 1);
            let rest: FitnessWeightedSampler = all.filter(|value| value % 3 != 2).collect();
            assert_eq!((fitness.values, fitness.groups, fitness.len), (rest.values, rest.groups, rest.len));
        }
    }

    /// Individuals without fitness are never found, nor are those that were added after `sum_up`.
    #[test]
    fn each_point_belongs_to_the_individual_whose_share_holds_it() {
        let mut values: Vec<u64> = (0..50).map(|index| index * 7 % 4).collect();
        let mut fitness: FitnessWeightedSampler = values.iter().copied().collect();
        for (place, value) in [(3, 9), (17, 0), (49, 2)] {
            values[place] = value;
            fitness.set(place, value);
        }
        fitness.sum_up();
        fitness.push(1_000);
        let shares = values.iter().enumerate().flat_map(|(place, value)| vec![place; *value as usize]);
        let mut begin = (0, 0);
        for (point, place) in shares.enumerate() {
            if place != begin.0 {
                begin = (place, point as u64);
            }
            assert_eq!(fitness.find(point as u64), (place, begin.1), "at {point}");
        }
        assert_eq!(fitness.total, values.iter().sum::<u64>());
    }
}
