//! A grid as letters.

use super::{GridRoutingMatch, OwnerSet};
use crate::GamePicture;
use crate::picture::{PictureTile, PictureTone, StyledLine, StyledSpan};

/// The letter for a seat in pictures.
pub fn letter(seat: usize) -> char {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789#@";
    char::from(LETTERS[seat % LETTERS.len()])
}

impl GridRoutingMatch {
    /// The grid of the current round, with the sinks at the top, and the total points of each seat.
    pub(super) fn drawn(&self, names: &[String]) -> GamePicture {
        let side = self.size.side as usize;
        let row = |y: usize| (y * side..(y + 1) * side).map(|index| self.vertex(index)).collect();
        let place = format!("round {}, turn {}", self.rounds.len() + 1, self.now.turn);
        let line = |(seat, total): (usize, &u64)| -> StyledLine {
            let name = names.get(seat).map_or("", String::as_str);
            let letter = StyledSpan::new(letter(seat).to_string(), PictureTone::Seat(seat));
            vec![letter, StyledSpan::plain(format!(" {total:>8}  {name}"))]
        };
        GamePicture {
            board: (0..side).rev().map(row).collect(),
            caption: vec![vec![StyledSpan::plain(place)]],
            seats: self.totals.iter().enumerate().map(line).collect(),
            legend: Vec::new(),
        }
    }

    fn vertex(&self, index: usize) -> PictureTile {
        let owners = self.now.grid.owners(index);
        match owners.count_ones() {
            0 if self.now.grid.is_broken(index) => PictureTile::new(' ', PictureTone::Gone),
            0 => PictureTile::new('.', PictureTone::Dim),
            1 => {
                let seat = OwnerSet::trailing_zeros(owners) as usize;
                PictureTile::new(letter(seat), PictureTone::Seat(seat))
            }
            _ => PictureTile::new('*', PictureTone::Shared),
        }
    }
}
