//! Replies of random bots, which have the form that the game asks for.

use rathaus_games::{RandomStream, ReplyFormat, SeatAsk};
use rathaus_protocol::external::ReplyEnd;

use crate::submissions::ExampleReplies;

/// Replies for games that have no examples.
const GUESSES: [&str; 4] = ["0", "1", "a", ""];

/// A reply to the last line of the request that has examples, or to any line.
pub(super) fn proper_reply(ask: &SeatAsk, examples: &ExampleReplies, stream: &mut RandomStream) -> Vec<u8> {
    let mut lines = Vec::new();
    match &ask.reply_format {
        ReplyFormat::Lines(count) => {
            while lines.len() < *count {
                lines.extend(example(ask, examples, stream));
            }
            lines.truncate(*count);
        }
        ReplyFormat::Until { end, last } => {
            lines = ended(example(ask, examples, stream), end, stream);
            lines.drain(..lines.len().saturating_sub(last.unwrap_or(usize::MAX)));
        }
        ReplyFormat::UntilEnd | ReplyFormat::LineAfter(_) => {}
    }
    lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect::<String>().into_bytes()
}

/// The lines of an example. There is at least one.
fn example(ask: &SeatAsk, examples: &ExampleReplies, stream: &mut RandomStream) -> Vec<String> {
    let sent = String::from_utf8_lossy(&ask.bytes);
    let fitting = sent.lines().rev().map(|line| examples.to_line(line)).find(|found| !found.is_empty());
    match fitting.unwrap_or(&examples.examples) {
        [] => vec![(*stream.pick(&GUESSES)).to_owned()],
        known => stream.pick(known).lines().to_vec(),
    }
}

/// The lines up to the first at which the reply ends, or with such a line behind them.
fn ended(mut lines: Vec<String>, end: &ReplyEnd, stream: &mut RandomStream) -> Vec<String> {
    match lines.iter().position(|line| end.is_at(line.as_bytes())) {
        Some(position) => lines.truncate(position + 1),
        None => lines.push(stream.pick(end.words()).clone()),
    }
    lines
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rathaus_games::{AskProcessChoice, ReplyLimits, Seed};
    use serde_json::json;

    use super::*;

    fn replied(sent: &str, reply_format: ReplyFormat) -> String {
        let examples = json!({
            "question": "genmove",
            "examples": [["= A1", ""]],
            "to": [
                { "question": "go", "examples": [["info depth 1", "bestmove e2e4"]] },
                { "question": "name", "examples": ["= me"] },
            ],
        });
        let limits = ReplyLimits { time: Duration::from_secs(1), bytes: 100 };
        let ask = SeatAsk::new(0, AskProcessChoice::New, sent.into(), reply_format, limits);
        let mut stream = Seed(1).stream("answers");
        let reply = proper_reply(&ask, &serde_json::from_value(examples).unwrap(), &mut stream);
        String::from_utf8(reply).unwrap()
    }

    #[test]
    fn replies_fit_the_question_and_the_requested_form() {
        let until = |word: &str, last| ReplyFormat::Until { end: ReplyEnd::Word(word.into()), last };
        assert_eq!(replied("play w A2\ngenmove b\n", until("", None)), "= A1\n\n");
        assert_eq!(replied("position startpos\ngo\n", until("bestmove", Some(1))), "bestmove e2e4\n");
        assert_eq!(replied("name\n", until("", None)), "= me\n\n");
        assert_eq!(replied("genmove b\n", ReplyFormat::Lines(3)), "= A1\n\n= A1\n");
    }
}
