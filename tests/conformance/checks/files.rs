//! The files of the tests: each is described, and each is used.

use std::collections::BTreeSet;
use std::fs;

use crate::cases::{CASES, Test};
use crate::common::repository;
use crate::language::{Language, entries, name_of};
use crate::source::Form;
use crate::workshop::Workshop;

/// Files among the tests that are neither submissions nor dialogues.
pub const OTHERS: [&str; 2] = ["color_score.toml", "refused"];

/// `adapters/README.md` tells people who add a language what to write.
pub fn every_one_is_described() -> Result<(), String> {
    let readme = fs::read_to_string(repository().join("adapters/README.md")).expect("a readme");
    let names: BTreeSet<&str> = CASES.iter().map(|case| case.needs).chain(OTHERS).collect();
    let is_missing = |name: &&str| !readme.contains(&format!("`{name}`"));
    let missing: Vec<&str> = names.into_iter().filter(is_missing).collect();
    match missing.is_empty() {
        true => Ok(()),
        false => {
            Err(format!("adapters/README.md does not say what these have to do: {}", missing.join(", ")))
        }
    }
}

/// A submission or dialogue whose name no case needs would never be played.
pub fn each_one_has_a_use(workshop: &Workshop, language: &Language) -> Result<(), String> {
    let folder = workshop.tests(language);
    let files: Vec<String> = entries(&folder).iter().map(|path| name_of(path)).collect();
    let stems = files.iter().filter_map(|file| file.strip_suffix(".txt"));
    let of_dialogues = stems.flat_map(|stem| Form::ALL.map(|form| form.name(stem)));
    let of_cases = CASES.iter().filter(|case| !matches!(case.test, Test::ColorScore(_)));
    let used: BTreeSet<String> = of_dialogues.chain(of_cases.map(|case| case.needs.to_owned())).collect();
    let is_used = |file: &&String| {
        let stem = file.rsplit_once('.').map_or(file.as_str(), |(stem, _)| stem);
        OTHERS.contains(&file.as_str()) || file.ends_with(".txt") || used.contains(stem)
    };
    let idle: Vec<&String> = files.iter().filter(|file| !is_used(file)).collect();
    match idle.is_empty() {
        true => Ok(()),
        false => Err(format!("nothing uses these files in {}: {idle:?}", language.tests().display())),
    }
}
