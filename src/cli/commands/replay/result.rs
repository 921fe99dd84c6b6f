//! What `rathaus play grid-routing --json` printed, played again.

use rathaus_games::SeatFault;
use rathaus_games::grid_routing::{self, Details};
use rathaus_games::{NoSeed, Outcome, Rules, Seed};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::cli::args::ReplayArgs;
use crate::cli::exit::{Code, Failure};
use crate::report::{GridRouting, Player, Shown, Submitted, Together};
use crate::submissions::SubmissionError;
use crate::tournament::Confined;

/// What is read of the JSON of a match of the grid-routing battle.
#[derive(Debug, Deserialize)]
struct Stored {
    game: String,
    parameters: Map<String, Value>,
    seed: Option<String>,
    #[serde(default)]
    sandbox: Option<Confined>,
    #[serde(default)]
    players: Vec<StoredPlayer>,
    #[serde(flatten)]
    details: Option<Details>,
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
    if stored.game != grid_routing::NAME {
        return Err(bad(format!(
            "this is a result of {}, and only those of {} can be replayed",
            stored.game,
            grid_routing::NAME
        )));
    }
    let (rules, seed) = (rules(&stored).map_err(bad)?, seed(&stored).map_err(bad)?);
    let Some(params) = rules.downcast::<grid_routing::Params>() else {
        return Err(bad("its game and its parameters differ".into()));
    };
    let details = stored.details.as_ref().ok_or_else(|| bad("it has no rounds".into()))?;
    let players = seated(&stored).map_err(bad)?;
    let outcome = grid_routing::replay(params, players.len(), seed, &details.rounds)
        .map_err(|error| bad(error.to_string()))?;
    if let Some(difference) = difference(&stored, details, &outcome) {
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
    let report = GridRouting { together, details: details.clone(), disqualify_late: false };
    crate::cli::terminal::print_text(&report.text(Shown { pictures: args.ascii, gains: args.details }))
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

/// What the record does not come to, if there is anything.
fn difference(stored: &Stored, details: &Details, outcome: &Outcome) -> Option<String> {
    let replayed: Details = serde_json::from_value(outcome.details.clone()).ok()?;
    if replayed.rounds.len() != details.rounds.len() || replayed.side != details.side {
        return Some("it has not the rounds, or not the side, that its parameters say".into());
    }
    for (number, (round, recorded)) in (1..).zip(replayed.rounds.iter().zip(&details.rounds)) {
        if (&round.broken, &round.owned) != (&recorded.broken, &recorded.owned) {
            return Some(format!("round {number} has choices that cannot have counted"));
        }
        if round.gains != recorded.gains {
            return Some(format!(
                "round {number} comes to {:?}, and not to {:?}",
                round.gains, recorded.gains
            ));
        }
    }
    let wrong = stored.players.iter().find(|player| {
        player
            .seat
            .is_some_and(|seat| player.score.map(|score| score as f64) != outcome.scores.get(seat).copied())
    })?;
    Some(format!("the rounds do not come to the score of {}", wrong.name))
}
