//! Lines of descent, and the specimens that were ever the fittest.

use std::collections::BTreeMap;

use serde::Serialize;

use super::super::race::Race;
use super::super::specimen::Specimen;

/// The maximum number of recorded births. A race with the default parameters has a
/// hundred thousand.
const MOST_BIRTHS: usize = 4_000_000;

/// The maximum number of leaders in the output. The last ones are kept.
const MOST_LEADERS: usize = 200;

/// The maximum number of individuals in all lines of descent together. It limits what a page has to
/// show, and how much memory the JSON of an untrusted race takes. Lines that do not fit end early.
const MOST_INDIVIDUALS: usize = 100_000;

/// The birth of a specimen. Its index in the list of births identifies the specimen.
#[derive(Debug, Clone, Copy)]
struct BirthRecord {
    genome: u128,
    /// The indices of the parents' births. `None` for the initial population.
    parents: Option<[u32; 2]>,
    turn: u32,
}

/// What is recorded during a race.
#[derive(Debug, Default)]
pub(super) struct FamilyTreeRecorder {
    births: Vec<BirthRecord>,
    /// For each slot, the index of its specimen's birth.
    by_slot: Vec<u32>,
    /// The specimens that raised the greatest fitness so far. Each one is listed once, with the
    /// last record that it set.
    leaders: Vec<FitnessRecordHolder>,
    best_fitness: u64,
    /// The last turn whose newborns were recorded.
    recorded: Option<u32>,
    /// Whether births are missing, so that specimens cannot be identified any more.
    is_broken: bool,
}

/// A specimen that was fitter than any before it.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct FitnessRecordHolder {
    /// The index of its birth.
    id: u32,
    /// The turn of its greatest fitness.
    turn: u32,
    fitness: u64,
    goals: u32,
}

/// An individual in a line of descent.
#[derive(Debug, Clone, Serialize)]
pub(super) struct AncestorData {
    born: u32,
    /// Hexadecimal, the most significant bits first.
    genome: String,
    /// The parent with more bits in common.
    parent: Option<u32>,
    /// The genome of the other parent.
    other: Option<String>,
}

/// The JSON about descent.
#[derive(Debug, Clone, Default, Serialize)]
pub(super) struct FamilyTreeData {
    /// The specimens that were fitter than any before them, in the order of time.
    leaders: Vec<FitnessRecordHolder>,
    /// The fittest specimen alive at the end.
    winner: Option<FitnessRecordHolder>,
    /// All of these, and for each one the line of its closest parents, by the index of
    /// their births.
    individuals: BTreeMap<u32, AncestorData>,
}

impl FamilyTreeRecorder {
    /// Records a race at the beginning of a turn, or at its end.
    pub(super) fn look(&mut self, race: &Race) {
        if self.is_broken || self.recorded == Some(race.turn()) {
            return;
        }
        self.note_births(race);
        self.recorded = Some(race.turn());
        if race.best_fitness() > self.best_fitness {
            self.note_leader(race);
        }
    }

    fn note_births(&mut self, race: &Race) {
        // Turns without requests are not observed. If children are born, every turn has requests.
        let is_next = self.recorded.map_or(race.turn() == 0, |recorded| recorded + 1 == race.turn());
        if !is_next && race.params().children > 0 || self.births.len() > MOST_BIRTHS {
            *self = FamilyTreeRecorder { is_broken: true, ..FamilyTreeRecorder::default() };
            return;
        }
        self.by_slot.resize(race.slots(), 0);
        // Parents are alive, so their slots still belong to them.
        let parents: Vec<Option<[u32; 2]>> = match race.turn() {
            0 => vec![None; race.newborn().len()],
            _ => race.parents().iter().map(|slots| Some(slots.map(|slot| self.of(slot)))).collect(),
        };
        for (child, parents) in race.newborn().iter().zip(parents) {
            self.by_slot[child.slot as usize] = self.births.len() as u32;
            self.births.push(BirthRecord { genome: race.genome(child.slot), parents, turn: race.turn() });
        }
    }

    fn of(&self, slot: u32) -> u32 {
        self.by_slot[slot as usize]
    }

    /// Records the specimen that is fitter than any before it. There may be none: the one that
    /// raised the best fitness may have died of age just now.
    fn note_leader(&mut self, race: &Race) {
        let fittest = race.specimens().max_by_key(|specimen| race.fitness(specimen));
        let Some(specimen) = fittest.filter(|specimen| race.fitness(specimen) > self.best_fitness) else {
            return;
        };
        let leader = self.leader(race, specimen);
        self.best_fitness = leader.fitness;
        self.leaders.retain(|other| other.id != leader.id);
        self.leaders.push(leader);
    }

    fn leader(&self, race: &Race, specimen: &Specimen) -> FitnessRecordHolder {
        let id = self.of(specimen.slot);
        FitnessRecordHolder { id, turn: race.turn(), fitness: race.fitness(specimen), goals: specimen.goals }
    }

    /// The result at the end of the race.
    pub(super) fn finish(mut self, race: &Race) -> FamilyTreeData {
        self.look(race);
        if self.is_broken {
            return FamilyTreeData::default();
        }
        // `max_by_key` returns the last of equal elements. In reversed order, that is the oldest.
        let fittest = race.specimens().rev().max_by_key(|specimen| race.fitness(specimen));
        let winner = fittest.map(|specimen| self.leader(race, specimen));
        let leaders = self.leaders.split_off(self.leaders.len().saturating_sub(MOST_LEADERS));
        let mut individuals = BTreeMap::new();
        let bits = race.params().genome_bits.into();
        for FitnessRecordHolder { id, .. } in winner.iter().chain(leaders.iter().rev()) {
            self.note_line(*id, bits, MOST_INDIVIDUALS, &mut individuals);
        }
        FamilyTreeData { leaders, winner, individuals }
    }

    /// Adds an individual and its line of closest parents. Stops at an individual that is present
    /// already, at the initial population, or at `most` individuals.
    fn note_line(
        &self,
        mut id: u32,
        bits: usize,
        most: usize,
        individuals: &mut BTreeMap<u32, AncestorData>,
    ) {
        while !individuals.contains_key(&id) && individuals.len() < most {
            let BirthRecord { genome, parents, turn } = self.births[id as usize];
            let nearest = parents.map(|[mother, father]| {
                let distance = |id: u32| (self.births[id as usize].genome ^ genome).count_ones();
                if distance(mother) <= distance(father) { [mother, father] } else { [father, mother] }
            });
            let individual = AncestorData {
                born: turn,
                genome: written(genome, bits),
                parent: nearest.map(|[parent, _]| parent),
                other: nearest.map(|[_, other]| written(self.births[other as usize].genome, bits)),
            };
            individuals.insert(id, individual);
            let Some([parent, _]) = nearest else { return };
            id = parent;
        }
    }
}

/// A genome of `bits` bits in hexadecimal, the most significant bits first.
pub(super) fn written(genome: u128, bits: usize) -> String {
    format!("{genome:0digits$x}", digits = bits.div_ceil(4))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_descent_have_a_bound() {
        // Each individual has the previous one as both parents.
        let birth = |number: u32| BirthRecord {
            genome: number.into(),
            parents: number.checked_sub(1).map(|before| [before; 2]),
            turn: number,
        };
        let family_tree =
            FamilyTreeRecorder { births: (0..1_000).map(birth).collect(), ..FamilyTreeRecorder::default() };
        let mut individuals = BTreeMap::new();
        family_tree.note_line(999, 16, 10, &mut individuals);
        assert_eq!(individuals.keys().copied().collect::<Vec<_>>(), (990..1_000).collect::<Vec<_>>());
        family_tree.note_line(5, 16, 10, &mut individuals);
        assert_eq!(individuals.len(), 10);
    }
}
