//! The progress of a match over time, for charts.

use rathaus_games::MatchProgress;

/// The most points that are kept. Few screens have more columns.
const MOMENTS: usize = 512;

/// The progress of a match from its start, as a list of points.
#[derive(Debug, Clone, PartialEq)]
pub struct ProgressHistory {
    moments: Vec<ProgressPoint>,
    /// The least distance between points, as a share of the match. The last point may be nearer.
    gap: f64,
}

#[derive(Debug, Clone, PartialEq)]
struct ProgressPoint {
    /// How much of the match had been played, from 0 to 1.
    done: f64,
    facts: Vec<u64>,
    standing: Vec<f64>,
}

impl Default for ProgressHistory {
    fn default() -> ProgressHistory {
        ProgressHistory { moments: Vec::new(), gap: f64::EPSILON }
    }
}

impl ProgressHistory {
    /// Adds the current progress.
    pub fn note(&mut self, progress: &MatchProgress) {
        let moment = ProgressPoint {
            done: progress.done,
            facts: progress.facts.iter().map(|(_, number)| *number).collect(),
            standing: progress.standing.clone(),
        };
        let before = self.moments.iter().rev().nth(1).map(|moment| moment.done);
        if before.is_some_and(|before| moment.done < before + self.gap) {
            self.moments.pop();
        } else if self.moments.len() == MOMENTS {
            self.thin_out();
        }
        self.moments.push(moment);
    }

    /// Keeps every other point, so that points of a longer match are further apart.
    fn thin_out(&mut self) {
        let mut is_kept = false;
        self.moments.retain(|_| {
            is_kept = !is_kept;
            is_kept
        });
        if let [first, .., last] = self.moments.as_slice() {
            self.gap = (last.done - first.done) / (self.moments.len() - 1) as f64;
        }
    }

    /// The values of a fact over all that has been played, resampled to `columns` columns.
    pub fn fact(&self, index: usize, columns: usize) -> Vec<f64> {
        self.spread(columns, |moment| moment.facts.get(index).map_or(0.0, |number| *number as f64))
    }

    pub fn standing(&self, seat: usize, columns: usize) -> Vec<f64> {
        self.spread(columns, |moment| moment.standing.get(seat).copied().unwrap_or_default())
    }

    /// Each column has the last value in it, or that of the column before.
    fn spread(&self, columns: usize, value: impl Fn(&ProgressPoint) -> f64) -> Vec<f64> {
        let played = self.moments.last().map_or(0.0, |last| last.done).max(f64::EPSILON);
        let mut values = Vec::new();
        for moment in &self.moments {
            let column = ((moment.done / played * columns as f64) as usize).min(columns.saturating_sub(1));
            let before = values.last().copied().unwrap_or_else(|| value(moment));
            values.resize(column, before);
            values.push(value(moment));
        }
        values.truncate(columns);
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress_history(points: impl IntoIterator<Item = (f64, u64)>) -> ProgressHistory {
        let mut progress_history = ProgressHistory::default();
        for (done, number) in points {
            let standing = vec![-(number as f64)];
            progress_history.note(&MatchProgress { done, facts: vec![("fact", number)], standing });
        }
        progress_history
    }

    #[test]
    fn columns_stand_for_what_has_been_played() {
        let progress_history = progress_history([(0.0, 1), (0.1, 2), (0.4, 3), (0.5, 9)]);
        assert_eq!(progress_history.fact(0, 10), [1.0, 1.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 3.0, 9.0]);
        assert_eq!(progress_history.fact(0, 2), [2.0, 9.0]);
        assert_eq!(progress_history.standing(0, 2), [-2.0, -9.0]);
        assert_eq!(progress_history.fact(0, 0), Vec::<f64>::new());
        assert_eq!(progress_history.fact(7, 1), [0.0]);
    }

    #[test]
    fn a_match_that_has_just_begun_has_a_course() {
        assert_eq!(progress_history([]).fact(0, 3), Vec::<f64>::new());
        assert_eq!(progress_history([(0.0, 1)]).fact(0, 3), [1.0]);
        assert_eq!(progress_history([(0.0, 1), (0.0, 4)]).fact(0, 3), [4.0]);
    }

    #[test]
    fn of_a_long_match_moments_are_kept_that_are_spread_over_it() {
        let progress_history = progress_history((0..100_000).map(|at| (f64::from(at) / 1e5, at as u64)));
        assert!(
            (MOMENTS / 2..=MOMENTS).contains(&progress_history.moments.len()),
            "{}",
            progress_history.moments.len()
        );
        let near = |(column, value): (usize, f64)| (value - 1000.0 * (column + 1) as f64).abs() < 500.0;
        let columns: Vec<f64> = progress_history.fact(0, 100);
        assert!(columns.len() == 100 && columns.iter().copied().enumerate().all(near), "{columns:?}");
    }
}
