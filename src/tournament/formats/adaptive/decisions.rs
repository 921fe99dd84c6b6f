//! What the outcomes of rounds decide about a field of entrants.

use crate::tournament::standings::{DifferenceEvidence, SIGNIFICANT, adjusted_for_all};

use super::memberships::{MembershipTest, PAIR_SIGNIFICANCE};
use super::{AdaptiveStatus, DecisionTarget};

/// What is known about a field after some rounds. An entrant is undecided as long as the target
/// needs more of its rounds.
#[derive(Debug, Clone)]
pub(super) struct FieldDecisions {
    target: DecisionTarget,
    entrants: usize,
    /// The evidence of each pair, from the rounds that both played while both were undecided. The
    /// order is that of [`pair`].
    evidence: Vec<DifferenceEvidence>,
    /// For each entrant, which others are proven worse.
    is_better: Vec<Vec<bool>>,
    state: Vec<EntrantDecision>,
    /// The outcomes of each entrant in the rounds while it was undecided.
    outcomes: Vec<Vec<f64>>,
    rounds: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EntrantDecision {
    Undecided,
    /// It is among the best ones, or its rank is known.
    In,
    /// It is not among the best ones.
    Out,
}

/// The index of a pair, the smaller entrant first.
fn pair(one: usize, other: usize) -> usize {
    other * (other - 1) / 2 + one
}

impl FieldDecisions {
    /// Nothing has been played yet. `largest` is the size of the largest possible difference between
    /// two outcomes of a round, if it is known.
    pub(super) fn new(target: DecisionTarget, entrants: usize, largest: Option<f64>) -> FieldDecisions {
        let pairs = entrants * entrants.saturating_sub(1) / 2;
        let mut decisions = FieldDecisions {
            target,
            entrants,
            evidence: vec![DifferenceEvidence::new(largest); pairs],
            is_better: vec![vec![false; entrants]; entrants],
            state: vec![EntrantDecision::Undecided; entrants],
            outcomes: vec![Vec::new(); entrants],
            rounds: 0,
        };
        decisions.settle();
        decisions
    }

    pub(super) fn is_undecided(&self, entrant: usize) -> bool {
        self.state[entrant] == EntrantDecision::Undecided
    }

    pub(super) fn undecided(&self) -> Vec<usize> {
        (0..self.entrants).filter(|entrant| self.is_undecided(*entrant)).collect()
    }

    /// Adds a round. `outcomes` has the outcome of each entrant, `None` if it did not play for
    /// itself. Outcomes of decided entrants do not count: they play only if undecided ones need
    /// opponents.
    pub(super) fn push(&mut self, outcomes: &[Option<f64>]) {
        self.rounds += 1;
        let known: Vec<(usize, f64)> =
            self.undecided().into_iter().filter_map(|entrant| Some((entrant, outcomes[entrant]?))).collect();
        for (position, (other, theirs)) in known.iter().enumerate() {
            self.outcomes[*other].push(*theirs);
            for (one, own) in &known[..position] {
                self.evidence[pair(*one, *other)].push(own - theirs);
            }
        }
    }

    /// Decides what the rounds so far decide. Decisions are final.
    pub(super) fn decide(&mut self) {
        let e_values: Vec<f64> = self.evidence.iter().map(DifferenceEvidence::e_value).collect();
        let adjusted = adjusted_for_all(&e_values);
        let significance = if self.target.best().is_some() { PAIR_SIGNIFICANCE } else { SIGNIFICANT };
        for other in 0..self.entrants {
            for one in 0..other {
                let index = pair(one, other);
                let is_known = self.is_better[one][other] || self.is_better[other][one];
                if !is_known && adjusted[index] <= significance {
                    let (better, worse) =
                        if self.evidence[index].mean() > 0.0 { (one, other) } else { (other, one) };
                    self.is_better[better][worse] = true;
                }
            }
        }
        self.settle();
    }

    fn settle(&mut self) {
        match self.target.best() {
            None => self.settle_ranks(),
            Some(best) => {
                self.test_memberships(best);
                self.fill_places(best);
            }
        }
    }

    /// An entrant is decided once it is proven better or worse than each other one.
    fn settle_ranks(&mut self) {
        for entrant in 0..self.entrants {
            let is_told = |other: usize| self.is_better[entrant][other] || self.is_better[other][entrant];
            if (0..self.entrants).all(|other| other == entrant || is_told(other)) {
                self.state[entrant] = EntrantDecision::In;
            }
        }
    }

    /// Decides which undecided entrants are proven to be among the best ones, or not.
    fn test_memberships(&mut self, best: usize) {
        let test = MembershipTest::new(self.entrants, best);
        let decision = |entrant: usize| {
            // Evidence about entrants that are in or out does not grow any more, and their places are
            // known.
            let others = || (0..self.entrants).filter(|other| *other != entrant);
            let not_in = others().filter(|other| self.state[*other] != EntrantDecision::In);
            let not_out = others().filter(|other| self.state[*other] != EntrantDecision::Out);
            let better: Vec<f64> = not_in.map(|other| self.is_better_by(other, entrant)).collect();
            let worse: Vec<f64> = not_out.map(|other| self.is_better_by(entrant, other)).collect();
            match (test.is_out(&better), test.is_in(&worse)) {
                (true, _) => Some(EntrantDecision::Out),
                (false, true) => Some(EntrantDecision::In),
                (false, false) => None,
            }
        };
        let undecided = self.undecided().into_iter();
        let decided: Vec<(usize, EntrantDecision)> =
            undecided.filter_map(|entrant| Some((entrant, decision(entrant)?))).collect();
        decided.iter().for_each(|(entrant, decision)| self.state[*entrant] = *decision);
        self.separate();
    }

    /// The e-value of one entrant being better than the other.
    fn is_better_by(&self, one: usize, other: usize) -> f64 {
        let [first, second] = self.evidence[pair(one.min(other), one.max(other))].one_sided();
        if one < other { first } else { second }
    }

    /// If as many entrants are out as have to be, the others are in, and the other way round.
    fn fill_places(&mut self, best: usize) {
        let undecided = self.undecided();
        let places = self.places_left(best);
        let rest = match (places, undecided.len()) {
            (0, _) => EntrantDecision::Out,
            (places, left) if left <= places => EntrantDecision::In,
            _ => return,
        };
        undecided.iter().for_each(|entrant| self.state[*entrant] = rest);
        self.separate();
    }

    /// How many of the `best` entrants are still to be found.
    fn places_left(&self, best: usize) -> usize {
        best.saturating_sub(self.state.iter().filter(|state| **state == EntrantDecision::In).count())
    }

    /// Those that are in are better than those that are out.
    fn separate(&mut self) {
        for one in 0..self.entrants {
            for other in 0..self.entrants {
                if (self.state[one], self.state[other]) == (EntrantDecision::In, EntrantDecision::Out) {
                    self.is_better[one][other] = true;
                }
            }
        }
    }

    /// The mean outcome of an entrant in its own rounds, and their number.
    pub(super) fn mean(&self, entrant: usize) -> (f64, u32) {
        let outcomes = &self.outcomes[entrant];
        (outcomes.iter().sum::<f64>() / outcomes.len().max(1) as f64, outcomes.len() as u32)
    }

    /// How many other entrants are proven better, and how many are proven worse.
    pub(super) fn proven(&self, entrant: usize) -> (usize, usize) {
        let better = (0..self.entrants).filter(|other| self.is_better[*other][entrant]).count();
        (better, self.is_better[entrant].iter().filter(|is_better| **is_better).count())
    }

    /// About how many more rounds decide the rest, if the differences stay as they are. `None` if
    /// that cannot be foreseen, for example because two entrants are equal so far.
    fn missing_rounds(&self) -> Option<u64> {
        let mut order = self.undecided();
        order.sort_by(|one, other| self.mean(*other).0.total_cmp(&self.mean(*one).0));
        // Pairs that have to be told apart, each with the e-value that it takes.
        let rivals: Vec<(usize, usize, f64)> = match self.target.best() {
            None => {
                let enough = self.evidence.len() as f64 / SIGNIFICANT;
                order.windows(2).map(|pair| (pair[0], pair[1], enough)).collect()
            }
            Some(best) => {
                let (places, test) = (self.places_left(best), MembershipTest::new(self.entrants, best));
                // Those above the border have to be told from the first one below it, and so on. A
                // winner is known as soon as all others are out. An e-value of both sides is half of
                // that of one.
                let above = order.iter().take(if best > 1 { places } else { 0 });
                let above = above.map(|one| (*one, order[places], test.alone_for_in() / 2.0));
                let below = order.iter().skip(places);
                above.chain(below.map(|one| (order[places - 1], *one, test.alone_for_out() / 2.0))).collect()
            }
        };
        let missing = |(one, other, enough): (usize, usize, f64)| {
            let is_known = self.target == DecisionTarget::All
                && (self.is_better[one][other] || self.is_better[other][one]);
            match is_known {
                true => Some(0),
                false => self.evidence[pair(one.min(other), one.max(other))].missing(enough),
            }
        };
        rivals.into_iter().try_fold(1, |most: u64, rivals| Some(most.max(missing(rivals)?)))
    }

    pub(super) fn status(self) -> AdaptiveStatus {
        let undecided = self.undecided();
        let missing_rounds = (!undecided.is_empty()).then(|| self.missing_rounds()).flatten();
        AdaptiveStatus {
            target: self.target,
            rounds: self.rounds,
            undecided,
            missing_rounds,
            is_better: self.is_better,
            outcomes: self.outcomes,
        }
    }

    /// Regards so many entrants as decided.
    #[cfg(test)]
    pub(super) fn decide_first(&mut self, count: usize) {
        self.state[..count].fill(EntrantDecision::Out);
    }
}
