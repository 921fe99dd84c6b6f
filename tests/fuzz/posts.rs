//! Posts for `rathaus import`: what is made of one can be read as submissions.

use std::collections::BTreeSet;
use std::fs;

use rathaus::submissions::{ParsedPostFile, Submission, SubmissionHints, write_imported};

use super::runner::fuzz;

const TOKENS: [&str; 30] = [
    "\n",
    "\n\n",
    "    ",
    "\t",
    "# ",
    "## ",
    "**",
    "```",
    "~~~",
    "> ",
    "- ",
    "[",
    "](/users/1/a)",
    "<!-- language: lang-cs -->",
    "<!-- language-all: lang-rb -->",
    "<pre>",
    "answered ",
    "edited ",
    "Author: ",
    "Answer by ",
    " - Python",
    "C++, ",
    "../",
    "NUL",
    "public class A extends Player {}",
    "class B(Player):\n",
    "#!/bin/sh\n",
    "\u{1b}",
    "\0",
    "\u{202e}",
];

#[test]
fn posts() {
    let folder = tempfile::tempdir().expect("a folder");
    let post = folder.path().join("post.md");
    let examples = [
        include_bytes!("../data/posts/answers.md").to_vec(),
        include_bytes!("../data/posts/plants.md").to_vec(),
    ];
    fuzz(&examples, &TOKENS, |input| {
        fs::write(&post, input).expect("a file");
        let Ok(read) = ParsedPostFile::read(&post) else { return };
        let _ = read.detected_game();
        for game in ["rat-race", "prisoners-dilemma"] {
            let Ok(plan) = read.plan(&rathaus_games::built_in(game).expect("a game"), None) else { continue };
            let folders: BTreeSet<&String> = plan.placed.iter().map(|one| &one.folder).collect();
            assert_eq!(folders.len(), plan.placed.len(), "two bots have one folder");
            let target = tempfile::tempdir().expect("a folder");
            let written = write_imported(target.path(), game, &plan.placed).expect("they are written");
            for (path, one) in written.iter().zip(&plan.placed) {
                assert_eq!(path.parent(), Some(target.path()));
                let submission =
                    Submission::read(path, game, &SubmissionHints::default()).expect("a submission");
                assert_eq!(submission.name, one.name);
            }
        }
    });
}
