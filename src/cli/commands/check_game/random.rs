//! Matches of random bots, which are equally good.

use std::time::Duration;

use rathaus_games::Seed;

use super::GameCheck;
use super::report::{FindingKind, RandomMatches};
use crate::cli::exit::CommandError;
use crate::matches::trial::seat_advantage::SeatAdvantage;
use crate::matches::trial::{STALL_LIMIT, TrialEnd, TrialMatchObservations};
use crate::report::{counted, harmless};

/// The number of matches with random bots, for each tried number of seats.
pub(super) const MATCHES: usize = 10;

/// The number of matches if one seat has won nearly all of the first ones.
const MATCHES_OF_PROOF: usize = 20;

/// The share of the matches that must end by a fault for a warning.
const NEARLY_ALL: f64 = 0.9;

impl GameCheck<'_> {
    /// Plays matches with random bots, first with the smallest number of seats. `None` if one of
    /// them failed.
    pub(super) async fn random(&mut self) -> Result<Option<Vec<TrialMatchObservations>>, CommandError> {
        let mut all = Vec::new();
        for seats in self.trials.seats() {
            let Some(trials) = self.random_with(seats).await? else { return Ok(None) };
            self.find_in(seats, &trials)?;
            all.extend(trials);
        }
        Ok(Some(all))
    }

    async fn random_with(
        &mut self,
        seats: usize,
    ) -> Result<Option<Vec<TrialMatchObservations>>, CommandError> {
        let (mut trials, mut planned) = (Vec::new(), MATCHES);
        while trials.len() < planned {
            let seed = self.trials.seed.derive("check", trials.len() as u64);
            let trial = self.trials.random(&self.trials.rules, seats, seed).await?;
            if !self.take_in(&trial, &format!("with {seats} random bots"))? {
                return Ok(None);
            }
            trials.push(trial);
            if trials.len() == MATCHES && self.advantage(seats, &trials).is_some_and(|it| it.is_suspicious())
            {
                planned = MATCHES_OF_PROOF;
            }
        }
        Ok(Some(trials))
    }

    /// Records what a match shows. Returns whether the program did not fail in it.
    pub(super) fn take_in(
        &mut self,
        trial: &TrialMatchObservations,
        with: &str,
    ) -> Result<bool, CommandError> {
        self.coverage.add(trial);
        let Some(what) = trial.complaint() else { return Ok(true) };
        let seed: Seed = trial.seed;
        self.report.failed(FindingKind::MatchFailed, &format!("{with} and seed {seed}: {what}"), "")?;
        Ok(false)
    }

    fn advantage(&self, seats: usize, trials: &[TrialMatchObservations]) -> Option<SeatAdvantage> {
        let best = self.trials.rules.best();
        let winners: Vec<usize> = trials.iter().filter_map(|trial| trial.winner(best)).collect();
        if seats < 2 { None } else { SeatAdvantage::of(&winners, seats) }
    }

    fn find_in(&mut self, seats: usize, trials: &[TrialMatchObservations]) -> Result<(), CommandError> {
        let advantage = self.advantage(seats, trials);
        let best = self.trials.rules.best();
        let won = |seat: usize| trials.iter().filter(|trial| trial.winner(best) == Some(seat)).count();
        let matches = RandomMatches::of(seats, trials, (0..seats).map(won).collect());
        self.report.say(&counted(seats, "seat"), &summary(&matches))?;
        let ended_by_fault = matches.ended_by_fault;
        self.report.random.push(matches);
        if ended_by_fault as f64 >= NEARLY_ALL * trials.len() as f64 {
            let what = format!("{ended_by_fault} of {} matches of random bots end at a fault", trials.len());
            let help = "give examples in game.toml that are legal more often; otherwise this check does not \
                        get far into the rules";
            self.report.warn(FindingKind::EndsByFaults, &what, help)?;
        }
        if let Some(found) = advantage.filter(SeatAdvantage::is_proven) {
            self.warn_of_advantage(found)?;
        }
        self.find_unasked(seats, trials)
    }

    fn warn_of_advantage(&mut self, found: SeatAdvantage) -> Result<(), CommandError> {
        let SeatAdvantage { seat, won, decided, probability } = found;
        let what = format!(
            "seat {seat} won {won} of the {decided} matches of equal random bots that one seat won \
             (probability in a fair game: {probability:.1e}, level: 0.001)"
        );
        let help = "see whether the rules favour a seat; tournaments give each bot all seats equally often";
        self.report.warn(FindingKind::SeatAlwaysWins, &what, help)
    }

    fn find_unasked(&mut self, seats: usize, trials: &[TrialMatchObservations]) -> Result<(), CommandError> {
        let is_unasked = |seat: &usize| trials.iter().all(|trial| trial.time_limits[*seat].is_empty());
        let unasked: Vec<String> = (0..seats).filter(is_unasked).map(|seat| seat.to_string()).collect();
        if unasked.is_empty() {
            return Ok(());
        }
        let what = format!("with {seats} seats, these are never asked anything: {}", unasked.join(", "));
        self.report.warn(FindingKind::SeatNeverAsked, &what, "ask every seat, or change `seats` in game.toml")
    }

    /// Reports how many pictures the game shows.
    pub(super) fn pictures(&mut self, random: &[TrialMatchObservations]) -> Result<(), CommandError> {
        let frames: usize = random.iter().map(|trial| trial.frames).sum();
        let turns: usize = random.iter().map(|trial| trial.turns).sum();
        self.report.pictures = Some(frames);
        let words = match frames {
            0 => "none: replays will show only the dialogue".to_owned(),
            _ => format!("{frames} in {}", counted(turns, "turn")),
        };
        self.report.say("pictures", &words)
    }
}

impl RandomMatches {
    fn of(seats: usize, trials: &[TrialMatchObservations], won: Vec<usize>) -> RandomMatches {
        let turns = trials.iter().map(|trial| trial.turns);
        let steps: Vec<Duration> = trials.iter().flat_map(|trial| trial.took.iter().copied()).collect();
        let mean = steps.iter().sum::<Duration>() / (steps.len().max(1) as u32);
        let in_ms = |time: Duration| time.as_secs_f64() * 1e3;
        RandomMatches {
            seats,
            matches: trials.len(),
            least_turns: turns.clone().min().unwrap_or_default(),
            most_turns: turns.max().unwrap_or_default(),
            mean_step_ms: in_ms(mean),
            slowest_step_ms: in_ms(steps.iter().max().copied().unwrap_or_default()),
            answers: trials.iter().map(|trial| trial.answers.iter().map(Vec::len).sum::<usize>()).sum(),
            ruled: trials.iter().map(|trial| trial.ruled).sum(),
            won,
            ended_by_fault: trials.iter().filter(|trial| trial.is_ended_by_fault()).count(),
            stopped: trials.iter().filter(|trial| matches!(trial.end, TrialEnd::TooLong)).count(),
            example: trials.iter().find_map(TrialMatchObservations::ended).map(str::to_owned),
        }
    }
}

/// The matches of a number of seats in words.
fn summary(matches: &RandomMatches) -> String {
    let RandomMatches { least_turns, most_turns, mean_step_ms, slowest_step_ms, .. } = matches;
    let mut words = format!(
        "{} matches of {least_turns} to {most_turns} turns; {} of {} answers were illegal or malformed\n\
         a step took {mean_step_ms:.2} ms on average, {slowest_step_ms:.1} ms at most",
        matches.matches, matches.ruled, matches.answers,
    );
    if let Some(example) = &matches.example {
        words += &format!("\nfor example: {}", harmless(example));
    }
    if matches.stopped > 0 {
        words += &format!("\n{} were stopped after {} s", matches.stopped, STALL_LIMIT.as_secs());
    }
    words
}
