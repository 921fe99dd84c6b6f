//! Small tracks, drawn as text.

use crate::rat_race::RatRaceParams;
use crate::rat_race::track::{ColourRole, Track};

/// Parameters for a track of this size with its goal at `goal_x`.
pub(super) fn params_for(width: usize, height: usize, goal_x: usize) -> RatRaceParams {
    RatRaceParams {
        width: width as u16,
        height: height as u16,
        goal_x: goal_x as u16,
        ..RatRaceParams::default()
    }
}

/// A track from its rows. `.` is empty and `#` a wall. `roles` defines other characters.
pub(super) fn track(rows: &[&str], goal_x: usize, roles: &[(char, ColourRole)]) -> (RatRaceParams, Track) {
    let (width, height) = (rows[0].len(), rows.len());
    let params = params_for(width, height, goal_x);
    let legend: Vec<(char, ColourRole)> = [('.', ColourRole::Empty), ('#', ColourRole::Wall)]
        .into_iter()
        .chain(roles.iter().copied())
        .collect();
    let colour_at = |x: usize, y: usize| {
        let drawn = rows[y].chars().nth(x).expect("rows of equal length");
        legend.iter().position(|(known, _)| *known == drawn).expect("a character of the legend") as i8
    };
    let colours =
        (0..width).flat_map(|x| (0..height).map(move |y| (x, y))).map(|(x, y)| colour_at(x, y)).collect();
    let roles = legend.iter().map(|(_, role)| *role).collect();
    let track = Track::new(&params, roles, colours);
    (params, track)
}
