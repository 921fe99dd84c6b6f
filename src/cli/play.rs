//! `rathaus play`: build the bots, play the boards, print the standings.

use std::time::Duration;

use super::args::PlayArgs;
use super::exit::{Code, Failure};
use super::plan::PlayPlan;
use super::progress::Progress;
use crate::game::Rules;
use crate::report::{self, Entry, Out, Report};
use crate::seat::Start;
use crate::submission::{Bot, Kind};
use crate::tournament::{self, Entrant, Event, Race};

/// How long a bot may take from its start to its answer to the greeting.
const PATIENCE: Duration = Duration::from_secs(10);

pub(super) async fn play(args: PlayArgs) -> Result<(), Failure> {
    let plan = PlayPlan::resolve(&args)?;
    let progress = Progress::new(args.quiet, plan.boards.len());
    if let (Some(seed), false) = (plan.seed, args.seed.is_some()) {
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
    super::print(&results)?;
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
    /// Builds all submissions. One that cannot be built costs itself its place, unless it is the only one.
    async fn build(plan: &PlayPlan, progress: &Progress) -> Result<Field, Failure> {
        let mut field = Field { entries: Vec::new(), entrants: Vec::new(), failures: Vec::new() };
        for (position, submission) in plan.submissions.iter().enumerate() {
            progress.say(&format!("{}: {}", submission.name, submission.described()));
            let mut entry = Entry {
                name: submission.name.clone(),
                language: submission.language().into(),
                described: submission.described(),
                toolchain: None,
                hash: submission.hash.clone(),
                out: None,
                matches: Vec::new(),
            };
            match submission.build(&plan.build).await {
                Ok(bot) => {
                    entry.toolchain = bot.toolchain.clone();
                    if let Some(toolchain) = &bot.toolchain {
                        progress.say(&format!("{}: {toolchain}", submission.name));
                    }
                    field.entrants.push((position, Entrant { start: start(bot, &plan.rules) }));
                }
                Err(error) if error.kind == Kind::Host || plan.submissions.len() == 1 => {
                    return Err(Failure::submissions(&[error]));
                }
                Err(error) => {
                    field.failures.push(error.kind.into());
                    entry.out = Some(Out::Unbuildable(error.to_string()));
                }
            }
            field.entries.push(entry);
        }
        Ok(field)
    }

    async fn play(&mut self, plan: &PlayPlan, mut progress: Progress) {
        let race = Race {
            rules: plan.rules.clone(),
            boards: plan.boards.clone(),
            entrants: self.entrants.iter().map(|(_, entrant)| entrant.clone()).collect(),
            concurrency: plan.concurrency,
            boards_in_flight: plan.in_flight,
        };
        progress
            .begin(self.entrants.iter().map(|(position, _)| self.entries[*position].name.clone()).collect());
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
                    self.entries[position].out = Some(Out::NotReady(fault));
                }
            }
        }
        progress.end();
    }

    fn report(&self, plan: &PlayPlan) -> Report {
        let mut entries = self.entries.clone();
        for entry in &mut entries {
            entry.matches.sort_by_key(|result| result.board.number);
        }
        let mut report = Report {
            game: plan.rules.name().into(),
            parameters: plan.rules.values(),
            seed: plan.seed,
            boards: plan.boards.clone(),
            entries,
        };
        report.rank();
        report
    }

    fn verdict(&self, plan: &PlayPlan) -> Result<(), Failure> {
        let complete = |entry: &Entry| entry.out.is_some() || entry.matches.len() == plan.boards.len();
        if !self.entries.iter().all(complete) {
            return Err(Failure::host("a worker of the host has failed, so that results are missing"));
        }
        match self.failures.iter().min() {
            Some(code) => Err(Failure::told(*code)),
            None => Ok(()),
        }
    }
}

/// How a bot is started for a game.
pub(super) fn start(bot: Bot, rules: &Rules) -> Start {
    Start { program: bot.program, greeting: rules.greeting(), patience: PATIENCE }
}
