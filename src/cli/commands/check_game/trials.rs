//! Trial matches of the game that is checked.

use rathaus_games::{ConfiguredGame, Seed};

use crate::cli::exit::CommandError;
use crate::matches::trial::fault_reward::ComparedSeats;
use crate::matches::trial::fuzz_bots::{self, FuzzBehaviour};
use crate::matches::trial::{self, TrialMatchObservations, TrialSetup};
use crate::seats::{IdleProcesses, Seat};
use crate::submissions::{Bot, GameFile};

/// What all trial matches need.
pub(super) struct TrialContext<'a> {
    pub(super) rules: ConfiguredGame,
    pub(super) contents: &'a GameFile,
    pub(super) program: Bot,
    pub(super) seed: Seed,
    /// Processes and sandboxes of matches that were played.
    pub(super) idle: IdleProcesses,
}

impl TrialContext<'_> {
    /// The numbers of seats to try: the smallest and the largest.
    pub(super) fn seats(&self) -> Vec<usize> {
        let range = self.rules.seats();
        let mut seats = vec![range.from, range.to];
        seats.dedup();
        seats
    }

    /// Plays a match of random bots with these rules.
    pub(super) async fn random(
        &self,
        rules: &ConfiguredGame,
        seats: usize,
        seed: Seed,
    ) -> Result<TrialMatchObservations, CommandError> {
        let bots = fuzz_bots::seats((FuzzBehaviour::Random, 1), &self.contents.answers, seats, seed);
        let setup = TrialSetup::among(seed, &self.idle);
        trial::play(rules, &self.program, setup, bots).await.map_err(CommandError::usage)
    }

    /// Plays a match of bots that all behave like this, in one of so many replies.
    pub(super) async fn broken(
        &self,
        seats: usize,
        seed: Seed,
        behaviour: (FuzzBehaviour, u64),
    ) -> Result<TrialMatchObservations, CommandError> {
        self.seated(seed, fuzz_bots::seats(behaviour, &self.contents.answers, seats, seed)).await
    }

    /// Plays a match of random bots and one that behaves like this.
    pub(super) async fn with_one(
        &self,
        behaviour: FuzzBehaviour,
        compared: ComparedSeats,
        (seats, seed): (usize, Seed),
    ) -> Result<TrialMatchObservations, CommandError> {
        let answers = &self.contents.answers;
        self.seated(seed, fuzz_bots::seats_with_one(behaviour, compared.at_fault, answers, seats, seed)).await
    }

    pub(super) async fn seated(
        &self,
        seed: Seed,
        seats: Vec<Seat>,
    ) -> Result<TrialMatchObservations, CommandError> {
        self.with_setup(TrialSetup::among(seed, &self.idle), seats).await
    }

    pub(super) async fn with_setup(
        &self,
        setup: TrialSetup,
        seats: Vec<Seat>,
    ) -> Result<TrialMatchObservations, CommandError> {
        trial::play(&self.rules, &self.program, setup, seats).await.map_err(CommandError::usage)
    }
}
