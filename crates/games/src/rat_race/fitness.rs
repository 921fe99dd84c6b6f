//! The fitness of all individuals, for drawing parents in proportion to it (rule 6).

use crate::random::RandomStream;

/// How many individuals share one of the sums. A draw searches the sums by halving and then goes
/// through one such group, so it does not grow with the population but for the halving; and eight
/// numbers fill one line of the processor's cache.
pub const GROUP: usize = 8;

/// The fitness of individuals at places, for drawing some in proportion to it.
///
/// What a change costs does not depend on how many individuals there are: those whose fitness stays
/// the same take no time.
#[derive(Debug, Clone, Default)]
pub struct FitnessSampler {
    /// By place; 0 where nobody lives, and behind the last.
    values: Vec<[u64; GROUP]>,
    len: usize,
    /// The fitness of each group.
    groups: Vec<u64>,
    /// `sums[g]`: the fitness of all individuals before group `g`, when they were last summed up.
    sums: Vec<u64>,
    total: u64,
}

impl FitnessSampler {
    /// One individual more, at the next place.
    pub fn push(&mut self, value: u64) {
        if self.len.is_multiple_of(GROUP) {
            self.values.push([0; GROUP]);
            self.groups.push(0);
        }
        self.len += 1;
        self.set(self.len - 1, value);
    }

    /// Changes the fitness of one individual; 0: it cannot be drawn any more.
    #[inline]
    pub fn set(&mut self, place: usize, value: u64) {
        let (group, within) = (place / GROUP, place % GROUP);
        let before = std::mem::replace(&mut self.values[group][within], value);
        self.groups[group] = self.groups[group] + value - before;
    }

    /// Takes out those at other places than `stays` says; the rest moves up.
    pub fn retain(&mut self, stays: impl Fn(usize) -> bool) {
        let before = std::mem::take(&mut self.len);
        for place in 0..before {
            // What moves up has been read before it is written over: nobody moves to a place behind
            // its own.
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

    /// Adds everything up. Draws are among the individuals of now, whoever comes afterwards.
    pub fn sum_up(&mut self) {
        self.sums.clear();
        self.total = 0;
        for group in &self.groups {
            self.sums.push(self.total);
            self.total += group;
        }
    }

    /// The fitness of all together, now.
    pub fn sum(&self) -> u64 {
        self.groups.iter().sum()
    }

    /// The fitness of all together, when they were last summed up.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Draws two different individuals, the first in proportion to the fitness, the second in
    /// proportion to it among the others. When it was summed up there must have been at least two
    /// with a positive one, and nothing but [`FitnessSampler::push`] may have been called since.
    pub fn draw_pair(&self, stream: &mut RandomStream) -> (usize, usize) {
        let (first, before) = self.find(stream.below(self.total));
        let own = self.values[first / GROUP][first % GROUP];
        let mut point = stream.below(self.total - own);
        if point >= before {
            // The first one's share of the line is left out.
            point += own;
        }
        (first, self.find(point).0)
    }

    /// The individual whose share of the line of all fitnesses holds `point`, and where its share
    /// begins.
    #[inline]
    fn find(&self, point: u64) -> (usize, u64) {
        let group = self.sums.partition_point(|sum| *sum <= point) - 1;
        // All of the group are gone through, since the processor could not guess where to stop.
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

impl FromIterator<u64> for FitnessSampler {
    fn from_iter<I: IntoIterator<Item = u64>>(values: I) -> FitnessSampler {
        let mut fitness = FitnessSampler::default();
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
            let mut fitness: FitnessSampler = all.clone().collect();
            fitness.retain(|place| place % 3 != 1);
            let rest: FitnessSampler = all.filter(|value| value % 3 != 2).collect();
            assert_eq!((fitness.values, fitness.groups, fitness.len), (rest.values, rest.groups, rest.len));
        }
    }

    /// Whoever has no fitness is not found, whatever the point, nor is anybody who came after
    /// summing up.
    #[test]
    fn each_point_belongs_to_the_individual_whose_share_holds_it() {
        let mut values: Vec<u64> = (0..50).map(|index| index * 7 % 4).collect();
        let mut fitness: FitnessSampler = values.iter().copied().collect();
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
