//! Opens a tournament: reads its file, builds its bots, and plans its matches.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use jiff::Timestamp;
use rathaus_games::ConfiguredGame;

use super::load::{LoadedTournamentFile, database, schedule, unusable};
use super::refusals::{
    refuse_another, refuse_boardless, refuse_early, refuse_impossible, refuse_other_deadlines,
};
use crate::cli::args::tournament::ResumePermissionArgs;
use crate::cli::args::{DialogueLogArgs, SandboxArgs};
use crate::cli::checked_commitments::{CheckedCommitments, PromiseOptionNames};
use crate::cli::commands::play::{SubmissionBuildOutcome, prepare, prepare_program};
use crate::cli::commands::seed_file::SeedFile;
use crate::cli::exit::{CommandError, ExitKind};
use crate::cli::play_context::{self, PlayContext};
use crate::cli::terminal::log;
use crate::cli::terminal::progress::RunProgress;
use crate::matches::RecordedReplies;
use crate::report::{ExclusionReason, harmless};
use crate::store::Store;
use crate::submissions::{Bot, BuildContext, Submission, SubmissionError, SubmissionErrorKind};
use crate::tournament::config::{ReplayRetentionConfig, TournamentConfig, TournamentDates};
use crate::tournament::{
    self, BoardGroup, DecisionTarget, GameWithBots, MatchProvenance, MatchResult, MatchSchedule, PlayedMatch,
    RecordedSandbox, RoundRotation, ScheduleRunSpec, StoredEntrant, StoredTournamentSetup,
    SwissPairingAlgorithm, TournamentFormat,
};

/// A tournament that is ready to be played.
pub(super) struct OpenTournament {
    pub(super) store: Store,
    pub(super) state: StoredTournamentSetup,
    pub(super) schedule: MatchSchedule,
    /// The game of each round, with the bots in the order of the schedule's names.
    games: RoundRotation<GameWithBots>,
    /// The program with the rules, in custom games.
    program: Option<Bot>,
    /// The exit codes of the entrants that do not play.
    pub(super) failures: Vec<ExitKind>,
    /// Which replays to keep.
    pub(super) records: ReplayRetentionConfig,
    /// The positions of the bots whose dialogue the log shows.
    traced: BTreeSet<usize>,
    /// The sandbox that bots run in.
    recorded_sandbox: RecordedSandbox,
    run: RunSettings,
}

/// Settings of this machine, which do not change results.
struct RunSettings {
    concurrency: usize,
    boards_in_flight: Option<usize>,
}

impl OpenTournament {
    /// Reads the file, builds the submissions, and stores the state of the tournament. An error if
    /// that differs from the stored state, unless `--replace` was given.
    pub(super) async fn open(
        path: &Path,
        resume: &ResumePermissionArgs,
        sandbox: &SandboxArgs,
        quiet: bool,
    ) -> Result<OpenTournament, CommandError> {
        let file = LoadedTournamentFile::read(path)?;
        refuse_early(&file, resume, Timestamp::now())?;
        let common = common(&file, sandbox).await?;
        let database = database(path);
        let mut store = Store::open(&database, &owner()).map_err(unusable)?;
        let mut state = state(&file, &common)?;
        let stored = store.tournament().map_err(unusable)?;
        state.pairing = pairing(&state, stored.as_ref());
        let before = stored.filter(|_| !resume.replace);
        before.iter().try_for_each(|before| refuse_another(path, &state, before))?;
        refuse_boardless(&state)?;
        let progress = RunProgress::new(quiet, &common.rules, 0);
        file.notes.iter().for_each(|note| progress.say(note));
        common.commitments.iter().flat_map(CheckedCommitments::absent).for_each(|words| progress.say(&words));
        let program = prepare_program(&common, &progress).await?;
        let (games, failures) = build(&common, &mut state, &progress).await?;
        // Check again, now that failed builds are known.
        before.iter().try_for_each(|before| refuse_another(path, &state, before))?;
        let schedule = schedule(&store, &state)?;
        refuse_impossible(&schedule, &failures)?;
        store.set_tournament(&state).map_err(unusable)?;
        let run = RunSettings {
            concurrency: common.concurrency,
            boards_in_flight: file.config.running.boards_in_flight,
        };
        let (records, traced) = (file.config.records, BTreeSet::new());
        Ok(OpenTournament {
            store,
            state,
            schedule,
            games,
            program,
            failures,
            records,
            traced,
            recorded_sandbox: common.recorded_sandbox(),
            run,
        })
    }

    /// The same, with the dialogue of these bots in the log.
    pub(super) fn tracing(self, trace: &DialogueLogArgs) -> Result<OpenTournament, CommandError> {
        Ok(OpenTournament { traced: log::traced(&self.schedule.names, trace)?, ..self })
    }

    /// A run of the matches at these positions of the schedule.
    pub(super) fn run(&self, positions: &[usize]) -> ScheduleRunSpec {
        ScheduleRunSpec {
            scheduled_matches: positions
                .iter()
                .map(|position| self.schedule.scheduled_matches.get(*position))
                .collect(),
            games: self.games.clone(),
            program: self.program.clone(),
            names: self.schedule.names.clone(),
            traced: self.traced.clone(),
            concurrency: self.run.concurrency,
            boards_in_flight: self.run.boards_in_flight,
            handshake_time: Duration::from_secs(self.state.greeting_seconds),
            recorded: self.records.limit(),
            kept: BTreeMap::new(),
            watched: None,
        }
    }

    /// The match at this position of the schedule, as this machine played it.
    pub(super) fn played(
        &self,
        position: usize,
        result: MatchResult,
        recording: Option<RecordedReplies>,
    ) -> PlayedMatch {
        let toolchain = |name: &String| self.state.entrants[name].toolchain.clone();
        let toolchains = self.schedule.names_of(position).map(toolchain).collect();
        PlayedMatch {
            key: self.schedule.key(position),
            spec: self.schedule.spec(position),
            result,
            provenance: Some(MatchProvenance::here(self.recorded_sandbox.clone(), toolchains)),
            recording,
        }
    }

    /// Makes the schedule again from all results so far. Returns whether it has more matches now.
    pub(super) fn refresh_schedule(&mut self) -> Result<bool, CommandError> {
        let before = self.schedule.keys.len();
        self.schedule = schedule(&self.store, &self.state)?;
        Ok(self.schedule.keys.len() > before)
    }

    /// The positions of the matches without a result, in the order in which to play them. Each
    /// match is listed once, even if two entrants posted the same source.
    pub(super) fn missing(&self) -> Result<Vec<usize>, CommandError> {
        let known = self.store.keys().map_err(unusable)?;
        let MatchSchedule { keys, scheduled_matches, names, .. } = &self.schedule;
        let mut seen = BTreeSet::new();
        let mut is_missing =
            |position: &usize| !known.contains(&keys[*position]) && seen.insert(keys[*position]);
        let mut missing: Vec<usize> = (0..keys.len()).filter(&mut is_missing).collect();
        tournament::spread_evenly(&mut missing, scheduled_matches, names.len());
        Ok(missing)
    }
}

async fn common(file: &LoadedTournamentFile, sandbox: &SandboxArgs) -> Result<PlayContext, CommandError> {
    let config = &file.config;
    let mut submissions = file.submissions.clone();
    // Bots are first built for the first group of boards.
    let rules = file.groups.first().map_or(&file.rules, |group| &group.rules);
    let seed_file =
        config.seed_file.as_deref().map(|path| SeedFile::read(&file.resolve(path))).transpose()?;
    let commitments = config.commitments.as_ref().map(|commitments| {
        let ledger = file.resolve(&commitments.ledger);
        let labels = PromiseOptionNames { seed: "`seed`", seed_file: "`seed_file`" };
        let seed = Some(config.seed);
        CheckedCommitments::resolve(
            &ledger,
            commitments.required,
            &submissions,
            seed,
            seed_file.as_ref(),
            &labels,
        )
    });
    let commitments = commitments.transpose()?;
    commitments.iter().try_for_each(|commitments| refuse_other_deadlines(file, commitments))?;
    // Escape names only after the check of the ledger, which knows players by their given names.
    submissions.iter_mut().for_each(|submission| submission.name = harmless(&submission.name));
    Ok(PlayContext {
        build: play_context::build_context(
            rules,
            Duration::from_secs(config.limits.build_seconds),
            &sandbox.or(config, &file.path),
        )
        .await?,
        rules: rules.clone(),
        program: file.program.clone(),
        submissions,
        concurrency: config.running.concurrency.unwrap_or_else(play_context::physical_cores),
        commitments,
        seed_file,
    })
}

/// The state of the tournament before the builds.
fn state(file: &LoadedTournamentFile, common: &PlayContext) -> Result<StoredTournamentSetup, CommandError> {
    let config = &file.config;
    let entering = common.submissions.len();
    let format = config.format.unwrap_or_else(|| usual_format(&common.rules, entering));
    let entrants = common.submissions.iter().enumerate();
    Ok(StoredTournamentSetup {
        title: file.title(),
        game: common.rules.name().into(),
        program: common.rules.program().cloned(),
        parameters: file.rules.parameters(),
        groups: file.groups.iter().map(BoardGroup::stored).collect(),
        seed: config.seed,
        numbers: common.seed_file.as_ref().map(SeedFile::numbers).transpose()?,
        format,
        pairing: SwissPairingAlgorithm::default(),
        decide: decide(config, format),
        challenger: config.challenger.clone(),
        challengers: config.challengers.clone(),
        rating_anchor: config.rating_anchor.clone(),
        versions: config.versions.clone(),
        count: config.boards.or(config.games).unwrap_or_else(|| {
            let usual = usual_count(&common.rules, format, entering);
            usual.next_multiple_of(file.groups.len().max(1) as u32)
        }),
        seats: config.seats,
        greeting_seconds: config.limits.greeting_seconds,
        disqualify: config.policies.disqualify.clone(),
        phases: phases(config.phases, common.commitments.as_ref()),
        entrants: entrants
            .map(|(position, submission)| (submission.name.clone(), entrant(submission, position, common)))
            .collect(),
    })
}

/// What an adaptive tournament decides. The text has been checked.
fn decide(config: &TournamentConfig, format: TournamentFormat) -> Option<DecisionTarget> {
    let named = config.decide.as_deref().and_then(|text| text.parse().ok());
    (format == TournamentFormat::Adaptive).then(|| named.unwrap_or_default())
}

/// How a Swiss tournament pairs entrants: as it did so far, because its results are found by who
/// met whom.
fn pairing(state: &StoredTournamentSetup, stored: Option<&StoredTournamentSetup>) -> SwissPairingAlgorithm {
    let is_swiss = |state: &StoredTournamentSetup| state.format == TournamentFormat::Swiss;
    match stored.filter(|stored| is_swiss(stored)) {
        Some(stored) => stored.pairing,
        None if is_swiss(state) => SwissPairingAlgorithm::Matching,
        None => SwissPairingAlgorithm::default(),
    }
}

/// The phases of the file, completed with the deadlines of the ledger. They decide what is shown
/// before the reveal.
fn phases(named: TournamentDates, commitments: Option<&CheckedCommitments>) -> TournamentDates {
    let (commitments, reveals) = commitments.map(CheckedCommitments::deadlines).unzip();
    TournamentDates {
        commitments_until: named.commitments_until.or(commitments),
        reveals_until: named.reveals_until.or(reveals.flatten()),
        ..named
    }
}

/// The default format.
fn usual_format(rules: &ConfiguredGame, entrants: usize) -> TournamentFormat {
    let is_pair = rules.seats().to.min(entrants) == 2;
    if rules.tournament().pairs_meet_twice && is_pair {
        TournamentFormat::DoubleRoundRobin
    } else {
        TournamentFormat::Drawn
    }
}

/// The default number of boards, games or rounds.
fn usual_count(rules: &ConfiguredGame, format: TournamentFormat, entrants: usize) -> u32 {
    if format == TournamentFormat::Adaptive {
        format.usual_rounds(entrants)
    } else if !rules.is_multiplayer() {
        play_context::BOARDS
    } else if rules.tournament().is_long && !format.goes_by_results() {
        1
    } else {
        format.usual_rounds(entrants)
    }
}

fn entrant(submission: &Submission, position: usize, common: &PlayContext) -> StoredEntrant {
    StoredEntrant {
        identity: submission.identity(&common.build.toolbox),
        sha256: submission.hash.clone(),
        language: submission.language().into(),
        described: submission.described(),
        toolchain: None,
        unverified: common.commitments.as_ref().and_then(|commitments| commitments.unverified(position)),
        out: None,
    }
}

/// Builds all submissions, and records in the state which of them do not play. Returns the game of
/// each round with the bots in the order of their names, and the exit codes of failures.
async fn build(
    common: &PlayContext,
    state: &mut StoredTournamentSetup,
    progress: &RunProgress,
) -> Result<(RoundRotation<GameWithBots>, Vec<ExitKind>), CommandError> {
    let games = state.games().map_err(CommandError::usage)?;
    // For each entrant that plays, its bot for each of the games.
    let (mut bots, mut failures) = (BTreeMap::new(), Vec::new());
    let prepared = prepare(common, progress).await?;
    for (submission, SubmissionBuildOutcome { submission: submitted, bot }) in
        common.submissions.iter().zip(prepared)
    {
        let Some(entrant) = state.entrants.get_mut(&submission.name) else { continue };
        (entrant.toolchain, entrant.out) = (submitted.toolchain, submitted.out);
        let bot = match bot {
            Ok(bot) => bot,
            Err(code) => {
                failures.push(code);
                continue;
            }
        };
        match for_all(&games, submission, bot, common).await {
            Ok(of_games) => drop(bots.insert(submission.name.clone(), of_games)),
            Err(error) if error.kind == SubmissionErrorKind::Host => {
                return Err(CommandError::submissions(&[error]));
            }
            Err(error) => {
                entrant.out = Some(ExclusionReason::Unbuildable(error.to_string()));
                entrant
                    .out
                    .iter()
                    .for_each(|out| progress.say(&format!("{} does not play: {out}", submission.name)));
                failures.push(error.kind.into());
            }
        }
    }
    let mut index = 0..;
    let games = games.map(|rules| {
        let game = index.next().unwrap_or_default();
        let bots = bots.values().map(|of_games: &Vec<Bot>| of_games[game].clone()).collect();
        GameWithBots { rules: rules.clone(), bots }
    });
    Ok((games, failures))
}

/// The bots of a submission for each of the games, of which `first` is the one for the first game.
/// Some builds depend on the parameters of the game.
async fn for_all(
    games: &RoundRotation<ConfiguredGame>,
    submission: &Submission,
    first: Bot,
    common: &PlayContext,
) -> Result<Vec<Bot>, SubmissionError> {
    let mut bots = vec![first];
    for game in games.iter().skip(1) {
        let build = BuildContext { values: game.build_values(), ..common.build.clone() };
        let is_same = build.values == common.build.values;
        bots.push(if is_same { bots[0].clone() } else { submission.build(&build).await? });
    }
    Ok(bots)
}

/// A description of this process, for another one that wants to play the same tournament.
pub(super) fn owner() -> String {
    let system = rustix::system::uname();
    let machine = system.nodename().to_string_lossy().into_owned();
    format!("process {} on {machine}, since {:.0}", std::process::id(), Timestamp::now())
}
