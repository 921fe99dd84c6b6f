//! Refuses settings of a stored tournament that have no schedule.

use super::StoredTournamentSetup;
use crate::tournament::formats::{
    FormatSetup, MOST_KEPT_APART, MOST_MATCHES, MOST_SEATS, MeetingRules, TournamentFormat,
};
use crate::tournament::schedule::ScheduleError;

impl StoredTournamentSetup {
    /// An error if the settings name somebody who is no entrant.
    pub(super) fn refuse_unknown_names(&self) -> Result<(), ScheduleError> {
        if let Some(anchor) = self.rating_anchor.as_ref().filter(|name| !self.entrants.contains_key(*name)) {
            return Err(ScheduleError::NoAnchor(anchor.clone()));
        }
        let versions =
            self.versions.iter().flat_map(|(bot, names)| names.iter().map(move |name| (bot, name)));
        if let Some((bot, name)) = versions.into_iter().find(|(_, name)| !self.entrants.contains_key(*name)) {
            return Err(ScheduleError::NoVersion { bot: bot.clone(), name: name.clone() });
        }
        let members =
            self.teams.members.iter().flat_map(|(team, names)| names.iter().map(move |name| (team, name)));
        if let Some((team, name)) = members.into_iter().find(|(_, name)| !self.entrants.contains_key(*name)) {
            return Err(ScheduleError::NoTeamMember { team: team.clone(), name: name.clone() });
        }
        Ok(())
    }

    /// An error if members of one team would meet although they must not.
    pub(super) fn refuse_teammates(
        &self,
        field: FormatSetup,
        meetings: MeetingRules<'_>,
    ) -> Result<(), ScheduleError> {
        if meetings.teams.is_empty() {
            return Ok(());
        }
        let FormatSetup { seats, entrants, .. } = field;
        let is_swiss = self.format == TournamentFormat::Swiss;
        let is_too_large = is_swiss && (seats > 2 || entrants > MOST_KEPT_APART);
        let members = meetings.largest_team();
        if !self.format.can_keep_teams_apart() || is_too_large {
            Err(ScheduleError::TeammatesMeet)
        } else if is_swiss && members > entrants.div_ceil(2) {
            Err(ScheduleError::TeamTooLarge { members, entrants })
        } else {
            Ok(())
        }
    }
}

/// An error if so many matches, each with so many seats, are too many to be listed. `None` stands
/// for a number that overflows.
pub(super) fn refuse_too_many(matches: Option<u64>, seats: usize) -> Result<(), ScheduleError> {
    let fits = |matches: u64| {
        matches <= MOST_MATCHES && matches.checked_mul(seats as u64).is_some_and(|seats| seats <= MOST_SEATS)
    };
    if matches.is_some_and(fits) { Ok(()) } else { Err(ScheduleError::TooMany) }
}
