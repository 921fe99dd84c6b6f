//! Ratings from the ranks in multiplayer games.

use rathaus_games::Seed;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

/// The largest number of players that one update compares with one another. For each opponent, the
/// method reduces a player's uncertainty as if the comparisons were independent. In simulations
/// with 2 to 25 players and 5 to 300 games, the ratings miss the truth by 0.4 to 1.3 of their
/// deviations with groups of four, and by up to 1.6 with groups of eight. Pairs need twice the
/// games. And since one opponent removes up to (2/3)^(3/2) / 4 = 13.6 % of the variance, eight
/// could make a rating certain after one game.
const GROUP: usize = 4;

/// The estimated strength of a player.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Rating {
    /// The rating itself; higher is better.
    pub value: f64,
    /// The standard deviation of the rating.
    pub deviation: f64,
}

/// The ratings of `players` players after these games, taken in order. Each game is a list of
/// distinct players with their scores. Higher scores are better, only their order within a game
/// counts, and equal scores are a tie.
///
/// The method is that of Weng and Lin ("A Bayesian approximation method for online ranking",
/// Journal of Machine Learning Research 12, 2011), with the model of Bradley and Terry for each
/// pair of a game. A player without games has the rating 25 with a deviation of 25/3, and a lead of
/// 25/6 means to be clearly better. These numbers are the paper's, which takes them from TrueSkill
/// (Herbrich, Minka and Graepel 2006).
///
/// A game of more than four players counts as one game each of groups of at most four. The groups
/// are drawn at random for each game, from a seed that depends only on the number of players.
/// Without groups, the method would overestimate what the many comparisons of one large game tell.
pub fn ratings(players: usize, games: impl IntoIterator<Item = Vec<(usize, f64)>>) -> Vec<Rating> {
    let mut ratings = vec![WengLinRating::new(); players];
    let mut stream = Seed(players as u64).stream("rating groups");
    for mut seats in games {
        if seats.len() > GROUP {
            stream.shuffle(&mut seats);
        }
        groups(&seats).for_each(|group| update(&mut ratings, group));
    }
    ratings.iter().map(|rating| Rating { value: rating.rating, deviation: rating.uncertainty }).collect()
}

/// Splits the seats into as few groups as possible, whose sizes differ by at most one.
fn groups(seats: &[(usize, f64)]) -> impl Iterator<Item = &[(usize, f64)]> {
    let groups = seats.len().div_ceil(GROUP);
    let start = move |group: usize| group * seats.len() / groups;
    (0..groups).map(move |group| &seats[start(group)..start(group + 1)])
}

/// Updates the ratings with one game of a group. A group of one changes nothing.
fn update(ratings: &mut [WengLinRating], group: &[(usize, f64)]) {
    let before: Vec<[WengLinRating; 1]> = group.iter().map(|(player, _)| [ratings[*player]]).collect();
    let ranks = group.iter().map(|(_, score)| group.iter().filter(|(_, other)| other > score).count());
    let teams: Vec<_> =
        before.iter().zip(ranks).map(|(team, rank)| (&team[..], MultiTeamOutcome::new(rank + 1))).collect();
    let after = weng_lin_multi_team(&teams, &WengLinConfig::new());
    for ((player, _), team) in group.iter().zip(after) {
        ratings[*player] = team[0];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rathaus_games::testing::simulated::{normal, uniform};

    /// Plays `games` games of all players. Each player is one deviation better than the next.
    fn played(players: usize, games: u64) -> Vec<Rating> {
        let mut stream = Seed(games).stream("test");
        let mut game = || (0..players).map(|player| (player, normal(&mut stream) - player as f64)).collect();
        ratings(players, (0..games).map(|_| game()))
    }

    #[test]
    fn the_better_player_has_the_higher_rating() {
        for players in [2, 5, 14] {
            let ratings = played(players, 300);
            assert!(ratings.is_sorted_by(|one, other| one.value > other.value), "{ratings:?}");
        }
    }

    #[test]
    fn more_games_leave_less_doubt() {
        let deviations = [0, 1, 10, 100].map(|games| played(4, games)[2].deviation);
        assert!(deviations.is_sorted_by(|one, other| one > other), "{deviations:?}");
        // One game of many players leaves no rating certain.
        assert!(played(60, 1).iter().all(|rating| rating.deviation > 1.0));
    }

    /// Games that fit the assumptions of the method (Bradley and Terry): skills are distributed
    /// like the ratings of unknown players, and luck follows Gumbel's distribution with the scale
    /// sqrt(2) 25/6, which the model has for players of known skill.
    #[test]
    fn ratings_miss_the_truth_by_as_much_as_they_say() {
        let (mut stream, mut squares) = (Seed(1).stream("test"), Vec::new());
        for _ in 0..40 {
            let truth: Vec<f64> = (0..12).map(|_| 25.0 / 3.0 * normal(&mut stream)).collect();
            let mut luck = || 2f64.sqrt() * 25.0 / 6.0 * -(-uniform(&mut stream).ln()).ln();
            let mut game = || truth.iter().map(|skill| skill + luck()).enumerate().collect();
            let ratings = ratings(12, (0..50).map(|_| game()));
            let offset =
                ratings.iter().zip(&truth).map(|(rating, skill)| rating.value - skill).sum::<f64>() / 12.0;
            let missed =
                |(rating, skill): (&Rating, &f64)| (rating.value - skill - offset) / rating.deviation;
            squares.extend(ratings.iter().zip(&truth).map(missed).map(|missed| missed.powi(2)));
        }
        let missed = (squares.iter().sum::<f64>() / squares.len() as f64).sqrt();
        assert!((0.7..1.4).contains(&missed), "{missed}");
    }

    #[test]
    fn who_never_played_is_as_unknown_as_before() {
        let unknown = Rating { value: 25.0, deviation: 25.0 / 3.0 };
        assert_eq!(ratings(2, []), [unknown, unknown]);
        let ratings = ratings(3, [vec![], vec![(1, 4.0)], vec![(0, 2.0), (2, 1.0)]]);
        assert_eq!(ratings[1], unknown);
        assert!(ratings[0].value > 25.0 && ratings[2].value < 25.0);
    }

    #[test]
    fn ties_bring_players_together() {
        let tied = ratings(3, [vec![(0, 1.0), (1, 1.0), (2, 1.0)]]);
        assert!(tied.iter().all(|rating| rating.value == 25.0 && rating.deviation < 25.0 / 3.0), "{tied:?}");
        let [first, second, last] = ratings(3, [vec![(0, 7.0), (1, 7.0), (2, 1.0)]])[..] else { panic!() };
        assert!(first == second && second.value > last.value);
        let games = [vec![(0, 2.0), (1, 1.0)], vec![(0, 1.0), (1, 1.0)]];
        assert!(ratings(2, games.clone())[0].value < ratings(2, games[..1].to_vec())[0].value);
    }

    /// By the formulas of the paper's algorithm 1, computed independently of this code.
    #[test]
    fn one_game_of_two_is_as_in_the_paper() {
        let [winner, loser] = ratings(2, [vec![(0, 1.0), (1, 0.0)]])[..] else { panic!() };
        // c^2 = 2 (25/3)^2 + 2 (25/6)^2. The rating moves by (25/3)^2 / (2 c), and its variance
        // shrinks by (25/3)^3 / (4 c^3).
        let c = (2.0 * (25f64 / 3.0).powi(2) + 2.0 * (25f64 / 6.0).powi(2)).sqrt();
        let (step, part) = ((25f64 / 3.0).powi(2) / (2.0 * c), (25f64 / 3.0 / c).powi(3) / 4.0);
        assert!((winner.value - 25.0 - step).abs() < 1e-9 && (25.0 - loser.value - step).abs() < 1e-9);
        assert!((winner.deviation - 25.0 / 3.0 * (1.0 - part).sqrt()).abs() < 1e-9);
    }
}
