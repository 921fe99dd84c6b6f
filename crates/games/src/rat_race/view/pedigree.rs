//! Who is whose child, and who was ever the fittest.

use std::collections::BTreeMap;

use serde::Serialize;

use super::super::race::Race;
use super::super::specimen::Specimen;

/// No more births than these are written down: a race of the usual parameters has a hundred
/// thousand.
const MOST_BIRTHS: usize = 4_000_000;

/// No more specimens than these are told of that were the fittest: the last ones.
const MOST_LEADERS: usize = 200;

/// The most individuals in the lines of descent together: what a page can show, and what the JSON of
/// a stranger's race may take in memory. Lines that do not fit end early.
const MOST_INDIVIDUALS: usize = 100_000;

/// Somebody who was born.
#[derive(Debug, Clone, Copy)]
struct BirthRecord {
    genome: u128,
    /// Who came before are named by the numbers of their births.
    parents: Option<[u32; 2]>,
    turn: u32,
}

/// What is written down while a race goes on.
#[derive(Debug, Default)]
pub(super) struct FamilyTree {
    births: Vec<BirthRecord>,
    /// Whose birth the specimen in each slot is.
    by_slot: Vec<u32>,
    /// The greatest fitness so far, when it was reached, and by whom: each one once, with the last
    /// it reached.
    leaders: Vec<RecordHolder>,
    best_fitness: u64,
    /// The turn whose newborn were noted last.
    noted: Option<u32>,
    /// Whether births are missing, so that nobody can be told from others any more.
    is_broken: bool,
}

/// A specimen that was fitter than any before it.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct RecordHolder {
    /// The number of its birth.
    id: u32,
    /// When it had its greatest fitness.
    turn: u32,
    fitness: u64,
    goals: u32,
}

/// One of a line of descent.
#[derive(Debug, Clone, Serialize)]
pub(super) struct AncestorData {
    born: u32,
    /// Hexadecimal, the most significant bits first.
    genome: String,
    /// The parent with more of the same bits.
    parent: Option<u32>,
    /// The genome of the other one.
    other: Option<String>,
}

/// What pages are told of descent.
#[derive(Debug, Clone, Default, Serialize)]
pub(super) struct DescentData {
    /// Those that were fitter than any before them, in the order of time.
    leaders: Vec<RecordHolder>,
    /// The fittest of those that lived at the end.
    winner: Option<RecordHolder>,
    /// All of these, and the parents that each has most from, by the number of their births.
    individuals: BTreeMap<u32, AncestorData>,
}

impl FamilyTree {
    /// Looks at a race at the beginning of a turn, or at its end.
    pub(super) fn look(&mut self, race: &Race) {
        if self.is_broken || self.noted == Some(race.turn()) {
            return;
        }
        self.note_births(race);
        self.noted = Some(race.turn());
        if race.best_fitness() > self.best_fitness {
            self.note_leader(race);
        }
    }

    fn note_births(&mut self, race: &Race) {
        // A turn in which nobody had to be asked is not seen; where children are born, somebody
        // has.
        let is_next = self.noted.map_or(race.turn() == 0, |noted| noted + 1 == race.turn());
        if !is_next && race.params().children > 0 || self.births.len() > MOST_BIRTHS {
            *self = FamilyTree { is_broken: true, ..FamilyTree::default() };
            return;
        }
        self.by_slot.resize(race.slots(), 0);
        // Parents live, so that their slots are still their own.
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

    /// Notes who is fitter than anybody before. It may have died of age just now.
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

    fn leader(&self, race: &Race, specimen: &Specimen) -> RecordHolder {
        let id = self.of(specimen.slot);
        RecordHolder { id, turn: race.turn(), fitness: race.fitness(specimen), goals: specimen.goals }
    }

    /// What there is to tell when the race is over.
    pub(super) fn finish(mut self, race: &Race) -> DescentData {
        self.look(race);
        if self.is_broken {
            return DescentData::default();
        }
        // Of several equal ones the first, which is the oldest.
        let fittest = race.specimens().rev().max_by_key(|specimen| race.fitness(specimen));
        let winner = fittest.map(|specimen| self.leader(race, specimen));
        let leaders = self.leaders.split_off(self.leaders.len().saturating_sub(MOST_LEADERS));
        let mut individuals = BTreeMap::new();
        let bits = race.params().genome_bits.into();
        for RecordHolder { id, .. } in winner.iter().chain(leaders.iter().rev()) {
            self.note_line(*id, bits, MOST_INDIVIDUALS, &mut individuals);
        }
        DescentData { leaders, winner, individuals }
    }

    /// Notes one and whom it has most from, until somebody is noted already or was there from the
    /// beginning, or there are `most` individuals.
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

/// A genome of so many bits in hexadecimal, the most significant first.
pub(super) fn written(genome: u128, bits: usize) -> String {
    format!("{genome:0digits$x}", digits = bits.div_ceil(4))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_descent_have_a_bound() {
        // Each has the one before it as its only parent.
        let birth = |number: u32| BirthRecord {
            genome: number.into(),
            parents: number.checked_sub(1).map(|before| [before; 2]),
            turn: number,
        };
        let pedigree = FamilyTree { births: (0..1_000).map(birth).collect(), ..FamilyTree::default() };
        let mut individuals = BTreeMap::new();
        pedigree.note_line(999, 16, 10, &mut individuals);
        assert_eq!(individuals.keys().copied().collect::<Vec<_>>(), (990..1_000).collect::<Vec<_>>());
        pedigree.note_line(5, 16, 10, &mut individuals);
        assert_eq!(individuals.len(), 10);
    }
}
