//! Results of a match of a game that says nothing particular of its reports, such as a custom game.

use serde_json::{Value, json};

use super::counted;
use super::together::Together;
use rathaus_games::custom::Best;
use rathaus_games::number::as_json;

/// A match of such a game.
#[derive(Debug, Clone)]
pub struct External {
    /// Who played, and with what.
    pub together: Together,
    /// Which scores are the best.
    pub best: Best,
    /// Why it ended, as the program has said.
    pub ended: String,
    /// What else there is to tell of it: how many turns there were, and what the program tells.
    pub details: Value,
    /// How it looked in the end, line by line, if the program shows that.
    pub shown: Vec<String>,
}

impl External {
    /// The seats, the best first. Equal ones stay in their order.
    fn ranked(&self) -> Vec<usize> {
        let score = |seat: &usize| self.together.players[*seat].score;
        let mut seats: Vec<usize> = (0..self.together.seats).collect();
        seats.sort_by(|one, other| self.best.order(score(one), score(other)));
        seats
    }

    /// The report as text.
    pub fn text(&self) -> String {
        let mut parts: Vec<String> =
            (!self.shown.is_empty()).then(|| self.shown.join("\n")).into_iter().collect();
        parts.push(format!("{}\n{}", self.how(), self.rankings()));
        parts.extend(self.together.troubles(|turn| format!("turn {turn}"), "turn"));
        parts.extend(self.together.origin(&counted(self.together.seats, "player")));
        parts.join("\n\n") + "\n"
    }

    /// How many turns the program of a custom game had.
    fn turns(&self) -> Option<u64> {
        self.details["turns"].as_u64()
    }

    fn how(&self) -> String {
        match self.turns() {
            Some(turns) => format!("After {}: {}", counted(turns as usize, "turn"), self.ended),
            None => format!("It ended: {}", self.ended),
        }
    }

    /// Equal scores have the same rank.
    fn rankings(&self) -> String {
        let ranked = self.ranked();
        let score = |seat: usize| self.together.players[seat].score;
        let rank = |seat: usize| {
            1 + ranked.iter().filter(|other| self.best.order(score(**other), score(seat)).is_lt()).count()
        };
        let line = |seat: &usize| {
            format!("{}. {} {}", rank(*seat), self.together.players[*seat].submission.name, score(*seat))
        };
        ranked.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// The report as one JSON object. `docs/JSON.md` describes it.
    pub fn json(&self) -> Value {
        let place =
            |seat: usize| json!({ "seat": seat, "score": as_json(self.together.players[seat].score) });
        // What the program of a custom game reports stands beside the number of turns.
        let details = if self.turns().is_some() { &self.details["game"] } else { &self.details };
        let more = json!({ "ended": self.ended, "turns": self.turns(), "details": details });
        self.together.json(&self.ranked(), place, more)
    }
}
