//! The simulation: specimens that move, score, die and breed on one track.

use super::breeding::Breeder;
use super::params::RatRaceParams;
use super::population::Population;
use super::slot_picker::PickedSlots;
use super::specimen::{PlannedMove, Specimen};
use super::track::{CellIndex, MoveOutcome, PackedMoveOutcome, Track, TrackError};
use crate::random::{RandomStream, Seed};

/// Whether a game goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RaceStatus {
    /// The next turn may begin.
    Continue,
    /// All turns have been played.
    Finished,
    /// Fewer than two specimens are alive.
    Extinct,
}

/// One game on one board.
///
/// A turn has two halves: [`Race::begin_turn`], after which each of the [movers](Race::movers)
/// needs a plan, and [`Race::advance`].
#[derive(Debug, Clone)]
pub struct Race {
    params: RatRaceParams,
    track: Track,
    breeder: Breeder,
    breeding: RandomStream,
    population: Population,
    turn: u32,
    points: u64,
    best_fitness: u64,
    /// The slots of the parents of those that were born last, in their order.
    parents: Vec<[u32; 2]>,
    /// The places of those that the moves of this turn have brought to another cell, or to none.
    elsewhere: PickedSlots,
    /// The places of those that have scored or died.
    uncommon: PickedSlots,
}

impl Race {
    /// The game on the board with this seed.
    pub fn new(params: &RatRaceParams, seed: Seed) -> Result<Race, TrackError> {
        let track = Track::generate(params, &mut seed.stream("board"))?;
        Ok(Race::on_track(params, track, seed.stream("breeding")))
    }

    /// A game on a given track, which must have a start.
    pub fn on_track(params: &RatRaceParams, track: Track, breeding: RandomStream) -> Race {
        let mut race = Race {
            params: params.clone(),
            track,
            breeder: Breeder::new(params),
            breeding,
            population: Population::default(),
            turn: 0,
            points: 0,
            best_fitness: 0,
            parents: Vec::with_capacity(params.children as usize),
            elsewhere: PickedSlots::default(),
            uncommon: PickedSlots::default(),
        };
        for _ in 0..params.initial_population {
            let genome = race.breeder.random_genome(&mut race.breeding);
            race.give_birth(genome);
        }
        race
    }

    /// Begins a turn: specimens that have reached the age limit die (first part of rule 4).
    pub fn begin_turn(&mut self) {
        let oldest = (self.turn + 1).saturating_sub(self.params.lifespan.into());
        self.population.die_of_age(oldest);
    }

    /// What the specimen at a place is about to do. The movers need a plan in each turn, unless
    /// they have one.
    #[inline]
    pub fn plan(&mut self, place: u32, plan: PlannedMove) {
        self.population.plan(place, plan);
    }

    /// Has plans made for all movers that have none, each from the specimen and its genome.
    pub fn plan_all(&mut self, mut plan: impl FnMut(&Specimen, u128) -> PlannedMove) {
        self.population.each_mover(|specimen, genome| {
            if !specimen.plan.is_known() {
                specimen.plan = plan(specimen, genome);
            }
        });
    }

    /// Plans are forgotten after this turn: nobody can be expected to stay where it is.
    pub fn unsettle(&mut self) {
        self.population.unsettle();
    }

    /// Ends the turn: each specimen makes its move, in order; then the survivors breed (rules 4, 6
    /// and 8).
    ///
    /// `recall` says what is known of the next move of those that have come to another cell, by
    /// slot and cell.
    pub fn advance(&mut self, recall: impl FnMut(u32, CellIndex) -> PlannedMove) -> RaceStatus {
        self.move_all();
        self.end_uncommon_moves();
        self.arrive(recall);
        self.turn += 1;
        self.population.begin_generation();
        self.parents.clear();
        if self.population.living() < 2 {
            return RaceStatus::Extinct;
        }
        self.breed();
        if self.turn == self.params.turns { RaceStatus::Finished } else { RaceStatus::Continue }
    }

    fn move_all(&mut self) {
        let Race { track, population, elsewhere, uncommon, .. } = self;
        let movers = population.movers().len();
        let (mut picking_elsewhere, mut picking_uncommon) = (elsewhere.begin(movers), uncommon.begin(movers));
        population.move_all(
            |specimen| track.landing(specimen.cell, specimen.plan).0,
            |place, is_elsewhere, cell| {
                picking_elsewhere.offer(place, is_elsewhere);
                picking_uncommon.offer(place, !PackedMoveOutcome(cell).is_common());
            },
        );
        picking_elsewhere.end();
        picking_uncommon.end();
    }

    /// Those that have not just come to a cell score or die.
    fn end_uncommon_moves(&mut self) {
        let Race { track, breeding, population, turn, points, uncommon, .. } = self;
        for place in uncommon.iter().copied() {
            match PackedMoveOutcome(population.specimens()[place as usize].cell).end() {
                MoveOutcome::Goal => {
                    population.begin_again(place, *breeding.pick(track.starts()), *turn + 1);
                    *points += 1;
                }
                MoveOutcome::Death => population.bury(place),
                MoveOutcome::Cell(_) => {}
            }
        }
    }

    /// Looks around in the cells that are others than before.
    fn arrive(&mut self, mut recall: impl FnMut(u32, CellIndex) -> PlannedMove) {
        let Race { params, track, population, best_fitness, elsewhere, .. } = self;
        // Nothing else is done in this loop, so that the processor can wait for many places of the
        // memory at once. What is recalled of the dead matters to nobody.
        for place in elsewhere.iter().copied() {
            let Specimen { slot, cell, .. } = population.specimens()[place as usize];
            population.plan(place, recall(slot, cell));
        }
        for place in elsewhere.iter().map(|place| *place as usize) {
            let specimen = population.specimens()[place];
            if specimen.is_alive() {
                let fitness = fitness_of(params, track, &specimen);
                *best_fitness = fitness.max(*best_fitness);
                population.fitness().set(place, fitness);
            }
        }
    }

    /// Rule 6. The fitness is that of the survivors of this turn, so that children of this turn are
    /// no parents.
    fn breed(&mut self) {
        self.population.fitness().sum_up();
        for _ in 0..self.params.children {
            let Race { breeder, breeding, population, parents, .. } = self;
            let (mother, father) = population.fitness().draw_pair(breeding);
            parents.push([mother, father].map(|place| population.specimens()[place].slot));
            let child = breeder.child(population.genome_at(mother), population.genome_at(father), breeding);
            self.give_birth(child);
        }
    }

    fn give_birth(&mut self, genome: u128) {
        let cell = *self.breeding.pick(self.track.starts());
        let newborn = Specimen { cell, plan: PlannedMove::NONE, goals: 0, slot: 0, since: self.turn };
        let fitness = fitness_of(&self.params, &self.track, &newborn);
        self.best_fitness = fitness.max(self.best_fitness);
        self.population.give_birth(genome, newborn, fitness);
    }

    /// How many specimens are alive.
    pub fn living(&self) -> usize {
        self.population.living()
    }

    /// The specimens that are alive, in the order in which they move.
    pub fn specimens(&self) -> impl DoubleEndedIterator<Item = &Specimen> {
        self.population.specimens().iter().filter(|specimen| specimen.is_alive())
    }

    /// How many places there are. Some specimens at them may be dead.
    pub fn places(&self) -> usize {
        self.population.specimens().len()
    }

    /// The specimen at a place.
    #[inline]
    pub fn at(&self, place: u32) -> &Specimen {
        &self.population.specimens()[place as usize]
    }

    /// The places of those that need not be expected to stay where they are, in the order in which
    /// they move. After [`Race::advance`], and until the next turn begins, there may be some that
    /// have just died.
    pub fn movers(&self) -> &[u32] {
        self.population.movers()
    }

    /// The specimens that were born when the last turn ended; at the start of the game, all.
    pub fn newborn(&self) -> &[Specimen] {
        self.population.newborn()
    }

    /// The slots of the parents of each of the [newborn](Race::newborn), who are alive; at the
    /// start of the game, of none.
    pub fn parents(&self) -> &[[u32; 2]] {
        &self.parents
    }

    /// How many turns a specimen has lived since its birth or its last visit to the goal.
    pub fn age(&self, specimen: &Specimen) -> u32 {
        self.turn - specimen.since
    }

    /// The fitness of one of those that live.
    pub fn fitness(&self, specimen: &Specimen) -> u64 {
        fitness_of(&self.params, &self.track, specimen)
    }

    /// The fitness of all that live, together.
    pub fn total_fitness(&self) -> u64 {
        self.population.total_fitness()
    }

    /// The genome in a slot.
    pub fn genome(&self, slot: u32) -> u128 {
        self.population.genome(slot)
    }

    /// One more than the greatest slot in use so far.
    pub fn slots(&self) -> usize {
        self.population.slots()
    }

    /// The track.
    pub fn track(&self) -> &Track {
        &self.track
    }

    /// The parameters.
    pub fn params(&self) -> &RatRaceParams {
        &self.params
    }

    /// How many turns have been played.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// How often the goal has been reached.
    pub fn points(&self) -> u64 {
        self.points
    }

    /// The score: 1 and the points (rule 8).
    pub fn score(&self) -> u64 {
        1 + self.points
    }

    /// The greatest fitness that a specimen has had so far.
    pub fn best_fitness(&self) -> u64 {
        self.best_fitness
    }
}

/// Rule 6: 1 + x + 50 for each visit to the goal.
#[inline]
fn fitness_of(params: &RatRaceParams, track: &Track, specimen: &Specimen) -> u64 {
    1 + u64::from(track.column(specimen.cell)) + u64::from(params.goal_bonus) * u64::from(specimen.goals)
}
