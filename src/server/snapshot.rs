//! Everything that pages show of a tournament, at one moment.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use serde_json::{Value, json};

use super::recent::RecentResponses;
use super::request_error::RequestError;
use super::visibility::DisclosurePhase;
use crate::report::sanitize;
use crate::report::standings::{ChartWidth, JsonExtent, Standings};
use crate::store::Store;
use crate::tournament::{
    EntrantPositions, MatchKey, MatchSchedule, MatchSpec, RoundHistoryChoice, ScheduleResults,
    StoredTournamentSetup,
};

/// Snapshots are read at most this often.
const LIFETIME: Duration = Duration::from_secs(1);

/// Reading may take this long before pages get the last snapshot instead of waiting.
const QUICK: Duration = Duration::from_millis(250);

/// How many lists of matches and of pairs are kept, and the most bytes of all of them.
const LISTS: usize = 100;
const MOST_BYTES: usize = 16 << 20;

/// The number of results of each tournament in the overview.
const MOST_LAST: usize = 4;

/// The state, the matches, the results and the standings.
#[derive(Debug)]
pub(super) struct Snapshot {
    pub(super) state: StoredTournamentSetup,
    pub(super) schedule: MatchSchedule,
    pub(super) results: ScheduleResults,
    pub(super) standings: Standings,
    /// The positions of all matches, in the order of their keys.
    by_key: Vec<u32>,
    /// The positions of the matches of each entrant.
    pub(super) by_entrant: EntrantPositions,
    /// The lists of matches and of pairs that were asked for last.
    pub(super) lists: RecentResponses,
    /// The keys of the matches whose replay is kept.
    replays: BTreeSet<String>,
    /// The positions of the results that were stored last, the last one first, with their times.
    /// Those without a time come after all others, in the order of the schedule.
    pub(super) last: Vec<(usize, Option<Timestamp>)>,
    /// The number of workers that are known.
    pub(super) workers: usize,
    /// The body of the page of standings, before and after the reveal.
    bodies: [OnceLock<Arc<str>>; 2],
    /// The standings of each group of boards that pages asked for.
    groups: Vec<OnceLock<Standings>>,
    /// The charts that have been drawn, by name and whether they are narrow.
    charts: Mutex<BTreeMap<(String, bool), Arc<str>>>,
}

impl Snapshot {
    fn read(store: &Store) -> Result<Snapshot, RequestError> {
        let state =
            store.tournament()?.ok_or_else(|| RequestError::missing("nothing has been played yet"))?;
        let schedule = state.schedule(&store.known_matches(state.format)?).map_err(RequestError::host)?;
        let results = store.results(&schedule, RoundHistoryChoice::Include)?;
        let by_key = schedule.order_of_keys();
        let standings = Standings::as_of(state.clone(), &schedule, &results, Timestamp::now());
        let by_entrant = EntrantPositions::new(&schedule.scheduled_matches, schedule.names.len());
        let lists = RecentResponses::new(LISTS, MOST_BYTES);
        let (replays, (bodies, charts)) = (store.replay_keys()?, Default::default());
        let groups = state.groups.iter().map(|_| OnceLock::new()).collect();
        let last = last_results(store, &schedule, &by_key, &results)?;
        Ok(Snapshot {
            state,
            schedule,
            results,
            standings,
            by_key,
            by_entrant,
            lists,
            replays,
            last,
            workers: store.worker_count()?,
            bodies,
            groups,
            charts,
        })
    }

    /// The index of the group of boards with this name.
    pub(super) fn group(&self, name: &str) -> Result<usize, RequestError> {
        let found = self.state.groups.iter().position(|group| group.name == name);
        found.ok_or_else(|| RequestError::missing("there is no such group of boards"))
    }

    /// The standings of a group of boards. Computed once.
    pub(super) fn standings_of_group(&self, group: usize) -> &Standings {
        self.groups[group].get_or_init(|| {
            let schedule = self.schedule.of_group(group);
            let results = self.results.select(&schedule, &self.schedule.positions_of_group(group));
            Standings::of_group(&self.state, group, &schedule, &results, Timestamp::now())
        })
    }

    /// The names of the entrants in the match at this position, by seat.
    pub(super) fn names(&self, position: usize) -> Vec<String> {
        self.schedule.names_of(position).cloned().collect()
    }

    pub(super) fn has_replay(&self, position: usize) -> bool {
        self.replays.contains(&self.schedule.key(position))
    }

    pub(super) fn visibility(&self) -> DisclosurePhase {
        DisclosurePhase::at(&self.state.phases, Timestamp::now())
    }

    /// The positions of the played matches before and after this one in the order of the schedule.
    pub(super) fn neighbours(&self, position: usize) -> [Option<usize>; 2] {
        let is_played = |position: &usize| self.results.is_played(*position);
        [(0..position).rev().find(is_played), (position + 1..self.results.all()).find(is_played)]
    }

    /// The position of the match that a page asks for by key or handle.
    pub(super) fn find(&self, wanted: &str) -> Result<usize, RequestError> {
        let by_key = |key: MatchKey| self.position(key);
        let found = self.visibility().find(wanted, self.schedule.keys.len(), by_key);
        found.ok_or_else(|| RequestError::missing("there is no such match"))
    }

    /// The position of the match with this key.
    pub(super) fn position(&self, key: MatchKey) -> Option<usize> {
        position_of(&self.schedule.keys, &self.by_key, key)
    }

    /// Whether this match has an entrant of the tournament and sources are not revealed yet.
    pub(super) fn hides(&self, spec: &MatchSpec) -> bool {
        let is_entrant =
            |submission: &String| self.state.entrants.values().any(|entrant| entrant.identity == *submission);
        !self.visibility().is_open() && spec.submissions.iter().any(is_entrant)
    }

    /// The standings, the names of the charts and the records as the fields of a JSON object,
    /// without its braces. Written once.
    pub(super) fn body(&self) -> Arc<str> {
        let visibility = self.visibility();
        let body = &self.bodies[usize::from(visibility.is_open())];
        Arc::clone(body.get_or_init(|| self.write_body(visibility).into()))
    }

    fn write_body(&self, visibility: DisclosurePhase) -> String {
        let mut standings = visibility.standings(self.standings.json(JsonExtent::Table));
        sanitize(&mut standings);
        let charts = visibility.charts(self.standings.chart_names());
        let mut records = json!(self.won_drawn_lost());
        sanitize(&mut records);
        let (charts, decides) = (json!(charts), self.deciding_value());
        format!("\"standings\":{standings},\"decides\":{decides},\"charts\":{charts},\"records\":{records}")
    }

    /// What the value is that decides, and the ends of its possible range where it has them.
    pub(super) fn deciding_value(&self) -> Value {
        let rules = self.schedule.rules();
        let least = (!rules.can_score(-1.0)).then_some(0);
        let most = (rules.can_score(1.0) && !rules.can_score(2.0)).then_some(1);
        json!({ "name": self.standings.deciding_value_name(), "least": least, "most": most })
    }

    /// The chart of this name, if there is one. Drawn once for each width.
    pub(super) fn chart(&self, name: &str, width: ChartWidth) -> Option<Arc<str>> {
        let known = || self.charts.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (name.to_owned(), width == ChartWidth::Narrow);
        if let Some(chart) = known().get(&key) {
            return Some(Arc::clone(chart));
        }
        let drawn: Arc<str> = self.standings.chart(name, width)?.svg.into();
        known().insert(key, Arc::clone(&drawn));
        Some(drawn)
    }

    /// How often each entrant had the only best score of a match, shared it, or did not have it.
    /// `None` in games with one seat.
    fn won_drawn_lost(&self) -> Option<BTreeMap<&str, [u32; 3]>> {
        let schedule = &self.schedule;
        if !schedule.rules().is_multiplayer() {
            return None;
        }
        let order = schedule.rules().best();
        let mut counts = vec![[0; 3]; schedule.names.len()];
        for position in self.results.positions() {
            let scores = self.results.scores(position).unwrap_or_default();
            let worth = |score: &f64| order.worth(*score);
            let best = scores.iter().map(worth).fold(f64::NEG_INFINITY, f64::max);
            let is_shared = scores.iter().filter(|score| worth(score) == best).count() > 1;
            for (entrant, score) in schedule.scheduled_matches.seats(position).iter().zip(scores) {
                let outcome = if worth(score) < best { 2 } else { usize::from(is_shared) };
                counts[*entrant as usize][outcome] += 1;
            }
        }
        Some(schedule.names.iter().map(String::as_str).zip(counts).collect())
    }
}

/// The position of a match in the schedule, whose positions are sorted `by_key`.
fn position_of(keys: &[MatchKey], by_key: &[u32], key: MatchKey) -> Option<usize> {
    let first = by_key.partition_point(|position| keys[*position as usize] < key);
    let position = *by_key.get(first)? as usize;
    (keys[position] == key).then_some(position)
}

/// The results of the schedule that were stored last.
fn last_results(
    store: &Store,
    schedule: &MatchSchedule,
    by_key: &[u32],
    results: &ScheduleResults,
) -> Result<Vec<(usize, Option<Timestamp>)>, RequestError> {
    let position = |key| position_of(&schedule.keys, by_key, key);
    let is_played = |key| position(key).is_some_and(|position| results.is_played(position));
    let timed = store.last_stored(MOST_LAST, is_played)?;
    let mut last: Vec<(usize, Option<Timestamp>)> =
        timed.into_iter().filter_map(|(key, time)| Some((position(key)?, Some(time)))).collect();
    let known: BTreeSet<usize> = last.iter().map(|(position, _)| *position).collect();
    let others = results.positions().rev().filter(|position| !known.contains(position));
    let room = MOST_LAST - last.len();
    last.extend(others.take(room).map(|position| (position, None)));
    Ok(last)
}

/// A snapshot with its version.
#[derive(Debug, Clone)]
pub(super) struct CachedSnapshot {
    pub(super) snapshot: Arc<Snapshot>,
    /// The version of the database before it was read.
    version: i64,
    read_at: Instant,
    /// How long reading took.
    took: Duration,
}

impl CachedSnapshot {
    /// Reads the database, which has this version or a later one.
    pub(super) fn read(store: &Store, version: i64) -> Result<CachedSnapshot, RequestError> {
        let begin = Instant::now();
        let snapshot = Arc::new(Snapshot::read(store)?);
        Ok(CachedSnapshot { snapshot, version, read_at: Instant::now(), took: begin.elapsed() })
    }

    /// Whether it is still shown when the database has this version. Large tournaments are read
    /// less often, so that reading takes a small part of the time.
    pub(super) fn is_current(&self, version: i64) -> bool {
        self.version == version || self.read_at.elapsed() < LIFETIME.max(4 * self.took)
    }

    /// Whether reading took so long that pages do not wait for the next one.
    pub(super) fn is_slow(&self) -> bool {
        self.took > QUICK
    }
}
