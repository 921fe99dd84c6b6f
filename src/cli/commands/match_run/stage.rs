//! What plays the matches of one game with the same parameters: its bots, which are built once.

use std::collections::BTreeMap;
use std::time::Duration;

use rathaus_games::ConfiguredGame;

use super::MatchRunner;
use crate::cli::exit::CommandError;
use crate::report::harmless;
use crate::submissions::{Bot, BuildContext};
use crate::tournament::{GameWithBots, MatchSpec, RoundRotation, ScheduleRunSpec, ScheduledMatch};

/// The bots of a game with the same parameters, and the program with its rules.
pub(super) struct GameBotCache {
    rules: ConfiguredGame,
    handshake_time: Duration,
    pub(super) build: BuildContext,
    program: Option<Bot>,
    pub(super) bots: Vec<Bot>,
    names: Vec<String>,
    /// The positions of the bots by the identities of their submissions, or why there is none.
    positions: BTreeMap<String, Result<usize, CommandError>>,
}

impl GameBotCache {
    /// A stage without bots for the game of this spec.
    pub(super) async fn new(
        spec: &MatchSpec,
        runner: &MatchRunner<'_>,
    ) -> Result<GameBotCache, CommandError> {
        let rules = spec.rules().map_err(CommandError::input)?;
        let build = runner.build_context(&rules).await?;
        let program = match &spec.program {
            None => None,
            Some(program) => {
                let found = runner.places.borrow().program(program)?;
                let built = found.build(&build).await;
                Some(built.map_err(|error| CommandError::submissions(&[error]))?)
            }
        };
        let handshake_time = Duration::from_secs(spec.greeting_seconds);
        let (bots, names, positions) = (Vec::new(), Vec::new(), BTreeMap::new());
        Ok(GameBotCache { rules, handshake_time, build, program, bots, names, positions })
    }

    /// The positions of the bots that a spec names, built if they are not yet.
    pub(super) async fn seats(
        &mut self,
        spec: &MatchSpec,
        runner: &MatchRunner<'_>,
    ) -> Result<Vec<usize>, CommandError> {
        let mut seats = Vec::new();
        for identity in &spec.submissions {
            if !self.positions.contains_key(identity) {
                let added = self.add(&spec.game, identity, runner).await;
                self.positions.insert(identity.clone(), added);
            }
            seats.push(self.positions[identity].clone()?);
        }
        Ok(seats)
    }

    async fn add(
        &mut self,
        game: &str,
        identity: &str,
        runner: &MatchRunner<'_>,
    ) -> Result<usize, CommandError> {
        let submission = runner.places.borrow_mut().submission(game, identity, &self.build.toolbox)?;
        let bot = submission.build(&self.build).await.map_err(|error| CommandError::submissions(&[error]))?;
        self.bots.push(bot);
        self.names.push(harmless(&submission.name));
        Ok(self.bots.len() - 1)
    }

    /// A run of these matches, each with the positions of its bots.
    pub(super) fn run(
        &self,
        matches: &[(MatchSpec, Vec<usize>)],
        runner: &MatchRunner<'_>,
    ) -> ScheduleRunSpec {
        let scheduled = (1..).zip(matches).map(|(number, (spec, seats))| ScheduledMatch {
            number,
            round: number,
            seed: spec.seed,
            seats: seats.clone(),
            numbers: spec.numbers.clone(),
        });
        ScheduleRunSpec {
            games: RoundRotation::same(GameWithBots::new(self.rules.clone(), self.bots.clone())),
            scheduled_matches: scheduled.collect(),
            program: self.program.clone(),
            names: self.names.clone(),
            traced: runner.traced(&self.names),
            concurrency: runner.concurrency(),
            boards_in_flight: None,
            handshake_time: self.handshake_time,
            recorded: runner.recorded(),
            kept: BTreeMap::new(),
            watched: None,
        }
    }
}
