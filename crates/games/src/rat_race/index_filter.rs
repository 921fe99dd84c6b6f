//! Picks indices from a list without branches.

use std::ops::Deref;

/// The picked indices of a list, in order.
///
/// Each offered index is written to the end of the list. If it is not picked, the next one
/// overwrites it. So the code has no branch on what is picked, which a processor could not predict.
#[derive(Debug, Clone, Default)]
pub struct FilteredIndices {
    /// Has room for all indices that were ever offered. It never shrinks.
    indices: Vec<u32>,
    count: usize,
}

/// A selection in progress, which is written into a [`FilteredIndices`].
#[derive(Debug)]
pub struct FilteredIndicesBuilder<'a> {
    indices: &'a mut [u32],
    count: usize,
    picked: &'a mut usize,
}

impl FilteredIndices {
    /// Starts a new selection from a list of this length.
    pub fn begin(&mut self, length: usize) -> FilteredIndicesBuilder<'_> {
        if self.indices.len() < length {
            self.indices.resize(length, 0);
        }
        FilteredIndicesBuilder { indices: &mut self.indices, count: 0, picked: &mut self.count }
    }
}

impl FilteredIndicesBuilder<'_> {
    /// Offers an index. Before each offer, fewer indices must have been picked than the list has.
    #[inline]
    pub fn offer(&mut self, index: usize, is_picked: bool) {
        self.indices[self.count] = index as u32;
        self.count += usize::from(is_picked);
    }

    /// The number of indices picked so far.
    #[inline]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Completes the selection.
    pub fn end(self) {
        *self.picked = self.count;
    }
}

impl Deref for FilteredIndices {
    type Target = [u32];

    fn deref(&self) -> &[u32] {
        &self.indices[..self.count]
    }
}

#[cfg(test)]
mod tests {
    use super::FilteredIndices;

    #[test]
    fn what_is_picked_stays_in_order() {
        let mut picked = FilteredIndices::default();
        for list in [vec![true, false, true], vec![false; 4], vec![true]] {
            let mut picking = picked.begin(list.len());
            list.iter().enumerate().for_each(|(index, is_picked)| picking.offer(index, *is_picked));
            picking.end();
            let expected: Vec<u32> =
                (0..).zip(&list).filter(|(_, is)| **is).map(|(index, _)| index).collect();
            assert_eq!(*picked, expected);
        }
    }
}
