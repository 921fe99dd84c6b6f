//! The state of a tournament: all that decides its matches, stored with its results.

mod checks;
mod differences;

use std::collections::BTreeMap;
use std::time::Duration;

use rathaus_games::custom::CustomGameIdentity;
use rathaus_games::{ConfiguredGame, Seed};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::config::{DisqualifyingFault, TournamentDates};
use super::exclusion::ExclusionReason;
use super::formats::{
    self, DecisionTarget, FormatSetup, MOST_ADAPTIVE_ENTRANTS, MeetingRules, SeatResultLookup,
    SwissPairingAlgorithm, TournamentFormat, TournamentFormatState,
};
use super::groups::{MOST_GROUPS, StoredBoardGroup};
use super::match_schedule::{self, MatchSchedule};
use super::rulings::{EntrantAbsence, KnownMatches};
use super::schedule::{self, ScheduleError};
use super::teams::TeamRules;
use crate::matches::{
    self, BoardResult, HANDSHAKE_TIME, KeyMaker, MatchSpecError, RoundRotation, ScheduledMatch,
};

/// A tournament as it is stored: its settings and its entrants.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredTournamentSetup {
    pub title: String,
    pub game: String,
    /// The program with the rules, for custom games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<CustomGameIdentity>,
    pub parameters: BTreeMap<String, Value>,
    /// The groups of boards, if parameters differ between boards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<StoredBoardGroup>,
    pub seed: Seed,
    /// The numbers of a seed file, or `None` if they derive from the seed.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "matches::numbers")]
    pub numbers: Option<Vec<u64>>,
    /// The format, in multiplayer games.
    #[serde(default, skip_serializing_if = "is_drawn")]
    pub format: TournamentFormat,
    /// How a Swiss tournament pairs entrants. What has been paired stays the same.
    #[serde(default, skip_serializing_if = "is_search")]
    pub pairing: SwissPairingAlgorithm,
    /// What an adaptive tournament is to decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decide: Option<DecisionTarget>,
    /// The entrant that meets all others, in a gauntlet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub challenger: Option<String>,
    /// Several entrants that each meet all who are none, in a gauntlet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub challengers: Vec<String>,
    /// The entrant whose rating is 1500. Without one, the mean of all ratings is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_anchor: Option<String>,
    /// The entrants that are versions of one bot, the oldest first, by the name of the bot.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub versions: BTreeMap<String, Vec<String>>,
    /// The teams of entrants.
    #[serde(default, skip_serializing_if = "TeamRules::is_empty")]
    pub teams: TeamRules,
    /// The number of boards that each entrant plays, of games, or of rounds, depending on the game
    /// and the format.
    pub count: u32,
    /// The number of entrants in each game. `None` for the default of the format.
    pub seats: Option<usize>,
    /// The time limit for a bot to start and answer the handshake, in seconds.
    pub greeting_seconds: u64,
    /// An entrant that commits one of these faults once gets no rank.
    pub disqualify: Vec<DisqualifyingFault>,
    /// The deadlines of the tournament.
    pub phases: TournamentDates,
    /// The entrants, by name.
    #[serde(skip)]
    pub entrants: BTreeMap<String, StoredEntrant>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over like this")]
fn is_drawn(format: &TournamentFormat) -> bool {
    *format == TournamentFormat::Drawn
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over like this")]
fn is_search(pairing: &SwissPairingAlgorithm) -> bool {
    *pairing == SwissPairingAlgorithm::Search
}

/// An entrant, with what became of its submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredEntrant {
    /// The identity of the submission, as in the specs of matches.
    pub identity: String,
    /// The hash of the source's files, in hexadecimal.
    pub sha256: String,
    pub language: String,
    /// How it is run, in words.
    pub described: String,
    /// The versions of the tools that built it and run it, and how it was adapted.
    pub toolchain: Option<String>,
    /// Why the source does not match what its player committed to. `None` if it matches, or if the
    /// tournament has no ledger.
    pub unverified: Option<String>,
    /// Why it does not play. `None` if it plays.
    pub out: Option<ExclusionReason>,
    /// Why it cannot play at the moment, although it belongs to the tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absent: Option<EntrantAbsence>,
}

impl StoredTournamentSetup {
    /// A tournament of this game without entrants, in which everything else has its default value.
    pub fn new(title: &str, rules: &ConfiguredGame, seed: Seed) -> StoredTournamentSetup {
        StoredTournamentSetup {
            title: title.into(),
            game: rules.name().into(),
            program: rules.program().cloned(),
            parameters: rules.parameters(),
            groups: Vec::new(),
            seed,
            numbers: None,
            format: TournamentFormat::default(),
            pairing: SwissPairingAlgorithm::default(),
            decide: None,
            challenger: None,
            challengers: Vec::new(),
            rating_anchor: None,
            versions: BTreeMap::new(),
            teams: TeamRules::default(),
            count: 1,
            seats: None,
            greeting_seconds: HANDSHAKE_TIME.as_secs(),
            disqualify: Vec::new(),
            phases: TournamentDates::default(),
            entrants: BTreeMap::new(),
        }
    }

    /// The game with the parameters that all groups of boards share.
    pub fn rules(&self) -> Result<ConfiguredGame, MatchSpecError> {
        matches::rules(&self.game, self.program.as_ref(), &self.parameters)
    }

    /// The game of each round.
    pub fn games(&self) -> Result<RoundRotation<ConfiguredGame>, ScheduleError> {
        if self.groups.len() > MOST_GROUPS {
            return Err(ScheduleError::TooManyGroups(self.groups.len()));
        }
        let rules =
            |group: &StoredBoardGroup| matches::rules(&self.game, self.program.as_ref(), &group.parameters);
        let games = self.groups.iter().map(rules).collect::<Result<Vec<_>, _>>()?;
        match RoundRotation::of(games) {
            Some(games) => Ok(games),
            None => Ok(RoundRotation::same(self.rules()?)),
        }
    }

    /// The setup of one group of boards, as if these were all boards.
    pub fn of_group(&self, group: usize) -> StoredTournamentSetup {
        StoredTournamentSetup {
            parameters: self.groups[group].parameters.clone(),
            groups: Vec::new(),
            ..self.clone()
        }
    }

    /// The entrants that play, by name. Some of them may be absent.
    pub fn playing(&self) -> impl Iterator<Item = (&String, &StoredEntrant)> {
        self.entrants.iter().filter(|(_, entrant)| entrant.out.is_none())
    }

    /// The matches to play. They do not depend on the order in which entrants were listed. In
    /// formats that go by results, they are the matches that follow from those in `known`.
    pub fn schedule(&self, known: &KnownMatches) -> Result<MatchSchedule, ScheduleError> {
        let games = self.games()?;
        let rules = games.first();
        self.refuse_unknown_names()?;
        let (names, identities): (Vec<String>, Vec<String>) =
            self.playing().map(|(name, entrant)| (name.clone(), entrant.identity.clone())).unzip();
        let greeting_seconds = self.greeting_seconds;
        let keys = games
            .map(|game| KeyMaker::new(game.name(), game.program(), &game.parameters(), greeting_seconds));
        let together = rules.is_multiplayer();
        let numbers = if together { &self.numbers } else { &None };
        let submissions: Vec<String> = identities.iter().map(|identity| matches::quoted(identity)).collect();
        let of_round = |round: u32, seed: Seed| keys.at(round).with_seed(seed, numbers);
        let key = |scheduled_match: &ScheduledMatch| {
            let seats = scheduled_match.seats.iter();
            let of_round = of_round(scheduled_match.round, scheduled_match.seed);
            of_round.of(seats.map(|entrant| submissions[*entrant].as_str()))
        };
        let worth = |scheduled_match: &ScheduledMatch, score: f64| match together {
            true => rules.best().worth(score),
            false => rules.single_player_report().worth(&BoardResult {
                board: scheduled_match.board(),
                score,
                ended: String::new(),
                details: Value::Null,
                faults: Vec::new(),
                took: Duration::ZERO,
            }),
        };
        let worth_of_match = |scheduled_match: &ScheduledMatch| {
            let scores = known.scores.get(&key(scheduled_match))?;
            Some(scores.iter().map(|score| worth(scheduled_match, *score)).collect())
        };
        let ruled = |scheduled_match: &ScheduledMatch| {
            known.ruling(&key(scheduled_match)).map(|ruling| ruling.points.clone())
        };
        let lookup = SeatResultLookup { worth: &worth_of_match, ruled: &ruled };
        let TournamentFormatState { mut scheduled_matches, continues, places, encounters, adaptive } =
            if together {
                self.format_state(rules, &names, lookup)?
            } else {
                self.single_player_state(rules, names.len(), lookup)?
            };
        // The keys first: these matches do not copy the numbers.
        let keys = match_schedule::keys_of(&scheduled_matches, &of_round, &submissions);
        scheduled_matches.set_seed_numbers(numbers.as_deref());
        let rulings = match_schedule::rulings_of(&keys, known);
        Ok(MatchSchedule {
            games,
            names,
            scheduled_matches,
            continues,
            places,
            encounters,
            adaptive,
            keys,
            rulings,
            identities,
            greeting_seconds,
        })
    }

    /// The state of a multiplayer tournament, given the results so far.
    fn format_state(
        &self,
        rules: &ConfiguredGame,
        names: &[String],
        known: SeatResultLookup<'_>,
    ) -> Result<TournamentFormatState, ScheduleError> {
        let entrants = names.len();
        let usual = self.format.usual_seats(rules.seats().from, entrants);
        let seats = self.seats.unwrap_or(usual).min(entrants).min(rules.seats().to);
        let field = self.setup(seats, entrants)?;
        let position = |challenger: &String| {
            let position = names.iter().position(|name| name == challenger);
            position.ok_or_else(|| ScheduleError::NoChallenger(challenger.clone()))
        };
        let challengers: Vec<usize> =
            self.challengers.iter().chain(&self.challenger).map(position).collect::<Result<_, _>>()?;
        let matches = self.format.matches(field);
        let most = matches.and_then(|matches| matches.checked_mul(challengers.len().max(1) as u64));
        checks::refuse_too_many(most, seats)?;
        let teams = self.teams.apart(names);
        let meetings = MeetingRules { challengers: &challengers, teams: &teams };
        self.refuse_teammates(field, meetings)?;
        Ok(self.format.format_state(field, meetings, known))
    }

    /// The state of a single-player tournament, given the results so far.
    fn single_player_state(
        &self,
        rules: &ConfiguredGame,
        entrants: usize,
        known: SeatResultLookup<'_>,
    ) -> Result<TournamentFormatState, ScheduleError> {
        checks::refuse_too_many(Some(u64::from(self.count) * entrants as u64), 1)?;
        if self.format == TournamentFormat::Adaptive {
            let largest = rules.single_player_report().largest_difference();
            return Ok(formats::adaptive_single_player(self.setup(1, entrants)?, largest, known));
        }
        let boards = schedule::boards(self.seed, self.count);
        Ok(TournamentFormatState::known(schedule::single_player(&boards, entrants)))
    }

    fn setup(&self, seats: usize, entrants: usize) -> Result<FormatSetup, ScheduleError> {
        let decide = self.decide.unwrap_or_default();
        if self.format == TournamentFormat::Adaptive && entrants > MOST_ADAPTIVE_ENTRANTS {
            return Err(ScheduleError::TooManyToCompare(entrants));
        }
        if self.format == TournamentFormat::Adaptive && decide.best().is_some_and(|best| best >= entrants) {
            return Err(ScheduleError::NothingToDecide { target: decide, entrants });
        }
        let (seed, rounds, pairing) = (self.seed, self.count, self.pairing);
        let groups = self.groups.len().max(1) as u32;
        Ok(FormatSetup { seed, rounds, seats, entrants, pairing, decide, groups })
    }
}

/// The beginning of a hash, long enough to tell it from others.
pub fn short(hash: &str) -> &str {
    hash.get(..12).unwrap_or(hash)
}

#[cfg(test)]
mod tests;
