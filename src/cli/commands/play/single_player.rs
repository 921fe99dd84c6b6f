//! Plays a single-player game: all bots on the same boards.

use rathaus_games::words::counted;

use super::replays::ReplayFolder;
use super::{SubmissionBuildOutcome, prepare};
use crate::cli::args::{DialogueLogArgs, PlayArgs};
use crate::cli::checked_commitments::CheckedCommitments;
use crate::cli::exit::{CommandError, ExitKind};
use crate::cli::play_context::{BoardSelection, PlayContext};
use crate::cli::terminal::log;
use crate::cli::terminal::progress::RunProgress;
use crate::cli::terminal::watch::Scoreboard;
use crate::matches::RecordedReplies;
use crate::report::{self, ExclusionReason, SinglePlayerRunResults, SubmissionResults};
use crate::submissions::Bot;
use crate::tournament::replay::Replay;
use crate::tournament::{
    self, GameWithBots, HANDSHAKE_TIME, MatchProvenance, MatchResult, MatchSpec, PlayedMatch, RoundRotation,
    RunEvent, ScheduleRunSpec, ScheduledMatch,
};

/// The resolved arguments of a run.
struct RunPlan<'a> {
    common: &'a PlayContext,
    single_player: BoardSelection,
    watch: bool,
}

pub(super) async fn play(args: &PlayArgs, common: &PlayContext) -> Result<(), CommandError> {
    let plan = RunPlan { common, single_player: BoardSelection::resolve(args, common)?, watch: args.watch };
    let progress = RunProgress::new(args.shared.quiet, &common.rules, plan.single_player.boards.len());
    if let (Some(seed), false) = (plan.single_player.seed, args.shared.seed.is_some()) {
        progress.say(&format!("no --seed was given; play these boards again with --seed {seed}"));
    }
    let mut field = SubmissionPool::build(&plan, &progress).await?;
    let mut replays = ReplayFolder::new(args)?;
    field.play(&plan, progress, &mut replays, &args.shared.trace).await?;
    let report = field.report(&plan);
    if args.shared.json {
        crate::cli::terminal::print_json(&report::json(&report))?;
    } else {
        crate::cli::terminal::print_text(&report::text(&report, args.details))?;
    }
    field.verdict(&plan)?;
    replays.verdict()
}

/// The submissions of a run with their bots and results.
struct SubmissionPool {
    /// The results, one entry per submission in the order of the command line.
    entries: Vec<SubmissionResults>,
    /// The bots, each with the position of its entry.
    bots: Vec<(usize, Bot)>,
    /// The exit codes of submissions that do not play.
    failures: Vec<ExitKind>,
    /// Why matches are void. The host is to blame for these.
    void: Vec<String>,
}

impl SubmissionPool {
    async fn build(plan: &RunPlan<'_>, progress: &RunProgress) -> Result<SubmissionPool, CommandError> {
        let mut field =
            SubmissionPool { entries: Vec::new(), bots: Vec::new(), failures: Vec::new(), void: Vec::new() };
        for (position, SubmissionBuildOutcome { submission, bot }) in
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
        plan: &RunPlan<'_>,
        mut progress: RunProgress,
        replays: &mut ReplayFolder,
        trace: &DialogueLogArgs,
    ) -> Result<(), CommandError> {
        let scheduled_matches: Vec<ScheduledMatch> =
            tournament::single_player(&plan.single_player.boards, self.bots.len()).iter().collect();
        let name = |(position, _): &(usize, Bot)| self.entries[*position].submission.name.clone();
        let names: Vec<String> = self.bots.iter().map(name).collect();
        let traced = log::traced(&names, trace)?;
        let scores = Scoreboard::new(&plan.common.rules, &scheduled_matches, &names);
        let watched = plan.watch.then(|| progress.watch(scores)).flatten();
        progress.if_long("for a quick look: --boards 2, or fewer turns with --set".into());
        progress.begin(names.iter().map(|name| (name.clone(), 0)).collect());
        let run = ScheduleRunSpec {
            program: None,
            games: RoundRotation::same(GameWithBots::new(
                plan.common.rules.clone(),
                self.bots.iter().map(|(_, bot)| bot.clone()),
            )),
            scheduled_matches: scheduled_matches.clone(),
            names,
            traced,
            concurrency: plan.common.concurrency,
            boards_in_flight: plan.single_player.in_flight,
            handshake_time: HANDSHAKE_TIME,
            recorded: replays.limit(),
            kept: std::collections::BTreeMap::new(),
            watched,
        };
        let mut running = tournament::run(run);
        while let Some(event) = running.events.recv().await {
            progress.show(&scheduled_matches, &event);
            match event {
                RunEvent::Progress { .. } => {}
                RunEvent::Void { why, .. } => self.void.push(why),
                RunEvent::Finished { scheduled_match, result, recording, .. } => {
                    let scheduled_match = &scheduled_matches[scheduled_match];
                    if let Some(recording) = recording {
                        let (name, replay) = self.replay(plan, scheduled_match, result.clone(), recording);
                        replays.write(&name, scheduled_match.number, &replay);
                    }
                    self.finish(scheduled_match, result);
                }
                RunEvent::Out { entrant, fault, .. } => {
                    self.failures.push(ExitKind::NotReady);
                    self.entries[self.bots[entrant].0].submission.out =
                        Some(ExclusionReason::NotReady(fault));
                }
            }
        }
        progress.end();
        Ok(())
    }

    /// The name of the player, and the replay of its match.
    fn replay(
        &self,
        plan: &RunPlan<'_>,
        scheduled_match: &ScheduledMatch,
        result: MatchResult,
        recording: RecordedReplies,
    ) -> (String, Replay) {
        let (position, bot) = &self.bots[scheduled_match.seats[0]];
        let name = self.entries[*position].submission.name.clone();
        let identity = plan.common.submissions[*position].identity(&plan.common.build.toolbox);
        let spec = MatchSpec::new(&plan.common.rules, scheduled_match.seed, vec![identity]);
        let provenance = MatchProvenance::here(plan.common.recorded_sandbox(), vec![bot.toolchain.clone()]);
        let played = PlayedMatch::new(spec, result, Some(provenance));
        (name.clone(), Replay { names: vec![name], played, recording })
    }

    fn finish(&mut self, scheduled_match: &ScheduledMatch, result: MatchResult) {
        let position = self.bots[scheduled_match.seats[0]].0;
        self.entries[position].matches.push(result.on_board(scheduled_match.board()));
    }

    fn report(&self, plan: &RunPlan<'_>) -> SinglePlayerRunResults {
        let mut entries = self.entries.clone();
        for entry in &mut entries {
            entry.matches.sort_by_key(|result| result.board.number);
        }
        let mut report = SinglePlayerRunResults {
            game: plan.common.rules.name().into(),
            parameters: plan.common.rules.values(),
            seed: plan.single_player.seed,
            boards: plan.single_player.boards.clone(),
            entries,
            commitments: plan.common.commitments.as_ref().map(CheckedCommitments::report),
            sandbox: plan.common.recorded_sandbox(),
        };
        report.rank();
        report
    }

    fn verdict(&self, plan: &RunPlan<'_>) -> Result<(), CommandError> {
        let complete = |entry: &SubmissionResults| {
            entry.submission.out.is_some() || entry.matches.len() == plan.single_player.boards.len()
        };
        if let Some(why) = self.void.first() {
            let matches = counted(self.void.len(), "match");
            return Err(CommandError::host(format!("{matches} could not be played: {why}")));
        }
        if !self.entries.iter().all(complete) {
            return Err(CommandError::host("a worker of the host has failed, so that results are missing"));
        }
        match self.failures.iter().min() {
            Some(code) => Err(CommandError::silent(*code)),
            None => Ok(()),
        }
    }
}
