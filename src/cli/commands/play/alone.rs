//! Games that every bot plays alone, all on the same boards.

use super::replays::Replays;
use super::{Prepared, prepare};
use crate::cli::args::{PlayArgs, TraceArgs};
use crate::cli::bound::Bound;
use crate::cli::exit::{Code, Failure};
use crate::cli::plan::{AlonePlan, Common};
use crate::cli::terminal::log;
use crate::cli::terminal::progress::Progress;
use crate::cli::terminal::watch::Scoreboard;
use crate::matches::Recording;
use crate::report::{self, Out, SinglePlayerResults, SubmissionResults};
use crate::submissions::Bot;
use crate::tournament::replay::Replay;
use crate::tournament::{
    self, Event, Fixture, MatchResult, MatchSpec, PATIENCE, PlayedMatch, Provenance, Run,
};

/// All that is needed to know.
struct Plan<'a> {
    common: &'a Common,
    alone: AlonePlan,
    watch: bool,
}

pub(super) async fn play(args: &PlayArgs, common: &Common) -> Result<(), Failure> {
    let plan = Plan { common, alone: AlonePlan::resolve(args, common)?, watch: args.watch };
    let progress = Progress::new(args.shared.quiet, &common.rules, plan.alone.boards.len());
    if let (Some(seed), false) = (plan.alone.seed, args.shared.seed.is_some()) {
        progress.say(&format!("no --seed was given; play these boards again with --seed {seed}"));
    }
    let mut field = Field::build(&plan, &progress).await?;
    let mut replays = Replays::new(args)?;
    field.play(&plan, progress, &mut replays, &args.shared.trace).await?;
    let report = field.report(&plan);
    let results = if args.shared.json {
        format!("{:#}\n", report::json(&report))
    } else {
        report::text(&report, args.details)
    };
    crate::cli::terminal::print(&results)?;
    field.verdict(&plan)?;
    replays.verdict()
}

/// The submissions of a run: built, played, and what became of them.
struct Field {
    /// One for each submission, in the order of the command line.
    entries: Vec<SubmissionResults>,
    /// Those that could be built, with the positions of their entries.
    bots: Vec<(usize, Bot)>,
    /// The codes of what went wrong.
    failures: Vec<Code>,
    /// Why matches could not be played, where the host is to blame.
    void: Vec<String>,
}

impl Field {
    async fn build(plan: &Plan<'_>, progress: &Progress) -> Result<Field, Failure> {
        let mut field =
            Field { entries: Vec::new(), bots: Vec::new(), failures: Vec::new(), void: Vec::new() };
        for (position, Prepared { submission, bot }) in
            prepare(plan.common, progress).await?.into_iter().enumerate()
        {
            match bot {
                Ok(bot) => field.bots.push((position, bot)),
                Err(code) => field.failures.push(code),
            }
            field.entries.push(SubmissionResults { submission, matches: Vec::new() });
        }
        Ok(field)
    }

    async fn play(
        &mut self,
        plan: &Plan<'_>,
        mut progress: Progress,
        replays: &mut Replays,
        trace: &TraceArgs,
    ) -> Result<(), Failure> {
        let fixtures = tournament::alone(&plan.alone.boards, self.bots.len());
        let name = |(position, _): &(usize, Bot)| self.entries[*position].submission.name.clone();
        let names: Vec<String> = self.bots.iter().map(name).collect();
        let traced = log::traced(&names, trace)?;
        let scores = Scoreboard::new(&plan.common.rules, &fixtures, &names);
        let watched = plan.watch.then(|| progress.watch(scores)).flatten();
        progress.begin(names.iter().map(|name| (name.clone(), 0)).collect());
        let run = Run {
            program: None,
            rules: plan.common.rules.clone(),
            fixtures: fixtures.clone(),
            bots: self.bots.iter().map(|(_, bot)| bot.clone()).collect(),
            names,
            traced,
            concurrency: plan.common.concurrency,
            boards_in_flight: plan.alone.in_flight,
            patience: PATIENCE,
            recorded: replays.limit(),
            watched,
        };
        let mut running = tournament::run(run);
        while let Some(event) = running.events.recv().await {
            progress.show(&fixtures, &event);
            match event {
                Event::Progress { .. } => {}
                Event::Void { why, .. } => self.void.push(why),
                Event::Finished { fixture, result, recording } => {
                    let fixture = &fixtures[fixture];
                    if let Some(recording) = recording {
                        let (name, replay) = self.replay(plan, fixture, result.clone(), recording);
                        replays.write(&name, fixture.number, &replay);
                    }
                    self.finish(fixture, result);
                }
                Event::Out { entrant, fault, .. } => {
                    self.failures.push(Code::NotReady);
                    self.entries[self.bots[entrant].0].submission.out = Some(Out::NotReady(fault));
                }
            }
        }
        progress.end();
        Ok(())
    }

    /// A match as it can be played again, and who has played it.
    fn replay(
        &self,
        plan: &Plan<'_>,
        fixture: &Fixture,
        result: MatchResult,
        recording: Recording,
    ) -> (String, Replay) {
        let (position, bot) = &self.bots[fixture.seats[0]];
        let name = self.entries[*position].submission.name.clone();
        let identity = plan.common.submissions[*position].identity();
        let spec = MatchSpec::new(&plan.common.rules, fixture.seed, vec![identity]);
        let provenance = Provenance::here(plan.common.confined(), vec![bot.toolchain.clone()]);
        let played = PlayedMatch::new(spec, result, Some(provenance));
        (name.clone(), Replay { names: vec![name], played, recording })
    }

    fn finish(&mut self, fixture: &Fixture, result: MatchResult) {
        let position = self.bots[fixture.seats[0]].0;
        self.entries[position].matches.push(result.on_board(fixture.board()));
    }

    fn report(&self, plan: &Plan<'_>) -> SinglePlayerResults {
        let mut entries = self.entries.clone();
        for entry in &mut entries {
            entry.matches.sort_by_key(|result| result.board.number);
        }
        let mut report = SinglePlayerResults {
            game: plan.common.rules.name().into(),
            parameters: plan.common.rules.values(),
            seed: plan.alone.seed,
            boards: plan.alone.boards.clone(),
            entries,
            commitments: plan.common.bound.as_ref().map(Bound::report),
            sandbox: plan.common.confined(),
        };
        report.rank();
        report
    }

    fn verdict(&self, plan: &Plan<'_>) -> Result<(), Failure> {
        let complete = |entry: &SubmissionResults| {
            entry.submission.out.is_some() || entry.matches.len() == plan.alone.boards.len()
        };
        if let Some(why) = self.void.first() {
            return Err(Failure::host(format!("{} matches could not be played: {why}", self.void.len())));
        }
        if !self.entries.iter().all(complete) {
            return Err(Failure::host("a worker of the host has failed, so that results are missing"));
        }
        match self.failures.iter().min() {
            Some(code) => Err(Failure::told(*code)),
            None => Ok(()),
        }
    }
}
