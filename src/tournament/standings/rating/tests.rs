//! Ratings of published results, and what has to hold for all.

mod properties;
mod published;

use rathaus_games::custom::ScoreOrder;
use rathaus_games::testing::simulated::normal;
use rathaus_games::{RandomStream, Seed};

use super::{ANCHOR, RatedMatch, Rating, Ratings, SCALE};

/// A match with its own scores.
#[derive(Debug, Clone)]
struct PlayedMatch {
    round: u32,
    seats: Vec<u32>,
    scores: Vec<f64>,
}

impl PlayedMatch {
    fn new(round: u32, seats: &[u32], scores: &[f64]) -> PlayedMatch {
        PlayedMatch { round, seats: seats.to_vec(), scores: scores.to_vec() }
    }
}

fn views(matches: &[PlayedMatch]) -> impl Iterator<Item = RatedMatch<'_>> + Clone {
    matches.iter().map(|PlayedMatch { round, seats, scores }| RatedMatch { round: *round, seats, scores })
}

fn rated(entrants: usize, matches: &[PlayedMatch]) -> Ratings {
    Ratings::new(entrants, ScoreOrder::Highest, views(matches))
}

/// `rounds` games of all players, in other seats each time. Each player is one deviation better
/// than the next.
fn played(players: u32, rounds: u32) -> Ratings {
    let mut stream = Seed(u64::from(rounds)).stream("test");
    let mut game = |round: u32| {
        let seats: Vec<u32> = (0..players).map(|seat| (seat + round) % players).collect();
        let scores: Vec<f64> = seats.iter().map(|player| normal(&mut stream) - f64::from(*player)).collect();
        PlayedMatch::new(round, &seats, &scores)
    };
    rated(players as usize, &(0..rounds).map(&mut game).collect::<Vec<_>>())
}

/// Rounds in which all pairs meet once, in other seats each time. `first_wins` says who wins.
fn round_robin(
    players: u32,
    rounds: u32,
    mut first_wins: impl FnMut(&mut RandomStream, u32, u32) -> bool,
) -> Vec<PlayedMatch> {
    let mut stream = Seed(1).stream("round robin");
    let pairs: Vec<[u32; 2]> =
        (0..players).flat_map(|one| (one + 1..players).map(move |other| [one, other])).collect();
    let mut played = |round: u32, pair: &[u32; 2]| {
        let [one, other] = if round.is_multiple_of(2) { *pair } else { [pair[1], pair[0]] };
        let wins = first_wins(&mut stream, one, other);
        PlayedMatch::new(round, &[one, other], &[f64::from(wins), f64::from(!wins)])
    };
    (0..rounds).flat_map(|round| pairs.iter().map(|pair| played(round, pair)).collect::<Vec<_>>()).collect()
}

#[test]
fn the_better_player_has_the_higher_rating() {
    for players in [2, 5, 14] {
        let ratings = played(players, 300).entrants;
        assert!(ratings.is_sorted_by(|one, other| one.value > other.value), "{ratings:?}");
        let mean = ratings.iter().map(|rating| rating.value).sum::<f64>() / f64::from(players);
        assert!((mean - ANCHOR).abs() < 1e-6, "{mean}");
    }
}

#[test]
fn more_games_leave_less_doubt() {
    let deviations = [0, 1, 10, 100].map(|games| played(4, games).entrants[2].deviation);
    assert!(deviations.is_sorted_by(|one, other| one > other), "{deviations:?}");
    // One game of many players leaves no rating certain.
    assert!(played(60, 1).entrants.iter().all(|rating| rating.deviation > 50.0));
}

#[test]
fn twice_the_results_shrink_the_deviations_by_the_root_of_two() {
    let coin = |stream: &mut RandomStream, _, _| stream.below(2) == 0;
    let once = round_robin(6, 40, coin);
    let again = once.iter().map(|played| PlayedMatch { round: played.round + 40, ..played.clone() });
    let twice: Vec<PlayedMatch> = once.iter().cloned().chain(again).collect();
    for (one, two) in rated(6, &once).entrants.iter().zip(rated(6, &twice).entrants) {
        assert!((one.deviation / two.deviation / 2f64.sqrt() - 1.0).abs() < 0.05, "{one:?} {two:?}");
    }
}

#[test]
fn who_never_played_is_unknown() {
    let unknown = Rating { value: ANCHOR, deviation: 347.435586 };
    assert_eq!(rated(2, &[]).entrants, [unknown, unknown]);
    let matches = [
        PlayedMatch::new(1, &[], &[]),
        PlayedMatch::new(1, &[1], &[4.0]),
        PlayedMatch::new(1, &[0, 2], &[2.0, 1.0]),
    ];
    let ratings = rated(3, &matches).entrants;
    assert_eq!(ratings[1], unknown);
    assert!(ratings[0].value > ANCHOR && ratings[2].value < ANCHOR);
}

#[test]
fn ties_bring_players_together() {
    let tied = rated(3, &[PlayedMatch::new(1, &[0, 1, 2], &[1.0; 3])]);
    assert!(tied.entrants.iter().all(|rating| (rating.value - ANCHOR).abs() < 1e-6), "{tied:?}");
    assert!(tied.ties > 0.5, "{tied:?}");
    let won = PlayedMatch::new(1, &[0, 1], &[2.0, 1.0]);
    let tie = PlayedMatch::new(2, &[0, 1], &[1.0, 1.0]);
    let lead = |matches: &[PlayedMatch]| rated(2, matches).entrants[0].value;
    assert!(lead(&[won.clone(), tie]) < lead(&[won]));
}

#[test]
fn the_lowest_score_may_be_the_best() {
    let matches = round_robin(4, 9, |_, one, other| one < other);
    let highest = rated(4, &matches).entrants;
    let lowest = Ratings::new(4, ScoreOrder::Lowest, views(&matches)).entrants;
    for (one, other) in highest.iter().zip(&lowest) {
        assert!((one.value + other.value - 2.0 * ANCHOR).abs() < 1e-6);
    }
}

#[test]
fn a_circle_is_explained_badly_and_luck_is_not() {
    let circle = rated(3, &round_robin(3, 30, |_, one, other| (3 + other - one) % 3 == 1));
    assert!(circle.entrants.iter().all(|rating| (rating.value - ANCHOR).abs() < 1e-6), "{circle:?}");
    assert!(circle.goodness.is_some_and(|goodness| goodness.is_bad()), "{circle:?}");
    assert_eq!(circle.victories.len(), 3);
    assert!(circle.victories.iter().all(|victory| victory.share == 1.0), "{circle:?}");
    let luck = rated(8, &round_robin(8, 30, |stream, _, _| stream.below(2) == 0));
    assert!(luck.goodness.is_some_and(|goodness| !goodness.is_bad() && goodness.p > 0.01), "{luck:?}");
}

/// In each round, every player is in better or worse shape in all of its matches.
#[test]
fn deviations_grow_if_the_matches_of_a_round_depend_on_each_other() {
    let mut stream = Seed(5).stream("shapes");
    let shapes: Vec<Vec<f64>> = (0..40).map(|_| (0..6).map(|_| normal(&mut stream)).collect()).collect();
    let (mut number, mut dependent) = (0, Vec::new());
    for shape in &shapes {
        number += 1;
        dependent.extend((0..6u32).flat_map(|one| (0..one).map(move |other| (one, other))).map(
            |(one, other)| {
                PlayedMatch::new(number, &[one, other], &[shape[one as usize], shape[other as usize]])
            },
        ));
    }
    let independent: Vec<PlayedMatch> =
        dependent.iter().zip(0..).map(|(played, round)| PlayedMatch { round, ..played.clone() }).collect();
    let mean = |matches: &[PlayedMatch]| {
        rated(6, matches).entrants.iter().map(|rating| rating.deviation).sum::<f64>() / 6.0
    };
    assert!(mean(&dependent) > 1.3 * mean(&independent));
}

#[test]
fn an_anchor_moves_all_ratings_alike() {
    let ratings = played(3, 20);
    let anchored = ratings.clone().anchored_at(2);
    assert_eq!(anchored.entrants[2].value, ANCHOR);
    for (one, other) in ratings.entrants.iter().zip(&anchored.entrants) {
        let moved = one.value - other.value - (ratings.entrants[2].value - ANCHOR);
        assert!(moved.abs() < 1e-5 && one.deviation == other.deviation, "{one:?} {other:?}");
    }
}
