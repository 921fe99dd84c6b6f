//! Compares matchings with those that trying everything finds.

use rathaus_games::{RandomStream, Seed};

use super::*;

/// The costs of a random graph, as a matrix.
fn random_costs(vertices: usize, stream: &mut RandomStream) -> Vec<Option<Cost>> {
    let (density, range) = (1 + stream.below(10), 1 + stream.below(30));
    let mut costs = vec![None; vertices * vertices];
    for one in 0..vertices {
        for other in one + 1..vertices {
            let cost = (stream.below(10) < density).then(|| Cost::from(stream.below(range)));
            costs[one * vertices + other] = cost;
            costs[other * vertices + one] = cost;
        }
    }
    costs
}

/// The least sum of costs of the vertices that are left.
fn least(costs: &[Option<Cost>], vertices: usize, left: &[usize]) -> Option<Cost> {
    let [first, others @ ..] = left else { return Some(0) };
    let sums = others.iter().filter_map(|other| {
        let rest: Vec<usize> = others.iter().copied().filter(|one| one != other).collect();
        Some(costs[first * vertices + other]? + least(costs, vertices, &rest)?)
    });
    sums.min()
}

#[test]
fn no_other_matching_is_cheaper() {
    let mut stream = Seed(1).stream("graphs");
    for graph in 0..3_000 {
        let vertices = 2 * stream.below(5) as usize;
        let costs = random_costs(vertices, &mut stream);
        let found = cheapest_matching(vertices, |one, other| costs[one * vertices + other]);
        let sum = found.map(|partners| {
            assert!((0..vertices).all(|one| partners[one] != one && partners[partners[one]] == one));
            (0..vertices).filter_map(|one| costs[one * vertices + partners[one]]).sum::<Cost>() / 2
        });
        let all: Vec<usize> = (0..vertices).collect();
        assert_eq!(sum, least(&costs, vertices, &all), "graph {graph}: {costs:?}");
    }
}

#[test]
fn an_odd_number_has_no_perfect_matching() {
    assert_eq!(cheapest_matching(3, |_, _| Some(1)), None);
}
