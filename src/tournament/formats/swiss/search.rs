//! Seats entrants at tables by a search that takes the first way it finds: for tables of more than
//! two seats, and for tournaments that began with this pairing.

use std::cmp::Ordering;

use super::Swiss;

/// The most steps of the search for a pairing, each of which seats an entrant or removes one from
/// its seat. After that the search allows another meeting of the same entrants, because an
/// exhaustive search would take too long.
const TRIES: usize = 100_000;

/// The most entrants that are tried as the one without opponents, to find the one that leaves the
/// best pairing.
const TRIED: usize = 8;

impl Swiss<'_> {
    /// The tables of the next round, and the entrants that sit it out.
    pub(super) fn draw_by_search(&self) -> (Vec<Vec<usize>>, Vec<usize>) {
        let order = self.order();
        let seats = self.field.seats;
        let often = |mates: &[usize], one: usize| {
            mates.iter().map(|mate| self.times_met(*mate, one)).max().unwrap_or(0)
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
}

/// Orders all entrants into tables of `seats` entrants, so that each fits those before it at its
/// table: the first entrant without a seat starts a table, and the search fills it with those next
/// in order. `None` if there is no way, or none is found in time.
pub(super) fn in_seats(
    order: &[usize],
    seats: usize,
    may_sit: impl Fn(&[usize], usize) -> bool,
) -> Option<Vec<usize>> {
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
