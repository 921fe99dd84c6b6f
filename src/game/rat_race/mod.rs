//! The Genetic Rat Race: a population of specimens evolves on a track whose colours nobody has explained.
//!
//! The rules are numbered in `docs/RAT-RACE.md`; comments and tests refer to those numbers. One match is one board, with
//! a single seat, which is asked for the moves of all specimens of a turn at once.

pub mod breeding;
mod dialogue;
mod memory;
mod params;
mod picture;
pub mod race;
pub mod track;

#[cfg(test)]
mod tests;

use rathaus_protocol::rat_race::{Choice, Move};
use serde::{Deserialize, Serialize};

use crate::game::{Answer, Cause, Game, Outcome, Progress, Ruling, Seed, Step, Turn};
pub use dialogue::Dialect;
use dialogue::Dialogue;
pub use memory::{Memory, Recall};
pub use params::Params;
use race::{Flow, Race};
use track::NoTrack;

/// The game's name, as the command line and manifests spell it.
pub const NAME: &str = "rat-race";

/// What a match tells besides its score: the `details` of its [`Outcome`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Details {
    /// Turns played.
    pub turns: u32,
    /// Specimens alive at the end.
    pub population: u64,
    /// The greatest fitness that a specimen ever had.
    pub best_fitness: u64,
    /// Moves that specimens made.
    pub moves: u64,
    /// Moves that the bot was asked for; the others were remembered.
    pub asked: u64,
    /// Remembered moves that were asked again.
    pub audited: u64,
    /// The turn in which the bot answered otherwise than before without having drawn randomness: it keeps data
    /// between calls, and from then on nothing was remembered.
    pub caught_keeping_data: Option<u32>,
    /// Bytes that the remembered moves took.
    #[serde(default)]
    pub memory_bytes: u64,
}

/// A match of the rat race: one board.
#[derive(Debug)]
pub struct RatRace {
    race: Race,
    memory: Memory,
    dialogue: Dialogue,
    details: Details,
    /// The move of each specimen in this turn, as far as it is known.
    moves: Vec<Move>,
    /// The positions of the specimens whose move is asked for.
    asked: Vec<u32>,
    /// Which of the asked are audited, as indices into `asked`, and what they answered before.
    audited: Vec<(u32, Move)>,
}

impl RatRace {
    /// The match on the board with this seed, with a bot that speaks this dialect.
    pub fn new(params: &Params, seed: Seed, dialect: Dialect) -> Result<RatRace, NoTrack> {
        Ok(RatRace {
            race: Race::new(params, seed)?,
            memory: Memory::new(params, seed.stream("audit")),
            dialogue: Dialogue::new(dialect, seed.derive("bot", 0), params),
            details: Details::default(),
            moves: Vec::new(),
            asked: Vec::new(),
            audited: Vec::new(),
        })
    }

    /// Begins turns until one needs the bot.
    fn next_turn(&mut self) -> Step {
        loop {
            self.begin_turn();
            if !self.asked.is_empty() {
                return self.ask();
            }
            match self.race.advance(&self.moves) {
                Flow::Continue => self.forget_the_dead(),
                flow => return self.over(flow),
            }
        }
    }

    /// Begins a turn and recalls the moves that are known.
    fn begin_turn(&mut self) {
        let RatRace { race, memory, details, moves, asked, audited, .. } = self;
        moves.clear();
        asked.clear();
        audited.clear();
        race.begin_turn(|specimen| {
            let to = match memory.recall(specimen.slot, specimen.cell) {
                Recall::Known(known) => known,
                recalled => {
                    if let Recall::Audited(known) = recalled {
                        audited.push((asked.len() as u32, known));
                    }
                    asked.push(moves.len() as u32);
                    Move::STAY
                }
            };
            moves.push(to);
        });
        details.moves += moves.len() as u64;
        details.asked += asked.len() as u64;
        details.audited += audited.len() as u64;
    }

    fn ask(&mut self) -> Step {
        Step::Turn(Turn { asks: vec![self.dialogue.ask(&self.race, &self.asked)], rulings: Vec::new() })
    }

    fn take_answer(&mut self, bytes: &[u8]) -> Step {
        if let Err(cause) = self.take_choices(bytes) {
            return self.forfeit(cause.to_string(), vec![Ruling { ask: 0, cause }]);
        }
        match self.race.advance(&self.moves) {
            Flow::Continue => {
                self.forget_the_dead();
                self.next_turn()
            }
            flow => self.over(flow),
        }
    }

    fn take_choices(&mut self, bytes: &[u8]) -> Result<(), Cause> {
        let RatRace { race, memory, dialogue, details, moves, asked, audited } = self;
        let mut audited = audited.iter().peekable();
        let mut keeps_data = false;
        dialogue.read(race, asked.len(), bytes, |index, Choice { to, pure }| {
            let position = asked[index] as usize;
            moves[position] = to;
            match audited.next_if(|(audited, _)| *audited as usize == index) {
                Some((_, known)) => keeps_data |= !pure || to != *known,
                None if pure => {
                    let specimen = race.specimens()[position];
                    memory.remember(specimen.slot, specimen.cell, to);
                }
                None => {}
            }
        })?;
        if keeps_data {
            memory.disable();
            details.caught_keeping_data.get_or_insert(race.turn());
        }
        Ok(())
    }

    /// Slots that went to newborn specimens have nothing to do with those who had them before.
    fn forget_the_dead(&mut self) {
        for specimen in self.race.newborn() {
            self.memory.forget(specimen.slot);
            self.dialogue.forget_genome(specimen.slot);
        }
    }

    fn over(&mut self, flow: Flow) -> Step {
        let ended = match flow {
            Flow::Extinct => "fewer than two specimens were left alive",
            Flow::Continue | Flow::Finished => "all turns were played",
        };
        self.outcome(self.race.score(), ended.into(), Vec::new())
    }

    /// A fault ends the match with a score of 1.
    fn forfeit(&mut self, why: String, rulings: Vec<Ruling>) -> Step {
        self.outcome(1, why, rulings)
    }

    fn outcome(&mut self, score: u64, ended: String, rulings: Vec<Ruling>) -> Step {
        self.details.turns = self.race.turn();
        self.details.population = self.race.specimens().len() as u64;
        self.details.best_fitness = self.race.best_fitness();
        self.details.memory_bytes = self.memory.bytes() as u64;
        let details = serde_json::json!(self.details);
        Step::Over(Outcome { scores: vec![score as f64], ended, details, rulings })
    }
}

impl Game for RatRace {
    fn start(&mut self) -> Step {
        self.next_turn()
    }

    fn resume(&mut self, answers: &[Answer]) -> Step {
        match answers {
            [Answer::Reply { bytes, .. }] => self.take_answer(bytes),
            [Answer::Fault(fault)] => self.forfeit(fault.cause.to_string(), Vec::new()),
            [Answer::Lost] => {
                self.dialogue.start_again();
                self.ask()
            }
            _ => unreachable!("the rat race has one ask a turn"),
        }
    }

    fn progress(&self) -> Progress {
        Progress {
            done: f64::from(self.race.turn()) / f64::from(self.race.params().turns),
            facts: vec![
                ("turn", self.race.turn().into()),
                ("population", self.race.specimens().len() as u64),
                ("points", self.race.points()),
                ("best fitness", self.race.best_fitness()),
            ],
        }
    }

    fn picture(&self, _: &[String]) -> Vec<String> {
        picture::drawn(&self.race)
    }
}
