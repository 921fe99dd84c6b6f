//! Compares two bots with as few matches as possible: batches of matches on the same boards, until
//! a sequential test decides.

mod method;

use std::collections::BTreeSet;

use rathaus_games::{ConfiguredGame, Fault, Seed};

use super::standings::{SequentialTest, SequentialTestDecision};
use super::{
    BoardResult, GameWithBots, HANDSHAKE_TIME, MatchResult, RoundRotation, RunEvent, ScheduleRunSpec,
    ScheduledMatch, SeededBoard, boards, run,
};
use crate::submissions::Bot;
pub use method::{ComparisonMatchFormat, GameUnfitForComparison};

/// The size of a batch relative to the number of boards before it: small enough not to play many
/// more boards than needed, large enough not to restart bots all the time.
const GROWTH: f64 = 0.25;

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
    /// The advantage to look for: a factor where ratios count, otherwise a difference.
    pub margin: f64,
    /// The largest probability of a wrong decision.
    pub error: f64,
    pub max_boards: u32,
}

impl ComparisonTestSettings {
    /// Refuses margins that the method cannot show.
    pub fn check(&self, method: ComparisonMatchFormat) -> Result<(), BotComparisonError> {
        let (named, margin) = (self.margin, method.margin());
        let least = if margin.ratios { 1.0 } else { 0.0 };
        match named.is_finite() && named > least && margin.worth(named) <= margin.most {
            true => Ok(()),
            false => Err(BotComparisonError::Margin { named, least, most: margin.named(margin.most) }),
        }
    }
}

/// Why a comparison cannot be made or continued.
#[derive(Debug, thiserror::Error)]
pub enum BotComparisonError {
    #[error(transparent)]
    Incomparable(#[from] GameUnfitForComparison),
    #[error("the margin {named} makes no sense: it must be above {least} and at most {most:.3}")]
    Margin { named: f64, least: f64, most: f64 },
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
    pub test: SequentialTest,
    contenders: BotComparisonSetup,
    /// The test decides nothing before this number of boards.
    least: u32,
}

impl ComparisonRun {
    /// Starts a comparison. It has played no matches yet.
    pub fn new(
        contenders: BotComparisonSetup,
        config: ComparisonTestSettings,
    ) -> Result<ComparisonRun, BotComparisonError> {
        let opponents = contenders.bots.len().saturating_sub(2);
        let method = ComparisonMatchFormat::of(&contenders.rules, opponents)?;
        let margin = method.margin();
        config.check(method)?;
        let worth = margin.worth(config.margin);
        let least = SequentialTest::least_boards(worth, config.error, margin.most);
        let test = SequentialTest::new(worth, config.error, config.error, least);
        let least = u32::try_from(least).unwrap_or(u32::MAX);
        Ok(ComparisonRun { config, method, results: Default::default(), test, contenders, least })
    }

    /// The number of boards played.
    pub fn played(&self) -> u32 {
        self.results[0].len() as u32
    }

    /// Which bot is better, once that is decided.
    pub fn decision(&self) -> Option<SequentialTestDecision> {
        self.test.decision()
    }

    /// Whether no more boards are needed or allowed.
    pub fn is_over(&self) -> bool {
        self.decision().is_some() || self.played() >= self.config.max_boards
    }

    /// Plays the next batch of boards. `show` gets each event as it happens.
    pub async fn play_batch(
        &mut self,
        show: impl FnMut(&[ScheduledMatch], &RunEvent),
    ) -> Result<(), BotComparisonError> {
        let from = self.played();
        let until = from + self.batch().min(self.config.max_boards - from);
        let boards: Vec<SeededBoard> = boards(self.config.seed, until).split_off(from as usize);
        let scheduled_matches = self.method.scheduled_matches(&boards);
        let results = self.play(&scheduled_matches, show).await?;
        let played = scheduled_matches.iter().zip(results).collect();
        for (all, new) in self.results.iter_mut().zip(self.method.results(played)) {
            all.extend(new);
        }
        // The test gets the differences in the order of the boards, not in that of completion.
        self.differences(from).into_iter().for_each(|difference| self.test.push(difference));
        Ok(())
    }

    /// The number of boards to play next.
    fn batch(&self) -> u32 {
        match self.least.checked_sub(self.played()) {
            Some(missing) if missing > 0 => missing,
            _ => (f64::from(self.played()) * GROWTH).ceil() as u32,
        }
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
            games: RoundRotation::same(GameWithBots { rules: self.rules.clone(), bots: self.bots.clone() }),
            scheduled_matches: scheduled_matches.to_vec(),
            names: self.names.clone(),
            traced: self.traced.clone(),
            concurrency: self.concurrency,
            boards_in_flight: None,
            handshake_time: HANDSHAKE_TIME,
            recorded: None,
            watched: None,
        }
    }
}
