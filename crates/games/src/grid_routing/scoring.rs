//! The scoring of a finished round: random depth-first searches from the sources to the sinks.

use super::grid::GridVertexStates;
use crate::random::RandomStream;

/// The points of each seat.
///
/// By the rules, `searches` searches start from each active source. A search visits active
/// vertices, tries the children of each one in a newly drawn random order, and enters a vertex
/// at most once. A search that reaches a sink gives a point to every owner of every vertex on
/// its path.
///
/// The code needs no backtracking. A vertex from which no sink can be reached is a dead end in
/// every search, however it is entered. From every other vertex, a search goes straight on, because
/// edges only lead one row up. So a search takes the first child that is not a dead end, and each
/// of these is first with the same probability.
pub fn points(grid: &GridVertexStates, seats: usize, searches: u32, stream: &mut RandomStream) -> Vec<u64> {
    let mut traffic = vec![0u64; (grid.side() as usize).pow(2)];
    let open = open(grid);
    for source in (0..grid.side() as usize).filter(|source| open[*source]) {
        for _ in 0..searches {
            let mut vertex = source;
            traffic[vertex] += 1;
            while let Some(children) = children(grid, vertex) {
                let mut ways = [0; 3];
                let mut count = 0;
                for child in children.into_iter().filter(|child| open[*child]) {
                    ways[count] = child;
                    count += 1;
                }
                vertex = *stream.pick(&ways[..count]);
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

/// For each vertex, whether it is active and a sink can be reached from it over active vertices.
fn open(grid: &GridVertexStates) -> Vec<bool> {
    let mut open = vec![false; (grid.side() as usize).pow(2)];
    for vertex in (0..open.len()).rev().filter(|vertex| grid.is_active(*vertex)) {
        open[vertex] = match children(grid, vertex) {
            Some(children) => children.iter().any(|child| open[*child]),
            None => true,
        };
    }
    open
}

/// The targets of a vertex's edges. `None` for a sink.
fn children(grid: &GridVertexStates, vertex: usize) -> Option<[usize; 3]> {
    let side = grid.side() as usize;
    let (x, above) = (vertex % side, vertex - vertex % side + side);
    (above < side * side).then(|| [above + (x + side - 1) % side, above + x, above + (x + 1) % side])
}
