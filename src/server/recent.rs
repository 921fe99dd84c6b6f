//! Responses that were made last, in memory.

use std::collections::VecDeque;
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
}

impl RecentResponses {
    pub(super) fn new(most: usize, most_bytes: usize) -> RecentResponses {
        RecentResponses { kept: Arc::default(), most, most_bytes }
    }

    pub(super) fn find(&self, name: &str) -> Option<Arc<Vec<u8>>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(other, _)| other == name).map(|(_, response)| Arc::clone(response))
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
}
