//! A race as letters.

use super::race::Race;
use super::track::{CellIndex, ColourRole};
use crate::GamePicture;
use crate::picture::{Line, PictureTile, Run, Tone};

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
            (0, Some(ColourRole::Wall)) => PictureTile::new('#', Tone::Wall),
            (0, _) if lethal[usize::from(cell)] => PictureTile::new('x', Tone::Danger),
            (0, _) if x >= i32::from(params.goal_x) => PictureTile::new('|', Tone::Goal),
            (0, Some(ColourRole::Teleporter(..))) => PictureTile::new('o', Tone::Portal),
            (0, _) => PictureTile::new('.', Tone::Dim),
        }
    };
    let row = |y: i32| {
        let cells = (0..i32::from(params.width)).filter_map(|x| track.cell_at(x, y));
        let before = track.cell_at(0, y).is_some_and(|start| track.starts().contains(&start));
        let before = if before { PictureTile::new('>', Tone::Plain) } else { PictureTile::BLANK };
        std::iter::once(before).chain(cells.map(tile)).collect()
    };
    let count = format!("{} specimens, {} points", race.living(), race.points());
    GamePicture {
        board: (0..i32::from(params.height)).map(row).collect(),
        caption: vec![vec![Run::plain(count)]],
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
    PictureTile::new(letter, Tone::Level(level))
}

fn legend() -> Line {
    vec![
        Run::new("#", Tone::Wall),
        Run::plain(" wall  "),
        Run::new("x", Tone::Danger),
        Run::plain(" lethal  "),
        Run::new("o", Tone::Portal),
        Run::plain(" teleporter  "),
        Run::new("|", Tone::Goal),
        Run::plain(" goal  "),
        Run::new("1-9", Tone::Level(2)),
        Run::plain(" specimens, "),
        Run::new("*", Tone::Level(6)),
        Run::plain(" ten and more; > before an admissible start"),
    ]
}
