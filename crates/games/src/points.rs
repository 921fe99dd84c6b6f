//! Points from comparisons between entrants.

use std::cmp::Ordering;

/// The points that an entrant gets for another one: 1 for doing better, 0.5 for doing as well, and
/// 0 for doing worse. `order` is `Less` if the entrant did better.
pub fn against(order: Ordering) -> f64 {
    match order {
        Ordering::Less => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Greater => 0.0,
    }
}

/// For each entrant, the share of the others that did worse, with equal ones counted half: 1 for
/// beating all, 0 for losing to all. `order` puts the better one first.
pub fn shares<T>(all: &[T], order: impl Fn(&T, &T) -> Ordering) -> Vec<f64> {
    let others = all.len().saturating_sub(1).max(1) as f64;
    // Each entrant ties with itself, which must not count.
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
