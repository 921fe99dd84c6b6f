//! Schedules of single-player games, as lists of plain values.

use rathaus_games::Seed;
use rathaus_games::words::counted;

use super::formats::{DecisionTarget, MOST_ADAPTIVE_ENTRANTS, MOST_KEPT_APART, MOST_MATCHES, MOST_SEATS};
use super::groups::MOST_GROUPS;
use super::scheduled_matches::ScheduledMatchColumns;
use crate::matches::{MatchSpecError, ScheduledMatch, SeededBoard};

/// Why a tournament has no schedule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    /// Its matches cannot be played.
    #[error(transparent)]
    Spec(#[from] MatchSpecError),
    /// It would have too many matches.
    #[error(
        "that would be more than {MOST_MATCHES} matches, or {MOST_SEATS} seats in them; take fewer `boards` or \
         `games`, or the format `drawn`"
    )]
    TooMany,
    /// It has too many groups of boards.
    #[error("a tournament has at most {MOST_GROUPS} groups of boards, and not {0}")]
    TooManyGroups(usize),
    /// An adaptive tournament asks for as many of the best entrants as there are.
    #[error("there is nothing to decide about {} of {}", target.in_words(), counted(*entrants, "entrant"))]
    NothingToDecide { target: DecisionTarget, entrants: usize },
    /// An adaptive tournament would have to compare too many pairs.
    #[error(
        "{0} entrants are too many for an adaptive tournament, which has at most {MOST_ADAPTIVE_ENTRANTS}; take \
         another `format`, or fewer entrants"
    )]
    TooManyToCompare(usize),
    /// No entrant has the name of the rating anchor.
    #[error("`rating_anchor` names {0}, and no entrant has this name")]
    NoAnchor(String),
    /// No entrant has the name of a version.
    #[error("`versions` of {bot} names {name}, and no entrant has this name")]
    NoVersion { bot: String, name: String },
    /// A team has a member that does not take part.
    #[error("`teams` of {team} names {name}, and no entrant has this name")]
    NoTeamMember { team: String, name: String },
    /// In this format, members of a team could meet.
    #[error(
        "in this format, members of one team can meet; `teammates_meet = false` is for round robins, gauntlets, and \
         Swiss tournaments with two seats and at most {MOST_KEPT_APART} entrants"
    )]
    TeammatesMeet,
    /// A team is so large that its members have to meet.
    #[error("a team has {members} of {entrants} entrants, so that its members have to meet")]
    TeamTooLarge { members: usize, entrants: usize },
    /// The challenger of the gauntlet does not play.
    #[error("the challenger, {0}, does not play, and so there is no gauntlet")]
    NoChallenger(String),
}

/// The boards of a tournament with this seed. A longer list begins with the same boards as a
/// shorter one.
pub fn boards(seed: Seed, count: u32) -> Vec<SeededBoard> {
    (1..=count).map(|number| SeededBoard { number, seed: seed.derive("board", number.into()) }).collect()
}

/// The matches of `entrants` entrants, each alone on each of the boards, entrant by entrant.
pub fn single_player(boards: &[SeededBoard], entrants: usize) -> ScheduledMatchColumns {
    let of = |entrant| {
        boards.iter().map(move |SeededBoard { number, seed }| ScheduledMatch {
            number: *number,
            round: *number,
            seed: *seed,
            seats: vec![entrant],
            numbers: None,
        })
    };
    (0..entrants).flat_map(of).collect()
}

/// Orders matches, by their positions in the schedule, so that after each part of a round all
/// entrants have played about equally often.
///
/// Matches of a round whose entrants have the same sum, modulo their number, share no entrant if
/// they have two seats. In single-player games the order stays, because one process plays many
/// boards of an entrant.
pub fn spread_evenly(positions: &mut [usize], schedule: &ScheduledMatchColumns, entrants: usize) {
    let part = |position: &usize| {
        let sum: usize = schedule.seats(*position).iter().map(|entrant| *entrant as usize).sum();
        (schedule.round(*position), sum % entrants.max(1))
    };
    if schedule.all_seats() > schedule.len() {
        positions.sort_by_key(part);
    }
}

#[cfg(test)]
mod tests {
    use super::super::TournamentFormat;
    use super::super::formats::{FormatSetup, MeetingRules, SeatResultLookup};
    use super::*;

    #[test]
    fn a_part_of_a_round_robin_is_spread_evenly() {
        for (format, each) in [(TournamentFormat::RoundRobin, 1), (TournamentFormat::DoubleRoundRobin, 2)] {
            for entrants in [7, 12, 120] {
                let field = FormatSetup {
                    seed: Seed(1),
                    rounds: 2,
                    seats: 2,
                    entrants,
                    pairing: crate::tournament::SwissPairingAlgorithm::default(),
                    decide: crate::tournament::DecisionTarget::default(),
                    groups: 1,
                };
                let all = format
                    .format_state(field, MeetingRules::default(), SeatResultLookup::of_played(&|_| None))
                    .scheduled_matches;
                let mut positions: Vec<usize> = (0..all.len()).collect();
                spread_evenly(&mut positions, &all, entrants);
                let mut played = vec![0_usize; entrants];
                for position in &positions {
                    all.seats(*position).iter().for_each(|entrant| played[*entrant as usize] += 1);
                    let (least, most) = (played.iter().min().unwrap(), played.iter().max().unwrap());
                    assert!(most - least <= 2 * each, "{entrants}: {least} to {most}");
                }
                positions.sort_unstable();
                assert_eq!(positions, (0..all.len()).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn more_boards_begin_with_the_same_ones() {
        assert_eq!(boards(Seed(1), 50)[..10], boards(Seed(1), 10));
        assert_ne!(boards(Seed(1), 1)[0].seed, boards(Seed(2), 1)[0].seed);
    }
}
