//! What the start page shows: all tournaments and replays, and the games to play.

use std::sync::Arc;

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};

use super::ServedContent;
use super::blocking::apart;
use super::play::PersonPlay;
use super::replays::CachedReplayFile;
use super::request_error::RequestError;
use super::routes::{ServedContentState, listed};
use super::snapshot::Snapshot;
use super::tournament::ServedTournament;
use crate::report::sanitize;

/// The number of entrants of each tournament.
const MOST_LEADERS: usize = 3;

pub(super) fn routes() -> Router<Arc<ServedContent>> {
    Router::new().route("/api", get(overview))
}

async fn overview(State(offer): ServedContentState) -> Result<Json<Value>, RequestError> {
    apart(move || {
        let named = |(name, tournament): (&String, &Arc<ServedTournament>)| {
            // There is none before the first match.
            let snapshot = tournament.snapshot().ok();
            let mut leaders: Value = snapshot.as_deref().map(leaders).unwrap_or_default().into();
            // A damaged result is an error on its own page, and not on that of all tournaments.
            let results = snapshot.as_deref().and_then(|snapshot| results(tournament, snapshot).ok());
            let mut results: Value = results.unwrap_or_default().into();
            [&mut leaders, &mut results].into_iter().for_each(sanitize);
            let decides = snapshot.as_deref().map(Snapshot::deciding_value);
            json!({ "name": name, "status": tournament.status(), "decides": decides, "leaders": leaders, "results": results })
        };
        let tournaments: Vec<Value> = offer.tournaments.iter().map(named).collect();
        let summary =
            |(name, file): (&String, &CachedReplayFile)| file.listed(name, |spec| offer.hides(spec));
        let replays: Vec<Value> = offer.replays.iter().map(summary).collect();
        let games: Vec<&String> = offer.play.iter().flat_map(PersonPlay::names).collect();
        Ok(Json(json!({
            "rathaus": env!("CARGO_PKG_VERSION"),
            "tournaments": tournaments,
            "replays": replays,
            "games": games,
        })))
    })
    .await
}

/// The first rows of the standings.
fn leaders(snapshot: &Snapshot) -> Vec<Value> {
    let ranked = snapshot.standings.rows.iter().filter(|row| row.rank.is_some()).take(MOST_LEADERS);
    ranked.map(|row| json!({ "name": row.name, "rank": row.rank, "value": row.estimate })).collect()
}

/// The results that were stored last, the last one first.
fn results(tournament: &ServedTournament, snapshot: &Snapshot) -> Result<Vec<Value>, RequestError> {
    let positions: Vec<usize> = snapshot.last.iter().map(|(position, _)| *position).collect();
    let mut listed = listed(tournament, snapshot, &positions)?;
    for (entry, (_, time)) in listed.iter_mut().zip(&snapshot.last) {
        entry["stored_at"] = json!(time);
    }
    Ok(listed)
}
