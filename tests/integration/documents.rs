//! Documents: their links lead somewhere, and they use the terms of the field.
#![expect(clippy::disallowed_methods, reason = "the test reads the documents")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All documents for readers of the repository.
fn documents() -> Vec<PathBuf> {
    let folders = [
        "",
        "docs",
        "protocol",
        "protocol/transcripts",
        "protocol/transcripts/games",
        "adapters",
        "crates/sandbox",
        "games/auction",
        "games/connect-four",
        "games/go",
        "games/light-cycles",
    ];
    let entries = folders.iter().flat_map(|folder| fs::read_dir(repository().join(folder)).unwrap());
    let paths = entries.map(|entry| entry.unwrap().path());
    let documents: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect();
    assert!(documents.len() > 15, "{documents:?}");
    documents
}

/// The text without blocks of code, in which brackets mean something else.
fn prose(text: &str) -> String {
    text.split("```").step_by(2).collect()
}

/// The targets of `[text](target)`.
fn links(text: &str) -> Vec<&str> {
    let targets = text.split("](").skip(1);
    targets.filter_map(|rest| rest.split_once(')').map(|(target, _)| target)).collect()
}

/// What a heading is called in links, as GitHub makes it.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase();
    let kept = kept.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings.map(|line| anchor(line.trim_start_matches('#').trim())).collect()
}

/// A page that the table of contents does not name is not part of the site.
#[test]
fn the_site_has_all_pages() {
    let docs = repository().join("docs");
    let summary = fs::read_to_string(docs.join("SUMMARY.md")).unwrap();
    let entries = links(&summary);
    let missing: Vec<&&str> = entries.iter().filter(|entry| !docs.join(entry).is_file()).collect();
    assert!(missing.is_empty(), "docs/SUMMARY.md names files that do not exist: {missing:#?}");
    let names: BTreeSet<PathBuf> =
        entries.iter().map(|entry| docs.join(entry).canonicalize().unwrap()).collect();
    assert_eq!(names.len(), entries.len(), "docs/SUMMARY.md names a page twice");
    let is_left_out = |document: &PathBuf| {
        !document.ends_with("docs/SUMMARY.md") && !names.contains(&document.canonicalize().unwrap())
    };
    let left_out: Vec<PathBuf> = documents().into_iter().filter(is_left_out).collect();
    assert!(left_out.is_empty(), "docs/SUMMARY.md lacks {left_out:#?}");
}

#[test]
fn links_lead_somewhere() {
    let mut dead = Vec::new();
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        for link in links(&prose(&text)) {
            if link.starts_with("http") || link.starts_with("mailto") {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target =
                if file.is_empty() { document.clone() } else { document.parent().unwrap().join(file) };
            let has_heading = || {
                let target = fs::read_to_string(&target).unwrap_or_default();
                heading.is_empty() || anchors(&prose(&target)).contains(heading)
            };
            if !target.exists() || !has_heading() {
                dead.push(format!("{}: {link}", document.display()));
            }
        }
    }
    assert!(dead.is_empty(), "{dead:#?}");
}

/// What the list of retired terms applies to: the documents, and the help of the command line.
fn texts_for_users() -> Vec<PathBuf> {
    let help = fs::read_dir(repository().join("src/cli/args")).unwrap();
    let help: Vec<PathBuf> = help.map(|entry| entry.unwrap().path()).collect();
    assert!(help.len() > 5, "{help:?}");
    documents().into_iter().chain(help).collect()
}

/// The terms of the list, without its comments.
fn retired_terms() -> Vec<&'static str> {
    let lines = include_str!("../data/retired-terms.txt").lines();
    let terms = lines.map(|line| line.split_once('#').map_or(line, |(term, _)| term).trim());
    terms.filter(|term| !term.is_empty()).collect()
}

/// Whether the term is in the text, and not a part of a longer word or name.
fn has_term(text: &str, term: &str) -> bool {
    let is_apart =
        |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric() && letter != '_');
    text.match_indices(term).any(|(at, _)| {
        is_apart(text[..at].chars().next_back()) && is_apart(text[at + term.len()..].chars().next())
    })
}

fn assert_no_retired_terms(file: &Path, text: &str) {
    let text = text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
    let found: Vec<&str> = retired_terms().into_iter().filter(|term| has_term(&text, term)).collect();
    assert!(found.is_empty(), "{} has {found:?}: see tests/data/retired-terms.txt", file.display());
}

#[test]
fn retired_terms_do_not_come_back() {
    assert!(retired_terms().len() > 20);
    for file in texts_for_users() {
        assert_no_retired_terms(&file, &fs::read_to_string(&file).unwrap());
    }
}

/// All Rust files below a folder.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = |path: PathBuf| match path.is_dir() {
        true => rust_files(&path),
        false => vec![path],
    };
    paths.flat_map(files).filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

#[test]
fn comments_use_no_retired_terms() {
    let files: Vec<PathBuf> = ["src", "crates", "protocol"]
        .iter()
        .flat_map(|folder| rust_files(&repository().join(folder)))
        .collect();
    assert!(files.len() > 300, "{}", files.len());
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let lines = text.lines().filter_map(|line| line.trim_start().strip_prefix("//"));
        let comments: Vec<&str> = lines.map(|line| line.trim_start_matches(['/', '!'])).collect();
        assert_no_retired_terms(&file, &comments.join("\n"));
    }
}

#[test]
fn lines_fit_the_screen() {
    for document in documents() {
        let text = prose(&fs::read_to_string(&document).unwrap());
        let long = text.lines().find(|line| !line.starts_with('|') && line.chars().count() > 120);
        assert_eq!(long, None, "in {}", document.display());
    }
}
