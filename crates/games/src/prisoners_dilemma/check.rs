//! The check of a bot: short games with two and with more players.

use serde_json::Value;

use crate::RandomStream;
use crate::check::{CheckOpponent, MultiplayerCheckMatchSpec, MultiplayerCheckPlan, RandomOpponent};

/// The opponents, the number of players, and the rounds per player. An interpreter may take 0.1 s
/// to start, and each request starts a program, so there are only 52 requests.
const MATCHES: [(CheckOpponent, usize, u32); 4] = [
    (CheckOpponent::Itself, 2, 3),
    (CheckOpponent::Itself, 4, 1),
    (CheckOpponent::Random, 2, 6),
    (CheckOpponent::Random, 6, 2),
];

pub(super) struct DilemmaCheckMatches;

impl MultiplayerCheckPlan for DilemmaCheckMatches {
    fn matches(&self) -> Vec<MultiplayerCheckMatchSpec> {
        let of = |(against, seats, rounds)| {
            let settings = vec![("rounds_per_player", Value::from(rounds))];
            MultiplayerCheckMatchSpec { seats, against, settings }
        };
        MATCHES.into_iter().map(of).collect()
    }

    /// Takes from each other player with probability 1/2.
    fn random_opponent(&self, mut stream: RandomStream) -> RandomOpponent {
        Box::new(move |request| {
            let text = String::from_utf8_lossy(request);
            let mut numbers = text.split_whitespace().map_while(|word| word.parse::<u32>().ok());
            let (players, own) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
            let taken = (1..=players).filter(|player| *player != own && stream.below(2) == 0);
            let taken: Vec<String> = taken.map(|player| player.to_string()).collect();
            format!("{}\n", taken.join(" ")).into_bytes()
        })
    }
}
