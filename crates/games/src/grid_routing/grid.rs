//! The grid: the state of each vertex, and the effect of a phase.

use rathaus_protocol::grid_routing::{TurnPhase, Vertex};

/// The maximum number of bots in a game: [`OwnerSet`] has a bit for each.
pub const MAX_BOTS: usize = 64;

/// The bots that own a vertex, as one bit per seat.
pub type OwnerSet = u64;

/// The vertices in a round.
///
/// A vertex is inactive, broken for the rest of the round, or active and owned. The numbered rules
/// are in `docs/GRID-ROUTING.md`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GridVertexStates {
    side: u32,
    /// In the order of [`GridVertexStates::index`].
    owners: Vec<OwnerSet>,
    broken: Vec<bool>,
}

impl GridVertexStates {
    /// A grid of inactive vertices.
    pub fn new(side: u32) -> GridVertexStates {
        let count = side as usize * side as usize;
        GridVertexStates { side, owners: vec![0; count], broken: vec![false; count] }
    }

    /// The number of vertices per side.
    pub fn side(&self) -> u32 {
        self.side
    }

    /// The index of a vertex, counted row by row.
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

    /// Whether a vertex has an owner.
    pub fn is_active(&self, index: usize) -> bool {
        self.owners[index] != 0
    }

    /// Applies the choices of all seats in a phase simultaneously, and returns those that count. A
    /// choice only counts if its vertex is inactive. Choices of the same vertex all count.
    pub fn apply(&mut self, phase: TurnPhase, choices: &[Option<Vertex>]) -> Vec<Option<Vertex>> {
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
                TurnPhase::Destruction => self.broken[index] = true,
                TurnPhase::Activation => self.owners[index] |= 1 << seat,
            }
        }
        counting
    }
}
