//! What a finished round is worth: random depth-first searches from the sources to the sinks.

use super::grid::Grid;
use crate::game::random::Stream;

/// The points of each seat.
///
/// From each active source, as many searches as there are to be go over active vertices, the children of each in a random
/// order that is drawn anew, and enter a vertex at most once. One that reaches a sink gives a point to every owner of every vertex on
/// its path.
pub fn points(grid: &Grid, seats: usize, searches: u32, stream: &mut Stream) -> Vec<u64> {
    let mut traffic = vec![0u64; (grid.side() as usize).pow(2)];
    let mut search = Search::new(grid);
    for source in (0..grid.side() as usize).filter(|source| grid.is_active(*source)) {
        for _ in 0..searches {
            for vertex in search.path(source, stream) {
                traffic[vertex] += 1;
            }
        }
    }
    let owned = |seat: usize| {
        let vertices = traffic.iter().enumerate();
        vertices.filter(|(vertex, _)| grid.owners(*vertex) >> seat & 1 == 1).map(|(_, count)| count).sum()
    };
    (0..seats).map(owned).collect()
}

/// The search, with the memory that searches share.
struct Search<'a> {
    grid: &'a Grid,
    /// The number of the last search that has entered a vertex, so that nothing has to be cleared in between.
    entered: Vec<u32>,
    number: u32,
    stack: Vec<Step>,
}

/// A vertex on the way, with the children that are left to be tried, the next one last.
struct Step {
    vertex: usize,
    children: [usize; 3],
    left: usize,
}

impl<'a> Search<'a> {
    fn new(grid: &'a Grid) -> Search<'a> {
        let entered = vec![0; (grid.side() as usize).pow(2)];
        Search { grid, entered, number: 0, stack: Vec::new() }
    }

    /// The vertices of a path from a source to a sink; none if the search finds none.
    fn path(&mut self, source: usize, stream: &mut Stream) -> impl Iterator<Item = usize> + '_ {
        self.number += 1;
        self.stack.clear();
        self.enter(source, stream);
        while let Some(step) = self.stack.last_mut() {
            if step.vertex >= self.entered.len() - self.grid.side() as usize {
                break;
            }
            match step.left {
                0 => {
                    self.stack.pop();
                }
                left => {
                    step.left = left - 1;
                    let child = step.children[left - 1];
                    if self.grid.is_active(child) && self.entered[child] != self.number {
                        self.enter(child, stream);
                    }
                }
            }
        }
        self.stack.iter().map(|step| step.vertex)
    }

    fn enter(&mut self, vertex: usize, stream: &mut Stream) {
        self.entered[vertex] = self.number;
        let side = self.grid.side() as usize;
        let (x, above) = (vertex % side, vertex - vertex % side + side);
        let mut children = [above + (x + side - 1) % side, above + x, above + (x + 1) % side];
        stream.shuffle(&mut children);
        self.stack.push(Step { vertex, children, left: children.len() });
    }
}
