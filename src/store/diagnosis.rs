//! Says what a file is that cannot be used as the database of a tournament.

use std::io::Read;
use std::path::Path;

use rusqlite::Connection;

use super::StoreError;
use crate::untrusted::{self, SymlinkPolicy, harmless};

/// The first bytes of every database (sqlite.org/fileformat2.html, as all offsets here).
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// The size of the header.
const HEADER: usize = 100;

/// With fewer wrong bytes in [`MAGIC`], the file was a database.
const MOST_WRONG: usize = 4;

/// First bytes of other files that may be confused with a database.
const FORMATS: [(&[u8], &str); 6] = [
    (b"\x1f\x8b", "a gzip archive"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"\x28\xb5\x2f\xfd", "a file compressed with zstd"),
    (b"\x37\x7f\x06\x82", "the write-ahead log of a database"),
    (b"\x37\x7f\x06\x83", "the write-ahead log of a database"),
    (b"\x89PNG", "a picture"),
];

/// The most tables of another program that a message names.
const MOST_TABLES: usize = 5;

/// The error for a file that SQLite does not take for a database.
pub(super) fn no_database(path: &Path) -> StoreError {
    let database = path.to_owned();
    let head = head(path).map(|(head, _)| head).unwrap_or_default();
    let wrong = MAGIC.iter().zip(&head).filter(|(one, other)| one != other).count();
    if head.len() >= MAGIC.len() && wrong < MOST_WRONG {
        return StoreError::DamagedFile { database, why: "its header is damaged".into() };
    }
    StoreError::Foreign { database, why: format!("SQLite cannot read it; it looks like {}", looks(&head)) }
}

fn looks(head: &[u8]) -> &'static str {
    if let Some((_, name)) = FORMATS.iter().find(|(magic, _)| head.starts_with(magic)) {
        return name;
    }
    let is_text = |byte: &u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace() || *byte >= 0x80;
    match head.trim_ascii_start() {
        [b'{' | b'[', ..] if head.iter().all(is_text) => "JSON",
        [] => "an empty file",
        _ if head.iter().all(is_text) => "text",
        _ if head.iter().all(|byte| *byte == 0) => "zeros",
        _ => "a file of another format",
    }
}

/// Why SQLite calls a database malformed, if its size says so.
pub(super) fn malformed(path: &Path, error: &rusqlite::Error) -> StoreError {
    let database = path.to_owned();
    let why = match head(path).and_then(|(head, bytes)| Some((promised_bytes(&head)?, bytes))) {
        Some((promised, bytes)) if bytes < promised => {
            format!("it is truncated: {bytes} of {promised} bytes are there")
        }
        _ => error.to_string(),
    };
    StoreError::DamagedFile { database, why }
}

/// The size of a database by its header.
fn promised_bytes(head: &[u8]) -> Option<u64> {
    let page = match u16::from_be_bytes(*head.get(16..)?.first_chunk()?) {
        1 => 65_536,
        size => u64::from(size),
    };
    let pages = u32::from_be_bytes(*head.get(28..)?.first_chunk()?);
    Some(page * u64::from(pages))
}

/// The header of a file, and its size.
fn head(path: &Path) -> Option<(Vec<u8>, u64)> {
    let file = untrusted::open_file(path, SymlinkPolicy::Refuse, u64::MAX).ok()?;
    let bytes = file.metadata().ok()?.len();
    let mut head = Vec::new();
    file.take(HEADER as u64).read_to_end(&mut head).ok()?;
    Some((head, bytes))
}

/// Describes a database of another program.
pub(super) fn other_program(connection: &Connection, application: i32) -> String {
    let query = format!("SELECT name FROM sqlite_schema WHERE type = 'table' LIMIT {MOST_TABLES}");
    let tables = connection.prepare(&query).and_then(|mut query| {
        query.query_map([], |row| row.get::<_, String>(0))?.collect::<rusqlite::Result<Vec<_>>>()
    });
    let tables = tables.unwrap_or_default().join(", ");
    let tables: String = harmless(&tables).chars().take(200).collect();
    format!(
        "it belongs to another program; its application id is {application:#010x}, its tables are {tables}"
    )
}

/// The newest version of Rathaus that has played matches in this database, in words, after a
/// semicolon.
pub(super) fn last_version(connection: &Connection) -> String {
    let query = "SELECT substr(provenance, 1, 1000) FROM matches WHERE provenance IS NOT NULL LIMIT 1000";
    let provenances = connection.prepare(query).and_then(|mut query| {
        query.query_map([], |row| row.get::<_, String>(0))?.collect::<rusqlite::Result<Vec<_>>>()
    });
    let version = |provenance: &String| {
        let (_, after) = provenance.split_once("\"rathaus\":\"")?;
        let version = after.split_once('"')?.0.to_owned();
        let numbers: Vec<u32> = version.split('.').map(str::parse).collect::<Result<_, _>>().ok()?;
        Some((numbers, version))
    };
    let newest = provenances.unwrap_or_default().iter().filter_map(version).max();
    newest
        .map(|(_, version)| format!("; rathaus {} has played matches in it", harmless(&version)))
        .unwrap_or_default()
}
