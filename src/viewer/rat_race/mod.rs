//! A race as pages draw it.

mod density;
mod pedigree;
mod specimens;
#[cfg(test)]
mod tests;

use rathaus_games::Pause;
use std::any::Any;
use std::collections::BTreeMap;

use rathaus_protocol::rat_race::trace::Meaning;
use serde::Serialize;

use density::Frames;
use pedigree::{Descent, Pedigree};
use rathaus_games::Game;
use rathaus_games::Observer;
use rathaus_games::rat_race::race::Race;
use rathaus_games::rat_race::track::{Cell, Role};
use rathaus_games::rat_race::walks::Walk;
use rathaus_games::rat_race::{Params, RatRace};
pub use specimens::{Alike, Finder, Specimens};

/// No more frames than these: as many as a chart has use for.
const MOST_FRAMES: u32 = 10_000;

/// No more levels of cells than these in all frames together: what a page can unpack at once.
const MOST_LEVELS: usize = 1 << 25;

/// Diversity is measured so often in a race.
const MEASURES: u32 = 250;

/// And on so many of those that live.
const SAMPLE: usize = 256;

/// A race as pages draw it. `docs/JSON.md` describes it.
#[derive(Debug, Clone, Serialize)]
pub struct RaceFilm {
    /// Whether it goes to the end of the race.
    is_whole: bool,
    track: TrackFilm,
    genome_bits: u8,
    /// Every so many turns there is a frame, besides the last.
    every: u32,
    frames: FrameSeries,
    diversity: Diversity,
    #[serde(flatten)]
    descent: Descent,
    /// What the bot has said of genomes, if it was asked.
    analysis: Option<AnalysisFilm>,
    /// Specimens that were asked for.
    picked: Vec<Picked>,
}

/// The fittest in a cell before the moves of a turn.
#[derive(Debug, Clone, Serialize)]
struct Picked {
    turn: u32,
    cell: Cell,
    #[serde(flatten)]
    alike: Alike,
}

/// What a bot has said of genomes.
#[derive(Debug, Clone)]
pub struct Analysis {
    /// The genomes.
    pub genomes: Vec<u128>,
    /// The walks of each of them, from every admissible start.
    pub walks: Vec<Vec<Walk>>,
    /// For what it takes each colour by each of them, if it can say so; by fewer of them if it failed.
    pub beliefs: Option<Vec<Vec<Meaning>>>,
    /// Why it could not say so of all.
    pub trouble: Option<String>,
}

/// The same for pages: by genome, in hexadecimal. `docs/JSON.md` describes it.
#[derive(Debug, Clone, Serialize)]
pub struct AnalysisFilm {
    is_same: bool,
    walks: BTreeMap<String, Vec<Walk>>,
    beliefs: Option<BTreeMap<String, Vec<MeaningFilm>>>,
    trouble: Option<String>,
}

#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum MeaningFilm {
    Unsaid,
    Empty,
    Teleporter { dx: i32, dy: i32 },
    Trap { dx: i32, dy: i32 },
    Wall,
    Worth { number: i32 },
}

impl From<Meaning> for MeaningFilm {
    fn from(meaning: Meaning) -> MeaningFilm {
        match meaning {
            Meaning::Unsaid => MeaningFilm::Unsaid,
            Meaning::Empty => MeaningFilm::Empty,
            Meaning::Teleporter { dx, dy } => MeaningFilm::Teleporter { dx, dy },
            Meaning::Trap { dx, dy } => MeaningFilm::Trap { dx, dy },
            Meaning::Wall => MeaningFilm::Wall,
            Meaning::Worth(number) => MeaningFilm::Worth { number },
        }
    }
}

impl AnalysisFilm {
    /// What a bot has said of genomes of so many bits, and whether it is the submission that has played the race.
    pub fn new(analysis: Analysis, genome_bits: u8, is_same: bool) -> AnalysisFilm {
        let Analysis { genomes, walks, beliefs, trouble } = analysis;
        let names = || genomes.iter().map(|genome| pedigree::written(*genome, genome_bits.into()));
        let shown = |meanings: Vec<Meaning>| meanings.into_iter().map(MeaningFilm::from).collect();
        AnalysisFilm {
            is_same,
            beliefs: beliefs.map(|beliefs| names().zip(beliefs.into_iter().map(shown)).collect()),
            walks: names().zip(walks).collect(),
            trouble,
        }
    }
}

/// No more genomes than these are worth a walk.
const MOST_GENOMES: usize = 40;

impl RaceFilm {
    /// The genomes that people look at: of specimens that were asked for, of the fittest at the end, and of those that were fitter than any before
    /// them, the last ones.
    pub fn genomes(&self) -> Vec<u128> {
        let mut found: Vec<u128> = self.picked.iter().filter_map(|picked| picked.alike.genome()).collect();
        let most = found.len() + MOST_GENOMES;
        for genome in self.descent.genomes() {
            if found.len() < most && !found.contains(&genome) {
                found.push(genome);
            }
        }
        found
    }

    /// Adds the fittest of those who were in a cell.
    pub fn pick(&mut self, turn: u32, cell: Cell, fittest: Alike) {
        self.picked.push(Picked { turn, cell, alike: fittest });
    }

    /// The number of the cell in this column and row, if there is one.
    pub fn cell(&self, x: u16, y: u16) -> Option<Cell> {
        let TrackFilm { width, height, .. } = self.track;
        (x < width && y < height).then(|| x * height + y)
    }

    /// Adds what a bot has said of genomes, and whether it is the submission that has played the race.
    pub fn analysed(&mut self, analysis: Analysis, is_same: bool) {
        self.analysis = Some(AnalysisFilm::new(analysis, self.genome_bits, is_same));
    }
}

/// The board.
#[derive(Debug, Clone, Serialize)]
struct TrackFilm {
    width: u16,
    height: u16,
    goal_x: u16,
    /// Column by column, each from the top, as all that is told of cells.
    colours: Vec<u8>,
    /// What each colour means.
    roles: Vec<RoleFilm>,
    lethal: Vec<Cell>,
    starts: Vec<Cell>,
}

#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum RoleFilm {
    Empty,
    Teleporter { dx: i32, dy: i32 },
    Trap { dx: i32, dy: i32 },
    Wall,
}

/// What was counted in each frame.
#[derive(Debug, Clone, Default, Serialize)]
struct FrameSeries {
    turns: Vec<u32>,
    population: Vec<u32>,
    points: Vec<u64>,
    best_fitness: Vec<u64>,
    mean_fitness: Vec<f32>,
    /// Where the specimens were: see `density.rs`.
    density: String,
}

/// In how many of their bits two of those that live differ on the average.
#[derive(Debug, Clone, Default, Serialize)]
struct Diversity {
    turns: Vec<u32>,
    share: Vec<f32>,
}

impl From<&Race> for TrackFilm {
    fn from(race: &Race) -> TrackFilm {
        let (track, params) = (race.track(), race.params());
        let Params { width, height, goal_x, .. } = *params;
        let role = |role: &Role| match *role {
            Role::Empty => RoleFilm::Empty,
            Role::Teleporter(dx, dy) => RoleFilm::Teleporter { dx, dy },
            Role::Trap(dx, dy) => RoleFilm::Trap { dx, dy },
            Role::Wall => RoleFilm::Wall,
        };
        let lethal = (0..).zip(track.lethal_cells()).filter(|(_, lethal)| *lethal);
        TrackFilm {
            width,
            height,
            goal_x,
            colours: track.colours().iter().map(|colour| *colour as u8).collect(),
            roles: track.roles().iter().map(role).collect(),
            lethal: lethal.map(|(cell, _)| cell).collect(),
            starts: track.starts().to_vec(),
        }
    }
}

/// Looks on at a race, and keeps what pages draw.
#[derive(Default)]
pub struct RaceCamera {
    /// The turn before whose moves it has seen enough, if not only at the end.
    until: Option<u32>,
    filming: Option<Filming>,
    film: Option<RaceFilm>,
}

struct Filming {
    every: u32,
    measured_every: u32,
    density: Frames,
    frames: FrameSeries,
    diversity: Diversity,
    pedigree: Pedigree,
}

impl RaceCamera {
    /// One for the first turns. After these it does not come to rest.
    pub fn until(turn: u32) -> RaceCamera {
        RaceCamera { until: Some(turn), ..RaceCamera::default() }
    }

    /// What was filmed, once the race is over, or enough was seen.
    pub fn finish(self) -> Option<RaceFilm> {
        self.film
    }
}

impl Observer for RaceCamera {
    fn step(&mut self, game: &dyn Game) {
        if let Some(race) = race(game) {
            let is_enough = self.until == Some(race.turn());
            self.filming.get_or_insert_with(|| Filming::new(race.params())).look(race, is_enough);
            if is_enough {
                self.film = self.filming.take().map(|filming| filming.finish(race, false));
            }
        }
    }

    fn over(&mut self, game: &dyn Game) {
        if let (Some(race), Some(mut filming)) = (race(game), self.filming.take()) {
            filming.look(race, true);
            self.film = Some(filming.finish(race, true));
        }
    }

    fn pause<'a>(&'a mut self, _: &'a dyn Game) -> Option<Pause<'a>> {
        (self.until.is_some() && self.film.is_some()).then(|| Box::pin(std::future::pending()) as Pause<'a>)
    }
}

fn race(game: &dyn Game) -> Option<&Race> {
    (game as &dyn Any).downcast_ref::<RatRace>().map(RatRace::race)
}

impl Filming {
    fn new(params: &Params) -> Filming {
        let most = (MOST_LEVELS / params.cells()).clamp(1, MOST_FRAMES as usize) as u32;
        Filming {
            every: params.turns.div_ceil(most).max(1),
            measured_every: params.turns.div_ceil(MEASURES).max(1),
            density: Frames::new(params.cells()),
            frames: FrameSeries::default(),
            diversity: Diversity::default(),
            pedigree: Pedigree::default(),
        }
    }

    /// Looks at the race before the moves of a turn, or at its end. What was seen already is not written down again.
    fn look(&mut self, race: &Race, is_last: bool) {
        let turn = race.turn();
        self.pedigree.look(race);
        if (is_last || turn.is_multiple_of(self.every)) && self.frames.turns.last() != Some(&turn) {
            self.take_frame(race);
        }
        if (is_last || turn.is_multiple_of(self.measured_every))
            && self.diversity.turns.last() != Some(&turn)
            && let Some(share) = diversity(race)
        {
            self.diversity.turns.push(turn);
            self.diversity.share.push(share);
        }
    }

    fn take_frame(&mut self, race: &Race) {
        let Filming { frames, density, .. } = self;
        density.add(race.specimens().map(|specimen| usize::from(specimen.cell)));
        frames.turns.push(race.turn());
        frames.population.push(race.living() as u32);
        frames.points.push(race.points());
        frames.best_fitness.push(race.best_fitness());
        frames.mean_fitness.push(race.total_fitness() as f32 / race.living().max(1) as f32);
    }

    fn finish(self, race: &Race, is_whole: bool) -> RaceFilm {
        let Filming { every, density, frames, diversity, pedigree, .. } = self;
        RaceFilm {
            is_whole,
            track: TrackFilm::from(race),
            genome_bits: race.params().genome_bits,
            every,
            frames: FrameSeries { density: density.finish(), ..frames },
            diversity,
            descent: pedigree.finish(race),
            analysis: None,
            picked: Vec::new(),
        }
    }
}

/// The share of bits in which two of the living differ on the average, estimated from some of them, evenly taken.
fn diversity(race: &Race) -> Option<f32> {
    let step = race.living().div_ceil(SAMPLE).max(1);
    let genomes: Vec<u128> =
        race.specimens().step_by(step).map(|specimen| race.genome(specimen.slot)).collect();
    let (count, bits) = (genomes.len() as u64, u64::from(race.params().genome_bits));
    if count < 2 {
        return None;
    }
    let pairs_that_differ = |bit: u64| {
        let set = genomes.iter().filter(|genome| *genome >> bit & 1 == 1).count() as u64;
        set * (count - set)
    };
    let differing: u64 = (0..bits).map(pairs_that_differ).sum();
    Some(differing as f32 / (bits * count * (count - 1) / 2) as f32)
}
