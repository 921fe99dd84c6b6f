//! A race as letters.

use super::race::Race;
use super::track::{Cell, Role};

/// What the letters mean.
const LEGEND: &str =
    "# wall  x lethal  o teleporter  | goal  1-9 specimens, * ten and more; > before an admissible start";

/// The track with all specimens, and how many there are.
pub(super) fn drawn(race: &Race) -> Vec<String> {
    let (track, params) = (race.track(), race.params());
    let mut specimens = vec![0_u32; params.cells() + usize::from(params.height)];
    race.specimens().for_each(|specimen| specimens[usize::from(specimen.cell)] += 1);
    let lethal = track.lethal_cells();
    let letter = |cell: Cell| {
        let (x, y) = track.position(cell);
        match (specimens[usize::from(cell)], track.role_at(x, y)) {
            (count @ 1..=9, _) => char::from_digit(count, 10).unwrap_or('*'),
            (1.., _) => '*',
            (0, Some(Role::Wall)) => '#',
            (0, _) if lethal[usize::from(cell)] => 'x',
            (0, _) if x >= i32::from(params.goal_x) => '|',
            (0, Some(Role::Teleporter(..))) => 'o',
            (0, _) => '.',
        }
    };
    let row = |y: i32| {
        let cells = (0..i32::from(params.width)).filter_map(|x| track.cell_at(x, y));
        let before = track.cell_at(0, y).is_some_and(|start| track.starts().contains(&start));
        std::iter::once(if before { '>' } else { ' ' }).chain(cells.map(letter)).collect()
    };
    let rows = (0..i32::from(params.height)).map(row);
    let count = format!("{} specimens, {} points", race.living(), race.points());
    rows.chain([count, LEGEND.into()]).collect()
}
