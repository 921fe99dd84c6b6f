//! What a ledger may contain, and in which lines mistakes are reported.

use std::path::Path;

use super::*;

const HASH: &str = "n1bnYdeb/bNDBKASWGywTRa0Ne9hMAkal3AuVZJgovI=";

fn posting(player: &str) -> String {
    format!("[[posting]]\nplayer = {player:?}\nhash = \"{HASH}\"\nposted = 2014-05-03T10:30:00Z\n")
}

fn with(text: &str) -> String {
    format!("deadline = 2014-05-09T00:00:00Z\n{text}")
}

/// The problems of a text, one per line.
fn problems(text: &str) -> Vec<String> {
    let line = |line: Option<usize>| line.map(|line| line.to_string()).unwrap_or_default();
    let problems = CommitmentLedger::parse(text).expect_err("problems");
    problems.into_iter().map(|problem| format!("{}: {}", line(problem.line), problem.problem)).collect()
}

#[test]
fn a_full_ledger_is_read() {
    let text = format!(
        "deadline = 2014-05-09 00:00:00Z\nreveal_deadline = \"2014-05-10T02:00:00+02:00\"\n\
         seed_file = \"{HASH}\"\nseed = \"{HASH}\"\n{}{}{}[[reveal]]\nplayer = \"lazy\"\n\
         revealed = 2014-05-09T18:00:00+02:00\nsource = \"plants/lazy.py\"\n",
        posting("lazy"),
        posting("greedy"),
        posting("lazy"),
    );
    let ledger = CommitmentLedger::parse(&text).expect("a ledger");
    assert_eq!(ledger.deadline.to_string(), "2014-05-09T00:00:00Z");
    assert_eq!(ledger.reveal_deadline.expect("a deadline").to_string(), "2014-05-10T00:00:00Z");
    assert_eq!(
        ledger.promises.iter().map(OrganiserSeedCommitment::name).collect::<Vec<_>>(),
        ["seed_file", "seed"]
    );
    let [lazy, greedy] = ledger.players.as_slice() else { panic!("{:?}", ledger.players) };
    assert_eq!((lazy.name.as_str(), greedy.name.as_str()), ("lazy", "greedy"));
    assert_eq!(
        lazy.postings.iter().map(|posting| (posting.number, posting.line)).collect::<Vec<_>>(),
        [(1, 7), (2, 15)]
    );
    let reveal = lazy.reveal.as_ref().expect("a reveal");
    assert_eq!(reveal.revealed.to_string(), "2014-05-09T16:00:00Z");
    assert_eq!((reveal.source.as_deref(), reveal.line), (Some(Path::new("plants/lazy.py")), 20));
}

#[test]
fn a_ledger_without_postings_is_read() {
    assert_eq!(CommitmentLedger::parse(&with("")).expect("a ledger").players, []);
}

#[test]
fn tables_in_a_row_of_braces_are_postings_as_well() {
    let text = with(&format!(
        "posting = [\n  {{ player = \"a\", hash = \"{HASH}\", posted = 2014-05-03T10:30:00Z }},\n  {{ player = \"b\" }},\n]\n"
    ));
    assert_eq!(
        problems(&text),
        ["4: `hash` is missing in a [[posting]]", "4: `posted` is missing in a [[posting]]"]
    );
}

#[test]
fn moments_have_zones() {
    for moment in ["2014-05-09T00:00:00", "2014-05-09", "\"2014-05-09 00:00:00\""] {
        let found = problems(&format!("deadline = {moment}\n"));
        assert!(
            found[0].starts_with("1: `deadline` should be a moment, and 2014-05-09")
                && found[0].ends_with(" has no zone"),
            "{found:?}"
        );
    }
    for moment in
        ["00:00:00", "\"tomorrow\"", "20140509", "2014-02-30T00:00:00Z", "\"2014-05-09T00:00:00\\u00a0\""]
    {
        assert_eq!(problems(&format!("deadline = {moment}\n")).len(), 1, "{moment}");
    }
}

#[test]
fn one_player_is_written_in_one_way() {
    for other in ["Lazy", " lazy", "LAZY "] {
        let other =
            format!("[[posting]]\nplayer = \"{other}\"\nhash = \"{HASH}\"\nposted = 2014-05-03T10:30:00Z\n");
        let found = problems(&with(&(posting("lazy") + &other)));
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("7: the player `"), "{found:?}");
        assert!(
            found[0].ends_with("differs from `lazy` in line 3 only by case or by blanks around it"),
            "{found:?}"
        );
    }
}

#[test]
fn a_player_reveals_once() {
    let reveal = "[[reveal]]\nplayer = \"lazy\"\nrevealed = 2014-05-09T18:00:00Z\n";
    let found = problems(&with(&(posting("lazy") + reveal + reveal)));
    assert_eq!(found, ["10: `lazy` is revealed twice, here and in line 7"]);
}

#[test]
fn names_are_compared_even_where_something_else_is_wrong() {
    let wrong = "[[posting]]\nplayer = \"Lazy\"\nhash = 3\n";
    let reveal = "[[reveal]]\nplayer = \"lazy\"\nsource = \"x.py\"\n";
    let found = problems(&with(&(wrong.to_owned() + reveal + reveal)));
    let said = |line: &str, words: &str| {
        assert!(found.iter().any(|one| one.starts_with(line) && one.contains(words)), "{found:#?}");
    };
    said("6: ", "the player `lazy` differs from `Lazy` in line 3");
    said("9: ", "the player `lazy` differs from `Lazy` in line 3");
    said("9: ", "`lazy` is revealed twice, here and in line 6");
}

#[test]
fn a_file_is_the_source_of_one_player() {
    let reveal = |player: &str, source: &str| {
        format!("[[reveal]]\nplayer = {player:?}\nrevealed = 2014-05-09T18:00:00Z\nsource = {source:?}\n")
    };
    let found = problems(&with(&(reveal("a", "x.py") + &reveal("b", "./x.py"))));
    assert_eq!(found, ["9: `./x.py` is the source of `b` here and of `a` in line 5"]);
}

#[test]
fn unknown_fields_and_wrong_types_are_refused() {
    let text = with("dead_line = 1\nseed = 17\nposting = 3\n[reveal]\nplayer = \"lazy\"\n");
    assert_eq!(
        problems(&text),
        [
            "2: `dead_line` is not known",
            "3: `seed` should be a SHA-256 hash in base64, and is of type integer",
            "4: `posting` should be a list of tables",
            "5: `reveal` should be a list of tables",
        ]
    );
}

#[test]
fn reveals_come_after_postings() {
    let found = problems(&with("reveal_deadline = 2014-05-09T02:00:00+02:00\n"));
    assert_eq!(
        found,
        [
            "2: `reveal_deadline` (2014-05-09T00:00:00Z) should be after `deadline` (2014-05-09T00:00:00Z, line 1)"
        ]
    );
}

#[test]
fn what_is_no_toml_is_refused() {
    assert!(problems("deadline = tomorrow\n")[0].contains("line 1, column 12"));
    assert_eq!(problems(""), [": `deadline` is missing in the ledger"]);
}
