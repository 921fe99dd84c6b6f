//! The parameters of the rat race: all numbers of its rules.

use rathaus_protocol::rat_race::MAX_COLOURS;

use crate::parameters::{BuiltInGameParameters, parameters};

parameters! {
    /// The parameters of a race. The defaults are those of the published game.
    pub struct RatRaceParams {
        /// Turns in a game.
        turns: u32 = 10_000 in 1 ..= 10_000_000,
        /// Width of the track in cells, the goal included.
        width: u16 = 53 in 2 ..= 1_000,
        /// Height of the track in cells.
        height: u16 = 15 in 1 ..= 1_000,
        /// Cells with this x or a greater one are goal cells.
        goal_x: u16 = 49 in 1 ..= 999,
        /// Colours of empty cells.
        empty_colours: u8 = 8 in 1 ..= 36,
        /// Colours of teleporters, an even number: each random offset has one colour for itself and
        /// one for its inverse.
        teleporter_colours: u8 = 4 in 0 ..= 34,
        /// Colours of traps.
        trap_colours: u8 = 2 in 0 ..= 35,
        /// Colours of walls.
        wall_colours: u8 = 2 in 0 ..= 35,
        /// How far a teleporter may reach in x and in y.
        teleporter_reach: u8 = 4 in 1 ..= 50,
        /// How far from a trap its lethal cell may lie in x and in y.
        trap_reach: u8 = 1 in 0 ..= 50,
        /// A track with fewer admissible starts is discarded.
        min_starts: u16 = 10 in 1 ..= 1_000,
        /// A start is admissible if the goal can be reached from it in this many moves.
        start_within: u32 = 100 in 1 ..= 1_000_000,
        /// How far a specimen sees in x and in y.
        view_distance: u8 = 2 in 1 ..= 10,
        /// Specimens at the start.
        initial_population: u32 = 15 in 2 ..= 1_000_000,
        /// A specimen of this age dies before it moves.
        lifespan: u16 = 100 in 1 ..= 65_000,
        /// Specimens born after each turn.
        children: u32 = 10 in 0 ..= 100_000,
        /// Fitness for each visit to the goal, in addition to 1 + x.
        goal_bonus: u32 = 50 in 0 ..= 1_000_000,
        /// Bits of a genome.
        genome_bits: u8 = 100 in 1 ..= 128,
        /// Probability to switch to the other parent between two bits.
        crossover: f64 = 0.05 in 0.0 ..= 1.0,
        /// Probability for each bit of a child to be flipped.
        mutation: f64 = 0.01 in 0.0 ..= 1.0,
        /// Milliseconds that a bot has for each turn, regardless of the number of moves.
        turn_ms: u64 = 10_000 in 1 ..= 3_600_000,
        /// Additional microseconds for each requested move.
        move_us: u64 = 5_000 in 0 ..= 60_000_000,
        /// Whether to remember moves that were chosen without randomness, instead of asking again.
        /// Does not change results.
        remember: bool = true in false ..= true,
        /// One in this many remembered moves is asked again, to catch bots that keep data between
        /// calls; 0 disables this.
        audit: u32 = 256 in 0 ..= 1_000_000,
    }
}

/// Parameters that only concern the host. Bots are not told their values.
const OF_THE_HOST: [&str; 4] = ["turn_ms", "move_us", "remember", "audit"];

/// The maximum number of cells of a track. Cells are numbered with 16 bits, and two of the values
/// stand for goal and death.
const MAX_CELLS: usize = 65_000;

/// This many specimens in flight make up for a switch between host and bot: the first if some
/// processors are idle meanwhile, the second if all have other work. With more of them, the data
/// would not fit into the processor's caches.
const WORTH_A_SWITCH: [u32; 2] = [8_000, 4_000];

impl RatRaceParams {
    /// The best number of boards to keep in flight in one bot process. It is lower the more
    /// specimens live on a board.
    pub fn boards_in_flight(&self, all_busy: bool) -> usize {
        // If all specimens die of age, as many are alive as are born in a lifetime.
        let living = self.children.saturating_mul(self.lifespan.into()).max(1);
        (WORTH_A_SWITCH[usize::from(all_busy)] / living).clamp(4, 64) as usize
    }

    /// The number of colours.
    pub fn colours(&self) -> usize {
        [self.empty_colours, self.teleporter_colours, self.trap_colours, self.wall_colours]
            .map(usize::from)
            .iter()
            .sum()
    }

    /// The number of cells of the track.
    pub fn cells(&self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    /// The parameters that are rules of the game, by name, with their values as text.
    pub fn rules(&self) -> Vec<(&'static str, String)> {
        let of_the_rules = |(name, _): &(&str, _)| !OF_THE_HOST.contains(name);
        self.values()
            .into_iter()
            .filter(of_the_rules)
            .map(|(name, value)| (name, value.to_string()))
            .collect()
    }

    fn contradictions(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut check = |holds: bool, words: String| {
            if !holds {
                found.push(words);
            }
        };
        let RatRaceParams { width, height, goal_x, min_starts, teleporter_colours, .. } = self;
        check(goal_x < width, format!("goal_x = {goal_x} leaves no goal on a track of width = {width}"));
        check(
            min_starts <= height,
            format!("min_starts = {min_starts} is more than the {height} cells of the left edge (height)"),
        );
        check(
            teleporter_colours % 2 == 0,
            format!(
                "teleporter_colours = {teleporter_colours} is odd, but each offset needs a colour for its inverse"
            ),
        );
        check(
            self.colours() <= MAX_COLOURS,
            format!("{} colours in all, but the wire can tell only {MAX_COLOURS} apart", self.colours()),
        );
        check(
            self.cells() <= MAX_CELLS,
            format!("width * height = {} is more than the {MAX_CELLS} cells a track may have", self.cells()),
        );
        found
    }
}
