//! The tables whose rows have checksums.

use rusqlite::types::ValueRef;

use super::damage::DatabaseIntegrityError;
use crate::untrusted::harmless;

/// A table. The columns of its primary key come first, and `checksum` is its last column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Table {
    Tournament,
    Entrants,
    Matches,
    Faults,
    Replays,
    Kept,
    Displaced,
    Secrets,
    Conflicts,
    Rulings,
    Storage,
    Times,
    Workers,
}

impl Table {
    /// All tables. That of faults is before that of matches, which has sums of their checksums.
    pub(super) const ALL: [Table; 13] = [
        Table::Tournament,
        Table::Entrants,
        Table::Faults,
        Table::Matches,
        Table::Replays,
        Table::Kept,
        Table::Displaced,
        Table::Secrets,
        Table::Conflicts,
        Table::Rulings,
        Table::Storage,
        Table::Times,
        Table::Workers,
    ];

    /// The tables of the version that got checksums.
    pub(super) const SEALED: &[Table] = Table::ALL.split_at(9).0;

    pub(super) fn name(self) -> &'static str {
        match self {
            Table::Tournament => "tournament",
            Table::Entrants => "entrants",
            Table::Matches => "matches",
            Table::Faults => "faults",
            Table::Replays => "replays",
            Table::Kept => "kept",
            Table::Displaced => "displaced",
            Table::Secrets => "secrets",
            Table::Conflicts => "conflicts",
            Table::Rulings => "rulings",
            Table::Storage => "storage",
            Table::Times => "times",
            Table::Workers => "workers",
        }
    }

    /// The columns of the primary key.
    pub(super) fn key(self) -> &'static [&'static str] {
        match self {
            Table::Tournament => &["one"],
            Table::Entrants | Table::Secrets | Table::Workers => &["name"],
            Table::Matches => &["key"],
            Table::Storage => &["entrant"],
            Table::Replays | Table::Rulings | Table::Times => &["match"],
            Table::Kept => &["submission", "why", "match"],
            Table::Faults | Table::Displaced | Table::Conflicts => &["match", "number"],
        }
    }

    /// The order of the primary key, in which SQLite stores rows. Reading in it needs no sorting.
    pub(super) fn order(self) -> String {
        self.key().join(", ")
    }

    /// Whether `totals` counts its rows. The row of a match does that for its faults.
    pub(super) fn is_counted(self) -> bool {
        self != Table::Faults
    }

    /// What `totals` adds up of a row: its primary key, and the sizes of a replay.
    pub(super) fn identity(self) -> String {
        match self {
            Table::Replays => "match, length(answers), length(clocks_us), length(stderr)".into(),
            _ => self.order(),
        }
    }

    /// [`Table::identity`] of the row with these values.
    pub(super) fn identity_of<'a>(self, values: &[ValueRef<'a>]) -> Vec<ValueRef<'a>> {
        let (key, others) = values.split_at(self.key().len());
        let mut identity = key.to_vec();
        if self == Table::Replays {
            let size = |value: &ValueRef<'_>| value.as_bytes().map_or(0, <[u8]>::len) as i64;
            identity.extend(others.iter().map(|value| ValueRef::Integer(size(value))));
        }
        identity
    }

    /// The key of the match that a row is about.
    pub(super) fn match_key(self, values: &[ValueRef<'_>]) -> Option<String> {
        let column = match self {
            Table::Tournament | Table::Entrants | Table::Secrets | Table::Storage | Table::Workers => {
                return None;
            }
            Table::Kept => 2,
            Table::Matches
            | Table::Faults
            | Table::Replays
            | Table::Displaced
            | Table::Conflicts
            | Table::Rulings
            | Table::Times => 0,
        };
        let ValueRef::Text(text) = values.get(column)? else { return None };
        Some(harmless(&String::from_utf8_lossy(text)))
    }

    /// The damage of the row with this primary key.
    pub(super) fn damaged_row(self, key: &[ValueRef<'_>]) -> DatabaseIntegrityError {
        DatabaseIntegrityError::Row { table: self.name(), key: self.match_key(key) }
    }
}
