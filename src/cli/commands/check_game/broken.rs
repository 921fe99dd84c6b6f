//! Matches with bots that make every kind of mistake.

use super::GameCheck;
use super::report::FindingKind;
use crate::cli::exit::CommandError;
use crate::matches::trial::fault_reward::{ComparedSeats, FaultRewardTest};
use crate::matches::trial::fuzz_bots::{BROKEN_ONE_IN, FuzzBehaviour};

/// To a program, these are like nonsense.
const ALIKE: [FuzzBehaviour; 2] = [FuzzBehaviour::Numbers, FuzzBehaviour::Blanks];

impl GameCheck<'_> {
    pub(super) async fn broken(&mut self) -> Result<(), CommandError> {
        for behaviour in FuzzBehaviour::BROKEN {
            if !self.survives(behaviour).await? {
                return Ok(());
            }
        }
        let all = FuzzBehaviour::BROKEN.map(FuzzBehaviour::in_words).join(", ");
        self.report.say("broken bots", &format!("the game survived bots that {all}"))?;
        if !self.coverage.fields.iter().any(|field| field.ends_with(".faults[].fault")) {
            let what = "the program found no answer malformed or illegal, although bots wrote nonsense";
            let help = "check what bots send, and add `faults` to the next message";
            self.report.warn(FindingKind::NothingRuled, what, help)?;
        }
        self.rewards().await
    }

    /// Warns of faults that pay.
    async fn rewards(&mut self) -> Result<(), CommandError> {
        let mut paying = Vec::new();
        for behaviour in FuzzBehaviour::BROKEN.into_iter().filter(|kind| !ALIKE.contains(kind)) {
            match self.pays(behaviour).await? {
                Some(true) => paying.push(behaviour.in_words()),
                Some(false) => {}
                None => return Ok(()),
            }
        }
        if paying.is_empty() {
            return Ok(());
        }
        let what = format!(
            "faults pay: better than random bots, in all matches (level: 0.001), are bots that {}",
            paying.join(", or that ")
        );
        let help = "let a fault cost more than a random move; see `[faults]` and `best` in game.toml";
        self.report.warn(FindingKind::FaultPays, &what, help)
    }

    /// Plays matches in which all bots behave like this. Returns whether the game survived them.
    async fn survives(&mut self, behaviour: FuzzBehaviour) -> Result<bool, CommandError> {
        let seats = self.trials.seats();
        let often = seats.iter().flat_map(|seats| BROKEN_ONE_IN.map(|one_in| (*seats, one_in)));
        for (number, (seats, one_in)) in (0..).zip(often) {
            let seed = self.trials.seed.derive("broken", number);
            let trial = self.trials.broken(seats, seed, (behaviour, one_in)).await?;
            if !self.take_in(&trial, &format!("with {seats} bots that {}", behaviour.in_words()))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Plays matches of random bots and one that behaves like this, until it is known whether its
    /// faults pay. `None` if the game failed.
    async fn pays(&mut self, behaviour: FuzzBehaviour) -> Result<Option<bool>, CommandError> {
        let range = self.trials.rules.seats();
        let seats = range.from.max(2);
        let mut test = FaultRewardTest::default();
        for number in (0..).take_while(|_| seats <= range.to) {
            let compared = ComparedSeats::of_match(number, seats);
            let seed = self.trials.seed.derive("reward", number as u64);
            let trial = self.trials.with_one(behaviour, compared, (seats, seed)).await?;
            if !self.take_in(&trial, &format!("with one of {seats} bots that {}", behaviour.in_words()))? {
                return Ok(None);
            }
            test.add(&trial, compared, self.trials.rules.best());
            if !test.goes_on() {
                break;
            }
        }
        Ok(Some(test.is_proven()))
    }
}
