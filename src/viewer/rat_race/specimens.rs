//! Who is in a cell at some moment of a race.

use rathaus_games::Pause;
use std::collections::BTreeMap;

use serde::Serialize;

use super::{pedigree, race};
use rathaus_games::Game;
use rathaus_games::Observer;
use rathaus_games::rat_race::race::Race;
use rathaus_games::rat_race::specimen::Specimen;
use rathaus_games::rat_race::track::Cell;

/// No more genomes than these are told of, those of the fittest.
const MOST: usize = 50;

/// Those with one genome in a cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Alike {
    /// Hexadecimal, the most significant bits first.
    pub genome: String,
    /// How many there are.
    pub count: usize,
    /// Of the fittest of them: its fitness, its age in turns, and how often it has reached the goal.
    pub fitness: u64,
    /// See `fitness`.
    pub age: u32,
    /// See `fitness`.
    pub goals: u32,
}

impl Alike {
    /// The genome as a number.
    pub(super) fn genome(&self) -> Option<u128> {
        u128::from_str_radix(&self.genome, 16).ok()
    }
}

/// Those in a cell.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Specimens {
    /// How many there are.
    pub all: usize,
    /// By their genomes, the fittest first.
    pub genomes: Vec<Alike>,
}

/// Looks on at a race up to some moment, and sees who is in a cell then. It never comes to rest after that: nothing that follows matters to it.
#[derive(Debug)]
pub struct Finder {
    turn: u32,
    cell: Cell,
    found: Option<Specimens>,
}

impl Finder {
    /// For this cell, before the moves of this turn.
    pub fn new(turn: u32, cell: Cell) -> Finder {
        Finder { turn, cell, found: None }
    }

    /// Who was there; nothing if the race has never come to that turn.
    pub fn found(self) -> Option<Specimens> {
        self.found
    }

    fn look(&mut self, game: &dyn Game) {
        if let Some(race) = race(game).filter(|race| race.turn() == self.turn) {
            self.found = Some(Specimens::at(race, self.cell));
        }
    }
}

impl Specimens {
    fn at(race: &Race, cell: Cell) -> Specimens {
        let mut by_genome = BTreeMap::<u128, (usize, &Specimen)>::new();
        for specimen in race.specimens().filter(|specimen| specimen.cell == cell) {
            let (count, fittest) = by_genome.entry(race.genome(specimen.slot)).or_insert((0, specimen));
            *count += 1;
            if race.fitness(specimen) > race.fitness(fittest) {
                *fittest = specimen;
            }
        }
        let all = by_genome.values().map(|(count, _)| count).sum();
        let alike = |(genome, (count, fittest)): (u128, (usize, &Specimen))| Alike {
            genome: pedigree::written(genome, race.params().genome_bits.into()),
            count,
            fitness: race.fitness(fittest),
            age: race.age(fittest),
            goals: fittest.goals,
        };
        let mut genomes: Vec<Alike> = by_genome.into_iter().map(alike).collect();
        genomes.sort_by_key(|alike| std::cmp::Reverse(alike.fitness));
        genomes.truncate(MOST);
        Specimens { all, genomes }
    }
}

impl Observer for Finder {
    fn step(&mut self, game: &dyn Game) {
        self.look(game);
    }

    fn over(&mut self, game: &dyn Game) {
        self.look(game);
    }

    fn pause<'a>(&'a mut self, _: &'a dyn Game) -> Option<Pause<'a>> {
        (self.found.is_some()).then(|| Box::pin(std::future::pending()) as Pause<'a>)
    }
}
