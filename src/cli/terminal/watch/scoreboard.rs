//! The entrants of a run and their results so far.

use rathaus_games::ConfiguredGame;

use crate::report;
use crate::tournament::{RunEvent, ScheduledMatch};

/// The entrants of a run with the results of finished matches.
#[derive(Debug, Clone)]
pub(crate) struct Scoreboard {
    pub(super) rules: ConfiguredGame,
    pub(super) scheduled_matches: Vec<ScheduledMatch>,
    pub(super) entrants: Vec<ScoreboardEntry>,
    /// Messages about entrants and matches that could not play.
    pub(super) notes: Vec<String>,
}

/// The results of an entrant.
#[derive(Debug, Clone, Default)]
pub(super) struct ScoreboardEntry {
    pub(super) name: String,
    pub(super) scores: Vec<f64>,
    /// The number of matches with a fault.
    pub(super) faulty: usize,
}

impl Scoreboard {
    /// A scoreboard without results.
    pub(crate) fn new(
        rules: &ConfiguredGame,
        scheduled_matches: &[ScheduledMatch],
        names: &[String],
    ) -> Scoreboard {
        let entrant = |name: &String| ScoreboardEntry { name: name.clone(), ..ScoreboardEntry::default() };
        Scoreboard {
            rules: rules.clone(),
            scheduled_matches: scheduled_matches.to_vec(),
            entrants: names.iter().map(entrant).collect(),
            notes: Vec::new(),
        }
    }

    pub(super) fn note(&mut self, event: &RunEvent) {
        match event {
            RunEvent::Progress { .. } => {}
            RunEvent::Finished { scheduled_match, result, .. } => {
                for (seat, entrant) in self.scheduled_matches[*scheduled_match].seats.iter().enumerate() {
                    let entrant = &mut self.entrants[*entrant];
                    entrant.scores.extend(result.scores.get(seat));
                    entrant.faulty += usize::from(result.faults.iter().any(|fault| fault.seat == seat));
                }
            }
            RunEvent::Out { entrant, fault, .. } => {
                self.notes.push(format!("{} does not play: {}", self.entrants[*entrant].name, fault.cause));
            }
            RunEvent::Void { scheduled_match, why } => {
                self.notes.push(format!("{} could not be played: {why}", self.called(*scheduled_match)));
            }
        }
    }

    pub(super) fn called(&self, scheduled_match: usize) -> String {
        let noun = if self.rules.is_multiplayer() { "game" } else { "board" };
        let number =
            self.scheduled_matches.get(scheduled_match).map_or(0, |scheduled_match| scheduled_match.number);
        format!("{noun} {number}")
    }

    /// The entrants of a match, by seat.
    pub(super) fn seats(&self, scheduled_match: usize) -> Vec<&ScoreboardEntry> {
        let seats = self
            .scheduled_matches
            .get(scheduled_match)
            .map_or([].as_slice(), |scheduled_match| &scheduled_match.seats);
        seats.iter().filter_map(|entrant| self.entrants.get(*entrant)).collect()
    }

    pub(super) fn matches(&self, entrant: usize) -> usize {
        self.scheduled_matches
            .iter()
            .filter(|scheduled_match| scheduled_match.seats.contains(&entrant))
            .count()
    }

    /// A short summary of an entrant's scores so far, in single-player games.
    pub(super) fn so_far(&self, entrant: &ScoreboardEntry) -> Option<String> {
        let has_own = !entrant.scores.is_empty() && !self.rules.is_multiplayer();
        has_own.then(|| report::so_far(self.rules.name(), &entrant.scores)).flatten()
    }
}
