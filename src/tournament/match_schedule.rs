//! The matches of a tournament.

use std::collections::BTreeMap;

use rathaus_games::{ConfiguredGame, Seed};

use super::formats::{AdaptiveStatus, EncounterStatus, FormatStanding};
use super::rulings::{KnownMatches, MatchRuling};
use super::scheduled_matches::ScheduledMatchColumns;
use crate::matches::{MatchKey, MatchSpec, RoundRotation, SeedKeyMaker};

/// With fewer keys than this, threads would cost more than they save.
const FEWEST_FOR_THREADS: usize = 10_000;

/// The matches of a tournament, in the order of play.
#[derive(Debug, Clone)]
pub struct MatchSchedule {
    /// The game of each round: the same one, or one for each group of boards.
    pub games: RoundRotation<ConfiguredGame>,
    /// The names of the entrants that play, sorted. The seats of the scheduled matches are indices into
    /// this list.
    pub names: Vec<String>,
    /// The matches whose opponents are known.
    pub scheduled_matches: ScheduledMatchColumns,
    /// Whether more matches follow when these have been played.
    pub continues: bool,
    /// The standings of the entrants that play, in formats that go by results.
    pub places: Vec<FormatStanding>,
    /// The encounters so far and those that come next, in formats that go by results.
    pub encounters: Vec<EncounterStatus>,
    /// What an adaptive tournament has decided.
    pub adaptive: Option<AdaptiveStatus>,
    /// The keys of the matches, in the order of `scheduled_matches`.
    pub keys: Vec<MatchKey>,
    /// The rulings on matches that were not played, by position.
    pub rulings: BTreeMap<usize, MatchRuling>,
    /// The identities of the submissions that play, in the order of `names`.
    pub(super) identities: Vec<String>,
    pub(super) greeting_seconds: u64,
}

impl MatchSchedule {
    /// The game, for all that no parameter changes.
    pub fn rules(&self) -> &ConfiguredGame {
        self.games.first()
    }

    /// The game of the match at this position.
    pub fn rules_of(&self, position: usize) -> &ConfiguredGame {
        self.games.at(self.scheduled_matches.round(position))
    }

    /// The game of a match with this spec. Any of the games if the spec does not belong to the
    /// tournament.
    pub fn rules_for(&self, spec: &MatchSpec) -> &ConfiguredGame {
        let is_own = |game: &&ConfiguredGame| self.games.count() == 1 || game.parameters() == spec.parameters;
        self.games.iter().find(is_own).unwrap_or(self.rules())
    }

    /// The index of the group of boards that the match at this position belongs to. 0 if there are no
    /// groups.
    pub fn group(&self, position: usize) -> usize {
        self.games.index(self.scheduled_matches.round(position))
    }

    /// The positions of the matches of this group of boards.
    pub fn positions_of_group(&self, group: usize) -> Vec<usize> {
        (0..self.keys.len()).filter(|position| self.group(*position) == group).collect()
    }

    /// Only the matches of this group of boards.
    pub fn of_group(&self, group: usize) -> MatchSchedule {
        let own = self.positions_of_group(group);
        let mut scheduled_matches: ScheduledMatchColumns =
            own.iter().map(|position| self.scheduled_matches.get(*position)).collect();
        let numbers = own.first().and_then(|position| self.scheduled_matches.get(*position).numbers);
        scheduled_matches.set_seed_numbers(numbers.as_deref());
        let rules = self.games.iter().nth(group).unwrap_or(self.rules());
        MatchSchedule {
            games: RoundRotation::same(rules.clone()),
            names: self.names.clone(),
            scheduled_matches,
            continues: self.continues,
            places: Vec::new(),
            encounters: Vec::new(),
            adaptive: None,
            keys: own.iter().map(|position| self.keys[*position]).collect(),
            rulings: (0..)
                .zip(&own)
                .filter_map(|(index, position)| Some((index, self.rulings.get(position)?.clone())))
                .collect(),
            identities: self.identities.clone(),
            greeting_seconds: self.greeting_seconds,
        }
    }

    pub fn spec(&self, position: usize) -> MatchSpec {
        let (scheduled_match, greeting_seconds) =
            (self.scheduled_matches.get(position), self.greeting_seconds);
        let spec = MatchSpec::new(
            self.rules_of(position),
            scheduled_match.seed,
            scheduled_match.submissions(&self.identities),
        );
        MatchSpec { numbers: scheduled_match.numbers, greeting_seconds, ..spec }
    }

    /// The index of the entrant with this name.
    pub fn entrant(&self, name: &str) -> Option<usize> {
        self.names.binary_search_by(|known| known.as_str().cmp(name)).ok()
    }

    /// The key of a match as text.
    pub fn key(&self, position: usize) -> String {
        self.keys[position].to_string()
    }

    /// The names of the entrants in a match, by seat.
    pub fn names_of(&self, position: usize) -> impl Iterator<Item = &String> {
        self.scheduled_matches.seats(position).iter().map(|entrant| &self.names[*entrant as usize])
    }

    /// The positions in the order of their keys, each with the [beginning](MatchKey::beginning) of
    /// its key. Entrants that posted the same submission share keys.
    pub fn positions_by_key(&self) -> Vec<(u64, u32)> {
        self.positions_by_key_in(|_| true)
    }

    /// All positions in the order of their keys, in less memory.
    pub fn order_of_keys(&self) -> Vec<u32> {
        let mut all = Vec::with_capacity(self.keys.len());
        for first in 0..8 {
            let part = self.positions_by_key_in(|beginning| beginning >> 61 == first);
            all.extend(part.into_iter().map(|(_, position)| position));
        }
        all
    }

    /// The positions of the keys with these beginnings, in order.
    pub fn positions_by_key_in(&self, is_wanted: impl Fn(u64) -> bool) -> Vec<(u64, u32)> {
        // The beginnings keep nearly all comparisons out of the list of keys.
        let beginnings = self.keys.iter().map(MatchKey::beginning).zip(0..self.keys.len() as u32);
        let mut order: Vec<(u64, u32)> = beginnings.filter(|(beginning, _)| is_wanted(*beginning)).collect();
        order.sort_unstable_by(|(one, at), (other, other_at)| {
            let keys = || self.keys[*at as usize].cmp(&self.keys[*other_at as usize]);
            one.cmp(other).then_with(keys).then(at.cmp(other_at))
        });
        order
    }
}

/// The rulings on the matches with these keys, by position.
pub(super) fn rulings_of(keys: &[MatchKey], known: &KnownMatches) -> BTreeMap<usize, MatchRuling> {
    if known.rulings.is_empty() {
        return BTreeMap::new();
    }
    let ruled = |(position, key)| Some((position, known.ruling(key)?.clone()));
    keys.iter().enumerate().filter_map(ruled).collect()
}

/// The keys of matches, computed on all processors. `of_round` is for the matches of a round, and
/// `submissions` are those of the entrants, [quoted](crate::matches::quoted).
pub(super) fn keys_of(
    scheduled_matches: &ScheduledMatchColumns,
    of_round: &(impl Fn(u32, Seed) -> SeedKeyMaker + Sync),
    submissions: &[String],
) -> Vec<MatchKey> {
    let of_part = |begin: usize, keys: &mut [MatchKey]| {
        let mut maker: Option<(u32, SeedKeyMaker)> = None;
        for (position, key) in (begin..).zip(keys) {
            let round = scheduled_matches.round(position);
            maker = maker.filter(|(last, _)| *last == round);
            let (_, maker) =
                maker.get_or_insert_with(|| (round, of_round(round, scheduled_matches.seed(position))));
            let seats = scheduled_matches.seats(position).iter();
            *key = maker.of(seats.map(|entrant| submissions[*entrant as usize].as_str()));
        }
    };
    let mut keys = vec![MatchKey::default(); scheduled_matches.len()];
    if keys.len() < FEWEST_FOR_THREADS {
        of_part(0, &mut keys);
        return keys;
    }
    let size = keys.len().div_ceil(std::thread::available_parallelism().map_or(1, usize::from));
    std::thread::scope(|scope| {
        for (number, part) in keys.chunks_mut(size).enumerate() {
            scope.spawn(move || of_part(number * size, part));
        }
    });
    keys
}
