//! The scores of one entrant, of which long lists are sampled.

/// The most scores that the standings list for all entrants together.
const MOST_LISTED: usize = 100_000;

/// The scores of an entrant.
#[derive(Debug, Clone, Default)]
pub struct EntrantScoreSample {
    count: usize,
    /// Each score with the number of its board or game, or a sample of them.
    known: Vec<(u32, f64)>,
}

impl EntrantScoreSample {
    /// Keeps all scores if there is room for so many of each of `entrants` entrants, else a sample:
    /// quantiles at equal distances.
    pub fn new(mut scores: Vec<(u32, f64)>, entrants: usize) -> EntrantScoreSample {
        let (count, most) = (scores.len(), MOST_LISTED / entrants.max(1));
        if count > most {
            scores.sort_unstable_by(|(_, one), (_, other)| one.total_cmp(other));
            let of = |index: usize| scores[(2 * index + 1) * count / (2 * most)];
            scores = (0..most).map(of).collect();
        }
        EntrantScoreSample { count, known: scores }
    }

    pub fn count(&self) -> usize {
        self.count
    }

    /// All scores, each with the number of its board or game. `None` if only a sample is known.
    pub fn all(&self) -> Option<&[(u32, f64)]> {
        (self.known.len() == self.count).then_some(&self.known)
    }

    /// The scores, or a sample that is distributed like them.
    pub fn sample(&self) -> impl Iterator<Item = f64> + '_ {
        self.known.iter().map(|(_, score)| *score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_scores_are_sampled_evenly() {
        let all = |count: u32| (0..count).map(|number| (number, f64::from(number))).collect();
        let few = EntrantScoreSample::new(all(100), 1_000);
        assert_eq!((few.count(), few.all().map(<[_]>::len)), (100, Some(100)));
        let many = EntrantScoreSample::new(all(1_000), 1_000);
        assert_eq!((many.count(), many.all()), (1_000, None));
        let sample: Vec<f64> = many.sample().collect();
        assert_eq!((sample.len(), sample[0], sample[99]), (100, 5.0, 995.0));
    }
}
