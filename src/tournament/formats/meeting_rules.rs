//! Which entrants may meet.

use std::collections::BTreeMap;

/// Which entrants may meet, by their indices.
#[derive(Debug, Clone, Copy, Default)]
pub struct MeetingRules<'a> {
    /// In a gauntlet, the entrants that each meet all others. Each set of entrants that meets has one
    /// of them.
    pub challengers: &'a [usize],
    /// The team of each entrant. Those of one team do not meet. Empty if all may meet.
    pub teams: &'a [Option<usize>],
}

impl MeetingRules<'_> {
    /// Whether the entrants of this set meet.
    pub(super) fn may_meet(self, set: &[usize]) -> bool {
        let challengers = set.iter().filter(|entrant| self.challengers.contains(entrant)).count();
        let has_teammates = || {
            let pairs =
                set.iter().enumerate().flat_map(|(at, one)| set[at + 1..].iter().map(move |it| (one, it)));
            pairs.into_iter().any(|(one, other)| self.are_teammates(*one, *other))
        };
        (self.challengers.is_empty() || challengers == 1) && !has_teammates()
    }

    /// Whether two entrants belong to one team, whose members do not meet.
    pub(super) fn are_teammates(self, one: usize, other: usize) -> bool {
        let team = |entrant: usize| self.teams.get(entrant).copied().flatten();
        team(one).is_some() && team(one) == team(other)
    }

    /// The number of entrants in the largest team.
    pub fn largest_team(self) -> usize {
        let mut sizes = BTreeMap::<usize, usize>::new();
        self.teams.iter().flatten().for_each(|team| *sizes.entry(*team).or_default() += 1);
        sizes.into_values().max().unwrap_or(0)
    }
}
