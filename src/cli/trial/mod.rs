//! A match in which a game of one's own, or a bot for it, is tried.

pub(in crate::cli) mod puppets;

use std::time::Duration;

use rathaus_protocol::external::Frame;

use super::exit::Failure;
use crate::referee::{self};
use crate::seat::{Seat, Solo, Succession};
use crate::submission::Bot;
use rathaus_games::{Answer, Cause, Game, Rules, Seed, Setup};
use rathaus_games::{Exchange, Observer, SeatFault};

/// How long a match may take before it is said to be too long to try anything.
pub(in crate::cli) const PATIENCE: Duration = Duration::from_secs(20);

/// A match, and what was to be seen in it.
pub(in crate::cli) struct Trial {
    pub(in crate::cli) seats: usize,
    pub(in crate::cli) seed: Seed,
    pub(in crate::cli) end: End,
    /// What each seat has answered, in the order in which it was asked.
    pub(in crate::cli) answers: Vec<Vec<Answer>>,
    /// What the program has said, step by step.
    pub(in crate::cli) said: Vec<Vec<u8>>,
    /// How long each of its steps took.
    pub(in crate::cli) took: Vec<Duration>,
    /// In how many turns seats were asked.
    pub(in crate::cli) turns: usize,
    /// How many pictures it showed.
    pub(in crate::cli) frames: usize,
    /// How many answers it found fault with.
    pub(in crate::cli) ruled: usize,
    /// All that bots did wrong.
    pub(in crate::cli) faults: Vec<SeatFault>,
    /// What each seat got, if the match was over.
    pub(in crate::cli) scores: Vec<f64>,
    /// The end of what each seat has written to standard error.
    pub(in crate::cli) printed: Vec<String>,
}

/// How a match ended.
pub(in crate::cli) enum End {
    /// As the program has said.
    Over(String),
    /// It could not go on.
    Void(String),
    /// It was left before its end.
    TooLong,
}

impl Trial {
    /// What is to be said against the program, if there is anything.
    pub(in crate::cli) fn complaint(&self) -> Option<String> {
        match &self.end {
            End::Void(why) => Some(why.clone()),
            End::TooLong if self.turns == 0 => {
                Some(format!("it asked nobody anything for {} s", PATIENCE.as_secs()))
            }
            End::Over(_) | End::TooLong => None,
        }
    }

    /// Why it was over, in the program's words.
    pub(in crate::cli) fn ended(&self) -> Option<&str> {
        match &self.end {
            End::Over(reason) => Some(reason),
            End::Void(_) | End::TooLong => None,
        }
    }

    /// The first step, from 1, in which the program has said something else, with both.
    pub(in crate::cli) fn difference(&self, again: &Trial) -> Option<(usize, String, String)> {
        // What was left before its end may have come to different lengths.
        let is_whole = !matches!(self.end, End::TooLong) && !matches!(again.end, End::TooLong);
        let steps = match is_whole {
            true => self.said.len().max(again.said.len()),
            false => self.said.len().min(again.said.len()),
        };
        let said = |trial: &Trial, step: usize| {
            trial
                .said
                .get(step)
                .map_or("nothing".into(), |said| String::from_utf8_lossy(said).trim().to_owned())
        };
        let step = (0..steps).find(|step| self.said.get(*step) != again.said.get(*step))?;
        Some((step + 1, said(self, step), said(again, step)))
    }
}

/// Plays a match with what sits in these seats.
pub(in crate::cli) async fn play(
    rules: &Rules,
    program: &Bot,
    seats: usize,
    seed: Seed,
    mut table: Vec<Seat>,
) -> Result<Trial, Failure> {
    let setup = Setup { seed, hellos: vec![None; seats], ids: None, numbers: None };
    let mut game = rules.begin(setup).map_err(Failure::usage)?;
    table.push(Seat::Solo(Box::new(Solo::new(Succession::without_file(program.program.clone())))));
    let mut seen = Seen { answers: vec![Vec::new(); seats], ..Seen::default() };
    let played = tokio::time::timeout(PATIENCE, referee::play(game.as_mut(), &mut table, &mut seen)).await;
    let mut scores = Vec::new();
    let end = match played {
        Ok(Ok(played)) => {
            scores = played.outcome.scores;
            End::Over(played.outcome.ended)
        }
        Ok(Err(void)) => End::Void(void.to_string()),
        Err(_) => End::TooLong,
    };
    let mut printed = Vec::new();
    for seat in &table[..seats] {
        printed.push(seat.stderr().await);
    }
    let Seen { answers, said, took, turns, frames, ruled, faults, .. } = seen;
    Ok(Trial { seats, seed, end, answers, said, took, turns, frames, ruled, faults, scores, printed })
}

/// Notes what happens.
#[derive(Default)]
struct Seen {
    answers: Vec<Vec<Answer>>,
    said: Vec<Vec<u8>>,
    took: Vec<Duration>,
    turns: usize,
    frames: usize,
    /// What it showed last.
    shown: Frame,
    ruled: usize,
    faults: Vec<SeatFault>,
}

impl Observer for Seen {
    fn step(&mut self, game: &dyn Game) {
        let Some(frame) = game.frame() else { return };
        if *frame != self.shown {
            self.shown = frame.clone();
            self.frames += 1;
        }
    }

    fn exchanged(&mut self, exchange: &Exchange) {
        self.turns += 1;
        for (seat, answer) in exchange.seats.iter().zip(&exchange.answers) {
            self.answers[*seat].push(answer.clone());
        }
    }

    fn consulted(&mut self, exchange: &Exchange) {
        if let [Answer::Reply { bytes, took, .. }] = exchange.answers.as_slice() {
            self.said.push(bytes.clone());
            self.took.push(*took);
        }
    }

    fn found(&mut self, fault: &SeatFault) {
        let is_ruling = matches!(fault.fault.cause, Cause::Malformed { .. } | Cause::Illegal { .. });
        self.ruled += usize::from(is_ruling);
        self.faults.push(fault.clone());
    }
}
