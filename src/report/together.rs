//! Results of a match that all played together, as the prisoner's dilemma has them.

use std::fmt::Write as _;

use rathaus_protocol::prisoners_dilemma::{Take, history_line};
use serde_json::{Map, Value, json};

use super::{Commitments, Out, counted, origin_of};
use crate::game::prisoners_dilemma::{Details, Used};
use crate::game::{Cause, Fault, Seed};
use crate::referee::SeatFault;
use crate::seat::{Findings, Starts};

/// How many different faults of a player are shown in full.
const SHOWN_FAULTS: usize = 3;

/// A match and who played it.
#[derive(Debug, Clone)]
pub struct Together {
    /// The game's name.
    pub game: String,
    /// Its parameters.
    pub parameters: Vec<(&'static str, Value)>,
    /// The seed from which came what was not given otherwise, if anything did.
    pub seed: Option<Seed>,
    /// The players by their seats, and behind them those that did not play.
    pub players: Vec<Player>,
    /// What the game tells of the match.
    pub details: Details,
    /// What players and the organiser were bound to, if they were.
    pub commitments: Option<Commitments>,
}

/// What a report tells of one player.
#[derive(Debug, Clone)]
pub struct Player {
    /// Its name.
    pub name: String,
    /// Its language.
    pub language: String,
    /// How it was run, in words.
    pub described: String,
    /// The versions of what it was built and run with, and what was done to it.
    pub toolchain: Option<String>,
    /// The content hash of its source.
    pub hash: String,
    /// Why it did not play, if it did not.
    pub out: Option<Out>,
    /// Its score at the end.
    pub score: i64,
    /// What it did wrong.
    pub faults: Vec<SeatFault>,
    /// What came of asking it twice, if that was done.
    pub determinism: Option<Findings>,
    /// How often it was started.
    pub starts: Starts,
}

impl Together {
    /// The positions of those that played, by identifier.
    fn by_id(&self) -> Vec<usize> {
        let mut positions: Vec<usize> = (0..self.details.ids.len()).collect();
        positions.sort_by_key(|position| self.details.ids[*position]);
        positions
    }

    /// The positions of those that played, the best first.
    fn ranked(&self) -> Vec<usize> {
        let mut positions = self.by_id();
        positions.sort_by_key(|position| std::cmp::Reverse(self.players[*position].score));
        positions
    }

    /// The report as text: final scores and rankings as the game's judge has always printed them, then what went wrong.
    pub fn text(&self) -> String {
        let mut parts = vec![self.final_scores(), self.rankings()];
        parts.extend(self.players.iter().filter_map(Player::troubles));
        parts.extend(self.determinism());
        let rounds = counted(self.details.rounds.len(), "round");
        let players = counted(self.details.ids.len(), "player");
        parts.extend(self.commitments.as_ref().map(Commitments::text));
        parts.push(origin_of(&self.game, &format!("{players}, {rounds}"), self.seed));
        parts.join("\n\n") + "\n"
    }

    fn final_scores(&self) -> String {
        let score =
            |position: usize| format!("\n{} {}", self.players[position].name, self.players[position].score);
        self.by_id().into_iter().map(score).fold("Final scores:".to_owned(), |text, line| text + &line)
    }

    fn rankings(&self) -> String {
        (1..).zip(self.ranked()).fold("Rankings:".to_owned(), |text, (rank, position)| {
            let Player { name, score, .. } = &self.players[position];
            format!("{text}\n{rank}. {name} {score}")
        })
    }

    /// Whether programs gave the same answer twice, if they were asked twice.
    fn determinism(&self) -> Option<String> {
        let asked: Vec<_> =
            self.players.iter().filter_map(|player| Some((player, player.determinism.as_ref()?))).collect();
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
                player.name,
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
        let names: Vec<String> =
            self.by_id().into_iter().map(|position| quoted(&self.players[position].name)).collect();
        let mut csv = format!("round,{}\n", names.join(","));
        for (index, round) in self.details.rounds.iter().enumerate() {
            let scores: Vec<String> = round.scores.iter().map(ToString::to_string).collect();
            // Writing to a string cannot fail.
            let _ = writeln!(csv, "{},{}", index + 1, scores.join(","));
        }
        csv
    }

    /// The report as one JSON object. `docs/JSON.md` describes it.
    pub fn json(&self) -> Value {
        let parameters: Map<String, Value> =
            self.parameters.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        let played = (1..).zip(self.ranked()).map(|(rank, position)| {
            let place =
                json!({ "rank": rank, "id": self.details.ids[position], "used": self.used(position) });
            self.players[position].json(place)
        });
        let out = self.players[self.details.ids.len()..].iter().map(|player| player.json(json!({})));
        json!({
            "rathaus": env!("CARGO_PKG_VERSION"),
            "game": self.game,
            "parameters": parameters,
            "seed": self.seed.as_ref().map(ToString::to_string),
            "commitments": self.commitments.as_ref().map(Commitments::json),
            "players": played.chain(out).collect::<Vec<_>>(),
            "rounds": self.details.rounds,
        })
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

impl Player {
    fn json(&self, place: Value) -> Value {
        let mut player = json!({
            "name": self.name,
            "language": self.language,
            "run_as": self.described,
            "toolchain": self.toolchain,
            "sha256": self.hash,
            "score": self.out.is_none().then_some(self.score),
            "out": self.out.as_ref().map(Out::json),
            "faults": self.faults,
            "determinism": self.determinism,
            "starts": self.starts,
        });
        if let (Some(player), Value::Object(place)) = (player.as_object_mut(), place) {
            player.extend(place);
        }
        player
    }

    /// All that went wrong with a player: of each kind of mistake the first one in full, the others by their rounds.
    fn troubles(&self) -> Option<String> {
        let mut lines: Vec<String> =
            self.out.iter().map(|out| format!("{} did not play: {out}", self.name)).collect();
        let mut kinds: Vec<(&Fault, Vec<usize>)> = Vec::new();
        for SeatFault { fault, turn, .. } in &self.faults {
            match kinds.iter_mut().find(|(first, _)| same_kind(&first.cause, &fault.cause)) {
                Some((_, turns)) => turns.push(*turn),
                None => kinds.push((fault, vec![*turn])),
            }
        }
        for (fault, turns) in kinds.iter().take(SHOWN_FAULTS) {
            let others = match turns.len() - 1 {
                0 => String::new(),
                more => format!("\n  and the same in {}", counted(more, "other round")),
            };
            lines.push(format!("{}, round {}: {fault}{others}", self.name, turns[0]));
        }
        if let more @ 1.. = kinds.len().saturating_sub(SHOWN_FAULTS) {
            lines.push(format!("{}: {} more; --json shows all", self.name, counted(more, "other fault")));
        }
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}

/// Answers against the rules differ in their words in every round.
fn same_kind(one: &Cause, other: &Cause) -> bool {
    one.name() == other.name()
}

/// A field of CSV.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.into() }
}
