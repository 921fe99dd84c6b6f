//! Finds the matches of a schedule whose results are read in the order of their keys.

use super::key_range::KeyRange;
use crate::tournament::MatchSchedule;

/// The keys of so many parts are sorted one after the other, which takes less memory.
const PARTS: usize = 4;

/// The positions of a schedule in the order of their keys.
pub(super) struct KeyOrder<'a> {
    schedule: &'a MatchSchedule,
    /// The positions in the current part of the keys, from the next one on.
    order: Vec<(u64, u32)>,
    next: usize,
    part: KeyRange,
    others: std::vec::IntoIter<KeyRange>,
}

impl<'a> KeyOrder<'a> {
    pub(super) fn new(schedule: &'a MatchSchedule, range: KeyRange) -> KeyOrder<'a> {
        let mut others = range.parts(PARTS).into_iter();
        let part = others.next().unwrap_or(range);
        let order = schedule.positions_by_key_in(|beginning| part.contains(beginning));
        KeyOrder { schedule, order, next: 0, part, others }
    }

    /// The positions whose keys begin like this, which is not less than in earlier calls.
    pub(super) fn alike(&mut self, beginning: u64) -> &[(u64, u32)] {
        while self.part.is_before(beginning)
            && let Some(part) = self.others.next()
        {
            self.order = self.schedule.positions_by_key_in(|beginning| part.contains(beginning));
            (self.part, self.next) = (part, 0);
        }
        // The next one is near: nearly all stored matches belong to the schedule.
        self.next += self.order[self.next..].iter().take_while(|(next, _)| *next < beginning).count();
        let left = &self.order[self.next..];
        &left[..left.iter().take_while(|(next, _)| *next == beginning).count()]
    }
}
