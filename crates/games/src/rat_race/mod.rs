//! The Genetic Rat Race: a population of specimens evolves on a track of coloured cells. Bots are
//! not told what the colours mean.
//!
//! The rules are numbered in `docs/RAT-RACE.md`. Comments and tests refer to those numbers. A match
//! is one board with a single seat. Each turn has one request, for the moves of all specimens.

pub mod breeding;
mod check;
mod definition;
mod dialogue;
pub mod fitness;
mod genome_explanation;
mod index_filter;
mod move_audit;
mod move_memory;
mod params;
mod picture;
mod population;
pub mod race;
mod report;
pub mod specimen;
pub mod track;
mod view;
mod walk_survey;

#[cfg(test)]
mod tests;

use rathaus_protocol::rat_race::AnsweredMove;
use serde::{Deserialize, Serialize};

use crate::{
    AskBatch, AskOutcome, FaultCause, GamePicture, LiveMatch, MatchOutcome, MatchProgress, MatchStep,
    RejectedAnswer, Seed,
};
pub use dialogue::RatRaceDialect;
use dialogue::{MoveRequestCodec, TurnRequestContext};
use index_filter::{FilteredIndices, FilteredIndicesBuilder};
use move_audit::MoveAuditSampler;
pub use move_memory::SpecimenMoveMemory;
pub use params::RatRaceParams;
use race::{Race, RaceStatus};
use specimen::{PackedNextMove, Specimen};
use track::TrackGenerationError;

/// The game's name on the command line and in manifests.
pub const NAME: &str = "rat-race";

/// The `details` of the [`MatchOutcome`] of a match.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatRaceDetails {
    /// Turns played.
    pub turns: u32,
    /// Specimens alive at the end.
    pub population: u64,
    /// The greatest fitness that any specimen had.
    pub best_fitness: u64,
    /// Moves that specimens made.
    pub moves: u64,
    /// Moves that the bot was asked for. The others were remembered.
    pub asked: u64,
    /// Remembered moves that were asked again.
    pub audited: u64,
    /// The turn in which the bot answered an audited question differently than before, although it
    /// had drawn no random numbers. So it keeps data between calls. Nothing was remembered after
    /// that turn.
    pub caught_keeping_data: Option<u32>,
    /// The size of the remembered moves in bytes.
    #[serde(default)]
    pub memory_bytes: u64,
}

/// A match of the rat race: one board.
#[derive(Debug)]
pub struct RatRaceMatch {
    race: Race,
    move_memory: SpecimenMoveMemory,
    move_audit: MoveAuditSampler,
    dialogue: MoveRequestCodec,
    details: RatRaceDetails,
    /// The places of the specimens whose moves are asked for.
    asked: FilteredIndices,
    /// The audited moves: the index in `asked`, and the remembered plan.
    audited: Vec<(u32, PackedNextMove)>,
}

impl RatRaceMatch {
    /// A match on the board with this seed. The bot speaks this dialect.
    pub fn new(
        params: &RatRaceParams,
        seed: Seed,
        dialect: RatRaceDialect,
    ) -> Result<RatRaceMatch, TrackGenerationError> {
        Ok(RatRaceMatch {
            race: Race::new(params, seed)?,
            move_memory: SpecimenMoveMemory::new(params),
            move_audit: MoveAuditSampler::new(params, seed.stream("audit")),
            dialogue: MoveRequestCodec::new(dialect, seed.derive("bot", 0), params),
            details: RatRaceDetails::default(),
            asked: FilteredIndices::default(),
            audited: Vec::new(),
        })
    }

    /// The current state of the race.
    pub fn race(&self) -> &Race {
        &self.race
    }

    /// Plays turns until one needs the bot.
    fn next_turn(&mut self) -> MatchStep {
        loop {
            self.begin_turn();
            if !self.asked.is_empty() {
                return self.ask();
            }
            match self.advance() {
                RaceStatus::Continue => {}
                status => return self.over(status),
            }
        }
    }

    /// Begins a turn and collects the moves to ask for.
    fn begin_turn(&mut self) {
        let RatRaceMatch { race, move_audit, details, asked, audited, .. } = self;
        race.begin_turn();
        audited.clear();
        // An audited mover is offered a second time, without being picked. That needs room for one
        // more place than there are specimens.
        let mut asking = asked.begin(race.living() + 1);
        let mut movers = race.movers();
        move_audit.go_through(race.places(), |due| {
            let specimen = race.at(due);
            if specimen.is_alive() && specimen.plan.is_known() {
                let before = movers.partition_point(|place| *place < due);
                offer_unknown(race, movers.split_off(..before).unwrap_or_default(), &mut asking);
                audited.push((asking.count() as u32, specimen.plan));
                asking.offer(due as usize, true);
            }
        });
        offer_unknown(race, movers, &mut asking);
        asking.end();
        details.moves += race.living() as u64;
        details.asked += asked.len() as u64;
        details.audited += audited.len() as u64;
    }

    fn ask(&mut self) -> MatchStep {
        let RatRaceMatch { race, dialogue, asked, .. } = self;
        let scene = TurnRequestContext {
            params: race.params(),
            track: race.track(),
            turn: race.turn(),
            slots: race.slots(),
        };
        let pairs = asked.iter().map(|place| {
            let Specimen { slot, cell, .. } = *race.at(*place);
            (slot, cell)
        });
        let ask = dialogue.ask(&scene, pairs, |slot| race.genome(slot));
        MatchStep::Turn(AskBatch::new(vec![ask]))
    }

    fn take_answer(&mut self, bytes: &[u8]) -> MatchStep {
        if let Err(cause) = self.take_choices(bytes) {
            return self.forfeit(cause.to_string(), vec![RejectedAnswer { ask: 0, cause }]);
        }
        match self.advance() {
            RaceStatus::Continue => self.next_turn(),
            status => self.over(status),
        }
    }

    /// Makes all moves, and recalls what is known of the next ones.
    fn advance(&mut self) -> RaceStatus {
        let RatRaceMatch { race, move_memory, dialogue, .. } = self;
        let status = race.advance(|slot, cell| move_memory.recall(slot, cell));
        // The slot of a newborn may have belonged to a dead specimen. Forget what is known of
        // that one.
        for specimen in race.newborn() {
            move_memory.forget(specimen.slot);
            dialogue.forget_genome(specimen.slot);
        }
        status
    }

    fn take_choices(&mut self, bytes: &[u8]) -> Result<(), FaultCause> {
        let RatRaceMatch { race, move_memory, dialogue, details, asked, audited, .. } = self;
        let remembers = move_memory.is_enabled();
        dialogue.read(race.turn(), asked.len(), bytes, |index, AnsweredMove { to, pure }| {
            let place = asked[index];
            let plan = if pure & remembers { PackedNextMove::lasting(to) } else { PackedNextMove::once(to) };
            race.plan(place, plan);
            if remembers {
                let specimen = race.at(place);
                move_memory.remember(specimen.slot, specimen.cell, plan);
            }
        })?;
        if audited.iter().any(|(index, before)| race.at(asked[*index as usize]).plan != *before) {
            move_memory.disable();
            race.forget_plans();
            details.caught_keeping_data.get_or_insert(race.turn());
        }
        Ok(())
    }

    fn over(&mut self, status: RaceStatus) -> MatchStep {
        let ended = match status {
            RaceStatus::Extinct => "fewer than two specimens were left alive",
            RaceStatus::Continue | RaceStatus::Finished => "all turns were played",
        };
        self.outcome(self.race.score(), ended.into(), Vec::new())
    }

    /// Ends the match with a score of 1 because of a fault.
    fn forfeit(&mut self, why: String, answer_faults: Vec<RejectedAnswer>) -> MatchStep {
        self.outcome(1, why, answer_faults)
    }

    fn outcome(&mut self, score: u64, ended: String, answer_faults: Vec<RejectedAnswer>) -> MatchStep {
        self.details.turns = self.race.turn();
        self.details.population = self.race.living() as u64;
        self.details.best_fitness = self.race.best_fitness();
        self.details.memory_bytes = self.move_memory.bytes() as u64;
        let details = serde_json::json!(self.details);
        MatchStep::Over(MatchOutcome {
            scores: vec![score as f64],
            ended,
            details,
            answer_faults,
            ..MatchOutcome::default()
        })
    }
}

/// Offers all movers, and picks those without a known plan.
fn offer_unknown(race: &Race, movers: &[u32], asking: &mut FilteredIndicesBuilder<'_>) {
    for place in movers {
        asking.offer(*place as usize, !race.at(*place).plan.is_known());
    }
}

impl LiveMatch for RatRaceMatch {
    fn start(&mut self) -> MatchStep {
        self.next_turn()
    }

    fn resume(&mut self, answers: &[AskOutcome]) -> MatchStep {
        match answers {
            [AskOutcome::Reply { bytes, .. }] => self.take_answer(bytes),
            [AskOutcome::Fault(fault)] => self.forfeit(fault.cause.to_string(), Vec::new()),
            [AskOutcome::Lost] => {
                self.dialogue.start_again();
                self.ask()
            }
            _ => unreachable!("the rat race has one ask a turn"),
        }
    }

    fn progress(&self) -> MatchProgress {
        MatchProgress {
            done: f64::from(self.race.turn()) / f64::from(self.race.params().turns),
            facts: vec![
                ("turn", self.race.turn().into()),
                ("population", self.race.living() as u64),
                ("points", self.race.points()),
                ("best fitness", self.race.best_fitness()),
            ],
            standing: Vec::new(),
        }
    }

    fn page_turn(&self) -> Option<u32> {
        Some(self.race.turn())
    }

    fn picture(&self, _: &[String]) -> GamePicture {
        picture::drawn(&self.race)
    }
}
