//! Swiss tournaments: in each round, entrants with equal points meet, if possible only those that
//! have not met before.

mod factors;
mod matching;
mod pairs;
mod search;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use super::super::scheduled_matches::ScheduledMatchColumns;
use super::schedule_builder::{ScheduleBuilder, average_shares, on_opening, turned};
use super::{
    EncounterStatus, FormatSetup, FormatStanding, MeetingRules, SeatResultLookup, SwissPairingAlgorithm,
    TournamentFormatState,
};

/// The score of an entrant.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct SwissScore {
    /// The points: for each round the average of its matches, from 0 to 1.
    points: f64,
    /// The number of rounds without opponents, each of which gives a point to an entrant that is there.
    rests: u32,
}

/// The standings, and the matches of all rounds whose opponents are known.
pub(super) fn swiss(
    field: FormatSetup,
    meetings: MeetingRules<'_>,
    known: SeatResultLookup<'_>,
) -> TournamentFormatState {
    if field.seats == 0 {
        return TournamentFormatState::known(ScheduledMatchColumns::default());
    }
    let mut swiss = Swiss::new(field, meetings);
    let mut matches = ScheduleBuilder::new(known);
    let continues = (1..=field.rounds).try_for_each(|round| swiss.round(round, &mut matches)).is_none();
    let places = swiss.places();
    TournamentFormatState {
        scheduled_matches: matches.scheduled_matches,
        continues,
        places,
        encounters: swiss.encounters,
        adaptive: None,
    }
}

/// The largest number of matches.
pub(super) fn most(FormatSetup { rounds, seats, entrants, .. }: FormatSetup) -> Option<u64> {
    let tables = entrants.checked_div(seats).unwrap_or(0) as u64;
    tables.checked_mul(seats as u64)?.checked_mul(rounds.into())
}

struct Swiss<'a> {
    field: FormatSetup,
    meetings: MeetingRules<'a>,
    /// All entrants in an order drawn by lot, which decides between equal points.
    lot: Vec<usize>,
    tallies: Vec<SwissScore>,
    /// How often two entrants have met, by their indices, the smaller one first.
    met: BTreeMap<(usize, usize), u32>,
    /// The entrants that lost their last pairing by a ruling.
    absent: BTreeSet<usize>,
    /// All encounters so far and those of the next round.
    encounters: Vec<EncounterStatus>,
}

impl<'a> Swiss<'a> {
    fn new(field: FormatSetup, meetings: MeetingRules<'a>) -> Swiss<'a> {
        let mut lot: Vec<usize> = (0..field.entrants).collect();
        field.seed.stream("lot").shuffle(&mut lot);
        let tallies = vec![SwissScore::default(); field.entrants];
        Swiss {
            field,
            meetings,
            lot,
            tallies,
            met: BTreeMap::new(),
            absent: BTreeSet::new(),
            encounters: Vec::new(),
        }
    }

    /// Draws the pairing of a round and counts its results. `None` if not all results are known.
    fn round(&mut self, round: u32, matches: &mut ScheduleBuilder<'_>) -> Option<()> {
        let (tables, resting) = self.draw(round);
        let seats = self.field.seats;
        let played = tables.iter().flat_map(|table| (0..seats).map(|turn| turned(table, turn)));
        let first = self.encounters.len();
        self.encounters.extend(tables.iter().map(|table| encounter(round, table)));
        let alone = resting.iter().map(|entrant| {
            let points = if self.absent.contains(entrant) { 0.0 } else { 1.0 };
            EncounterStatus { points: vec![points], ..encounter(round, &[*entrant]) }
        });
        self.encounters.extend(alone);
        let first_match = matches.scheduled_matches.len();
        let results = matches.play(played.map(|seats| on_opening(self.field, round, seats)))?;
        for (encounter, turns) in self.encounters[first..].iter_mut().zip(results.chunks(seats)) {
            encounter.points = average_shares(turns);
        }
        for EncounterStatus { entrants, points, .. } in &self.encounters[first..] {
            for (entrant, points) in entrants.iter().zip(points) {
                let tally = &mut self.tallies[*entrant];
                tally.points = even(tally.points + points);
            }
        }
        resting.iter().for_each(|entrant| self.tallies[*entrant].rests += 1);
        self.absent.retain(|entrant| resting.contains(entrant));
        let played = first_match..matches.scheduled_matches.len();
        self.absent.extend(played.flat_map(|position| matches.ruled_losers(position)));
        tables.iter().for_each(|table| self.note_meeting(table));
        Some(())
    }

    /// The tables of the next round, and the entrants that sit it out.
    fn draw(&self, round: u32) -> (Vec<Vec<usize>>, Vec<usize>) {
        match self.field.pairing {
            SwissPairingAlgorithm::Matching if self.field.seats == 2 => self.draw_pairs(round),
            // The search does not know teams.
            _ if self.keeps_teams_apart() => self.draw_pairs(round),
            SwissPairingAlgorithm::Matching | SwissPairingAlgorithm::Search => self.draw_by_search(),
        }
    }

    fn keeps_teams_apart(&self) -> bool {
        !self.meetings.teams.is_empty() && self.field.seats == 2
    }

    /// All entrants by points, and equal ones by lot.
    fn order(&self) -> Vec<usize> {
        let mut order = self.lot.clone();
        order.sort_by(|one, other| self.points(*other).total_cmp(&self.points(*one)));
        order
    }

    fn times_met(&self, one: usize, other: usize) -> u32 {
        self.met.get(&pair(one, other)).copied().unwrap_or(0)
    }

    fn points(&self, entrant: usize) -> f64 {
        self.tallies[entrant].points
    }

    fn note_meeting(&mut self, table: &[usize]) {
        for (position, one) in table.iter().enumerate() {
            for other in &table[position + 1..] {
                *self.met.entry(pair(*one, *other)).or_default() += 1;
            }
        }
    }

    fn places(&self) -> Vec<FormatStanding> {
        let mut opponents = vec![0.0; self.field.entrants];
        for ((one, other), times) in &self.met {
            opponents[*one] += self.points(*other) * f64::from(*times);
            opponents[*other] += self.points(*one) * f64::from(*times);
        }
        let places = self.tallies.iter().zip(opponents).map(|(tally, opponents)| FormatStanding::Swiss {
            points: tally.points,
            opponents: even(opponents),
            rests: tally.rests,
        });
        places.collect()
    }
}

/// The encounter of a table before any result is known.
fn encounter(round: u32, table: &[usize]) -> EncounterStatus {
    EncounterStatus { round, entrants: table.to_vec(), points: Vec::new(), through: None, by_lot: false }
}

/// Rounds a sum, so that equal sums compare as equal despite the errors of thirds and the like.
fn even(sum: f64) -> f64 {
    (sum * 1e9).round() / 1e9
}

fn pair(one: usize, other: usize) -> (usize, usize) {
    (one.min(other), one.max(other))
}
