//! Standings of a tournament: a pure function of what it is and of the results that are stored.

mod charts;
mod csv;
mod encounters;
mod json;
mod markdown;
mod multiplayer;
mod pairs;
mod single_player;
#[cfg(test)]
mod tests;
mod text;

use std::collections::BTreeMap;

use jiff::Timestamp;
use rathaus_games::report::Column;
use serde_json::Value;

use crate::store::StoredResult;
use crate::tournament::standings::{MeanEstimate, RankRange, rank_ranges};
use crate::tournament::{Entrant, EntrantStanding, SandboxUse, Schedule, TournamentState};
pub use charts::StandingsChart;
pub use encounters::PlayedEncounter;
pub use pairs::EntrantPair;

/// The standings of a tournament.
#[derive(Debug, Clone)]
pub struct Standings {
    pub state: TournamentState,
    /// How many matches have been played, and how many there are.
    pub played: (usize, usize),
    /// Whether there are more matches when these have been played.
    pub continues: bool,
    /// In what sandboxes bots ran, and in how many matches; nothing where that is not known.
    sandboxes: BTreeMap<Option<SandboxUse>, usize>,
    /// What is counted, board or game.
    noun: &'static str,
    /// Until when the standings are provisional, if they are.
    pub provisional_until: Option<Timestamp>,
    /// The columns of the table that are particular to the game.
    columns: Vec<Column>,
    /// What decides, in words, and whether its ratios count.
    decides: (&'static str, bool),
    /// The entrants, the best first, those without a rank last.
    pub rows: Vec<StandingsRow>,
    /// What is known of each two of those that have a rank: for each row what it is to those below
    /// it.
    pub pairs: Vec<EntrantPair>,
    /// Who has met whom, in formats that go by results.
    encounters: Vec<PlayedEncounter>,
    /// What else there is to draw.
    story: Option<RoundHistory>,
}

/// What standings tell of one entrant.
#[derive(Debug, Clone)]
pub struct StandingsRow {
    pub name: String,
    pub entrant: Entrant,
    /// The ranks that it may have, as far as the results tell; nothing if it has none at all.
    pub rank: Option<RankRange>,
    /// How it stands, in a format that goes by results.
    pub place: Option<EntrantStanding>,
    /// What decides, with its interval.
    pub estimate: Option<MeanEstimate>,
    /// Its score in each match, by the number of the board or game.
    pub scores: Vec<(u32, f64)>,
    /// What a match is worth where two are compared.
    worth: Vec<(u32, f64)>,
    /// What is in the columns of the game.
    cells: Vec<String>,
    /// In how many matches it did something wrong.
    pub faulty: usize,
    /// What it did so that it has no rank.
    pub disqualified: Option<String>,
    /// What is to be said against it, a line each.
    notes: Vec<String>,
    /// What the game says besides, as JSON.
    more: Value,
}

/// What happened in games that all play together, round by round.
#[derive(Debug, Clone)]
struct RoundHistory {
    /// Of each row the score after each round, the mean of all games that have so many rounds.
    scores: Vec<Vec<f64>>,
    /// How often each row took from each other one, in the prisoner's dilemma.
    takes: Option<Vec<Vec<u64>>>,
}

impl Standings {
    /// The standings by these results, one for each match of the schedule that was played.
    pub fn new(state: TournamentState, schedule: &Schedule, stored: Vec<Option<StoredResult>>) -> Standings {
        let played = (stored.iter().flatten().count(), stored.len());
        let mixed = mixed_toolchains(schedule, &stored);
        let sandboxes = sandboxes(&stored);
        let mut standings = if schedule.rules.is_multiplayer() {
            multiplayer::standings(state, schedule, &stored)
        } else {
            single_player::standings(state, schedule, stored)
        };
        (standings.played, standings.sandboxes) = (played, sandboxes);
        (standings.continues, standings.encounters) = (schedule.continues, encounters::met(schedule));
        for row in &mut standings.rows {
            row.notes.splice(0..0, mixed.get(&row.name).map(|words| format!("{} {words}", row.name)));
        }
        standings.rank();
        standings
    }

    /// The same at a moment: they may still be provisional then.
    pub fn as_of(
        state: TournamentState,
        schedule: &Schedule,
        stored: Vec<Option<StoredResult>>,
        now: Timestamp,
    ) -> Standings {
        let provisional_until = state.phases.results_on.filter(|moment| now < *moment);
        Standings { provisional_until, ..Standings::new(state, schedule, stored) }
    }

    /// Compares each two of those that can have a rank, and says which ranks each may have. Where
    /// the format says who comes before whom, nothing is compared: those who met others had others
    /// to beat.
    fn rank(&mut self) {
        let ranked = self.rows.iter().filter(|row| row.can_be_ranked()).count();
        let places: Option<Vec<EntrantStanding>> = self.rows[..ranked].iter().map(|row| row.place).collect();
        let ranges = match places {
            Some(places) if ranked > 0 => {
                rank_ranges(ranked, |one, other| places[one].order(&places[other]).is_lt())
            }
            _ => {
                self.pairs = pairs::pairs(&self.rows[..ranked]);
                pairs::ranges(ranked, &self.pairs)
            }
        };
        for (row, range) in self.rows.iter_mut().zip(ranges) {
            row.rank = Some(range);
        }
    }
}

/// In what sandboxes these matches were played.
fn sandboxes(stored: &[Option<StoredResult>]) -> BTreeMap<Option<SandboxUse>, usize> {
    let mut found = BTreeMap::new();
    for stored in stored.iter().flatten() {
        let sandbox = stored.provenance.as_ref().and_then(|provenance| provenance.sandbox.clone());
        *found.entry(sandbox).or_default() += 1;
    }
    found
}

/// Who was played with more than one version of something, in words: their results may not be of
/// one kind.
fn mixed_toolchains(schedule: &Schedule, stored: &[Option<StoredResult>]) -> BTreeMap<String, String> {
    let mut used: Vec<BTreeMap<&str, usize>> = vec![BTreeMap::new(); schedule.names.len()];
    for (fixture, stored) in schedule.fixtures.iter().zip(stored) {
        let Some(provenance) = stored.as_ref().and_then(|stored| stored.provenance.as_ref()) else {
            continue;
        };
        for (entrant, toolchain) in fixture.seats.iter().zip(&provenance.toolchains) {
            let words = toolchain.as_deref().unwrap_or("an unknown toolchain");
            *used[*entrant].entry(words).or_default() += 1;
        }
    }
    let in_words = |toolchains: BTreeMap<&str, usize>| {
        let listed = toolchains.iter().map(|(words, count)| format!("{words} ({count} matches)"));
        format!("was played with {}", listed.collect::<Vec<_>>().join(", "))
    };
    let mixed = schedule.names.iter().zip(used).filter(|(_, used)| used.len() > 1);
    mixed.map(|(name, used)| (name.clone(), in_words(used))).collect()
}

impl StandingsRow {
    /// Whether it has played and nothing bars it from having a rank.
    fn can_be_ranked(&self) -> bool {
        !self.scores.is_empty() && self.disqualified.is_none() && self.entrant.out.is_none()
    }

    /// The rank, or the ranks that cannot be told apart, as people read it.
    fn rank_in_words(&self) -> String {
        match self.rank {
            Some(RankRange { best, worst }) if best == worst => best.to_string(),
            Some(RankRange { best, worst }) => format!("{best}-{worst}"),
            None => "-".into(),
        }
    }
}
