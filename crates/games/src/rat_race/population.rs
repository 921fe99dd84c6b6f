//! The specimens of a board: births, deaths, and moves.
//!
//! Most of the time, most specimens stand in front of a wall and try to pass it until they die of
//! age. A specimen that is known to stay in its cell takes no time: each turn only handles
//! [`Population::movers`], and a queue of lives in the order of their beginnings finds the
//! specimens that die of age.

use std::collections::VecDeque;

use super::fitness::FitnessWeightedSampler;
use super::specimen::{PackedNextMove, Specimen};
use super::track::{CellIndex, NOWHERE};

/// The specimens of a board at their places, in the order in which they were born and move.
///
/// Dead specimens keep their places and do nothing, until there are so many that the population
/// is compacted.
#[derive(Debug, Clone, Default)]
pub struct Population {
    specimens: Vec<Specimen>,
    fitness: FitnessWeightedSampler,
    living: usize,
    /// The places of the specimens that are not known to stay in their cell, in ascending order.
    movers: Vec<u32>,
    /// Lives in the order in which they began. Some have ended early.
    lives: VecDeque<LifeSpan>,
    genomes: Vec<u128>,
    free_slots: Vec<u32>,
    /// The place of the first newborn.
    newborn: usize,
    /// Buffer for compaction: the new place of each specimen.
    new_places: Vec<u32>,
}

/// The time from a birth or a visit to the goal until the next visit or death of age.
#[derive(Debug, Clone, Copy)]
struct LifeSpan {
    place: u32,
    since: u32,
}

impl LifeSpan {
    /// Whether this life was not ended early, by a visit to the goal or by death.
    fn continues(self, specimens: &[Specimen]) -> bool {
        let specimen = &specimens[self.place as usize];
        specimen.is_alive() && specimen.since == self.since
    }
}

/// The population is compacted when there are more dead specimens than living ones divided by the
/// first number, plus the second.
const MOST_DEAD: (usize, usize) = (2, 64);

impl Population {
    /// The number of living specimens.
    pub fn living(&self) -> usize {
        self.living
    }

    /// All specimens by place, including the dead.
    pub fn specimens(&self) -> &[Specimen] {
        &self.specimens
    }

    /// The specimens born since [`Population::begin_generation`].
    pub fn newborn(&self) -> &[Specimen] {
        &self.specimens[self.newborn..]
    }

    /// The places of the specimens that are not known to stay in their cell, in ascending order.
    /// Between [`Population::move_all`] and the next [`Population::die_of_age`], which is between
    /// two turns, some of them may have died.
    pub fn movers(&self) -> &[u32] {
        &self.movers
    }

    /// The genome in a slot.
    #[inline]
    pub fn genome(&self, slot: u32) -> u128 {
        self.genomes[slot as usize]
    }

    /// The number of slots that have ever been in use. Every slot is below it.
    pub fn slots(&self) -> usize {
        self.genomes.len()
    }

    /// The sum of the fitness of all living specimens.
    pub fn total_fitness(&self) -> u64 {
        self.fitness.sum()
    }

    /// The fitness of all specimens by place.
    pub fn fitness(&mut self) -> &mut FitnessWeightedSampler {
        &mut self.fitness
    }

    /// The genome of the specimen at a place.
    pub fn genome_at(&self, place: usize) -> u128 {
        self.genome(self.specimens[place].slot)
    }

    /// Starts a new generation of [newborn](Population::newborn) specimens.
    pub fn begin_generation(&mut self) {
        self.newborn = self.specimens.len();
    }

    /// Adds a specimen and gives it a slot.
    pub fn give_birth(&mut self, genome: u128, newborn: Specimen, fitness: u64) {
        let slot = self.free_slots.pop().unwrap_or(self.genomes.len() as u32);
        match self.genomes.get_mut(slot as usize) {
            Some(place) => *place = genome,
            None => self.genomes.push(genome),
        }
        let place = self.specimens.len() as u32;
        self.specimens.push(Specimen { slot, ..newborn });
        self.fitness.push(fitness);
        self.movers.push(place);
        self.lives.push_back(LifeSpan { place, since: newborn.since });
        self.living += 1;
    }

    /// Sets the next move of the specimen at a place.
    #[inline]
    pub fn plan(&mut self, place: u32, plan: PackedNextMove) {
        self.specimens[place as usize].plan = plan;
    }

    /// Calls `tell` with each mover and its genome.
    pub fn each_mover(&mut self, mut tell: impl FnMut(&mut Specimen, u128)) {
        for place in &self.movers {
            let specimen = &mut self.specimens[*place as usize];
            tell(specimen, self.genomes[specimen.slot as usize]);
        }
    }

    /// Limits all plans to this turn, and makes all living specimens movers.
    pub fn forget_plans(&mut self) {
        self.movers.clear();
        for (place, specimen) in self.specimens.iter_mut().enumerate().filter(|(_, one)| one.is_alive()) {
            specimen.plan = specimen.plan.this_once();
            self.movers.push(place as u32);
        }
    }

    /// Kills the specimens whose life began before the turn `since`. Then removes the dead from the
    /// movers, and compacts the population if there are many.
    pub fn die_of_age(&mut self, since: u32) {
        while let Some(life) = self.lives.front().copied().filter(|life| life.since < since) {
            self.lives.pop_front();
            if life.continues(&self.specimens) {
                self.kill(life.place);
            }
        }
        let Population { movers, specimens, .. } = self;
        movers.retain(|place| specimens[*place as usize].is_alive());
        let (times, more) = MOST_DEAD;
        if self.specimens.len() > self.living + self.living / times + more {
            self.compact();
        }
    }

    /// Moves all movers to the cells that `landing` returns. A specimen that stays in its cell with
    /// a lasting plan stops being a mover. `moved` is called with the place of each mover, whether
    /// it has come to another cell, and its cell.
    #[inline]
    pub fn move_all(
        &mut self,
        landing: impl Fn(&Specimen) -> CellIndex,
        mut moved: impl FnMut(usize, bool, CellIndex),
    ) {
        let Population { specimens, movers, .. } = self;
        let mut kept = 0;
        // The loop has no branches on where moves lead, because the processor could not
        // predict them.
        for index in 0..movers.len() {
            let place = movers[index];
            let specimen = &mut specimens[place as usize];
            let cell = landing(specimen);
            let is_elsewhere = cell != specimen.cell;
            let settles = !is_elsewhere & specimen.plan.is_lasting();
            specimen.cell = cell;
            specimen.plan = if settles { specimen.plan } else { PackedNextMove::NONE };
            movers[kept] = place;
            kept += usize::from(!settles);
            moved(place as usize, is_elsewhere, cell);
        }
        movers.truncate(kept);
    }

    /// Starts a new life for the specimen at a place, which has reached the goal.
    pub fn begin_again(&mut self, place: u32, cell: CellIndex, since: u32) {
        let specimen = &mut self.specimens[place as usize];
        specimen.goals += 1;
        specimen.cell = cell;
        specimen.since = since;
        self.lives.push_back(LifeSpan { place, since });
    }

    /// Kills the specimen at a place.
    pub fn kill(&mut self, place: u32) {
        let specimen = &mut self.specimens[place as usize];
        specimen.cell = NOWHERE;
        self.free_slots.push(specimen.slot);
        self.fitness.set(place as usize, 0);
        self.living -= 1;
    }

    fn compact(&mut self) {
        let Population { specimens, fitness, movers, lives, newborn, new_places, .. } = self;
        lives.retain(|life| life.continues(specimens));
        fitness.retain(|place| specimens[place].is_alive());
        new_places.clear();
        let mut next = 0;
        specimens.retain(|specimen| {
            new_places.push(next);
            next += u32::from(specimen.is_alive());
            specimen.is_alive()
        });
        movers.iter_mut().for_each(|place| *place = new_places[*place as usize]);
        lives.iter_mut().for_each(|life| life.place = new_places[life.place as usize]);
        *newborn = specimens.len();
    }
}

#[cfg(test)]
mod tests {
    use rathaus_protocol::rat_race::Move;

    use super::*;
    use crate::random::Seed;

    /// The living specimens: slot, first turn of the life, and cell.
    type Model = Vec<(u32, u32, CellIndex)>;

    fn of(population: &Population) -> Model {
        let living = population.specimens().iter().filter(|specimen| specimen.is_alive());
        living.map(|specimen| (specimen.slot, specimen.since, specimen.cell)).collect()
    }

    /// Compares the population with a plain list over many turns with all kinds of events. The
    /// living are the same in the same order, the dead cannot be drawn and are soon removed, and
    /// specimens that are not movers have lasting plans.
    #[test]
    fn the_living_are_those_of_a_plain_list() {
        let (mut population, mut model, mut stream) =
            (Population::default(), Model::new(), Seed(1).stream("population"));
        for turn in 0..600 {
            let oldest = (turn + 1_u32).saturating_sub(20);
            population.die_of_age(oldest);
            model.retain(|(_, since, _)| *since >= oldest);
            assert_eq!(of(&population), model, "after deaths of age in turn {turn}");
            let most = model.len() + model.len() / MOST_DEAD.0 + MOST_DEAD.1;
            assert!(population.specimens().len() <= most, "ranks are not closed in turn {turn}");
            check(&mut population, &model);

            // All movers come to cell 1. Then they stay there, half of them with lasting plans.
            population.each_mover(|specimen, _| {
                specimen.plan = if specimen.slot % 2 == 0 {
                    PackedNextMove::lasting(Move::STAY)
                } else {
                    PackedNextMove::once(Move::STAY)
                };
            });
            let mut moved = Vec::new();
            population.move_all(|_| 1, |place, is_elsewhere, cell| moved.push((place, is_elsewhere, cell)));
            assert!(moved.is_sorted(), "in order");
            model.iter_mut().for_each(|one| one.2 = 1);
            assert_eq!(of(&population), model, "after the moves of turn {turn}");

            for chance in [7, 5] {
                let place = stream.below(chance * population.specimens().len().max(1) as u64) as usize;
                let Some(specimen) = population.specimens().get(place).copied().filter(Specimen::is_alive)
                else {
                    continue;
                };
                let index = model.iter().position(|(slot, ..)| *slot == specimen.slot).expect("it lives");
                if chance == 7 {
                    population.kill(place as u32);
                    model.remove(index);
                } else if population.movers().contains(&(place as u32)) {
                    // Only movers reach the goal.
                    population.begin_again(place as u32, 0, turn + 1);
                    model[index] = (specimen.slot, turn + 1, 0);
                }
            }
            if turn % 100 == 99 {
                population.forget_plans();
                assert_eq!(population.movers().len(), model.len());
            }
            population.begin_generation();
            let generation = stream.below(12);
            for _ in 0..generation {
                let newborn =
                    Specimen { cell: 0, plan: PackedNextMove::NONE, goals: 0, slot: 0, since: turn + 1 };
                population.give_birth(0, newborn, 3);
            }
            model.extend(
                population.newborn().iter().map(|newborn| (newborn.slot, newborn.since, newborn.cell)),
            );
            assert_eq!(population.newborn().len() as u64, generation);
        }
    }

    fn check(population: &mut Population, model: &Model) {
        assert_eq!(of(population), *model);
        assert_eq!(population.living(), model.len());
        let mut slots: Vec<u32> = model.iter().map(|(slot, ..)| *slot).collect();
        slots.sort_unstable();
        slots.dedup();
        assert_eq!(slots.len(), model.len(), "slots are unique");
        let fitness = population.fitness();
        fitness.sum_up();
        assert_eq!(fitness.total(), 3 * model.len() as u64, "each of the living counts, and nobody else");
        let (movers, specimens) = (population.movers(), population.specimens());
        assert!(movers.is_sorted());
        for (place, specimen) in specimens.iter().enumerate() {
            let is_mover = movers.binary_search(&(place as u32)).is_ok();
            assert!(!is_mover || specimen.is_alive());
            assert!(is_mover || !specimen.is_alive() || specimen.plan.is_lasting());
        }
    }
}
