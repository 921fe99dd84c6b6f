//! The handshake: the first line of each side, with the version, the game and the dialect.

use std::fmt;

use crate::fields::{FieldReader, MalformedLine, decimal, put_decimal};

/// The version of the protocol that this crate implements.
pub const VERSION: u32 = 1;

/// The maximum number of boards that a bot may offer to keep in flight.
pub const MAX_BOARDS: u32 = 1024;

/// The host's first line: the game and its parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandshakeRequest {
    /// The game's name, a single word.
    pub game: String,
    /// Names and values. Neither contains a blank or a line feed, and names contain no equals sign.
    pub parameters: Vec<(String, String)>,
}

impl HandshakeRequest {
    /// The handshake as a line, with its line feed.
    pub fn encode(&self) -> Vec<u8> {
        let mut line = format!("rathaus {VERSION} {}", self.game);
        for (name, value) in &self.parameters {
            line.push_str(&format!(" {name}={value}"));
        }
        line.push('\n');
        line.into_bytes()
    }

    /// Parses a handshake, given without its line feed.
    pub fn decode(line: &[u8]) -> Result<Self, HandshakeError> {
        let mut fields = after_version(line)?;
        let game = text(fields.expect("the name of a game")?)?;
        let parameters = fields.map(parameter).collect::<Result<_, _>>()?;
        Ok(HandshakeRequest { game, parameters })
    }
}

/// The bot's reply: its dialect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HandshakeReply {
    /// The turn dialect, with at most this many boards in flight.
    Turns {
        /// 1 to [`MAX_BOARDS`].
        boards: u32,
        /// Whether the bot can also explain its genomes (see [`trace`](crate::rat_race::trace)).
        traces: bool,
    },
    /// The plain dialect.
    Plain,
    /// The bot cannot play this game.
    Refuse {
        /// The reason, in the bot's own words.
        reason: String,
    },
}

impl HandshakeReply {
    /// The reply as a line, with its line feed.
    pub fn encode(&self) -> Vec<u8> {
        let mut line = format!("rathaus {VERSION} ").into_bytes();
        match self {
            HandshakeReply::Turns { boards, traces } => {
                line.extend_from_slice(b"turns boards=");
                put_decimal(&mut line, *boards);
                line.extend_from_slice(if *traces { b" trace" } else { b"" });
            }
            HandshakeReply::Plain => line.extend_from_slice(b"plain"),
            HandshakeReply::Refuse { reason } => line.extend(format!("refuse {reason}").bytes()),
        }
        line.push(b'\n');
        line
    }

    /// Parses a bot's reply, given without its line feed.
    pub fn decode(line: &[u8]) -> Result<Self, HandshakeError> {
        const EXPECTED: &str = "`turns boards=N`, `turns boards=N trace`, `plain` or `refuse REASON`";
        let mut fields = after_version(line)?;
        match fields.expect(EXPECTED)? {
            b"turns" => {
                let boards = boards(fields.expect(EXPECTED)?)?;
                match fields.rest() {
                    b"" => Ok(HandshakeReply::Turns { boards, traces: false }),
                    b"trace" => Ok(HandshakeReply::Turns { boards, traces: true }),
                    _ => Err(MalformedLine::new(EXPECTED, line).into()),
                }
            }
            b"plain" if fields.rest().is_empty() => Ok(HandshakeReply::Plain),
            b"refuse" => {
                Ok(HandshakeReply::Refuse { reason: String::from_utf8_lossy(fields.rest()).into_owned() })
            }
            _ => Err(MalformedLine::new(EXPECTED, line).into()),
        }
    }
}

/// Why a handshake or its reply is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HandshakeError {
    /// The line is a handshake for another version of the protocol.
    #[error("it speaks version {found} of the protocol, and this host speaks version {VERSION}")]
    Version {
        /// The version in the line.
        found: u32,
    },
    /// The line is not a handshake.
    #[error(transparent)]
    Malformed(#[from] MalformedLine),
}

/// Parses `rathaus VERSION` and returns the fields after it.
fn after_version(line: &[u8]) -> Result<FieldReader<'_>, HandshakeError> {
    let mut fields = FieldReader::new(line);
    if fields.next() != Some(b"rathaus") {
        return Err(MalformedLine::new("a line that begins with `rathaus 1`", line).into());
    }
    match fields.number("the version of the protocol")? {
        VERSION => Ok(fields),
        found => Err(HandshakeError::Version { found }),
    }
}

fn boards(field: &[u8]) -> Result<u32, MalformedLine> {
    field
        .strip_prefix(b"boards=")
        .and_then(decimal)
        .filter(|boards| (1..=MAX_BOARDS).contains(boards))
        .ok_or_else(|| MalformedLine::new("`boards=N` with N from 1 to 1024", field))
}

fn parameter(field: &[u8]) -> Result<(String, String), MalformedLine> {
    let field = text(field)?;
    match field.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.into(), value.into())),
        _ => Err(MalformedLine::new("`name=value`", field.as_bytes())),
    }
}

fn text(field: &[u8]) -> Result<String, MalformedLine> {
    String::from_utf8(field.to_vec()).map_err(|_| MalformedLine::new("ASCII text", field))
}

impl fmt::Display for HandshakeReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HandshakeReply::Turns { boards, .. } => write!(f, "the turn dialect, {boards} boards in flight"),
            HandshakeReply::Plain => f.write_str("the plain dialect"),
            HandshakeReply::Refuse { reason } => write!(f, "refused: {reason}"),
        }
    }
}
