//! Scores of multiplayer games, round by round, summed over matches.

use rathaus_games::report::MatchScoreHistory;

/// Sums over matches, by entrant.
#[derive(Debug, Clone)]
pub struct GameRoundTotals {
    /// For each entrant, the sum of its scores after each round.
    sums: Vec<Vec<f64>>,
    /// For each entrant, how many matches had each round.
    matches: Vec<Vec<u32>>,
    /// How often each entrant took from each other one.
    takes: Vec<Vec<u64>>,
    has_takes: bool,
}

impl GameRoundTotals {
    pub fn new(entrants: usize) -> GameRoundTotals {
        GameRoundTotals {
            sums: vec![Vec::new(); entrants],
            matches: vec![Vec::new(); entrants],
            takes: vec![Vec::new(); entrants],
            has_takes: false,
        }
    }

    fn add(&mut self, entrant: usize, round: usize, score: f64) {
        let (sums, matches) = (&mut self.sums[entrant], &mut self.matches[entrant]);
        sums.resize(sums.len().max(round + 1), 0.0);
        matches.resize(sums.len(), 0);
        sums[round] += score;
        matches[round] += 1;
    }

    /// Adds a match. `seats` has the entrant of each seat.
    pub fn add_match(&mut self, seats: &[u32], history: &MatchScoreHistory) {
        for (entrant, scores) in seats.iter().zip(&history.scores) {
            let add = |(round, score): (usize, &f64)| self.add(*entrant as usize, round, *score);
            scores.iter().enumerate().for_each(add);
        }
        let Some(takes) = &history.takes else { return };
        self.has_takes = true;
        let entrants = self.sums.len();
        for (by, taken) in seats.iter().zip(takes) {
            let row = &mut self.takes[*by as usize];
            row.resize(entrants, 0);
            seats.iter().zip(taken).for_each(|(from, count)| row[*from as usize] += count);
        }
    }

    /// The mean score of an entrant after each round, over the matches with that many rounds.
    pub fn means(&self, entrant: usize) -> Vec<f64> {
        let mean = |(sum, matches): (&f64, &u32)| sum / f64::from((*matches).max(1));
        self.sums[entrant].iter().zip(&self.matches[entrant]).map(mean).collect()
    }

    /// How often an entrant took from another one. `None` in games without takes.
    pub fn takes(&self, by: usize, from: usize) -> Option<u64> {
        self.has_takes.then(|| self.takes[by].get(from).copied().unwrap_or(0))
    }
}
