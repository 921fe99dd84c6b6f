//! Replays matches for pages and caches the last ones. A replay is slow where many specimens live.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::{Mutex as Turn, Semaphore};

use super::blocking::{apart, queued};
use super::recent::RecentResponses;
use super::request_error::RequestError;
use crate::tournament::replay::Replay;
use crate::viewer::{AvailableViewQueries, MatchView};

const KEPT: usize = 32;

/// The maximum size of all cached views in bytes.
const MOST_BYTES: usize = 128 << 20;

/// The time limit of one replay.
const REPLAY_TIME_LIMIT: Duration = Duration::from_secs(300);

/// How many replays may run at once for anything but whole views.
pub(super) static PLAYING: Semaphore = Semaphore::const_new(2);

/// Starts the time limit of a replay. The returned function is true until it has passed.
pub(super) fn patience() -> impl Fn() -> bool {
    patience_of(REPLAY_TIME_LIMIT)
}

/// Like [`patience`], with another limit.
pub(super) fn patience_of(limit: Duration) -> impl Fn() -> bool {
    let end = Instant::now() + limit;
    move || Instant::now() < end
}

/// The views of the last requested matches, as JSON.
#[derive(Debug, Clone)]
pub(super) struct ViewCache {
    recent: RecentResponses,
    /// Held while a view is made. One at a time: tournaments that run meanwhile need
    /// the processors.
    turn: Arc<Turn<()>>,
}

impl Default for ViewCache {
    fn default() -> ViewCache {
        ViewCache { recent: RecentResponses::new(KEPT, MOST_BYTES), turn: Arc::default() }
    }
}

impl ViewCache {
    /// The view of the match that `read` finds, cached under `name`. `may_be_analysed` tells
    /// whether a bot can be asked about its genomes. The view is completed and cached even if the
    /// client disconnects, so that the next request has it.
    pub(super) async fn get(
        &self,
        name: &str,
        read: impl FnOnce() -> Result<Replay, RequestError> + Send + 'static,
        may_be_analysed: impl FnOnce(&Replay) -> bool + Send + 'static,
    ) -> Result<Arc<Vec<u8>>, RequestError> {
        if let Some(view) = self.recent.find(name) {
            return Ok(view);
        }
        let turn = Arc::clone(&self.turn).lock_owned().await;
        if let Some(view) = self.recent.find(name) {
            return Ok(view);
        }
        let (view_cache, name) = (self.clone(), name.to_owned());
        let make = move || {
            let _turn = turn;
            let view = made(&read()?, may_be_analysed, None)?;
            view_cache.recent.keep(name, &view);
            Ok(view)
        };
        tokio::task::spawn_blocking(make).await.map_err(RequestError::host)?
    }

    /// The view of only the first `turns` turns. It is quick to make and is not cached. If the
    /// whole view is cached, or if the match has no more turns than that, this returns the
    /// whole view.
    pub(super) async fn beginning(
        &self,
        name: &str,
        turns: u32,
        read: impl FnOnce() -> Result<Replay, RequestError> + Send + 'static,
        may_be_analysed: impl FnOnce(&Replay) -> bool + Send + 'static,
    ) -> Result<Arc<Vec<u8>>, RequestError> {
        if let Some(view) = self.recent.find(name) {
            return Ok(view);
        }
        let replay = apart(read).await?;
        match replay.played.spec.rules().map_err(RequestError::host)? {
            rules if rules.has_more_turns_than(turns) => {
                queued(&PLAYING, move || made(&replay, may_be_analysed, Some(turns))).await
            }
            _ => self.get(name, move || Ok(replay), may_be_analysed).await,
        }
    }
}

/// Makes a view as JSON, of the first `turns` turns or of all.
fn made(
    replay: &Replay,
    may_be_analysed: impl FnOnce(&Replay) -> bool,
    turns: Option<u32>,
) -> Result<Arc<Vec<u8>>, RequestError> {
    let mut view = MatchView::collect(replay, turns, &patience())
        .map_err(|error| RequestError::broken_match(&replay.played.key, &error))?;
    let rules = replay.played.spec.rules().map_err(RequestError::host)?;
    view.more =
        rules.genetics().map(|_| AvailableViewQueries { specimens: true, analysis: may_be_analysed(replay) });
    serde_json::to_vec(&view).map(Arc::new).map_err(RequestError::host)
}
