//! Routes for specimens and genomes of a match.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::Value;
use tokio::runtime::Handle;

use super::blocking::{apart, queued};
use super::request_error::RequestError;
use super::routes::{ServedContentState, tournament};
use super::view_cache::{PLAYING, patience};
use super::{AnalysisBots, ServedContent};
use crate::analysis::{self, GenomeAnalysisRunError, NO_GENOMES};
use crate::submissions::Submission;
use crate::tournament::replay::Replay;

pub(super) fn routes() -> Router<Arc<ServedContent>> {
    Router::new()
        .route("/api/tournaments/{name}/matches/{key}/specimens", get(specimens_of_match))
        .route("/api/tournaments/{name}/matches/{key}/analysis", get(analysis_of_match))
        .route("/api/replays/{name}/specimens", get(specimens_of_replay))
        .route("/api/replays/{name}/analysis", get(analysis_of_replay))
}

/// A cell of the board at a turn.
#[derive(Debug, Deserialize)]
struct CellMoment {
    turn: u32,
    cell: u16,
}

#[derive(Debug, Deserialize)]
struct GenomeQuery {
    /// In hexadecimal.
    genome: String,
}

async fn specimens_of_match(
    State(offer): ServedContentState,
    Path((name, key)): Path<(String, String)>,
    Query(place): Query<CellMoment>,
) -> Result<Json<Value>, RequestError> {
    let tournament = tournament(&offer, &name)?;
    queued(&PLAYING, move || specimens(&tournament.replay(&key)?, &place)).await
}

async fn specimens_of_replay(
    State(offer): ServedContentState,
    Path(name): Path<String>,
    Query(place): Query<CellMoment>,
) -> Result<Json<Value>, RequestError> {
    let file = offer.replay(&name)?;
    queued(&PLAYING, move || {
        offer.may_show(&file.summary()?.spec)?;
        specimens(&file.read()?, &place)
    })
    .await
}

fn specimens(replay: &Replay, place: &CellMoment) -> Result<Json<Value>, RequestError> {
    let rules = replay.played.spec.rules().map_err(RequestError::host)?;
    let genetics = rules.genetics().ok_or_else(|| RequestError::missing(NO_GENOMES))?;
    let mut finder = genetics.specimens(place.turn, place.cell);
    let found = replay.play_while(&mut *finder, &patience());
    found.map_err(|error| RequestError::broken_match(&replay.played.key, &error))?;
    finder.finish().map(Json).ok_or_else(|| RequestError::missing("the match has no such turn"))
}

async fn analysis_of_match(
    State(offer): ServedContentState,
    Path((name, key)): Path<(String, String)>,
    Query(named): Query<GenomeQuery>,
) -> Result<Json<Value>, RequestError> {
    let tournament = tournament(&offer, &name)?;
    analyse(offer, named, move || tournament.replay(&key)).await
}

async fn analysis_of_replay(
    State(offer): ServedContentState,
    Path(name): Path<String>,
    Query(named): Query<GenomeQuery>,
) -> Result<Json<Value>, RequestError> {
    let file = offer.replay(&name)?;
    let asked = Arc::clone(&offer);
    let read = move || {
        asked.may_show(&file.summary()?.spec)?;
        file.read()
    };
    analyse(offer, named, read).await
}

/// Asks the bot that played a match what a genome does.
async fn analyse(
    offer: Arc<ServedContent>,
    named: GenomeQuery,
    read: impl FnOnce() -> Result<Replay, RequestError> + Send + 'static,
) -> Result<Json<Value>, RequestError> {
    // One analysis at a time: tournaments that run meanwhile need the processors. Waiting for the
    // lock takes no thread.
    let turn = Arc::clone(&offer.bots.turn).lock_owned().await;
    // Seats cannot move between threads, so one blocking thread runs the whole analysis.
    let runtime = Handle::current();
    apart(move || {
        let _turn = turn;
        runtime.block_on(offer.bots.analyse(&read()?, &named.genome))
    })
    .await
}

impl AnalysisBots {
    pub(super) fn has_bot_of(&self, replay: &Replay) -> bool {
        self.of(replay).is_some()
    }

    fn of(&self, replay: &Replay) -> Option<&Submission> {
        let played = &replay.played.spec.submissions;
        let found = self.submissions.iter().find(|(identity, _)| played.contains(identity));
        found.map(|(_, submission)| submission)
    }

    async fn analyse(&self, replay: &Replay, genome: &str) -> Result<Json<Value>, RequestError> {
        let rules = replay.played.spec.rules().map_err(RequestError::host)?;
        let (Some(submission), Some(context), Some(genetics)) =
            (self.of(replay), &self.context, rules.genetics())
        else {
            return Err(RequestError::missing("there is no bot to ask: `rathaus serve --bot` names such"));
        };
        let genomes = vec![genetics.genome(genome).map_err(RequestError::missing)?];
        let analysis = analysis::analyse(submission, context, &rules, replay.played.spec.seed, genomes).await;
        let analysis = analysis.map_err(|error| match error {
            GenomeAnalysisRunError::Bot(fault) => {
                RequestError::missing(format!("the bot has failed: {}", fault.cause))
            }
            GenomeAnalysisRunError::Build(_) => RequestError::host("the bot cannot be built"),
            GenomeAnalysisRunError::Host(why) => RequestError::host(why),
        })?;
        Ok(Json(analysis.finish(true)))
    }
}
