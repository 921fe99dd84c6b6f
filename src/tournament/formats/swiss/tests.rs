use std::collections::BTreeSet;

use super::search::in_seats;
use super::*;
use crate::tournament::ScheduledMatch;
use rathaus_games::Seed;

fn swiss(field: FormatSetup, known: SeatResultLookup<'_>) -> TournamentFormatState {
    super::swiss(field, MeetingRules::default(), known)
}

fn field(rounds: u32, seats: usize, entrants: usize) -> FormatSetup {
    FormatSetup {
        seed: Seed(3),
        rounds,
        seats,
        entrants,
        pairing: SwissPairingAlgorithm::Matching,
        decide: crate::tournament::DecisionTarget::default(),
        groups: 1,
    }
}

/// All rounds are played, and the smaller index always wins.
fn by_strength(scheduled_match: &ScheduledMatch) -> Option<Vec<f64>> {
    Some(scheduled_match.seats.iter().map(|entrant| -(*entrant as f64)).collect())
}

fn points(format_state: &TournamentFormatState) -> Vec<f64> {
    let of = |place: &FormatStanding| match place {
        FormatStanding::Swiss { points, .. } => *points,
        FormatStanding::KnockOut { .. } | FormatStanding::Adaptive { .. } => {
            unreachable!("it is a Swiss tournament")
        }
    };
    format_state.places.iter().map(of).collect()
}

#[test]
fn the_first_round_is_drawn_by_lot_and_the_next_ones_wait_for_it() {
    let format_state = swiss(field(5, 2, 8), SeatResultLookup::of_played(&|_| None));
    assert!(format_state.continues);
    assert_eq!(format_state.scheduled_matches.len(), 8, "four pairs, with seats swapped");
    assert!(
        format_state
            .scheduled_matches
            .iter()
            .all(|scheduled_match| scheduled_match.seed == format_state.scheduled_matches.get(0).seed)
    );
    let swapped: Vec<usize> = format_state.scheduled_matches.get(0).seats.into_iter().rev().collect();
    assert_eq!(format_state.scheduled_matches.get(1).seats, swapped);
    let other =
        swiss(FormatSetup { seed: Seed(4), ..field(5, 2, 8) }, SeatResultLookup::of_played(&|_| None));
    assert_ne!(format_state.scheduled_matches.get(0).seats, other.scheduled_matches.get(0).seats);
}

/// The number of meetings of pairs that had met before, and of rests of entrants that had rested.
fn repeats(progress: &TournamentFormatState) -> usize {
    let mut met = BTreeSet::new();
    let sets = progress.encounters.iter().map(|encounter| {
        let mut entrants = encounter.entrants.clone();
        entrants.sort_unstable();
        entrants
    });
    sets.filter(|entrants| !met.insert(entrants.clone())).count()
}

/// Results that look like those of a tournament: the better entrant usually wins.
fn with_luck(seed: u64) -> impl Fn(&ScheduledMatch) -> Option<Vec<f64>> {
    move |scheduled_match| {
        let luck = |entrant: usize| {
            let seed = Seed(seed).derive("luck", scheduled_match.number.into());
            seed.derive("entrant", entrant as u64).stream("luck").below(5) as f64
        };
        Some(scheduled_match.seats.iter().map(|entrant| luck(*entrant) - *entrant as f64 / 4.0).collect())
    }
}

fn played(seed: u64, rounds: u32, entrants: usize) -> TournamentFormatState {
    let field = FormatSetup { seed: Seed(seed), ..field(rounds, 2, entrants) };
    swiss(field, SeatResultLookup::of_played(&with_luck(seed)))
}

#[test]
fn nobody_meets_anybody_twice_while_that_is_possible() {
    for entrants in 2_usize..=10 {
        for seed in 0..200 {
            let rounds = (entrants.next_multiple_of(2) - 1) as u32;
            let progress = played(seed, rounds, entrants);
            assert_eq!(repeats(&progress), 0, "{entrants} entrants, seed {seed}");
        }
    }
}

#[test]
fn those_meet_who_have_as_many_points() {
    let format_state = swiss(field(3, 2, 8), SeatResultLookup::of_played(&by_strength));
    assert!(!format_state.continues);
    assert_eq!(points(&format_state)[0], 3.0, "who is best wins all");
    assert_eq!(points(&format_state)[7], 0.0);
    // The two that have won twice meet in the third round.
    let last = &format_state.scheduled_matches.get(16).seats;
    assert!(last.contains(&0), "{last:?}");
    let before = swiss(field(2, 2, 8), SeatResultLookup::of_played(&by_strength));
    assert!(last.iter().all(|entrant| points(&before)[*entrant] == 2.0), "{last:?}");
}

#[test]
fn of_an_odd_number_each_rests_at_most_once_and_gets_a_point_for_it() {
    let format_state = swiss(
        field(5, 2, 5),
        SeatResultLookup::of_played(&|scheduled_match| Some(vec![0.0; scheduled_match.seats.len()])),
    );
    for place in &format_state.places {
        // Four rounds of draws, and one without an opponent.
        assert!(matches!(place, FormatStanding::Swiss { points: 3.0, rests: 1, .. }), "{place:?}");
    }
}

#[test]
fn two_who_win_all_nearly_always_meet() {
    let is_shared = |seed: &u64| {
        let field = FormatSetup { seed: Seed(*seed), ..field(3, 2, 5) };
        let all = points(&swiss(field, SeatResultLookup::of_played(&by_strength)));
        all.iter().filter(|points| **points == 3.0).count() > 1
    };
    // Among five entrants, all remaining pairs may have met already.
    let shared = (0..100).filter(is_shared).count();
    assert!(shared <= 15, "{shared} of 100");
}

#[test]
fn larger_tables_have_each_in_each_seat() {
    let format_state = swiss(field(2, 3, 7), SeatResultLookup::of_played(&by_strength));
    assert_eq!(format_state.scheduled_matches.len(), 2 * 2 * 3);
    assert_eq!(most(field(2, 3, 7)), Some(12));
    let first: BTreeSet<usize> = format_state
        .scheduled_matches
        .iter()
        .take(3)
        .map(|scheduled_match| scheduled_match.seats[0])
        .collect();
    assert_eq!(first.len(), 3);
    let met: BTreeSet<usize> = format_state.scheduled_matches.get(0).seats.into_iter().collect();
    assert_eq!(first, met);
}

#[test]
fn more_rounds_begin_with_the_same_ones() {
    let (few, many) = (
        swiss(field(2, 2, 9), SeatResultLookup::of_played(&by_strength)),
        swiss(field(4, 2, 9), SeatResultLookup::of_played(&by_strength)),
    );
    let first = many.scheduled_matches.iter().take(few.scheduled_matches.len());
    assert_eq!(few.scheduled_matches, first.collect());
}

#[test]
fn a_way_without_repeats_is_found_by_going_back() {
    // 0 could meet 1, but 2 and 3 have met and would be left.
    let met = [(2, 3)];
    let tables = in_seats(&[0, 1, 2, 3], 2, |mates, one| {
        !met.contains(&pair(mates.first().copied().unwrap_or(one), one))
    });
    assert_eq!(tables, Some(vec![0, 2, 1, 3]));
    assert_eq!(in_seats(&[0, 1], 2, |mates, _| mates.is_empty()), None);
}

#[test]
fn who_met_stronger_ones_comes_first_of_equals() {
    let format_state = swiss(field(3, 2, 8), SeatResultLookup::of_played(&by_strength));
    for (entrant, place) in format_state.places.iter().enumerate() {
        let FormatStanding::Swiss { opponents, .. } = place else { panic!("{place:?}") };
        let met = format_state
            .scheduled_matches
            .iter()
            .step_by(2)
            .filter(|scheduled_match| scheduled_match.seats.contains(&entrant));
        let sum: f64 = met
            .map(|scheduled_match| {
                scheduled_match
                    .seats
                    .iter()
                    .filter(|one| **one != entrant)
                    .map(|one| points(&format_state)[*one])
                    .sum::<f64>()
            })
            .sum();
        assert_eq!(*opponents, sum);
    }
}

#[test]
fn each_encounter_is_told_with_what_it_was_worth() {
    let format_state = swiss(field(3, 3, 7), SeatResultLookup::of_played(&by_strength));
    assert_eq!(format_state.encounters.len(), 3 * (2 + 1));
    let mut sums = [0.0; 7];
    for EncounterStatus { entrants, points, .. } in &format_state.encounters {
        entrants
            .iter()
            .zip(points)
            .for_each(|(entrant, points)| sums[*entrant] = even(sums[*entrant] + points));
        // The stronger entrant does better.
        assert!(
            entrants.len() == 1
                || (0..3).all(|one| (0..3)
                    .all(|other| (entrants[one] < entrants[other]) == (points[one] > points[other])))
        );
    }
    assert_eq!(sums.to_vec(), points(&format_state));
}

#[test]
fn larger_fields_repeat_nothing_either() {
    for (entrants, rounds, seeds) in
        [(12, 11, 20), (15, 15, 20), (16, 15, 20), (20, 19, 5), (32, 31, 2), (64, 12, 2)]
    {
        for seed in 0..seeds {
            assert_eq!(repeats(&played(seed, rounds, entrants)), 0, "{entrants} entrants, seed {seed}");
        }
    }
}

#[test]
fn a_second_cycle_begins_after_all_have_met() {
    for seed in 0..20 {
        let progress = played(seed, 10, 6);
        let mut times = BTreeMap::new();
        for EncounterStatus { entrants, .. } in &progress.encounters {
            *times.entry(pair(entrants[0], entrants[1])).or_insert(0) += 1;
        }
        assert_eq!(times.len(), 15);
        assert!(times.values().all(|times| *times == 2), "seed {seed}: {times:?}");
    }
}

/// A field that is paired in parts of its order.
#[test]
fn a_large_field_is_paired_in_parts() {
    let progress = played(1, 3, 301);
    assert_eq!(repeats(&progress), 0);
    assert_eq!(progress.encounters.len(), 3 * 151);
    let rests = |place: &FormatStanding| matches!(place, FormatStanding::Swiss { rests: 1, .. });
    assert_eq!(progress.places.iter().filter(|place| rests(place)).count(), 3);
}

/// Pairs of databases without a method of pairing are those of version 0.1.0.
#[test]
fn what_began_with_the_search_stays_with_it() {
    let pairs = |pairing| {
        let field = FormatSetup { pairing, ..field(5, 2, 6) };
        let progress = swiss(field, SeatResultLookup::of_played(&by_strength));
        (repeats(&progress), progress.encounters.into_iter().map(|one| one.entrants).collect::<Vec<_>>())
    };
    let (_, searched) = pairs(SwissPairingAlgorithm::Search);
    let expected = "04 52 31 02 14 53 01 23 45 03 24 15 05 21 43";
    let shown = |pair: &Vec<usize>| format!("{}{}", pair[0], pair[1]);
    assert_eq!(searched.iter().map(shown).collect::<Vec<_>>().join(" "), expected);
    assert_eq!(pairs(SwissPairingAlgorithm::Matching).0, 0);
}

/// Teams of at most half of the entrants never meet, also when many rounds make pairs meet again.
#[test]
fn members_of_a_team_do_not_meet() {
    for (entrants, sizes) in [(8, &[4, 2][..]), (9, &[5, 3]), (7, &[2, 2, 2]), (4, &[2, 2]), (30, &[15, 10])]
    {
        let mut teams: Vec<Option<usize>> =
            sizes.iter().enumerate().flat_map(|(team, size)| vec![Some(team); *size]).collect();
        teams.resize(entrants, None);
        for pairing in [SwissPairingAlgorithm::Matching, SwissPairingAlgorithm::Search] {
            let meetings = MeetingRules { challengers: &[], teams: &teams };
            let field = FormatSetup { pairing, ..field(12, 2, entrants) };
            let state = super::swiss(field, meetings, SeatResultLookup::of_played(&by_strength));
            assert!(!state.continues);
            let pairs = state.encounters.iter().filter(|met| met.entrants.len() == 2);
            let pairs: Vec<&[usize]> = pairs.map(|met| met.entrants.as_slice()).collect();
            assert_eq!(pairs.len(), 12 * (entrants / 2));
            let same = pairs.iter().filter(|pair| meetings.are_teammates(pair[0], pair[1]));
            assert_eq!(same.count(), 0, "{entrants} in {sizes:?}: {pairs:?}");
        }
    }
}
