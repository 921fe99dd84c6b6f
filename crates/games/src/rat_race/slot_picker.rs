//! Places that are picked from a list, one after the other.

use std::ops::Deref;

/// Places in a list, in their order.
///
/// Each place that is offered is written down, and counts if it is picked, or else is written over
/// by the next. So nothing depends on which are picked, which a processor could not guess.
#[derive(Debug, Clone, Default)]
pub struct PickedSlots {
    /// Room for all that can be offered. It is never given back.
    places: Vec<u32>,
    count: usize,
}

/// A list whose places are being offered.
#[derive(Debug)]
pub struct SlotPicker<'a> {
    places: &'a mut [u32],
    count: usize,
    picked: &'a mut usize,
}

impl PickedSlots {
    /// Begins anew, with a list that has so many places.
    pub fn begin(&mut self, places: usize) -> SlotPicker<'_> {
        if self.places.len() < places {
            self.places.resize(places, 0);
        }
        SlotPicker { places: &mut self.places, count: 0, picked: &mut self.count }
    }
}

impl SlotPicker<'_> {
    /// Offers a place of the list, no more often than it has places.
    #[inline]
    pub fn offer(&mut self, place: usize, is_picked: bool) {
        self.places[self.count] = place as u32;
        self.count += usize::from(is_picked);
    }

    /// How many have been picked.
    #[inline]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Ends the list.
    pub fn end(self) {
        *self.picked = self.count;
    }
}

impl Deref for PickedSlots {
    type Target = [u32];

    fn deref(&self) -> &[u32] {
        &self.places[..self.count]
    }
}

#[cfg(test)]
mod tests {
    use super::PickedSlots;

    #[test]
    fn what_is_picked_stays_in_order() {
        let mut picked = PickedSlots::default();
        for list in [vec![true, false, true], vec![false; 4], vec![true]] {
            let mut picking = picked.begin(list.len());
            list.iter().enumerate().for_each(|(place, is_picked)| picking.offer(place, *is_picked));
            picking.end();
            let expected: Vec<u32> =
                (0..).zip(&list).filter(|(_, is)| **is).map(|(place, _)| place).collect();
            assert_eq!(*picked, expected);
        }
    }
}
