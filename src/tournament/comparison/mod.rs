//! Compares two bots with as few matches as possible: batches of matches on the same boards, until
//! a sequential test decides.

mod criterion;
mod method;

use std::collections::BTreeSet;

use rathaus_games::{ConfiguredGame, Fault, Seed};

use super::{
    BoardResult, GameWithBots, HANDSHAKE_TIME, MatchResult, RoundRotation, RunEvent, ScheduleRunSpec,
    ScheduledMatch, SeededBoard, boards, run,
};
use crate::submissions::Bot;
pub use criterion::{ComparisonCriterion, ComparisonTest};
pub use method::{ComparisonMatchFormat, GameUnfitForComparison};

/// The two bots, their opponents, and what their matches need.
#[derive(Debug, Clone)]
pub struct BotComparisonSetup {
    pub rules: ConfiguredGame,
    /// The two bots, and then their opponents.
    pub bots: Vec<Bot>,
    /// The names of all bots.
    pub names: Vec<String>,
    /// The program with the rules, for custom games.
    pub program: Option<Bot>,
    /// The bots whose dialogue is logged, by position.
    pub traced: BTreeSet<usize>,
    pub concurrency: usize,
}

/// What to decide, and when to stop.
#[derive(Debug, Clone, Copy)]
pub struct ComparisonTestSettings {
    /// The seed that all boards derive from.
    pub seed: Seed,
    pub criterion: ComparisonCriterion,
    pub max_boards: u32,
}

/// Why a comparison cannot be made or continued.
#[derive(Debug, thiserror::Error)]
pub enum BotComparisonError {
    #[error(transparent)]
    Incomparable(#[from] GameUnfitForComparison),
    #[error("the margin {named} makes no sense: it must be above {least} and at most {most:.3}")]
    Margin { named: f64, least: f64, most: f64 },
    #[error(
        "the hypotheses of {elo0} and {elo1} Elo make no sense: they must be in this order, from -{most} to {most}"
    )]
    Hypotheses { elo0: f64, elo1: f64, most: f64 },
    #[error(
        "a test of Elo needs two bots that meet in pairs of matches with two seats, and in {game} they do not"
    )]
    NoPairs { game: String },
    #[error("{name} cannot play: {fault}")]
    NotReady { name: String, fault: Box<Fault> },
    #[error("{0}")]
    Void(String),
}

/// A comparison in progress or decided.
pub struct ComparisonRun {
    pub config: ComparisonTestSettings,
    pub method: ComparisonMatchFormat,
    /// The results of each bot, in the order of the boards.
    pub results: [Vec<BoardResult>; 2],
    pub test: ComparisonTest,
    contenders: BotComparisonSetup,
}

impl ComparisonRun {
    /// Starts a comparison. It has played no matches yet.
    pub fn new(
        contenders: BotComparisonSetup,
        config: ComparisonTestSettings,
    ) -> Result<ComparisonRun, BotComparisonError> {
        let opponents = contenders.bots.len().saturating_sub(2);
        let method = ComparisonMatchFormat::of(&contenders.rules, opponents)?;
        config.criterion.check(method, contenders.rules.title())?;
        let test = ComparisonTest::new(config.criterion, method.margin());
        Ok(ComparisonRun { config, method, results: Default::default(), test, contenders })
    }

    /// The number of boards played.
    pub fn played(&self) -> u32 {
        self.results[0].len() as u32
    }

    /// Whether no more boards are needed or allowed.
    pub fn is_over(&self) -> bool {
        self.test.is_decided() || self.played() >= self.config.max_boards
    }

    /// Plays the next batch of boards. `show` gets each event as it happens.
    pub async fn play_batch(
        &mut self,
        show: impl FnMut(&[ScheduledMatch], &RunEvent),
    ) -> Result<(), BotComparisonError> {
        let from = self.played();
        let until = from + self.test.batch(from).min(self.config.max_boards - from);
        let boards: Vec<SeededBoard> = boards(self.config.seed, until).split_off(from as usize);
        let scheduled_matches = self.method.scheduled_matches(&boards);
        let results = self.play(&scheduled_matches, show).await?;
        let played: Vec<(&ScheduledMatch, MatchResult)> = scheduled_matches.iter().zip(results).collect();
        let pairs = self.method.pairs(&played);
        for (all, new) in self.results.iter_mut().zip(self.method.results(played)) {
            all.extend(new);
        }
        // The test gets the boards in their order, not in that of completion.
        let differences = self.differences(from);
        match &mut self.test {
            ComparisonTest::Margin { test, .. } => differences.into_iter().for_each(|one| test.push(one)),
            ComparisonTest::Elo(test) => pairs.into_iter().for_each(|pair| test.push(pair)),
        }
        Ok(())
    }

    async fn play(
        &self,
        scheduled_matches: &[ScheduledMatch],
        mut show: impl FnMut(&[ScheduledMatch], &RunEvent),
    ) -> Result<Vec<MatchResult>, BotComparisonError> {
        let mut running = run(self.contenders.run(scheduled_matches));
        let mut results: Vec<Option<MatchResult>> = vec![None; scheduled_matches.len()];
        while let Some(event) = running.events.recv().await {
            show(scheduled_matches, &event);
            match event {
                RunEvent::Progress { .. } => {}
                RunEvent::Finished { scheduled_match, result, .. } => results[scheduled_match] = Some(result),
                RunEvent::Out { entrant, fault, .. } => {
                    let name = self.contenders.names[entrant].clone();
                    return Err(BotComparisonError::NotReady { name, fault });
                }
                RunEvent::Void { why, .. } => {
                    return Err(BotComparisonError::Void(format!("a board could not be played: {why}")));
                }
            }
        }
        let results: Option<Vec<MatchResult>> = results.into_iter().collect();
        results.ok_or_else(|| BotComparisonError::Void("a worker of the host has failed".into()))
    }

    /// The advantage of the first bot on each board from index `from` on.
    fn differences(&self, from: u32) -> Vec<f64> {
        let [one, other] = &self.results;
        let pairs = one.iter().zip(other).skip(from as usize);
        pairs.map(|(one, other)| self.method.worth(one) - self.method.worth(other)).collect()
    }
}

impl BotComparisonSetup {
    fn run(&self, scheduled_matches: &[ScheduledMatch]) -> ScheduleRunSpec {
        ScheduleRunSpec {
            program: self.program.clone(),
            games: RoundRotation::same(GameWithBots::new(self.rules.clone(), self.bots.clone())),
            scheduled_matches: scheduled_matches.to_vec(),
            names: self.names.clone(),
            traced: self.traced.clone(),
            concurrency: self.concurrency,
            boards_in_flight: None,
            handshake_time: HANDSHAKE_TIME,
            recorded: None,
            kept: std::collections::BTreeMap::new(),
            watched: None,
        }
    }
}
