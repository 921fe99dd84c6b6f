//! Tests each verdict, at the edges of the deadlines.

use super::*;

/// A source that is a single file.
fn file(bytes: &[u8]) -> CommitmentCheckInput<'_> {
    CommitmentCheckInput::Read { folder: None, file: Some(bytes), others: &[] }
}

const DEADLINE: &str = "2014-05-09T00:00:00Z";

fn posting(player: &str, source: &str, posted: &str) -> String {
    format!(
        "[[posting]]\nplayer = {player:?}\nhash = \"{}\"\nposted = {posted}\n",
        CommitmentHash::of(source.as_bytes())
    )
}

fn ledger(postings: &[(&str, &str, &str)], revealed: Option<&str>) -> CommitmentLedger {
    let mut text = format!("deadline = {DEADLINE}\nreveal_deadline = 2014-05-10T00:00:00Z\n");
    text.extend(postings.iter().map(|(player, source, posted)| posting(player, source, posted)));
    text.extend(revealed.map(|revealed| format!("[[reveal]]\nplayer = \"lazy\"\nrevealed = {revealed}\n")));
    CommitmentLedger::parse(&text).unwrap_or_else(|problems| panic!("{problems:?} in {text}"))
}

const EARLY: &str = "2014-05-03T10:30:00Z";
const LATE: &str = "2014-05-09T00:00:01Z";

#[test]
fn any_posting_in_time_may_be_revealed() {
    let ledger = ledger(&[("lazy", "a\n", EARLY), ("lazy", "b\n", EARLY), ("lazy", "c\n", LATE)], None);
    for (source, number) in [("a\n", 1), ("b\n", 2)] {
        let verdict = ledger.verdict("lazy", Some(&file(source.as_bytes())));
        assert!(
            matches!(&verdict, CommitmentVerdict::Matches { posting, .. } if posting.number == number),
            "{verdict}"
        );
        assert!(verdict.is_match());
    }
    assert!(
        matches!(ledger.verdict("lazy", Some(&file(b"c\n"))), CommitmentVerdict::PostedLate { posting, .. } if posting.number == 3)
    );
}

#[test]
fn the_same_hash_late_and_in_time_is_in_time() {
    let ledger = ledger(&[("lazy", "a\n", LATE), ("lazy", "a\n", EARLY)], None);
    assert!(
        matches!(ledger.verdict("lazy", Some(&file(b"a\n"))), CommitmentVerdict::Matches { posting, .. } if posting.number == 2)
    );
}

#[test]
fn the_deadline_itself_is_in_time_in_any_zone() {
    for (posted, in_time) in [
        (DEADLINE, true),
        ("2014-05-09T02:00:00+02:00", true),
        ("2014-05-08T19:00:00-05:00", true),
        ("2014-05-09T00:00:00.001Z", false),
        ("2014-05-09T00:00:00-00:01", false),
    ] {
        let verdict = ledger(&[("lazy", "a\n", posted)], None).verdict("lazy", Some(&file(b"a\n")));
        assert_eq!(verdict.is_match(), in_time, "{posted}: {verdict}");
    }
}

#[test]
fn a_source_revealed_late_stays_out() {
    for (revealed, in_time) in [("2014-05-10T00:00:00Z", true), ("2014-05-10T00:00:01Z", false)] {
        let verdict = ledger(&[("lazy", "a\n", EARLY)], Some(revealed)).verdict("lazy", Some(&file(b"a\n")));
        assert_eq!(verdict.is_match(), in_time, "{revealed}: {verdict}");
        assert_eq!(matches!(verdict, CommitmentVerdict::RevealedLate { .. }), !in_time);
    }
}

#[test]
fn names_are_the_same_in_any_case() {
    let ledger = ledger(&[("The Lazy", "a\n", EARLY)], None);
    assert!(ledger.verdict(" the lazy", Some(&file(b"a\n"))).is_match());
    assert_eq!(ledger.verdict("lazy", Some(&file(b"a\n"))), CommitmentVerdict::NoCommitment);
}

#[test]
fn who_has_not_posted_or_revealed() {
    let ledger = ledger(&[("greedy", "a\n", EARLY)], Some("2014-05-09T18:00:00Z"));
    assert_eq!(ledger.verdict("greedy", None), CommitmentVerdict::Missing);
    assert_eq!(
        ledger.verdict("lazy", Some(&file(b"a\n"))),
        CommitmentVerdict::NoCommitment,
        "revealed, but never posted"
    );
}

#[test]
fn an_accident_is_named_and_not_accepted() {
    let ledger = ledger(&[("lazy", "x\n", EARLY), ("lazy", "if x:\n\ty\n", EARLY)], None);
    let verdict = ledger.verdict("lazy", Some(&file(b"if x:\n    y\n")));
    let CommitmentVerdict::Mismatch { in_time: 2, accident: Some(LikelyAccident { steps, posting }) } =
        &verdict
    else {
        panic!("{verdict}")
    };
    assert_eq!((steps.as_slice(), posting.number), ([SourceEdit::SpacesToTabs].as_slice(), 2));
    assert!(!verdict.is_match());
    assert_eq!(
        verdict.to_string(),
        "its hash is none of the 2 that were posted in time; with a tab for every four spaces it would match posting 2 \
         of 2014-05-03T10:30:00Z"
    );
}

#[test]
fn a_hash_that_another_has_posted_too_is_told() {
    let ledger =
        ledger(&[("lazy", "a\n", EARLY), ("copycat", "a\n", LATE), ("copycat", "a\n", DEADLINE)], None);
    let CommitmentVerdict::Matches { also_posted_by, .. } = ledger.verdict("lazy", Some(&file(b"a\n")))
    else {
        panic!()
    };
    let [OtherPoster { player, posted }] = also_posted_by.as_slice() else { panic!("{also_posted_by:?}") };
    assert_eq!((player.as_str(), posted.to_string()), ("copycat", DEADLINE.into()));
}

#[test]
fn a_verdict_is_data() {
    let ledger = ledger(&[("lazy", "pass\n", EARLY)], None);
    let verdict = serde_json::to_value(ledger.verdict("lazy", Some(&file(b"pass\n")))).expect("JSON");
    let posting = serde_json::json!({
        "number": 1, "hash": "n1bnYdeb/bNDBKASWGywTRa0Ne9hMAkal3AuVZJgovI=", "posted": EARLY, "line": 5,
    });
    assert_eq!(
        verdict,
        serde_json::json!({ "verdict": "matches", "posting": posting, "also_posted_by": [], "binds": "file" })
    );
    let mismatch = serde_json::to_value(ledger.verdict("lazy", Some(&file(b"pass")))).expect("JSON");
    assert_eq!(mismatch["verdict"], "mismatch");
    assert_eq!(mismatch["accident"]["steps"], serde_json::json!(["last_line_end_added"]));
}
