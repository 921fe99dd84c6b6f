//! What pages ask about a race besides its film: who is somewhere at some moment, and what a bot says of a genome.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::runtime::Handle;

use super::films::{PLAYING, patience};
use super::routes::{Shared, apart, queued, tournament};
use super::trouble::Trouble;
use super::{Bots, Offer};
use crate::analysis::{self, Silent};
use crate::submissions::Submission;
use crate::tournament::replay::Replay;
use crate::viewer::{AnalysisFilm, Finder};
use rathaus_games::rat_race;

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

/// A genome.
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
    let mut finder = Finder::new(place.turn, place.cell);
    replay.look_while(&mut finder, &patience())?;
    let found = finder.found().ok_or_else(|| Trouble::missing("there is no such turn in a race of rats"))?;
    Ok(Json(json!(found)))
}

async fn analysis_of_match(
    State(offer): Shared,
    Path((name, key)): Path<(String, String)>,
    Query(named): Query<Named>,
) -> Result<Json<Value>, Trouble> {
    let tournament = tournament(&offer, &name)?;
    say(offer, named, move || tournament.replay(&key)).await
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
    say(offer, named, read).await
}

/// Has the bot that played a race say where a genome leads, and what it means.
async fn say(
    offer: Arc<Offer>,
    named: Named,
    read: impl FnOnce() -> Result<Replay, Trouble> + Send + 'static,
) -> Result<Json<Value>, Trouble> {
    // One after the other: tournaments that are played meanwhile need the processors. Who waits takes no thread.
    let turn = Arc::clone(&offer.bots.turn).lock_owned().await;
    // Seats stay on their thread, so that one is taken for all of it.
    let runtime = Handle::current();
    apart(move || {
        let _turn = turn;
        let replay = read()?;
        let genome = u128::from_str_radix(&named.genome, 16);
        let genome = genome.map_err(|_| Trouble::missing("a genome is a hexadecimal number"))?;
        runtime.block_on(offer.bots.say(&replay, genome))
    })
    .await
}

impl Bots {
    /// Whether one of them has played this race.
    pub(super) fn know(&self, replay: &Replay) -> bool {
        self.of(replay).is_some()
    }

    fn of(&self, replay: &Replay) -> Option<&Submission> {
        let played = &replay.head.spec.submissions;
        let found = self.submissions.iter().find(|(identity, _)| played.contains(identity));
        found.map(|(_, submission)| submission)
    }

    async fn say(&self, replay: &Replay, genome: u128) -> Result<Json<Value>, Trouble> {
        let rules = replay.head.spec.rules().map_err(Trouble::host)?;
        let (Some(submission), Some(context), Some(params)) =
            (self.of(replay), &self.context, rules.downcast::<rat_race::Params>())
        else {
            return Err(Trouble::missing("there is no bot to ask: `rathaus serve --bot` names such"));
        };
        if genome.checked_shr(params.genome_bits.into()).unwrap_or_default() > 0 {
            return Err(Trouble::missing(format!("a genome of this race has {} bits", params.genome_bits)));
        }
        let asked = analysis::ask(submission, context, &rules, replay.head.spec.seed, vec![genome]).await;
        let analysis = asked.map_err(|silent| match silent {
            Silent::Bot(fault) => Trouble::missing(format!("the bot has failed: {}", fault.cause)),
            Silent::Build(_) => Trouble::host("the bot cannot be built"),
            Silent::Host(why) => Trouble::host(why),
        })?;
        Ok(Json(json!(AnalysisFilm::new(analysis, params.genome_bits, true))))
    }
}
