//! Matches played again for pages. That takes a while where many specimens live, so the last ones
//! are kept.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Mutex as Turn, Semaphore};

use super::routes::{apart, queued};
use super::trouble::Trouble;
use crate::tournament::replay::Replay;
use crate::viewer::{MatchView, More};

const KEPT: usize = 32;

/// How many bytes all that are kept have at the most, but for the last one.
const MOST_BYTES: usize = 128 << 20;

/// No match is played again for longer than this.
const PATIENCE: Duration = Duration::from_secs(300);

/// So many matches are played again at once for what is no film.
pub(super) static PLAYING: Semaphore = Semaphore::const_new(2);

/// Whether whoever plays a match again from now on may go on with it.
pub(super) fn patience() -> impl Fn() -> bool {
    let end = Instant::now() + PATIENCE;
    move || Instant::now() < end
}

/// Films by their names, the last one first.
type Kept = VecDeque<(String, Arc<Vec<u8>>)>;

/// The last matches that were looked at, as JSON.
#[derive(Debug, Default, Clone)]
pub(super) struct Films {
    kept: Arc<Mutex<Kept>>,
    /// One is made at a time: tournaments that are played meanwhile need the processors.
    turn: Arc<Turn<()>>,
}

impl Films {
    /// The film of this name, of a match that `read` finds. `may_be_analysed` tells whether there
    /// is somebody to ask about its genomes. It is made to its end although nobody may wait for it
    /// any more: whoever asks again has it then.
    pub(super) async fn get(
        &self,
        name: &str,
        read: impl FnOnce() -> Result<Replay, Trouble> + Send + 'static,
        may_be_analysed: impl FnOnce(&Replay) -> bool + Send + 'static,
    ) -> Result<Arc<Vec<u8>>, Trouble> {
        if let Some(film) = self.find(name) {
            return Ok(film);
        }
        let turn = Arc::clone(&self.turn).lock_owned().await;
        if let Some(film) = self.find(name) {
            return Ok(film);
        }
        let (films, name) = (self.clone(), name.to_owned());
        let make = move || {
            let _turn = turn;
            let film = made(&read()?, may_be_analysed, None)?;
            films.keep(name, &film);
            Ok(film)
        };
        tokio::task::spawn_blocking(make).await.map_err(Trouble::host)?
    }

    /// The same of the first turns of a match that has more, which do not take long and are not
    /// kept. Else the whole film, and if that is there.
    pub(super) async fn beginning(
        &self,
        name: &str,
        turns: u32,
        read: impl FnOnce() -> Result<Replay, Trouble> + Send + 'static,
        may_be_analysed: impl FnOnce(&Replay) -> bool + Send + 'static,
    ) -> Result<Arc<Vec<u8>>, Trouble> {
        if let Some(film) = self.find(name) {
            return Ok(film);
        }
        let replay = apart(read).await?;
        match replay.played.spec.rules().map_err(Trouble::host)? {
            rules if rules.has_more_turns_than(turns) => {
                queued(&PLAYING, move || made(&replay, may_be_analysed, Some(turns))).await
            }
            _ => self.get(name, move || Ok(replay), may_be_analysed).await,
        }
    }

    fn find(&self, name: &str) -> Option<Arc<Vec<u8>>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(other, _)| other == name).map(|(_, film)| Arc::clone(film))
    }

    fn keep(&self, name: String, film: &Arc<Vec<u8>>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_front((name, Arc::clone(film)));
        let bytes = |kept: &Kept| kept.iter().map(|(_, film)| film.len()).sum::<usize>();
        while kept.len() > KEPT || kept.len() > 1 && bytes(&kept) > MOST_BYTES {
            kept.pop_back();
        }
    }
}

/// Makes a film as JSON, of the first turns or of all.
fn made(
    replay: &Replay,
    may_be_analysed: impl FnOnce(&Replay) -> bool,
    turns: Option<u32>,
) -> Result<Arc<Vec<u8>>, Trouble> {
    let mut view = MatchView::collect(replay, turns, &patience())?;
    let rules = replay.played.spec.rules().map_err(Trouble::host)?;
    view.more = rules.genetics().map(|_| More { specimens: true, analysis: may_be_analysed(replay) });
    serde_json::to_vec(&view).map(Arc::new).map_err(Trouble::host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_bounded() {
        let films = Films::default();
        let film = Arc::new(vec![0; MOST_BYTES / 2]);
        ["a", "b", "c"].iter().for_each(|name| films.keep((*name).into(), &film));
        assert_eq!(["a", "b", "c"].map(|name| films.find(name).is_some()), [false, true, true]);
        films.keep("large".into(), &Arc::new(vec![0; MOST_BYTES + 1]));
        assert!(films.find("large").is_some() && films.find("c").is_none());
        (0..2 * KEPT).for_each(|number| films.keep(number.to_string(), &Arc::default()));
        assert_eq!(films.kept.lock().unwrap().len(), KEPT);
    }
}
