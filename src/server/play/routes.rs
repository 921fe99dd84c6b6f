//! The routes on which a person plays. They exist only with `rathaus serve --play`.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::Stream;
use futures_util::stream::unfold;
use rathaus_games::Seed;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::live_match::PersonMatch;
use super::person_matches::random_bytes;
use super::request::StartRequest;
use super::{PersonPlay, offer::PlayableGame};
use crate::server::ServedContent;
use crate::server::blocking::apart;
use crate::server::request_error::RequestError;
use crate::server::routes::ServedContentState;
use crate::tournament::replay::Replay;

/// The shortest time between two states of a match that a page gets.
const PAUSE: Duration = Duration::from_millis(40);

pub(crate) fn routes() -> Router<Arc<ServedContent>> {
    Router::new()
        .route("/api/play", get(games))
        .route("/api/play/matches", post(start))
        .route("/api/play/matches/{token}/events", get(events))
        .route("/api/play/matches/{token}/replies", post(reply))
        .route("/api/play/matches/{token}/end", post(leave))
        .route("/api/play/matches/{token}/film", get(film))
        .route("/api/play/matches/{token}/replay", get(replay))
}

fn play(offer: &ServedContent) -> Result<&PersonPlay, RequestError> {
    offer.play.as_ref().ok_or_else(|| RequestError::missing("there is nothing to play here"))
}

/// Reads the body of a request.
fn body<T: DeserializeOwned>(bytes: &Bytes) -> Result<T, RequestError> {
    serde_json::from_slice(bytes)
        .map_err(|error| RequestError::invalid(format!("not a valid request: {error}")))
}

async fn games(State(offer): ServedContentState) -> Result<Json<Value>, RequestError> {
    let described = |(name, game): (&String, &Arc<PlayableGame>)| game.description(name);
    let games: Vec<Value> = play(&offer)?.games.iter().map(described).collect();
    Ok(Json(json!({ "games": games })))
}

/// Begins a match, and returns its token.
async fn start(State(offer): ServedContentState, bytes: Bytes) -> Result<Response, RequestError> {
    let request: StartRequest = body(&bytes)?;
    let (name, previous) = (request.game.clone(), request.previous.clone());
    let plan = request.plan(&play(&offer)?.games, Seed(u64::from(u32::from_le_bytes(random_bytes()?))))?;
    let (asked, spec) = (Arc::clone(&offer), plan.spec());
    apart(move || asked.may_show(&spec)).await?;
    let begun = Arc::new(PersonMatch::new(&name, plan));
    let play = play(&offer)?;
    let token = play.matches.add(&begun, previous.as_deref())?;
    tokio::spawn(begun.play(play.around.clone()));
    Ok((StatusCode::CREATED, Json(json!({ "token": token }))).into_response())
}

/// Streams the state of a match: once at the start, then whenever it changes.
async fn events(
    State(offer): ServedContentState,
    Path(token): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, RequestError> {
    let mut news = play(&offer)?.matches.find(&token)?.dialogue.news();
    news.mark_changed();
    let stream = unfold(news, |mut news| async {
        news.changed().await.ok()?;
        let state = serde_json::to_string(&*news.borrow_and_update()).ok()?;
        // A page needs no state that is shown for less than this.
        tokio::time::sleep(PAUSE).await;
        Some((Ok(Event::default().event("state").data(state)), news))
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()))
}

/// Lines of a reply to a question.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ReplyRequest {
    question: u32,
    lines: Vec<String>,
}

async fn reply(
    State(offer): ServedContentState,
    Path(token): Path<String>,
    bytes: Bytes,
) -> Result<StatusCode, RequestError> {
    let found = play(&offer)?.matches.find(&token)?;
    let ReplyRequest { question, lines } = body(&bytes)?;
    found.dialogue.reply(question, lines)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn leave(
    State(offer): ServedContentState,
    Path(token): Path<String>,
) -> Result<StatusCode, RequestError> {
    play(&offer)?.matches.find(&token)?.dialogue.leave();
    Ok(StatusCode::NO_CONTENT)
}

fn recorded(offer: &ServedContent, token: &str) -> Result<Replay, RequestError> {
    let found = play(offer)?.matches.find(token)?;
    let replay = found.replay().cloned();
    replay.ok_or_else(|| RequestError::missing("the match has no recording, or goes on"))
}

/// The match as its page gets it, from its recording.
async fn film(State(offer): ServedContentState, Path(token): Path<String>) -> Result<Response, RequestError> {
    let replay = recorded(&offer, &token)?;
    let view = offer.view_cache.get(&format!("play {token}"), move || Ok(replay), |_| false).await?;
    Ok(([(CONTENT_TYPE, "application/json")], view.to_vec()).into_response())
}

/// The file for `rathaus replay`.
async fn replay(
    State(offer): ServedContentState,
    Path(token): Path<String>,
) -> Result<Response, RequestError> {
    let replay = recorded(&offer, &token)?;
    let called = format!("attachment; filename=\"{}.replay\"", replay.played.spec.game);
    let headers = [(CONTENT_TYPE, "application/octet-stream".to_owned()), (CONTENT_DISPOSITION, called)];
    Ok((headers, replay.to_bytes()).into_response())
}
