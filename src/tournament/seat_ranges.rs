//! Where the seats of each match are in a column with the seats of all matches.

use std::ops::Range;

/// The ranges of consecutive matches. Takes no memory for each match if all have as many seats.
#[derive(Debug, Clone, PartialEq)]
pub struct SeatRanges {
    matches: usize,
    /// The number of seats of each match so far.
    each: usize,
    /// Where the seats of each match end. Empty as long as all matches have as many.
    ends: Vec<u32>,
}

impl SeatRanges {
    pub fn new() -> SeatRanges {
        SeatRanges { matches: 0, each: 0, ends: Vec::new() }
    }

    /// The number of matches.
    pub fn len(&self) -> usize {
        self.matches
    }

    /// The number of seats of all matches.
    pub fn seats(&self) -> usize {
        self.ends.last().map_or(self.matches * self.each, |end| *end as usize)
    }

    /// Adds a match.
    pub fn push(&mut self, seats: usize) {
        if self.matches == 0 {
            self.each = seats;
        } else if seats != self.each && self.ends.is_empty() {
            self.ends = (1..=self.matches).map(|matches| narrow(matches * self.each)).collect();
        }
        if !self.ends.is_empty() {
            self.ends.push(narrow(self.seats() + seats));
        }
        self.matches += 1;
    }

    /// Where the seats of the match at this position are.
    pub fn get(&self, position: usize) -> Range<usize> {
        if self.ends.is_empty() {
            assert!(position < self.matches, "there is no match {position}");
            return position * self.each..(position + 1) * self.each;
        }
        let begin = position.checked_sub(1).map_or(0, |before| self.ends[before]);
        begin as usize..self.ends[position] as usize
    }
}

fn narrow(seats: usize) -> u32 {
    u32::try_from(seats).expect("a schedule has fewer than 2^32 seats")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_follow_each_other() {
        for sizes in [&[][..], &[0, 0], &[2, 2, 2], &[2, 2, 3, 1], &[0, 2], &[3]] {
            let mut ranges = SeatRanges::new();
            sizes.iter().for_each(|size| ranges.push(*size));
            let mut begin = 0;
            for (position, size) in sizes.iter().enumerate() {
                assert_eq!(ranges.get(position), begin..begin + size, "{sizes:?}");
                begin += size;
            }
            assert_eq!((ranges.len(), ranges.seats()), (sizes.len(), begin));
        }
    }
}
