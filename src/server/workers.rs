//! The route for the workers of a tournament.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use jiff::Timestamp;
use serde_json::{Value, json};

use super::ServedContent;
use super::blocking::apart;
use super::request_error::RequestError;
use super::routes::{ServedContentState, tournament};
use super::snapshot::Snapshot;
use crate::report::sanitize;
use crate::tournament::{MatchKey, WorkerRecord};

/// The most workers in a response.
const MOST_WORKERS: usize = 1_000;

/// The most matches of a worker in a response, and of all workers together. Names of entrants may
/// be long.
const MOST_PLAYING: usize = 100;
const MOST_PLAYING_IN_ALL: usize = 5_000;

/// A response is kept this long, in seconds. It says how long ago workers were seen.
const KEPT_SECONDS: i64 = 2;

pub(super) fn routes() -> Router<Arc<ServedContent>> {
    Router::new().route("/api/tournaments/{name}/workers", get(workers))
}

async fn workers(
    State(offer): ServedContentState,
    Path(name): Path<String>,
) -> Result<Response, RequestError> {
    let tournament = tournament(&offer, &name)?;
    apart(move || {
        let (snapshot, now) = (tournament.snapshot()?, Timestamp::now());
        let name = format!("{:?} {}", snapshot.visibility(), now.as_second() / KEPT_SECONDS);
        let list = tournament.workers.get_or_make(name, || {
            let known = tournament.with_store(|store| Ok(store.workers()?))?;
            let mut list = list(&snapshot, known.into_values().collect(), now);
            sanitize(&mut list);
            serde_json::to_vec(&list).map_err(RequestError::host)
        })?;
        Ok(([(CONTENT_TYPE, "application/json")], list.to_vec()).into_response())
    })
    .await
}

/// The workers that were seen last, by their names. `known` are all of them, by their names.
fn list(snapshot: &Snapshot, mut known: Vec<WorkerRecord>, now: Timestamp) -> Value {
    let (all, present) = (known.len(), known.iter().filter(|worker| worker.is_present(now)).count());
    if all > MOST_WORKERS {
        known.sort_by_key(|worker| std::cmp::Reverse(worker.last_seen));
        known.truncate(MOST_WORKERS);
        known.sort_by(|one, other| one.name.cmp(&other.name));
    }
    let mut left = MOST_PLAYING_IN_ALL;
    let workers = known.iter().map(|worker| {
        let mut shown = snapshot.visibility().worker(&worker.described(now));
        let playing = playing(snapshot, worker, left.min(MOST_PLAYING));
        left -= playing.len();
        shown["matches"] = playing.into();
        shown
    });
    json!({ "all": all, "present": present, "workers": workers.collect::<Vec<_>>() })
}

/// The matches that a worker plays, as far as they belong to the schedule. None before the reveal,
/// when pages list only matches that have a result.
fn playing(snapshot: &Snapshot, worker: &WorkerRecord, most: usize) -> Vec<Value> {
    if !snapshot.visibility().is_open() {
        return Vec::new();
    }
    let keys = worker.activity.playing.iter().filter_map(|key| MatchKey::parse(key));
    let positions = keys.filter_map(|key| snapshot.position(key)).take(most);
    let schedule = &snapshot.schedule;
    let described = |position: usize| {
        json!({
            "number": schedule.scheduled_matches.number(position),
            "group": snapshot.state.groups.get(schedule.group(position)).map(|group| &group.name),
            "names": snapshot.names(position),
        })
    };
    positions.map(described).collect()
}
