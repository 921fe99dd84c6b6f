//! Surveys where genomes lead: each one walks from every admissible start, alone on the track.
//!
//! The survey is a game with the same requests as a race, so any bot that plays the race can answer
//! it. Walkers die at the usual age and have no children. If a bot draws random numbers for a move,
//! the walk is one of several possible ones.

use std::collections::BTreeSet;

use rathaus_protocol::rat_race::{AnsweredMove, Move};
use serde::Serialize;

use super::dialogue::{MoveRequestCodec, TurnRequestContext};
use super::specimen::PackedNextMove;
use super::track::{CellIndex, MoveOutcome, MovePath, Track, TrackGenerationError};
use super::{RatRaceDialect, RatRaceParams};
use crate::{
    AskBatch, AskOutcome, GamePicture, LiveMatch, MatchOutcome, MatchProgress, MatchStep, RejectedAnswer,
    Seed,
};

/// A survey of the walks of some genomes.
#[derive(Debug)]
pub struct WalkSurveyMatch {
    params: RatRaceParams,
    track: Track,
    dialogue: MoveRequestCodec,
    genomes: Vec<u128>,
    turn: u32,
    walkers: Vec<GenomeWalker>,
    /// The indices of the walkers whose moves are asked for.
    asked: Vec<usize>,
}

#[derive(Debug)]
struct GenomeWalker {
    genome: u32,
    cell: CellIndex,
    walk: GenomeWalk,
    /// The cells since the last move that used randomness. In each of them, the walker would repeat
    /// its move.
    since_draw: BTreeSet<CellIndex>,
}

/// The walk of one genome from one start.
#[derive(Debug, Clone, Serialize)]
pub struct GenomeWalk {
    /// The start.
    pub start: CellIndex,
    /// The moves.
    pub ways: Vec<MovePath>,
    /// How the walk ended. `None` while it continues.
    pub end: Option<WalkEnd>,
    /// Whether any of the moves used randomness.
    pub drew: bool,
}

/// How a walk ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WalkEnd {
    /// The walker reached the goal.
    Goal,
    /// The walker left the track.
    Outside,
    /// The walker was placed on a wall.
    Wall,
    /// A trap killed the walker.
    Trap,
    /// The walker stays where it is, or walks in a circle for ever.
    Loop,
    /// The walker reached the age at which specimens die.
    Age,
    /// The bot did not choose a move.
    Fault,
}

impl WalkSurveyMatch {
    /// A survey of these genomes on the board with this seed. The bot speaks this dialect.
    pub fn new(
        params: &RatRaceParams,
        seed: Seed,
        dialect: RatRaceDialect,
        genomes: Vec<u128>,
    ) -> Result<WalkSurveyMatch, TrackGenerationError> {
        let track = Track::generate(params, &mut seed.stream("board"))?;
        Ok(WalkSurveyMatch::on_track(params, track, seed, dialect, genomes))
    }

    /// A survey on a given track. The bot's random seeds derive from `seed`.
    pub fn on_track(
        params: &RatRaceParams,
        track: Track,
        seed: Seed,
        dialect: RatRaceDialect,
        genomes: Vec<u128>,
    ) -> WalkSurveyMatch {
        let walker = |(genome, start): (u32, CellIndex)| GenomeWalker {
            genome,
            cell: start,
            walk: GenomeWalk { start, ways: Vec::new(), end: None, drew: false },
            since_draw: BTreeSet::new(),
        };
        let starts = track.starts().to_vec();
        let all =
            (0..genomes.len() as u32).flat_map(|genome| starts.iter().map(move |start| (genome, *start)));
        WalkSurveyMatch {
            params: params.clone(),
            dialogue: MoveRequestCodec::new(dialect, seed.derive("walks", 0), params),
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

    fn next(&mut self) -> MatchStep {
        let going = |(_, walker): &(usize, &GenomeWalker)| walker.walk.end.is_none();
        self.asked = self.walkers.iter().enumerate().filter(going).map(|(index, _)| index).collect();
        if self.asked.is_empty() {
            return self.over("all walks have ended", Vec::new());
        }
        let WalkSurveyMatch { params, track, dialogue, genomes, turn, walkers, asked } = self;
        let scene = TurnRequestContext { params, track, turn: *turn, slots: genomes.len() };
        let pairs = asked.iter().map(|index| (walkers[*index].genome, walkers[*index].cell));
        let ask = dialogue.ask(&scene, pairs, |slot| genomes[slot as usize]);
        MatchStep::Turn(AskBatch::new(vec![ask]))
    }

    fn take(&mut self, bytes: &[u8]) -> MatchStep {
        let WalkSurveyMatch { params, track, dialogue, turn, walkers, asked, .. } = self;
        let mut choices = Vec::with_capacity(asked.len());
        if let Err(cause) = dialogue.read(*turn, asked.len(), bytes, |_, choice| choices.push(choice)) {
            self.give_up();
            return self.over(&cause.to_string(), vec![RejectedAnswer { ask: 0, cause }]);
        }
        for (index, AnsweredMove { to, pure }) in asked.iter().zip(choices) {
            walkers[*index].go(track, to, pure, u32::from(params.lifespan));
        }
        self.turn += 1;
        self.next()
    }

    fn give_up(&mut self) {
        let open = self.walkers.iter_mut().filter(|walker| walker.walk.end.is_none());
        open.for_each(|walker| walker.walk.end = Some(WalkEnd::Fault));
    }

    fn over(&self, ended: &str, answer_faults: Vec<RejectedAnswer>) -> MatchStep {
        let reached = self.walkers.iter().filter(|walker| walker.walk.end == Some(WalkEnd::Goal)).count();
        let details = serde_json::json!({});
        MatchStep::Over(MatchOutcome {
            scores: vec![reached as f64],
            ended: ended.into(),
            details,
            answer_faults,
            ..MatchOutcome::default()
        })
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
        match track.landing(self.cell, PackedNextMove::once(to)).end() {
            MoveOutcome::Goal => self.walk.end = Some(WalkEnd::Goal),
            MoveOutcome::Death => self.walk.end = Some(track.cause_of_death(way)),
            MoveOutcome::Cell(cell) => self.cell = cell,
        }
        if self.walk.end.is_none() && self.walk.ways.len() as u32 >= lifespan {
            self.walk.end = Some(WalkEnd::Age);
        }
    }
}

impl LiveMatch for WalkSurveyMatch {
    fn start(&mut self) -> MatchStep {
        self.next()
    }

    fn resume(&mut self, answers: &[AskOutcome]) -> MatchStep {
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
