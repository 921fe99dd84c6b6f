//! Documents: their links lead somewhere, and they use standard terms.
#![expect(clippy::disallowed_methods, reason = "the test reads the documents")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All documents for readers of the repository.
fn documents() -> Vec<PathBuf> {
    let folders = ["", "docs", "protocol", "adapters", "crates/sandbox"];
    let entries = folders.iter().flat_map(|folder| fs::read_dir(repository().join(folder)).unwrap());
    let paths = entries.map(|entry| entry.unwrap().path());
    let documents: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect();
    assert!(documents.len() > 15, "{documents:?}");
    documents
}

/// The text without code blocks, in which brackets have another meaning.
fn prose(text: &str) -> String {
    text.split("```").step_by(2).collect()
}

/// The targets of `[text](target)`.
fn links(text: &str) -> Vec<&str> {
    let targets = text.split("](").skip(1);
    targets.filter_map(|rest| rest.split_once(')').map(|(target, _)| target)).collect()
}

/// The anchor that GitHub makes of a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase();
    let kept = kept.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings.map(|line| anchor(line.trim_start_matches('#').trim())).collect()
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

/// Retired terms, and words that make sentences hard to read.
const RETIRED: [&str; 19] = [
    "anew",
    "besides",
    "exhibit",
    "furniture",
    "hence",
    "keeper",
    "puppet",
    "strays",
    "of one's own",
    "of your own",
    "the talk",
    "unless it is said",
    "what there is",
    "all that there is",
    "who is how good",
    "what comes out",
    "came out the same",
    "somebody's own",
    "of the house",
];

/// The documents that must not use retired terms. The others will follow.
const IN_PLAIN_TERMS: [&str; 29] = [
    "README.md",
    "crates/sandbox/README.md",
    "docs/ARCHITECTURE.md",
    "docs/BOTS.md",
    "docs/COMMITMENTS.md",
    "docs/EXIT-CODES.md",
    "docs/GRID-ROUTING.md",
    "adapters/README.md",
    "docs/HOSTING.md",
    "docs/JSON.md",
    "docs/LEADERBOARD.md",
    "docs/LIGHTS-OUT.md",
    "docs/OWN-GAMES.md",
    "docs/PAGES.md",
    "docs/PERFORMANCE.md",
    "docs/PRISONERS-DILEMMA.md",
    "docs/RAT-RACE.md",
    "docs/SECURITY.md",
    "docs/TOURNAMENTS.md",
    "protocol/SPEC.md",
    "src/cli/args/commitment.rs",
    "src/cli/args/log.rs",
    "src/cli/args/mod.rs",
    "src/cli/args/play.rs",
    "src/cli/args/replay.rs",
    "src/cli/args/sandbox.rs",
    "src/cli/args/serve.rs",
    "src/cli/args/tools.rs",
    "src/cli/args/tournament.rs",
];

#[test]
fn retired_terms_do_not_come_back() {
    for file in IN_PLAIN_TERMS {
        let text = fs::read_to_string(repository().join(file)).unwrap().to_lowercase();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_word = |at: usize, word: &str| {
            let before = text[..at].chars().next_back();
            let after = text[at + word.len()..].chars().next();
            [before, after].iter().all(|letter| letter.is_none_or(|letter| !letter.is_alphanumeric()))
        };
        let found =
            RETIRED.iter().find(|word| text.match_indices(**word).any(|(at, word)| is_word(at, word)));
        assert_eq!(found, None, "in {file}");
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
