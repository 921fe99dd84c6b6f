//! A perfect matching of minimum cost in a graph of any shape, in O(n³): Edmonds' blossom
//! algorithm in its primal-dual form (Z. Galil, Efficient Algorithms for Finding Maximum Matching
//! in Graphs, 1986).
//!
//! A node is a vertex, or a blossom: a contracted odd cycle of nodes. Node 0 stands for none, the
//! vertices have the numbers from 1, and blossoms come after them.

mod blossoms;
mod duals;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;

/// The cost of a pair. The sum of the costs of all vertices' dearest pairs must fit four times.
pub(super) type Cost = i128;

/// The partner of each of `vertices` vertices in a perfect matching whose pairs cost as little as
/// possible together, or `None` if there is no perfect matching. `cost` has the cost of a pair, at
/// least 0, or `None` if the two must not be paired.
pub(super) fn cheapest_matching(
    vertices: usize,
    cost: impl Fn(usize, usize) -> Option<Cost>,
) -> Option<Vec<usize>> {
    let mut search = MatchingSearch::new(vertices, cost);
    while search.grow_matching() {}
    // Partners are numbered from 1, and 0 is none.
    search.mate[1..=vertices].iter().map(|mate| mate.checked_sub(1)).collect()
}

/// How a node is reached from an unmatched one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NodeLabel {
    Free,
    /// By an even number of edges.
    Outer,
    /// By an odd number of edges.
    Inner,
}

/// The ends of an edge: vertices, from a first node to a second one.
type Ends = (usize, usize);

struct MatchingSearch {
    vertices: usize,
    /// The number of the last node in use.
    last: usize,
    /// The most nodes, with the one that stands for none.
    nodes: usize,
    /// The weights of the edges between vertices, or 0 where there is no edge.
    weights: Vec<Cost>,
    /// The edge of the least slack between two nodes, `(0, 0)` if there is none.
    edges: Vec<Ends>,
    /// The dual variables.
    duals: Vec<Cost>,
    /// The vertex with which each node is matched, or 0.
    mate: Vec<usize>,
    /// For each node the outer vertex with the edge of the least slack to it, or 0.
    nearest: Vec<usize>,
    /// The outermost blossom that each node is in, or itself. 0 for unused numbers.
    top: Vec<usize>,
    /// The vertex from which each node was reached, or 0.
    parent: Vec<usize>,
    label: Vec<NodeLabel>,
    /// When the search for a common ancestor was last at each node.
    visited: Vec<usize>,
    visit: usize,
    /// The cycle of each blossom, beginning with its base.
    cycles: Vec<Vec<usize>>,
    /// For each blossom and vertex, the node of the cycle that contains the vertex, or 0.
    member: Vec<usize>,
    queue: VecDeque<usize>,
}

impl MatchingSearch {
    fn new(vertices: usize, cost: impl Fn(usize, usize) -> Option<Cost>) -> MatchingSearch {
        // Each blossom has three nodes or more, so that there are at most half as many.
        let nodes = vertices + vertices / 2 + 2;
        let mut search = MatchingSearch {
            vertices,
            last: vertices,
            nodes,
            weights: weights(vertices, cost),
            edges: vec![(0, 0); nodes * nodes],
            duals: vec![0; nodes],
            mate: vec![0; nodes],
            nearest: vec![0; nodes],
            top: (0..nodes).map(|node| if node <= vertices { node } else { 0 }).collect(),
            parent: vec![0; nodes],
            label: vec![NodeLabel::Free; nodes],
            visited: vec![0; nodes],
            visit: 0,
            cycles: vec![Vec::new(); nodes],
            member: vec![0; nodes * (vertices + 1)],
            queue: VecDeque::new(),
        };
        let most = search.weights.iter().copied().max().unwrap_or(0);
        search.duals[1..=vertices].fill(most);
        for one in 1..=vertices {
            search.member[one * (vertices + 1) + one] = one;
            (1..=vertices).for_each(|other| search.edges[one * nodes + other] = (one, other));
        }
        search
    }

    /// Whether there is an edge between these ends.
    fn has(&self, (one, other): Ends) -> bool {
        self.weights[one * (self.vertices + 1) + other] > 0
    }

    fn edge(&self, one: usize, other: usize) -> Ends {
        self.edges[one * self.nodes + other]
    }

    /// How much the dual variables of an edge's ends exceed its weight, doubled. Never negative
    /// between different nodes.
    fn slack(&self, (one, other): Ends) -> Cost {
        self.duals[one] + self.duals[other] - 2 * self.weights[one * (self.vertices + 1) + other]
    }

    fn is_top(&self, node: usize) -> bool {
        self.top[node] == node
    }

    fn note_nearest(&mut self, outer: usize, node: usize) {
        let nearest = self.nearest[node];
        if nearest == 0 || self.slack(self.edge(outer, node)) < self.slack(self.edge(nearest, node)) {
            self.nearest[node] = outer;
        }
    }

    fn find_nearest(&mut self, node: usize) {
        self.nearest[node] = 0;
        for vertex in 1..=self.vertices {
            let top = self.top[vertex];
            if self.has(self.edge(vertex, node)) && top != node && self.label[top] == NodeLabel::Outer {
                self.note_nearest(vertex, node);
            }
        }
    }

    fn enqueue(&mut self, node: usize) {
        if node <= self.vertices {
            return self.queue.push_back(node);
        }
        for place in 0..self.cycles[node].len() {
            self.enqueue(self.cycles[node][place]);
        }
    }

    /// Adds a pair to the matching. Returns false if there is no way to.
    fn grow_matching(&mut self) -> bool {
        self.label.fill(NodeLabel::Free);
        self.nearest.fill(0);
        self.queue.clear();
        for node in 1..=self.last {
            if self.is_top(node) && self.mate[node] == 0 {
                self.parent[node] = 0;
                self.label[node] = NodeLabel::Outer;
                self.enqueue(node);
            }
        }
        self.search_from_queue()
    }

    /// Changes the matching along the first way from an unmatched node to another one. Returns
    /// false if there is none.
    fn search_from_queue(&mut self) -> bool {
        if self.queue.is_empty() {
            return false;
        }
        loop {
            if self.scan_queue() {
                return true;
            }
            match self.adjust_duals() {
                Some(true) => return true,
                Some(false) => self.expand_used_up(),
                None => return false,
            }
        }
    }

    /// Follows the tight edges of all outer vertices. Returns whether the matching has grown.
    fn scan_queue(&mut self) -> bool {
        while let Some(vertex) = self.queue.pop_front() {
            if self.label[self.top[vertex]] == NodeLabel::Inner {
                continue;
            }
            for other in 1..=self.vertices {
                let ends = (vertex, other);
                if !self.has(ends) || self.top[vertex] == self.top[other] {
                    continue;
                }
                if self.slack(ends) > 0 {
                    self.note_nearest(vertex, self.top[other]);
                } else if self.follow(ends) {
                    return true;
                }
            }
        }
        false
    }

    /// Follows a tight edge from an outer node. Returns whether the matching has grown.
    fn follow(&mut self, (from, to): Ends) -> bool {
        let (one, other) = (self.top[from], self.top[to]);
        match self.label[other] {
            NodeLabel::Free => self.reach(from, other),
            NodeLabel::Inner => {}
            NodeLabel::Outer => match self.common_ancestor(one, other) {
                Some(ancestor) => self.contract(one, ancestor, other),
                None => {
                    self.augment(one, other);
                    self.augment(other, one);
                    return true;
                }
            },
        }
        false
    }

    /// Makes a free node inner, and the node it is matched with outer.
    fn reach(&mut self, from: usize, node: usize) {
        self.parent[node] = from;
        self.label[node] = NodeLabel::Inner;
        let next = self.top[self.mate[node]];
        self.nearest[node] = 0;
        self.nearest[next] = 0;
        self.label[next] = NodeLabel::Outer;
        self.enqueue(next);
    }

    /// The nearest node that the ways of two outer nodes to their roots have in common.
    fn common_ancestor(&mut self, mut one: usize, mut other: usize) -> Option<usize> {
        self.visit += 1;
        while one != 0 || other != 0 {
            if one != 0 {
                if self.visited[one] == self.visit {
                    return Some(one);
                }
                self.visited[one] = self.visit;
                one = self.grandparent(one);
            }
            std::mem::swap(&mut one, &mut other);
        }
        None
    }

    /// The outer node before this one on the way to the root, or 0.
    fn grandparent(&self, node: usize) -> usize {
        match self.top[self.mate[node]] {
            0 => 0,
            inner => self.top[self.parent[inner]],
        }
    }

    /// Exchanges the matched and the unmatched edges from an outer node to its root.
    fn augment(&mut self, mut one: usize, mut other: usize) {
        loop {
            let next = self.top[self.mate[one]];
            self.set_mate(one, other);
            if next == 0 {
                return;
            }
            self.set_mate(next, self.top[self.parent[next]]);
            (one, other) = (self.top[self.parent[next]], next);
        }
    }
}

/// The weights of all edges as a matrix: the cheaper, the heavier, and each more than all
/// differences of costs together, so that no pair is left out for a cheap one.
fn weights(vertices: usize, cost: impl Fn(usize, usize) -> Option<Cost>) -> Vec<Cost> {
    let pairs = || (0..vertices).flat_map(|one| (one + 1..vertices).map(move |other| (one, other)));
    let most = pairs().filter_map(|(one, other)| cost(one, other)).max().unwrap_or(0);
    let base = 1 + most * vertices as Cost;
    let mut weights = vec![0; (vertices + 1) * (vertices + 1)];
    for (one, other) in pairs() {
        let weight = cost(one, other).map_or(0, |cost| base - cost);
        weights[(one + 1) * (vertices + 1) + other + 1] = weight;
        weights[(other + 1) * (vertices + 1) + one + 1] = weight;
    }
    weights
}
