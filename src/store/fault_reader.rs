//! Reads the faults of matches along with the matches.

use rathaus_games::SeatFault;
use rusqlite::Rows;

use super::damage::DatabaseIntegrityError;
use super::rows;
use crate::tournament::MatchKey;

/// Reads faults in the order of the keys of their matches.
pub(super) struct FaultReader<'a> {
    rows: Rows<'a>,
    /// The next fault, with the key of its match and the checksum of its row.
    next: Option<(MatchKey, SeatFault, i64)>,
}

impl<'a> FaultReader<'a> {
    pub(super) fn new(rows: Rows<'a>) -> rusqlite::Result<FaultReader<'a>> {
        let mut reader = FaultReader { rows, next: None };
        reader.advance()?;
        Ok(reader)
    }

    fn advance(&mut self) -> rusqlite::Result<Option<(MatchKey, SeatFault, i64)>> {
        let next = match self.rows.next()? {
            Some(row) => {
                let (fault, checksum) = rows::verified_fault(row)?;
                Some((rows::key(row, 0)?, fault, checksum))
            }
            None => None,
        };
        Ok(std::mem::replace(&mut self.next, next))
    }

    /// The faults of the match with this key, which is after those of earlier calls. Fails unless
    /// their checksums have this sum.
    pub(super) fn of(&mut self, key: MatchKey, sum: i64) -> rusqlite::Result<Vec<SeatFault>> {
        let (mut found, mut left) = (Vec::new(), sum);
        while self.next.as_ref().is_some_and(|(of, ..)| *of <= key) {
            let Some((of, fault, checksum)) = self.advance()? else { break };
            if of != key {
                return Err(DatabaseIntegrityError::Faults { key: of.to_string() }.into());
            }
            left = left.wrapping_sub(checksum);
            found.push(fault);
        }
        match left {
            0 => Ok(found),
            _ => Err(DatabaseIntegrityError::Faults { key: key.to_string() }.into()),
        }
    }

    /// Fails if there are faults of matches that are not there.
    pub(super) fn end(&self) -> rusqlite::Result<()> {
        match &self.next {
            Some((key, ..)) => Err(DatabaseIntegrityError::Faults { key: key.to_string() }.into()),
            None => Ok(()),
        }
    }
}
