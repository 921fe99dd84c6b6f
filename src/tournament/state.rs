//! The state of a tournament: all that decides its matches, stored with its results.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use rathaus_games::custom::CustomGameIdentity;
use rathaus_games::{ConfiguredGame, Seed};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::config::{DisqualifyingFault, TournamentDates};
use super::exclusion::ExclusionReason;
use super::formats::{
    self, DecisionTarget, FormatSetup, MOST_ADAPTIVE_ENTRANTS, MOST_MATCHES, MOST_SEATS, SeatResultLookup,
    SwissPairingAlgorithm, TournamentFormat, TournamentFormatState,
};
use super::match_schedule::{self, MatchSchedule};
use super::schedule::{self, ScheduleError};
use crate::matches::{self, BoardResult, KeyMaker, MatchKey, MatchSpecError, ScheduledMatch};

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
}

/// The scores of played matches, seat by seat, by the keys of the matches.
pub type ScoresByMatchKey = BTreeMap<MatchKey, Vec<f64>>;

impl StoredTournamentSetup {
    pub fn rules(&self) -> Result<ConfiguredGame, MatchSpecError> {
        matches::rules(&self.game, self.program.as_ref(), &self.parameters)
    }

    /// The entrants that play, by name.
    pub fn playing(&self) -> impl Iterator<Item = (&String, &StoredEntrant)> {
        self.entrants.iter().filter(|(_, entrant)| entrant.out.is_none())
    }

    /// The matches to play. They do not depend on the order in which entrants were listed. In
    /// formats that go by results, they are the matches that are known from `scores`.
    pub fn schedule(&self, scores: &ScoresByMatchKey) -> Result<MatchSchedule, ScheduleError> {
        let rules = self.rules()?;
        if let Some(anchor) = self.rating_anchor.as_ref().filter(|name| !self.entrants.contains_key(*name)) {
            return Err(ScheduleError::NoAnchor(anchor.clone()));
        }
        let (names, identities): (Vec<String>, Vec<String>) =
            self.playing().map(|(name, entrant)| (name.clone(), entrant.identity.clone())).unzip();
        let (parameters, greeting_seconds) = (rules.parameters(), self.greeting_seconds);
        let keys = KeyMaker::new(rules.name(), rules.program(), &parameters, greeting_seconds);
        let together = rules.is_multiplayer();
        let numbers = if together { &self.numbers } else { &None };
        let key = |scheduled_match: &ScheduledMatch| {
            let seats = scheduled_match.seats.iter();
            let submissions: Vec<&str> = seats.map(|entrant| identities[*entrant].as_str()).collect();
            keys.of(scheduled_match.seed, numbers, &submissions)
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
        let known = |scheduled_match: &ScheduledMatch| {
            let scores = scores.get(&key(scheduled_match))?;
            Some(scores.iter().map(|score| worth(scheduled_match, *score)).collect())
        };
        let known = SeatResultLookup(&known);
        let TournamentFormatState { mut scheduled_matches, continues, places, encounters, adaptive } =
            if together {
                self.format_state(&rules, &names, known)?
            } else {
                self.single_player_state(&rules, names.len(), known)?
            };
        // The keys first: these matches do not copy the numbers.
        let keys = match_schedule::keys_of(&scheduled_matches, &key);
        scheduled_matches.set_seed_numbers(numbers.as_deref());
        Ok(MatchSchedule {
            rules,
            names,
            scheduled_matches,
            continues,
            places,
            encounters,
            adaptive,
            keys,
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
        refuse_too_many(most, seats)?;
        Ok(self.format.format_state(field, &challengers, known))
    }

    /// The state of a single-player tournament, given the results so far.
    fn single_player_state(
        &self,
        rules: &ConfiguredGame,
        entrants: usize,
        known: SeatResultLookup<'_>,
    ) -> Result<TournamentFormatState, ScheduleError> {
        refuse_too_many(Some(u64::from(self.count) * entrants as u64), 1)?;
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
        Ok(FormatSetup { seed, rounds, seats, entrants, pairing, decide })
    }

    /// How this tournament differs from the stored one, each difference in words. More boards,
    /// games or entrants are usually no difference: what was played still counts.
    pub fn differences(&self, before: &StoredTournamentSetup) -> Vec<String> {
        let mut found = Vec::new();
        let mut differ = |what: &str, before: String, now: String| {
            if before != now {
                found.push(format!("{what} was {before}, and is {now}"));
            }
        };
        differ("the game", before.game.clone(), self.game.clone());
        let identity = |state: &StoredTournamentSetup| {
            state.program.as_ref().map_or("none", |program| short(&program.identity)).to_owned()
        };
        differ("the program of the game", identity(before), identity(self));
        differ("the seed", before.seed.to_string(), self.seed.to_string());
        let absent = || "not there".to_owned();
        let names: BTreeSet<&String> = before.parameters.keys().chain(self.parameters.keys()).collect();
        for name in names {
            let of = |state: &StoredTournamentSetup| {
                state.parameters.get(name).map_or_else(absent, Value::to_string)
            };
            differ(&format!("the parameter `{name}`"), of(before), of(self));
        }
        let seats = |state: &StoredTournamentSetup| {
            state.seats.map_or("all entrants".to_owned(), |seats| seats.to_string())
        };
        let format = |state: &StoredTournamentSetup| match (&state.challenger, state.decide) {
            (Some(challenger), _) => format!("{:?} of {challenger}", state.format),
            (None, _) if !state.challengers.is_empty() => {
                format!("{:?} of {}", state.format, state.challengers.join(", "))
            }
            (None, Some(decide)) => format!("{:?} for \"{decide}\"", state.format),
            (None, None) => format!("{:?}", state.format),
        };
        differ("the format", format(before), format(self));
        differ("who plays in a game", seats(before), seats(self));
        let handshake_time = |state: &StoredTournamentSetup| format!("{} s", state.greeting_seconds);
        differ("the time limit of the handshake", handshake_time(before), handshake_time(self));
        if self.format == TournamentFormat::KnockOut {
            let best_of = |state: &StoredTournamentSetup| format!("the best of {} games", state.count);
            differ("an encounter", best_of(before), best_of(self));
        }
        let config =
            |state: &StoredTournamentSetup| state.program.as_ref().map(|program| program.config.clone());
        if config(before) != config(self) {
            found.push(
                "the terms of the game (seats, limits, faults and the like in its game.toml) are others"
                    .into(),
            );
        }
        if before.numbers != self.numbers {
            found.push("the numbers of the seed file are others".into());
        }
        if self.count < before.count && self.format != TournamentFormat::KnockOut {
            found.push(format!("{} boards or games were to be played, and now {}", before.count, self.count));
        }
        if self.format.goes_by_results() {
            let is_new = |name: &&String| !before.entrants.contains_key(*name);
            found.extend(
                self.entrants.keys().filter(is_new).map(|name| {
                    format!("{name} did not take part, and does now, which changes who meets whom")
                }),
            );
        }
        // In multiplayer games, a missing entrant changes the games of the others.
        let together = self.rules().is_ok_and(|rules| rules.is_multiplayer());
        found.extend(before.entrants.iter().filter_map(|(name, entrant)| match self.entrants.get(name) {
            Some(StoredEntrant { out: Some(out), .. }) if together && entrant.out.is_none() => {
                Some(format!("{name} played, and does not any more: {out}"))
            }
            None => Some(format!("{name} took part, and does not any more")),
            Some(now) if now.identity != entrant.identity => Some(format!(
                "{name}'s submission has changed (from {} to {})",
                short(&entrant.sha256),
                short(&now.sha256)
            )),
            Some(_) => None,
        }));
        found
    }
}

/// An error if so many matches, each with so many seats, are too many to be listed. `None` stands
/// for a number that overflows.
fn refuse_too_many(matches: Option<u64>, seats: usize) -> Result<(), ScheduleError> {
    let fits = |matches: u64| {
        matches <= MOST_MATCHES && matches.checked_mul(seats as u64).is_some_and(|seats| seats <= MOST_SEATS)
    };
    if matches.is_some_and(fits) { Ok(()) } else { Err(ScheduleError::TooMany) }
}

/// The beginning of a hash, long enough to tell it from others.
pub fn short(hash: &str) -> &str {
    hash.get(..12).unwrap_or(hash)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::MatchSpec;

    fn entrant(identity: &str) -> StoredEntrant {
        StoredEntrant {
            identity: identity.into(),
            sha256: identity.repeat(20),
            language: "Python".into(),
            described: "Python".into(),
            toolchain: None,
            unverified: None,
            out: None,
        }
    }

    fn state(game: &str, names: &[&str]) -> StoredTournamentSetup {
        let rules = ConfiguredGame::resolve(game, []).unwrap().unwrap();
        StoredTournamentSetup {
            title: "a test".into(),
            game: game.into(),
            program: None,
            parameters: rules.parameters(),
            seed: Seed(1),
            numbers: None,
            format: TournamentFormat::default(),
            pairing: SwissPairingAlgorithm::default(),
            decide: None,
            challenger: None,
            challengers: Vec::new(),
            rating_anchor: None,
            count: 3,
            seats: None,
            greeting_seconds: 10,
            disqualify: Vec::new(),
            phases: TournamentDates::default(),
            entrants: names.iter().map(|name| ((*name).to_owned(), entrant(name))).collect(),
        }
    }

    #[test]
    fn more_of_everything_keeps_what_was_played() {
        let before = state("rat-race", &["a", "b"]);
        let now = StoredTournamentSetup { count: 5, ..state("rat-race", &["a", "b", "c"]) };
        assert_eq!(now.differences(&before), Vec::<String>::new());
        let (before, now) = (
            before.schedule(&ScoresByMatchKey::new()).unwrap(),
            now.schedule(&ScoresByMatchKey::new()).unwrap(),
        );
        assert_eq!((before.keys.len(), now.keys.len()), (6, 15));
        assert!(before.keys.iter().all(|key| now.keys.contains(key)));
    }

    #[test]
    fn a_schedule_that_is_too_long_is_refused() {
        let none = ScoresByMatchKey::new();
        let boards = StoredTournamentSetup { count: u32::MAX, ..state("rat-race", &["a", "b"]) };
        assert_eq!(boards.schedule(&none).unwrap_err(), ScheduleError::TooMany);
        let names: Vec<String> =
            (0..MOST_ADAPTIVE_ENTRANTS + 1).map(|number| format!("bot {number}")).collect();
        let all: Vec<&str> = names.iter().map(String::as_str).collect();
        let adaptive =
            StoredTournamentSetup { format: TournamentFormat::Adaptive, ..state("rat-race", &all) };
        let refused = ScheduleError::TooManyToCompare(MOST_ADAPTIVE_ENTRANTS + 1);
        assert_eq!(adaptive.schedule(&none).unwrap_err(), refused);
        let names: Vec<String> = (0..100).map(|number| format!("bot {number}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let seats = StoredTournamentSetup { count: 5_000_000, ..state("prisoners-dilemma", &names) };
        assert_eq!(seats.schedule(&none).unwrap_err(), ScheduleError::TooMany);
    }

    #[test]
    fn the_rating_anchor_is_an_entrant() {
        let anchored = |name: &str| StoredTournamentSetup {
            rating_anchor: Some(name.into()),
            ..state("prisoners-dilemma", &["a", "b"])
        };
        let none = ScoresByMatchKey::new();
        assert!(anchored("b").schedule(&none).is_ok());
        assert_eq!(anchored("c").schedule(&none).unwrap_err(), ScheduleError::NoAnchor("c".into()));
        assert_eq!(anchored("b").differences(&anchored("a")), Vec::<String>::new());
    }

    #[test]
    fn those_who_are_out_have_no_seat() {
        let mut state = state("prisoners-dilemma", &["a", "b", "c"]);
        state.entrants.get_mut("b").unwrap().out = Some(ExclusionReason::Unbuildable("no".into()));
        let schedule = state.schedule(&ScoresByMatchKey::new()).unwrap();
        assert_eq!(
            (&schedule.names, schedule.scheduled_matches.get(0).seats.len()),
            (&vec!["a".into(), "c".into()], 2)
        );
        let specs: Vec<MatchSpec> = (0..3).map(|position| schedule.spec(position)).collect();
        assert!(specs.iter().all(|spec| !spec.submissions.contains(&"b".to_owned())));
        let keys: Vec<String> = specs.iter().map(MatchSpec::key).collect();
        assert_eq!(keys, (0..3).map(|position| schedule.key(position)).collect::<Vec<_>>());
    }

    #[test]
    fn who_comes_later_changes_who_meets_whom_where_results_decide() {
        let swiss = |names: &[&str]| StoredTournamentSetup {
            format: TournamentFormat::Swiss,
            ..state("prisoners-dilemma", names)
        };
        let expected = ["c did not take part, and does now, which changes who meets whom"];
        assert_eq!(swiss(&["a", "b", "c"]).differences(&swiss(&["a", "b"])), expected);
        let knock_out =
            |count| StoredTournamentSetup { format: TournamentFormat::KnockOut, count, ..swiss(&["a", "b"]) };
        let expected = ["an encounter was the best of 3 games, and is the best of 5 games"];
        assert_eq!(knock_out(5).differences(&knock_out(3)), expected);
    }

    #[test]
    fn a_stored_tournament_without_a_pairing_keeps_the_first_one() {
        let before = state("prisoners-dilemma", &["a", "b"]);
        let stored = serde_json::to_string(&before).unwrap();
        assert!(!stored.contains("pairing"));
        assert_eq!(
            serde_json::from_str::<StoredTournamentSetup>(&stored).unwrap().pairing,
            SwissPairingAlgorithm::Search
        );
        let now = StoredTournamentSetup { pairing: SwissPairingAlgorithm::Matching, ..before };
        let stored = serde_json::to_string(&now).unwrap();
        assert_eq!(serde_json::from_str::<StoredTournamentSetup>(&stored).unwrap().pairing, now.pairing);
    }

    #[test]
    fn matches_follow_from_what_came_out_and_keep_their_places() {
        let state = StoredTournamentSetup {
            format: TournamentFormat::KnockOut,
            ..state("prisoners-dilemma", &["a", "b", "c", "d"])
        };
        let mut scores = ScoresByMatchKey::new();
        let mut lengths = Vec::new();
        loop {
            let schedule = state.schedule(&scores).unwrap();
            lengths.push(schedule.scheduled_matches.len());
            let numbers: Vec<u32> =
                schedule.scheduled_matches.iter().map(|scheduled_match| scheduled_match.number).collect();
            assert_eq!(numbers, (1..=schedule.scheduled_matches.len() as u32).collect::<Vec<_>>());
            if !schedule.continues {
                break;
            }
            for (scheduled_match, key) in schedule.scheduled_matches.iter().zip(&schedule.keys) {
                scores.insert(*key, scheduled_match.seats.iter().map(|entrant| *entrant as f64).collect());
            }
        }
        // Two of three games decide an encounter. There are two encounters, then one.
        assert_eq!(lengths, [4, 6, 6]);
        assert_eq!(scores.len(), 6);
    }

    #[test]
    fn whatever_changes_results_is_said() {
        let before = state("rat-race", &["a", "b", "c"]);
        let mut now = StoredTournamentSetup { seed: Seed(2), count: 2, ..state("rat-race", &["a", "b"]) };
        now.parameters.insert("turns".into(), 77.into());
        now.entrants.insert("b".into(), entrant("d"));
        let expected = [
            "the seed was 1, and is 2",
            "the parameter `turns` was 10000, and is 77",
            "3 boards or games were to be played, and now 2",
            "b's submission has changed (from bbbbbbbbbbbb to dddddddddddd)",
            "c took part, and does not any more",
        ];
        assert_eq!(now.differences(&before), expected);
    }
}
