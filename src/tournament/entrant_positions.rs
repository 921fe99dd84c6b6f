//! The matches of each entrant.

use super::scheduled_matches::ScheduledMatchColumns;

/// The positions of the matches of each entrant, in the order of the schedule. Takes four bytes for
/// each seat.
#[derive(Debug, Clone)]
pub struct EntrantPositions {
    /// Where the positions of each entrant begin, and where those of the last one end.
    begins: Vec<usize>,
    positions: Vec<u32>,
}

impl EntrantPositions {
    /// The positions of `entrants` entrants.
    pub fn new(matches: &ScheduledMatchColumns, entrants: usize) -> EntrantPositions {
        let mut begins = vec![0; entrants + 1];
        each(matches, entrants, |entrant, _| begins[entrant + 1] += 1);
        (0..entrants).for_each(|entrant| begins[entrant + 1] += begins[entrant]);
        let mut positions = vec![0; begins[entrants]];
        let mut next = begins.clone();
        each(matches, entrants, |entrant, position| {
            positions[next[entrant]] = position;
            next[entrant] += 1;
        });
        EntrantPositions { begins, positions }
    }

    /// The positions of one entrant.
    pub fn of(&self, entrant: usize) -> &[u32] {
        &self.positions[self.begins[entrant]..self.begins[entrant + 1]]
    }
}

/// Calls `found` with each entrant of each match, only once if it has several seats.
fn each(matches: &ScheduledMatchColumns, entrants: usize, mut found: impl FnMut(usize, u32)) {
    let mut last: Vec<Option<u32>> = vec![None; entrants];
    for position in 0..matches.len() {
        let number = position as u32;
        for entrant in matches.seats(position) {
            let entrant = *entrant as usize;
            if last[entrant].replace(number) != Some(number) {
                found(entrant, number);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rathaus_games::Seed;

    use super::*;
    use crate::matches::ScheduledMatch;

    #[test]
    fn each_match_is_listed_once_for_each_of_its_entrants() {
        let seats = [vec![0, 1], vec![2], vec![1, 1, 0], vec![]];
        let matches =
            seats.map(|seats| ScheduledMatch { number: 1, round: 1, seed: Seed(1), seats, numbers: None });
        let found = EntrantPositions::new(&matches.into_iter().collect(), 4);
        assert_eq!([0, 1, 2, 3].map(|entrant| found.of(entrant)), [&[0, 2][..], &[0, 2], &[1], &[]]);
    }
}
