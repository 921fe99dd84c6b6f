//! Walk surveys with in-process bots.

use rathaus_protocol::rat_race::bot::{MoveFunctionBot, MoveRequest};
use rathaus_protocol::rat_race::{Move, ReportedError};

use super::tracks::track;
use crate::rat_race::RatRaceDialect;
use crate::rat_race::track::{ColourRole, MovePath};
use crate::rat_race::walk_survey::{GenomeWalk, WalkEnd, WalkSurveyMatch};
use crate::testing::{play, reply, turn_reply};
use crate::{MatchOutcome, Seed};

/// The walks of these genomes with this bot, on a track whose goal begins at `goal_x`.
fn walked(
    rows: &[&str],
    goal_x: usize,
    roles: &[(char, ColourRole)],
    genomes: Vec<u128>,
    choose: fn(MoveRequest<'_>) -> Result<Move, ReportedError>,
) -> (Vec<Vec<GenomeWalk>>, MatchOutcome) {
    let (mut params, track) = track(rows, goal_x, roles);
    params.view_distance = 1;
    let mut walk_survey = WalkSurveyMatch::on_track(&params, track, Seed(1), RatRaceDialect::Turns, genomes);
    let mut bot = MoveFunctionBot::new(choose);
    let outcome = play(&mut walk_survey, |_, ask| reply(turn_reply(&mut bot, ask)));
    (walk_survey.by_genome(), outcome)
}

/// Always moves ahead.
fn ahead(_: MoveRequest<'_>) -> Result<Move, ReportedError> {
    Ok(Move::new(1, 0).unwrap())
}

#[test]
fn walks_end_as_they_would_in_the_race() {
    // All cells of the first column are admissible starts: the goal can be reached from each.
    let rows = ["......", "..#...", "..t...", "..o...", "..u..."];
    let roles = [
        ('t', ColourRole::Trap(0, 0)),
        ('o', ColourRole::Teleporter(2, 0)),
        ('u', ColourRole::Teleporter(0, 4)),
    ];
    let (walk_survey, outcome) = walked(&rows, 4, &roles, vec![0], ahead);
    let ends: Vec<_> =
        walk_survey[0].iter().map(|walk| (walk.start, walk.end.unwrap(), walk.ways.len())).collect();
    let expected = [
        (0, WalkEnd::Goal, 4),
        (1, WalkEnd::Loop, 2),
        (2, WalkEnd::Trap, 2),
        (3, WalkEnd::Goal, 2),
        (4, WalkEnd::Outside, 2),
    ];
    assert_eq!(ends, expected);
    assert_eq!(walk_survey[0][1].ways[1], MovePath { by: (1, 1), to: (1, 1) }, "a wall is in the way");
    assert_eq!(walk_survey[0][3].ways[1], MovePath { by: (2, 3), to: (4, 3) });
    assert!(walk_survey[0].iter().all(|walk| !walk.drew));
    assert_eq!(outcome.scores, [2.0]);
}

#[test]
fn each_genome_walks_for_itself() {
    // Bit 0 decides between up and ahead.
    let choose = |request: MoveRequest<'_>| {
        let up = request.genome & 1 == 1;
        Ok(if up { Move::new(0, -1) } else { Move::new(1, 0) }.unwrap())
    };
    let (walk_survey, _) = walked(&["....", "...."], 3, &[], vec![0, 1], choose);
    let ends = |genome: usize| walk_survey[genome].iter().map(|walk| walk.end.unwrap()).collect::<Vec<_>>();
    assert_eq!(ends(0), [WalkEnd::Goal, WalkEnd::Goal]);
    assert_eq!(ends(1), [WalkEnd::Outside, WalkEnd::Outside]);
}

#[test]
fn who_draws_does_not_go_round_for_ever_but_dies_of_age() {
    let dither = |request: MoveRequest<'_>| {
        request.draws.below(2);
        Ok(Move::new(0, 0).unwrap())
    };
    let (walk_survey, _) = walked(&["....", "...."], 3, &[], vec![0], dither);
    for walk in &walk_survey[0] {
        assert_eq!((walk.end, walk.ways.len(), walk.drew), (Some(WalkEnd::Age), 100, true));
    }
}
