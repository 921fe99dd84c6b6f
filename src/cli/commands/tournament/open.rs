//! Opens a tournament: reads its file, builds its bots, and plans its matches.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use jiff::Timestamp;
use rathaus_games::{GameRules, MatchInputs};
use rathaus_protocol::handshake::HandshakeReply;

use super::load::{LoadedTournament, database, schedule, unusable};
use crate::cli::args::tournament::ResumeOverrideArgs;
use crate::cli::args::{DialogueLogArgs, SandboxArgs};
use crate::cli::checked_commitments::{CheckedCommitments, PromiseOptionNames};
use crate::cli::commands::play::{PreparedSubmission, prepare, prepare_program};
use crate::cli::commands::seed_file::SeedFile;
use crate::cli::exit::{CommandError, ExitKind};
use crate::cli::play_context::{self, PlayContext};
use crate::cli::terminal::log;
use crate::cli::terminal::progress::RunProgress;
use crate::matches::RecordedReplies;
use crate::report::harmless;
use crate::store::Store;
use crate::submissions::{Bot, Submission};
use crate::tournament::config::{RecordConfig, TournamentDates};
use crate::tournament::{
    self, Entrant, MatchProvenance, MatchResult, MatchSchedule, PlayedMatch, RecordedSandbox,
    ScheduleRunSpec, StoredTournament, SwissPairing, TournamentFormat,
};

/// A tournament that is ready to be played.
pub(super) struct OpenTournament {
    pub(super) store: Store,
    pub(super) state: StoredTournament,
    pub(super) schedule: MatchSchedule,
    /// The bots, in the order of the schedule's names.
    pub(super) bots: Vec<Bot>,
    /// The program with the rules, in custom games.
    program: Option<Bot>,
    /// The exit codes of the entrants that do not play.
    pub(super) failures: Vec<ExitKind>,
    /// Which replays to keep.
    pub(super) records: RecordConfig,
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
        resume: &ResumeOverrideArgs,
        sandbox: &SandboxArgs,
        quiet: bool,
    ) -> Result<OpenTournament, CommandError> {
        let file = LoadedTournament::read(path)?;
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
        let (bots, failures) = build(&common, &mut state, &progress).await?;
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
            bots,
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
            rules: self.schedule.rules.clone(),
            scheduled_matches: positions
                .iter()
                .map(|position| self.schedule.scheduled_matches.get(*position))
                .collect(),
            bots: self.bots.clone(),
            program: self.program.clone(),
            names: self.schedule.names.clone(),
            traced: self.traced.clone(),
            concurrency: self.run.concurrency,
            boards_in_flight: self.run.boards_in_flight,
            handshake_time: Duration::from_secs(self.state.greeting_seconds),
            recorded: self.records.limit(),
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

    /// The positions of the matches without a result, in the order in which to play them. Each match
    /// is listed once, even if two entrants posted the same source.
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

/// An error while sources may still be revealed, unless `--early` was given.
fn refuse_early(
    file: &LoadedTournament,
    resume: &ResumeOverrideArgs,
    now: Timestamp,
) -> Result<(), CommandError> {
    let phases = &file.config.phases;
    match phases.reveals_until.max(phases.commitments_until) {
        Some(until) if now < until && !resume.early => Err(CommandError::usage(format!(
            "{}: hashes and sources are taken until {until}, and it is {now:.0}\n  help: play after that, or with --early",
            file.path.display()
        ))),
        _ => Ok(()),
    }
}

/// An error if the phases contradict the deadlines of the ledger.
fn refuse_other_deadlines(
    file: &LoadedTournament,
    commitments: &CheckedCommitments,
) -> Result<(), CommandError> {
    let phases = &file.config.phases;
    let (commitments, reveals) = commitments.deadlines();
    let pairs = [
        ("commitments_until", phases.commitments_until, "deadline", Some(commitments)),
        ("reveals_until", phases.reveals_until, "reveal_deadline", reveals),
    ];
    for (name, here, name_there, there) in pairs {
        if let (Some(here), Some(there)) = (here, there)
            && here != there
        {
            return Err(CommandError::usage(format!(
                "{}: `{name}` is {here}, and the ledger's `{name_there}` is {there}\n  help: say the same in both, or leave `{name}` out",
                file.path.display()
            )));
        }
    }
    Ok(())
}

/// An error if the stored results belong to another tournament.
fn refuse_another(
    path: &Path,
    state: &StoredTournament,
    before: &StoredTournament,
) -> Result<(), CommandError> {
    let differences = state.differences(before);
    if differences.is_empty() {
        return Ok(());
    }
    let listed: Vec<String> = differences.iter().map(|difference| format!("  - {difference}")).collect();
    Err(CommandError::usage(format!(
        "{}: this is not the tournament whose results are in {}:\n{}\n  help: give the file another name for another tournament, \
         or go on with --replace; results that do not belong to it any more are kept then, and do not count",
        path.display(),
        database(path).display(),
        listed.join("\n")
    )))
}

/// An error if the parameters allow no board. The first board stands for all.
fn refuse_boardless(state: &StoredTournament) -> Result<(), CommandError> {
    let rules = state.rules().map_err(CommandError::usage)?;
    match tournament::boards(state.seed, 1).as_slice() {
        [board] if !rules.is_multiplayer() => rules
            .begin(MatchInputs::single_player(board.seed, Some(&HandshakeReply::Plain)))
            .map(drop)
            .map_err(CommandError::usage),
        _ => Ok(()),
    }
}

/// An error if multiplayer games cannot begin, for example because too few entrants are left after
/// failed builds. Its exit code is that of the failures, if there are any.
fn refuse_impossible(schedule: &MatchSchedule, failures: &[ExitKind]) -> Result<(), CommandError> {
    let code = failures.iter().min().copied().unwrap_or(ExitKind::Usage);
    match schedule.scheduled_matches.iter().next() {
        None if schedule.rules.is_multiplayer() => {
            Err(CommandError::new(code, "too few play for a match\n  help: name more entrants"))
        }
        Some(scheduled_match) if schedule.rules.is_multiplayer() => schedule
            .rules
            .begin(scheduled_match.setup())
            .map(drop)
            .map_err(|error| CommandError::new(code, error)),
        _ => Ok(()),
    }
}

async fn common(file: &LoadedTournament, sandbox: &SandboxArgs) -> Result<PlayContext, CommandError> {
    let config = &file.config;
    let mut submissions = file.submissions.clone();
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
            &file.rules,
            Duration::from_secs(config.limits.build_seconds),
            &sandbox.or(&config.sandbox),
        )
        .await?,
        rules: file.rules.clone(),
        program: file.program.clone(),
        submissions,
        concurrency: config.running.concurrency.unwrap_or_else(play_context::physical_cores),
        commitments,
        seed_file,
    })
}

/// The state of the tournament before the builds.
fn state(file: &LoadedTournament, common: &PlayContext) -> Result<StoredTournament, CommandError> {
    let config = &file.config;
    let entering = common.submissions.len();
    let format = config.format.unwrap_or_else(|| usual_format(&common.rules, entering));
    let entrants = common.submissions.iter().enumerate();
    Ok(StoredTournament {
        title: file.title(),
        game: common.rules.name().into(),
        program: common.rules.program().cloned(),
        parameters: common.rules.parameters(),
        seed: config.seed,
        numbers: common.seed_file.as_ref().map(SeedFile::numbers).transpose()?,
        format,
        pairing: SwissPairing::default(),
        challenger: config.challenger.clone(),
        count: config.boards.or(config.games).unwrap_or_else(|| usual_count(&common.rules, format, entering)),
        seats: config.seats,
        greeting_seconds: config.limits.greeting_seconds,
        disqualify: config.policies.disqualify.clone(),
        phases: phases(config.phases, common.commitments.as_ref()),
        entrants: entrants
            .map(|(position, submission)| (submission.name.clone(), entrant(submission, position, common)))
            .collect(),
    })
}

/// How a Swiss tournament pairs entrants: as it did so far, because its results are found by who
/// met whom.
fn pairing(state: &StoredTournament, stored: Option<&StoredTournament>) -> SwissPairing {
    let is_swiss = |state: &StoredTournament| state.format == TournamentFormat::Swiss;
    match stored.filter(|stored| is_swiss(stored)) {
        Some(stored) => stored.pairing,
        None if is_swiss(state) => SwissPairing::Matching,
        None => SwissPairing::default(),
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
fn usual_format(rules: &GameRules, entrants: usize) -> TournamentFormat {
    let is_pair = rules.seats().to.min(entrants) == 2;
    if rules.tournament().pairs_meet_twice && is_pair {
        TournamentFormat::DoubleRoundRobin
    } else {
        TournamentFormat::Drawn
    }
}

/// The default number of boards, games or rounds.
fn usual_count(rules: &GameRules, format: TournamentFormat, entrants: usize) -> u32 {
    if !rules.is_multiplayer() {
        play_context::BOARDS
    } else if rules.tournament().is_long && !format.goes_by_results() {
        1
    } else {
        format.usual_rounds(entrants)
    }
}

fn entrant(submission: &Submission, position: usize, common: &PlayContext) -> Entrant {
    Entrant {
        identity: submission.identity(),
        sha256: submission.hash.clone(),
        language: submission.language().into(),
        described: submission.described(),
        toolchain: None,
        unverified: common.commitments.as_ref().and_then(|commitments| commitments.unverified(position)),
        out: None,
    }
}

/// Builds all submissions, and records in the state which of them do not play. Returns the bots in
/// the order of their names, and the exit codes of failures.
async fn build(
    common: &PlayContext,
    state: &mut StoredTournament,
    progress: &RunProgress,
) -> Result<(Vec<Bot>, Vec<ExitKind>), CommandError> {
    let (mut bots, mut failures) = (Vec::new(), Vec::new());
    let prepared = prepare(common, progress).await?;
    for (submission, PreparedSubmission { submission: submitted, bot }) in
        common.submissions.iter().zip(prepared)
    {
        let Some(entrant) = state.entrants.get_mut(&submission.name) else { continue };
        (entrant.toolchain, entrant.out) = (submitted.toolchain, submitted.out);
        match bot {
            Ok(bot) => bots.push((submission.name.clone(), bot)),
            Err(code) => failures.push(code),
        }
    }
    bots.sort_by(|(one, _), (other, _)| one.cmp(other));
    Ok((bots.into_iter().map(|(_, bot)| bot).collect(), failures))
}

/// A description of this process, for another one that wants to play the same tournament.
pub(super) fn owner() -> String {
    let system = rustix::system::uname();
    let machine = system.nodename().to_string_lossy().into_owned();
    format!("process {} on {machine}, since {:.0}", std::process::id(), Timestamp::now())
}
