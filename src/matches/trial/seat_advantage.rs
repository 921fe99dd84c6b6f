//! Finds out whether one seat wins nearly always, although equal bots have all seats.

use super::significance::{LEVEL, binomial_tail};

/// The least share of the decided matches that a seat must have won.
const NEARLY_ALWAYS: f64 = 0.9;

/// The most numbers of seats that are tried. Each is a test of its own, and together they have the
/// level.
const NUMBERS_OF_SEATS: f64 = 2.0;

/// A seat that wins nearly always.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeatAdvantage {
    pub seat: usize,
    /// How many matches it has won.
    pub won: u64,
    /// How many matches were won by one seat alone.
    pub decided: u64,
    /// The probability that any seat wins as often, if all have the same chance.
    pub probability: f64,
}

impl SeatAdvantage {
    /// The seat that has won most of the decided matches, given the winner of each.
    pub fn of(winners: &[usize], seats: usize) -> Option<SeatAdvantage> {
        let won = |seat: usize| winners.iter().filter(|winner| **winner == seat).count() as u64;
        let (won, seat) = (0..seats).map(|seat| (won(seat), seat)).max()?;
        let decided = winners.len() as u64;
        let equal = 1.0 / seats as f64;
        let probability = (seats as f64 * binomial_tail(decided, won, equal)).min(1.0);
        Some(SeatAdvantage { seat, won, decided, probability })
    }

    /// Whether the seat wins nearly always as far as can be seen.
    pub fn is_suspicious(&self) -> bool {
        self.decided > 0 && self.won as f64 >= NEARLY_ALWAYS * self.decided as f64
    }

    /// Whether this cannot be chance. At most one in a thousand games that give all seats the same
    /// chance is accused.
    pub fn is_proven(&self) -> bool {
        self.is_suspicious() && self.probability * NUMBERS_OF_SEATS < LEVEL
    }
}

#[cfg(test)]
mod tests {
    use rathaus_games::Seed;

    use super::*;

    #[test]
    fn a_seat_that_always_wins_is_proven_by_enough_matches() {
        let of = |matches: usize, seats| SeatAdvantage::of(&vec![1; matches], seats).unwrap();
        assert!(of(10, 2).is_suspicious() && !of(10, 2).is_proven());
        assert!(of(20, 2).is_proven() && of(20, 2).seat == 1);
        assert!(!SeatAdvantage::of(&[], 2).unwrap().is_proven());
        let often: Vec<usize> = (0..20).map(|number| usize::from(number % 4 == 0)).collect();
        assert!(!SeatAdvantage::of(&often, 2).unwrap().is_proven(), "15 of 20 are not always");
    }

    #[test]
    fn fair_games_are_not_accused() {
        for seats in [2, 3, 6] {
            let accused = (0..2_000).filter(|number| {
                let mut stream = Seed(*number).stream("winners");
                let winners: Vec<usize> = (0..20).map(|_| stream.below(seats) as usize).collect();
                SeatAdvantage::of(&winners, seats as usize).unwrap().is_proven()
            });
            assert!(accused.count() <= 4, "{seats}");
        }
    }
}
