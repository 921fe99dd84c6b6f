//! What those who have met get of it, by who did better.

use std::cmp::Ordering;

/// What one gets of another, to whom it stands like this, the better one first: all if it did
/// better, half if both did as well.
pub fn against(order: Ordering) -> f64 {
    match order {
        Ordering::Less => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Greater => 0.0,
    }
}

/// For each the share of the others that did worse, equal ones counted half: 1 for who beats all, 0
/// for who is beaten by all. The order puts the better one first.
pub fn shares<T>(all: &[T], order: impl Fn(&T, &T) -> Ordering) -> Vec<f64> {
    let others = all.len().saturating_sub(1).max(1) as f64;
    // Each does as well as itself, which is no meeting.
    let itself = against(Ordering::Equal);
    let of = |one: &T| (all.iter().map(|other| against(order(one, other))).sum::<f64>() - itself) / others;
    all.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_gets_the_share_of_the_others_that_did_worse() {
        let ranked = |ranks: &[u32]| shares(ranks, u32::cmp);
        assert_eq!(ranked(&[1, 2]), [1.0, 0.0]);
        assert_eq!(ranked(&[3, 3]), [0.5, 0.5]);
        assert_eq!(ranked(&[1, 4, 1]), [0.75, 0.0, 0.75]);
        assert_eq!(ranked(&[1]), [0.0]);
        assert_eq!(ranked(&[]), [0.0; 0]);
    }
}
