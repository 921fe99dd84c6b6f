//! Routes for small pictures of the end of matches.
//!
//! Lists show many of them, and each takes a replay. So they are made one at a time, within a
//! shorter time than whole views, and kept. Browsers keep them too, and ask only whether they are
//! still current, which takes no replay.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::sync::Semaphore;

use super::ServedContent;
use super::blocking::{apart, queued};
use super::recent::RecentResponses;
use super::request_error::RequestError;
use super::routes::{ServedContentState, tournament};
use super::view_cache::patience_of;
use crate::tournament::replay::{Replay, ReplayFileError};
use crate::viewer::Thumbnail;

/// The most pictures in memory, and their total size in bytes. One is a few kilobytes.
const KEPT: usize = 4_000;
const MOST_BYTES: usize = 16 << 20;

/// The time limit of one replay. A match that takes longer has no picture.
const REPLAY_TIME_LIMIT: Duration = Duration::from_secs(20);

/// One replay at a time.
static DRAWING: Semaphore = Semaphore::const_new(1);

/// The pictures that were made last, as JSON.
#[derive(Debug, Clone)]
pub(super) struct PictureCache(RecentResponses);

impl Default for PictureCache {
    fn default() -> PictureCache {
        PictureCache(RecentResponses::new(KEPT, MOST_BYTES))
    }
}

pub(super) fn routes() -> Router<Arc<ServedContent>> {
    Router::new()
        .route("/api/tournaments/{name}/matches/{key}/picture", get(picture_of_match))
        .route("/api/replays/{name}/picture", get(picture_of_replay))
}

async fn picture_of_match(
    State(offer): ServedContentState,
    Path((name, key)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, RequestError> {
    let tournament = tournament(&offer, &name)?;
    let (shown, wanted) = (Arc::clone(&tournament), key.clone());
    let version = apart(move || shown.version(&wanted)).await?;
    let picture = format!("{name}/{key} {version}");
    offer.picture_cache.get(picture, &headers, move || tournament.replay(&key)).await
}

async fn picture_of_replay(
    State(offer): ServedContentState,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response, RequestError> {
    let file = offer.replay(&name)?;
    let version = file.version();
    let (shown, asked) = (file.clone(), Arc::clone(&offer));
    apart(move || asked.may_show(&shown.summary()?.spec)).await?;
    offer.picture_cache.get(format!("replay {name} {version:?}"), &headers, move || file.read()).await
}

impl PictureCache {
    /// The picture with this name, which changes with the match. `read` finds the match.
    async fn get(
        &self,
        name: String,
        headers: &HeaderMap,
        read: impl FnOnce() -> Result<Replay, RequestError> + Send + 'static,
    ) -> Result<Response, RequestError> {
        let tag = tag(&name);
        let head = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-cache"), (ETAG, &tag)];
        if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
            return Ok((StatusCode::NOT_MODIFIED, head).into_response());
        }
        let body = match self.0.find(&name) {
            Some(body) => body,
            None => self.make(name, read).await?,
        };
        Ok((head, body.to_vec()).into_response())
    }

    /// Makes a picture, unless it was made while this waited. The picture is kept even if the
    /// client disconnects meanwhile.
    async fn make(
        &self,
        name: String,
        read: impl FnOnce() -> Result<Replay, RequestError> + Send + 'static,
    ) -> Result<Arc<Vec<u8>>, RequestError> {
        let recent = self.0.clone();
        queued(&DRAWING, move || {
            if let Some(body) = recent.find(&name) {
                return Ok(body);
            }
            let replay = read()?;
            let found = match Thumbnail::of(&replay, &patience_of(REPLAY_TIME_LIMIT)) {
                Err(ReplayFileError::TooLong) => None,
                found => found.map_err(|error| RequestError::broken_match(&replay.played.key, &error))?,
            };
            let body = Arc::new(serde_json::to_vec(&found).map_err(RequestError::host)?);
            recent.keep(name, &body);
            Ok(body)
        })
        .await
    }
}

/// An ETag that changes with the match and with what draws it.
fn tag(name: &str) -> String {
    let mut hasher = DefaultHasher::new();
    (name, env!("CARGO_PKG_VERSION")).hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}
