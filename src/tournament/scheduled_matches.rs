//! The matches of a schedule. A tournament may have millions, so they are kept in columns.

use std::collections::BTreeMap;
use std::sync::Arc;

use rathaus_games::Seed;

use super::seat_ranges::SeatRanges;
use crate::matches::ScheduledMatch;

/// Matches in the order of play. A match with two seats takes about 20 bytes.
#[derive(Debug, Clone, PartialEq)]
pub struct ScheduledMatchColumns {
    /// The seats of all matches, one match after the other.
    seats: Vec<u32>,
    ranges: SeatRanges,
    numbers: Vec<u32>,
    rounds: Vec<u32>,
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
            rounds: Vec::new(),
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
        let known = self.seeds.insert(*round, *seed);
        assert!(known.is_none_or(|known| known == *seed), "the matches of round {round} share a seed");
        self.seats.extend(seats.iter().map(|entrant| *entrant as u32));
        self.ranges.push(seats.len());
        self.numbers.push(*number);
        self.rounds.push(*round);
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
        self.numbers[position]
    }

    pub fn round(&self, position: usize) -> u32 {
        self.rounds[position]
    }

    pub fn seed(&self, position: usize) -> Seed {
        self.seeds[&self.rounds[position]]
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
}
