//! How a tournament differs from the stored one.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{StoredEntrant, StoredTournamentSetup, short};
use crate::tournament::{StoredBoardGroup, TeamRules, TournamentFormat};

impl StoredTournamentSetup {
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
        found.extend(other_groups(&before.groups, &self.groups));
        let mut differ = |what: &str, before: String, now: String| {
            if before != now {
                found.push(format!("{what} was {before}, and is {now}"));
            }
        };
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
        let teams = |state: &StoredTournamentSetup| match &state.teams {
            TeamRules { meet: true, .. } => "none".to_owned(),
            TeamRules { members, .. } => {
                let team =
                    |(name, members): (&String, &Vec<String>)| format!("{name} ({})", members.join(", "));
                members.iter().map(team).collect::<Vec<_>>().join(", ")
            }
        };
        differ("the teams whose members do not meet", teams(before), teams(self));
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
            let is_new = |name: &&String| {
                let played = before.entrants.get(*name).is_some_and(|entrant| entrant.out.is_none());
                !played && self.entrants[*name].out.is_none()
            };
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
            // It has not played yet, so no result is of its former source.
            Some(_) if entrant.out.is_some() => None,
            Some(now) if now.identity != entrant.identity && now.sha256 == entrant.sha256 => {
                Some(format!("{name}'s files are the same, and how it is run has changed"))
            }
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

/// How the groups of boards differ from those before, in words.
fn other_groups(before: &[StoredBoardGroup], now: &[StoredBoardGroup]) -> Vec<String> {
    let names = |groups: &[StoredBoardGroup]| match groups {
        [] => "none".to_owned(),
        groups => groups.iter().map(|group| group.name.as_str()).collect::<Vec<_>>().join(", "),
    };
    let (names_before, names_now) = (names(before), names(now));
    if names_before != names_now {
        return vec![format!("the groups of boards were {names_before}, and are {names_now}")];
    }
    let changed = before.iter().zip(now).filter(|(before, now)| before.parameters != now.parameters);
    changed.map(|(group, _)| format!("the parameters of the group {} are others", group.name)).collect()
}
