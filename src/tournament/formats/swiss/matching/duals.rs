//! Changes dual variables, so that more edges become tight.

use super::{Cost, MatchingSearch, NodeLabel};

impl MatchingSearch {
    /// Changes the dual variables until an edge becomes tight or a blossom is used up. Returns
    /// whether the matching has grown, or `None` if it cannot.
    pub(super) fn adjust_duals(&mut self) -> Option<bool> {
        let step = self.step()?;
        for vertex in 1..=self.vertices {
            match self.label[self.top[vertex]] {
                NodeLabel::Outer => self.duals[vertex] -= step,
                NodeLabel::Inner => self.duals[vertex] += step,
                NodeLabel::Free => {}
            }
        }
        for blossom in self.vertices + 1..=self.last {
            match self.label[blossom] {
                NodeLabel::Outer if self.is_top(blossom) => self.duals[blossom] += 2 * step,
                NodeLabel::Inner if self.is_top(blossom) => self.duals[blossom] -= 2 * step,
                _ => {}
            }
        }
        self.queue.clear();
        Some(self.follow_tight())
    }

    /// The largest change of the dual variables, or `None` if no change leads to a larger matching.
    fn step(&self) -> Option<Cost> {
        let of_blossom = |blossom: &usize| {
            (self.is_top(*blossom) && self.label[*blossom] == NodeLabel::Inner)
                .then(|| self.duals[*blossom] / 2)
        };
        let of_edge = |node: &usize| {
            if !self.is_top(*node) || self.nearest[*node] == 0 {
                return None;
            }
            let slack = self.slack(self.edge(self.nearest[*node], *node));
            match self.label[*node] {
                NodeLabel::Free => Some(slack),
                NodeLabel::Outer => Some(slack / 2),
                NodeLabel::Inner => None,
            }
        };
        let blossoms = (self.vertices + 1..=self.last).filter_map(|blossom| of_blossom(&blossom));
        blossoms.chain((1..=self.last).filter_map(|node| of_edge(&node))).min()
    }

    fn follow_tight(&mut self) -> bool {
        for node in 1..=self.last {
            let nearest = self.nearest[node];
            if !self.is_top(node) || nearest == 0 || self.top[nearest] == node {
                continue;
            }
            let ends = self.edge(nearest, node);
            if self.slack(ends) == 0 && self.follow(ends) {
                return true;
            }
        }
        false
    }
}
