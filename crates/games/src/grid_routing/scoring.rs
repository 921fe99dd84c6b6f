//! What a finished round is worth: random depth-first searches from the sources to the sinks.

use super::grid::Grid;
use crate::random::RandomStream;

/// The points of each seat.
///
/// From each active source, as many searches as there are to be go over active vertices, the
/// children of each in a newly drawn random order, and enter a vertex at most once. One that
/// reaches a sink gives a point to every owner of every vertex on its path.
///
/// A vertex from which no sink can be reached is a dead end in every search, however it is entered,
/// and from all others each goes straight on: rows only go up. So a search takes the first child
/// that is no dead end, each of these being the first with the same probability, and never has to
/// go back.
pub fn points(grid: &Grid, seats: usize, searches: u32, stream: &mut RandomStream) -> Vec<u64> {
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

/// For each vertex, whether it is active and a sink can be reached from it over active ones.
fn open(grid: &Grid) -> Vec<bool> {
    let mut open = vec![false; (grid.side() as usize).pow(2)];
    for vertex in (0..open.len()).rev().filter(|vertex| grid.is_active(*vertex)) {
        open[vertex] = match children(grid, vertex) {
            Some(children) => children.iter().any(|child| open[*child]),
            None => true,
        };
    }
    open
}

/// Where edges lead from a vertex, or nothing from a sink.
fn children(grid: &Grid, vertex: usize) -> Option<[usize; 3]> {
    let side = grid.side() as usize;
    let (x, above) = (vertex % side, vertex - vertex % side + side);
    (above < side * side).then(|| [above + (x + side - 1) % side, above + x, above + (x + 1) % side])
}
