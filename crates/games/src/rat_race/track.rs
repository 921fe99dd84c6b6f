//! The track: what its colours mean, where each move leads, and from where the goal can be reached.

use rathaus_protocol::rat_race::{Move, OUT_OF_BOUNDS};
use serde::Serialize;

use super::params::RatRaceParams;
use super::specimen::PackedNextMove;
use super::walk_survey::WalkEnd;
use crate::random::RandomStream;

/// The number of a cell: column by column from the left, each from the top.
///
/// Specimens move to the right, so cells that are visited in succession are close in memory.
pub type CellIndex = u16;

/// What a colour means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColourRole {
    /// No effect.
    Empty,
    /// Moves a specimen that enters the cell, or stays in it, by this offset.
    Teleporter(i32, i32),
    /// Makes the cell at this offset lethal.
    Trap(i32, i32),
    /// Cannot be entered. A specimen that is placed on a wall and stays there dies.
    Wall,
}

/// Where a move leads under all rules of movement, packed into the number of a cell. Two numbers
/// above all cells stand for goal and death. [`MoveOutcome`] is the unpacked form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PackedMoveOutcome(pub CellIndex);

/// Where a move leads under all rules of movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveOutcome {
    /// The specimen dies.
    Death,
    /// The specimen scores.
    Goal,
    /// The specimen lives on in this cell.
    Cell(CellIndex),
}

/// The path of a move. Coordinates may be outside of the track.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct MovePath {
    /// The position after the step. A wall in the way leaves it where it began.
    pub by: (i32, i32),
    /// The final position, after a teleporter if there is one.
    pub to: (i32, i32),
}

/// The cell of dead specimens.
pub const NOWHERE: CellIndex = CellIndex::MAX;

const GOAL: CellIndex = CellIndex::MAX - 1;

impl PackedMoveOutcome {
    /// Whether the outcome is a cell.
    #[inline]
    pub fn is_cell(self) -> bool {
        self.0 < GOAL
    }

    /// Unpacks the outcome.
    pub fn end(self) -> MoveOutcome {
        match self.0 {
            NOWHERE => MoveOutcome::Death,
            GOAL => MoveOutcome::Goal,
            cell => MoveOutcome::Cell(cell),
        }
    }
}

/// How many tracks are generated before the search for an admissible one fails.
const ATTEMPTS: u32 = 20_000;

/// No track with enough admissible starts was found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "none of {ATTEMPTS} tracks had min_starts = {min_starts} admissible starts: \
     with these parameters the goal is hardly ever in reach\n  \
     help: raise start_within, lower min_starts, or have fewer walls"
)]
pub struct TrackGenerationError {
    min_starts: u16,
}

/// A track. It does not change during a race.
#[derive(Debug, Clone)]
pub struct Track {
    width: i32,
    height: i32,
    /// The colour of each cell.
    colours: Vec<i8>,
    /// The x of each cell. It is needed once per specimen and turn, where a division would
    /// be noticeable.
    columns: Vec<u16>,
    /// What each colour means.
    roles: Vec<ColourRole>,
    /// For each cell, the [`PackedMoveOutcome`] by the code of a plan.
    landings: Vec<[CellIndex; PackedNextMove::CODES]>,
    /// The cells in which specimens are placed.
    starts: Vec<CellIndex>,
}

impl Track {
    /// Generates tracks from the stream until one has enough admissible starts (rules 1 to 3
    /// and 5).
    ///
    /// # Errors
    ///
    /// None of 20,000 tracks has enough.
    pub fn generate(
        params: &RatRaceParams,
        stream: &mut RandomStream,
    ) -> Result<Track, TrackGenerationError> {
        (0..ATTEMPTS)
            .map(|_| {
                let roles = random_roles(params, stream);
                let colours = random_colours(params, &roles, stream);
                Track::new(params, roles, colours)
            })
            .find(|track| track.starts.len() >= usize::from(params.min_starts))
            .ok_or(TrackGenerationError { min_starts: params.min_starts })
    }

    /// The track with these roles of colours and these colours of cells. It may have any number
    /// of starts.
    pub fn new(params: &RatRaceParams, roles: Vec<ColourRole>, colours: Vec<i8>) -> Track {
        let columns = (0..colours.len()).map(|cell| cell as u16 / params.height).collect();
        let mut track = Track {
            width: params.width.into(),
            height: params.height.into(),
            colours,
            columns,
            roles,
            landings: Vec::new(),
            starts: Vec::new(),
        };
        track.landings = track.all_landings(i32::from(params.goal_x));
        track.starts =
            (0..params.height).filter(|start| track.reaches_goal(*start, params.start_within)).collect();
        track
    }

    /// Where a plan leads from `cell`. A specimen without a plan tries to stay.
    #[inline]
    pub fn landing(&self, cell: CellIndex, plan: PackedNextMove) -> PackedMoveOutcome {
        PackedMoveOutcome(self.landings[usize::from(cell)][plan.code()])
    }

    /// The admissible starts, from the top.
    pub fn starts(&self) -> &[CellIndex] {
        &self.starts
    }

    /// The colour of each cell.
    pub fn colours(&self) -> &[i8] {
        &self.colours
    }

    /// What each colour means.
    pub fn roles(&self) -> &[ColourRole] {
        &self.roles
    }

    /// The cell at these coordinates, if it is on the track.
    pub fn cell_at(&self, x: i32, y: i32) -> Option<CellIndex> {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        inside.then(|| (x * self.height + y) as CellIndex)
    }

    /// The coordinates of a cell.
    pub fn position(&self, cell: CellIndex) -> (i32, i32) {
        (i32::from(cell) / self.height, i32::from(cell) % self.height)
    }

    /// The x of a cell.
    #[inline]
    pub fn column(&self, cell: CellIndex) -> u16 {
        self.columns[usize::from(cell)]
    }

    /// Appends to `view` what a specimen at `cell` sees, row by row from the top left.
    pub fn look(&self, cell: CellIndex, distance: i32, view: &mut Vec<i8>) {
        let (x, y) = self.position(cell);
        for dy in -distance..=distance {
            view.extend((-distance..=distance).map(|dx| self.colour_at(x + dx, y + dy)));
        }
    }

    fn colour_at(&self, x: i32, y: i32) -> i8 {
        self.cell_at(x, y).map_or(OUT_OF_BOUNDS, |cell| self.colours[usize::from(cell)])
    }

    pub(super) fn role_at(&self, x: i32, y: i32) -> Option<ColourRole> {
        self.cell_at(x, y).map(|cell| self.roles[self.colours[usize::from(cell)] as usize])
    }

    fn all_landings(&self, goal_x: i32) -> Vec<[CellIndex; PackedNextMove::CODES]> {
        let lethal = self.lethal_cells();
        let landing_of = |cell: CellIndex, to: Move| match self.destination(cell, to) {
            Some(cell) if lethal[usize::from(cell)] => NOWHERE,
            Some(cell) if self.position(cell).0 >= goal_x => GOAL,
            Some(cell) => cell,
            None => NOWHERE,
        };
        (0..self.colours.len() as CellIndex)
            .map(|cell| {
                std::array::from_fn(|code| {
                    landing_of(cell, Move::from_code(code as u8).unwrap_or(Move::STAY))
                })
            })
            .collect()
    }

    /// The cell in which a move ends, before lethal cells are considered.
    fn destination(&self, cell: CellIndex, to: Move) -> Option<CellIndex> {
        let (x, y) = self.way(cell, to).to;
        self.cell_at(x, y)
    }

    /// The path of a move, before lethal cells are considered (rule 4): walls block, then a
    /// teleporter acts once.
    pub fn way(&self, cell: CellIndex, to: Move) -> MovePath {
        let (x, y) = self.position(cell);
        let mut by = (x + to.dx(), y + to.dy());
        if self.role_at(by.0, by.1) == Some(ColourRole::Wall) {
            by = (x, y);
        }
        let to = match self.role_at(by.0, by.1) {
            Some(ColourRole::Teleporter(dx, dy)) => (by.0 + dx, by.1 + dy),
            _ => by,
        };
        MovePath { by, to }
    }

    /// The cause of death on this path, which must be lethal.
    pub(super) fn cause_of_death(&self, MovePath { to: (x, y), .. }: MovePath) -> WalkEnd {
        match self.role_at(x, y) {
            None => WalkEnd::Outside,
            Some(ColourRole::Wall) => WalkEnd::Wall,
            Some(_) => WalkEnd::Trap,
        }
    }

    /// The lethal cells (rule 2): walls, and the targets of traps, goal cells included.
    pub fn lethal_cells(&self) -> Vec<bool> {
        let mut lethal = vec![false; self.colours.len()];
        for cell in 0..self.colours.len() as CellIndex {
            let (x, y) = self.position(cell);
            let hit = match self.role_at(x, y) {
                Some(ColourRole::Wall) => Some(cell),
                Some(ColourRole::Trap(dx, dy)) => self.cell_at(x + dx, y + dy),
                _ => None,
            };
            if let Some(hit) = hit {
                lethal[usize::from(hit)] = true;
            }
        }
        lethal
    }

    /// Rule 5: whether some sequence of at most `moves` moves leads from `start` to the goal.
    fn reaches_goal(&self, start: CellIndex, moves: u32) -> bool {
        let mut seen = vec![false; self.colours.len()];
        seen[usize::from(start)] = true;
        let mut front = vec![start];
        for _ in 0..moves {
            let mut next = Vec::new();
            for landing in front.iter().flat_map(|cell| self.landings[usize::from(*cell)]) {
                match landing {
                    GOAL => return true,
                    NOWHERE => {}
                    cell if std::mem::replace(&mut seen[usize::from(cell)], true) => {}
                    cell => next.push(cell),
                }
            }
            front = next;
        }
        false
    }
}

/// Rule 3: gives each colour its role, in random order.
fn random_roles(params: &RatRaceParams, stream: &mut RandomStream) -> Vec<ColourRole> {
    let mut roles = vec![ColourRole::Empty; params.empty_colours.into()];
    for _ in 0..params.teleporter_colours / 2 {
        let (dx, dy) = nonzero_offset(params.teleporter_reach.into(), stream);
        roles.extend([ColourRole::Teleporter(dx, dy), ColourRole::Teleporter(-dx, -dy)]);
    }
    for _ in 0..params.trap_colours {
        let (dx, dy) = offset(params.trap_reach.into(), stream);
        roles.push(ColourRole::Trap(dx, dy));
    }
    roles.resize(params.colours(), ColourRole::Wall);
    stream.shuffle(&mut roles);
    roles
}

/// Rule 1: a random colour for each cell. Goal cells get an empty one.
fn random_colours(params: &RatRaceParams, roles: &[ColourRole], stream: &mut RandomStream) -> Vec<i8> {
    let all: Vec<i8> = (0..roles.len() as i8).collect();
    let empty: Vec<i8> =
        all.iter().copied().filter(|colour| roles[*colour as usize] == ColourRole::Empty).collect();
    let before_goal = usize::from(params.goal_x) * usize::from(params.height);
    (0..params.cells()).map(|cell| *stream.pick(if cell < before_goal { &all } else { &empty })).collect()
}

/// A uniform offset of at most `reach` in x and y.
fn offset(reach: i32, stream: &mut RandomStream) -> (i32, i32) {
    let side = 2 * reach + 1;
    let drawn = stream.below((side * side) as u64) as i32;
    (drawn % side - reach, drawn / side - reach)
}

/// Like [`offset`], without (0, 0).
fn nonzero_offset(reach: i32, stream: &mut RandomStream) -> (i32, i32) {
    loop {
        match offset(reach, stream) {
            (0, 0) => {}
            found => return found,
        }
    }
}
