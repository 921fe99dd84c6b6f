//! Finds out whether a seat with faults does better than one without.
//!
//! Two seats change places in every second match, so that it does not matter which seat is better.
//! If faults have no effect, the seat with faults is the better one in half of the decided matches
//! at most. It is accused if it is the better one in all of `PROOF` matches, which has a
//! probability below 0.0001 for each kind of fault, and below 0.001 for all ten.

use std::cmp::Ordering;

use rathaus_games::custom::ScoreOrder;

use super::TrialMatchObservations;

/// How many matches in a row prove that a fault pays: 1 in 16,384.
const PROOF: usize = 14;

/// After this many matches that decide nothing, no more are played.
const MOST_UNDECIDED: usize = 4;

/// The two seats of a match that are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ComparedSeats {
    pub at_fault: usize,
    pub faultless: usize,
}

impl ComparedSeats {
    /// Those of the match with this number, in matches of at least two seats.
    pub fn of_match(number: usize, seats: usize) -> ComparedSeats {
        let one = (number / 2) % seats;
        let other = (one + 1) % seats;
        let (at_fault, faultless) = if number.is_multiple_of(2) { (one, other) } else { (other, one) };
        ComparedSeats { at_fault, faultless }
    }
}

/// The matches with one kind of bot so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FaultRewardTest {
    better: usize,
    worse: usize,
    undecided: usize,
}

impl FaultRewardTest {
    pub fn add(&mut self, trial: &TrialMatchObservations, seats: ComparedSeats, best: ScoreOrder) {
        let has_fault = |seat| trial.faults.iter().any(|fault| fault.seat == seat);
        let scores = (trial.scores.get(seats.at_fault), trial.scores.get(seats.faultless));
        let order = match scores {
            (Some(one), Some(other)) if has_fault(seats.at_fault) && !has_fault(seats.faultless) => {
                best.order(*one, *other)
            }
            _ => Ordering::Equal,
        };
        self.add_order(order);
    }

    /// Adds a match. `Less` means that the seat with faults did better.
    fn add_order(&mut self, order: Ordering) {
        match order {
            Ordering::Less => self.better += 1,
            Ordering::Greater => self.worse += 1,
            Ordering::Equal => self.undecided += 1,
        }
    }

    /// Whether more matches can change anything.
    pub fn goes_on(&self) -> bool {
        self.worse == 0 && self.better < PROOF && self.undecided < MOST_UNDECIDED
    }

    /// Whether the seat with faults did better so often that it cannot be chance.
    pub fn is_proven(&self) -> bool {
        self.worse == 0 && self.better >= PROOF
    }
}

#[cfg(test)]
mod tests {
    use rathaus_games::Seed;

    use super::*;

    fn tested(mut order: impl FnMut() -> Ordering) -> FaultRewardTest {
        let mut test = FaultRewardTest::default();
        while test.goes_on() {
            test.add_order(order());
        }
        test
    }

    #[test]
    fn seats_change_places() {
        let pairs = |seats: usize| -> Vec<(usize, usize)> {
            let all = (0..4).map(|number| ComparedSeats::of_match(number, seats));
            all.map(|pair| (pair.at_fault, pair.faultless)).collect()
        };
        assert_eq!(pairs(2), [(0, 1), (1, 0), (1, 0), (0, 1)]);
        assert_eq!(pairs(3), [(0, 1), (1, 0), (1, 2), (2, 1)]);
    }

    #[test]
    fn only_what_always_pays_is_proven() {
        assert!(tested(|| Ordering::Less).is_proven());
        assert!(!tested(|| Ordering::Greater).is_proven());
        assert!(!tested(|| Ordering::Equal).is_proven());
        let proven = (0..2_000).filter(|number| {
            let mut stream = Seed(*number).stream("orders");
            tested(|| if stream.below(2) == 0 { Ordering::Less } else { Ordering::Greater }).is_proven()
        });
        assert!(proven.count() <= 1, "faults without an effect");
    }
}
