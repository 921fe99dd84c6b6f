//! Matches played again for pages. That takes a while where many specimens live, so the last ones are kept.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Mutex as Turn;

use super::trouble::Trouble;
use crate::game::Rules;
use crate::tournament::replay::{NoReplay, Replay};
use crate::viewer::{Exhibit, More};

/// How many are kept.
const KEPT: usize = 32;

/// The last matches that were looked at, as JSON.
#[derive(Debug, Default)]
pub(super) struct Films {
    kept: Mutex<VecDeque<(String, Arc<Vec<u8>>)>>,
    /// One is made at a time: tournaments that are played meanwhile need the processors.
    turn: Turn<()>,
}

impl Films {
    /// The film of this name, of a match that `read` finds. `may_be_analysed` tells whether there is somebody to ask about its genomes.
    pub(super) async fn get(
        &self,
        name: &str,
        read: impl FnOnce() -> Result<Replay, Trouble> + Send + 'static,
        may_be_analysed: impl FnOnce(&Replay) -> bool + Send + 'static,
    ) -> Result<Arc<Vec<u8>>, Trouble> {
        if let Some(film) = self.find(name) {
            return Ok(film);
        }
        let _turn = self.turn.lock().await;
        if let Some(film) = self.find(name) {
            return Ok(film);
        }
        let film = made(read, may_be_analysed, Exhibit::of).await?;
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.truncate(KEPT - 1);
        kept.push_front((name.to_owned(), Arc::clone(&film)));
        Ok(film)
    }

    /// The same of the first turns of a race that has more, which do not take long and are not kept. Else the whole film, and if that is there.
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
        let replay = tokio::task::spawn_blocking(read).await.map_err(Trouble::host)??;
        match replay.head.spec.rules().map_err(Trouble::host)? {
            Rules::RatRace(params) if params.turns > turns => {
                let beginning = move |replay: &Replay| Exhibit::beginning_of(replay, turns);
                made(move || Ok(replay), may_be_analysed, beginning).await
            }
            _ => self.get(name, move || Ok(replay), may_be_analysed).await,
        }
    }

    fn find(&self, name: &str) -> Option<Arc<Vec<u8>>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(other, _)| other == name).map(|(_, film)| Arc::clone(film))
    }
}

/// Makes a film as JSON, away from where requests are answered.
async fn made(
    read: impl FnOnce() -> Result<Replay, Trouble> + Send + 'static,
    may_be_analysed: impl FnOnce(&Replay) -> bool + Send + 'static,
    exhibit: impl FnOnce(&Replay) -> Result<Exhibit, NoReplay> + Send + 'static,
) -> Result<Arc<Vec<u8>>, Trouble> {
    let make = move || -> Result<Vec<u8>, Trouble> {
        let replay = read()?;
        let mut exhibit = exhibit(&replay)?;
        exhibit.more = Some(More { specimens: true, analysis: may_be_analysed(&replay) });
        serde_json::to_vec(&exhibit).map_err(Trouble::host)
    };
    Ok(Arc::new(tokio::task::spawn_blocking(make).await.map_err(Trouble::host)??))
}
