//! Where genomes lead: each from every admissible start, alone on the track.
//!
//! It is a game like any other, in which nobody dies of age before the usual time and nobody has
//! children: so a bot that plays the race can be asked for it, in the same words. If a bot draws
//! randomness for a move, the walk is one of several that were possible.

use std::collections::BTreeSet;

use rathaus_protocol::rat_race::{Move, MoveChoice};
use serde::Serialize;

use super::dialogue::{BoardDialogue, TurnContext};
use super::specimen::PlannedMove;
use super::track::{CellIndex, MoveOutcome, MovePath, Track, TrackError};
use super::{Dialect, RatRaceParams};
use crate::{AnswerFault, AskOutcome, Game, GamePicture, MatchProgress, Outcome, Seed, Step, Turn};

/// Genomes on their ways.
#[derive(Debug)]
pub struct WalkSurvey {
    params: RatRaceParams,
    track: Track,
    dialogue: BoardDialogue,
    genomes: Vec<u128>,
    turn: u32,
    walkers: Vec<GenomeWalker>,
    /// Those whose move is asked for.
    asked: Vec<usize>,
}

#[derive(Debug)]
struct GenomeWalker {
    genome: u32,
    cell: CellIndex,
    walk: GenomeWalk,
    /// The cells since the last move that was drawn: in one of these, it does the same again.
    since_draw: BTreeSet<CellIndex>,
}

/// What became of one genome from one start.
#[derive(Debug, Clone, Serialize)]
pub struct GenomeWalk {
    /// Where it began.
    pub start: CellIndex,
    /// Its moves.
    pub ways: Vec<MovePath>,
    /// How it ended; nothing while it has not.
    pub end: Option<WalkEnd>,
    /// Whether any of its moves was drawn.
    pub drew: bool,
}

/// How a walk ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WalkEnd {
    /// It has reached the goal.
    Goal,
    /// It has left the track.
    Outside,
    /// It was placed on a wall.
    Wall,
    /// It was killed by a trap.
    Trap,
    /// It goes round for ever, or stays.
    Loop,
    /// It had not come to an end when specimens die of age.
    Age,
    /// The bot did not say where to go.
    Fault,
}

impl WalkSurvey {
    /// These genomes on the board with this seed, with a bot that speaks this dialect.
    pub fn new(
        params: &RatRaceParams,
        seed: Seed,
        dialect: Dialect,
        genomes: Vec<u128>,
    ) -> Result<WalkSurvey, TrackError> {
        let track = Track::generate(params, &mut seed.stream("board"))?;
        Ok(WalkSurvey::on_track(params, track, seed, dialect, genomes))
    }

    /// The same on a given track. `seed` gives the bot its randomness.
    pub fn on_track(
        params: &RatRaceParams,
        track: Track,
        seed: Seed,
        dialect: Dialect,
        genomes: Vec<u128>,
    ) -> WalkSurvey {
        let walker = |(genome, start): (u32, CellIndex)| GenomeWalker {
            genome,
            cell: start,
            walk: GenomeWalk { start, ways: Vec::new(), end: None, drew: false },
            since_draw: BTreeSet::new(),
        };
        let starts = track.starts().to_vec();
        let all =
            (0..genomes.len() as u32).flat_map(|genome| starts.iter().map(move |start| (genome, *start)));
        WalkSurvey {
            params: params.clone(),
            dialogue: BoardDialogue::new(dialect, seed.derive("walks", 0), params),
            walkers: all.map(walker).collect(),
            track,
            genomes,
            turn: 0,
            asked: Vec::new(),
        }
    }

    /// For each genome its walks, in the order of the starts.
    pub fn by_genome(&self) -> Vec<Vec<GenomeWalk>> {
        let mut found = vec![Vec::new(); self.genomes.len()];
        self.walkers.iter().for_each(|walker| found[walker.genome as usize].push(walker.walk.clone()));
        found
    }

    fn next(&mut self) -> Step {
        let going = |(_, walker): &(usize, &GenomeWalker)| walker.walk.end.is_none();
        self.asked = self.walkers.iter().enumerate().filter(going).map(|(index, _)| index).collect();
        if self.asked.is_empty() {
            return self.over("all walks have ended", Vec::new());
        }
        let WalkSurvey { params, track, dialogue, genomes, turn, walkers, asked } = self;
        let scene = TurnContext { params, track, turn: *turn, slots: genomes.len() };
        let pairs = asked.iter().map(|index| (walkers[*index].genome, walkers[*index].cell));
        let ask = dialogue.ask(&scene, pairs, |slot| genomes[slot as usize]);
        Step::Turn(Turn { asks: vec![ask], answer_faults: Vec::new() })
    }

    fn take(&mut self, bytes: &[u8]) -> Step {
        let WalkSurvey { params, track, dialogue, turn, walkers, asked, .. } = self;
        let mut choices = Vec::with_capacity(asked.len());
        if let Err(cause) = dialogue.read(*turn, asked.len(), bytes, |_, choice| choices.push(choice)) {
            self.give_up();
            return self.over(&cause.to_string(), vec![AnswerFault { ask: 0, cause }]);
        }
        for (index, MoveChoice { to, pure }) in asked.iter().zip(choices) {
            walkers[*index].go(track, to, pure, u32::from(params.lifespan));
        }
        self.turn += 1;
        self.next()
    }

    fn give_up(&mut self) {
        let open = self.walkers.iter_mut().filter(|walker| walker.walk.end.is_none());
        open.for_each(|walker| walker.walk.end = Some(WalkEnd::Fault));
    }

    fn over(&self, ended: &str, answer_faults: Vec<AnswerFault>) -> Step {
        let reached = self.walkers.iter().filter(|walker| walker.walk.end == Some(WalkEnd::Goal)).count();
        let details = serde_json::json!({});
        Step::Over(Outcome { scores: vec![reached as f64], ended: ended.into(), details, answer_faults })
    }
}

impl GenomeWalker {
    fn go(&mut self, track: &Track, to: Move, pure: bool, lifespan: u32) {
        self.walk.drew |= !pure;
        if !pure {
            self.since_draw.clear();
        } else if !self.since_draw.insert(self.cell) {
            self.walk.end = Some(WalkEnd::Loop);
            return;
        }
        let way = track.way(self.cell, to);
        self.walk.ways.push(way);
        match track.landing(self.cell, PlannedMove::once(to)).end() {
            MoveOutcome::Goal => self.walk.end = Some(WalkEnd::Goal),
            MoveOutcome::Death => self.walk.end = Some(track.cause_of_death(way)),
            MoveOutcome::Cell(cell) => self.cell = cell,
        }
        if self.walk.end.is_none() && self.walk.ways.len() as u32 >= lifespan {
            self.walk.end = Some(WalkEnd::Age);
        }
    }
}

impl Game for WalkSurvey {
    fn start(&mut self) -> Step {
        self.next()
    }

    fn resume(&mut self, answers: &[AskOutcome]) -> Step {
        match &answers[0] {
            AskOutcome::Reply { bytes, .. } => self.take(bytes),
            AskOutcome::Lost => {
                self.dialogue.start_again();
                self.next()
            }
            AskOutcome::Fault(fault) => {
                self.give_up();
                self.over(&fault.cause.to_string(), Vec::new())
            }
        }
    }

    fn progress(&self) -> MatchProgress {
        let ended = self.walkers.iter().filter(|walker| walker.walk.end.is_some()).count();
        MatchProgress { done: ended as f64 / self.walkers.len().max(1) as f64, ..MatchProgress::default() }
    }

    fn picture(&self, _: &[String]) -> GamePicture {
        GamePicture::default()
    }
}
