//! Results of the prisoner's dilemma.

use rathaus_protocol::prisoners_dilemma::{Take, history_line};
use serde_json::{Value, json};

use super::counted;
use super::together::{Player, Together};
use crate::seats::Findings;
use rathaus_games::prisoners_dilemma::{Details, Used};

/// A match of the prisoner's dilemma.
#[derive(Debug, Clone)]
pub struct Dilemma {
    /// Who played, and with what.
    pub together: Together,
    /// What the game tells of the match.
    pub details: Details,
}

impl Dilemma {
    /// The positions of those that played, by identifier.
    fn by_id(&self) -> Vec<usize> {
        let mut positions: Vec<usize> = (0..self.details.ids.len()).collect();
        positions.sort_by_key(|position| self.details.ids[*position]);
        positions
    }

    fn ranked(&self) -> Vec<usize> {
        self.together.ranked(self.by_id())
    }

    fn player(&self, position: usize) -> &Player {
        &self.together.players[position]
    }

    /// The report as text: final scores and rankings as the game's judge has always printed them, then what went wrong.
    pub fn text(&self) -> String {
        let mut parts = vec![self.final_scores(), self.rankings()];
        parts.extend(self.together.troubles(|turn| format!("round {turn}"), "round"));
        parts.extend(self.determinism());
        let rounds = counted(self.details.rounds.len(), "round");
        let players = counted(self.details.ids.len(), "player");
        parts.extend(self.together.origin(&format!("{players}, {rounds}")));
        parts.join("\n\n") + "\n"
    }

    fn final_scores(&self) -> String {
        let score = |position: usize| {
            format!("\n{} {}", self.player(position).submission.name, self.player(position).score)
        };
        self.by_id().into_iter().map(score).fold("Final scores:".to_owned(), |text, line| text + &line)
    }

    fn rankings(&self) -> String {
        (1..).zip(self.ranked()).fold("Rankings:".to_owned(), |text, (rank, position)| {
            let Player { submission, score, .. } = self.player(position);
            let name = &submission.name;
            format!("{text}\n{rank}. {name} {score}")
        })
    }

    /// Whether programs gave the same answer twice, if they were asked twice.
    fn determinism(&self) -> Option<String> {
        let players = self.together.players.iter();
        let asked: Vec<_> =
            players.filter_map(|player| Some((player, player.determinism.as_ref()?))).collect();
        let repeated: u64 = asked.iter().map(|(_, findings)| findings.repeated).sum();
        let differing: Vec<_> = asked.iter().filter(|(_, findings)| !findings.differing.is_empty()).collect();
        if asked.is_empty() {
            return None;
        }
        if differing.is_empty() {
            return Some(format!("{repeated} calls were made twice, and answered alike"));
        }
        let line = |(player, findings): &&(&Player, &Findings)| {
            format!(
                "{} is not deterministic: of {} made twice, it answered {} otherwise the second time, first in round {}",
                player.submission.name,
                counted(findings.repeated as usize, "call"),
                findings.differing.len(),
                findings.differing[0] + 1
            )
        };
        Some(differing.iter().map(line).collect::<Vec<_>>().join("\n"))
    }

    /// Who took from whom, a round a line, as the history that players read.
    pub fn take_log(&self) -> String {
        let takes = |pairs: &Vec<(u32, u32)>| -> Vec<Take> {
            pairs.iter().map(|(by, from)| Take { by: *by, from: *from }).collect()
        };
        self.details.rounds.iter().map(|round| history_line(&takes(&round.takes))).collect()
    }

    /// The scores after each round as CSV: a column for each player, by identifier.
    pub fn score_log(&self) -> String {
        self.together.score_log(&self.by_id(), self.details.rounds.iter().map(|round| &round.scores))
    }

    /// The report as one JSON object. `docs/JSON.md` describes it.
    pub fn json(&self) -> Value {
        let place =
            |position: usize| json!({ "id": self.details.ids[position], "used": self.used(position) });
        self.together.json(&self.ranked(), place, json!({ "rounds": self.details.rounds }))
    }

    fn used(&self, position: usize) -> Value {
        let seconds = |micros: u64| micros as f64 / 1e6;
        let Used { slowest_us, took_us, cpu_us } = &self.details.used[position];
        json!({
            "slowest_seconds": seconds(*slowest_us),
            "seconds": seconds(*took_us),
            "cpu_seconds": seconds(*cpu_us),
        })
    }
}
