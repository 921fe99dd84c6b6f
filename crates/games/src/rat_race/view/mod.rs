//! What pages show of a race: the board, where the specimens were, and their lines of descent.

mod analysis;
mod density;
mod family_tree;
mod genetics;
mod specimens;
#[cfg(test)]
mod tests;

use std::any::Any;

use serde::Serialize;
use serde_json::Value;

use super::race::Race;
use super::track::{CellIndex, ColourRole};
use super::{RatRaceMatch, RatRaceParams};
use crate::view::PageDataCollector;
use crate::{LiveMatch, Observer, PauseFuture};
use density::FrameEncoder;
use family_tree::{FamilyTreeData, FamilyTreeRecorder};

/// The maximum number of frames. A chart has no use for more.
const MOST_FRAMES: u32 = 10_000;

/// The maximum number of cell levels in all frames together. It is as much as a page can unpack
/// at once.
const MOST_LEVELS: usize = 1 << 25;

/// How many times genome diversity is measured in a race.
const MEASURES: u32 = 250;

/// How many living specimens each measurement samples.
const SAMPLE: usize = 256;

/// A race as pages draw it. `docs/JSON.md` describes the format.
#[derive(Debug, Serialize)]
struct RaceTimeline {
    /// Whether the timeline goes to the end of the race.
    is_whole: bool,
    track: TrackData,
    genome_bits: u8,
    /// There is a frame every `every` turns, plus the last one.
    every: u32,
    frames: FrameSeries,
    diversity: GenomeDiversity,
    #[serde(flatten)]
    descent: FamilyTreeData,
    /// What the bot does with genomes, once it was asked.
    analysis: Option<Value>,
    /// Specimens that the user asked for.
    picked: Vec<Value>,
}

/// The board.
#[derive(Debug, Clone, Serialize)]
struct TrackData {
    width: u16,
    height: u16,
    goal_x: u16,
    /// Column by column, each from the top, like all data about cells.
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

/// Counts for each frame.
#[derive(Debug, Clone, Default, Serialize)]
struct FrameSeries {
    turns: Vec<u32>,
    population: Vec<u32>,
    points: Vec<u64>,
    best_fitness: Vec<u64>,
    mean_fitness: Vec<f64>,
    /// Where the specimens were. `density.rs` describes the format.
    density: String,
}

/// The mean share of bits in which two living specimens differ.
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

/// An observer that collects the timeline of a race.
#[derive(Default)]
pub(super) struct TimelineCollector {
    /// The turn before which to stop. `None` collects to the end of the race.
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
    family_tree: FamilyTreeRecorder,
}

impl TimelineCollector {
    /// A collector up to the end of the race, or up to the moves before turn `until`.
    pub(super) fn new(until: Option<u32>) -> TimelineCollector {
        TimelineCollector { until, ..TimelineCollector::default() }
    }
}

impl Observer for TimelineCollector {
    fn step(&mut self, game: &dyn LiveMatch) {
        if let Some(race) = race(game) {
            let is_enough = self.until == Some(race.turn());
            self.builder.get_or_insert_with(|| TimelineBuilder::new(race.params())).look(race, is_enough);
            if is_enough {
                self.timeline = self.builder.take().map(|builder| builder.finish(race, false));
            }
        }
    }

    fn over(&mut self, game: &dyn LiveMatch) {
        if let (Some(race), Some(mut builder)) = (race(game), self.builder.take()) {
            builder.look(race, true);
            self.timeline = Some(builder.finish(race, true));
        }
    }

    fn pause<'a>(&'a mut self, _: &'a dyn LiveMatch) -> Option<PauseFuture<'a>> {
        pause_forever(self.until.is_some() && self.timeline.is_some())
    }
}

impl PageDataCollector for TimelineCollector {
    fn finish(self: Box<Self>) -> Option<Value> {
        self.timeline.map(json)
    }
}

/// A pause that ends the match here, if `is_enough`.
fn pause_forever<'a>(is_enough: bool) -> Option<PauseFuture<'a>> {
    is_enough.then(|| Box::pin(std::future::pending()) as PauseFuture<'a>)
}

fn json(value: impl Serialize) -> Value {
    serde_json::to_value(value).expect("names and numbers are always JSON")
}

/// The number with as few digits as distinguish it from other single-precision numbers.
fn short(number: f32) -> f64 {
    number.to_string().parse().unwrap_or_else(|_| number.into())
}

fn race(game: &dyn LiveMatch) -> Option<&Race> {
    (game as &dyn Any).downcast_ref::<RatRaceMatch>().map(RatRaceMatch::race)
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
            family_tree: FamilyTreeRecorder::default(),
        }
    }

    /// Records the race before the moves of a turn, or at its end. Records each turn only once.
    fn look(&mut self, race: &Race, is_last: bool) {
        let turn = race.turn();
        self.family_tree.look(race);
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
        let TimelineBuilder { every, density, frames, diversity, family_tree, .. } = self;
        RaceTimeline {
            is_whole,
            track: TrackData::from(race),
            genome_bits: race.params().genome_bits,
            every,
            frames: FrameSeries { density: density.finish(), ..frames },
            diversity,
            descent: family_tree.finish(race),
            analysis: None,
            picked: Vec::new(),
        }
    }
}

/// The mean share of bits in which two living specimens differ. It is estimated from an evenly
/// spaced sample.
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
