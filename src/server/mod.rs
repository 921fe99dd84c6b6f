//! Tournaments and replays for browsers: pages that are inside of this binary, and the data that
//! they draw.
//!
//! Architecture invariant: nothing can be changed through it, and no program is started but bots
//! that were named for that. It reads databases as `tournament status` does, also while another
//! process writes to them, and shows neither seeds nor what bots said before sources are revealed.
#![expect(clippy::disallowed_methods, reason = "it reads files, and what is shown depends on the time")]

mod connections;
mod discretion;
mod films;
mod genomes;
mod guard;
mod listener;
mod replays;
mod routes;
mod tournament;
mod trouble;

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;

use crate::submissions::{BuildContext, Submission};
use crate::tournament::MatchSpec;
use films::Films;
use replays::ReplayFile;
use tournament::Tournament;
use trouble::Trouble;

/// How often it is looked whether a tournament has gone on, while a page waits for that.
const EVERY: Duration = Duration::from_millis(500);

#[derive(Debug, Default)]
pub struct Offer {
    tournaments: BTreeMap<String, Arc<Tournament>>,
    replays: BTreeMap<String, ReplayFile>,
    films: Films,
    bots: Bots,
}

/// The bots that pages may ask about genomes.
#[derive(Debug, Default)]
struct Bots {
    /// Each with its identity.
    submissions: Vec<(String, Submission)>,
    /// Where they are built and run, if there are any.
    context: Option<BuildContext>,
    /// Held by whoever asks one.
    turn: Arc<tokio::sync::Mutex<()>>,
}

impl Offer {
    /// Offers the tournament in this file, whose results are in this database, if there are any
    /// yet.
    pub fn add_tournament(&mut self, file: PathBuf, database: PathBuf) {
        let name = free(&self.tournaments, &stem(&file));
        self.tournaments.insert(name, Arc::new(Tournament::new(file, database)));
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

    fn replay(&self, name: &str) -> Result<ReplayFile, Trouble> {
        self.replays.get(name).cloned().ok_or_else(|| Trouble::missing("there is no such replay"))
    }

    /// Whether bots of this match belong to a tournament whose sources have not been revealed.
    fn hides(&self, spec: &MatchSpec) -> bool {
        self.tournaments.values().any(|tournament| match tournament.snapshot() {
            Ok(snapshot) => snapshot.hides(spec),
            // Nothing is known of who takes part where nothing has been played; where it cannot be
            // read, it may be so.
            Err(trouble) => !trouble.is_missing(),
        })
    }

    /// Whether what the bots of this match said may be seen.
    fn may_show(&self, spec: &MatchSpec) -> Result<(), Trouble> {
        if self.hides(spec) { Err(Trouble::not_yet()) } else { Ok(()) }
    }

    /// How many tournaments and how many replays there are.
    pub fn len(&self) -> (usize, usize) {
        (self.tournaments.len(), self.replays.len())
    }
}

/// Serves until the process ends.
pub async fn serve(listener: TcpListener, offer: Offer) -> io::Result<()> {
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
