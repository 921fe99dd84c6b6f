//! Results of pairs, counted. Millions of matches of a thousand entrants make a million counts.

use rathaus_games::custom::ScoreOrder;

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
}

impl Observations {
    /// Counts the results of these matches of `entrants` entrants.
    pub fn new<'a>(
        entrants: usize,
        best: ScoreOrder,
        matches: impl Iterator<Item = RatedMatch<'a>> + Clone,
    ) -> Observations {
        let mut plays = vec![false; entrants];
        let mut largest = 0;
        for RatedMatch { seats, .. } in matches.clone().filter(|played| played.seats.len() > 1) {
            largest = largest.max(seats.len());
            seats.iter().for_each(|entrant| plays[*entrant as usize] = true);
        }
        let players: Vec<u32> = (0..entrants as u32).filter(|entrant| plays[*entrant as usize]).collect();
        let mut indices = vec![0; entrants];
        players.iter().zip(0..).for_each(|(entrant, index)| indices[*entrant as usize] = index);
        let seats = if (2..=MOST_SEATS).contains(&largest) { largest } else { 0 };
        let mut all = Observations { players, indices, pairs: Vec::new(), seats, largest };
        all.pairs = all.count(best, matches);
        all
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
