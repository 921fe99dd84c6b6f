//! What is the same in the results of all matches that bots have played together.

use serde_json::{Map, Value, json};

use super::text::as_csv;
use super::{Commitments, Submitted, faults, joined, origin_of};
use crate::seats::{Findings, Starts};
use crate::tournament::Confined;
use rathaus_games::SeatFault;
use rathaus_games::number::as_json;
use rathaus_games::{Cause, Seed};

/// A match and who played it, whatever the game.
#[derive(Debug, Clone)]
pub struct Together {
    /// The game's name.
    pub game: String,
    /// Its parameters.
    pub parameters: Vec<(String, Value)>,
    /// The seed from which came what was not given otherwise, if anything did.
    pub seed: Option<Seed>,
    /// The players by their seats, and behind them those that did not play.
    pub players: Vec<Player>,
    /// How many of them played.
    pub seats: usize,
    /// What players and the organiser were bound to, if they were.
    pub commitments: Option<Commitments>,
    /// In what sandbox bots ran, if that is known.
    pub sandbox: Option<Confined>,
}

/// What a report tells of one player.
#[derive(Debug, Clone)]
pub struct Player {
    /// Who played.
    pub submission: Submitted,
    /// Its score at the end.
    pub score: f64,
    /// What it did wrong.
    pub faults: Vec<SeatFault>,
    /// What came of asking it twice, if that was done.
    pub determinism: Option<Findings>,
    /// How often it was started, in games that start a program for each ask.
    pub starts: Option<Starts>,
}

impl Together {
    /// The positions of those that played, the best first; equal ones stay in the order that is given.
    pub(super) fn ranked(&self, mut positions: Vec<usize>) -> Vec<usize> {
        let score = |position: &usize| self.players[*position].score;
        positions.sort_by(|one, other| score(other).total_cmp(&score(one)));
        positions
    }

    /// What went wrong with each player. `turn` says in words where in the match a turn was.
    pub(super) fn troubles(&self, turn: impl Fn(usize) -> String, turns: &str) -> Vec<String> {
        self.players.iter().filter_map(|player| player.troubles(&turn, turns)).collect()
    }

    /// What players have in each round as CSV: a column for each of these positions.
    pub(super) fn score_log<'a, T: ToString + 'a>(
        &self,
        positions: &[usize],
        rounds: impl Iterator<Item = &'a Vec<T>>,
    ) -> String {
        let names = positions.iter().map(|position| self.players[*position].submission.name.clone());
        let header = std::iter::once("round".to_owned()).chain(names).collect::<Vec<_>>();
        let row = |(number, values): (usize, &Vec<T>)| {
            std::iter::once(number.to_string()).chain(values.iter().map(T::to_string)).collect::<Vec<_>>()
        };
        as_csv(std::iter::once(header).chain((1..).zip(rounds).map(row)))
    }

    /// What a report ends with: what was bound, and what it takes to have the same results again. So much was `played`.
    pub(super) fn origin(&self, played: &str) -> Vec<String> {
        let bound = self.commitments.as_ref().map(Commitments::text);
        let sandbox = self.sandbox.as_ref().map(|sandbox| format!(", {sandbox}")).unwrap_or_default();
        bound.into_iter().chain([origin_of(&self.game, played, self.seed) + &sandbox]).collect()
    }

    /// The report as one JSON object: players the best first, those without a place in the standings behind them, with what the
    /// game says of each seat, and what the game adds.
    /// `docs/JSON.md` describes it.
    pub(super) fn json(&self, ranked: &[usize], place: impl Fn(usize) -> Value, more: Value) -> Value {
        let parameters: Map<String, Value> =
            self.parameters.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        let unranked = (0..self.seats).filter(|seat| !ranked.contains(seat)).map(|seat| (None, seat));
        let ranked = (1..).zip(ranked).map(|(rank, seat)| (Some(rank), *seat));
        let played = ranked.chain(unranked).map(|(rank, seat): (Option<usize>, usize)| {
            joined(joined(self.players[seat].json(), json!({ "rank": rank })), place(seat))
        });
        let out = self.players[self.seats..].iter().map(Player::json);
        let own = json!({
            "rathaus": env!("CARGO_PKG_VERSION"),
            "sandbox": self.sandbox,
            "game": self.game,
            "parameters": parameters,
            "seed": self.seed.as_ref().map(ToString::to_string),
            "commitments": self.commitments.as_ref().map(Commitments::json),
            "players": played.chain(out).collect::<Vec<_>>(),
        });
        joined(own, more)
    }
}

impl Player {
    fn json(&self) -> Value {
        let own = json!({
            "score": self.submission.out.is_none().then(|| as_json(self.score)),
            "faults": self.faults,
        });
        let own = joined(self.submission.json(), own);
        let starts = self.starts.map(|starts| json!({ "starts": starts, "determinism": self.determinism }));
        joined(own, starts.unwrap_or_default())
    }

    /// All that went wrong with a player. Answers against the rules differ in their words in every round, and are the same.
    fn troubles(&self, turn: impl Fn(usize) -> String, turns: &str) -> Option<String> {
        let name = &self.submission.name;
        let mut lines: Vec<String> =
            self.submission.out.iter().map(|out| format!("{name} did not play: {out}")).collect();
        let faults = self.faults.iter().map(|fault| (fault.turn, &fault.fault));
        let is_same = |one: &Cause, other: &Cause| one.name() == other.name();
        lines.extend(faults::told(name, faults, is_same, |at| turn(*at), ("in", turns)));
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}
