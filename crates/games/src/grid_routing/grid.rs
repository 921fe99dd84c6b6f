//! The grid: what each vertex is, and what a phase makes of it.

use rathaus_protocol::grid_routing::{Phase, Vertex};

/// The most bots of a game: the owners of a vertex are a set of so many.
pub const MAX_BOTS: usize = 64;

/// The bots that own a vertex, a bit for each seat.
pub type OwnerSet = u64;

/// The vertices of a round.
///
/// A vertex is inactive, broken for good, or active and owned. `docs/GRID-ROUTING.md` has the rules
/// by number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    side: u32,
    /// By row and column.
    owners: Vec<OwnerSet>,
    broken: Vec<bool>,
}

impl Grid {
    /// A grid of inactive vertices.
    pub fn new(side: u32) -> Grid {
        let count = side as usize * side as usize;
        Grid { side, owners: vec![0; count], broken: vec![false; count] }
    }

    /// How many vertices a side has.
    pub fn side(&self) -> u32 {
        self.side
    }

    /// Where a vertex stands among all, row by row.
    pub fn index(&self, vertex: Vertex) -> usize {
        vertex.y as usize * self.side as usize + vertex.x as usize
    }

    /// The bots that own a vertex.
    pub fn owners(&self, index: usize) -> OwnerSet {
        self.owners[index]
    }

    /// Whether a vertex was broken.
    pub fn is_broken(&self, index: usize) -> bool {
        self.broken[index]
    }

    /// Whether somebody owns a vertex.
    pub fn is_active(&self, index: usize) -> bool {
        self.owners[index] != 0
    }

    /// Applies what the seats chose in a phase, all at once: whoever chose a vertex that is not
    /// inactive chose nothing, and all that chose the same one did so. Returns what counts.
    pub fn apply(&mut self, phase: Phase, choices: &[Option<Vertex>]) -> Vec<Option<Vertex>> {
        let inactive = |vertex: &Vertex| {
            let index = self.index(*vertex);
            !self.broken[index] && self.owners[index] == 0
        };
        let counting: Vec<Option<Vertex>> = choices.iter().map(|choice| choice.filter(inactive)).collect();
        for (seat, vertex) in
            counting.iter().enumerate().filter_map(|(seat, choice)| Some((seat, (*choice)?)))
        {
            let index = self.index(vertex);
            match phase {
                Phase::Destruction => self.broken[index] = true,
                Phase::Activation => self.owners[index] |= 1 << seat,
            }
        }
        counting
    }
}
