//! The simulation: specimens that move, score, die and breed on one track.

use rathaus_protocol::rat_race::Move;

use super::breeding::{Breeder, Fitness};
use super::params::Params;
use super::picked::{self, Picked};
use super::track::{Cell, End, Landing, NoTrack, Track};
use crate::game::random::{Seed, Stream};

/// One rat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Specimen {
    /// Where it is.
    pub cell: Cell,
    /// How many turns it has lived since its birth or its last visit to the goal.
    pub age: u16,
    /// How often it has reached the goal.
    pub goals: u32,
    /// The place of its genome in [`Race::genome`]: unique among the living, and taken again after its death.
    pub slot: u32,
}

/// Whether a game goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// The next turn may begin.
    Continue,
    /// All turns have been played.
    Finished,
    /// Fewer than two specimens are alive.
    Extinct,
}

/// One game on one board.
///
/// A turn has two halves: [`Race::begin_turn`], after which every living specimen needs a move, and [`Race::advance`].
#[derive(Debug, Clone)]
pub struct Race {
    params: Params,
    track: Track,
    breeder: Breeder,
    breeding: Stream,
    specimens: Vec<Specimen>,
    genomes: Vec<u128>,
    free_slots: Vec<u32>,
    fitness: Fitness,
    turn: u32,
    points: u64,
    best_fitness: u64,
    born: usize,
    /// The places of those that the moves of this turn have brought to another cell, or to none.
    elsewhere: Picked,
    /// The places of those that have scored or died.
    uncommon: Picked,
    /// The places of those that have died.
    dead: Vec<u32>,
}

/// What has come of the moves of a turn, before the dead are taken from among the others.
#[derive(Debug)]
pub struct Moved<'a> {
    /// All that have moved. Of the dead only the slot means anything.
    pub specimens: &'a [Specimen],
    /// The places of those that have come to another cell, and of the dead.
    pub elsewhere: &'a [u32],
    /// The places of the dead.
    pub dead: &'a [u32],
}

impl Race {
    /// The game on the board with this seed.
    pub fn new(params: &Params, seed: Seed) -> Result<Race, NoTrack> {
        let track = Track::generate(params, &mut seed.stream("board"))?;
        Ok(Race::on_track(params, track, seed.stream("breeding")))
    }

    /// A game on a given track, which must have a start.
    pub fn on_track(params: &Params, track: Track, breeding: Stream) -> Race {
        let mut race = Race {
            params: params.clone(),
            track,
            breeder: Breeder::new(params),
            breeding,
            specimens: Vec::new(),
            genomes: Vec::new(),
            free_slots: Vec::new(),
            fitness: Fitness::default(),
            turn: 0,
            points: 0,
            best_fitness: 0,
            born: 0,
            elsewhere: Picked::default(),
            uncommon: Picked::default(),
            dead: Vec::new(),
        };
        for _ in 0..params.initial_population {
            let genome = race.breeder.random_genome(&mut race.breeding);
            race.give_birth(genome);
        }
        race.born = race.specimens.len();
        race
    }

    /// Begins a turn: specimens that have reached the age limit die, the others age (first part of rule 4). Returns the places that the
    /// dead had among all, in their order.
    pub fn begin_turn(&mut self) -> &[u32] {
        let Race { params, specimens, free_slots, dead, .. } = self;
        dead.clear();
        for (place, specimen) in specimens.iter_mut().enumerate() {
            match specimen.age >= params.lifespan {
                true => dead.push(place as u32),
                false => specimen.age += 1,
            }
        }
        free_slots.extend(dead.iter().map(|place| specimens[*place as usize].slot));
        picked::remove(specimens, dead);
        dead
    }

    /// Ends the turn: each specimen makes its move, in order; then the survivors breed (rules 4, 6 and 8).
    ///
    /// `moves` has one move for each of [`Race::specimens`], in their order. `look` is called when all have moved.
    pub fn advance(&mut self, moves: &[Move], look: impl FnOnce(Moved<'_>)) -> Flow {
        self.move_all(moves);
        let Race { specimens, elsewhere, dead, .. } = self;
        look(Moved { specimens, elsewhere, dead });
        picked::remove(specimens, dead);
        self.measure_all();
        self.turn += 1;
        self.born = 0;
        if self.specimens.len() < 2 {
            return Flow::Extinct;
        }
        self.breed();
        if self.turn == self.params.turns { Flow::Finished } else { Flow::Continue }
    }

    fn move_all(&mut self, moves: &[Move]) {
        let Race { track, specimens, elsewhere, uncommon, .. } = self;
        assert_eq!(moves.len(), specimens.len(), "one move for each specimen");
        let mut picking_elsewhere = elsewhere.begin(moves.len());
        let mut picking_uncommon = uncommon.begin(moves.len());
        // Nothing in this loop depends on where moves lead, which the processor could not guess.
        for (place, (specimen, to)) in specimens.iter_mut().zip(moves).enumerate() {
            let landing = track.landing(specimen.cell, *to);
            picking_uncommon.offer(place, !landing.is_common());
            picking_elsewhere.offer(place, landing.0 != specimen.cell);
            specimen.cell = landing.0;
        }
        picking_elsewhere.end();
        picking_uncommon.end();
        self.end_uncommon_moves();
    }

    /// Those that have not just come to a cell score or die.
    fn end_uncommon_moves(&mut self) {
        let Race { track, breeding, specimens, free_slots, points, uncommon, dead, .. } = self;
        dead.clear();
        for place in uncommon.iter() {
            let specimen = &mut specimens[*place as usize];
            match Landing(specimen.cell).end() {
                End::Goal => {
                    specimen.goals += 1;
                    specimen.age = 0;
                    specimen.cell = *breeding.pick(track.starts());
                    *points += 1;
                }
                End::Death => {
                    free_slots.push(specimen.slot);
                    dead.push(*place);
                }
                End::Cell(_) => {}
            }
        }
    }

    fn measure_all(&mut self) {
        let Race { params, track, specimens, fitness, best_fitness, .. } = self;
        let greatest = fitness.measure(specimens, |specimen| fitness_of(params, track, specimen));
        *best_fitness = greatest.max(*best_fitness);
    }

    /// Rule 6. The fitness is that of the survivors of this turn, so that children of this turn are no parents.
    fn breed(&mut self) {
        for _ in 0..self.params.children {
            let Race { params, track, breeder, breeding, specimens, genomes, fitness, .. } = self;
            let (mother, father) =
                fitness.draw_pair(|index| fitness_of(params, track, &specimens[index]), breeding);
            let genome_of = |index: usize| genomes[specimens[index].slot as usize];
            let child = breeder.child(genome_of(mother), genome_of(father), breeding);
            self.give_birth(child);
            self.born += 1;
        }
    }

    fn give_birth(&mut self, genome: u128) {
        let slot = self.free_slots.pop().unwrap_or(self.genomes.len() as u32);
        match self.genomes.get_mut(slot as usize) {
            Some(place) => *place = genome,
            None => self.genomes.push(genome),
        }
        let cell = *self.breeding.pick(self.track.starts());
        self.specimens.push(Specimen { cell, age: 0, goals: 0, slot });
    }

    /// The specimens that are alive, in the order in which they move.
    pub fn specimens(&self) -> &[Specimen] {
        &self.specimens
    }

    /// The specimens that were born since the last turn began; at the start of the game, all.
    pub fn newborn(&self) -> &[Specimen] {
        &self.specimens[self.specimens.len() - self.born..]
    }

    /// The genome in a slot.
    pub fn genome(&self, slot: u32) -> u128 {
        self.genomes[slot as usize]
    }

    /// One more than the greatest slot in use so far.
    pub fn slots(&self) -> usize {
        self.genomes.len()
    }

    /// The track.
    pub fn track(&self) -> &Track {
        &self.track
    }

    /// The parameters.
    pub fn params(&self) -> &Params {
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
fn fitness_of(params: &Params, track: &Track, specimen: &Specimen) -> u64 {
    1 + u64::from(track.column(specimen.cell)) + u64::from(params.goal_bonus) * u64::from(specimen.goals)
}
