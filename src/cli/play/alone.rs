//! Games that every bot plays alone, all on the same boards.

use super::{Prepared, prepare, start};
use crate::cli::args::PlayArgs;
use crate::cli::bound::Bound;
use crate::cli::exit::{Code, Failure};
use crate::cli::plan::{AlonePlan, Common};
use crate::cli::progress::Progress;
use crate::report::{self, Entry, Out, Report};
use crate::tournament::{self, Entrant, Event, Race};

/// All that is needed to know.
struct Plan<'a> {
    common: &'a Common,
    alone: AlonePlan,
}

pub(super) async fn play(args: &PlayArgs, common: &Common) -> Result<(), Failure> {
    let plan = Plan { common, alone: AlonePlan::resolve(args, common)? };
    let progress = Progress::new(args.quiet, common.rules.name(), plan.alone.boards.len());
    if let (Some(seed), false) = (plan.alone.seed, args.seed.is_some()) {
        progress.say(&format!("no --seed was given; play these boards again with --seed {seed}"));
    }
    let mut field = Field::build(&plan, &progress).await?;
    field.play(&plan, progress).await;
    let report = field.report(&plan);
    let results = if args.json {
        format!("{:#}\n", report::json(&report))
    } else {
        report::text(&report, args.details)
    };
    crate::cli::print(&results)?;
    field.verdict(&plan)
}

/// The submissions of a run: built, played, and what became of them.
struct Field {
    /// One for each submission, in the order of the command line.
    entries: Vec<Entry>,
    /// Those that could be built, with the positions of their entries.
    entrants: Vec<(usize, Entrant)>,
    /// The codes of what went wrong.
    failures: Vec<Code>,
}

impl Field {
    async fn build(plan: &Plan<'_>, progress: &Progress) -> Result<Field, Failure> {
        let mut field = Field { entries: Vec::new(), entrants: Vec::new(), failures: Vec::new() };
        for (position, Prepared { submission, bot }) in
            prepare(plan.common, progress).await?.into_iter().enumerate()
        {
            match bot {
                Ok(bot) => {
                    field.entrants.push((position, Entrant { start: start(bot, &plan.common.rules) }));
                }
                Err(code) => field.failures.push(code),
            }
            field.entries.push(Entry { submission, matches: Vec::new() });
        }
        Ok(field)
    }

    async fn play(&mut self, plan: &Plan<'_>, mut progress: Progress) {
        let race = Race {
            rules: plan.common.rules.clone(),
            boards: plan.alone.boards.clone(),
            entrants: self.entrants.iter().map(|(_, entrant)| entrant.clone()).collect(),
            concurrency: plan.common.concurrency,
            boards_in_flight: plan.alone.in_flight,
        };
        progress.begin(
            self.entrants
                .iter()
                .map(|(position, _)| self.entries[*position].submission.name.clone())
                .collect(),
        );
        let mut events = tournament::run(race);
        while let Some(event) = events.recv().await {
            progress.show(&event);
            match event {
                Event::Progress { .. } => {}
                Event::Finished(result) => {
                    let position = self.entrants[result.entrant].0;
                    self.entries[position].matches.push(result);
                }
                Event::Out { entrant, fault } => {
                    let position = self.entrants[entrant].0;
                    self.failures.push(Code::NotReady);
                    self.entries[position].submission.out = Some(Out::NotReady(fault));
                }
            }
        }
        progress.end();
    }

    fn report(&self, plan: &Plan<'_>) -> Report {
        let mut entries = self.entries.clone();
        for entry in &mut entries {
            entry.matches.sort_by_key(|result| result.board.number);
        }
        let mut report = Report {
            game: plan.common.rules.name().into(),
            parameters: plan.common.rules.values(),
            seed: plan.alone.seed,
            boards: plan.alone.boards.clone(),
            entries,
            commitments: plan.common.bound.as_ref().map(Bound::report),
        };
        report.rank();
        report
    }

    fn verdict(&self, plan: &Plan<'_>) -> Result<(), Failure> {
        let complete =
            |entry: &Entry| entry.submission.out.is_some() || entry.matches.len() == plan.alone.boards.len();
        if !self.entries.iter().all(complete) {
            return Err(Failure::host("a worker of the host has failed, so that results are missing"));
        }
        match self.failures.iter().min() {
            Some(code) => Err(Failure::told(*code)),
            None => Ok(()),
        }
    }
}
