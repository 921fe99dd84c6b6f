//! What pages ask about specimens and genomes while they show a match.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::Value;
use tokio::runtime::Handle;

use super::films::{PLAYING, patience};
use super::routes::{Shared, apart, queued, tournament};
use super::trouble::Trouble;
use super::{Bots, Offer};
use crate::analysis::{self, NO_GENOMES, NoAnalysis};
use crate::submissions::Submission;
use crate::tournament::replay::Replay;

pub(super) fn routes() -> Router<Arc<Offer>> {
    Router::new()
        .route("/api/tournaments/{name}/matches/{key}/specimens", get(specimens_of_match))
        .route("/api/tournaments/{name}/matches/{key}/analysis", get(analysis_of_match))
        .route("/api/replays/{name}/specimens", get(specimens_of_replay))
        .route("/api/replays/{name}/analysis", get(analysis_of_replay))
}

/// A cell at some moment.
#[derive(Debug, Deserialize)]
struct Place {
    turn: u32,
    cell: u16,
}

#[derive(Debug, Deserialize)]
struct Named {
    /// In hexadecimal.
    genome: String,
}

async fn specimens_of_match(
    State(offer): Shared,
    Path((name, key)): Path<(String, String)>,
    Query(place): Query<Place>,
) -> Result<Json<Value>, Trouble> {
    let tournament = tournament(&offer, &name)?;
    queued(&PLAYING, move || specimens(&tournament.replay(&key)?, &place)).await
}

async fn specimens_of_replay(
    State(offer): Shared,
    Path(name): Path<String>,
    Query(place): Query<Place>,
) -> Result<Json<Value>, Trouble> {
    let file = offer.replay(&name)?;
    queued(&PLAYING, move || {
        offer.may_show(&file.summary()?.spec)?;
        specimens(&file.read()?, &place)
    })
    .await
}

fn specimens(replay: &Replay, place: &Place) -> Result<Json<Value>, Trouble> {
    let rules = replay.played.spec.rules().map_err(Trouble::host)?;
    let genetics = rules.genetics().ok_or_else(|| Trouble::missing(NO_GENOMES))?;
    let mut finder = genetics.specimens(place.turn, place.cell);
    replay.look_while(&mut *finder, &patience())?;
    finder.finish().map(Json).ok_or_else(|| Trouble::missing("the match has no such turn"))
}

async fn analysis_of_match(
    State(offer): Shared,
    Path((name, key)): Path<(String, String)>,
    Query(named): Query<Named>,
) -> Result<Json<Value>, Trouble> {
    let tournament = tournament(&offer, &name)?;
    analyse(offer, named, move || tournament.replay(&key)).await
}

async fn analysis_of_replay(
    State(offer): Shared,
    Path(name): Path<String>,
    Query(named): Query<Named>,
) -> Result<Json<Value>, Trouble> {
    let file = offer.replay(&name)?;
    let asked = Arc::clone(&offer);
    let read = move || {
        asked.may_show(&file.summary()?.spec)?;
        file.read()
    };
    analyse(offer, named, read).await
}

/// Has the bot that played a match show what a genome does.
async fn analyse(
    offer: Arc<Offer>,
    named: Named,
    read: impl FnOnce() -> Result<Replay, Trouble> + Send + 'static,
) -> Result<Json<Value>, Trouble> {
    // One after the other: tournaments that are played meanwhile need the processors. Who waits
    // takes no thread.
    let turn = Arc::clone(&offer.bots.turn).lock_owned().await;
    // Seats stay on their thread, so that one is taken for all of it.
    let runtime = Handle::current();
    apart(move || {
        let _turn = turn;
        runtime.block_on(offer.bots.analyse(&read()?, &named.genome))
    })
    .await
}

impl Bots {
    pub(super) fn know(&self, replay: &Replay) -> bool {
        self.of(replay).is_some()
    }

    fn of(&self, replay: &Replay) -> Option<&Submission> {
        let played = &replay.played.spec.submissions;
        let found = self.submissions.iter().find(|(identity, _)| played.contains(identity));
        found.map(|(_, submission)| submission)
    }

    async fn analyse(&self, replay: &Replay, genome: &str) -> Result<Json<Value>, Trouble> {
        let rules = replay.played.spec.rules().map_err(Trouble::host)?;
        let (Some(submission), Some(context), Some(genetics)) =
            (self.of(replay), &self.context, rules.genetics())
        else {
            return Err(Trouble::missing("there is no bot to ask: `rathaus serve --bot` names such"));
        };
        let genomes = vec![genetics.genome(genome).map_err(Trouble::missing)?];
        let analysis = analysis::analyse(submission, context, &rules, replay.played.spec.seed, genomes).await;
        let analysis = analysis.map_err(|error| match error {
            NoAnalysis::Bot(fault) => Trouble::missing(format!("the bot has failed: {}", fault.cause)),
            NoAnalysis::Build(_) => Trouble::host("the bot cannot be built"),
            NoAnalysis::Host(why) => Trouble::host(why),
        })?;
        Ok(Json(analysis.finish(true)))
    }
}
