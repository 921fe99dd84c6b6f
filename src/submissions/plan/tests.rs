//! The keys and commands of plans.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::json;

use super::words::next_placeholder;
use super::*;
use crate::submissions::SubmissionHints;

/// The game of these submissions. It does not affect the plans.
const GAME: &str = "prisoners-dilemma";

/// The folder in the cache for a submission with these commands.
fn place(folder: &Path, build: &[Vec<String>], run: &[String], files: &[&str]) -> PathBuf {
    let bot = tempfile::tempdir_in(folder).unwrap();
    std::fs::write(bot.path().join("bot.toml"), format!("build = {}\nrun = {}\n", json!(build), json!(run)))
        .unwrap();
    files.iter().for_each(|name| std::fs::write(bot.path().join(name), *name).unwrap());
    let submission = Submission::read(bot.path(), GAME, &SubmissionHints::default()).unwrap();
    let context = BuildContext::new(folder, Duration::from_secs(1), None);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(BuildPlan::new(&submission, &context)).unwrap_or_else(|error| panic!("{error}")).folder
}

/// Commands of few different words, so that many cases are nearly equal.
fn commands() -> impl Strategy<Value = Vec<Vec<String>>> {
    let first = prop::sample::select(vec!["true", "cat", "{dir}/a"]).prop_map(str::to_owned);
    let rest = prop::collection::vec("(true|cat|a?)", 0..3);
    prop::collection::vec((first, rest).prop_map(|(first, rest)| [vec![first], rest].concat()), 0..3)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn different_plans_have_different_keys(one in commands(), other in commands(), same_run: bool) {
        let folder = tempfile::tempdir().unwrap();
        let runs = [vec!["true".to_owned()], vec!["true".to_owned(), String::new()]];
        let (run, other_run) = (&runs[0], &runs[usize::from(!same_run)]);
        let keys = [place(folder.path(), &one, run, &[]), place(folder.path(), &other, other_run, &[])];
        prop_assert_eq!(one == other && same_run, keys[0] == keys[1]);
    }
}

#[test]
fn files_and_placeholders_are_part_of_the_plan() {
    let folder = tempfile::tempdir().unwrap();
    let run = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let mut known = BTreeMap::new();
    for (words, files) in [
        (run(&["cat", "{dir}/a"]), vec![]),
        (run(&["cat", "{out}/a"]), vec![]),
        (run(&["cat", "{dir}/a"]), vec!["a"]),
        (run(&["cat", "{dir}/a"]), vec!["a", "b"]),
        (run(&["{dir}/a"]), vec!["a", "b"]),
        (run(&["./b"]), vec!["a", "b"]),
    ] {
        let place = place(folder.path(), &[], &words, &files);
        assert_eq!(known.insert(place, (words, files)), None);
    }
}

#[test]
fn a_placeholder_is_replaced_once() {
    assert_eq!(next_placeholder("a{dir}/{out}"), Some(("a", "dir", "/{out}")));
    assert_eq!(next_placeholder("{{dir}}"), Some(("{", "dir", "}")));
    assert_eq!(next_placeholder("$((a)) {x"), None);
}
