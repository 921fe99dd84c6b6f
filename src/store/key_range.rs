//! Ranges of match keys, for threads that each read a part of a table.

/// The keys whose [beginnings](crate::tournament::MatchKey::beginning) are in a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct KeyRange {
    from: u64,
    /// `None` for no bound.
    before: Option<u64>,
}

impl KeyRange {
    pub(super) const ALL: KeyRange = KeyRange { from: 0, before: None };

    pub(super) fn contains(self, beginning: u64) -> bool {
        self.from <= beginning && self.before.is_none_or(|before| beginning < before)
    }

    /// Whether all its keys are before those with this beginning.
    pub(super) fn is_before(self, beginning: u64) -> bool {
        self.before.is_some_and(|before| before <= beginning)
    }

    /// Splits it into this many ranges. Keys are hashes, so each has about as many.
    pub(super) fn parts(self, count: usize) -> Vec<KeyRange> {
        let end = self.before.map_or(1 << 64, u128::from);
        let size = (end - u128::from(self.from)) / count as u128;
        let bound = |index: usize| match index == count {
            true => self.before,
            false => u64::try_from(u128::from(self.from) + size * index as u128).ok(),
        };
        (0..count)
            .map(|index| KeyRange { from: bound(index).unwrap_or_default(), before: bound(index + 1) })
            .collect()
    }

    /// The condition of SQL for keys in this column.
    pub(super) fn condition(self, column: &str) -> String {
        let from = (self.from > 0).then(|| format!("{column} >= '{:016x}'", self.from));
        let before = self.before.map(|before| format!("{column} < '{before:016x}'"));
        let both: Vec<String> = from.into_iter().chain(before).collect();
        if both.is_empty() { "TRUE".into() } else { both.join(" AND ") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_is_in_one_range() {
        for count in [1, 2, 3, 8] {
            let ranges = KeyRange::ALL.parts(count);
            let parts: Vec<KeyRange> = ranges.iter().flat_map(|range| range.parts(2)).collect();
            assert_eq!(ranges.len(), count);
            for beginning in [0, 1, u64::MAX / 2, u64::MAX / 2 + 1, u64::MAX / 8, u64::MAX] {
                for ranges in [&ranges, &parts] {
                    assert_eq!(ranges.iter().filter(|range| range.contains(beginning)).count(), 1);
                }
            }
        }
        assert_eq!(KeyRange::ALL.parts(1), [KeyRange::ALL]);
        let conditions: Vec<String> =
            KeyRange::ALL.parts(2).into_iter().map(|range| range.condition("key")).collect();
        assert_eq!(conditions, ["key < '8000000000000000'", "key >= '8000000000000000'"]);
        assert_eq!(KeyRange::ALL.condition("key"), "TRUE");
    }
}
