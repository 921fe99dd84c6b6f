//! Submissions: manifests in folders, and lists of bots.

use std::fs;

use rathaus::submissions::{HostToolLocator, RevealedSource, Submission, SubmissionHints, read_bots_file};

use super::runner::fuzz;

const TOKENS: [&str; 26] = [
    "\n",
    "\"",
    "[",
    "]",
    "[[",
    " = ",
    ",",
    "#",
    ".",
    "..",
    "/",
    "{source}",
    "{dir}",
    "{out}",
    "{",
    "name = ",
    "game = ",
    "language = ",
    "source = ",
    "entry = ",
    "python = ",
    "build = ",
    "run = ",
    "\u{1b}",
    "\0",
    "\u{202e}",
];

const MANIFESTS: [&str; 3] = [
    "name = \"A bot\"\ngame = \"rat-race\"\nlanguage = \"python\"\nsource = \"player.py\"\nentry = \"A\"\npython = \"python3.11\"\n",
    "name = \"B\"\nbuild = [[\"cc\", \"-o\", \"{out}/b\", \"b.c\"], [\"true\"]]\nrun = [\"{out}/b\", \"--fast\"]\n",
    "source = \"player.py\"\n",
];

/// Checks a message about a hostile manifest.
fn check_said(said: &str) {
    assert!(said.len() < 3_000, "{} bytes are said", said.len());
    assert!(!said.contains('\u{1b}'), "a terminal would act on {said:?}");
}

#[test]
fn manifests() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("player.py"), "class A(Player):\n    pass\n").expect("a file");
    let manifest = folder.path().join("bot.toml");
    let toolbox = HostToolLocator::new(Vec::new(), None, folder.path().to_owned());
    let examples: Vec<Vec<u8>> = MANIFESTS.map(|text| text.as_bytes().to_vec()).into();
    fuzz(&examples, &TOKENS, |input| {
        fs::write(&manifest, input).expect("a file");
        match Submission::read(folder.path(), "rat-race", &SubmissionHints::default()) {
            Ok(submission) => {
                let again = Submission::read(folder.path(), "rat-race", &SubmissionHints::default())
                    .expect("the same");
                assert_eq!(submission.identity(&toolbox), again.identity(&toolbox));
                let _ = (submission.described(), submission.revealed());
            }
            Err(error) => check_said(&error.to_string()),
        }
        let _ = RevealedSource::read(folder.path()).map_err(|error| check_said(&error.to_string()));
    });
}

#[test]
fn lists_of_bots() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(folder.path().join("bots/a")).expect("a folder");
    fs::write(folder.path().join("bots/a/a.py"), "print(1)\n").expect("a file");
    let list = folder.path().join("bots.txt");
    let example = b"# The field\nA\na\npython a.py\n\nB\na\n./a.sh now\n".to_vec();
    fuzz(&[example], &TOKENS, |input| {
        fs::write(&list, input).expect("a file");
        if let Err(errors) = read_bots_file(&list, "grid-routing", &SubmissionHints::default()) {
            errors.iter().for_each(|error| check_said(&error.to_string()));
        }
    });
}
