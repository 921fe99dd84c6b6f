//! Which entrants are proven to be among the best ones, or not.
//!
//! "This entrant is one of the best `k`" contradicts the evidence if `k` others are better. If it is
//! true, at most `k - 1` of the others are better, so the others with the least evidence of being
//! better are not, and the mean of their e-values is an e-value. The opposite claim is tested alike.
//! Entrants that are known to be among the best are left out of the first test, and those that are
//! known to be out of the second one: if these decisions are right, what is left still contains all
//! others that are not among the best, or all that are.
//!
//! As there are only `k` true claims of the first kind, however many entrants there are, this takes
//! less evidence than comparing all pairs.

use crate::tournament::standings::SIGNIFICANT;

/// The part of the error that decisions about the target may have. The rest is for the ranks of all.
const PART_OF_TARGET: f64 = 0.9;

/// The significance level of the ranks of all entrants, which are decided from pairs.
pub(super) const PAIR_SIGNIFICANCE: f64 = (1.0 - PART_OF_TARGET) * SIGNIFICANT;

/// Tests whether entrants are among the `best` ones of a field.
#[derive(Debug, Clone, Copy)]
pub(super) struct MembershipTest {
    entrants: usize,
    best: usize,
}

impl MembershipTest {
    pub(super) fn new(entrants: usize, best: usize) -> MembershipTest {
        MembershipTest { entrants, best }
    }

    /// Whether an entrant is proven not to be one of the best. `better` has the e-value of being better
    /// than it for each other entrant that is not known to be one of the best.
    pub(super) fn is_out(self, better: &[f64]) -> bool {
        self.is_out_possible() && mean_of_least(better, self.tests_of_out()) >= self.required_for_out()
    }

    /// Whether an entrant is proven to be one of the best. `worse` has the e-value of being worse than it
    /// for each other entrant that is not known to be out.
    pub(super) fn is_in(self, worse: &[f64]) -> bool {
        // A winner is known as soon as all others are out.
        self.best > 1 && self.is_out_possible() && mean_of_least(worse, self.best) >= self.required_for_in()
    }

    /// The e-value of one comparison that puts an entrant out if the others say nothing.
    pub(super) fn alone_for_out(self) -> f64 {
        self.required_for_out() * self.tests_of_out() as f64
    }

    /// The e-value of one comparison that puts an entrant in if the others say nothing.
    pub(super) fn alone_for_in(self) -> f64 {
        self.required_for_in() * self.best as f64
    }

    fn is_out_possible(self) -> bool {
        self.best < self.entrants
    }

    /// The number of others that are not better than one of the best.
    fn tests_of_out(self) -> usize {
        self.entrants - self.best
    }

    fn required_for_out(self) -> f64 {
        let kinds = if self.best > 1 { 2.0 } else { 1.0 };
        kinds * self.best as f64 / (PART_OF_TARGET * SIGNIFICANT)
    }

    fn required_for_in(self) -> f64 {
        2.0 * self.tests_of_out() as f64 / (PART_OF_TARGET * SIGNIFICANT)
    }
}

/// The mean of the least `count` values.
fn mean_of_least(values: &[f64], count: usize) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.iter().take(count).sum::<f64>() / count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_must_be_better_as_there_are_places() {
        let winner = MembershipTest::new(5, 1);
        assert!(winner.is_out(&[0.0, 0.0, 0.0, 90.0]) && !winner.is_out(&[0.0, 0.0, 0.0, 88.0]));
        assert!(!winner.is_in(&[1e9; 4]), "the others are out first");
        let two = MembershipTest::new(5, 2);
        assert!(!two.is_out(&[0.0, 0.0, 0.0, 1e9]) && two.is_out(&[0.0, 0.0, 267.0, 1e9]));
        assert!(!two.is_in(&[0.0, 0.0, 1e9, 1e9]) && !two.is_in(&[0.0, 266.0, 1e9, 1e9]));
        assert!(two.is_in(&[0.0, 267.0, 1e9, 1e9]));
        let alone = 800.0 / 3.0;
        assert!((two.alone_for_out() - alone).abs() < 1e-9 && (two.alone_for_in() - alone).abs() < 1e-9);
        let all = MembershipTest::new(3, 3);
        assert!(!all.is_out(&[1e9; 2]) && !all.is_in(&[1e9; 2]));
    }
}
