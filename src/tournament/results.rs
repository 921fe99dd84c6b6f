//! The results of a schedule, as far as standings need them. A tournament may have millions, so the
//! scores are kept in one column.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rathaus_games::SeatFault;
use rathaus_protocol::external::stats_from_json;
use serde_json::Value;

use super::match_schedule::MatchSchedule;
use super::round_totals::GameRoundTotals;
use super::seat_ranges::SeatRanges;
use super::stat_totals::StatTotals;
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

/// The details with the statistics of seats.
const STATS: &str = "stats";

/// The results of the matches of a schedule, by position.
#[derive(Debug, Clone)]
pub struct ScheduleResults {
    /// The score of each seat of all matches. 0 for matches that have not been played.
    scores: Vec<f64>,
    ranges: SeatRanges,
    is_played: Vec<bool>,
    others: ResultPart,
}

/// What a match contributes, except its scores.
#[derive(Debug, Clone, Copy)]
pub struct ResultBesidesScores<'a> {
    /// Needed only as long as [`ResultPart::needs_details`].
    pub details: Option<&'a Value>,
    pub faults: &'a [SeatFault],
    pub provenance: Option<&'a MatchProvenance>,
}

/// Collects the results of a schedule. Several threads may add results at once, each to a part of
/// its own.
#[derive(Debug)]
pub struct ResultCollector<'a> {
    schedule: &'a MatchSchedule,
    /// The bits of all scores.
    scores: Vec<AtomicU64>,
    is_played: Vec<AtomicBool>,
}

/// What is known of some matches, except their scores.
#[derive(Debug, Clone)]
pub struct ResultPart {
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
    /// The statistics of seats, in games that can have some.
    stats: Option<StatTotals>,
}

impl<'a> ResultCollector<'a> {
    pub fn new(schedule: &'a MatchSchedule) -> ResultCollector<'a> {
        let matches = &schedule.scheduled_matches;
        ResultCollector {
            schedule,
            scores: (0..matches.all_seats()).map(|_| AtomicU64::new(0)).collect(),
            is_played: (0..matches.len()).map(|_| AtomicBool::new(false)).collect(),
        }
    }

    /// Adds the scores of the match at this position, one for each seat. The rest goes to a
    /// [part](ResultPart::add). Fails with the reason if the result is impossible.
    pub fn add(&self, position: usize, scores: &[f64], faults: &[SeatFault]) -> Result<(), String> {
        let seats = self.schedule.scheduled_matches.ranges().get(position);
        if let Some(why) = seat_misfit(scores, faults, seats.len()) {
            return Err(why);
        }
        for (stored, score) in self.scores[seats].iter().zip(scores) {
            stored.store(score.to_bits(), Ordering::Relaxed);
        }
        self.is_played[position].store(true, Ordering::Relaxed);
        Ok(())
    }

    /// The results, with everything that was added to this part.
    pub fn finish(self, others: ResultPart) -> ScheduleResults {
        // Both keep their memory.
        let score = |bits: AtomicU64| f64::from_bits(bits.into_inner());
        ScheduleResults {
            scores: self.scores.into_iter().map(score).collect(),
            ranges: self.schedule.scheduled_matches.ranges().clone(),
            is_played: self.is_played.into_iter().map(AtomicBool::into_inner).collect(),
            others,
        }
    }
}

impl ResultPart {
    /// A part without results.
    pub fn new(schedule: &MatchSchedule, history: RoundHistoryChoice) -> ResultPart {
        let rules = schedule.rules();
        let multiplayer = rules.is_multiplayer();
        let has_history = multiplayer && history == RoundHistoryChoice::Include && rules.has_history();
        let entrants = schedule.names.len();
        ResultPart {
            played: 0,
            faults: BTreeMap::new(),
            details: BTreeMap::new(),
            needs_details: !multiplayer && schedule.rules().single_player_report().needs_details(),
            sandboxes: BTreeMap::new(),
            toolchains: vec![BTreeMap::new(); entrants],
            unproven: 0,
            history: has_history.then(|| GameRoundTotals::new(entrants)),
            stats: rules.has_stats().then(|| StatTotals::new(entrants)),
        }
    }

    /// Adds a match whose scores were added to the collector. `seats` has the entrant of each seat.
    pub fn add(
        &mut self,
        schedule: &MatchSchedule,
        position: usize,
        seats: &[u32],
        result: ResultBesidesScores<'_>,
    ) {
        let ResultBesidesScores { details, faults, provenance } = result;
        self.played += 1;
        if !faults.is_empty() {
            self.faults.insert(position, faults.to_vec());
        }
        self.count_tools(seats, provenance);
        if let Some(details) = details {
            self.add_details(schedule, position, details);
        }
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
        if let Some((totals, stats)) = self.stats.as_mut().zip(details.get(STATS).and_then(stats_from_json)) {
            totals.add_match(schedule.scheduled_matches.seats(position), &stats);
        }
        if let Some(totals) = &mut self.history {
            match schedule.rules_of(position).history(details) {
                Some(history) => totals.add_match(schedule.scheduled_matches.seats(position), &history),
                None => self.history = None,
            }
        }
    }

    /// Adds other matches. `None` if the result would depend on the order of matches: with a
    /// history, whose sums are rounded, or with too many kinds of tools to count.
    pub fn merged(mut self, other: ResultPart) -> Option<ResultPart> {
        if self.history.is_some() || other.history.is_some() {
            return None;
        }
        self.played += other.played;
        self.unproven += other.unproven;
        self.faults.extend(other.faults);
        self.details.extend(other.details);
        self.stats = match (self.stats, other.stats) {
            (Some(stats), Some(more)) => Some(stats.merged(more)?),
            (stats, more) => stats.or(more),
        };
        add_counts(&mut self.sandboxes, other.sandboxes)?;
        self.toolchains.iter_mut().zip(other.toolchains).try_for_each(|(all, more)| add_counts(all, more))?;
        Some(self)
    }

    /// Whether matches may be added to several parts that are merged later.
    pub fn can_be_merged(&self) -> bool {
        self.history.is_none()
    }

    /// Whether the details of a match are needed. `has` says whether it may have details of a name:
    /// most games have no statistics, and their details need not be read.
    pub fn needs_details(&self, has: impl Fn(&str) -> bool) -> bool {
        self.needs_details || self.history.is_some() || self.stats.is_some() && has(STATS)
    }

    /// Whether details are kept in memory, and not only counted.
    pub fn keeps_details(&self) -> bool {
        self.needs_details
    }
}

impl ScheduleResults {
    /// The results of the matches at these positions, as those of a `schedule` with only these
    /// matches. Sandboxes and tools stay those of all matches, and histories and statistics are left
    /// out.
    pub fn select(&self, schedule: &MatchSchedule, positions: &[usize]) -> ScheduleResults {
        let selected = ResultCollector::new(schedule);
        let mut others = ResultPart {
            sandboxes: self.others.sandboxes.clone(),
            toolchains: self.others.toolchains.clone(),
            unproven: self.others.unproven,
            ..ResultPart::new(schedule, RoundHistoryChoice::Omit)
        };
        for (own, position) in positions.iter().enumerate() {
            let Some(scores) = self.scores(*position) else { continue };
            selected.add(own, scores, self.faults(*position)).expect("it was added before");
            others.played += 1;
            let faults = self.others.faults.get(position);
            others.faults.extend(faults.map(|faults| (own, faults.clone())));
            let details = self.others.details.get(position);
            others.details.extend(details.map(|details| (own, details.clone())));
        }
        selected.finish(others)
    }

    /// The number of matches played.
    pub fn played(&self) -> usize {
        self.others.played
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
        self.others.faults.get(&position).map_or(&[], Vec::as_slice)
    }

    /// The positions of the matches with a fault.
    pub fn faulty(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        self.others.faults.keys().copied()
    }

    /// The details of a single-player match, as far as its report needs them.
    pub fn details(&self, position: usize) -> Value {
        self.others.details.get(&position).cloned().unwrap_or_default()
    }

    /// The sandboxes that bots ran in, with the number of matches. `None` stands for matches whose
    /// sandbox is unknown.
    pub fn sandboxes(&self) -> &BTreeMap<Option<RecordedSandbox>, usize> {
        &self.others.sandboxes
    }

    /// The number of results whose provenance is missing or incomplete.
    pub fn unproven(&self) -> usize {
        self.others.unproven
    }

    /// For each entrant, in how many matches it played with which tools.
    pub fn toolchains(&self) -> &[BTreeMap<String, usize>] {
        &self.others.toolchains
    }

    /// The statistics of seats, if there are any.
    pub fn stats(&self) -> Option<&StatTotals> {
        self.others.stats.as_ref().filter(|stats| stats.names().next().is_some())
    }

    /// The scores by entrant and round, if all matches had rounds and these were collected.
    pub fn history(&self) -> Option<&GameRoundTotals> {
        self.others.history.as_ref().filter(|_| self.others.played > 0)
    }
}

/// Counts something of this kind, or of the `others` if there are too many kinds.
fn count_kind<K, Q>(counts: &mut BTreeMap<K, usize>, kind: &Q, others: &Q)
where
    K: Ord + Borrow<Q>,
    Q: Ord + ToOwned<Owned = K> + ?Sized,
{
    if let Some(count) = counts.get_mut(kind) {
        *count += 1;
        return;
    }
    let kind = if counts.len() < MOST_KINDS { kind } else { others };
    *counts.entry(kind.to_owned()).or_default() += 1;
}

/// Adds counts of other matches. `None` if there are too many kinds to list.
fn add_counts<K: Ord>(counts: &mut BTreeMap<K, usize>, others: BTreeMap<K, usize>) -> Option<()> {
    for (kind, count) in others {
        *counts.entry(kind).or_default() += count;
    }
    (counts.len() < MOST_KINDS).then_some(())
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
