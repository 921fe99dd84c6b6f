//! What `rathaus play --json` printed of a match, computed again.

use rathaus_games::SeatFault;
use rathaus_games::report::RecomputedResult;
use rathaus_games::{NoSeed, Outcome, Rules, Seed};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::cli::args::ReplayArgs;
use crate::cli::exit::{Code, Failure};
use crate::report::{MultiplayerReport, Player, Submitted, Together};
use crate::submissions::SubmissionError;
use crate::tournament::Confined;

/// What is read of the JSON of a match.
#[derive(Debug, Deserialize)]
struct Stored {
    game: String,
    parameters: Map<String, Value>,
    seed: Option<String>,
    #[serde(default)]
    sandbox: Option<Confined>,
    #[serde(default)]
    players: Vec<StoredPlayer>,
    /// What the game says of the match.
    #[serde(flatten)]
    details: Map<String, Value>,
}

#[derive(Debug, Deserialize)]
struct StoredPlayer {
    name: String,
    language: String,
    /// None of those that did not play.
    seat: Option<usize>,
    score: Option<i64>,
    #[serde(default)]
    faults: Vec<SeatFault>,
}

pub(super) fn replay(args: &ReplayArgs, bytes: &[u8]) -> Result<(), Failure> {
    let stored: Stored = serde_json::from_slice(bytes)
        .map_err(|error| super::bad(&args.file, format!("is neither a replay nor a result: {error}")))?;
    let bad = |problem: String| Failure::new(Code::Input, SubmissionError::input(&args.file, problem));
    let (rules, seed) = (rules(&stored).map_err(bad)?, seed(&stored).map_err(bad)?);
    let players = seated(&stored).map_err(bad)?;
    let details = Value::Object(stored.details.clone());
    let recomputed = rules.recompute(players.len(), seed, &details).ok_or_else(|| {
        bad(format!("this is a result of {}, which does not hold enough to be replayed", stored.game))
    })?;
    let RecomputedResult { outcome, difference } = recomputed.map_err(bad)?;
    if let Some(difference) = difference.or_else(|| wrong_score(&stored, &outcome)) {
        return Err(bad(difference).with_code(Code::NotVerified));
    }
    let together = Together {
        game: stored.game.clone(),
        parameters: rules.values(),
        seed: Some(seed),
        seats: players.len(),
        players,
        commitments: None,
        sandbox: stored.sandbox.clone(),
    };
    let given = [("ascii", args.ascii), ("details", args.details)];
    let options = given.into_iter().filter_map(|(name, is_given)| is_given.then_some(name)).collect();
    let report = MultiplayerReport::new(together, &rules, outcome.ended, details, (Vec::new(), options));
    crate::cli::terminal::print_text(&report.map_err(bad)?.text())
}

fn rules(stored: &Stored) -> Result<Rules, String> {
    let settings = stored.parameters.iter().map(|(name, value)| (name.as_str(), value));
    let resolved = Rules::resolve(&stored.game, settings).map_err(|error| error.to_string())?;
    resolved.map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
}

fn seed(stored: &Stored) -> Result<Seed, String> {
    let text = stored.seed.as_deref().ok_or("it has no seed")?;
    text.parse().map_err(|error: NoSeed| error.to_string())
}

/// The players by their seats.
fn seated(stored: &Stored) -> Result<Vec<Player>, String> {
    let mut players: Vec<&StoredPlayer> =
        stored.players.iter().filter(|player| player.seat.is_some()).collect();
    players.sort_by_key(|player| player.seat);
    if (0..).zip(&players).any(|(seat, player)| player.seat != Some(seat)) {
        return Err("its players do not have the seats from 0 on, each once".into());
    }
    let player = |stored: &StoredPlayer| Player {
        submission: Submitted {
            name: stored.name.clone(),
            language: stored.language.clone(),
            described: String::new(),
            toolchain: None,
            hash: String::new(),
            out: None,
        },
        score: stored.score.unwrap_or_default() as f64,
        faults: stored.faults.clone(),
        determinism: None,
        starts: None,
    };
    Ok(players.into_iter().map(player).collect())
}

/// A score that the rounds do not come to, if there is one.
fn wrong_score(stored: &Stored, outcome: &Outcome) -> Option<String> {
    let wrong = stored.players.iter().find(|player| {
        player
            .seat
            .is_some_and(|seat| player.score.map(|score| score as f64) != outcome.scores.get(seat).copied())
    })?;
    Some(format!("the rounds do not come to the score of {}", wrong.name))
}
