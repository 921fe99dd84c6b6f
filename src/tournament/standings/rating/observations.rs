//! Results of pairs, counted. Millions of matches of a thousand entrants make a million counts.

use rathaus_games::custom::ScoreOrder;

use super::super::parallel;
use super::RatedMatch;

/// The most seats whose effects are estimated. Larger games take all entrants at once and draw
/// their seats, and there would be as many effects as ratings.
const MOST_SEATS: usize = 8;

/// How many results are collected before they are counted.
const BUFFER: usize = 1 << 20;

/// Two entrants, where they sat, and the number of seats of their match. The derived order is that
/// of all sums, so the order of matches changes no bit of a rating.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PairKey {
    /// Less than `other`. Both are indices of [`Observations::players`].
    pub one: u32,
    pub other: u32,
    /// The seat of each. 0 if seats have no effects.
    pub one_seat: u8,
    pub other_seat: u8,
    pub size: u16,
}

/// How the first of a pair did against the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairOutcome {
    Won,
    Tied,
    Lost,
}

/// The results of a pair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairCounts {
    pub key: PairKey,
    pub won: u32,
    pub tied: u32,
    pub lost: u32,
}

impl PairCounts {
    fn one(key: PairKey, outcome: PairOutcome) -> PairCounts {
        let is = |other: PairOutcome| u32::from(outcome == other);
        let (won, tied, lost) = (is(PairOutcome::Won), is(PairOutcome::Tied), is(PairOutcome::Lost));
        PairCounts { key, won, tied, lost }
    }

    fn add(&mut self, other: &PairCounts) {
        self.won += other.won;
        self.tied += other.tied;
        self.lost += other.lost;
    }

    pub fn count(&self) -> f64 {
        f64::from(self.won) + f64::from(self.tied) + f64::from(self.lost)
    }
}

/// The counted results of all matches.
#[derive(Debug, Clone)]
pub struct Observations {
    /// The entrants that played against another one, in ascending order.
    pub players: Vec<u32>,
    /// For each entrant, its index in `players`.
    indices: Vec<u32>,
    /// In the order of their keys.
    pub pairs: Vec<PairCounts>,
    /// The number of seats whose effects are estimated. 0 if none are.
    pub seats: usize,
    /// The number of seats of the largest match.
    pub largest: usize,
    /// The number of matches.
    pub count: usize,
}

impl Observations {
    /// Counts the results of these matches of `entrants` entrants.
    pub fn new<'a>(
        entrants: usize,
        best: ScoreOrder,
        matches: impl Iterator<Item = RatedMatch<'a>> + Clone + Sync,
    ) -> Observations {
        let mut plays = vec![false; entrants];
        let (mut largest, mut count) = (0, 0);
        for RatedMatch { seats, .. } in matches.clone() {
            count += 1;
            if seats.len() < 2 {
                continue;
            }
            largest = largest.max(seats.len());
            seats.iter().for_each(|entrant| plays[*entrant as usize] = true);
        }
        let players: Vec<u32> = (0..entrants as u32).filter(|entrant| plays[*entrant as usize]).collect();
        let mut indices = vec![0; entrants];
        players.iter().zip(0..).for_each(|(entrant, index)| indices[*entrant as usize] = index);
        let seats = if (2..=MOST_SEATS).contains(&largest) { largest } else { 0 };
        let mut all = Observations { players, indices, pairs: Vec::new(), seats, largest, count };
        all.pairs = match DuelTable::fits(&all) {
            true => all.count_duels(best, &matches),
            false => all.count(best, matches),
        };
        all
    }

    /// Counts matches of two seats, on all processors.
    fn count_duels<'a>(
        &self,
        best: ScoreOrder,
        matches: &(impl Iterator<Item = RatedMatch<'a>> + Clone + Sync),
    ) -> Vec<PairCounts> {
        let tables = parallel::map_items(matches, self.count, |share| {
            let mut table = DuelTable::new(self.players.len());
            share.for_each(|played| self.each_pair(best, played, |key, outcome| table.add(key, outcome)));
            table
        });
        tables.into_iter().reduce(DuelTable::merged).map_or_else(Vec::new, |table| table.counts())
    }

    fn count<'a>(&self, best: ScoreOrder, matches: impl Iterator<Item = RatedMatch<'a>>) -> Vec<PairCounts> {
        let (mut pairs, mut limit) = (Vec::new(), BUFFER);
        for played in matches {
            self.each_pair(best, played, |key, outcome| pairs.push(PairCounts::one(key, outcome)));
            if pairs.len() > limit {
                merge(&mut pairs);
                limit = 2 * pairs.len() + BUFFER;
            }
        }
        merge(&mut pairs);
        pairs
    }

    /// Calls `each` with every pair of a match.
    pub fn each_pair(
        &self,
        best: ScoreOrder,
        played: RatedMatch<'_>,
        mut each: impl FnMut(PairKey, PairOutcome),
    ) {
        let RatedMatch { seats, scores, .. } = played;
        for one in 0..seats.len() {
            for other in (one + 1)..seats.len() {
                let [first, second] = [one, other].map(|seat| self.indices[seats[seat] as usize]);
                let (low, high) = if first < second { (one, other) } else { (other, one) };
                if first != second {
                    each(self.key(seats, low, high), outcome(best, scores[low], scores[high]));
                }
            }
        }
    }

    /// The key of the pair on these two seats.
    fn key(&self, seats: &[u32], low: usize, high: usize) -> PairKey {
        let seat = |seat: usize| if self.seats == 0 { 0 } else { seat as u8 };
        PairKey {
            one: self.indices[seats[low] as usize],
            other: self.indices[seats[high] as usize],
            one_seat: seat(low),
            other_seat: seat(high),
            size: seats.len().min(usize::from(u16::MAX)) as u16,
        }
    }
}

/// The results of matches of two seats: for each pair and each of its two orders on the seats, the
/// number of each outcome.
struct DuelTable {
    players: usize,
    counts: Vec<[u32; 3]>,
}

impl DuelTable {
    /// Whether all matches have two seats, and are enough to fill much of a table.
    fn fits(Observations { players, largest, count, .. }: &Observations) -> bool {
        *largest == 2 && players.len().saturating_mul(players.len()) <= count.saturating_mul(4)
    }

    fn new(players: usize) -> DuelTable {
        DuelTable { players, counts: vec![[0; 3]; players * players.saturating_sub(1)] }
    }

    fn add(&mut self, PairKey { one, other, one_seat, .. }: PairKey, outcome: PairOutcome) {
        let (one, other) = (one as usize, other as usize);
        // The pairs before those of `one`, in the order of keys.
        let before = one * (2 * self.players - one - 1) / 2;
        let pair = before + other - one - 1;
        self.counts[2 * pair + usize::from(one_seat)][outcome as usize] += 1;
    }

    fn merged(mut self, other: DuelTable) -> DuelTable {
        let cells = self.counts.as_flattened_mut().iter_mut().zip(other.counts.as_flattened());
        cells.for_each(|(all, more)| *all += more);
        self
    }

    /// The counts of all pairs that met, in the order of their keys.
    fn counts(&self) -> Vec<PairCounts> {
        let players = 0..self.players as u32;
        let pairs = players.flat_map(|one| (one + 1..self.players as u32).map(move |other| (one, other)));
        let keys = pairs.flat_map(|(one, other)| {
            [0, 1].map(|seat| PairKey { one, other, one_seat: seat, other_seat: 1 - seat, size: 2 })
        });
        let of = |(key, [won, tied, lost]): (PairKey, &[u32; 3])| PairCounts {
            key,
            won: *won,
            tied: *tied,
            lost: *lost,
        };
        keys.zip(&self.counts).map(of).filter(|counts| counts.count() > 0.0).collect()
    }
}

fn outcome(best: ScoreOrder, one: f64, other: f64) -> PairOutcome {
    let (one, other) = (best.worth(one), best.worth(other));
    if one > other {
        PairOutcome::Won
    } else if one < other {
        PairOutcome::Lost
    } else {
        PairOutcome::Tied
    }
}

/// Sorts the counts and adds those with the same key.
fn merge(pairs: &mut Vec<PairCounts>) {
    pairs.sort_by_key(|counts| counts.key);
    pairs.dedup_by(|next, kept| {
        let is_same = next.key == kept.key;
        if is_same {
            kept.add(next);
        }
        is_same
    });
}

/// What a pair of a match with `size` seats counts.
///
/// If all orders of a match are equally likely, a seat beats a number of others that has a variance
/// of (size^2 - 1) / 12, where independent pairs would give (size - 1) / 4. With the weight
/// 3 / (size + 1) the information of the pairs is exactly the inverse of the variance. So four
/// seats, with six pairs, count as 3.6 matches of two.
pub fn pair_weight(size: u16) -> f64 {
    3.0 / (f64::from(size) + 1.0)
}

#[cfg(test)]
mod tests {
    use rathaus_games::Seed;

    use super::*;

    #[test]
    fn a_table_counts_as_a_list_does() {
        let mut stream = Seed(1).stream("matches");
        let matches: Vec<([u32; 2], [f64; 2])> = (0..500)
            .map(|_| {
                let seats = [stream.below(9) as u32, stream.below(9) as u32];
                (seats, [stream.below(3) as f64, stream.below(3) as f64])
            })
            .collect();
        let views = matches.iter().map(|(seats, scores)| RatedMatch { round: 1, seats, scores });
        let observations = Observations::new(10, ScoreOrder::Lowest, views.clone());
        assert!(DuelTable::fits(&observations));
        assert_eq!(observations.pairs, observations.count(ScoreOrder::Lowest, views));
        assert_eq!(observations.players.len(), 9);
    }
}
