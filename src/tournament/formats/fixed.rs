//! Formats whose matches are known before any is played.

use super::FormatSetup;
use super::schedule_builder::on_opening;
use crate::matches::{ScheduledMatch, SeededBoard};
use crate::tournament::scheduled_matches::ScheduledMatchColumns;

/// Two matches of two bots for each board, on its opening. The bots alternate in the seats, and the
/// second match swaps them.
pub fn duels(boards: &[SeededBoard], seats: usize) -> Vec<ScheduledMatch> {
    let of_board = |SeededBoard { number, seed }: &SeededBoard| {
        [0, 1].map(|first| ScheduledMatch {
            number: 2 * number - 1 + first as u32,
            round: *number,
            seed: *seed,
            seats: (0..seats).map(|seat| (seat + first) % 2).collect(),
            numbers: None,
        })
    };
    boards.iter().flat_map(of_board).collect()
}

/// Games with seats drawn for each. If there are more entrants than seats, those that have played
/// least play, drawn by lot. So the numbers of games of any two entrants never differ by more than
/// 1. A longer schedule begins with the games of a shorter one.
pub(super) fn drawn(FormatSetup { seed, rounds, seats, entrants, .. }: FormatSetup) -> ScheduledMatchColumns {
    let mut played = vec![0; entrants];
    let game = |number: u32| {
        let seed = seed.derive("game", number.into());
        let mut drawn: Vec<usize> = (0..entrants).collect();
        seed.stream("entrants").shuffle(&mut drawn);
        drawn.sort_by_key(|entrant| played[*entrant]);
        drawn.truncate(seats);
        // Sorting put those that had played least into the first seats.
        seed.stream("seats").shuffle(&mut drawn);
        drawn.iter().for_each(|entrant| played[*entrant] += 1);
        ScheduledMatch { number, round: number, seed, seats: drawn, numbers: None }
    };
    (1..=rounds).map(game).collect()
}

/// Rounds of all sets that `meet`, in every rotation of their seats or in one of them. One rotation
/// is chosen so that no entrant has a seat more often than the number of entrants makes necessary.
pub(super) fn rounds(
    field: FormatSetup,
    meet: &dyn Fn(&[usize]) -> bool,
    in_every_turn: bool,
) -> ScheduledMatchColumns {
    let FormatSetup { rounds, seats, entrants, .. } = field;
    let all = all_sets(entrants, seats);
    let sets: Vec<&[usize]> = match seats {
        0 => vec![&[]],
        _ => all.chunks_exact(seats).filter(|set| meet(set)).collect(),
    };
    let mut scheduled_matches = ScheduledMatchColumns::default();
    let each = if in_every_turn { seats } else { 1 };
    scheduled_matches.reserve(sets.len().saturating_mul(rounds as usize * each), seats);
    for round in 1..=rounds {
        let mut next = on_opening(field, round, Vec::new());
        for set in &sets {
            let only = (set.iter().sum::<usize>() + round as usize) % seats.max(1);
            let turns = if in_every_turn { 0..seats } else { only..only + 1 };
            for turn in turns {
                next.number = scheduled_matches.len() as u32 + 1;
                next.seats.clear();
                next.seats.extend_from_slice(set);
                next.seats.rotate_left(turn);
                scheduled_matches.push(&next);
            }
        }
    }
    scheduled_matches
}

/// The number of sets of `size` elements among `all`, or `None` if it overflows.
pub(super) fn sets(all: u64, size: u64) -> Option<u64> {
    (0..size).try_fold(1_u64, |sets, index| Some(sets.checked_mul(all.saturating_sub(index))? / (index + 1)))
}

/// All sets of `size` numbers below `all`, in lexicographic order, one after the other.
fn all_sets(all: usize, size: usize) -> Vec<usize> {
    let mut sets: Vec<usize> = (0..if size > 0 { (all + 1).saturating_sub(size) } else { 0 }).collect();
    for place in 1..size {
        // Leaves enough numbers for the places after this one.
        let end = (all + place + 1).saturating_sub(size);
        let mut longer = Vec::new();
        for set in sets.chunks_exact(place) {
            for next in set[place - 1] + 1..end {
                longer.extend_from_slice(set);
                longer.push(next);
            }
        }
        sets = longer;
    }
    sets
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::{MeetingRules, SeatResultLookup, TournamentFormat};
    use super::*;
    use rathaus_games::Seed;

    fn field(rounds: u32, seats: usize, entrants: usize) -> FormatSetup {
        FormatSetup {
            seed: Seed(1),
            rounds,
            seats,
            entrants,
            pairing: crate::tournament::SwissPairingAlgorithm::default(),
            decide: crate::tournament::DecisionTarget::default(),
            groups: 1,
        }
    }

    fn challenged(challengers: &[usize]) -> MeetingRules<'_> {
        MeetingRules { challengers, teams: &[] }
    }

    fn scheduled_matches(
        format: TournamentFormat,
        field: FormatSetup,
        challenger: Option<usize>,
    ) -> Vec<ScheduledMatch> {
        format
            .format_state(field, challenged(challenger.as_slice()), SeatResultLookup::of_played(&|_| None))
            .scheduled_matches
            .iter()
            .collect()
    }

    fn seats(scheduled_matches: &[ScheduledMatch]) -> Vec<&[usize]> {
        scheduled_matches.iter().map(|scheduled_match| scheduled_match.seats.as_slice()).collect()
    }

    #[test]
    fn games_are_shared_out_evenly_and_begin_with_the_same_ones() {
        let games: Vec<ScheduledMatch> = drawn(field(23, 4, 10)).iter().collect();
        assert_eq!(games[..9], drawn(field(9, 4, 10)).iter().collect::<Vec<_>>());
        let mut played = [0; 10];
        for game in &games {
            let mut seats = game.seats.clone();
            seats.sort_unstable();
            seats.dedup();
            assert_eq!(seats.len(), 4, "nobody has two seats: {game:?}");
            seats.iter().for_each(|entrant| played[*entrant] += 1);
            let (least, most) = (played.iter().min().unwrap(), played.iter().max().unwrap());
            assert!(most - least <= 1, "{played:?}");
        }
    }

    #[test]
    fn seats_are_drawn_anew_for_each_game() {
        let games = drawn(field(400, 5, 5));
        // Each of 5 entrants has the first seat in 80 games on average, with a standard deviation
        // of 8.
        for entrant in 0..5 {
            let first = games.iter().filter(|game| game.seats[0] == entrant).count();
            assert!((48..=112).contains(&first), "{entrant} is first {first} times");
        }
    }

    #[test]
    fn each_meets_each_with_seats_swapped_on_the_same_opening() {
        let scheduled_matches = scheduled_matches(TournamentFormat::DoubleRoundRobin, field(2, 2, 3), None);
        let pairs: [&[usize]; 6] = [&[0, 1], &[1, 0], &[0, 2], &[2, 0], &[1, 2], &[2, 1]];
        assert_eq!(seats(&scheduled_matches), [pairs, pairs].concat());
        let of_round =
            |round| scheduled_matches.iter().filter(move |scheduled_match| scheduled_match.round == round);
        assert!(of_round(1).all(|scheduled_match| scheduled_match.seed == scheduled_matches[0].seed));
        assert!(of_round(2).all(|scheduled_match| scheduled_match.seed != scheduled_matches[0].seed));
        let numbers: Vec<u32> =
            scheduled_matches.iter().map(|scheduled_match| scheduled_match.number).collect();
        assert_eq!(numbers, (1..=12).collect::<Vec<u32>>());
    }

    #[test]
    fn in_a_single_round_robin_seats_are_shared_out() {
        for (seats, entrants) in [(2, 7), (3, 6), (4, 5)] {
            let scheduled_matches =
                scheduled_matches(TournamentFormat::RoundRobin, field(12, seats, entrants), None);
            let mut first = BTreeMap::new();
            for scheduled_match in &scheduled_matches {
                *first.entry(scheduled_match.seats[0]).or_insert(0) += 1;
            }
            let share = scheduled_matches.len() as f64 / entrants as f64;
            let off = |count: &i32| (f64::from(*count) - share).abs() / share;
            assert!(first.len() == entrants && first.values().all(|count| off(count) < 0.2), "{first:?}");
        }
    }

    #[test]
    fn in_a_duel_both_have_all_seats_on_each_board() {
        let board = SeededBoard { number: 7, seed: Seed(9) };
        let scheduled_matches = duels(&[board], 2);
        assert_eq!(seats(&scheduled_matches), [[0, 1], [1, 0]]);
        assert!(
            scheduled_matches
                .iter()
                .all(|scheduled_match| scheduled_match.seed == board.seed && scheduled_match.round == 7)
        );
        assert_eq!(
            scheduled_matches.iter().map(|scheduled_match| scheduled_match.number).collect::<Vec<u32>>(),
            [13, 14]
        );
        assert_eq!(seats(&duels(&[board], 3)), [[0, 1, 0], [1, 0, 1]]);
    }

    #[test]
    fn all_meet_the_challenger_and_nobody_else() {
        let scheduled_matches = scheduled_matches(TournamentFormat::Gauntlet, field(1, 2, 4), Some(2));
        let expected: [&[usize]; 6] = [&[0, 2], &[2, 0], &[1, 2], &[2, 1], &[2, 3], &[3, 2]];
        assert_eq!(seats(&scheduled_matches), expected);
    }

    #[test]
    fn challengers_do_not_meet_each_other() {
        let field = field(1, 2, 4);
        let state = TournamentFormat::Gauntlet.format_state(
            field,
            challenged(&[0, 2]),
            SeatResultLookup::of_played(&|_| None),
        );
        let matches: Vec<ScheduledMatch> = state.scheduled_matches.iter().collect();
        let expected: [&[usize]; 8] =
            [&[0, 1], &[1, 0], &[0, 3], &[3, 0], &[1, 2], &[2, 1], &[2, 3], &[3, 2]];
        assert_eq!(seats(&matches), expected);
    }

    #[test]
    fn members_of_a_team_do_not_meet() {
        let teams = [Some(0), Some(1), Some(0), None];
        let state = |format: TournamentFormat, seats: usize, challengers: &[usize]| {
            let meetings = MeetingRules { challengers, teams: &teams };
            format.format_state(field(1, seats, 4), meetings, SeatResultLookup::of_played(&|_| None))
        };
        let matches = |format, seats, challengers: &[usize]| -> Vec<Vec<usize>> {
            state(format, seats, challengers).scheduled_matches.iter().map(|one| one.seats).collect()
        };
        let pairs = matches(TournamentFormat::RoundRobin, 2, &[]);
        assert_eq!(pairs.len(), 5);
        assert!(pairs.iter().all(|seats| !(seats.contains(&0) && seats.contains(&2))), "{pairs:?}");
        let threes = matches(TournamentFormat::RoundRobin, 3, &[]);
        assert_eq!(threes.len(), 2, "{threes:?}");
        assert_eq!(matches(TournamentFormat::Gauntlet, 2, &[0]).len(), 4);
    }

    #[test]
    fn matches_are_counted_before_they_are_listed() {
        for format in [
            TournamentFormat::Drawn,
            TournamentFormat::RoundRobin,
            TournamentFormat::DoubleRoundRobin,
            TournamentFormat::Gauntlet,
        ] {
            for (seats, entrants) in [(2, 2), (2, 9), (3, 7), (6, 6)] {
                let field = field(3, seats, entrants);
                let challenger = (format == TournamentFormat::Gauntlet).then_some(1);
                let listed = scheduled_matches(format, field, challenger).len() as u64;
                assert_eq!(format.matches(field), Some(listed), "{format:?}, {seats} of {entrants}");
            }
        }
        assert_eq!(TournamentFormat::RoundRobin.matches(field(u32::MAX, 500, 1_000)), None);
    }
}
