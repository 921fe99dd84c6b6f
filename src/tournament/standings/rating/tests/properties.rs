//! What holds for all results: neither the order of matches nor that of entrants decides anything.

use proptest::collection::vec;
use proptest::prelude::*;

use super::{PlayedMatch, rated};

const ENTRANTS: u32 = 7;

/// Matches of two to five seats in a few rounds, with many ties.
fn tournament() -> impl Strategy<Value = Vec<PlayedMatch>> {
    let seats = Just((0..ENTRANTS).collect::<Vec<u32>>()).prop_shuffle();
    let played = (0..5u32, 2..6usize, seats, vec(0..4u8, 5)).prop_map(|(round, size, seats, scores)| {
        let scores: Vec<f64> = scores[..size].iter().map(|score| f64::from(*score)).collect();
        PlayedMatch::new(round, &seats[..size], &scores)
    });
    vec(played, 0..40)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn the_order_of_matches_changes_no_bit(
        (matches, shuffled) in
            tournament().prop_flat_map(|matches| (Just(matches.clone()), Just(matches).prop_shuffle())),
    ) {
        prop_assert_eq!(rated(ENTRANTS as usize, &matches), rated(ENTRANTS as usize, &shuffled));
    }

    #[test]
    fn other_names_change_nothing(
        matches in tournament(),
        names in Just((0..ENTRANTS).collect::<Vec<u32>>()).prop_shuffle(),
    ) {
        let renamed: Vec<PlayedMatch> = matches
            .iter()
            .map(|played| {
                let seats = played.seats.iter().map(|entrant| names[*entrant as usize]).collect();
                PlayedMatch { seats, ..played.clone() }
            })
            .collect();
        let (one, other) = (rated(ENTRANTS as usize, &matches), rated(ENTRANTS as usize, &renamed));
        for (entrant, name) in names.iter().enumerate() {
            let (one, other) = (one.entrants[entrant], other.entrants[*name as usize]);
            prop_assert!((one.value - other.value).abs() < 2e-6, "{:?} {:?}", one, other);
            prop_assert!((one.deviation - other.deviation).abs() < 2e-6, "{:?} {:?}", one, other);
        }
    }
}
