//! The matches that persons play on this server, by their tokens.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::live_match::PersonMatch;
use crate::server::request_error::RequestError;

/// The most matches that stay after their end, for their replays.
const MAX_ENDED: usize = 16;

/// A new match may take the place of one whose person has done nothing for this long.
const IDLE: Duration = Duration::from_secs(60);

/// The bytes of a token, which nobody can guess.
const TOKEN_BYTES: usize = 16;

/// Matches with their tokens. Who knows the token of a match plays it.
#[derive(Debug)]
pub(super) struct PersonMatches {
    most: usize,
    all: Mutex<MatchesByToken>,
}

#[derive(Debug, Default)]
struct MatchesByToken {
    matches: BTreeMap<String, Arc<PersonMatch>>,
    /// The tokens in the order of the matches.
    order: Vec<String>,
}

impl PersonMatches {
    /// At most this many matches are played at the same time.
    pub(super) fn new(most: usize) -> PersonMatches {
        PersonMatches { most, all: Mutex::default() }
    }

    fn all(&self) -> MutexGuard<'_, MatchesByToken> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn find(&self, token: &str) -> Result<Arc<PersonMatch>, RequestError> {
        let found = self.all().matches.get(token).cloned();
        found.ok_or_else(|| RequestError::missing("there is no such match, or it ended a while ago"))
    }

    /// Adds a match under a new token, in place of the `previous` one of its person.
    pub(super) fn add(
        &self,
        added: &Arc<PersonMatch>,
        previous: Option<&str>,
    ) -> Result<String, RequestError> {
        let token = token()?;
        let mut all = self.all();
        if let Some(previous) = previous.and_then(|token| all.matches.get(token)) {
            previous.dialogue.leave();
        }
        all.forget_ended();
        if all.live(previous).count() >= self.most {
            let idle = all.live(previous).map(|found| (found.dialogue.idle(), found));
            let idlest = idle.max_by_key(|(idle, _)| *idle).filter(|(idle, _)| *idle >= IDLE);
            let Some((_, idlest)) = idlest else {
                let words = "as many matches are being played as this server allows; try again in a while";
                return Err(RequestError::full(words));
            };
            idlest.dialogue.leave();
        }
        all.matches.insert(token.clone(), Arc::clone(added));
        all.order.push(token.clone());
        Ok(token)
    }

    /// Ends all matches.
    pub(super) fn leave_all(&self) {
        self.all().matches.values().for_each(|found| {
            found.dialogue.leave();
            found.dialogue.close();
        });
    }
}

impl MatchesByToken {
    /// The matches that are not over, without the one with the token `leaving`.
    fn live<'a>(&'a self, leaving: Option<&'a str>) -> impl Iterator<Item = &'a PersonMatch> {
        let staying = self.matches.iter().filter(move |(token, _)| Some(token.as_str()) != leaving);
        staying.map(|(_, found)| &**found).filter(|found| !found.dialogue.is_over())
    }

    /// Forgets the oldest of the matches that are over, if there are too many.
    fn forget_ended(&mut self) {
        let is_over = |token: &&String| self.matches[*token].dialogue.is_over();
        let ended: Vec<String> = self.order.iter().filter(is_over).cloned().collect();
        for token in &ended[..ended.len().saturating_sub(MAX_ENDED)] {
            self.matches.remove(token);
            self.order.retain(|kept| kept != token);
        }
    }
}

/// A random token in hexadecimal.
fn token() -> Result<String, RequestError> {
    Ok(hex::encode(random_bytes::<TOKEN_BYTES>()?))
}

/// Random bytes of the operating system.
pub(super) fn random_bytes<const COUNT: usize>() -> Result<[u8; COUNT], RequestError> {
    let mut bytes = [0; COUNT];
    let filled = rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::empty());
    match filled {
        Ok(count) if count == COUNT => Ok(bytes),
        Ok(_) => Err(RequestError::host("the system gives no random numbers")),
        Err(error) => Err(RequestError::host(error)),
    }
}
