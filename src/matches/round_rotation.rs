//! Values that the rounds of a tournament take in turns.

/// A value for each round: the first round has the first value, the second round the second one,
/// and after the last value it begins again. A tournament with groups of boards has such a rotation
/// of games.
#[derive(Debug, Clone, PartialEq)]
pub struct RoundRotation<T>(Vec<T>);

impl<T> RoundRotation<T> {
    /// The same value for all rounds.
    pub fn same(value: T) -> RoundRotation<T> {
        RoundRotation(vec![value])
    }

    /// A rotation of these values. `None` if there are none.
    pub fn of(values: Vec<T>) -> Option<RoundRotation<T>> {
        (!values.is_empty()).then_some(RoundRotation(values))
    }

    /// The index of the value of a round, which is counted from 1.
    pub fn index(&self, round: u32) -> usize {
        round.saturating_sub(1) as usize % self.0.len()
    }

    /// The value of a round, which is counted from 1.
    pub fn at(&self, round: u32) -> &T {
        &self.0[self.index(round)]
    }

    /// The value of the first round, for all that no value changes.
    pub fn first(&self) -> &T {
        &self.0[0]
    }

    /// The number of values, which is 1 or more.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter()
    }

    /// A rotation of what `change` makes of each value.
    pub fn map<U>(&self, change: impl FnMut(&T) -> U) -> RoundRotation<U> {
        RoundRotation(self.0.iter().map(change).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_take_turns() {
        let rotation = RoundRotation::of(vec!['a', 'b', 'c']).unwrap();
        let rounds: String = (1..=7).map(|round| *rotation.at(round)).collect();
        assert_eq!(rounds, "abcabca");
        assert_eq!(RoundRotation::<char>::of(Vec::new()), None);
        let same = RoundRotation::same('x');
        assert_eq!((same.at(1), same.at(9), same.index(9), same.count()), (&'x', &'x', 0, 1));
        assert_eq!(rotation.map(|letter| letter.is_ascii()).at(2), &true);
    }
}
