//! The read-only HTTP server: shows tournaments and replays in the embedded pages.
//!
//! Architecture invariant: the server changes nothing, and the only programs that it starts are the
//! bots of `rathaus serve --bot` and the games and bots of `--play`. It reads databases as
//! `tournament status` does, also while another process writes to them. Before sources are
//! revealed, it shows neither seeds nor replies of bots.
#![expect(clippy::disallowed_methods, reason = "it reads files, and what is shown depends on the time")]

mod blocking;
mod connections;
mod genomes;
mod guard;
mod listener;
mod overview;
mod pictures;
mod play;
mod recent;
mod replays;
mod request_error;
mod routes;
mod snapshot;
mod tournament;
mod view_cache;
mod visibility;
mod workers;

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;

use crate::submissions::{BuildContext, Submission};
use crate::tournament::MatchSpec;
use pictures::PictureCache;
use play::PersonPlay;
pub use play::{PersonPlayLimits, PlayableGame};
use replays::CachedReplayFile;
use request_error::RequestError;
use tournament::ServedTournament;
use view_cache::ViewCache;

/// How often the server checks whether a tournament has changed, while a page waits for that.
const EVERY: Duration = Duration::from_millis(500);

/// What the server shows.
#[derive(Debug, Default)]
pub struct ServedContent {
    tournaments: BTreeMap<String, Arc<ServedTournament>>,
    replays: BTreeMap<String, CachedReplayFile>,
    view_cache: ViewCache,
    picture_cache: PictureCache,
    bots: AnalysisBots,
    /// The games that persons can play. `None` if there are none.
    play: Option<PersonPlay>,
}

/// Bots that pages may ask what genomes do.
#[derive(Debug, Default)]
struct AnalysisBots {
    /// Each submission with its identity.
    submissions: Vec<(String, Submission)>,
    /// How to build and run the bots. `None` if there are none.
    context: Option<BuildContext>,
    /// Held during an analysis, so that only one runs at a time.
    turn: Arc<tokio::sync::Mutex<()>>,
}

impl ServedContent {
    /// Serves the tournament in `file`. Its results are in `database`, which may not exist yet.
    pub fn add_tournament(&mut self, file: PathBuf, database: PathBuf) {
        let name = free(&self.tournaments, &stem(&file));
        self.tournaments.insert(name, Arc::new(ServedTournament::new(file, database)));
    }

    /// Serves the match in a replay file.
    pub fn add_replay(&mut self, file: PathBuf) {
        let name = free(&self.replays, &stem(&file));
        self.replays.insert(name, CachedReplayFile::new(file));
    }

    /// Lets pages ask these bots what genomes do, in matches that these bots played.
    pub fn add_bots(&mut self, submissions: Vec<Submission>, context: BuildContext) {
        let toolbox = &context.toolbox;
        self.bots.submissions = submissions.into_iter().map(|one| (one.identity(toolbox), one)).collect();
        self.bots.context = Some(context);
    }

    /// Lets persons play these games on pages.
    pub fn add_games(&mut self, games: Vec<PlayableGame>, limits: PersonPlayLimits) {
        self.play = Some(PersonPlay::new(games, limits));
    }

    fn replay(&self, name: &str) -> Result<CachedReplayFile, RequestError> {
        self.replays.get(name).cloned().ok_or_else(|| RequestError::missing("there is no such replay"))
    }

    /// Whether a bot of this match takes part in a tournament whose sources are not revealed yet.
    fn hides(&self, spec: &MatchSpec) -> bool {
        self.tournaments.values().any(|tournament| match tournament.snapshot() {
            Ok(snapshot) => snapshot.hides(spec),
            // A tournament without results hides nothing: its entrants are not known yet. One that
            // cannot be read may have this bot as an entrant.
            Err(request_error) => !request_error.is_missing(),
        })
    }

    /// An error if the replies of this match must not be shown yet.
    fn may_show(&self, spec: &MatchSpec) -> Result<(), RequestError> {
        if self.hides(spec) { Err(RequestError::not_yet()) } else { Ok(()) }
    }

    /// The number of tournaments and the number of replays.
    pub fn len(&self) -> (usize, usize) {
        (self.tournaments.len(), self.replays.len())
    }
}

/// Serves until the process ends.
pub async fn serve(listener: TcpListener, offer: ServedContent) -> io::Result<()> {
    let address = listener.local_addr()?;
    let offer = Arc::new(offer);
    for tournament in offer.tournaments.values() {
        tokio::spawn(Arc::clone(tournament).watch(EVERY));
    }
    listener::serve(listener, routes::router(offer, address)).await;
    Ok(())
}

/// The URL for a browser on this machine.
pub fn url(address: SocketAddr) -> String {
    match address.ip() {
        // The server listens on all interfaces, so also on localhost.
        ip if ip.is_unspecified() => format!("http://localhost:{}/", address.port()),
        _ => format!("http://{address}/"),
    }
}

/// The name of a file without its extension.
fn stem(file: &std::path::Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// `name`, or `name-2`, `name-3` and so on if that is taken.
fn free<T>(taken: &BTreeMap<String, T>, name: &str) -> String {
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    std::iter::once(name.to_owned())
        .chain(numbered)
        .find(|name| !taken.contains_key(name))
        .expect("numbers do not end")
}
