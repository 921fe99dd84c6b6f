//! Contracts odd cycles into blossoms, and expands them again.

use super::{MatchingSearch, NodeLabel};

impl MatchingSearch {
    /// Contracts the cycle that an edge between two outer nodes of a tree closes.
    pub(super) fn contract(&mut self, one: usize, ancestor: usize, other: usize) {
        let blossom = self.unused();
        self.last = self.last.max(blossom);
        self.duals[blossom] = 0;
        self.label[blossom] = NodeLabel::Outer;
        self.mate[blossom] = self.mate[ancestor];
        let mut cycle = self.way_up(one, ancestor);
        cycle.push(ancestor);
        cycle.reverse();
        cycle.extend(self.way_up(other, ancestor));
        self.cycles[blossom] = cycle;
        self.set_top(blossom, blossom);
        self.find_edges(blossom);
        self.find_nearest(blossom);
    }

    /// The nodes from an outer node up to an ancestor, without it. Inner ones become outer.
    fn way_up(&mut self, mut node: usize, ancestor: usize) -> Vec<usize> {
        let mut way = Vec::new();
        while node != ancestor {
            let inner = self.top[self.mate[node]];
            way.extend([node, inner]);
            self.enqueue(inner);
            node = self.top[self.parent[inner]];
        }
        way
    }

    fn unused(&self) -> usize {
        let of_blossoms = self.vertices + 1..self.nodes;
        of_blossoms.into_iter().find(|node| self.top[*node] == 0).expect("blossoms have three nodes or more")
    }

    pub(super) fn set_top(&mut self, node: usize, top: usize) {
        self.top[node] = top;
        for place in 0..self.cycles[node].len() {
            self.set_top(self.cycles[node][place], top);
        }
    }

    /// Finds the edges of the least slack from a new blossom to all nodes.
    fn find_edges(&mut self, blossom: usize) {
        let (nodes, width) = (self.nodes, self.vertices + 1);
        for node in 0..nodes {
            self.edges[blossom * nodes + node] = (0, 0);
            self.edges[node * nodes + blossom] = (0, 0);
        }
        self.member[blossom * width..][..width].fill(0);
        for part in self.cycles[blossom].clone() {
            for node in 1..=self.last {
                let (known, ends) = (self.edge(blossom, node), self.edge(part, node));
                if self.has(ends) && (!self.has(known) || self.slack(ends) < self.slack(known)) {
                    self.edges[blossom * nodes + node] = ends;
                    self.edges[node * nodes + blossom] = self.edge(node, part);
                }
            }
            for vertex in 1..width {
                if self.member[part * width + vertex] != 0 {
                    self.member[blossom * width + vertex] = part;
                }
            }
        }
    }

    /// Expands all inner blossoms whose dual variables are used up.
    pub(super) fn expand_used_up(&mut self) {
        for blossom in self.vertices + 1..=self.last {
            let is_inner = self.is_top(blossom) && self.label[blossom] == NodeLabel::Inner;
            if is_inner && self.duals[blossom] == 0 {
                self.expand(blossom);
            }
        }
    }

    fn expand(&mut self, blossom: usize) {
        for part in self.cycles[blossom].clone() {
            self.set_top(part, part);
        }
        let entry = self.edge(blossom, self.parent[blossom]).0;
        let entry = self.member[blossom * (self.vertices + 1) + entry];
        let place = self.place_in_cycle(blossom, entry);
        let cycle = self.cycles[blossom].clone();
        for pair in cycle[..place].chunks_exact(2) {
            self.relabel_pair(pair[0], pair[1]);
        }
        self.label[entry] = NodeLabel::Inner;
        self.parent[entry] = self.parent[blossom];
        for part in &cycle[place + 1..] {
            self.label[*part] = NodeLabel::Free;
            self.find_nearest(*part);
        }
        self.top[blossom] = 0;
        self.cycles[blossom].clear();
    }

    /// Labels two matched nodes on the way through an expanded blossom.
    fn relabel_pair(&mut self, inner: usize, outer: usize) {
        self.parent[inner] = self.edge(outer, inner).0;
        self.label[inner] = NodeLabel::Inner;
        self.label[outer] = NodeLabel::Outer;
        self.nearest[inner] = 0;
        self.find_nearest(outer);
        self.enqueue(outer);
    }

    /// The place of a node in the cycle of a blossom, which is turned round if that is odd: the way
    /// from the base has to be even.
    fn place_in_cycle(&mut self, blossom: usize, node: usize) -> usize {
        let cycle = &mut self.cycles[blossom];
        let place = cycle.iter().position(|part| *part == node).expect("it is a part of the blossom");
        if place % 2 == 0 {
            return place;
        }
        cycle[1..].reverse();
        cycle.len() - place
    }

    /// Matches a node with another one, and the parts of a blossom with each other.
    pub(super) fn set_mate(&mut self, node: usize, other: usize) {
        let (from, to) = self.edge(node, other);
        self.mate[node] = to;
        if node <= self.vertices {
            return;
        }
        let part = self.member[node * (self.vertices + 1) + from];
        let place = self.place_in_cycle(node, part);
        for index in 0..place {
            self.set_mate(self.cycles[node][index], self.cycles[node][index ^ 1]);
        }
        self.set_mate(part, other);
        self.cycles[node].rotate_left(place);
    }
}
