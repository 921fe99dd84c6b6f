//! Results of the grid-routing battle.

use std::fmt;

use serde_json::{Value, json};

use super::text::{table, trimmed};
use super::together::Together;
use super::{counted, joined};
use rathaus_games::grid_routing::{Details, Owners, letter};
use rathaus_games::{Cause, Seed};

/// A match of the grid-routing battle.
#[derive(Debug, Clone)]
pub struct GridRouting {
    /// Who played, and with what.
    pub together: Together,
    /// What the game tells of the match.
    pub details: Details,
    /// Whether those who were late once have no place in the standings.
    pub disqualify_late: bool,
}

/// What is shown of each round.
#[derive(Debug, Clone, Copy)]
pub struct Shown {
    /// The finished grid, and who gained how much.
    pub pictures: bool,
    /// Who gained how much, also without a picture.
    pub gains: bool,
}

impl GridRouting {
    fn ranked(&self) -> Vec<usize> {
        self.together.ranked((0..self.together.seats).filter(|seat| !self.is_disqualified(*seat)).collect())
    }

    fn times_late(&self, seat: usize) -> usize {
        let faults = &self.together.players[seat].faults;
        faults.iter().filter(|fault| matches!(fault.fault.cause, Cause::Late { .. })).count()
    }

    fn is_disqualified(&self, seat: usize) -> bool {
        self.disqualify_late && self.times_late(seat) > 0
    }

    fn disqualified(&self) -> impl Iterator<Item = String> + '_ {
        (0..self.together.seats).filter(|seat| self.is_disqualified(*seat)).map(|seat| {
            let times = counted(self.times_late(seat), "time");
            format!("{} was late {times}, and is disqualified", self.together.players[seat].submission.name)
        })
    }

    /// The report as text: the rounds, if they are to be shown, the leaderboard, and what went wrong.
    pub fn text(&self, shown: Shown) -> String {
        let mut parts = Vec::new();
        let rounds = 1..=self.details.rounds.len();
        if shown.pictures {
            parts.push(self.legend());
            parts.extend(rounds.map(|round| self.picture(round)));
        } else if shown.gains {
            parts.push(rounds.map(|round| self.gains(round)).collect::<Vec<_>>().join("\n"));
        }
        parts.push(self.leaderboard());
        parts.extend(self.disqualified());
        parts.extend(self.together.troubles(|turn| self.place_of(turn).to_string(), "place"));
        let rounds = counted(self.details.rounds.len(), "round");
        parts.extend(self.together.origin(&format!("{}, {rounds}", counted(self.together.seats, "bot"))));
        parts.join("\n\n") + "\n"
    }

    fn leaderboard(&self) -> String {
        let right = ["rank", "score", "rounds scored", "best", "faults"].map(|head| (head, true));
        let mut table = table(&[right.as_slice(), &[("language", false), ("bot", false)]].concat());
        for (rank, position) in (1usize..).zip(self.ranked()) {
            let player = &self.together.players[position];
            let gains = || self.details.rounds.iter().map(|round| round.gains[position]);
            table.add_row([
                rank.to_string(),
                player.score.to_string(),
                gains().filter(|gain| *gain > 0).count().to_string(),
                gains().max().unwrap_or(0).to_string(),
                player.faults.len().to_string(),
                player.submission.language.clone(),
                player.submission.name.clone(),
            ]);
        }
        trimmed(&table.to_string()).trim_end().into()
    }

    /// Where in the match a turn of the referee was, which counts from 1.
    fn place_of(&self, turn: usize) -> Place {
        let (mut ask, mut place) = (turn - 1, Place { round: 0, asked: None });
        for (number, round) in (1..).zip(&self.details.rounds) {
            let word = if ask.is_multiple_of(2) { "DESTROY" } else { "ACTIVATE" };
            let asked = Some(ask / 2).filter(|turn| *turn < round.broken.len());
            place = Place { round: number, asked: asked.map(|turn| format!("{word} {turn}")) };
            if ask < round.asks {
                break;
            }
            ask -= round.asks;
        }
        place
    }

    /// Which letter stands for which bot.
    fn legend(&self) -> String {
        let line = |seat: usize| format!("{} {}", letter(seat), self.together.players[seat].submission.name);
        (0..self.together.seats).map(line).collect::<Vec<_>>().join("\n")
    }

    /// The finished grid of a round, from 1, sinks at the top: `.` for inactive, a blank for broken, a letter for an owner. Where there are
    /// several owners, one of them is drawn, by the seed of the match.
    fn picture(&self, round: usize) -> String {
        let (record, side) = (&self.details.rounds[round - 1], self.details.side as usize);
        let grid = record.grid(self.details.side);
        let mut stream =
            self.together.seed.unwrap_or(Seed(0)).derive("picture", round as u64).stream("owners");
        let mut text = self.gains(round);
        for y in (0..side).rev() {
            text.push('\n');
            let row: String = (y * side..(y + 1) * side)
                .map(|index| match grid.owners(index) {
                    0 if grid.is_broken(index) => ' ',
                    0 => '.',
                    owners => letter(*stream.pick(&seats_of(owners))),
                })
                .collect();
            text.push_str(row.trim_end());
        }
        text
    }

    /// Who gained how much in a round, from 1.
    fn gains(&self, round: usize) -> String {
        let gains = &self.details.rounds[round - 1].gains;
        let gained: Vec<String> = (0..self.together.seats)
            .filter(|seat| gains[*seat] > 0)
            .map(|seat| format!("{} {}", self.together.players[seat].submission.name, gains[seat]))
            .collect();
        let gained = if gained.is_empty() { "no points".into() } else { gained.join(", ") };
        format!("round {round}: {gained}")
    }

    /// The points of each round as CSV: a column for each bot.
    pub fn score_log(&self) -> String {
        let seats: Vec<usize> = (0..self.together.seats).collect();
        self.together.score_log(&seats, self.details.rounds.iter().map(|round| &round.gains))
    }

    /// The report as one JSON object. `docs/JSON.md` describes it.
    pub fn json(&self) -> Value {
        let seated = |seat: usize| {
            let faults = self.together.players[seat].faults.iter().map(|fault| {
                let Place { round, asked } = self.place_of(fault.turn);
                joined(json!(fault), json!({ "round": round, "asked": asked.as_deref().unwrap_or("SCORE") }))
            });
            json!({ "seat": seat, "faults": faults.collect::<Vec<_>>() })
        };
        let out: Vec<&str> = (0..self.together.seats)
            .filter(|seat| self.is_disqualified(*seat))
            .map(|seat| self.together.players[seat].submission.name.as_str())
            .collect();
        let more = json!({ "side": self.details.side, "rounds": self.details.rounds, "disqualified": out });
        self.together.json(&self.ranked(), seated, more)
    }
}

/// Where in a match something happened.
struct Place {
    /// The round, from 1.
    round: usize,
    /// What bots were asked, or nothing at the end of the round.
    asked: Option<String>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "round {}, {}", self.round, self.asked.as_deref().unwrap_or("at its end"))
    }
}

fn seats_of(owners: Owners) -> Vec<usize> {
    (0..Owners::BITS as usize).filter(|seat| owners >> seat & 1 == 1).collect()
}
