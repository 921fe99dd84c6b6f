//! Recomputes the result of a match from the output of `rathaus play --json`.

use rathaus_games::report::RecomputedOutcome;
use rathaus_games::{ConfiguredGame, MatchOutcome, SeatFault, Seed, SeedError};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::cli::args::ReplayArgs;
use crate::cli::exit::{CommandError, ExitKind};
use crate::report::{
    MatchPlayerResult, MultiplayerMatchReport, MultiplayerMatchResult, SubmissionDescription,
};
use crate::submissions::SubmissionError;
use crate::tournament::RecordedSandbox;

/// The fields of the JSON output that are read.
#[derive(Debug, Deserialize)]
struct PrintedResult {
    game: String,
    parameters: Map<String, Value>,
    seed: Option<String>,
    #[serde(default)]
    sandbox: Option<RecordedSandbox>,
    #[serde(default)]
    players: Vec<PrintedPlayer>,
    #[serde(flatten)]
    details: Map<String, Value>,
}

#[derive(Debug, Deserialize)]
struct PrintedPlayer {
    name: String,
    language: String,
    /// `None` if the player did not play.
    seat: Option<usize>,
    score: Option<i64>,
    #[serde(default)]
    faults: Vec<SeatFault>,
}

pub(super) fn replay(args: &ReplayArgs, bytes: &[u8]) -> Result<(), CommandError> {
    let printed: PrintedResult = serde_json::from_slice(bytes)
        .map_err(|error| super::bad(&args.file, format!("is neither a replay nor a result: {error}")))?;
    let bad =
        |problem: String| CommandError::new(ExitKind::Input, SubmissionError::input(&args.file, problem));
    let (rules, seed) = (rules(&printed).map_err(bad)?, seed(&printed).map_err(bad)?);
    let players = in_seats(&printed).map_err(bad)?;
    let details = Value::Object(printed.details.clone());
    let recomputed = rules.recompute(players.len(), seed, &details).ok_or_else(|| {
        bad(format!("this is a result of {}, which does not hold enough to be replayed", printed.game))
    })?;
    let RecomputedOutcome { outcome, difference } = recomputed.map_err(bad)?;
    if let Some(difference) = difference.or_else(|| wrong_score(&printed, &outcome)) {
        return Err(bad(difference).with_code(ExitKind::NotVerified));
    }
    let multiplayer = MultiplayerMatchResult {
        game: printed.game.clone(),
        parameters: rules.values(),
        seed: Some(seed),
        seats: players.len(),
        players,
        commitments: None,
        sandbox: printed.sandbox.clone(),
    };
    let given = [("ascii", args.ascii), ("details", args.details)];
    let options = given.into_iter().filter_map(|(name, is_given)| is_given.then_some(name)).collect();
    let report =
        MultiplayerMatchReport::new(multiplayer, &rules, outcome.ended, details, (Vec::new(), options));
    crate::cli::terminal::print_text(&report.map_err(bad)?.text())
}

fn rules(printed: &PrintedResult) -> Result<ConfiguredGame, String> {
    let settings = printed.parameters.iter().map(|(name, value)| (name.as_str(), value));
    let resolved = ConfiguredGame::resolve(&printed.game, settings).map_err(|error| error.to_string())?;
    resolved.map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
}

fn seed(printed: &PrintedResult) -> Result<Seed, String> {
    let text = printed.seed.as_deref().ok_or("it has no seed")?;
    text.parse().map_err(|error: SeedError| error.to_string())
}

/// The players in the order of their seats.
fn in_seats(printed: &PrintedResult) -> Result<Vec<MatchPlayerResult>, String> {
    let mut players: Vec<&PrintedPlayer> =
        printed.players.iter().filter(|player| player.seat.is_some()).collect();
    players.sort_by_key(|player| player.seat);
    if (0..).zip(&players).any(|(seat, player)| player.seat != Some(seat)) {
        return Err("its players do not have the seats from 0 on, each once".into());
    }
    let player = |printed: &PrintedPlayer| MatchPlayerResult {
        submission: SubmissionDescription {
            name: printed.name.clone(),
            language: printed.language.clone(),
            described: String::new(),
            toolchain: None,
            hash: String::new(),
            out: None,
        },
        score: printed.score.unwrap_or_default() as f64,
        faults: printed.faults.clone(),
        determinism: None,
        starts: None,
    };
    Ok(players.into_iter().map(player).collect())
}

/// A message about a score that differs from the sum of the rounds, if there is one.
fn wrong_score(printed: &PrintedResult, outcome: &MatchOutcome) -> Option<String> {
    let wrong = printed.players.iter().find(|player| {
        player
            .seat
            .is_some_and(|seat| player.score.map(|score| score as f64) != outcome.scores.get(seat).copied())
    })?;
    Some(format!("the rounds do not come to the score of {}", wrong.name))
}
