//! Responses that were made last, in memory.

use std::collections::VecDeque;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, PoisonError};

/// Responses by name, newest first.
type NamedResponses = VecDeque<(String, Arc<Vec<u8>>)>;

/// The responses that were made last, up to a number and a size.
#[derive(Debug, Clone)]
pub(super) struct RecentResponses {
    kept: Arc<Mutex<NamedResponses>>,
    most: usize,
    /// The newest is kept even if it is larger.
    most_bytes: usize,
    /// Each name has one of these locks. It is held while a response is made, so that many readers
    /// of one response wait for the first.
    turns: Arc<[Mutex<()>; TURNS]>,
    hasher: RandomState,
}

/// More than the number of responses that are made at once.
const TURNS: usize = 64;

impl RecentResponses {
    pub(super) fn new(most: usize, most_bytes: usize) -> RecentResponses {
        let turns = Arc::new(std::array::from_fn(|_| Mutex::default()));
        RecentResponses { kept: Arc::default(), most, most_bytes, turns, hasher: RandomState::new() }
    }

    pub(super) fn find(&self, name: &str) -> Option<Arc<Vec<u8>>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(other, _)| other == name).map(|(_, response)| Arc::clone(response))
    }

    /// The response with this name, which is made unless it is kept.
    pub(super) fn get_or_make<E>(
        &self,
        name: String,
        make: impl FnOnce() -> Result<Vec<u8>, E>,
    ) -> Result<Arc<Vec<u8>>, E> {
        let turn = &self.turns[self.hasher.hash_one(&name) as usize % TURNS];
        let _turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = self.find(&name) {
            return Ok(found);
        }
        let made = Arc::new(make()?);
        self.keep(name, &made);
        Ok(made)
    }

    pub(super) fn keep(&self, name: String, response: &Arc<Vec<u8>>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_front((name, Arc::clone(response)));
        let mut bytes: usize = kept.iter().map(|(_, response)| response.len()).sum();
        while kept.len() > self.most || kept.len() > 1 && bytes > self.most_bytes {
            bytes -= kept.pop_back().map_or(0, |(_, response)| response.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_bounded() {
        let recent = RecentResponses::new(3, 100);
        let half = Arc::new(vec![0; 50]);
        ["a", "b", "c"].iter().for_each(|name| recent.keep((*name).into(), &half));
        assert_eq!(["a", "b", "c"].map(|name| recent.find(name).is_some()), [false, true, true]);
        recent.keep("large".into(), &Arc::new(vec![0; 101]));
        assert!(recent.find("large").is_some() && recent.find("c").is_none());
        (0..9).for_each(|number| recent.keep(number.to_string(), &Arc::default()));
        assert_eq!(recent.kept.lock().unwrap().len(), 3);
    }

    #[test]
    fn what_was_made_is_not_made_again() {
        let recent = RecentResponses::new(3, 100);
        let made = |name: &str, response| recent.get_or_make(name.to_owned(), || response);
        assert_eq!(made("a", Err(())), Err(()));
        assert_eq!(made("a", Ok(vec![1])), Ok(Arc::new(vec![1])));
        assert_eq!(made("a", Ok(vec![2])), Ok(Arc::new(vec![1])));
        assert_eq!(made("b", Ok(vec![3])), Ok(Arc::new(vec![3])));
    }
}
