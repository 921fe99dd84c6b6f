//! The multiplayer prisoner's dilemma: what a program reads and writes in a round.
//!
//! `SPEC.md` specifies these bytes and names their source.

use std::fmt::Write as _;

/// One player takes from another. Both are identifiers, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TakeAction {
    /// The player that takes.
    pub by: u32,
    /// The player that is taken from.
    pub from: u32,
}

/// The line of a finished round: its pairs, each followed by a blank.
pub fn history_line(takes: &[TakeAction]) -> String {
    let mut line = String::with_capacity(8 * takes.len() + 1);
    for TakeAction { by, from } in takes {
        // Writing to a string cannot fail.
        let _ = write!(line, "({by}, {from}) ");
    }
    line.push('\n');
    line
}

/// What a program reads in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoundRequest<'a> {
    /// The number of players.
    pub players: u32,
    /// The identifier of the player that is asked.
    pub player: u32,
    /// The number of finished rounds.
    pub rounds: u32,
    /// The lines of the finished rounds, concatenated.
    pub history: &'a str,
    /// The random number of this round.
    pub number: u64,
    /// The state line that the program wrote in the previous round, without its line feed.
    pub state: Option<&'a [u8]>,
}

impl RoundRequest<'_> {
    /// The request as bytes.
    pub fn encode(&self) -> Vec<u8> {
        let RoundRequest { players, player, rounds, history, number, state } = self;
        let mut bytes = format!("{players} {player} {rounds}\n{history}{number}\n").into_bytes();
        if let Some(state) = state {
            bytes.extend_from_slice(state);
            bytes.push(b'\n');
        }
        bytes
    }
}

/// What a program wrote in a round.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RoundReply {
    /// The identifiers of the players from which it takes, ascending and without duplicates.
    pub from: Vec<u32>,
    /// The state line, without its line feed.
    pub state: Option<Vec<u8>>,
}

/// Why an answer counts as empty.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DilemmaReplyError {
    /// The answer is not a list of numbers.
    #[error("expected identifiers separated by blanks on the first line, found `{0}`")]
    Malformed(String),
    /// The answer takes from the player itself or from a player that does not exist.
    #[error("a take from {from}{own}: the identifiers of the others are 1 to {players} without {player}", own = if from == player { ", which is the player's own identifier" } else { "" })]
    Illegal {
        /// The player to take from.
        from: u64,
        /// The player that answered.
        player: u64,
        /// The number of players.
        players: u32,
    },
}

impl RoundReply {
    /// Parses the output of `player`, one of `players`. Lines after the second are ignored.
    pub fn decode(bytes: &[u8], player: u32, players: u32) -> Result<RoundReply, DilemmaReplyError> {
        let mut lines = bytes.split(|byte| *byte == b'\n');
        let first = lines.next().unwrap_or_default();
        let mut from = Vec::new();
        for word in first.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
            from.push(identifier(word, player, players)?);
        }
        from.sort_unstable();
        from.dedup();
        // The rest after the last line feed is a line only if it is not empty.
        let rest: Vec<&[u8]> = lines.collect();
        let state = match rest.as_slice() {
            [] | [b""] => None,
            [second, ..] => Some(second.to_vec()),
        };
        Ok(RoundReply { from, state })
    }
}

fn identifier(word: &[u8], player: u32, players: u32) -> Result<u32, DilemmaReplyError> {
    let malformed = || {
        let shown: String = word.escape_ascii().to_string().chars().take(60).collect();
        DilemmaReplyError::Malformed(shown)
    };
    let digits = word.strip_prefix(b"+").unwrap_or(word);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Err(malformed());
    }
    let number: u64 =
        std::str::from_utf8(digits).ok().and_then(|text| text.parse().ok()).ok_or_else(malformed)?;
    match u32::try_from(number) {
        Ok(other) if other != player && (1..=players).contains(&other) => Ok(other),
        _ => Err(DilemmaReplyError::Illegal { from: number, player: player.into(), players }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_rules_is_written_as_published() {
        let take = |by, from| TakeAction { by, from };
        let first = history_line(&[take(1, 2), take(1, 3), take(1, 4), take(4, 2)]);
        assert_eq!(first, "(1, 2) (1, 3) (1, 4) (4, 2) \n");
        let history = first + &history_line(&[]);
        let question = RoundRequest {
            players: 4,
            player: 3,
            rounds: 2,
            history: &history,
            number: 4675881156406346380,
            state: None,
        };
        assert_eq!(
            String::from_utf8(question.encode()).unwrap(),
            "4 3 2\n(1, 2) (1, 3) (1, 4) (4, 2) \n\n4675881156406346380\n"
        );
    }

    #[test]
    fn the_state_line_comes_back_byte_for_byte() {
        let state = b"\t \x00\xff\r";
        let reply = RoundReply::decode(b"\n\t \x00\xff\r\n", 1, 2).unwrap();
        assert_eq!(reply, RoundReply { from: vec![], state: Some(state.to_vec()) });
        let question = RoundRequest {
            players: 2,
            player: 1,
            rounds: 0,
            history: "",
            number: 0,
            state: reply.state.as_deref(),
        };
        assert_eq!(question.encode(), [b"2 1 0\n0\n".as_slice(), state, b"\n"].concat());
    }

    #[test]
    fn answers_are_read_as_the_rules_say() {
        let decode = |bytes: &[u8]| RoundReply::decode(bytes, 3, 4).unwrap();
        let reply = |from: &[u32], state: Option<&[u8]>| RoundReply {
            from: from.to_vec(),
            state: state.map(<[u8]>::to_vec),
        };
        assert_eq!(decode(b""), reply(&[], None));
        assert_eq!(decode(b"\n"), reply(&[], None));
        assert_eq!(decode(b"1 2 4"), reply(&[1, 2, 4], None));
        assert_eq!(decode(b" 4\t1  1 \r\n"), reply(&[1, 4], None));
        assert_eq!(decode(b"1\n\n"), reply(&[1], Some(b"")));
        assert_eq!(decode(b"\nx"), reply(&[], Some(b"x")));
        assert_eq!(decode(b"2\nstate\nmore\n"), reply(&[2], Some(b"state")));
    }

    #[test]
    fn wrong_answers_are_refused_with_the_reason() {
        let refused = |bytes: &[u8]| RoundReply::decode(bytes, 3, 4).unwrap_err().to_string();
        assert!(refused(b"3").contains("a take from 3, which is the player's own identifier"));
        assert!(refused(b"0").contains("a take from 0: the identifiers of the others are 1 to 4 without 3"));
        assert!(refused(b"5").contains("a take from 5:"));
        assert!(refused(b"4294967297").contains("a take from 4294967297:"));
        for malformed in [&b"1,2"[..], b"-1", b"1.0", b"one", b"1\x002", b"99999999999999999999999"] {
            assert!(refused(malformed).starts_with("expected identifiers"), "{malformed:?}");
        }
        assert!(refused(&[b'x'; 10_000]).len() < 200);
    }
}
