//! Dialogues with real processes.

use std::fs;
use std::path::Path;

use rathaus_games::ReplyLimits;
use rathaus_protocol::external::ReplyEnd;
use rathaus_sandbox::ProgramCommand;

use super::*;
use crate::seats::{Seat, end_together, say_last_words};

const SOON: Duration = Duration::from_millis(300);
const LONG: Duration = Duration::from_secs(30);

/// A seat whose bot is this shell script.
fn seat(script: &str) -> DedicatedSeat {
    let program = ProgramCommand::new("sh").args(["-c", script]);
    DedicatedSeat::new(CurrentAndNextProcess::without_file(program))
}

fn ask(process: AskProcessChoice, line: &str, reply_format: ReplyFormat, time: Duration) -> SeatAsk {
    let limits = ReplyLimits { time, bytes: 100 };
    SeatAsk::new(0, process, format!("{line}\n").into(), reply_format, limits)
}

fn until(word: &str) -> ReplyFormat {
    ReplyFormat::Until { end: ReplyEnd::Word(word.into()), last: None }
}

fn last(word: &str, last: usize) -> ReplyFormat {
    ReplyFormat::Until { end: ReplyEnd::Word(word.into()), last: Some(last) }
}

/// The text of the outcome, or the name of the fault.
async fn outcome(seat: &mut DedicatedSeat, ask: SeatAsk) -> String {
    match seat.ask(ask).await.unwrap().answer {
        AskOutcome::Reply { bytes, .. } => String::from_utf8(bytes).unwrap(),
        AskOutcome::Fault(fault) => fault.cause.name().into(),
        AskOutcome::Lost => "lost".into(),
    }
}

async fn tell(seat: &mut DedicatedSeat, process: AskProcessChoice, line: &str) {
    seat.tell(SeatTell { seat: 0, process, bytes: format!("{line}\n").into() }).await.unwrap();
}

use AskProcessChoice::{New, Same};

#[tokio::test]
async fn a_reply_ends_at_its_word() {
    // One write, so that the line after the reply never arrives with the next one.
    let mut seat = seat(r#"while read line; do printf 'info\n\nbest %s\nmore\n' "$line"; done"#);
    assert_eq!(outcome(&mut seat, ask(New, "a", until("best"), LONG)).await, "info\n\nbest a\n");
    assert_eq!(outcome(&mut seat, ask(Same, "b", last("best", 2), LONG)).await, "\nbest b\n");
    assert_eq!(outcome(&mut seat, ask(Same, "c", until(""), LONG)).await, "info\n\n");
}

#[tokio::test]
async fn only_the_last_lines_count_for_the_limit() {
    let mut seat = seat("while read line; do seq 1 1000; echo end; done");
    assert_eq!(outcome(&mut seat, ask(New, "a", last("end", 3), LONG)).await, "999\n1000\nend\n");
    assert_eq!(outcome(&mut seat, ask(Same, "b", until("end"), LONG)).await, "flooded");
    // A single line without an end is too long, even if only the last one counts.
    let mut seat = self::seat("read line; while :; do printf xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done");
    assert_eq!(outcome(&mut seat, ask(New, "a", last("end", 1), LONG)).await, "flooded");
}

#[tokio::test]
async fn late_lines_up_to_the_word_are_no_reply_to_the_next_request() {
    let script = "read line; sleep 1; echo info; echo best late; while read line; do echo best $line; done";
    let mut seat = seat(script);
    assert_eq!(outcome(&mut seat, ask(New, "a", until("best"), SOON)).await, "late");
    assert_eq!(outcome(&mut seat, ask(Same, "b", until("best"), LONG)).await, "best b\n");
    assert_eq!(outcome(&mut seat, ask(Same, "c", ReplyFormat::Lines(1), LONG)).await, "best c\n");
}

#[tokio::test]
async fn early_lines_are_dropped_or_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("written");
    let script = "while read line; do echo \"$line 1\"; echo \"$line 2\"; echo >> 'FILE'; done";
    let mut seat = seat(&script.replace("FILE", &file.display().to_string()));
    // Until the bot has written all lines of this many requests.
    let written = async |requests: u64| {
        while fs::metadata(&file).map_or(0, |file| file.len()) < requests {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    assert_eq!(outcome(&mut seat, ask(New, "a", ReplyFormat::Lines(1), LONG)).await, "a 1\n");
    written(1).await;
    assert_eq!(outcome(&mut seat, ask(Same, "b", ReplyFormat::Lines(1), LONG)).await, "b 1\n");
    written(2).await;
    let keeping = SeatAsk { keeps_early_lines: true, ..ask(Same, "c", ReplyFormat::Lines(2), LONG) };
    assert_eq!(outcome(&mut seat, keeping).await, "b 2\nc 1\n");
}

#[tokio::test]
async fn a_bot_that_writes_without_end_is_late() {
    let mut seat = seat("read line; yes & yes & yes & yes");
    assert_eq!(outcome(&mut seat, ask(New, "a", last("end", 2), SOON)).await, "late");
}

#[tokio::test]
async fn a_bot_thinks_about_what_it_was_told() {
    let mut seat = seat("while read line; do echo \"$line done\"; done");
    // The first message starts the process.
    tell(&mut seat, New, "ponder").await;
    let collecting =
        SeatAsk { bytes: Vec::new(), keeps_early_lines: true, ..ask(Same, "", until("ponder"), LONG) };
    assert_eq!(outcome(&mut seat, collecting).await, "ponder done\n");
    // What it has got already is not sent again.
    tell(&mut seat, Same, "told").await;
    let told =
        SeatAsk { bytes: b"told\nasked\n".into(), told_bytes: 5, ..ask(Same, "", until("asked"), LONG) };
    let reply = outcome(&mut seat, told).await;
    assert_eq!(reply.strip_prefix("told done\n").unwrap_or(&reply), "asked done\n");
}

#[tokio::test]
async fn a_bot_that_does_not_read_what_it_is_told_costs_nobody_else_anything() {
    let mut seat = seat("sleep 60");
    let line = "x".repeat(1 << 20);
    for number in 0..10 {
        tell(&mut seat, if number == 0 { New } else { Same }, &line).await;
    }
    let unwritten = seat.now.as_ref().unwrap().bot_process.unwritten();
    assert!(unwritten <= 4 << 20, "{unwritten}");
    assert_eq!(outcome(&mut seat, ask(Same, "a", until("b"), SOON)).await, "closed");
}

#[tokio::test]
async fn a_bot_that_cannot_be_started_for_a_message_says_so_when_it_is_asked() {
    let program = ProgramCommand::new("/no/such/program");
    let mut seat = DedicatedSeat::new(CurrentAndNextProcess::without_file(program));
    tell(&mut seat, New, "hello").await;
    assert_eq!(outcome(&mut seat, ask(Same, "a", until("b"), LONG)).await, "unbuildable");
    assert_eq!(outcome(&mut seat, ask(Same, "a", until("b"), LONG)).await, "crashed");
}

#[tokio::test]
async fn last_words_are_read_before_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("said");
    let told =
        |path: &Path| format!("while read line; do echo \"$line\" >> '{}'; done; sleep 60", path.display());
    let mut seats = vec![Seat::Dedicated(Box::new(seat(&told(&file))))];
    let Seat::Dedicated(dedicated) = &mut seats[0] else { unreachable!() };
    tell(dedicated, New, "hello").await;
    let quit = SeatTell { seat: 0, process: Same, bytes: b"quit\n".into() };
    let nobody = SeatTell { seat: 7, process: Same, bytes: b"quit\n".into() };
    say_last_words(&mut seats, vec![quit, nobody]).await;
    end_together(seats);
    assert_eq!(fs::read_to_string(file).unwrap(), "hello\nquit\n");
}
