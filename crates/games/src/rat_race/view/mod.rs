//! What pages show of a race: the board, where the specimens were, and who descends from whom.

mod analysis;
mod density;
mod genetics;
mod pedigree;
mod specimens;
#[cfg(test)]
mod tests;

use std::any::Any;

use serde::Serialize;
use serde_json::Value;

use super::race::Race;
use super::track::{CellIndex, ColourRole};
use super::{RatRaceGame, RatRaceParams};
use crate::view::ViewCollector;
use crate::{Game, Observer, PauseFuture};
use density::FrameEncoder;
use pedigree::{DescentData, FamilyTree};

/// No more frames than these: as many as a chart has use for.
const MOST_FRAMES: u32 = 10_000;

/// No more levels of cells than these in all frames together: what a page can unpack at once.
const MOST_LEVELS: usize = 1 << 25;

/// Diversity is measured so often in a race.
const MEASURES: u32 = 250;

/// And on so many of those that live.
const SAMPLE: usize = 256;

/// A race as pages draw it. `docs/JSON.md` describes it.
#[derive(Debug, Serialize)]
struct RaceTimeline {
    /// Whether it goes to the end of the race.
    is_whole: bool,
    track: TrackData,
    genome_bits: u8,
    /// Every so many turns there is a frame, besides the last.
    every: u32,
    frames: FrameSeries,
    diversity: GenomeDiversity,
    #[serde(flatten)]
    descent: DescentData,
    /// What the bot says of genomes, once it was asked.
    analysis: Option<Value>,
    /// Specimens that were asked for.
    picked: Vec<Value>,
}

/// The board.
#[derive(Debug, Clone, Serialize)]
struct TrackData {
    width: u16,
    height: u16,
    goal_x: u16,
    /// Column by column, each from the top, as all that is told of cells.
    colours: Vec<u8>,
    /// What each colour means.
    roles: Vec<RoleData>,
    lethal: Vec<CellIndex>,
    starts: Vec<CellIndex>,
}

#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum RoleData {
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
    mean_fitness: Vec<f64>,
    /// Where the specimens were: see `density.rs`.
    density: String,
}

/// In how many of their bits two of those that live differ on the average.
#[derive(Debug, Clone, Default, Serialize)]
struct GenomeDiversity {
    turns: Vec<u32>,
    share: Vec<f64>,
}

impl From<&Race> for TrackData {
    fn from(race: &Race) -> TrackData {
        let (track, params) = (race.track(), race.params());
        let RatRaceParams { width, height, goal_x, .. } = *params;
        let role = |role: &ColourRole| match *role {
            ColourRole::Empty => RoleData::Empty,
            ColourRole::Teleporter(dx, dy) => RoleData::Teleporter { dx, dy },
            ColourRole::Trap(dx, dy) => RoleData::Trap { dx, dy },
            ColourRole::Wall => RoleData::Wall,
        };
        let lethal = (0..).zip(track.lethal_cells()).filter(|(_, lethal)| *lethal);
        TrackData {
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

/// Looks on at a race, and collects its timeline.
#[derive(Default)]
pub(super) struct TimelineCollector {
    /// The turn before whose moves it has seen enough, if not only at the end.
    until: Option<u32>,
    builder: Option<TimelineBuilder>,
    timeline: Option<RaceTimeline>,
}

struct TimelineBuilder {
    every: u32,
    measured_every: u32,
    density: FrameEncoder,
    frames: FrameSeries,
    diversity: GenomeDiversity,
    pedigree: FamilyTree,
}

impl TimelineCollector {
    /// Collects to the end of the race, or only the moves before this turn.
    pub(super) fn new(until: Option<u32>) -> TimelineCollector {
        TimelineCollector { until, ..TimelineCollector::default() }
    }
}

impl Observer for TimelineCollector {
    fn step(&mut self, game: &dyn Game) {
        if let Some(race) = race(game) {
            let is_enough = self.until == Some(race.turn());
            self.builder.get_or_insert_with(|| TimelineBuilder::new(race.params())).look(race, is_enough);
            if is_enough {
                self.timeline = self.builder.take().map(|builder| builder.finish(race, false));
            }
        }
    }

    fn over(&mut self, game: &dyn Game) {
        if let (Some(race), Some(mut builder)) = (race(game), self.builder.take()) {
            builder.look(race, true);
            self.timeline = Some(builder.finish(race, true));
        }
    }

    fn pause<'a>(&'a mut self, _: &'a dyn Game) -> Option<PauseFuture<'a>> {
        pause_forever(self.until.is_some() && self.timeline.is_some())
    }
}

impl ViewCollector for TimelineCollector {
    fn finish(self: Box<Self>) -> Option<Value> {
        self.timeline.map(json)
    }
}

/// Ends the match here, if that is wanted.
fn pause_forever<'a>(is_enough: bool) -> Option<PauseFuture<'a>> {
    is_enough.then(|| Box::pin(std::future::pending()) as PauseFuture<'a>)
}

fn json(value: impl Serialize) -> Value {
    serde_json::to_value(value).expect("names and numbers are always JSON")
}

/// The number with as few digits as tell it from other numbers of single precision.
fn short(number: f32) -> f64 {
    number.to_string().parse().unwrap_or_else(|_| number.into())
}

fn race(game: &dyn Game) -> Option<&Race> {
    (game as &dyn Any).downcast_ref::<RatRaceGame>().map(RatRaceGame::race)
}

impl TimelineBuilder {
    fn new(params: &RatRaceParams) -> TimelineBuilder {
        let most = (MOST_LEVELS / params.cells()).clamp(1, MOST_FRAMES as usize) as u32;
        TimelineBuilder {
            every: params.turns.div_ceil(most).max(1),
            measured_every: params.turns.div_ceil(MEASURES).max(1),
            density: FrameEncoder::new(params.cells()),
            frames: FrameSeries::default(),
            diversity: GenomeDiversity::default(),
            pedigree: FamilyTree::default(),
        }
    }

    /// Looks at the race before the moves of a turn, or at its end. What was seen already is not
    /// written down again.
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
            self.diversity.share.push(short(share));
        }
    }

    fn take_frame(&mut self, race: &Race) {
        let TimelineBuilder { frames, density, .. } = self;
        density.add(race.specimens().map(|specimen| usize::from(specimen.cell)));
        frames.turns.push(race.turn());
        frames.population.push(race.living() as u32);
        frames.points.push(race.points());
        frames.best_fitness.push(race.best_fitness());
        frames.mean_fitness.push(short(race.total_fitness() as f32 / race.living().max(1) as f32));
    }

    fn finish(self, race: &Race, is_whole: bool) -> RaceTimeline {
        let TimelineBuilder { every, density, frames, diversity, pedigree, .. } = self;
        RaceTimeline {
            is_whole,
            track: TrackData::from(race),
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

/// The share of bits in which two of the living differ on the average, estimated from some of them,
/// evenly taken.
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
