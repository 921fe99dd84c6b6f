//! Tournaments and replays for browsers: pages that are inside of this binary, and the data that
//! they draw.
//!
//! Architecture invariant: nothing can be changed through it, and no program is started but bots
//! that were named for that. It reads databases as `tournament status` does, also while another
//! process writes to them, and shows neither seeds nor what bots said before sources are revealed.
#![expect(clippy::disallowed_methods, reason = "it reads files, and what is shown depends on the time")]

mod connections;
mod genomes;
mod guard;
mod listener;
mod replays;
mod request_error;
mod routes;
mod tournament;
mod view_cache;
mod visibility;

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;

use crate::submissions::{BuildContext, Submission};
use crate::tournament::MatchSpec;
use replays::ReplayFile;
use request_error::RequestError;
use tournament::ServedTournament;
use view_cache::ViewCache;

/// How often it is looked whether a tournament has gone on, while a page waits for that.
const EVERY: Duration = Duration::from_millis(500);

#[derive(Debug, Default)]
pub struct ServedContent {
    tournaments: BTreeMap<String, Arc<ServedTournament>>,
    replays: BTreeMap<String, ReplayFile>,
    view_cache: ViewCache,
    bots: AnalysisBots,
}

/// The bots that pages may ask about genomes.
#[derive(Debug, Default)]
struct AnalysisBots {
    /// Each with its identity.
    submissions: Vec<(String, Submission)>,
    /// Where they are built and run, if there are any.
    context: Option<BuildContext>,
    /// Held by whoever asks one.
    turn: Arc<tokio::sync::Mutex<()>>,
}

impl ServedContent {
    /// Offers the tournament in this file, whose results are in this database, if there are any
    /// yet.
    pub fn add_tournament(&mut self, file: PathBuf, database: PathBuf) {
        let name = free(&self.tournaments, &stem(&file));
        self.tournaments.insert(name, Arc::new(ServedTournament::new(file, database)));
    }

    /// Offers the match in this file.
    pub fn add_replay(&mut self, file: PathBuf) {
        let name = free(&self.replays, &stem(&file));
        self.replays.insert(name, ReplayFile::new(file));
    }

    /// Lets pages ask these bots about the genomes of the matches that they have played.
    pub fn add_bots(&mut self, submissions: Vec<Submission>, context: BuildContext) {
        self.bots.submissions = submissions.into_iter().map(|one| (one.identity(), one)).collect();
        self.bots.context = Some(context);
    }

    fn replay(&self, name: &str) -> Result<ReplayFile, RequestError> {
        self.replays.get(name).cloned().ok_or_else(|| RequestError::missing("there is no such replay"))
    }

    /// Whether bots of this match belong to a tournament whose sources have not been revealed.
    fn hides(&self, spec: &MatchSpec) -> bool {
        self.tournaments.values().any(|tournament| match tournament.snapshot() {
            Ok(snapshot) => snapshot.hides(spec),
            // Nothing is known of who takes part where nothing has been played; where it cannot be
            // read, it may be so.
            Err(request_error) => !request_error.is_missing(),
        })
    }

    /// Whether what the bots of this match said may be seen.
    fn may_show(&self, spec: &MatchSpec) -> Result<(), RequestError> {
        if self.hides(spec) { Err(RequestError::not_yet()) } else { Ok(()) }
    }

    /// How many tournaments and how many replays there are.
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

/// The address as one types it into a browser.
pub fn url(address: SocketAddr) -> String {
    match address.ip() {
        // All interfaces: that of this machine is one of them.
        ip if ip.is_unspecified() => format!("http://localhost:{}/", address.port()),
        _ => format!("http://{address}/"),
    }
}

/// What a file is called without its ending.
fn stem(file: &std::path::Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The name, or that with a number if somebody has it already.
fn free<T>(taken: &BTreeMap<String, T>, name: &str) -> String {
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    std::iter::once(name.to_owned())
        .chain(numbered)
        .find(|name| !taken.contains_key(name))
        .expect("numbers do not end")
}
