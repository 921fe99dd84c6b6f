//! The stored state of the tournament.

use rusqlite::types::ValueRef;
use serde::de::DeserializeOwned;

use super::tables::Table;
use super::{Store, StoreError, checksum, rows, totals};
use crate::tournament::StoredTournamentSetup;

impl Store {
    /// The state of the tournament when matches were last played, or `None` before that.
    pub fn tournament(&self) -> Result<Option<StoredTournamentSetup>, StoreError> {
        let (mut settings, mut entrants) = (None, Vec::<(String, String)>::new());
        self.read(|connection| {
            rows::for_each(connection, Table::Tournament, |row| {
                settings = Some(row.get::<_, String>(1)?);
                Ok(())
            })?;
            rows::for_each(connection, Table::Entrants, |row| {
                entrants.push((row.get(0)?, row.get(1)?));
                Ok(())
            })
        })?;
        let Some(settings) = settings else { return Ok(None) };
        let mut state: StoredTournamentSetup = self.parsed(&settings)?;
        for (name, entrant) in entrants {
            state.entrants.insert(name, self.parsed(&entrant)?);
        }
        Ok(Some(state))
    }

    /// Replaces the state of the tournament. Results stay, even if they do not belong to it.
    pub fn set_tournament(&mut self, state: &StoredTournamentSetup) -> Result<(), StoreError> {
        self.write(|transaction| {
            totals::delete(transaction, Table::Tournament, "TRUE", &[])?;
            totals::delete(transaction, Table::Entrants, "TRUE", &[])?;
            let settings = rows::text(state);
            let values = [ValueRef::Integer(1), settings.as_str().into()];
            checksum::insert(transaction, Table::Tournament, &values)?;
            for (name, entrant) in &state.entrants {
                let entrant = rows::text(entrant);
                let values = [name.as_str().into(), entrant.as_str().into()];
                checksum::insert(transaction, Table::Entrants, &values)?;
            }
            Ok(())
        })
    }

    fn parsed<T: DeserializeOwned>(&self, text: &str) -> Result<T, StoreError> {
        serde_json::from_str(text).map_err(|error| self.damaged(error.to_string()))
    }
}
