//! The results of a schedule, as far as standings need them. A tournament may have millions, so the
//! scores are kept in one column.

use std::borrow::Borrow;
use std::collections::BTreeMap;

use rathaus_games::SeatFault;
use serde_json::Value;

use super::match_schedule::MatchSchedule;
use super::round_totals::GameRoundTotals;
use super::seat_ranges::SeatRanges;
use crate::matches::{MatchProvenance, RecordedSandbox, seat_misfit};

/// The most toolchains of an entrant, and the most sandboxes, that are told apart. A forged
/// database could have any number.
const MOST_KINDS: usize = 100;

/// Whether the history of scores, round by round, is collected. It takes reading all details.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoundHistoryChoice {
    Omit,
    Include,
}

/// The results of the matches of a schedule, by position.
#[derive(Debug, Clone)]
pub struct ScheduleResults {
    /// The score of each seat of all matches. 0 for matches that have not been played.
    scores: Vec<f64>,
    ranges: SeatRanges,
    is_played: Vec<bool>,
    played: usize,
    faults: BTreeMap<usize, Vec<SeatFault>>,
    /// The details that the report of a single-player game needs.
    details: BTreeMap<usize, Value>,
    needs_details: bool,
    sandboxes: BTreeMap<Option<RecordedSandbox>, usize>,
    /// For each entrant, in how many matches it played with which tools.
    toolchains: Vec<BTreeMap<String, usize>>,
    /// The number of results that do not say how they were played.
    unproven: usize,
    history: Option<GameRoundTotals>,
}

/// What a match contributes.
#[derive(Debug, Clone, Copy)]
pub struct ResultForStandings<'a> {
    /// The score of each seat.
    pub scores: &'a [f64],
    /// Needed only as long as [`ScheduleResults::needs_details`].
    pub details: Option<&'a Value>,
    pub faults: &'a [SeatFault],
    pub provenance: Option<&'a MatchProvenance>,
}

impl ScheduleResults {
    /// The results of a schedule of which nothing has been played.
    pub fn new(schedule: &MatchSchedule, history: RoundHistoryChoice) -> ScheduleResults {
        let matches = &schedule.scheduled_matches;
        let multiplayer = schedule.rules().is_multiplayer();
        let has_history = multiplayer && history == RoundHistoryChoice::Include;
        let entrants = schedule.names.len();
        ScheduleResults {
            scores: vec![0.0; matches.all_seats()],
            ranges: matches.ranges().clone(),
            is_played: vec![false; matches.len()],
            played: 0,
            faults: BTreeMap::new(),
            details: BTreeMap::new(),
            needs_details: !multiplayer && schedule.rules().single_player_report().needs_details(),
            sandboxes: BTreeMap::new(),
            toolchains: vec![BTreeMap::new(); entrants],
            unproven: 0,
            history: has_history.then(|| GameRoundTotals::new(entrants)),
        }
    }

    /// Adds the result of the match at this position. Fails with the reason if it is impossible.
    pub fn add(
        &mut self,
        schedule: &MatchSchedule,
        position: usize,
        result: ResultForStandings<'_>,
    ) -> Result<(), String> {
        let ResultForStandings { scores, details, faults, provenance } = result;
        let seats = schedule.scheduled_matches.seats(position);
        if let Some(why) = seat_misfit(scores, faults, seats.len()) {
            return Err(why);
        }
        self.scores[self.ranges.get(position)].copy_from_slice(scores);
        self.is_played[position] = true;
        self.played += 1;
        if !faults.is_empty() {
            self.faults.insert(position, faults.to_vec());
        }
        self.count_tools(seats, provenance);
        if let Some(details) = details {
            self.add_details(schedule, position, details);
        }
        Ok(())
    }

    /// The results of the matches at these positions, as those of a `schedule` with only these
    /// matches. Sandboxes and tools stay those of all matches, and histories are left out.
    pub fn select(&self, schedule: &MatchSchedule, positions: &[usize]) -> ScheduleResults {
        let mut selected = ScheduleResults {
            sandboxes: self.sandboxes.clone(),
            toolchains: self.toolchains.clone(),
            unproven: self.unproven,
            ..ScheduleResults::new(schedule, RoundHistoryChoice::Omit)
        };
        for (own, position) in positions.iter().enumerate() {
            let Some(scores) = self.scores(*position) else { continue };
            selected.scores[selected.ranges.get(own)].copy_from_slice(scores);
            selected.is_played[own] = true;
            selected.played += 1;
            selected.faults.extend(self.faults.get(position).map(|faults| (own, faults.clone())));
            selected.details.extend(self.details.get(position).map(|details| (own, details.clone())));
        }
        selected
    }

    fn count_tools(&mut self, seats: &[u32], provenance: Option<&MatchProvenance>) {
        let is_complete = provenance.is_some_and(|provenance| provenance.is_complete(seats.len()));
        self.unproven += usize::from(!is_complete);
        let sandbox = provenance.map_or(&None, |provenance| &provenance.sandbox);
        count_kind(&mut self.sandboxes, sandbox, &None);
        let toolchains = provenance.map_or(&[][..], |provenance| &provenance.toolchains);
        for (entrant, toolchain) in seats.iter().zip(toolchains) {
            let words = toolchain.as_deref().unwrap_or("an unknown toolchain");
            count_kind(&mut self.toolchains[*entrant as usize], words, "another toolchain");
        }
    }

    fn add_details(&mut self, schedule: &MatchSchedule, position: usize, details: &Value) {
        if self.needs_details {
            let kept =
                schedule.rules_of(position).single_player_report().details_for_standings(details.clone());
            self.details.insert(position, kept);
        }
        if let Some(totals) = &mut self.history {
            match schedule.rules_of(position).history(details) {
                Some(history) => totals.add_match(schedule.scheduled_matches.seats(position), &history),
                None => self.history = None,
            }
        }
    }

    /// Whether the details of the matches to come are needed.
    pub fn needs_details(&self) -> bool {
        self.needs_details || self.history.is_some()
    }

    /// Whether details are kept in memory, and not only counted.
    pub fn keeps_details(&self) -> bool {
        self.needs_details
    }

    /// The number of matches played.
    pub fn played(&self) -> usize {
        self.played
    }

    /// The number of all matches of the schedule.
    pub fn all(&self) -> usize {
        self.is_played.len()
    }

    /// The positions of the matches played.
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = usize> + Clone + '_ {
        (0..self.all()).filter(|position| self.is_played[*position])
    }

    pub fn is_played(&self, position: usize) -> bool {
        self.is_played[position]
    }

    /// The score of each seat, if the match has been played.
    pub fn scores(&self, position: usize) -> Option<&[f64]> {
        self.is_played[position].then(|| &self.scores[self.ranges.get(position)])
    }

    pub fn faults(&self, position: usize) -> &[SeatFault] {
        self.faults.get(&position).map_or(&[], Vec::as_slice)
    }

    /// The positions of the matches with a fault.
    pub fn faulty(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        self.faults.keys().copied()
    }

    /// The details of a single-player match, as far as its report needs them.
    pub fn details(&self, position: usize) -> Value {
        self.details.get(&position).cloned().unwrap_or_default()
    }

    /// The sandboxes that bots ran in, with the number of matches. `None` stands for matches whose
    /// sandbox is unknown.
    pub fn sandboxes(&self) -> &BTreeMap<Option<RecordedSandbox>, usize> {
        &self.sandboxes
    }

    /// The number of results whose provenance is missing or incomplete.
    pub fn unproven(&self) -> usize {
        self.unproven
    }

    /// For each entrant, in how many matches it played with which tools.
    pub fn toolchains(&self) -> &[BTreeMap<String, usize>] {
        &self.toolchains
    }

    /// The scores by entrant and round, if all matches had rounds and these were collected.
    pub fn history(&self) -> Option<&GameRoundTotals> {
        self.history.as_ref().filter(|_| self.played > 0)
    }
}

/// Counts something of this kind, or of the `others` if there are too many kinds.
fn count_kind<K, Q>(counts: &mut BTreeMap<K, usize>, kind: &Q, others: &Q)
where
    K: Ord + Borrow<Q>,
    Q: Ord + ToOwned<Owned = K> + ?Sized,
{
    let is_listed = counts.contains_key(kind) || counts.len() < MOST_KINDS;
    let kind = if is_listed { kind } else { others };
    match counts.get_mut(kind) {
        Some(count) => *count += 1,
        None => drop(counts.insert(kind.to_owned(), 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_kinds_is_bounded() {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for kind in (0..3 * MOST_KINDS).chain([0]) {
            count_kind(&mut counts, kind.to_string().as_str(), "others");
        }
        assert_eq!((counts.len(), counts["0"], counts["others"]), (MOST_KINDS + 1, 2, 2 * MOST_KINDS));
    }
}
