//! The matches of a schedule. A tournament may have millions, so they are kept in columns.

use std::collections::BTreeMap;
use std::sync::Arc;

use rathaus_games::Seed;

use super::seat_ranges::SeatRanges;
use crate::matches::ScheduledMatch;

/// Matches in the order of play. A match with two seats takes 8 to 16 bytes.
#[derive(Debug, Clone, PartialEq)]
pub struct ScheduledMatchColumns {
    /// The seats of all matches, one match after the other.
    seats: Vec<u32>,
    ranges: SeatRanges,
    /// Empty as long as matches are numbered from 1.
    numbers: Vec<u32>,
    rounds: RoundColumn,
    /// Matches of a round have the same seed.
    seeds: BTreeMap<u32, Seed>,
    /// The numbers from a seed file, which all matches share.
    seed_numbers: Option<Arc<[u64]>>,
}

impl Default for ScheduledMatchColumns {
    fn default() -> ScheduledMatchColumns {
        ScheduledMatchColumns {
            seats: Vec::new(),
            ranges: SeatRanges::new(),
            numbers: Vec::new(),
            rounds: RoundColumn::default(),
            seeds: BTreeMap::new(),
            seed_numbers: None,
        }
    }
}

impl ScheduledMatchColumns {
    pub fn len(&self) -> usize {
        self.ranges.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a match. Its own numbers from a seed file are ignored.
    pub fn push(&mut self, ScheduledMatch { number, round, seed, seats, .. }: &ScheduledMatch) {
        let known = *self.seeds.entry(*round).or_insert(*seed);
        assert!(known == *seed, "the matches of round {round} share a seed");
        self.seats.extend(seats.iter().map(|entrant| *entrant as u32));
        if *number as usize != self.len() + 1 && self.numbers.is_empty() {
            self.numbers = (1..=self.len() as u32).collect();
        }
        if !self.numbers.is_empty() || *number as usize != self.len() + 1 {
            self.numbers.push(*number);
        }
        self.rounds.push(self.len(), *round);
        self.ranges.push(seats.len());
    }

    /// Makes room for so many more matches with so many seats each.
    pub fn reserve(&mut self, matches: usize, seats: usize) {
        self.seats.reserve_exact(matches.saturating_mul(seats));
    }

    /// Gives all matches these numbers from a seed file.
    pub fn set_seed_numbers(&mut self, numbers: Option<&[u64]>) {
        self.seed_numbers = numbers.map(Arc::from);
    }

    /// The match at this position.
    pub fn get(&self, position: usize) -> ScheduledMatch {
        ScheduledMatch {
            number: self.number(position),
            round: self.round(position),
            seed: self.seed(position),
            seats: self.seats(position).iter().map(|entrant| *entrant as usize).collect(),
            numbers: self.seed_numbers.as_deref().map(<[u64]>::to_vec),
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = ScheduledMatch> + '_ {
        (0..self.len()).map(|position| self.get(position))
    }

    /// For each seat of a match, the index of its entrant.
    pub fn seats(&self, position: usize) -> &[u32] {
        &self.seats[self.ranges.get(position)]
    }

    /// Where each match's seats are among those of all matches.
    pub fn ranges(&self) -> &SeatRanges {
        &self.ranges
    }

    /// The number of seats of all matches together.
    pub fn all_seats(&self) -> usize {
        self.seats.len()
    }

    pub fn number(&self, position: usize) -> u32 {
        self.numbers.get(position).copied().unwrap_or(position as u32 + 1)
    }

    pub fn round(&self, position: usize) -> u32 {
        self.rounds.get(position)
    }

    pub fn seed(&self, position: usize) -> Seed {
        self.seeds[&self.round(position)]
    }
}

/// With more runs than this, rounds are listed.
const MOST_RUNS: usize = 64;

/// The rounds of consecutive matches.
#[derive(Debug, Clone, Default, PartialEq)]
struct RoundColumn {
    /// The first position of each run of matches of the same round, with that round. Empty if there
    /// are too many runs.
    runs: Vec<(u32, u32)>,
    /// The round of each match, if there are too many runs.
    listed: Vec<u32>,
}

impl RoundColumn {
    /// Adds the round of the match at this position, the next one.
    fn push(&mut self, position: usize, round: u32) {
        if !self.listed.is_empty() {
            return self.listed.push(round);
        }
        if self.runs.last().is_none_or(|(_, last)| *last != round) {
            self.runs.push((position as u32, round));
        }
        if self.runs.len() > MOST_RUNS {
            self.listed = (0..=position).map(|position| self.of_run(position)).collect();
            self.runs.clear();
        }
    }

    fn get(&self, position: usize) -> u32 {
        self.listed.get(position).copied().unwrap_or_else(|| self.of_run(position))
    }

    fn of_run(&self, position: usize) -> u32 {
        let after = self.runs.partition_point(|(first, _)| *first as usize <= position);
        self.runs[after - 1].1
    }
}

impl Extend<ScheduledMatch> for ScheduledMatchColumns {
    fn extend<T: IntoIterator<Item = ScheduledMatch>>(&mut self, matches: T) {
        matches.into_iter().for_each(|scheduled_match| self.push(&scheduled_match));
    }
}

impl FromIterator<ScheduledMatch> for ScheduledMatchColumns {
    fn from_iter<T: IntoIterator<Item = ScheduledMatch>>(matches: T) -> ScheduledMatchColumns {
        let mut all = ScheduledMatchColumns::default();
        all.extend(matches);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_come_out_as_they_went_in() {
        let one = |number: u32, round: u32, seats: &[usize]| ScheduledMatch {
            number,
            round,
            seed: Seed(u64::from(round)),
            seats: seats.to_vec(),
            numbers: None,
        };
        let matches = [one(1, 1, &[0, 1]), one(2, 1, &[2]), one(3, 4, &[]), one(4, 2, &[5, 3, 9])];
        let all: ScheduledMatchColumns = matches.iter().cloned().collect();
        assert_eq!(all.iter().collect::<Vec<_>>(), matches);
        assert_eq!((all.len(), all.all_seats(), all.seats(3)), (4, 6, &[5, 3, 9][..]));
    }

    #[test]
    fn numbers_and_rounds_may_change_at_any_match() {
        let one = |number: u32, round: u32| ScheduledMatch {
            number,
            round,
            seed: Seed(u64::from(round)),
            seats: vec![0],
            numbers: None,
        };
        let few_rounds: Vec<_> = (1..=100).map(|number| one(number, number / 40)).collect();
        let many_rounds: Vec<_> = (1..=200).map(|number| one(number % 90, number)).collect();
        for matches in [few_rounds, many_rounds] {
            let all: ScheduledMatchColumns = matches.iter().cloned().collect();
            assert_eq!(all.iter().collect::<Vec<_>>(), matches);
        }
    }
}
