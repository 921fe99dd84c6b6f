//! The specimens in a cell at some moment of a race.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::super::race::Race;
use super::super::specimen::Specimen;
use super::super::track::CellIndex;
use super::{family_tree, json, pause_forever, race};
use crate::view::PageDataCollector;
use crate::{LiveMatch, Observer, PauseFuture};

/// The maximum number of listed genomes. The fittest are kept.
const MOST_GENOMES: usize = 50;

/// The specimens with one genome in a cell.
#[derive(Debug, Serialize)]
struct GenomeGroup {
    /// Hexadecimal, the most significant bits first.
    genome: String,
    count: usize,
    /// Fitness, age in turns and visits to the goal of the fittest specimen of the group.
    fitness: u64,
    age: u32,
    goals: u32,
}

/// The specimens in a cell.
#[derive(Debug, Serialize)]
struct CellSpecimens {
    /// The number of specimens.
    all: usize,
    /// The specimens by genome, the fittest first.
    genomes: Vec<GenomeGroup>,
}

/// An observer that watches a race up to some turn, and collects the specimens in a cell.
#[derive(Debug)]
pub(super) struct CellSpecimenCollector {
    turn: u32,
    cell: CellIndex,
    found: Option<CellSpecimens>,
}

impl CellSpecimenCollector {
    /// A finder for this cell, before the moves of this turn.
    pub(super) fn new(turn: u32, cell: CellIndex) -> CellSpecimenCollector {
        CellSpecimenCollector { turn, cell, found: None }
    }

    fn look(&mut self, game: &dyn LiveMatch) {
        if let Some(race) = race(game).filter(|race| race.turn() == self.turn) {
            self.found = Some(CellSpecimens::at(race, self.cell));
        }
    }
}

impl CellSpecimens {
    fn at(race: &Race, cell: CellIndex) -> CellSpecimens {
        let mut by_genome = BTreeMap::<u128, (usize, &Specimen)>::new();
        for specimen in race.specimens().filter(|specimen| specimen.cell == cell) {
            let (count, fittest) = by_genome.entry(race.genome(specimen.slot)).or_insert((0, specimen));
            *count += 1;
            if race.fitness(specimen) > race.fitness(fittest) {
                *fittest = specimen;
            }
        }
        let all = by_genome.values().map(|(count, _)| count).sum();
        let group = |(genome, (count, fittest)): (u128, (usize, &Specimen))| GenomeGroup {
            genome: family_tree::written(genome, race.params().genome_bits.into()),
            count,
            fitness: race.fitness(fittest),
            age: race.age(fittest),
            goals: fittest.goals,
        };
        let mut genomes: Vec<GenomeGroup> = by_genome.into_iter().map(group).collect();
        genomes.sort_by_key(|group| Reverse(group.fitness));
        genomes.truncate(MOST_GENOMES);
        CellSpecimens { all, genomes }
    }
}

impl Observer for CellSpecimenCollector {
    fn step(&mut self, game: &dyn LiveMatch) {
        self.look(game);
    }

    fn over(&mut self, game: &dyn LiveMatch) {
        self.look(game);
    }

    fn pause<'a>(&'a mut self, _: &'a dyn LiveMatch) -> Option<PauseFuture<'a>> {
        pause_forever(self.found.is_some())
    }
}

impl PageDataCollector for CellSpecimenCollector {
    fn finish(self: Box<Self>) -> Option<Value> {
        self.found.map(json)
    }
}
