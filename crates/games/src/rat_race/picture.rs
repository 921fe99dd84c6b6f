//! A race as letters.

use super::race::Race;
use super::track::{CellIndex, ColourRole};
use crate::GamePicture;
use crate::picture::{PictureTile, PictureTone, StyledLine, StyledSpan};

/// The track with all specimens, and their number.
pub(super) fn drawn(race: &Race) -> GamePicture {
    let (track, params) = (race.track(), race.params());
    let mut specimens = vec![0_u32; params.cells() + usize::from(params.height)];
    race.specimens().for_each(|specimen| specimens[usize::from(specimen.cell)] += 1);
    let lethal = track.lethal_cells();
    let tile = |cell: CellIndex| {
        let (x, y) = track.position(cell);
        match (specimens[usize::from(cell)], track.role_at(x, y)) {
            (count @ 1.., _) => crowd(count),
            (0, Some(ColourRole::Wall)) => PictureTile::new('#', PictureTone::Wall),
            (0, _) if lethal[usize::from(cell)] => PictureTile::new('x', PictureTone::Danger),
            (0, _) if x >= i32::from(params.goal_x) => PictureTile::new('|', PictureTone::Goal),
            (0, Some(ColourRole::Teleporter(..))) => PictureTile::new('o', PictureTone::Portal),
            (0, _) => PictureTile::new('.', PictureTone::Dim),
        }
    };
    let row = |y: i32| {
        let cells = (0..i32::from(params.width)).filter_map(|x| track.cell_at(x, y));
        let before = track.cell_at(0, y).is_some_and(|start| track.starts().contains(&start));
        let before = if before { PictureTile::new('>', PictureTone::Plain) } else { PictureTile::BLANK };
        std::iter::once(before).chain(cells.map(tile)).collect()
    };
    let count = format!("{} specimens, {} points", race.living(), race.points());
    GamePicture {
        board: (0..i32::from(params.height)).map(row).collect(),
        caption: vec![vec![StyledSpan::plain(count)]],
        seats: Vec::new(),
        legend: vec![legend()],
    }
}

/// The tile of a cell with this many specimens, at least one.
fn crowd(count: u32) -> PictureTile {
    let letter = char::from_digit(count, 10).unwrap_or('*');
    let level = match count {
        0..=3 => count as u8,
        4..=5 => 4,
        6..=9 => 5,
        10..=19 => 6,
        20..=49 => 7,
        50.. => 8,
    };
    PictureTile::new(letter, PictureTone::Level(level))
}

fn legend() -> StyledLine {
    vec![
        StyledSpan::new("#", PictureTone::Wall),
        StyledSpan::plain(" wall  "),
        StyledSpan::new("x", PictureTone::Danger),
        StyledSpan::plain(" lethal  "),
        StyledSpan::new("o", PictureTone::Portal),
        StyledSpan::plain(" teleporter  "),
        StyledSpan::new("|", PictureTone::Goal),
        StyledSpan::plain(" goal  "),
        StyledSpan::new("1-9", PictureTone::Level(2)),
        StyledSpan::plain(" specimens, "),
        StyledSpan::new("*", PictureTone::Level(6)),
        StyledSpan::plain(" ten and more; > before an admissible start"),
    ]
}
