//! The results of pairs of games.

use std::cmp::Ordering;

/// The points of one bot in a pair of games, as a share of both: 0, 1/2, 1, 3/2 and 2 points.
pub const PAIR_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// What the first bot achieved in two games with the same opening and swapped seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PairOutcome {
    pub wins: u8,
    pub draws: u8,
}

impl PairOutcome {
    /// The outcome of two games. `Less` is a win: the better one comes first.
    pub fn of(games: [Ordering; 2]) -> PairOutcome {
        let count = |order: Ordering| games.iter().filter(|game| **game == order).count() as u8;
        PairOutcome { wins: count(Ordering::Less), draws: count(Ordering::Equal) }
    }

    fn half_points(self) -> usize {
        usize::from(2 * self.wins + self.draws)
    }
}

/// The results of all pairs for the first bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PairTotals {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// The numbers of pairs with 0, 1/2, 1, 3/2 and 2 points.
    pub pentanomial: [u64; 5],
}

impl PairTotals {
    pub fn add(&mut self, pair: PairOutcome) {
        self.wins += u64::from(pair.wins);
        self.draws += u64::from(pair.draws);
        self.losses += u64::from(2 - pair.wins - pair.draws);
        self.pentanomial[pair.half_points()] += 1;
    }

    pub fn pairs(&self) -> u64 {
        self.pentanomial.iter().sum()
    }

    pub fn games(&self) -> u64 {
        2 * self.pairs()
    }

    /// The share of drawn games. `None` before the first game.
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.draws as f64 / self.games() as f64)
    }
}
