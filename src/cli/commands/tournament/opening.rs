//! From a tournament's file to all that is needed to play it.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use jiff::Timestamp;
use rathaus_games::{Rules, Setup};
use rathaus_protocol::greeting::Hello;

use super::file::{File, database, schedule, unusable};
use crate::cli::args::tournament::GoOnArgs;
use crate::cli::args::{SandboxArgs, TraceArgs};
use crate::cli::bound::{Bound, Opening};
use crate::cli::commands::play::{Prepared, prepare, prepare_program};
use crate::cli::commands::seed_file::SeedFile;
use crate::cli::exit::{Code, Failure};
use crate::cli::plan::{self, Common};
use crate::cli::terminal::log;
use crate::cli::terminal::progress::Progress;
use crate::matches::Recording;
use crate::report::harmless;
use crate::store::Store;
use crate::submissions::{Bot, Submission};
use crate::tournament::config::{Phases, Records};
use crate::tournament::{
    self, Confined, Entrant, Format, MatchResult, PlayedMatch, Provenance, Run, Schedule, State,
};

/// A tournament that can be played.
pub(super) struct Opened {
    pub(super) store: Store,
    pub(super) state: State,
    pub(super) schedule: Schedule,
    /// The bots, as the schedule names them.
    pub(super) bots: Vec<Bot>,
    /// The program that has the rules, in games that have one.
    program: Option<Bot>,
    /// What went wrong with those that do not play.
    pub(super) failures: Vec<Code>,
    /// What is kept of matches besides their results.
    pub(super) records: Records,
    /// The positions of those whose dialogue is written to the log.
    traced: BTreeSet<usize>,
    /// In what sandbox bots run.
    confined: Confined,
    run: Manner,
}

/// How this machine plays.
struct Manner {
    concurrency: usize,
    boards_in_flight: Option<usize>,
}

impl Opened {
    /// Reads the file, builds the submissions, and stores what the tournament is, unless it is
    /// another one than before.
    pub(super) async fn open(
        path: &Path,
        go_on: &GoOnArgs,
        sandbox: &SandboxArgs,
        quiet: bool,
    ) -> Result<Opened, Failure> {
        let file = File::read(path)?;
        refuse_early(&file, go_on, Timestamp::now())?;
        let common = common(&file, sandbox).await?;
        let database = database(path);
        let mut store = Store::open(&database, &owner()).map_err(unusable)?;
        let mut state = state(&file, &common)?;
        let before = store.tournament().map_err(unusable)?.filter(|_| !go_on.replace);
        before.iter().try_for_each(|before| refuse_another(path, &state, before))?;
        refuse_boardless(&state)?;
        let progress = Progress::new(quiet, &common.rules, 0);
        common.bound.iter().flat_map(Bound::absent).for_each(|words| progress.say(&words));
        let program = prepare_program(&common, &progress).await?;
        let (bots, failures) = build(&common, &mut state, &progress).await?;
        // Once more: now it is known who cannot be built.
        before.iter().try_for_each(|before| refuse_another(path, &state, before))?;
        let schedule = schedule(&store, &state)?;
        refuse_impossible(&schedule, &failures)?;
        store.set_tournament(&state).map_err(unusable)?;
        let run = Manner {
            concurrency: common.concurrency,
            boards_in_flight: file.config.running.boards_in_flight,
        };
        let (records, traced) = (file.config.records, BTreeSet::new());
        Ok(Opened {
            store,
            state,
            schedule,
            bots,
            program,
            failures,
            records,
            traced,
            confined: common.confined(),
            run,
        })
    }

    /// The same, with what these bots say in the log.
    pub(super) fn tracing(self, trace: &TraceArgs) -> Result<Opened, Failure> {
        Ok(Opened { traced: log::traced(&self.schedule.names, trace)?, ..self })
    }

    /// The matches with these positions in the schedule, as they are played here.
    pub(super) fn run(&self, positions: &[usize]) -> Run {
        Run {
            rules: self.schedule.rules.clone(),
            fixtures: positions.iter().map(|position| self.schedule.fixtures[*position].clone()).collect(),
            bots: self.bots.clone(),
            program: self.program.clone(),
            names: self.schedule.names.clone(),
            traced: self.traced.clone(),
            concurrency: self.run.concurrency,
            boards_in_flight: self.run.boards_in_flight,
            patience: Duration::from_secs(self.state.greeting_seconds),
            recorded: self.records.limit(),
            watched: None,
        }
    }

    /// A match of the schedule that was played here.
    pub(super) fn played(
        &self,
        position: usize,
        result: MatchResult,
        recording: Option<Recording>,
    ) -> PlayedMatch {
        let toolchain =
            |entrant: &usize| self.state.entrants[&self.schedule.names[*entrant]].toolchain.clone();
        let toolchains = self.schedule.fixtures[position].seats.iter().map(toolchain).collect();
        PlayedMatch {
            key: self.schedule.keys[position].clone(),
            spec: self.schedule.spec(position),
            result,
            provenance: Some(Provenance::here(self.confined.clone(), toolchains)),
            recording,
        }
    }

    /// Looks who meets whom, now that there are more results. Says whether that has brought more
    /// matches.
    pub(super) fn look_again(&mut self) -> Result<bool, Failure> {
        let before = self.schedule.keys.len();
        self.schedule = schedule(&self.store, &self.state)?;
        Ok(self.schedule.keys.len() > before)
    }

    /// The positions of the matches that have not been played, each once, though two entrants may
    /// have posted the same.
    pub(super) fn missing(&self) -> Result<Vec<usize>, Failure> {
        let mut known = self.store.keys().map_err(unusable)?;
        let keys = &self.schedule.keys;
        Ok((0..keys.len()).filter(|position| known.insert(keys[*position].clone())).collect())
    }
}

/// Refuses to play while sources may still be revealed.
fn refuse_early(file: &File, go_on: &GoOnArgs, now: Timestamp) -> Result<(), Failure> {
    let phases = &file.config.phases;
    match phases.reveals_until.max(phases.commitments_until) {
        Some(until) if now < until && !go_on.early => Err(Failure::usage(format!(
            "{}: hashes and sources are taken until {until}, and it is {now:.0}\n  help: play after that, or with --early",
            file.path.display()
        ))),
        _ => Ok(()),
    }
}

/// Refuses phases that are not those by which the ledger judges.
fn refuse_other_deadlines(file: &File, bound: &Bound) -> Result<(), Failure> {
    let phases = &file.config.phases;
    let (commitments, reveals) = bound.deadlines();
    let pairs = [
        ("commitments_until", phases.commitments_until, "deadline", Some(commitments)),
        ("reveals_until", phases.reveals_until, "reveal_deadline", reveals),
    ];
    for (name, here, name_there, there) in pairs {
        if let (Some(here), Some(there)) = (here, there)
            && here != there
        {
            return Err(Failure::usage(format!(
                "{}: `{name}` is {here}, and the ledger's `{name_there}` is {there}\n  help: say the same in both, or leave `{name}` out",
                file.path.display()
            )));
        }
    }
    Ok(())
}

/// Refuses to mix the results of two tournaments.
fn refuse_another(path: &Path, state: &State, before: &State) -> Result<(), Failure> {
    let differences = state.differences(before);
    if differences.is_empty() {
        return Ok(());
    }
    let listed: Vec<String> = differences.iter().map(|difference| format!("  - {difference}")).collect();
    Err(Failure::usage(format!(
        "{}: this is not the tournament whose results are in {}:\n{}\n  help: give the file another name for another tournament, \
         or go on with --replace; results that do not belong to it any more are kept then, and do not count",
        path.display(),
        database(path).display(),
        listed.join("\n")
    )))
}

/// Refuses parameters that allow no board. The first one stands for all.
fn refuse_boardless(state: &State) -> Result<(), Failure> {
    let rules = state.rules().map_err(Failure::usage)?;
    match tournament::boards(state.seed, 1).as_slice() {
        [board] if !rules.is_multiplayer() => rules
            .begin(Setup::single_player(board.seed, Some(&Hello::Plain)))
            .map(drop)
            .map_err(Failure::usage),
        _ => Ok(()),
    }
}

/// Refuses games that cannot begin, such as those of too few, which some may be who cannot be
/// built.
fn refuse_impossible(schedule: &Schedule, failures: &[Code]) -> Result<(), Failure> {
    let code = failures.iter().min().copied().unwrap_or(Code::Usage);
    match schedule.fixtures.first() {
        None if schedule.rules.is_multiplayer() => {
            Err(Failure::new(code, "too few play for a match\n  help: name more entrants"))
        }
        Some(fixture) if schedule.rules.is_multiplayer() => {
            schedule.rules.begin(fixture.setup()).map(drop).map_err(|error| Failure::new(code, error))
        }
        _ => Ok(()),
    }
}

async fn common(file: &File, sandbox: &SandboxArgs) -> Result<Common, Failure> {
    let config = &file.config;
    let mut submissions = file.submissions.clone();
    let seed_file =
        config.seed_file.as_deref().map(|path| SeedFile::read(&file.resolve(path))).transpose()?;
    let bound = config.commitments.as_ref().map(|commitments| {
        let ledger = file.resolve(&commitments.ledger);
        let opening = Opening { seed: "`seed`", seed_file: "`seed_file`" };
        let seed = Some(config.seed);
        Bound::resolve(&ledger, commitments.required, &submissions, seed, seed_file.as_ref(), &opening)
    });
    let bound = bound.transpose()?;
    bound.iter().try_for_each(|bound| refuse_other_deadlines(file, bound))?;
    // Only now: in a ledger, a player has the name that was given.
    submissions.iter_mut().for_each(|submission| submission.name = harmless(&submission.name));
    Ok(Common {
        build: plan::build_context(
            &file.rules,
            Duration::from_secs(config.limits.build_seconds),
            &sandbox.or(&config.sandbox),
        )
        .await?,
        rules: file.rules.clone(),
        program: file.program.clone(),
        submissions,
        concurrency: config.running.concurrency.unwrap_or_else(plan::physical_cores),
        bound,
        seed_file,
    })
}

/// What the tournament is, before anything was built.
fn state(file: &File, common: &Common) -> Result<State, Failure> {
    let config = &file.config;
    let entering = common.submissions.len();
    let format = config.format.unwrap_or_else(|| usual_format(&common.rules, entering));
    let entrants = common.submissions.iter().enumerate();
    Ok(State {
        title: file.title(),
        game: common.rules.name().into(),
        program: common.rules.program().cloned(),
        parameters: common.rules.parameters(),
        seed: config.seed,
        numbers: common.seed_file.as_ref().map(SeedFile::numbers).transpose()?,
        format,
        challenger: config.challenger.clone(),
        count: config.boards.or(config.games).unwrap_or_else(|| usual_count(&common.rules, format, entering)),
        seats: config.seats,
        greeting_seconds: config.limits.greeting_seconds,
        disqualify: config.policies.disqualify.clone(),
        phases: phases(config.phases, common.bound.as_ref()),
        entrants: entrants
            .map(|(position, submission)| (submission.name.clone(), entrant(submission, position, common)))
            .collect(),
    })
}

/// The phases that the file names, and else those of the ledger: what is shown before the reveal
/// goes by them.
fn phases(named: Phases, bound: Option<&Bound>) -> Phases {
    let (commitments, reveals) = bound.map(Bound::deadlines).unzip();
    Phases {
        commitments_until: named.commitments_until.or(commitments),
        reveals_until: named.reveals_until.or(reveals.flatten()),
        ..named
    }
}

/// Who meets whom unless it is said.
fn usual_format(rules: &Rules, entrants: usize) -> Format {
    let is_pair = rules.seats().to.min(entrants) == 2;
    if rules.tournament().pairs_meet_twice && is_pair { Format::DoubleRoundRobin } else { Format::Drawn }
}

/// How many boards, games or rounds there are unless it is said.
fn usual_count(rules: &Rules, format: Format, entrants: usize) -> u32 {
    if !rules.is_multiplayer() {
        plan::BOARDS
    } else if rules.tournament().is_long && !format.goes_by_results() {
        1
    } else {
        format.usual_rounds(entrants)
    }
}

fn entrant(submission: &Submission, position: usize, common: &Common) -> Entrant {
    Entrant {
        identity: submission.identity(),
        sha256: submission.hash.clone(),
        language: submission.language().into(),
        described: submission.described(),
        toolchain: None,
        unverified: common.bound.as_ref().and_then(|bound| bound.unverified(position)),
        out: None,
    }
}

/// Builds all submissions, and notes in the state who does not play.
async fn build(
    common: &Common,
    state: &mut State,
    progress: &Progress,
) -> Result<(Vec<Bot>, Vec<Code>), Failure> {
    let (mut bots, mut failures) = (Vec::new(), Vec::new());
    let prepared = prepare(common, progress).await?;
    for (submission, Prepared { submission: submitted, bot }) in common.submissions.iter().zip(prepared) {
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

/// Who this host is, for another one that wants to play the same tournament.
pub(super) fn owner() -> String {
    let system = rustix::system::uname();
    let machine = system.nodename().to_string_lossy().into_owned();
    format!("process {} on {machine}, since {:.0}", std::process::id(), Timestamp::now())
}
