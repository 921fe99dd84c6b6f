//! `rathaus match run`: plays matches from their specs.

mod places;
mod specs;
mod stage;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use rathaus_games::ConfiguredGame;

use crate::cli::args::tournament::RunMatchSpecsArgs;
use crate::cli::exit::{CommandError, ExitKind};
use crate::cli::play_context;
use crate::submissions::BuildContext;
use crate::tournament::{self, MatchProvenance, MatchSpec, PlayedMatch, RecordedSandbox, RunEvent};
use places::SubmissionFinder;
use specs::{NumberedSpec, SpecReader};
use stage::GameBotCache;

/// How many stages are kept for later specs. A tournament needs one.
const MOST_STAGES: usize = 16;

/// How many failures are explained. A plan may have millions of matches.
const MOST_MESSAGES: usize = 100;

pub(crate) async fn match_run(args: &RunMatchSpecsArgs) -> Result<(), CommandError> {
    let mut specs = SpecReader::new();
    let mut runner = MatchRunner::new(args);
    while let Some(batch) = specs.batch().await {
        runner.batch(batch).await?;
    }
    if specs.count == 0 {
        let help = "`rathaus tournament plan` prints specs, one on each line";
        return Err(CommandError::input(format!("stdin has no match spec\n  help: {help}")));
    }
    runner.conclude()
}

/// Plays matches, and prints each result as soon as it is there.
struct MatchRunner<'a> {
    args: &'a RunMatchSpecsArgs,
    places: RefCell<SubmissionFinder>,
    /// The context of the first stage. The others differ from it by their parameters only.
    context: RefCell<Option<BuildContext>>,
    /// The stages by what their specs have in common, as JSON.
    stages: BTreeMap<String, Result<GameBotCache, CommandError>>,
    /// The names in `--trace-bot` that a bot had.
    traced: RefCell<BTreeSet<String>>,
    /// The lowest exit code of all failures.
    code: Option<ExitKind>,
    failures: usize,
}

impl MatchRunner<'_> {
    fn new(args: &RunMatchSpecsArgs) -> MatchRunner<'_> {
        MatchRunner {
            args,
            places: RefCell::new(SubmissionFinder::new(&args.submissions)),
            context: RefCell::default(),
            stages: BTreeMap::new(),
            traced: RefCell::default(),
            code: None,
            failures: 0,
        }
    }

    /// Plays the matches of these specs. A spec that cannot be played does not affect the others.
    async fn batch(&mut self, batch: Vec<NumberedSpec>) -> Result<(), CommandError> {
        let mut by_stage: BTreeMap<String, Vec<(usize, MatchSpec)>> = BTreeMap::new();
        for (number, spec) in batch {
            let checked = spec.and_then(|spec| match spec.rules() {
                Ok(_) => Ok(spec),
                Err(error) => Err(error.to_string()),
            });
            match checked {
                Ok(spec) => by_stage.entry(common(&spec)).or_default().push((number, spec)),
                Err(why) => {
                    let help = "`rathaus tournament plan` prints specs, one on each line";
                    let why = format!("stdin is not a match spec: {why}\n  help: {help}");
                    self.fail(number, CommandError::input(why));
                }
            }
        }
        for (common, specs) in by_stage {
            if !self.stages.contains_key(&common) {
                if self.stages.len() >= MOST_STAGES {
                    self.stages.clear();
                }
                let stage = GameBotCache::new(&specs[0].1, self).await;
                self.stages.insert(common.clone(), stage);
            }
            let mut stage = self.stages.remove(&common).expect("a stage");
            let played = match &mut stage {
                Ok(stage) => self.play(stage, specs).await,
                Err(error) => {
                    specs.iter().for_each(|(number, _)| self.fail(*number, error.clone()));
                    Ok(())
                }
            };
            self.stages.insert(common, stage);
            played?;
        }
        Ok(())
    }

    async fn play(
        &mut self,
        stage: &mut GameBotCache,
        specs: Vec<(usize, MatchSpec)>,
    ) -> Result<(), CommandError> {
        let (mut numbers, mut matches) = (Vec::new(), Vec::new());
        for (number, spec) in specs {
            match stage.seats(&spec, self).await {
                Ok(seats) => {
                    numbers.push(number);
                    matches.push((spec, seats));
                }
                Err(error) => self.fail(number, error),
            }
        }
        let mut running = tournament::run(stage.run(&matches, self));
        let mut left: BTreeSet<usize> = (0..matches.len()).collect();
        while let Some(event) = running.events.recv().await {
            match event {
                RunEvent::Progress { .. } => {}
                RunEvent::Finished { scheduled_match, result, recording, .. } => {
                    left.remove(&scheduled_match);
                    if recording.is_none() && !self.args.no_replay {
                        crate::cli::terminal::message(&format!(
                            "spec {}: what the bots said is too much to be recorded: `tournament collect` takes this result only with --from-trusted",
                            numbers[scheduled_match]
                        ));
                    }
                    let (spec, seats) = &matches[scheduled_match];
                    let toolchains = seats.iter().map(|seat| stage.bots[*seat].toolchain.clone()).collect();
                    let sandbox = RecordedSandbox::by(stage.build.sandbox.as_ref());
                    let provenance = Some(MatchProvenance::here(sandbox, toolchains));
                    let played =
                        PlayedMatch { recording, ..PlayedMatch::new(spec.clone(), result, provenance) };
                    crate::cli::terminal::print_json_line(&played)?;
                }
                RunEvent::Out { scheduled_matches, fault, .. } => {
                    for position in scheduled_matches.into_iter().filter(|position| left.remove(position)) {
                        self.fail(numbers[position], CommandError::new(ExitKind::NotReady, &fault));
                    }
                }
                RunEvent::Void { scheduled_match, why } => {
                    left.remove(&scheduled_match);
                    let why = format!("the match could not be played: {why}");
                    self.fail(numbers[scheduled_match], CommandError::host(why));
                }
            }
        }
        for position in left {
            self.fail(numbers[position], CommandError::host("a worker of the host has failed"));
        }
        Ok(())
    }

    /// Notes that the match of a spec was not played.
    fn fail(&mut self, number: usize, error: CommandError) {
        self.code = Some(self.code.map_or(error.code(), |code| code.min(error.code())));
        self.failures += 1;
        if self.failures <= MOST_MESSAGES {
            error.about(&format!("spec {number}")).tell();
        }
    }

    fn conclude(self) -> Result<(), CommandError> {
        if self.failures > MOST_MESSAGES {
            let more = self.failures - MOST_MESSAGES;
            crate::cli::terminal::message(&format!("and {more} more matches were not played"));
        }
        if let Some(code) = self.code {
            return Err(CommandError::silent(code));
        }
        let found = self.traced.borrow();
        match self.args.trace.trace_bot.iter().find(|name| !found.contains(*name)) {
            Some(name) => {
                Err(CommandError::usage(format!("--trace-bot: nobody who played is called `{name}`")))
            }
            None => Ok(()),
        }
    }

    /// The context of builds for these rules. The sandbox is proven only once.
    async fn build_context(&self, rules: &ConfiguredGame) -> Result<BuildContext, CommandError> {
        let known = self.context.borrow().clone();
        let context = match known {
            Some(context) => BuildContext { values: rules.build_values(), ..context },
            None => play_context::build_context(rules, play_context::BUILD_LIMIT, &self.args.sandbox).await?,
        };
        *self.context.borrow_mut() = Some(context.clone());
        Ok(context)
    }

    /// The positions of the names in `--trace-bot`.
    fn traced(&self, names: &[String]) -> BTreeSet<usize> {
        let wanted = &self.args.trace.trace_bot;
        let positions = (0..names.len()).filter(|position| wanted.contains(&names[*position]));
        let positions: BTreeSet<usize> = positions.collect();
        self.traced.borrow_mut().extend(positions.iter().map(|position| names[*position].clone()));
        positions
    }

    fn concurrency(&self) -> usize {
        self.args.concurrency.unwrap_or_else(play_context::physical_cores)
    }

    fn recorded(&self) -> Option<usize> {
        (!self.args.no_replay).then_some(play_context::LARGEST_REPLAY)
    }
}

/// What the specs of a stage have in common, as JSON.
fn common(spec: &MatchSpec) -> String {
    let MatchSpec { game, program, parameters, greeting_seconds, .. } = spec;
    serde_json::to_string(&(game, program, parameters, greeting_seconds))
        .expect("names and numbers are always JSON")
}
