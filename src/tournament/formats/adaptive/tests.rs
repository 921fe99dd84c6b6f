//! Simulated fields whose true order is known.

use std::collections::BTreeMap;

use rathaus_games::testing::simulated::{coin, normal};
use rathaus_games::{RandomStream, Seed};

use super::*;
use crate::tournament::SwissPairingAlgorithm;

fn field(decide: DecisionTarget, entrants: usize, rounds: u32, seed: u64) -> FormatSetup {
    let pairing = SwissPairingAlgorithm::default();
    FormatSetup { seed: Seed(seed), rounds, seats: 2, entrants, pairing, decide, groups: 1 }
}

/// Plays a field match by match, as a host does. `result` draws the worth of each seat of a match.
struct Simulation<F> {
    field: FormatSetup,
    stream: RandomStream,
    played: BTreeMap<(u32, Vec<usize>), Vec<f64>>,
    result: F,
}

impl<F: Fn(&[usize], &mut RandomStream) -> Vec<f64>> Simulation<F> {
    fn new(field: FormatSetup, result: F) -> Simulation<F> {
        let stream = field.seed.stream("simulation");
        Simulation { field, stream, played: BTreeMap::new(), result }
    }

    fn state(
        &self,
        find: impl Fn(FormatSetup, SeatResultLookup<'_>) -> TournamentFormatState,
    ) -> TournamentFormatState {
        let known = |scheduled_match: &ScheduledMatch| {
            self.played.get(&(scheduled_match.round, scheduled_match.seats.clone())).cloned()
        };
        find(self.field, SeatResultLookup::of_played(&known))
    }

    /// Plays all that is known, step by step, and hands out each state.
    fn run(
        &mut self,
        find: impl Fn(FormatSetup, SeatResultLookup<'_>) -> TournamentFormatState + Copy,
        mut look: impl FnMut(&TournamentFormatState),
    ) -> TournamentFormatState {
        loop {
            let state = self.state(find);
            look(&state);
            if !state.continues {
                return state;
            }
            for scheduled_match in state.scheduled_matches.iter() {
                let ScheduledMatch { round, seats, .. } = scheduled_match;
                let result = &self.result;
                let stream = &mut self.stream;
                self.played.entry((round, seats.clone())).or_insert_with(|| result(&seats, stream));
            }
        }
    }
}

/// A duel by the model of Bradley and Terry: the strengths are on a logistic scale.
fn duel(strengths: &[f64], seats: &[usize], stream: &mut RandomStream) -> Vec<f64> {
    let chance = 1.0 / (1.0 + (strengths[seats[1]] - strengths[seats[0]]).exp());
    let first = coin(stream, chance);
    vec![first, 1.0 - first]
}

/// Whether all that a state says to be proven is true. Equal entrants must not be told apart.
fn is_right(state: &TournamentFormatState, strengths: &[f64]) -> bool {
    let is_better = &state.adaptive.as_ref().unwrap().is_better;
    let pairs = (0..strengths.len()).flat_map(|one| (0..strengths.len()).map(move |other| (one, other)));
    pairs.filter(|(one, other)| is_better[*one][*other]).all(|(one, other)| strengths[one] > strengths[other])
}

fn strengths(entrants: usize, seed: u64) -> Vec<f64> {
    let mut stream = Seed(seed).stream("strengths");
    (0..entrants).map(|_| normal(&mut stream)).collect()
}

/// How often something wrong is ever said to be proven, however often one looks.
fn errors(decide: DecisionTarget, fields: &[Vec<f64>], rounds: u32) -> usize {
    let is_wrong = |(seed, strengths): (usize, &Vec<f64>)| {
        let setup = field(decide, strengths.len(), rounds, seed as u64);
        let mut simulation = Simulation::new(setup, |seats: &[usize], stream: &mut RandomStream| {
            duel(strengths, seats, stream)
        });
        let mut is_wrong = false;
        simulation.run(multiplayer, |state| is_wrong |= !is_right(state, strengths));
        is_wrong
    };
    fields.iter().enumerate().filter(|one| is_wrong(*one)).count()
}

#[test]
fn what_is_proven_is_right_whenever_one_looks() {
    let normal: Vec<Vec<f64>> = (0..20).map(|seed| strengths(6, seed)).collect();
    let equal = vec![vec![0.0; 6]; 20];
    for decide in [DecisionTarget::All, DecisionTarget::Winner, DecisionTarget::Top(2)] {
        let (of_normal, of_equal) = (errors(decide, &normal, 300), errors(decide, &equal, 300));
        assert!(of_normal <= 3 && of_equal <= 3, "{decide}: {of_normal} {of_equal}");
    }
}

#[test]
#[ignore = "slow: counts the errors of adaptive tournaments in many fields of equal entrants"]
fn equal_entrants_are_rarely_told_apart() {
    let equal = vec![vec![0.0; 8]; 100];
    for decide in [DecisionTarget::Winner, DecisionTarget::Top(3), DecisionTarget::All] {
        let wrong = errors(decide, &equal, 300);
        // The bound is 5, with a standard deviation of 2.2.
        assert!(wrong <= 11, "{decide}: {wrong} of 100");
    }
}

/// In a cycle all are equally good against the field, whatever each pair says.
#[test]
fn a_cycle_has_no_winner() {
    let mut wrong = 0;
    for seed in 0..20 {
        let beats = |seats: &[usize], stream: &mut RandomStream| {
            let is_ahead = (seats[1] + 9 - seats[0]) % 9 <= 4;
            let first = coin(stream, if is_ahead { 0.9 } else { 0.1 });
            vec![first, 1.0 - first]
        };
        let mut simulation = Simulation::new(field(DecisionTarget::Winner, 9, 300, seed), beats);
        let state = simulation.run(multiplayer, |_| ());
        wrong += usize::from(!is_right(&state, &[0.0; 9]));
    }
    assert!(wrong <= 3, "{wrong}");
}

/// The number of matches that it takes to decide a target, and whether the decision is right.
fn matches_to_decide(decide: DecisionTarget, strengths: &[f64], seed: u64) -> (usize, bool) {
    let setup = field(decide, strengths.len(), 1_000_000, seed);
    let duel = |seats: &[usize], stream: &mut RandomStream| duel(strengths, seats, stream);
    let state = Simulation::new(setup, duel).run(multiplayer, |_| ());
    assert!(state.adaptive.as_ref().unwrap().undecided.is_empty());
    (state.scheduled_matches.len(), is_right(&state, strengths))
}

#[test]
fn what_is_to_be_decided_is_decided() {
    let strengths = [1.5, -0.5, 0.0, 0.7, -1.0];
    for decide in [DecisionTarget::Winner, DecisionTarget::Top(2), DecisionTarget::All] {
        let (matches, is_right) = matches_to_decide(decide, &strengths, 1);
        assert!(is_right && (32..40_000).contains(&matches), "{decide}: {matches}");
    }
}

/// Two are in long before the border between the third and the fourth is known.
#[test]
fn a_close_border_is_decided_after_clear_places() {
    let strengths = [3.0, 2.6, 0.7, 0.1, -1.0, -1.5, -2.0, -2.5];
    let (matches, is_right) = matches_to_decide(DecisionTarget::Top(3), &strengths, 1);
    assert!(is_right && matches < 40_000, "{matches}");
}

/// The matches of a round robin that goes on round by round, until its standings prove who the best
/// ones are: each of them is proven better than all others.
fn matches_of_round_robin(best: usize, strengths: &[f64], seed: u64) -> usize {
    let mut stream = Seed(seed).stream("round robin");
    let entrants = strengths.len();
    // Standings compare all pairs. The mean of a round varies much less than its range allows.
    let mut decisions = FieldDecisions::new(DecisionTarget::All, entrants, None);
    let mut matches = 0;
    while (0..entrants).filter(|entrant| decisions.proven(*entrant).1 >= entrants - best).count() < best {
        let mut sums = vec![0.0; entrants];
        let pairs = (0..entrants).flat_map(|one| (0..entrants).map(move |other| [one, other]));
        for [one, other] in pairs.filter(|[one, other]| one != other) {
            let result = duel(strengths, &[one, other], &mut stream);
            sums[one] += result[0];
            sums[other] += result[1];
            matches += 1;
        }
        let share = 1.0 / (2 * (entrants - 1)) as f64;
        decisions.push(&sums.iter().map(|sum| Some(sum * share)).collect::<Vec<_>>());
        decisions.decide();
    }
    matches
}

/// Fields of 16 with normal strengths, whose ranks `best` and `best` + 1 are not too close.
fn fields_of_sixteen(best: usize) -> impl Iterator<Item = (u64, Vec<f64>)> {
    (0..).map(|seed| (seed, strengths(16, seed))).filter(move |(_, strengths)| {
        let mut order = strengths.clone();
        order.sort_by(|one, other| other.total_cmp(one));
        order[best - 1] - order[best] > 0.25
    })
}

#[test]
#[ignore = "slow: compares the matches of adaptive tournaments with those of round robins"]
fn adaptive_tournaments_take_few_matches() {
    let targets = [(DecisionTarget::Winner, 1, 0.25), (DecisionTarget::Top(4), 4, 0.5)];
    let found = targets.map(|(decide, best, most)| {
        let (mut adaptive, mut round_robin, mut wrong) = (0, 0, 0);
        for (seed, strengths) in fields_of_sixteen(best).take(50) {
            let (matches, is_right) = matches_to_decide(decide, &strengths, seed);
            adaptive += matches;
            wrong += usize::from(!is_right);
            round_robin += matches_of_round_robin(best, &strengths, seed);
        }
        let share = adaptive as f64 / round_robin as f64;
        let words =
            format!("{decide}: {adaptive} of {round_robin} matches are {share:.3}, {wrong} of 50 wrong");
        (wrong <= 6 && share <= most, words)
    });
    assert!(found.iter().all(|(is_few, _)| *is_few), "{found:?}");
}

/// With equal outcomes for all, nothing is decided, and nothing is foreseen.
#[test]
fn equal_entrants_use_up_the_rounds() {
    let draw = |_: &[usize], _: &mut RandomStream| vec![0.5, 0.5];
    let state = Simulation::new(field(DecisionTarget::Winner, 5, 50, 1), draw).run(multiplayer, |_| ());
    let status = state.adaptive.as_ref().unwrap();
    assert_eq!((status.rounds, status.undecided.len(), status.missing_rounds), (50, 5, None));
    assert!(!state.continues && state.scheduled_matches.len() <= 50 * 4);
}

/// More rounds go on where fewer ended, so that what was played counts.
#[test]
fn more_rounds_begin_with_the_same_matches() {
    let strengths = strengths(7, 3);
    let of = |rounds: u32| {
        let duel = |seats: &[usize], stream: &mut RandomStream| duel(&strengths, seats, stream);
        Simulation::new(field(DecisionTarget::All, 7, rounds, 3), duel).run(multiplayer, |_| ())
    };
    let (short, long) = (of(21), of(60));
    let known: Vec<ScheduledMatch> = long.scheduled_matches.iter().collect();
    assert!(short.scheduled_matches.len() < known.len());
    let is_known = |one: ScheduledMatch| {
        known.iter().any(|other| (other.round, &other.seats) == (one.round, &one.seats))
    };
    assert!(short.scheduled_matches.iter().take(8 * 6).all(is_known));
}

/// Each opponent is drawn evenly, whether many entrants are undecided or few.
#[test]
fn opponents_are_drawn_evenly() {
    for (seats, entrants, decided) in [(2, 5, 0), (2, 5, 3), (3, 7, 0), (3, 7, 5), (2, 6, 4)] {
        let setup = FormatSetup { seats, ..field(DecisionTarget::All, entrants, 1, 7) };
        let mut decisions = FieldDecisions::new(DecisionTarget::All, entrants, Some(1.0));
        decisions.decide_first(decided);
        let own = entrants - 1;
        let mut met = vec![0; entrants];
        for round in 1..=3000 {
            for table in tables(setup, round, &decisions).iter().filter(|table| table.counted.contains(&own))
            {
                assert_eq!(table.entrants.len(), seats);
                table.entrants.iter().for_each(|entrant| met[*entrant] += 1);
            }
        }
        let share = f64::from(met[own]) * (seats - 1) as f64 / (entrants - 1) as f64;
        assert!(met[own] > 2000);
        let is_even = |count: &i32| (f64::from(*count) - share).abs() < 5.0 * share.sqrt();
        assert!(met[..own].iter().all(is_even), "{seats} of {entrants}: {met:?}");
    }
}

#[test]
fn boards_go_to_those_who_are_undecided() {
    let rates = [0.9, 0.85, 0.1, 0.1];
    let result = |seats: &[usize], stream: &mut RandomStream| vec![coin(stream, rates[seats[0]])];
    let find = |field: FormatSetup, known: SeatResultLookup<'_>| single_player(field, Some(1.0), known);
    let setup = FormatSetup { seats: 1, ..field(DecisionTarget::Top(2), 4, 500, 5) };
    let state = Simulation::new(setup, result).run(find, |_| ());
    let status = state.adaptive.as_ref().unwrap();
    assert!(status.undecided.is_empty() && status.rounds < 200, "{status:?}");
    // All played the same boards from the first one on.
    for entrant in 0..4 {
        let of_entrant = state.scheduled_matches.iter().filter(|one| one.seats == [entrant]);
        let boards: Vec<u32> = of_entrant.map(|one| one.number).collect();
        assert_eq!(boards, (1..=boards.len() as u32).collect::<Vec<_>>());
    }
    assert!(is_right(&state, &[0.9, 0.9, 0.1, 0.1]));
}
