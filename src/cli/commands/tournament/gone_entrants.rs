//! Entrants of a stored tournament whose source is gone, so that they cannot play any more.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::report::harmless;
use crate::submissions::{Submission, SubmissionError};
use crate::tournament::StoredTournamentSetup;

/// An entrant whose source is gone. It keeps its place in the tournament.
#[derive(Debug, Clone)]
pub(super) struct GoneEntrant {
    pub(super) name: String,
    pub(super) why: String,
}

/// Finds the entrants whose source is gone.
pub(super) struct GoneEntrants<'a> {
    stored: Option<&'a StoredTournamentSetup>,
    /// The submissions that cannot be read, by their paths.
    pub(super) unreadable: BTreeMap<PathBuf, SubmissionError>,
    pub(super) found: Vec<GoneEntrant>,
}

impl<'a> GoneEntrants<'a> {
    pub(super) fn new(stored: Option<&'a StoredTournamentSetup>) -> GoneEntrants<'a> {
        GoneEntrants { stored, unreadable: BTreeMap::new(), found: Vec::new() }
    }

    /// Takes a listed entrant at whose path nothing is, if the tournament knows its name.
    pub(super) fn take(&mut self, name: &str, error: &SubmissionError) -> bool {
        let name = harmless(name);
        let is_known = self.has_played(&name);
        if is_known {
            self.found.push(GoneEntrant { name, why: error.to_string() });
        }
        is_known
    }

    /// Takes a submission that cannot be read now, and could before.
    pub(super) fn take_unreadable(&mut self, path: &Path, submission: &Submission) -> bool {
        let Some(error) = self.unreadable.remove(path) else { return false };
        let name = harmless(&submission.name);
        let stored = self.stored.and_then(|stored| stored.entrants.get(&name));
        let could_be_read =
            stored.is_some_and(|entrant| entrant.identity != submission.identity_without_engines());
        could_be_read && self.take(&name, &error)
    }

    /// Takes the entrants that are not in the folder any more, in formats whose later rounds depend on
    /// them. In others, whoever is taken out of the folder is taken out of the tournament.
    pub(super) fn take_from_folder(&mut self, folder: &Path, submissions: &[Submission]) {
        let Some(stored) = self.stored.filter(|stored| stored.format.goes_by_results()) else { return };
        let is_there = |name: &str| submissions.iter().any(|submission| harmless(&submission.name) == name);
        let why = "its source is not in the folder of entrants any more";
        let error = SubmissionError::input(folder, why).with_help("put it back: its results still count");
        let names: Vec<&String> = stored.entrants.keys().filter(|name| !is_there(name)).collect();
        for name in names {
            if !self.found.iter().any(|gone| gone.name == *name) {
                self.take(name, &error);
            }
        }
    }

    /// Whether an entrant of this name belongs to the stored tournament.
    fn has_played(&self, name: &str) -> bool {
        let entrant = self.stored.and_then(|stored| stored.entrants.get(name));
        entrant.is_some_and(|entrant| entrant.out.is_none())
    }
}
