//! Swiss tournaments: in each round those meet who have as many points, and nobody whom they have
//! met before if that is possible.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::fixture_builder::{FixtureBuilder, on_opening, turned};
use super::{Encounter, EntrantStanding, FormatSetup, FormatState, KnownScores};

/// How often somebody is put into a seat, or taken out of it again, until pairs are allowed to meet
/// once more. Beyond that, trying all ways to avoid it would take longer than it is worth.
const TRIES: usize = 100_000;

/// Of so many who could rest it is tried who leaves the best pairs.
const TRIED: usize = 8;

/// What an entrant has.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct SwissScore {
    /// Its points: in each round what it has got there on the average, from 0 to 1.
    points: f64,
    /// How often it had nobody to play with, for which it gets a point.
    rests: u32,
}

/// Who is how far, and the matches of all rounds but those whose opponents are not known yet.
pub(super) fn swiss(field: FormatSetup, known: KnownScores<'_>) -> FormatState {
    if field.seats == 0 {
        return FormatState::known(Vec::new());
    }
    let mut swiss = Swiss::new(field);
    let mut matches = FixtureBuilder::new(known);
    let continues = (1..=field.rounds).try_for_each(|round| swiss.round(round, &mut matches)).is_none();
    let places = swiss.places();
    FormatState { fixtures: matches.fixtures, continues, places, encounters: swiss.encounters }
}

/// The most matches that there can be.
pub(super) fn most(FormatSetup { rounds, seats, entrants, .. }: FormatSetup) -> Option<u64> {
    let tables = entrants.checked_div(seats).unwrap_or(0) as u64;
    tables.checked_mul(seats as u64)?.checked_mul(rounds.into())
}

struct Swiss {
    field: FormatSetup,
    /// All entrants in an order that was drawn by lot, which decides where points do not.
    lot: Vec<usize>,
    tallies: Vec<SwissScore>,
    /// How often two have met, by their positions, the lesser one first.
    met: BTreeMap<(usize, usize), u32>,
    /// All who have met, or are about to.
    encounters: Vec<Encounter>,
}

impl Swiss {
    fn new(field: FormatSetup) -> Swiss {
        let mut lot: Vec<usize> = (0..field.entrants).collect();
        field.seed.stream("lot").shuffle(&mut lot);
        let tallies = vec![SwissScore::default(); field.entrants];
        Swiss { field, lot, tallies, met: BTreeMap::new(), encounters: Vec::new() }
    }

    /// Draws up a round and counts it. Nothing if its results are not known.
    fn round(&mut self, round: u32, matches: &mut FixtureBuilder<'_>) -> Option<()> {
        let (tables, resting) = self.draw();
        let seats = self.field.seats;
        let played =
            tables.iter().flat_map(|fixture_builder| (0..seats).map(|turn| turned(fixture_builder, turn)));
        let first = self.encounters.len();
        self.encounters.extend(tables.iter().map(|fixture_builder| encounter(round, fixture_builder)));
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
        tables.iter().for_each(|fixture_builder| self.note_meeting(fixture_builder));
        Some(())
    }

    /// Who sits at which table in the next round, and who rests.
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

    /// Who could play and who could rest, those first who rest rather. If one rests, it can be each
    /// of the last ones who have rested least.
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

    /// The position of the last one of those who have rested least.
    fn last_to_rest(&self, order: &[usize]) -> usize {
        let rests = |position: &usize| self.tallies[order[*position]].rests;
        (0..order.len()).rev().min_by_key(rests).unwrap_or(0)
    }

    /// By how many points those differ who sit at the same table, from the first table on. The
    /// less, the better.
    fn gaps(&self, drawn: &[usize]) -> Vec<f64> {
        let gap = |fixture_builder: &[usize]| {
            let points = fixture_builder.iter().map(|one| self.points(*one));
            points.clone().fold(0.0, f64::max) - points.fold(f64::MAX, f64::min)
        };
        drawn.chunks_exact(self.field.seats).map(gap).collect()
    }

    fn note_meeting(&mut self, fixture_builder: &[usize]) {
        for (position, one) in fixture_builder.iter().enumerate() {
            for other in &fixture_builder[position + 1..] {
                *self.met.entry(pair(*one, *other)).or_default() += 1;
            }
        }
    }

    fn places(&self) -> Vec<EntrantStanding> {
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
            EntrantStanding::Swiss { points, opponents: even(self.met.iter().filter_map(met).sum()), rests }
        };
        (0..self.field.entrants).map(of).collect()
    }
}

/// Those at a table, before anything is known of it.
fn encounter(round: u32, fixture_builder: &[usize]) -> Encounter {
    Encounter { round, entrants: fixture_builder.to_vec(), points: Vec::new(), through: None, by_lot: false }
}

/// A sum without what is lost of thirds and the like, so that equal sums are equal.
fn even(sum: f64) -> f64 {
    (sum * 1e9).round() / 1e9
}

/// What each at a table has got, by the points of the seats in each of its matches, in which they
/// have moved on by one seat.
fn on_the_average(turns: &[Vec<f64>]) -> Vec<f64> {
    let seats = turns.len();
    // In the match with this number, the seats begin with the one of this number.
    let of = |one: usize| {
        (0..seats).map(|turn| turns[turn][(one + seats - turn) % seats]).sum::<f64>() / seats as f64
    };
    (0..seats).map(of).collect()
}

fn pair(one: usize, other: usize) -> (usize, usize) {
    (one.min(other), one.max(other))
}

/// All of these, table by table of so many seats, so that each next one may sit with those at its
/// table: the first of all that have no seat sits down first, and with it those next to it. Nothing
/// if that is not possible, or not found in time.
fn in_seats(order: &[usize], seats: usize, may_sit: impl Fn(&[usize], usize) -> bool) -> Option<Vec<usize>> {
    let mut taken = vec![false; order.len()];
    // Positions in the order, and the one from which on to look for the next.
    let (mut chosen, mut from): (Vec<usize>, usize) = (Vec::new(), 0);
    for _ in 0..TRIES + 2 * order.len() {
        if chosen.len() == order.len() {
            return Some(chosen.into_iter().map(|position| order[position]).collect());
        }
        let fixture_builder = &chosen[chosen.len() / seats * seats..];
        let mates: Vec<usize> = fixture_builder.iter().map(|position| order[*position]).collect();
        let next = match fixture_builder.last() {
            // Whoever is left first sits down first: another one would give the same tables in
            // another order.
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
    use crate::tournament::Fixture;
    use rathaus_games::Seed;

    fn field(rounds: u32, seats: usize, entrants: usize) -> FormatSetup {
        FormatSetup { seed: Seed(3), rounds, seats, entrants }
    }

    /// Whoever has the lesser number wins, and all rounds are played.
    fn by_strength(fixture: &Fixture) -> Option<Vec<f64>> {
        Some(fixture.seats.iter().map(|entrant| -(*entrant as f64)).collect())
    }

    fn points(format_state: &FormatState) -> Vec<f64> {
        let of = |place: &EntrantStanding| match place {
            EntrantStanding::Swiss { points, .. } => *points,
            EntrantStanding::KnockOut { .. } => unreachable!("it is a Swiss tournament"),
        };
        format_state.places.iter().map(of).collect()
    }

    #[test]
    fn the_first_round_is_drawn_by_lot_and_the_next_ones_wait_for_it() {
        let format_state = swiss(field(5, 2, 8), KnownScores(&|_| None));
        assert!(format_state.continues);
        assert_eq!(format_state.fixtures.len(), 8, "four pairs, with seats swapped");
        assert!(format_state.fixtures.iter().all(|fixture| fixture.seed == format_state.fixtures[0].seed));
        let swapped: Vec<usize> = format_state.fixtures[0].seats.iter().rev().copied().collect();
        assert_eq!(format_state.fixtures[1].seats, swapped);
        let other = swiss(FormatSetup { seed: Seed(4), ..field(5, 2, 8) }, KnownScores(&|_| None));
        assert_ne!(format_state.fixtures[0].seats, other.fixtures[0].seats);
    }

    #[test]
    fn nobody_meets_anybody_twice_while_that_is_possible() {
        for entrants in [4, 7, 8, 16] {
            let rounds = (entrants - 1) as u32;
            let format_state = swiss(field(rounds, 2, entrants), KnownScores(&by_strength));
            let met: Vec<(usize, usize)> = format_state
                .fixtures
                .iter()
                .step_by(2)
                .map(|fixture| pair(fixture.seats[0], fixture.seats[1]))
                .collect();
            let distinct: BTreeSet<_> = met.iter().collect();
            // In as many rounds as there are others, a pairing without repeats may not exist; so
            // many never need one.
            if entrants >= 7 {
                let early = met.len() / 2;
                assert_eq!(met[..early].iter().collect::<BTreeSet<_>>().len(), early, "{entrants}: {met:?}");
            }
            assert!(distinct.len() * 10 >= met.len() * 8, "{entrants}: {met:?}");
        }
    }

    #[test]
    fn those_meet_who_have_as_many_points() {
        let format_state = swiss(field(3, 2, 8), KnownScores(&by_strength));
        assert!(!format_state.continues);
        assert_eq!(points(&format_state)[0], 3.0, "who is best wins all");
        assert_eq!(points(&format_state)[7], 0.0);
        // In the third round the two meet that have won twice.
        let last = &format_state.fixtures[16].seats;
        assert!(last.contains(&0), "{last:?}");
        let before = swiss(field(2, 2, 8), KnownScores(&by_strength));
        assert!(last.iter().all(|entrant| points(&before)[*entrant] == 2.0), "{last:?}");
    }

    #[test]
    fn of_an_odd_number_each_rests_at_most_once_and_gets_a_point_for_it() {
        let format_state =
            swiss(field(5, 2, 5), KnownScores(&|fixture| Some(vec![0.0; fixture.seats.len()])));
        for place in &format_state.places {
            // Four rounds of draws, and one of rest.
            assert!(matches!(place, EntrantStanding::Swiss { points: 3.0, rests: 1, .. }), "{place:?}");
        }
    }

    #[test]
    fn two_who_win_all_nearly_always_meet() {
        let is_shared = |seed: &u64| {
            let field = FormatSetup { seed: Seed(*seed), ..field(3, 2, 5) };
            let all = points(&swiss(field, KnownScores(&by_strength)));
            all.iter().filter(|points| **points == 3.0).count() > 1
        };
        // Among five it can be that no other pairs are left that have not met.
        let shared = (0..100).filter(is_shared).count();
        assert!(shared <= 10, "{shared} of 100");
    }

    #[test]
    fn larger_tables_have_each_in_each_seat() {
        let format_state = swiss(field(2, 3, 7), KnownScores(&by_strength));
        assert_eq!(format_state.fixtures.len(), 2 * 2 * 3);
        assert_eq!(most(field(2, 3, 7)), Some(12));
        let first: BTreeSet<usize> =
            format_state.fixtures[..3].iter().map(|fixture| fixture.seats[0]).collect();
        assert_eq!(first.len(), 3);
        let met: BTreeSet<usize> = format_state.fixtures[0].seats.iter().copied().collect();
        assert_eq!(first, met);
    }

    #[test]
    fn more_rounds_begin_with_the_same_ones() {
        let (few, many) = (
            swiss(field(2, 2, 9), KnownScores(&by_strength)),
            swiss(field(4, 2, 9), KnownScores(&by_strength)),
        );
        assert_eq!(few.fixtures, many.fixtures[..few.fixtures.len()]);
    }

    #[test]
    fn a_way_without_repeats_is_found_by_going_back() {
        // 0 may sit with 1, but then 2 and 3 would be left, who have met.
        let met = [(2, 3)];
        let tables = in_seats(&[0, 1, 2, 3], 2, |mates, one| {
            !met.contains(&pair(mates.first().copied().unwrap_or(one), one))
        });
        assert_eq!(tables, Some(vec![0, 2, 1, 3]));
        assert_eq!(in_seats(&[0, 1], 2, |mates, _| mates.is_empty()), None);
    }

    #[test]
    fn who_met_stronger_ones_comes_first_of_equals() {
        let format_state = swiss(field(3, 2, 8), KnownScores(&by_strength));
        for (entrant, place) in format_state.places.iter().enumerate() {
            let EntrantStanding::Swiss { opponents, .. } = place else { panic!("{place:?}") };
            let met =
                format_state.fixtures.iter().step_by(2).filter(|fixture| fixture.seats.contains(&entrant));
            let sum: f64 = met
                .map(|fixture| {
                    fixture
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
        let format_state = swiss(field(3, 3, 7), KnownScores(&by_strength));
        assert_eq!(format_state.encounters.len(), 3 * (2 + 1));
        let mut sums = [0.0; 7];
        for Encounter { entrants, points, .. } in &format_state.encounters {
            entrants
                .iter()
                .zip(points)
                .for_each(|(entrant, points)| sums[*entrant] = even(sums[*entrant] + points));
            // Whoever is stronger does better.
            assert!(
                entrants.len() == 1
                    || (0..3).all(|one| (0..3)
                        .all(|other| (entrants[one] < entrants[other]) == (points[one] > points[other])))
            );
        }
        assert_eq!(sums.to_vec(), points(&format_state));
    }
}
