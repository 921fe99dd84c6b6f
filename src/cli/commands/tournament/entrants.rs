//! The submissions that a tournament file names.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use rathaus_games::ConfiguredGame;

use super::gone_entrants::{GoneEntrant, GoneEntrants};
use super::load::{beside, list_visible};
use crate::cli::args::program_beside;
use crate::report::harmless;
use crate::submissions::{Submission, SubmissionError, SubmissionHints};
use crate::toml_file::TomlDiagnostic;
use crate::tournament::StoredTournamentSetup;
use crate::tournament::config::{TournamentConfig, TournamentFileReadOutcome};

/// The names of files that describe a folder, in lower case.
const ABOUT_FOLDERS: [&str; 4] = ["readme", "license", "licence", "copying"];

/// The extensions of files that are read by people.
const FOR_PEOPLE: [&str; 4] = ["md", "txt", "rst", "pdf"];

/// The submissions of a tournament.
#[derive(Debug, Default)]
pub(super) struct EntrantSubmissions {
    /// Sorted by name.
    pub(super) submissions: Vec<Submission>,
    /// The entrants of the stored tournament whose source is gone.
    pub(super) gone: Vec<GoneEntrant>,
    /// What the organiser should know about them.
    pub(super) notes: Vec<String>,
}

impl EntrantSubmissions {
    /// Reads the submissions that a file names. Mistakes of the organiser, such as a missing file,
    /// become problems. An existing submission with errors does not: it does not play, and the
    /// others do. Nor does one that is gone and belongs to the stored tournament.
    pub(super) fn read(
        file: &Path,
        config: &TournamentConfig,
        rules: &ConfiguredGame,
        reading: &TournamentFileReadOutcome,
        stored: Option<&StoredTournamentSetup>,
        problems: &mut Vec<TomlDiagnostic>,
    ) -> EntrantSubmissions {
        let mut entries = listed(file, config);
        let mut notes = Vec::new();
        if let Some(folder) = &config.entrants_folder {
            match found_in(&beside(file, folder)) {
                Ok((found, skipped)) => {
                    entries.extend(found);
                    notes.extend(
                        skipped
                            .iter()
                            .map(|name| format!("{} is no submission, so it is skipped", harmless(name))),
                    );
                }
                Err(why) => problems.push(TomlDiagnostic {
                    span: reading.place("/entrants_folder"),
                    problem: format!("the folder {why}"),
                    help: "name a folder in which the submissions lie, relative to this file".into(),
                }),
            }
        }
        let mut read: Vec<(&ListedEntrant, Submission)> = Vec::new();
        let mut missing = GoneEntrants::new(stored);
        for entry in &entries {
            match entry.read(rules.name()) {
                Ok((submission, error)) => {
                    missing.unreadable.extend(error.map(|error| (entry.path.clone(), error)));
                    read.push((entry, submission));
                }
                Err(error) if missing.take(&entry.expected_name(), &error) => {}
                Err(error) => problems.push(TomlDiagnostic {
                    span: reading.place(&entry.pointer),
                    problem: format!("{}: {}", error.path.display(), error.problem),
                    help: error.help.unwrap_or_else(|| "correct it, or leave this entrant out".into()),
                }),
            }
        }
        make_names_unique(&mut read);
        read.retain(|(entry, submission)| !missing.take_unreadable(&entry.path, submission));
        let submissions = by_name(read, reading, problems);
        if let Some(folder) = &config.entrants_folder {
            missing.take_from_folder(&beside(file, folder), &submissions);
        }
        let gone = missing.found;
        if submissions.is_empty() && problems.is_empty() {
            let problem = "the tournament has no entrants";
            problems.push(TomlDiagnostic::of_file(problem, "put submissions into the folder"));
        }
        notes.extend(same_bytes(&submissions));
        EntrantSubmissions { submissions, gone, notes }
    }
}

/// The entrants that the file lists.
fn listed(file: &Path, config: &TournamentConfig) -> Vec<ListedEntrant> {
    let paths = config.entrants.iter().enumerate().map(|(index, path)| ListedEntrant {
        pointer: format!("/entrants/{index}"),
        path: beside(file, path),
        name: None,
        python: None,
        is_found: false,
    });
    let tables = config.entrant.iter().enumerate().map(|(index, entrant)| ListedEntrant {
        pointer: format!("/entrant/{index}/path"),
        path: beside(file, &entrant.path),
        name: entrant.name.clone(),
        python: entrant.python.as_ref().map(|python| named_program(file, python)),
        is_found: false,
    });
    paths.chain(tables).collect()
}

/// A program in `PATH`, or the absolute path of one whose path is relative to the file.
fn named_program(file: &Path, program: &str) -> String {
    match program.contains('/') {
        true => program_beside(file, Path::new(program)).to_string_lossy().into_owned(),
        false => program.to_owned(),
    }
}

/// The entrants in a folder, and the names of the files in it that describe it.
fn found_in(folder: &Path) -> Result<(Vec<ListedEntrant>, Vec<String>), String> {
    let (found, names) = submissions_in(folder)?;
    let of_folder = |path| ListedEntrant {
        pointer: "/entrants_folder".into(),
        path,
        name: None,
        python: None,
        is_found: true,
    };
    Ok((found.into_iter().map(of_folder).collect(), names))
}

/// The paths of the submissions in a folder, and the names of the files in it that describe it.
pub(crate) fn submissions_in(folder: &Path) -> Result<(Vec<PathBuf>, Vec<String>), String> {
    let mut paths = list_visible(folder).map_err(|error| error.why.to_string())?;
    paths.sort();
    let (about, found): (Vec<PathBuf>, Vec<PathBuf>) = paths.into_iter().partition(|path| is_about(path));
    let names =
        about.iter().filter_map(|path| path.file_name()).map(|name| name.to_string_lossy().into_owned());
    Ok((found, names.collect()))
}

/// Whether this is a file for people, such as a README.
fn is_about(path: &Path) -> bool {
    let lower = |part: Option<&OsStr>| part.map(|part| part.to_string_lossy().to_lowercase());
    let is_for_people = match lower(path.extension()) {
        Some(extension) => FOR_PEOPLE.contains(&extension.as_str()),
        None => lower(path.file_name()).is_some_and(|name| ABOUT_FOLDERS.contains(&name.as_str())),
    };
    is_for_people && path.is_file()
}

/// The submissions sorted by name. Names that differ by case only are a problem: people and file
/// systems take them for the same.
fn by_name(
    read: Vec<(&ListedEntrant, Submission)>,
    reading: &TournamentFileReadOutcome,
    problems: &mut Vec<TomlDiagnostic>,
) -> Vec<Submission> {
    let (mut found, mut taken) = (BTreeMap::new(), BTreeMap::new());
    for (entry, mut submission) in read {
        // Whoever puts a file into a folder must not be able to stop the tournament.
        let given = submission.name.clone();
        for number in 2.. {
            if !entry.is_found || !taken.contains_key(&folded(&submission.name)) {
                break;
            }
            submission.name = format!("{given} #{number}");
        }
        if let Some(other) = taken.insert(folded(&submission.name), submission.name.clone()) {
            problems.push(TomlDiagnostic {
                span: reading.place(&entry.pointer),
                problem: format!("there is an entrant called `{other}` already"),
                help: "name one of them by a table: [[entrant]] with its `path` and another `name`".into(),
            });
        }
        found.entry(submission.name.clone()).or_insert(submission);
    }
    found.into_values().collect()
}

/// Names are equal if these are.
fn folded(name: &str) -> String {
    name.to_lowercase()
}

/// A note for each group of submissions with the same files.
fn same_bytes(submissions: &[Submission]) -> Vec<String> {
    let mut groups: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for submission in submissions {
        groups.entry(&submission.hash).or_default().push(harmless(&submission.name));
    }
    let same = groups.into_values().filter(|names| names.len() > 1);
    same.map(|names| format!("{} have the same files: are they one entrant?", names.join(" and "))).collect()
}

/// An entrant that the file lists, or that is in its folder of entrants.
struct ListedEntrant {
    /// The JSON pointer to it in the file.
    pointer: String,
    path: PathBuf,
    /// The name that the organiser gave it.
    name: Option<String>,
    /// The Python that the organiser chose for it.
    python: Option<String>,
    /// Whether it was found in a folder instead of listed, so that anybody may have put it there.
    is_found: bool,
}

impl ListedEntrant {
    /// The submission, with the error if it cannot be read. An error if nothing is there.
    fn read(&self, game: &str) -> Result<(Submission, Option<SubmissionError>), SubmissionError> {
        let read = match self.is_found {
            true => Submission::read_found(&self.path, game),
            false => {
                let hints = SubmissionHints { python: self.python.clone(), ..SubmissionHints::default() };
                Submission::read(&self.path, game, &hints)
            }
        };
        let (submission, error) = match read {
            Ok(submission) => (submission, None),
            Err(error) if self.path.symlink_metadata().is_err() => return Err(error),
            Err(error) => (Submission::unusable(&self.path, error.clone()), Some(error)),
        };
        Ok((submission.called(self.name.clone()), error))
    }

    /// The name that it has unless its manifest declares another one.
    fn expected_name(&self) -> String {
        let stem = || self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        self.name.clone().unwrap_or_else(stem)
    }

    /// Whether its file or folder has this name, with or without its extension.
    fn is_called(&self, name: &str) -> bool {
        self.own_name() == name || self.path.file_stem().is_some_and(|stem| stem.to_string_lossy() == name)
    }

    /// The name of its file or folder.
    fn own_name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

/// Renames submissions whose names differ by case at most, so that none can take another's name or keep it from
/// playing. A submission whose file or folder has the name keeps it before one that only declares
/// it. After that, listed submissions keep it before those found in a folder.
fn make_names_unique(read: &mut [(&ListedEntrant, Submission)]) {
    rename_shared(read, |entry, name| !entry.is_called(name));
    rename_shared(read, |entry, _| entry.is_found);
}

fn rename_shared(
    read: &mut [(&ListedEntrant, Submission)],
    must_rename: impl Fn(&ListedEntrant, &str) -> bool,
) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    read.iter().for_each(|(_, submission)| *counts.entry(folded(&submission.name)).or_default() += 1);
    for (entry, submission) in read {
        if entry.name.is_none()
            && counts[&folded(&submission.name)] > 1
            && must_rename(entry, &submission.name)
        {
            submission.name = format!("{} ({})", submission.name, entry.own_name());
        }
    }
}
