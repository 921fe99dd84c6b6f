//! Ratings from the ranks of games that several play together.

use rathaus_games::Seed;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

/// The largest number of players whom one update may compare with one another. The method adds up
/// over the opponents how much less uncertain a player becomes, as if they told independent things.
/// In simulations with 2 to 25 players and 5 to 300 games, the ratings miss the truth by 0.4 to 1.3
/// of their deviations with groups of four, and by up to 1.6 with groups of eight; pairs need twice
/// the games. And as an opponent takes off up to (2/3)^(3/2) / 4 = 13.6 % of the variance, eight
/// could make a rating certain after one game.
const GROUP: usize = 4;

/// What is known of how good a player is.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Rating {
    /// The rating itself; more is better.
    pub value: f64,
    /// The standard deviation: how uncertain it is.
    pub deviation: f64,
}

/// The ratings of so many `players` after these games, taken in their order. Each game is a list of
/// players, none of them twice, with their scores, of which more is better; only the order of
/// scores within a game counts, and equal ones are a tie.
///
/// The method is that of Weng and Lin ("A Bayesian approximation method for online ranking",
/// Journal of Machine Learning Research 12, 2011), with the model of Bradley and Terry for each
/// pair of a game. Who never played has the rating 25 with a deviation of 25/3, and a lead of 25/6
/// means to be clearly better: these numbers are the paper's, which has them from TrueSkill
/// (Herbrich, Minka and Graepel 2006).
///
/// A game of more than four players counts as one game each of groups of at most four, drawn again
/// in each game with a seed of their own, since the method thinks too much of what many comparisons
/// in one game tell.
pub fn ratings(players: usize, games: &[Vec<(usize, f64)>]) -> Vec<Rating> {
    let mut ratings = vec![WengLinRating::new(); players];
    let mut stream = Seed(players as u64).stream("rating groups");
    for game in games {
        let mut seats = game.clone();
        if seats.len() > GROUP {
            stream.shuffle(&mut seats);
        }
        groups(&seats).for_each(|group| update(&mut ratings, group));
    }
    ratings.iter().map(|rating| Rating { value: rating.rating, deviation: rating.uncertainty }).collect()
}

/// The seats in as few groups as may be, whose sizes differ by one at most.
fn groups(seats: &[(usize, f64)]) -> impl Iterator<Item = &[(usize, f64)]> {
    let groups = seats.len().div_ceil(GROUP);
    let start = move |group: usize| group * seats.len() / groups;
    (0..groups).map(move |group| &seats[start(group)..start(group + 1)])
}

/// Takes in one game of a group. Nobody learns anything from a game alone.
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
    use super::super::simulated::{normal, uniform};
    use super::*;

    /// As many games of all players, each of whom plays better by one deviation than the next one.
    fn played(players: usize, games: u64) -> Vec<Rating> {
        let mut stream = Seed(games).stream("test");
        let mut game = || (0..players).map(|player| (player, normal(&mut stream) - player as f64)).collect();
        ratings(players, &(0..games).map(|_| game()).collect::<Vec<_>>())
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
        // One game of many leaves nobody certain.
        assert!(played(60, 1).iter().all(|rating| rating.deviation > 1.0));
    }

    /// Games as the method takes them to be, by Bradley and Terry: skills differ from one another
    /// as the ratings of unknown players do, and luck (Gumbel's distribution) is as wide as an
    /// equal chance of both demands.
    #[test]
    fn ratings_miss_the_truth_by_as_much_as_they_say() {
        let (mut stream, mut squares) = (Seed(1).stream("test"), Vec::new());
        for _ in 0..40 {
            let truth: Vec<f64> = (0..12).map(|_| 25.0 / 3.0 * normal(&mut stream)).collect();
            let mut luck = || 2f64.sqrt() * 25.0 / 6.0 * -(-uniform(&mut stream).ln()).ln();
            let mut game = || truth.iter().map(|skill| skill + luck()).enumerate().collect();
            let ratings = ratings(12, &(0..50).map(|_| game()).collect::<Vec<_>>());
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
        assert_eq!(ratings(2, &[]), [unknown, unknown]);
        let ratings = ratings(3, &[vec![], vec![(1, 4.0)], vec![(0, 2.0), (2, 1.0)]]);
        assert_eq!(ratings[1], unknown);
        assert!(ratings[0].value > 25.0 && ratings[2].value < 25.0);
    }

    #[test]
    fn ties_bring_players_together() {
        let tied = ratings(3, &[vec![(0, 1.0), (1, 1.0), (2, 1.0)]]);
        assert!(tied.iter().all(|rating| rating.value == 25.0 && rating.deviation < 25.0 / 3.0), "{tied:?}");
        let [first, second, last] = ratings(3, &[vec![(0, 7.0), (1, 7.0), (2, 1.0)]])[..] else { panic!() };
        assert!(first == second && second.value > last.value);
        let games = [vec![(0, 2.0), (1, 1.0)], vec![(0, 1.0), (1, 1.0)]];
        assert!(ratings(2, &games)[0].value < ratings(2, &games[..1])[0].value);
    }

    /// By the formulas of the paper's algorithm 1, worked out apart from this code.
    #[test]
    fn one_game_of_two_is_as_in_the_paper() {
        let [winner, loser] = ratings(2, &[vec![(0, 1.0), (1, 0.0)]])[..] else { panic!() };
        // c^2 = 2 (25/3)^2 + 2 (25/6)^2, so that the rating moves by (25/3)^2 / (2 c), and its
        // variance shrinks by (25/3)^3 / (4 c^3).
        let c = (2.0 * (25f64 / 3.0).powi(2) + 2.0 * (25f64 / 6.0).powi(2)).sqrt();
        let (step, part) = ((25f64 / 3.0).powi(2) / (2.0 * c), (25f64 / 3.0 / c).powi(3) / 4.0);
        assert!((winner.value - 25.0 - step).abs() < 1e-9 && (25.0 - loser.value - step).abs() < 1e-9);
        assert!((winner.deviation - 25.0 / 3.0 * (1.0 - part).sqrt()).abs() < 1e-9);
    }
}
