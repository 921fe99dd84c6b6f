//! Knock-outs: the loser of an encounter is out.

use std::cmp::Ordering;

use super::schedule_builder::{ScheduleBuilder, on_opening, turned};
use super::{EncounterStatus, FormatSetup, FormatStanding, SeatResultLookup, TournamentFormatState};
use crate::tournament::ScheduledMatch;

/// The most pairs of games that follow when an encounter is level after all of its games. After
/// these the lot decides, because two entrants that always win in the same seat would play forever.
const MORE_PAIRS: u32 = 5;

/// The largest number of matches.
pub(super) fn most(FormatSetup { rounds, entrants, .. }: FormatSetup) -> Option<u64> {
    (entrants as u64).saturating_sub(1).checked_mul(u64::from(rounds) + u64::from(2 * MORE_PAIRS))
}

/// The standings, and the matches that are known.
pub(super) fn knock_out(field: FormatSetup, known: SeatResultLookup<'_>) -> TournamentFormatState {
    let mut matches = ScheduleBuilder::new(known);
    // `None` is an empty place. An entrant that meets an empty place advances.
    let mut bracket = bracket(field);
    let place = FormatStanding::KnockOut { left: bracket.len(), by_lot: false, is_out: false };
    let mut places = vec![place; field.entrants];
    let mut round = 0;
    let mut encounters = Vec::new();
    let continues = loop {
        if bracket.len() <= 1 {
            break false;
        }
        let (duels, is_over) = play_round(field, round, &bracket, &mut matches);
        encounters.extend(duels.iter().map(Duel::told));
        if !is_over {
            break true;
        }
        let left = bracket.len() / 2;
        let decided: Vec<DuelResult> = duels.iter().filter_map(Duel::decided).collect();
        for DuelResult { through, out, by_lot } in &decided {
            for (entrant, is_out) in [(through, false), (out, true)] {
                if let Some(entrant) = entrant {
                    let place = if is_out { 2 * left } else { left };
                    places[*entrant] =
                        FormatStanding::KnockOut { left: place, by_lot: is_out && *by_lot, is_out };
                }
            }
        }
        bracket = decided.into_iter().map(|decided| decided.through).collect();
        round += 1;
    };
    TournamentFormatState {
        scheduled_matches: matches.scheduled_matches,
        continues,
        places,
        encounters,
        adaptive: None,
    }
}

/// The places of the first round, drawn by lot. Neighbours meet. Empty places fill it up to a power
/// of two and are spread evenly.
fn bracket(FormatSetup { seed, entrants, .. }: FormatSetup) -> Vec<Option<usize>> {
    let mut lot: Vec<usize> = (0..entrants).collect();
    seed.stream("lot").shuffle(&mut lot);
    let mut order = vec![0];
    while order.len() < entrants {
        let all = 2 * order.len();
        order = order.into_iter().flat_map(|one| [one, all - 1 - one]).collect();
    }
    order.into_iter().map(|position| lot.get(position).copied()).collect()
}

/// The entrant that advances and the one that is out.
#[derive(Debug, Clone, Copy)]
struct DuelResult {
    through: Option<usize>,
    out: Option<usize>,
    by_lot: bool,
}

/// Plays all encounters of a round game by game, as far as results are known. The second value says
/// whether all encounters are decided.
fn play_round(
    field: FormatSetup,
    round: u32,
    bracket: &[Option<usize>],
    matches: &mut ScheduleBuilder<'_>,
) -> (Vec<Duel>, bool) {
    let mut duels: Vec<Duel> =
        bracket.chunks_exact(2).map(|pair| Duel::new(field, round, [pair[0], pair[1]])).collect();
    loop {
        let games: Vec<(usize, ScheduledMatch)> = duels
            .iter()
            .enumerate()
            .flat_map(|(number, duel)| duel.next_games().map(move |game| (number, game)))
            .collect();
        if games.is_empty() {
            return (duels, true);
        }
        let Some(results) = matches.play(games.iter().map(|(_, scheduled_match)| scheduled_match.clone()))
        else {
            return (duels, false);
        };
        for ((number, scheduled_match), points) in games.into_iter().zip(results) {
            duels[number].count(&scheduled_match, &points);
        }
    }
}

/// Two sides that meet, of which one advances.
#[derive(Debug)]
struct Duel {
    field: FormatSetup,
    round: u32,
    sides: [Option<usize>; 2],
    points: [f64; 2],
    played: u32,
}

/// The standing of an encounter.
enum DuelStanding {
    /// At least this many more games are needed to decide it.
    Open(u32),
    /// This side has won.
    Won(usize),
    /// It remains level, and the lot decides.
    Level,
}

impl Duel {
    fn new(field: FormatSetup, round: u32, sides: [Option<usize>; 2]) -> Duel {
        Duel { field, round, sides, points: [0.0; 2], played: 0 }
    }

    fn standing(&self) -> DuelStanding {
        match self.sides {
            [_, None] => return DuelStanding::Won(0),
            [None, _] => return DuelStanding::Won(1),
            _ => {}
        }
        let (games, [one, other]) = (self.field.rounds, self.points);
        let enough = f64::from(games) / 2.0;
        let ahead = if one >= other { 0 } else { 1 };
        if self.played < games {
            if self.points[ahead] > enough {
                return DuelStanding::Won(ahead);
            }
            // The number of games that the side ahead still needs if it wins all of them.
            let wins = (enough - self.points[ahead]).floor() as u32 + 1;
            return DuelStanding::Open(wins.min(games - self.played));
        }
        match one.total_cmp(&other) {
            // Two at a time, with seats swapped.
            Ordering::Equal if self.played - games < 2 * MORE_PAIRS => DuelStanding::Open(2),
            Ordering::Equal => DuelStanding::Level,
            _ => DuelStanding::Won(ahead),
        }
    }

    /// The games that are needed next. Each pair of games has the same opening, with seats swapped.
    fn next_games(&self) -> impl Iterator<Item = ScheduledMatch> + '_ {
        let needed = match self.standing() {
            DuelStanding::Open(games) => games,
            DuelStanding::Won(_) | DuelStanding::Level => 0,
        };
        let sides: Vec<usize> = self.sides.iter().flatten().copied().collect();
        (self.played..self.played + needed).map(move |game| {
            // If the number of games is odd, the last one has its own opening, and so do the pairs
            // after it.
            let games = self.field.rounds;
            let (pairs, game) = if game < games { (0, game) } else { (self.pairs(), game - games) };
            let before = self.round * (self.pairs() + MORE_PAIRS) + pairs;
            on_opening(self.field, before + game / 2 + 1, turned(&sides, game as usize % 2))
        })
    }

    /// The number of openings, without those of the extra pairs of a level encounter.
    fn pairs(&self) -> u32 {
        self.field.rounds.div_ceil(2)
    }

    fn count(&mut self, game: &ScheduledMatch, points: &[f64]) {
        for (entrant, points) in game.seats.iter().zip(points) {
            let side = usize::from(self.sides[0] != Some(*entrant));
            self.points[side] += points;
        }
        self.played += 1;
    }

    /// Which side advances, or `None` if that is not decided.
    fn decided(&self) -> Option<DuelResult> {
        let (winner, by_lot) = match self.standing() {
            DuelStanding::Open(_) => return None,
            DuelStanding::Won(side) => (side, false),
            // The bracket was drawn by lot, so its first side is a random one.
            DuelStanding::Level => (0, true),
        };
        Some(DuelResult { through: self.sides[winner], out: self.sides[1 - winner], by_lot })
    }

    /// The encounter as it is shown to people.
    fn told(&self) -> EncounterStatus {
        let (entrants, points) =
            self.sides.iter().zip(self.points).filter_map(|(side, points)| Some(((*side)?, points))).unzip();
        let decided = self.decided();
        EncounterStatus {
            round: self.round + 1,
            entrants,
            points: if self.played > 0 { points } else { Vec::new() },
            through: decided.and_then(|decided| decided.through),
            by_lot: decided.is_some_and(|decided| decided.by_lot),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rathaus_games::Seed;

    fn field(games: u32, entrants: usize) -> FormatSetup {
        FormatSetup {
            seed: Seed(3),
            rounds: games,
            seats: 2,
            entrants,
            pairing: crate::tournament::SwissPairingAlgorithm::default(),
            decide: crate::tournament::DecisionTarget::default(),
            groups: 1,
        }
    }

    /// The smaller index always wins.
    fn by_strength(scheduled_match: &ScheduledMatch) -> Option<Vec<f64>> {
        Some(scheduled_match.seats.iter().map(|entrant| -(*entrant as f64)).collect())
    }

    /// The `left` of each entrant's standing. It is 1 for the winner.
    fn left(format_state: &TournamentFormatState) -> Vec<usize> {
        let of = |place: &FormatStanding| match place {
            FormatStanding::KnockOut { left, .. } => *left,
            FormatStanding::Swiss { .. } | FormatStanding::Adaptive { .. } => {
                unreachable!("it is a knock-out")
            }
        };
        format_state.places.iter().map(of).collect()
    }

    #[test]
    fn the_best_one_wins_and_half_go_out_in_each_round() {
        for entrants in 2..=17 {
            let format_state = knock_out(field(1, entrants), SeatResultLookup::of_played(&by_strength));
            let left = left(&format_state);
            assert!(!format_state.continues);
            assert_eq!(format_state.scheduled_matches.len(), entrants - 1);
            assert_eq!((left[0], left.iter().filter(|left| **left == 1).count()), (1, 1));
            for size in [2, 4, 8] {
                let expected = if size < entrants { size / 2 } else { continue };
                assert_eq!(
                    left.iter().filter(|left| **left == size).count(),
                    expected,
                    "{entrants}: {left:?}"
                );
            }
        }
    }

    #[test]
    fn no_more_games_are_played_than_decide() {
        // Three of five games decide, and the schedule has three at once because no fewer can.
        let format_state = knock_out(field(5, 2), SeatResultLookup::of_played(&by_strength));
        assert_eq!(format_state.scheduled_matches.len(), 3);
        let none = knock_out(field(5, 2), SeatResultLookup::of_played(&|_| None));
        assert_eq!((none.scheduled_matches.len(), none.continues), (3, true));
        assert_eq!(none.scheduled_matches, format_state.scheduled_matches);
        // Seats are swapped on the same opening.
        assert_eq!(format_state.scheduled_matches.get(0).seed, format_state.scheduled_matches.get(1).seed);
        assert_ne!(format_state.scheduled_matches.get(0).seats, format_state.scheduled_matches.get(1).seats);
        assert_ne!(format_state.scheduled_matches.get(1).seed, format_state.scheduled_matches.get(2).seed);
    }

    #[test]
    fn level_encounters_go_on_in_pairs_and_end_by_lot() {
        // The first seat always wins.
        let first = |scheduled_match: &ScheduledMatch| {
            Some((0..scheduled_match.seats.len()).map(|seat| -(seat as f64)).collect())
        };
        let format_state = knock_out(field(2, 2), SeatResultLookup::of_played(&first));
        assert_eq!(format_state.scheduled_matches.len() as u64, most(field(2, 2)).unwrap());
        let lost = format_state
            .places
            .iter()
            .find(|place| matches!(place, FormatStanding::KnockOut { left: 2, .. }));
        assert!(matches!(lost, Some(FormatStanding::KnockOut { by_lot: true, .. })), "{format_state:?}");
        // The first extra pair is level too, and the next one decides.
        let decided_later = |scheduled_match: &ScheduledMatch| {
            let scores = if scheduled_match.number <= 4 {
                first(scheduled_match)?
            } else {
                by_strength(scheduled_match)?
            };
            Some(scores)
        };
        let format_state = knock_out(field(2, 2), SeatResultLookup::of_played(&decided_later));
        assert_eq!((format_state.scheduled_matches.len(), left(&format_state)), (6, vec![1, 2]));
    }

    #[test]
    fn what_comes_in_adds_games_and_changes_none() {
        let all = knock_out(field(3, 11), SeatResultLookup::of_played(&by_strength));
        for played in 0..all.scheduled_matches.len() as u32 {
            let partly = |scheduled_match: &ScheduledMatch| {
                by_strength(scheduled_match).filter(|_| scheduled_match.number <= played)
            };
            let format_state = knock_out(field(3, 11), SeatResultLookup::of_played(&partly));
            assert!(format_state.continues && format_state.scheduled_matches.len() as u32 > played);
            assert_eq!(
                format_state.scheduled_matches.iter().collect::<Vec<_>>(),
                all.scheduled_matches.iter().take(format_state.scheduled_matches.len()).collect::<Vec<_>>()
            );
        }
    }

    #[test]
    fn an_opening_is_never_played_twice_by_the_same() {
        let draws = |scheduled_match: &ScheduledMatch| Some(vec![0.0; scheduled_match.seats.len()]);
        for games in [1, 2, 3, 4] {
            let format_state = knock_out(field(games, 5), SeatResultLookup::of_played(&draws));
            let mut played: Vec<_> = format_state
                .scheduled_matches
                .iter()
                .map(|scheduled_match| (scheduled_match.seed.0, scheduled_match.seats.clone()))
                .collect();
            let all = played.len();
            played.sort();
            played.dedup();
            assert_eq!(played.len(), all, "{games}");
            assert!(all as u64 <= most(field(games, 5)).unwrap());
        }
    }

    #[test]
    fn each_encounter_is_told() {
        let format_state = knock_out(field(3, 3), SeatResultLookup::of_played(&by_strength));
        let told: Vec<(u32, usize, Option<usize>)> = format_state
            .encounters
            .iter()
            .map(|encounter| (encounter.round, encounter.entrants.len(), encounter.through))
            .collect();
        assert_eq!(told.len(), 3, "{told:?}");
        assert!(
            told[..2]
                .iter()
                .any(|(round, entrants, through)| (*round, *entrants) == (1, 1) && through.is_some())
        );
        assert_eq!(told[2], (2, 2, Some(0)));
        assert_eq!(format_state.encounters[2].points.iter().sum::<f64>(), 2.0);
        let open = knock_out(field(3, 3), SeatResultLookup::of_played(&|_| None));
        let open: Vec<bool> = open.encounters.iter().map(|encounter| encounter.through.is_some()).collect();
        assert_eq!(
            open.iter().filter(|decided| **decided).count(),
            1,
            "who has nobody to meet goes on: {open:?}"
        );
    }
}
