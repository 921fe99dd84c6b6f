//! Swiss tournaments: in each round, entrants with equal points meet, if possible only those that
//! have not met before.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::schedule_builder::{ScheduleBuilder, on_opening, turned};
use super::{Encounter, FormatProgress, FormatSetup, FormatStanding, SeatWorthLookup};

/// The most steps of the search for a pairing, each of which seats an entrant or removes one from
/// its seat. After that the search allows another meeting of the same entrants, because an
/// exhaustive search would take too long.
const TRIES: usize = 100_000;

/// The most entrants that are tried as the one without opponents, to find the one that leaves the
/// best pairing.
const TRIED: usize = 8;

/// The score of an entrant.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct SwissScore {
    /// The points: for each round the average of its matches, from 0 to 1.
    points: f64,
    /// The number of rounds without opponents, each of which gives a point.
    rests: u32,
}

/// The standings, and the matches of all rounds whose opponents are known.
pub(super) fn swiss(field: FormatSetup, known: SeatWorthLookup<'_>) -> FormatProgress {
    if field.seats == 0 {
        return FormatProgress::known(Vec::new());
    }
    let mut swiss = Swiss::new(field);
    let mut matches = ScheduleBuilder::new(known);
    let continues = (1..=field.rounds).try_for_each(|round| swiss.round(round, &mut matches)).is_none();
    let places = swiss.places();
    FormatProgress {
        scheduled_matches: matches.scheduled_matches,
        continues,
        places,
        encounters: swiss.encounters,
    }
}

/// The largest number of matches.
pub(super) fn most(FormatSetup { rounds, seats, entrants, .. }: FormatSetup) -> Option<u64> {
    let tables = entrants.checked_div(seats).unwrap_or(0) as u64;
    tables.checked_mul(seats as u64)?.checked_mul(rounds.into())
}

struct Swiss {
    field: FormatSetup,
    /// All entrants in an order drawn by lot, which decides between equal points.
    lot: Vec<usize>,
    tallies: Vec<SwissScore>,
    /// How often two entrants have met, by their indices, the smaller one first.
    met: BTreeMap<(usize, usize), u32>,
    /// All encounters so far and those of the next round.
    encounters: Vec<Encounter>,
}

impl Swiss {
    fn new(field: FormatSetup) -> Swiss {
        let mut lot: Vec<usize> = (0..field.entrants).collect();
        field.seed.stream("lot").shuffle(&mut lot);
        let tallies = vec![SwissScore::default(); field.entrants];
        Swiss { field, lot, tallies, met: BTreeMap::new(), encounters: Vec::new() }
    }

    /// Draws the pairing of a round and counts its results. `None` if not all results are known.
    fn round(&mut self, round: u32, matches: &mut ScheduleBuilder<'_>) -> Option<()> {
        let (tables, resting) = self.draw();
        let seats = self.field.seats;
        let played = tables.iter().flat_map(|table| (0..seats).map(|turn| turned(table, turn)));
        let first = self.encounters.len();
        self.encounters.extend(tables.iter().map(|table| encounter(round, table)));
        let alone =
            resting.iter().map(|entrant| Encounter { points: vec![1.0], ..encounter(round, &[*entrant]) });
        self.encounters.extend(alone);
        let results = matches.play(played.map(|seats| on_opening(self.field, round, seats)))?;
        for (encounter, turns) in self.encounters[first..].iter_mut().zip(results.chunks(seats)) {
            encounter.points = on_the_average(turns);
        }
        for Encounter { entrants, points, .. } in &self.encounters[first..] {
            for (entrant, points) in entrants.iter().zip(points) {
                let tally = &mut self.tallies[*entrant];
                tally.points = even(tally.points + points);
            }
        }
        resting.iter().for_each(|entrant| self.tallies[*entrant].rests += 1);
        tables.iter().for_each(|table| self.note_meeting(table));
        Some(())
    }

    /// The tables of the next round, and the entrants that sit it out.
    fn draw(&self) -> (Vec<Vec<usize>>, Vec<usize>) {
        let mut order = self.lot.clone();
        order.sort_by(|one, other| self.points(*other).total_cmp(&self.points(*one)));
        let seats = self.field.seats;
        let often = |mates: &[usize], one: usize| {
            mates.iter().map(|mate| self.met.get(&pair(*mate, one)).copied().unwrap_or(0)).max().unwrap_or(0)
        };
        let options = self.options(&order);
        let best = (0..=self.field.rounds).find_map(|most| {
            let drawn = options.iter().filter_map(|(playing, resting)| {
                let drawn = in_seats(playing, seats, |mates, one| often(mates, one) <= most)?;
                Some((self.gaps(&drawn), drawn, resting))
            });
            // Of equally good ones the first.
            drawn.min_by(|(one, ..), (other, ..)| one.partial_cmp(other).unwrap_or(Ordering::Equal))
        });
        let (drawn, resting) = match best {
            Some((_, drawn, resting)) => (drawn, resting.clone()),
            None => options.into_iter().next().unwrap_or((order, Vec::new())),
        };
        (drawn.chunks_exact(seats).map(<[usize]>::to_vec).collect(), resting)
    }

    fn points(&self, entrant: usize) -> f64 {
        self.tallies[entrant].points
    }

    /// The ways to split the entrants into those that play and those that sit out, in order
    /// of preference. If one sits out, it can be any of the last entrants that have sat out
    /// least often.
    fn options(&self, order: &[usize]) -> Vec<(Vec<usize>, Vec<usize>)> {
        let without = |order: &[usize], position: usize| {
            let mut playing = order.to_vec();
            let one = playing.remove(position);
            (playing, one)
        };
        let spare = order.len() % self.field.seats;
        if spare != 1 {
            let (mut playing, mut resting) = (order.to_vec(), Vec::new());
            for _ in 0..spare {
                let (others, one) = without(&playing, self.last_to_rest(&playing));
                (playing, resting) = (others, [resting, vec![one]].concat());
            }
            return vec![(playing, resting)];
        }
        let fewest = self.tallies[order[self.last_to_rest(order)]].rests;
        (0..order.len())
            .rev()
            .filter(|position| self.tallies[order[*position]].rests == fewest)
            .take(TRIED)
            .map(|position| {
                let (playing, one) = without(order, position);
                (playing, vec![one])
            })
            .collect()
    }

    /// The position of the last entrant that has sat out least often.
    fn last_to_rest(&self, order: &[usize]) -> usize {
        let rests = |position: &usize| self.tallies[order[*position]].rests;
        (0..order.len()).rev().min_by_key(rests).unwrap_or(0)
    }

    /// The spread of points at each table, from the first table on. Smaller is better.
    fn gaps(&self, drawn: &[usize]) -> Vec<f64> {
        let gap = |table: &[usize]| {
            let points = table.iter().map(|one| self.points(*one));
            points.clone().fold(0.0, f64::max) - points.fold(f64::MAX, f64::min)
        };
        drawn.chunks_exact(self.field.seats).map(gap).collect()
    }

    fn note_meeting(&mut self, table: &[usize]) {
        for (position, one) in table.iter().enumerate() {
            for other in &table[position + 1..] {
                *self.met.entry(pair(*one, *other)).or_default() += 1;
            }
        }
    }

    fn places(&self) -> Vec<FormatStanding> {
        let of = |entrant: usize| {
            let met = |((one, other), times): (&(usize, usize), &u32)| {
                let opponent = match entrant {
                    entrant if entrant == *one => *other,
                    entrant if entrant == *other => *one,
                    _ => return None,
                };
                Some(self.tallies[opponent].points * f64::from(*times))
            };
            let SwissScore { points, rests } = self.tallies[entrant];
            FormatStanding::Swiss { points, opponents: even(self.met.iter().filter_map(met).sum()), rests }
        };
        (0..self.field.entrants).map(of).collect()
    }
}

/// The encounter of a table before any result is known.
fn encounter(round: u32, table: &[usize]) -> Encounter {
    Encounter { round, entrants: table.to_vec(), points: Vec::new(), through: None, by_lot: false }
}

/// Rounds a sum, so that equal sums compare as equal despite the errors of thirds and the like.
fn even(sum: f64) -> f64 {
    (sum * 1e9).round() / 1e9
}

/// The average points of each entrant at a table. `turns` has the points by seat for each match,
/// and each match rotates the seats by one.
fn on_the_average(turns: &[Vec<f64>]) -> Vec<f64> {
    let seats = turns.len();
    // Match `turn` starts its seats with the entrant of index `turn`.
    let of = |one: usize| {
        (0..seats).map(|turn| turns[turn][(one + seats - turn) % seats]).sum::<f64>() / seats as f64
    };
    (0..seats).map(of).collect()
}

fn pair(one: usize, other: usize) -> (usize, usize) {
    (one.min(other), one.max(other))
}

/// Orders all entrants into tables of `seats` entrants, so that each fits those before it at its
/// table: the first entrant without a seat starts a table, and the search fills it with those next
/// in order. `None` if there is no way, or none is found in time.
fn in_seats(order: &[usize], seats: usize, may_sit: impl Fn(&[usize], usize) -> bool) -> Option<Vec<usize>> {
    let mut taken = vec![false; order.len()];
    // Positions in the order, and the position at which the search for the next one starts.
    let (mut chosen, mut from): (Vec<usize>, usize) = (Vec::new(), 0);
    for _ in 0..TRIES + 2 * order.len() {
        if chosen.len() == order.len() {
            return Some(chosen.into_iter().map(|position| order[position]).collect());
        }
        let table = &chosen[chosen.len() / seats * seats..];
        let mates: Vec<usize> = table.iter().map(|position| order[*position]).collect();
        let next = match table.last() {
            // The first free entrant always starts the table. Another one would give the same
            // tables in another order.
            None => (from == 0).then(|| taken.iter().position(|taken| !taken)).flatten(),
            Some(last) => (from.max(last + 1)..order.len())
                .find(|position| !taken[*position] && may_sit(&mates, order[*position])),
        };
        if let Some(position) = next {
            taken[position] = true;
            chosen.push(position);
            from = 0;
        } else {
            let last = chosen.pop()?;
            taken[last] = false;
            from = last + 1;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::tournament::ScheduledMatch;
    use rathaus_games::Seed;

    fn field(rounds: u32, seats: usize, entrants: usize) -> FormatSetup {
        FormatSetup { seed: Seed(3), rounds, seats, entrants }
    }

    /// All rounds are played, and the smaller index always wins.
    fn by_strength(scheduled_match: &ScheduledMatch) -> Option<Vec<f64>> {
        Some(scheduled_match.seats.iter().map(|entrant| -(*entrant as f64)).collect())
    }

    fn points(format_state: &FormatProgress) -> Vec<f64> {
        let of = |place: &FormatStanding| match place {
            FormatStanding::Swiss { points, .. } => *points,
            FormatStanding::KnockOut { .. } => unreachable!("it is a Swiss tournament"),
        };
        format_state.places.iter().map(of).collect()
    }

    #[test]
    fn the_first_round_is_drawn_by_lot_and_the_next_ones_wait_for_it() {
        let format_state = swiss(field(5, 2, 8), SeatWorthLookup(&|_| None));
        assert!(format_state.continues);
        assert_eq!(format_state.scheduled_matches.len(), 8, "four pairs, with seats swapped");
        assert!(
            format_state
                .scheduled_matches
                .iter()
                .all(|scheduled_match| scheduled_match.seed == format_state.scheduled_matches[0].seed)
        );
        let swapped: Vec<usize> = format_state.scheduled_matches[0].seats.iter().rev().copied().collect();
        assert_eq!(format_state.scheduled_matches[1].seats, swapped);
        let other = swiss(FormatSetup { seed: Seed(4), ..field(5, 2, 8) }, SeatWorthLookup(&|_| None));
        assert_ne!(format_state.scheduled_matches[0].seats, other.scheduled_matches[0].seats);
    }

    #[test]
    fn nobody_meets_anybody_twice_while_that_is_possible() {
        for entrants in [4, 7, 8, 16] {
            let rounds = (entrants - 1) as u32;
            let format_state = swiss(field(rounds, 2, entrants), SeatWorthLookup(&by_strength));
            let met: Vec<(usize, usize)> = format_state
                .scheduled_matches
                .iter()
                .step_by(2)
                .map(|scheduled_match| pair(scheduled_match.seats[0], scheduled_match.seats[1]))
                .collect();
            let distinct: BTreeSet<_> = met.iter().collect();
            // With as many rounds as opponents, a pairing without repeats may not exist. The first
            // half of the rounds never needs one.
            if entrants >= 7 {
                let early = met.len() / 2;
                assert_eq!(met[..early].iter().collect::<BTreeSet<_>>().len(), early, "{entrants}: {met:?}");
            }
            assert!(distinct.len() * 10 >= met.len() * 8, "{entrants}: {met:?}");
        }
    }

    #[test]
    fn those_meet_who_have_as_many_points() {
        let format_state = swiss(field(3, 2, 8), SeatWorthLookup(&by_strength));
        assert!(!format_state.continues);
        assert_eq!(points(&format_state)[0], 3.0, "who is best wins all");
        assert_eq!(points(&format_state)[7], 0.0);
        // The two that have won twice meet in the third round.
        let last = &format_state.scheduled_matches[16].seats;
        assert!(last.contains(&0), "{last:?}");
        let before = swiss(field(2, 2, 8), SeatWorthLookup(&by_strength));
        assert!(last.iter().all(|entrant| points(&before)[*entrant] == 2.0), "{last:?}");
    }

    #[test]
    fn of_an_odd_number_each_rests_at_most_once_and_gets_a_point_for_it() {
        let format_state = swiss(
            field(5, 2, 5),
            SeatWorthLookup(&|scheduled_match| Some(vec![0.0; scheduled_match.seats.len()])),
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
            let all = points(&swiss(field, SeatWorthLookup(&by_strength)));
            all.iter().filter(|points| **points == 3.0).count() > 1
        };
        // Among five entrants, all remaining pairs may have met already.
        let shared = (0..100).filter(is_shared).count();
        assert!(shared <= 10, "{shared} of 100");
    }

    #[test]
    fn larger_tables_have_each_in_each_seat() {
        let format_state = swiss(field(2, 3, 7), SeatWorthLookup(&by_strength));
        assert_eq!(format_state.scheduled_matches.len(), 2 * 2 * 3);
        assert_eq!(most(field(2, 3, 7)), Some(12));
        let first: BTreeSet<usize> = format_state.scheduled_matches[..3]
            .iter()
            .map(|scheduled_match| scheduled_match.seats[0])
            .collect();
        assert_eq!(first.len(), 3);
        let met: BTreeSet<usize> = format_state.scheduled_matches[0].seats.iter().copied().collect();
        assert_eq!(first, met);
    }

    #[test]
    fn more_rounds_begin_with_the_same_ones() {
        let (few, many) = (
            swiss(field(2, 2, 9), SeatWorthLookup(&by_strength)),
            swiss(field(4, 2, 9), SeatWorthLookup(&by_strength)),
        );
        assert_eq!(few.scheduled_matches, many.scheduled_matches[..few.scheduled_matches.len()]);
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
        let format_state = swiss(field(3, 2, 8), SeatWorthLookup(&by_strength));
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
        let format_state = swiss(field(3, 3, 7), SeatWorthLookup(&by_strength));
        assert_eq!(format_state.encounters.len(), 3 * (2 + 1));
        let mut sums = [0.0; 7];
        for Encounter { entrants, points, .. } in &format_state.encounters {
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
}
