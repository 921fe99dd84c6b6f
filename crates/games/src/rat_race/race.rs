//! The simulation: specimens that move, score, die and breed on one track.

use super::breeding::GenomeBreeder;
use super::index_filter::FilteredIndices;
use super::params::RatRaceParams;
use super::population::Population;
use super::specimen::{PackedNextMove, Specimen};
use super::track::{CellIndex, MoveOutcome, PackedMoveOutcome, Track, TrackGenerationError};
use crate::random::{RandomStream, Seed};

/// Whether a race continues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RaceStatus {
    /// The next turn may begin.
    Continue,
    /// All turns have been played.
    Finished,
    /// Fewer than two specimens are alive.
    Extinct,
}

/// A race on one board.
///
/// A turn has two halves: [`Race::begin_turn`], after which each of the [movers](Race::movers)
/// needs a plan, and [`Race::advance`].
#[derive(Debug, Clone)]
pub struct Race {
    params: RatRaceParams,
    track: Track,
    breeder: GenomeBreeder,
    breeding: RandomStream,
    population: Population,
    turn: u32,
    points: u64,
    best_fitness: u64,
    /// The slots of the parents of the last newborns, in the order of the newborns.
    parents: Vec<[u32; 2]>,
    /// The places of the specimens that changed their cell or died in the moves of this turn.
    elsewhere: FilteredIndices,
    /// The places of the specimens that scored or died.
    uncommon: FilteredIndices,
}

impl Race {
    /// A race on the board with this seed.
    ///
    /// # Errors
    ///
    /// No track with enough admissible starts was found.
    pub fn new(params: &RatRaceParams, seed: Seed) -> Result<Race, TrackGenerationError> {
        let track = Track::generate(params, &mut seed.stream("board"))?;
        Ok(Race::on_track(params, track, seed.stream("breeding")))
    }

    /// A race on a given track, which must have a start.
    pub fn on_track(params: &RatRaceParams, track: Track, breeding: RandomStream) -> Race {
        let mut race = Race {
            params: params.clone(),
            track,
            breeder: GenomeBreeder::new(params),
            breeding,
            population: Population::default(),
            turn: 0,
            points: 0,
            best_fitness: 0,
            parents: Vec::with_capacity(params.children as usize),
            elsewhere: FilteredIndices::default(),
            uncommon: FilteredIndices::default(),
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

    /// Sets the next move of the specimen at a place. In each turn, every mover without a plan
    /// needs one.
    #[inline]
    pub fn plan(&mut self, place: u32, plan: PackedNextMove) {
        self.population.plan(place, plan);
    }

    /// Sets the plans of all movers without one. `plan` gets the specimen and its genome.
    pub fn plan_all(&mut self, mut plan: impl FnMut(&Specimen, u128) -> PackedNextMove) {
        self.population.each_mover(|specimen, genome| {
            if !specimen.plan.is_known() {
                specimen.plan = plan(specimen, genome);
            }
        });
    }

    /// Limits all plans to this turn and makes all specimens movers.
    pub fn forget_plans(&mut self) {
        self.population.forget_plans();
    }

    /// Ends the turn: each specimen makes its move, in order. Then the survivors breed (rules 4, 6
    /// and 8).
    ///
    /// `recall` returns what is known of the next move of a specimen that has come to another cell,
    /// by slot and cell.
    pub fn advance(&mut self, recall: impl FnMut(u32, CellIndex) -> PackedNextMove) -> RaceStatus {
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
                picking_uncommon.offer(place, !PackedMoveOutcome(cell).is_cell());
            },
        );
        picking_elsewhere.end();
        picking_uncommon.end();
    }

    /// Handles specimens that score or die.
    fn end_uncommon_moves(&mut self) {
        let Race { track, breeding, population, turn, points, uncommon, .. } = self;
        for place in uncommon.iter().copied() {
            match PackedMoveOutcome(population.specimens()[place as usize].cell).end() {
                MoveOutcome::Goal => {
                    population.begin_again(place, *breeding.pick(track.starts()), *turn + 1);
                    *points += 1;
                }
                MoveOutcome::Death => population.kill(place),
                MoveOutcome::Cell(_) => {}
            }
        }
    }

    /// Updates plan and fitness of the specimens that have changed their cell.
    fn arrive(&mut self, mut recall: impl FnMut(u32, CellIndex) -> PackedNextMove) {
        let Race { params, track, population, best_fitness, elsewhere, .. } = self;
        // This loop only recalls plans, so that the processor can wait for many memory accesses at
        // once. Plans of the dead do not matter.
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

    /// Rule 6. Only the fitness of the survivors of this turn counts, so that children of this turn
    /// cannot become parents in it.
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
        let newborn = Specimen { cell, plan: PackedNextMove::NONE, goals: 0, slot: 0, since: self.turn };
        let fitness = fitness_of(&self.params, &self.track, &newborn);
        self.best_fitness = fitness.max(self.best_fitness);
        self.population.give_birth(genome, newborn, fitness);
    }

    /// The number of living specimens.
    pub fn living(&self) -> usize {
        self.population.living()
    }

    /// The living specimens, in the order in which they move.
    pub fn specimens(&self) -> impl DoubleEndedIterator<Item = &Specimen> {
        self.population.specimens().iter().filter(|specimen| specimen.is_alive())
    }

    /// The number of places, including those of dead specimens.
    pub fn places(&self) -> usize {
        self.population.specimens().len()
    }

    /// The specimen at a place.
    #[inline]
    pub fn at(&self, place: u32) -> &Specimen {
        &self.population.specimens()[place as usize]
    }

    /// The places of the specimens that are not known to stay in their cell, in the order in which
    /// they move. Between [`Race::advance`] and the beginning of the next turn, some of them may
    /// have died.
    pub fn movers(&self) -> &[u32] {
        self.population.movers()
    }

    /// The specimens that were born at the end of the last turn. At the start of the race,
    /// all specimens.
    pub fn newborn(&self) -> &[Specimen] {
        self.population.newborn()
    }

    /// The slots of the parents of each of the [newborn](Race::newborn). The parents are alive.
    /// Empty at the start of the race.
    pub fn parents(&self) -> &[[u32; 2]] {
        &self.parents
    }

    /// The number of turns since the specimen's birth or its last visit to the goal.
    pub fn age(&self, specimen: &Specimen) -> u32 {
        self.turn - specimen.since
    }

    /// The fitness of a living specimen.
    pub fn fitness(&self, specimen: &Specimen) -> u64 {
        fitness_of(&self.params, &self.track, specimen)
    }

    /// The sum of the fitness of all living specimens.
    pub fn total_fitness(&self) -> u64 {
        self.population.total_fitness()
    }

    /// The genome in a slot.
    pub fn genome(&self, slot: u32) -> u128 {
        self.population.genome(slot)
    }

    /// The number of slots that have ever been in use. Every slot is below it.
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

    /// The number of turns played.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// How often specimens have reached the goal.
    pub fn points(&self) -> u64 {
        self.points
    }

    /// The score: one more than the points (rule 8).
    pub fn score(&self) -> u64 {
        1 + self.points
    }

    /// The greatest fitness that any specimen has had so far.
    pub fn best_fitness(&self) -> u64 {
        self.best_fitness
    }
}

/// Rule 6: 1 + x + 50 for each visit to the goal. The parameter `goal_bonus` replaces the 50.
#[inline]
fn fitness_of(params: &RatRaceParams, track: &Track, specimen: &Specimen) -> u64 {
    1 + u64::from(track.column(specimen.cell)) + u64::from(params.goal_bonus) * u64::from(specimen.goals)
}
