//! Opens a tournament: reads its file, builds its bots, and plans its matches.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use jiff::Timestamp;
use rathaus_games::ConfiguredGame;

use super::load::{self, LoadedTournamentFile, database, schedule, unusable};
use super::refusals::{
    refuse_another, refuse_boardless, refuse_early, refuse_impossible, refuse_other_deadlines,
};
use super::remote::RemoteSettings;
use super::{absence, build};
use crate::cli::args::tournament::ResumePermissionArgs;
use crate::cli::args::{DialogueLogArgs, SandboxArgs};
use crate::cli::checked_commitments::{CheckedCommitments, PromiseOptionNames};
use crate::cli::commands::play::prepare_program;
use crate::cli::commands::seed_file::SeedFile;
use crate::cli::exit::{CommandError, ExitKind};
use crate::cli::play_context::{self, PlayContext};
use crate::cli::terminal::log;
use crate::cli::terminal::progress::RunProgress;
use crate::matches::RecordedReplies;
use crate::report::harmless;
use crate::store::Store;
use crate::submissions::{Bot, Submission};
use crate::tournament::config::{ReplayRetentionConfig, RulingConfig, TournamentConfig, TournamentDates};
use crate::tournament::{
    self, AbsentSeat, BoardGroup, DecisionTarget, GameWithBots, MatchProvenance, MatchResult, MatchSchedule,
    PlayedMatch, RecordedSandbox, RoundRotation, ScheduleRunSpec, StoredEntrant, StoredTournamentSetup,
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
    pub(super) program: Option<Bot>,
    /// The exit codes of the entrants that do not play, or cannot at the moment.
    pub(super) failures: Vec<ExitKind>,
    /// What counts for matches that cannot be played.
    pub(super) rulings: RulingConfig,
    /// The size of the folders that bots keep from match to match, if they do.
    storage_mib: Option<u32>,
    /// Which replays to keep.
    pub(super) records: ReplayRetentionConfig,
    /// The positions of the bots whose dialogue the log shows.
    traced: BTreeSet<usize>,
    /// The sandbox that bots run in.
    recorded_sandbox: RecordedSandbox,
    run: RunSettings,
    /// What workers on other machines need.
    pub(super) remote: RemoteSettings,
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
        let stored = load::stored(path).filter(|_| !resume.replace);
        let file = LoadedTournamentFile::read(path, stored.as_ref())?;
        refuse_early(&file, resume, Timestamp::now())?;
        let common = common(&file, sandbox).await?;
        let database = database(path);
        let mut store = Store::open(&database, &owner()).map_err(unusable)?;
        let mut state = state(&file, &common)?;
        let stored = store.tournament().map_err(unusable)?;
        state.pairing = pairing(&state, stored.as_ref());
        absence::add_gone(&mut state, &file.gone, stored.as_ref());
        let before = stored.as_ref().filter(|_| !resume.replace);
        before.map_or(Ok(()), |before| refuse_another(path, &absence::as_before(&state, before), before))?;
        refuse_boardless(&state)?;
        let progress = RunProgress::new(quiet, &common.rules, 0);
        file.notes.iter().for_each(|note| progress.say(note));
        common.commitments.iter().flat_map(CheckedCommitments::absent).for_each(|words| progress.say(&words));
        let program = prepare_program(&common, &progress).await?;
        let built = build::build(&common, &mut state, stored.as_ref(), &progress).await?;
        let failures = [built.failures, vec![ExitKind::Input; file.gone.len()]].concat();
        // Check again, now that failed builds are known.
        before.map_or(Ok(()), |before| refuse_another(path, &state, before))?;
        let schedule = schedule(&store, &state)?;
        refuse_impossible(&schedule, &failures)?;
        absence::refuse_too_few(&state, &failures)?;
        let rulings = file.config.rulings;
        store.set_tournament(&state).map_err(unusable)?;
        let run = RunSettings {
            concurrency: common.concurrency,
            boards_in_flight: file.config.running.boards_in_flight,
        };
        let remote = RemoteSettings::new(&file, &common, sandbox);
        let (records, traced) = (file.config.records, BTreeSet::new());
        Ok(OpenTournament {
            store,
            state,
            schedule,
            games: built.games,
            program,
            failures,
            rulings,
            storage_mib: file.config.storage_mib,
            records,
            traced,
            recorded_sandbox: common.recorded_sandbox(),
            run,
            remote,
        })
    }

    /// The same, with the dialogue of these bots in the log.
    pub(super) fn tracing(self, trace: &DialogueLogArgs) -> Result<OpenTournament, CommandError> {
        Ok(OpenTournament { traced: log::traced(&self.schedule.names, trace)?, ..self })
    }

    /// A run of the matches at these positions of the schedule.
    pub(super) fn run(&self, positions: &[usize]) -> Result<ScheduleRunSpec, CommandError> {
        let mut kept = self.store.kept_files().map_err(unusable)?;
        let kept_by = |(position, name)| Some((position, kept.remove(name)?));
        let kept = self.schedule.names.iter().enumerate().filter_map(kept_by).collect();
        Ok(ScheduleRunSpec {
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
            kept,
            watched: None,
        })
    }

    /// Whether bots keep files, so that matches are played in their order and depend on those before.
    fn has_storage(&self) -> bool {
        self.storage_mib.is_some()
    }

    /// An error if matches depend on those before, so that none can be played by itself.
    pub(super) fn refuse_storage(&self) -> Result<(), CommandError> {
        if !self.has_storage() {
            return Ok(());
        }
        Err(CommandError::usage(
            "a match depends on the files that bots have kept from those before, as `storage_mib` says\n  \
             help: play the tournament with `rathaus tournament run`",
        ))
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

    /// The seats of a match whose entrants cannot play at the moment.
    pub(super) fn absent(&self, position: usize) -> Vec<AbsentSeat> {
        let absence = |name: &String| self.state.entrants[name].absent.clone();
        let seats = self.schedule.names_of(position).enumerate();
        seats.filter_map(|(seat, name)| Some(AbsentSeat { seat, absence: absence(name)? })).collect()
    }

    /// Whether all entrants of a match can play.
    pub(super) fn is_playable(&self, position: usize) -> bool {
        self.schedule.names_of(position).all(|name| self.state.entrants[name].absent.is_none())
    }

    /// Whether matches that cannot be played are ruled, because later ones depend on them.
    pub(super) fn has_rulings(&self) -> bool {
        self.state.format.goes_by_results() && self.schedule.rules().is_multiplayer()
    }

    /// How often a run tries to play a match that the host cannot play.
    pub(super) fn tries(&self) -> u32 {
        if self.has_rulings() { self.rulings.tries } else { 1 }
    }

    /// The positions of the matches without a result or a ruling, in the order in which to play them. Each
    /// match is listed once, even if two entrants posted the same source.
    pub(super) fn missing(&self) -> Result<Vec<usize>, CommandError> {
        let known = self.store.keys().map_err(unusable)?;
        let MatchSchedule { keys, scheduled_matches, names, rulings, .. } = &self.schedule;
        let mut seen = BTreeSet::new();
        let mut is_missing = |position: &usize| {
            let is_known = known.contains(&keys[*position]) || rulings.contains_key(position);
            !is_known && seen.insert(keys[*position])
        };
        let mut missing: Vec<usize> = (0..keys.len()).filter(&mut is_missing).collect();
        if !self.has_storage() {
            tournament::spread_evenly(&mut missing, scheduled_matches, names.len());
        }
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
    submissions.iter_mut().for_each(|submission| {
        submission.name = harmless(&submission.name);
        *submission = submission.clone().with_storage(config.storage_mib);
    });
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
    let entering = common.submissions.len() + file.gone.len();
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
        teams: config.team_rules(),
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
        absent: None,
    }
}

/// A description of this process, for another one that wants to play the same tournament.
pub(super) fn owner() -> String {
    let system = rustix::system::uname();
    let machine = system.nodename().to_string_lossy().into_owned();
    format!("process {} on {machine}, since {:.0}", std::process::id(), Timestamp::now())
}
