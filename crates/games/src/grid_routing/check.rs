//! The check of a bot: short games on small grids, and on a larger one for its time.

use serde_json::Value;

use crate::RandomStream;
use crate::check::{CheckOpponent, MultiplayerCheckMatchSpec, MultiplayerCheckPlan, RandomOpponent};

/// The opponents, the number of bots, and the rounds. Twelve bots have 144 turns in each round, on
/// a grid with 192 vertices on a side.
const MATCHES: [(CheckOpponent, usize, u32); 4] = [
    (CheckOpponent::Itself, 2, 3),
    (CheckOpponent::Itself, 4, 3),
    (CheckOpponent::Random, 3, 5),
    (CheckOpponent::Random, 12, 2),
];

pub(super) struct GridRoutingCheckMatches;

impl MultiplayerCheckPlan for GridRoutingCheckMatches {
    fn matches(&self) -> Vec<MultiplayerCheckMatchSpec> {
        let of = |(against, seats, rounds)| {
            let settings = vec![("rounds", Value::from(rounds))];
            MultiplayerCheckMatchSpec { seats, against, settings }
        };
        MATCHES.into_iter().map(of).collect()
    }

    /// Breaks and activates random vertices.
    fn random_opponent(&self, mut stream: RandomStream) -> RandomOpponent {
        let mut side = 1;
        Box::new(move |request| {
            let text = String::from_utf8_lossy(request);
            side = text.lines().find_map(announced_side).unwrap_or(side);
            // The scores come last, and have no reply.
            if text.lines().any(|line| line.starts_with("SCORE")) {
                return Vec::new();
            }
            format!("VERTEX {},{}\n", stream.below(side), stream.below(side)).into_bytes()
        })
    }
}

/// The number of vertices on a side, from the first line of a round.
fn announced_side(line: &str) -> Option<u64> {
    line.strip_prefix("BEGIN ")?.split(' ').nth(2)?.parse().ok()
}
