//! The specimens of a board: who is born, dies, and what each of them costs.
//!
//! Most specimens stand in front of a wall most of the time, and would go on trying to pass it
//! until they die of age. Those who are known to stay where they are take no time: only
//! [`Population::movers`] are looked at turn by turn, and those whose life is over are found in the
//! order in which lives began.

use std::collections::VecDeque;

use super::fitness::FitnessSampler;
use super::specimen::{PlannedMove, Specimen};
use super::track::{CellIndex, NOWHERE};

/// The specimens of a board at their places, in the order in which they were born and move.
///
/// Those that have died stay at their places with nothing to do, until so many have that the others
/// close ranks.
#[derive(Debug, Clone, Default)]
pub struct Population {
    specimens: Vec<Specimen>,
    fitness: FitnessSampler,
    living: usize,
    /// The places of those that need not be expected to stay where they are, in their order.
    movers: Vec<u32>,
    /// Lives in the order in which they began. Some have ended before their time.
    lives: VecDeque<LifeSpan>,
    genomes: Vec<u128>,
    free_slots: Vec<u32>,
    /// Where those that were born last begin.
    newborn: usize,
    /// Used while closing ranks: the new place of each specimen.
    new_places: Vec<u32>,
}

/// The time between a birth, or a visit to the goal, and death of age or the next visit.
#[derive(Debug, Clone, Copy)]
struct LifeSpan {
    place: u32,
    since: u32,
}

impl LifeSpan {
    /// Whether it has not ended by a visit to the goal or by death.
    fn continues(self, specimens: &[Specimen]) -> bool {
        let specimen = &specimens[self.place as usize];
        specimen.is_alive() && specimen.since == self.since
    }
}

/// There may be one dead for two living, and a few more, before ranks are closed.
const MOST_DEAD: (usize, usize) = (2, 64);

impl Population {
    /// How many are alive.
    pub fn living(&self) -> usize {
        self.living
    }

    /// All, the dead included, by place.
    pub fn specimens(&self) -> &[Specimen] {
        &self.specimens
    }

    /// Those that were born since [`Population::begin_generation`].
    pub fn newborn(&self) -> &[Specimen] {
        &self.specimens[self.newborn..]
    }

    /// The places of those that need not be expected to stay where they are, in their order.
    /// Between [`Population::move_all`] and the next [`Population::die_of_age`], which is when
    /// turns end and begin, there may be some that have just died.
    pub fn movers(&self) -> &[u32] {
        &self.movers
    }

    /// The genome in a slot.
    #[inline]
    pub fn genome(&self, slot: u32) -> u128 {
        self.genomes[slot as usize]
    }

    /// One more than the greatest slot in use so far.
    pub fn slots(&self) -> usize {
        self.genomes.len()
    }

    /// The fitness of all that live, together.
    pub fn total_fitness(&self) -> u64 {
        self.fitness.sum()
    }

    /// The fitness of all.
    pub fn fitness(&mut self) -> &mut FitnessSampler {
        &mut self.fitness
    }

    /// The genome of the specimen at a place.
    pub fn genome_at(&self, place: usize) -> u128 {
        self.genome(self.specimens[place].slot)
    }

    /// Whoever is born from now on is [newborn](Population::newborn).
    pub fn begin_generation(&mut self) {
        self.newborn = self.specimens.len();
    }

    /// A specimen more, which is given a slot.
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

    /// What the one at a place is about to do.
    #[inline]
    pub fn plan(&mut self, place: u32, plan: PlannedMove) {
        self.specimens[place as usize].plan = plan;
    }

    /// All movers, with what is written down of them and their genomes.
    pub fn each_mover(&mut self, mut tell: impl FnMut(&mut Specimen, u128)) {
        for place in &self.movers {
            let specimen = &mut self.specimens[*place as usize];
            tell(specimen, self.genomes[specimen.slot as usize]);
        }
    }

    /// Of nobody is it known any more what it will do after this turn.
    pub fn unsettle(&mut self) {
        self.movers.clear();
        for (place, specimen) in self.specimens.iter_mut().enumerate().filter(|(_, one)| one.is_alive()) {
            specimen.plan = specimen.plan.this_once();
            self.movers.push(place as u32);
        }
    }

    /// Those whose life began before the turn `since` die. No dead are among the movers from then
    /// on, and ranks are closed if many have died.
    pub fn die_of_age(&mut self, since: u32) {
        while let Some(process) = self.lives.front().copied().filter(|process| process.since < since) {
            self.lives.pop_front();
            if process.continues(&self.specimens) {
                self.bury(process.place);
            }
        }
        let Population { movers, specimens, .. } = self;
        movers.retain(|place| specimens[*place as usize].is_alive());
        let (times, more) = MOST_DEAD;
        if self.specimens.len() > self.living + self.living / times + more {
            self.close_ranks();
        }
    }

    /// Moves all movers: `landing` says where to. Those who stay where they are, as they will
    /// again, are no movers from then on. Tells `moved` the place of each mover, whether it has
    /// come to another cell, and which.
    #[inline]
    pub fn move_all(
        &mut self,
        landing: impl Fn(&Specimen) -> CellIndex,
        mut moved: impl FnMut(usize, bool, CellIndex),
    ) {
        let Population { specimens, movers, .. } = self;
        let mut kept = 0;
        // Nothing in this loop depends on where moves lead, which the processor could not guess.
        for index in 0..movers.len() {
            let place = movers[index];
            let specimen = &mut specimens[place as usize];
            let cell = landing(specimen);
            let is_elsewhere = cell != specimen.cell;
            let settles = !is_elsewhere & specimen.plan.is_lasting();
            specimen.cell = cell;
            specimen.plan = if settles { specimen.plan } else { PlannedMove::NONE };
            movers[kept] = place;
            kept += usize::from(!settles);
            moved(place as usize, is_elsewhere, cell);
        }
        movers.truncate(kept);
    }

    /// The one at a place has reached the goal, and begins a new life.
    pub fn begin_again(&mut self, place: u32, cell: CellIndex, since: u32) {
        let specimen = &mut self.specimens[place as usize];
        specimen.goals += 1;
        specimen.cell = cell;
        specimen.since = since;
        self.lives.push_back(LifeSpan { place, since });
    }

    /// The one at a place dies.
    pub fn bury(&mut self, place: u32) {
        let specimen = &mut self.specimens[place as usize];
        specimen.cell = NOWHERE;
        self.free_slots.push(specimen.slot);
        self.fitness.set(place as usize, 0);
        self.living -= 1;
    }

    fn close_ranks(&mut self) {
        let Population { specimens, fitness, movers, lives, newborn, new_places, .. } = self;
        lives.retain(|process| process.continues(specimens));
        fitness.retain(|place| specimens[place].is_alive());
        new_places.clear();
        let mut next = 0;
        specimens.retain(|specimen| {
            new_places.push(next);
            next += u32::from(specimen.is_alive());
            specimen.is_alive()
        });
        movers.iter_mut().for_each(|place| *place = new_places[*place as usize]);
        lives.iter_mut().for_each(|process| process.place = new_places[process.place as usize]);
        *newborn = specimens.len();
    }
}

#[cfg(test)]
mod tests {
    use rathaus_protocol::rat_race::Move;

    use super::*;
    use crate::random::Seed;

    /// Who is alive, by slot: since when, and in which cell.
    type Model = Vec<(u32, u32, CellIndex)>;

    fn of(population: &Population) -> Model {
        let living = population.specimens().iter().filter(|specimen| specimen.is_alive());
        living.map(|specimen| (specimen.slot, specimen.since, specimen.cell)).collect()
    }

    /// Through many turns in which all kinds of things happen, the living are those of a plain list
    /// that is searched each time, in its order; the dead cannot be drawn, and are soon taken out;
    /// and whoever is no mover has a lasting plan.
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

            // Cell 1 is where those come to who move; they stay, and half of them for good.
            population.each_mover(|specimen, _| {
                specimen.plan = if specimen.slot % 2 == 0 {
                    PlannedMove::lasting(Move::STAY)
                } else {
                    PlannedMove::once(Move::STAY)
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
                    population.bury(place as u32);
                    model.remove(index);
                } else if population.movers().contains(&(place as u32)) {
                    // Only who moves gets to the goal.
                    population.begin_again(place as u32, 0, turn + 1);
                    model[index] = (specimen.slot, turn + 1, 0);
                }
            }
            if turn % 100 == 99 {
                population.unsettle();
                assert_eq!(population.movers().len(), model.len());
            }
            population.begin_generation();
            let generation = stream.below(12);
            for _ in 0..generation {
                let newborn =
                    Specimen { cell: 0, plan: PlannedMove::NONE, goals: 0, slot: 0, since: turn + 1 };
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
