//! The routes of the server and their handlers.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{StatusCode, Uri};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router, middleware};
use futures_util::Stream;
use futures_util::stream::unfold;
use serde::Deserialize;
use serde_json::{Value, json};

use super::ServedContent;
use super::blocking::apart;
use super::genomes;
use super::guard::{GuardedServer, guard};
use super::overview;
use super::pictures;
use super::play;
use super::request_error::RequestError;
use super::snapshot::Snapshot;
use super::tournament::{FoundMatch, ServedTournament};
use super::workers;
use crate::report::sanitize;
use crate::report::standings::ChartWidth;
use crate::store::Store;
use crate::tournament::replay::Replay;
use crate::viewer;

/// The maximum number of matches in one response.
const MOST_LINES: usize = 500;

/// The most entrants whose pairs are in one response.
const MOST_IN_MATRIX: usize = 40;

pub(super) type ServedContentState = State<Arc<ServedContent>>;

pub(super) fn router(offer: Arc<ServedContent>, address: SocketAddr) -> Router {
    let guarded = GuardedServer { address: address.ip(), takes_replies: offer.play.is_some() };
    let play = offer.play.as_ref().map(|_| play::routes()).unwrap_or_default();
    Router::new()
        .route("/api/tournaments/{name}", get(standings))
        .route("/api/tournaments/{name}/events", get(events))
        .route("/api/tournaments/{name}/charts/{chart}", get(chart))
        .route("/api/tournaments/{name}/pairs", get(pairs))
        .route("/api/tournaments/{name}/matches", get(matches))
        .route("/api/tournaments/{name}/matches/{key}", get(one_match))
        .route("/api/tournaments/{name}/matches/{key}/film", get(view))
        .route("/api/tournaments/{name}/matches/{key}/replay", get(replay))
        .route("/api/replays/{name}", get(replay_view))
        .merge(overview::routes())
        .merge(genomes::routes())
        .merge(pictures::routes())
        .merge(workers::routes())
        .merge(play)
        .route("/api/{*path}", get(nothing))
        .fallback(page)
        .layer(middleware::from_fn_with_state(guarded, guard))
        .with_state(offer)
}

async fn nothing() -> RequestError {
    RequestError::missing("there is no such thing to ask for")
}

/// A file of the pages. Any other path gets `index.html`, whose script routes it.
async fn page(State(offer): ServedContentState, uri: Uri) -> Response {
    let name = uri.path().trim_start_matches('/');
    let found = viewer::page(name).and_then(|found| match found {
        Some(page) => Ok(Some(page)),
        None => Ok(viewer::page("index.html")?.map(|page| page.with_play(offer.play.is_some()))),
    });
    match found {
        Ok(Some(viewer::PageFile { bytes, media_type })) => {
            ([(CONTENT_TYPE, media_type), (CACHE_CONTROL, "no-cache")], bytes).into_response()
        }
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(error) => (StatusCode::SERVICE_UNAVAILABLE, format!("{error}\n")).into_response(),
    }
}

pub(super) fn tournament(offer: &ServedContent, name: &str) -> Result<Arc<ServedTournament>, RequestError> {
    offer.tournaments.get(name).cloned().ok_or_else(|| RequestError::missing("there is no such tournament"))
}

async fn standings(
    State(offer): ServedContentState,
    Path(name): Path<String>,
) -> Result<Response, RequestError> {
    let tournament = tournament(&offer, &name)?;
    apart(move || {
        let status = tournament.status();
        let body = format!("{{\"status\":{status},{}}}", tournament.snapshot()?.body());
        Ok(([(CONTENT_TYPE, "application/json")], body).into_response())
    })
    .await
}

/// Which comparisons of pairs to list: those among some consecutive entrants of the standings.
#[derive(Debug, Deserialize)]
struct PairFilter {
    /// Only boards of this group.
    group: Option<String>,
    /// How many entrants to skip, from the first.
    #[serde(default)]
    from: usize,
    /// How many entrants to compare at most.
    count: Option<usize>,
}

async fn pairs(
    State(offer): ServedContentState,
    Path(name): Path<String>,
    Query(wanted): Query<PairFilter>,
) -> Result<Response, RequestError> {
    let tournament = tournament(&offer, &name)?;
    apart(move || {
        let snapshot = tournament.snapshot()?;
        let count = wanted.count.unwrap_or(MOST_IN_MATRIX).min(MOST_IN_MATRIX);
        let name = format!("pairs {:?} {} {count}", wanted.group, wanted.from);
        let pairs = snapshot.lists.get_or_make(name, || {
            let standings = match &wanted.group {
                Some(name) => snapshot.standings_of_group(snapshot.group(name)?),
                None => &snapshot.standings,
            };
            let mut pairs = standings.pairs_among(wanted.from, count);
            sanitize(&mut pairs);
            serde_json::to_vec(&pairs).map_err(RequestError::host)
        })?;
        Ok(([(CONTENT_TYPE, "application/json")], pairs.to_vec()).into_response())
    })
    .await
}

/// Streams the status of a tournament: once at the start, then whenever it changes.
async fn events(
    State(offer): ServedContentState,
    Path(name): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, RequestError> {
    let mut news = tournament(&offer, &name)?.news();
    news.mark_changed();
    let stream = unfold(news, |mut news| async {
        loop {
            news.changed().await.ok()?;
            let status = news.borrow_and_update().clone();
            if !status.is_null() {
                return Some((Ok(Event::default().event("status").data(status.to_string())), news));
            }
        }
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()))
}

/// How to draw a chart.
#[derive(Debug, Deserialize)]
struct ChartForm {
    /// Whether it is for a phone.
    #[serde(default)]
    narrow: bool,
}

async fn chart(
    State(offer): ServedContentState,
    Path((name, chart)): Path<(String, String)>,
    Query(form): Query<ChartForm>,
) -> Result<Response, RequestError> {
    let tournament = tournament(&offer, &name)?;
    apart(move || {
        let wanted = chart.strip_suffix(".svg").unwrap_or(&chart);
        let width = if form.narrow { ChartWidth::Narrow } else { ChartWidth::Wide };
        let snapshot = tournament.snapshot()?;
        if !snapshot.visibility().may_chart(wanted) {
            return Err(RequestError::not_yet());
        }
        let found = snapshot.chart(wanted, width);
        let found = found.ok_or_else(|| RequestError::missing("there is no such chart"))?;
        Ok(([(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, "no-cache")], found.to_string())
            .into_response())
    })
    .await
}

/// Which matches to list.
#[derive(Debug, Deserialize)]
struct MatchFilter {
    /// Only matches of this entrant.
    entrant: Option<String>,
    /// Only matches on boards of this group.
    group: Option<String>,
    /// Only matches with a fault. With `entrant`, only those where that entrant has one.
    #[serde(default)]
    faulty: bool,
    /// How many matches to skip.
    #[serde(default)]
    from: usize,
    /// How many matches to return at most.
    count: Option<usize>,
}

impl MatchFilter {
    /// The positions of the wanted matches.
    fn positions<'a>(
        &'a self,
        snapshot: &'a Snapshot,
    ) -> Result<Box<dyn Iterator<Item = usize> + 'a>, RequestError> {
        let (schedule, results) = (&snapshot.schedule, &snapshot.results);
        let group = self.group.as_ref().map(|name| snapshot.group(name)).transpose()?;
        let is_in_group =
            move |position: &usize| group.is_none_or(|group| schedule.group(*position) == group);
        let entrant = self.entrant.as_ref().map(|name| schedule.entrant(name));
        let is_faulty = move |position: &usize| {
            let seats = schedule.scheduled_matches.seats(*position);
            let on_seat = |seat: usize| Some(seats[seat] as usize);
            let faults = results.faults(*position).iter();
            faults.map(|fault| on_seat(fault.seat)).any(|other| entrant.is_none_or(|one| one == other))
        };
        Ok(match (self.faulty, entrant) {
            (true, _) => Box::new(results.faulty().filter(is_in_group).filter(is_faulty)),
            (false, None) => Box::new(results.positions().filter(is_in_group)),
            (false, Some(entrant)) => {
                let positions = entrant.map_or(&[][..], |entrant| snapshot.by_entrant.of(entrant));
                let positions = positions.iter().map(|position| *position as usize).filter(is_in_group);
                Box::new(positions.filter(|position| results.is_played(*position)))
            }
        })
    }

    /// The number of the wanted matches, and the positions of those to list.
    fn listed(&self, snapshot: &Snapshot) -> Result<(usize, Vec<usize>), RequestError> {
        let most = self.count.unwrap_or(MOST_LINES).min(MOST_LINES);
        if !self.faulty && self.entrant.is_none() && self.group.is_none() {
            let all = snapshot.results.positions().skip(self.from).take(most).collect();
            return Ok((snapshot.results.played(), all));
        }
        let (mut all, mut shown) = (0, Vec::new());
        for position in self.positions(snapshot)? {
            if all >= self.from && shown.len() < most {
                shown.push(position);
            }
            all += 1;
        }
        Ok((all, shown))
    }
}

async fn matches(
    State(offer): ServedContentState,
    Path(name): Path<String>,
    Query(wanted): Query<MatchFilter>,
) -> Result<Response, RequestError> {
    let tournament = tournament(&offer, &name)?;
    apart(move || {
        let snapshot = tournament.snapshot()?;
        let name = format!("{:?} {wanted:?}", snapshot.visibility());
        let list = snapshot.lists.get_or_make(name, || {
            let (all, shown) = wanted.listed(&snapshot)?;
            let mut listed: Value = listed(&tournament, &snapshot, &shown)?.into();
            sanitize(&mut listed);
            let list = json!({ "all": all, "matches": listed });
            serde_json::to_vec(&list).map_err(RequestError::host)
        })?;
        Ok(([(CONTENT_TYPE, "application/json")], list.to_vec()).into_response())
    })
    .await
}

/// The lines of the matches at these positions.
pub(super) fn listed(
    tournament: &ServedTournament,
    snapshot: &Snapshot,
    positions: &[usize],
) -> Result<Vec<Value>, RequestError> {
    tournament
        .with_store(|store| positions.iter().map(|position| list_entry(store, snapshot, *position)).collect())
}

fn list_entry(store: &Store, snapshot: &Snapshot, position: usize) -> Result<Value, RequestError> {
    let (visibility, schedule) = (snapshot.visibility(), &snapshot.schedule);
    let key = schedule.keys[position];
    let (ended, took) = store.ending(key)?.unwrap_or_default();
    let mut faulty: Vec<usize> = snapshot.results.faults(position).iter().map(|fault| fault.seat).collect();
    faulty.dedup();
    let has_replay = visibility.is_open() && snapshot.has_replay(position);
    Ok(json!({
        "key": visibility.handle(key, position),
        "number": schedule.scheduled_matches.number(position),
        "group": snapshot.state.groups.get(schedule.group(position)).map(|group| &group.name),
        "names": snapshot.names(position),
        "scores": snapshot.results.scores(position),
        "best": schedule.rules().best(),
        "ended": visibility.ended(schedule.rules_of(position), &ended, !faulty.is_empty()),
        "faulty": faulty,
        "took_seconds": took.as_secs_f64(),
        "has_replay": has_replay,
    }))
}

async fn one_match(
    State(offer): ServedContentState,
    Path((name, key)): Path<(String, String)>,
) -> Result<Json<Value>, RequestError> {
    let tournament = tournament(&offer, &name)?;
    apart(move || {
        let FoundMatch { position, played, names, has_replay, snapshot } = tournament.found(&key)?;
        let (visibility, schedule) = (snapshot.visibility(), &snapshot.schedule);
        let handle = |position: usize| visibility.handle(schedule.keys[position], position);
        let [previous, next] = snapshot.neighbours(position).map(|found| found.map(handle));
        let mut shown = visibility.played(snapshot.schedule.rules_of(position), &played, &names);
        sanitize(&mut shown);
        let has_replay = has_replay && visibility.is_open();
        Ok(Json(json!({
            "match": shown,
            "difference": null,
            "dialogue": [],
            "has_replay": has_replay,
            "best": schedule.rules().best(),
            "number": schedule.scheduled_matches.number(position),
            "previous": previous,
            "next": next,
            "file": tournament.file_name(),
            "is_open": visibility.is_open(),
            "keep": tournament.keep(),
        })))
    })
    .await
}

/// How much of a match to replay.
#[derive(Debug, Clone, Copy, Deserialize)]
struct ViewLength {
    /// Only this many turns from the start. All if `None`.
    turns: Option<u32>,
}

async fn view(
    State(offer): ServedContentState,
    Path((name, key)): Path<(String, String)>,
    Query(length): Query<ViewLength>,
) -> Result<Response, RequestError> {
    let tournament = tournament(&offer, &name)?;
    let (shown, wanted) = (Arc::clone(&tournament), key.clone());
    let version = apart(move || shown.version(&wanted)).await?;
    view_of(&offer, &format!("{name}/{key} {version}"), length, move || tournament.replay(&key)).await
}

async fn view_of(
    offer: &Arc<ServedContent>,
    name: &str,
    length: ViewLength,
    read: impl FnOnce() -> Result<Replay, RequestError> + Send + 'static,
) -> Result<Response, RequestError> {
    let asked = Arc::clone(offer);
    let has_bot_of = move |replay: &Replay| asked.bots.has_bot_of(replay);
    let view = match length.turns {
        Some(turns) => offer.view_cache.beginning(name, turns, read, has_bot_of).await?,
        None => offer.view_cache.get(name, read, has_bot_of).await?,
    };
    Ok(([(CONTENT_TYPE, "application/json")], view.to_vec()).into_response())
}

async fn replay(
    State(offer): ServedContentState,
    Path((name, key)): Path<(String, String)>,
) -> Result<Response, RequestError> {
    let tournament = tournament(&offer, &name)?;
    let called = format!("attachment; filename=\"{}.replay\"", key.get(..12).unwrap_or_default());
    let bytes = apart(move || Ok(tournament.replay(&key)?.to_bytes())).await?;
    let headers = [(CONTENT_TYPE, "application/octet-stream".to_owned()), (CONTENT_DISPOSITION, called)];
    Ok((headers, bytes).into_response())
}

async fn replay_view(
    State(offer): ServedContentState,
    Path(name): Path<String>,
    Query(length): Query<ViewLength>,
) -> Result<Response, RequestError> {
    let file = offer.replay(&name)?;
    let version = file.version();
    let (shown, asked) = (file.clone(), Arc::clone(&offer));
    apart(move || asked.may_show(&shown.summary()?.spec)).await?;
    view_of(&offer, &format!("replay {name} {version:?}"), length, move || file.read()).await
}
