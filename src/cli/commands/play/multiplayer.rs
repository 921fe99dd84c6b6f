//! Plays a multiplayer game: one match of all bots.

use std::path::Path;
use std::sync::Arc;

use rathaus_games::{GamePicture, LiveMatch, MatchInputs, Observer, ProcessModel};
use tokio::sync::Semaphore;

use super::person::{PersonTerminal, PictureObserver};
use super::replays::ReplayFolder;
use super::{SubmissionBuildOutcome, prepare, prepare_program};
use crate::cli::args::PlayArgs;
use crate::cli::checked_commitments::CheckedCommitments;
use crate::cli::exit::{self, CommandError, ExitKind};
use crate::cli::play_context::{MultiplayerRandomness, PlayContext};
use crate::cli::terminal::log;
use crate::cli::terminal::progress::RunProgress;
use crate::cli::terminal::watch::Scoreboard;
use crate::matches::ReplyRecordingObserver;
use crate::matches::{self, DialogueTracer, PlayError, bots_options};
use crate::report::{MatchPlayerResult, MultiplayerMatchReport, MultiplayerMatchResult};
use crate::seats::{PersonDialogue, PersonSeat, Seat};
use crate::submissions::Bot;
use crate::tournament::replay::Replay;
use crate::tournament::{
    MatchProvenance, MatchResult, MatchSeats, MatchSpec, OneShotOptions, PlayedMatch, ScheduledMatch,
    SeatingContext,
};

/// With `--check-determinism`, one of this many requests is made twice.
const REPEAT: u64 = 10;

/// The name of the only match in the log.
const TITLE: &str = "1";

/// The position of the only match.
const ONLY: usize = 0;

pub(super) async fn play(args: &PlayArgs, common: &PlayContext) -> Result<(), CommandError> {
    let mut plan = MultiplayerRandomness::resolve(args, common)?;
    let mut progress = RunProgress::new(args.shared.quiet, &common.rules, 0);
    if args.shared.seed.is_none() && plan.needs_seed() {
        progress.say(&format!("no --seed was given; play the same game again with --seed {}", plan.seed));
    }
    let program = prepare_program(common, &progress).await?;
    let mut field = PlayerPool::build(common, &progress).await?;
    field.close_ranks(&mut plan);
    let mut replays = ReplayFolder::new(args)?;
    let options = bots_options(field.bots.iter());
    let setup = MatchInputs { options, ..plan.setup(field.bots.len()) };
    let recorder = replays.limit().map(|limit| ReplyRecordingObserver::new(&setup, limit));
    let concurrency = match common.rules.seating() {
        // All bots of a round think at once.
        ProcessModel::PerRound { .. } => common.concurrency,
        _ => concurrency(common, &progress),
    };
    let repeat = args.seating.check_determinism.then_some(REPEAT);
    let context = SeatingContext {
        program: program.as_ref(),
        seed: plan.seed,
        permits: &Arc::new(Semaphore::new(concurrency)),
        starting: OneShotOptions { cold: args.seating.cold, repeat },
        folder: &std::env::temp_dir(),
        idle: None,
        kept: &[],
    };
    let mut match_seats = MatchSeats::new(&common.rules, field.bots.iter(), context)
        .map_err(|error| CommandError::host(format!("cannot make a folder for a bot: {error}")))?;
    let terminal = Arc::new(PersonTerminal::default());
    let has_person = field.seat_persons(common, &mut match_seats.seats, &terminal);
    let watcher = args.watch.then(|| progress.watch(field.scoreboard(common, &plan))).flatten();
    let names = field.names();
    let mut pictures = has_person.then(|| PictureObserver::new(&terminal, &names));
    // A bar would disturb those who type.
    if !has_person {
        progress.begin(Vec::new());
    }
    let mut observer = ProgressObserver { progress: &mut progress, names: &names, board: Vec::new() };
    let mut watching = watcher.map(|watcher| watcher.observer(ONLY, field.names()));
    let (mut tracer, mut recorder) = (field.tracer(args)?, recorder);
    let mut observers: [&mut dyn Observer; 5] =
        [&mut observer, &mut pictures, &mut tracer, &mut recorder, &mut watching];
    let played = matches::play(&common.rules, setup, &mut match_seats.seats, &mut observers).await;
    let (recording, board) = (recorder.and_then(ReplyRecordingObserver::finish), observer.board);
    progress.end();
    let result = match played {
        Err(PlayError::CannotBegin(error)) => return Err(field.too_few(&error)),
        played => played?,
    };
    if let Some(recording) = recording {
        let played = field.played(common, &plan, result.clone());
        replays.write(common.rules.name(), 1, &Replay { names: field.names(), played, recording });
    }
    let (faults, seconds) = (result.faults.len(), result.took.as_secs_f64());
    tracing::info!(match = TITLE, scores = ?result.scores, faults, seconds, "played");
    tell(args, common, field.report(common, &plan, &result, &match_seats.seats), result, board)?;
    match field.failures.iter().min() {
        Some(code) => Err(CommandError::silent(*code)),
        None => replays.verdict(),
    }
}

/// The board of a game with its caption, without the scores of the seats.
fn board(game: &dyn LiveMatch, names: &[String]) -> Vec<String> {
    let picture = game.picture(names);
    // Without a board, the ranks in the report are enough.
    if picture.board.is_empty() { Vec::new() } else { GamePicture { seats: Vec::new(), ..picture }.lines() }
}

/// Prints the results, and writes the requested log files.
fn tell(
    args: &PlayArgs,
    common: &PlayContext,
    multiplayer: MultiplayerMatchResult,
    result: MatchResult,
    board: Vec<String>,
) -> Result<(), CommandError> {
    let MatchResult { details, ended, .. } = result;
    let options = common.rules.options().iter().map(|option| option.name);
    let mut options: Vec<&'static str> = options.filter(|name| args.game_options.is_set(name)).collect();
    options.extend(args.details.then_some("details"));
    let report = MultiplayerMatchReport::new(multiplayer, &common.rules, ended, details, (board, options))
        .map_err(CommandError::host)?;
    for (option, path) in args.game_options.logs(&common.rules) {
        write(&path, &report.log(option))?;
    }
    if args.shared.json {
        crate::cli::terminal::print_json(&report.json())
    } else {
        crate::cli::terminal::print_text(&report.text())
    }
}

/// How many programs run at once: at most one per processor. More would slow each other, and each
/// has a time limit.
fn concurrency(common: &PlayContext, progress: &RunProgress) -> usize {
    let most = std::thread::available_parallelism().map_or(1, usize::from);
    if common.concurrency > most {
        progress.say(&format!(
            "only {most} programs run at once, as many as there are processors, so that limits are fair"
        ));
    }
    common.concurrency.min(most)
}

fn write(path: &Path, text: &str) -> Result<(), CommandError> {
    std::fs::write(path, text)
        .map_err(|error| CommandError::host(format!("{}: cannot be written: {error}", path.display())))
}

/// The players, with and without a bot.
#[derive(Default)]
struct PlayerPool {
    /// The players with a bot, in the order of the command line, which is that of the seats.
    players: Vec<MatchPlayerResult>,
    bots: Vec<Bot>,
    /// The positions of the bots on the command line.
    positions: Vec<usize>,
    out: Vec<MatchPlayerResult>,
    failures: Vec<ExitKind>,
}

impl PlayerPool {
    async fn build(common: &PlayContext, progress: &RunProgress) -> Result<PlayerPool, CommandError> {
        let mut field = PlayerPool::default();
        for (position, SubmissionBuildOutcome { submission, bot }) in
            prepare(common, progress).await?.into_iter().enumerate()
        {
            let player = MatchPlayerResult {
                submission,
                score: 0.0,
                faults: Vec::new(),
                determinism: None,
                starts: None,
            };
            match bot {
                Ok(bot) => {
                    field.players.push(player);
                    field.bots.push(bot);
                    field.positions.push(position);
                }
                Err(code) => {
                    field.failures.push(code);
                    field.out.push(player);
                }
            }
        }
        Ok(field)
    }

    /// Gives persons their seats. Returns whether there are any.
    fn seat_persons(&self, common: &PlayContext, seats: &mut [Seat], terminal: &Arc<PersonTerminal>) -> bool {
        let mut has_person = false;
        for (seat, position) in seats.iter_mut().zip(&self.positions) {
            if common.submissions[*position].is_person() {
                *seat = Seat::Person(PersonSeat::new(Arc::clone(terminal) as Arc<dyn PersonDialogue>));
                has_person = true;
            }
        }
        has_person
    }

    /// The error if the match cannot begin with the remaining players, with the reasons why the
    /// others do not play.
    fn too_few(&self, error: &dyn std::fmt::Display) -> CommandError {
        let reasons = self
            .out
            .iter()
            .filter_map(|player| Some((&player.submission.name, player.submission.out.as_ref()?)))
            .map(|(name, out)| format!("{name} does not play: {out}"));
        let code = self.failures.iter().min().copied().unwrap_or(ExitKind::Usage);
        CommandError::new(code, exit::several(&reasons.chain([error.to_string()]).collect::<Vec<_>>()))
    }

    /// Renumbers the given identifiers from 1 without gaps, leaving out players that do not play.
    fn close_ranks(&self, plan: &mut MultiplayerRandomness) {
        if let Some(ids) = &mut plan.ids {
            let given: Vec<u32> = self.positions.iter().map(|position| ids[*position]).collect();
            *ids = given.iter().map(|id| given.iter().filter(|other| *other <= id).count() as u32).collect();
        }
    }

    fn names(&self) -> Vec<String> {
        self.players.iter().map(|player| player.submission.name.clone()).collect()
    }

    /// The scoreboard for `--watch`.
    fn scoreboard(&self, common: &PlayContext, plan: &MultiplayerRandomness) -> Scoreboard {
        let seats = (0..self.players.len()).collect();
        let only =
            ScheduledMatch { number: 1, round: 1, seed: plan.seed, seats, numbers: plan.numbers.clone() };
        Scoreboard::new(&common.rules, &[only], &self.names())
    }

    fn tracer(&self, args: &PlayArgs) -> Result<Option<DialogueTracer>, CommandError> {
        let names = self.names();
        let traced = log::traced(&names, &args.shared.trace)?;
        let name = |(seat, name)| traced.contains(&seat).then_some(name);
        Ok(DialogueTracer::new(|| TITLE.into(), names.into_iter().enumerate().map(name).collect()))
    }

    /// The played match, without its recording.
    fn played(&self, common: &PlayContext, plan: &MultiplayerRandomness, result: MatchResult) -> PlayedMatch {
        let toolbox = &common.build.toolbox;
        let identities =
            self.positions.iter().map(|position| common.submissions[*position].identity(toolbox));
        let spec = MatchSpec::new(&common.rules, plan.seed, identities.collect());
        let toolchains = self.bots.iter().map(|bot| bot.toolchain.clone()).collect();
        let provenance = MatchProvenance::here(common.recorded_sandbox(), toolchains);
        PlayedMatch::new(MatchSpec { numbers: plan.numbers.clone(), ..spec }, result, Some(provenance))
    }

    fn report(
        &mut self,
        common: &PlayContext,
        plan: &MultiplayerRandomness,
        result: &MatchResult,
        seats: &[Seat],
    ) -> MultiplayerMatchResult {
        let mut players = std::mem::take(&mut self.players);
        for (position, (player, seat)) in players.iter_mut().zip(seats).enumerate() {
            player.score = result.scores[position];
            player.faults = result.faults.iter().filter(|fault| fault.seat == position).cloned().collect();
            if let Seat::OneShot(once) = seat {
                player.determinism = once.findings().cloned();
                player.starts = Some(once.starts());
            }
        }
        players.append(&mut self.out);
        MultiplayerMatchResult {
            game: common.rules.name().into(),
            parameters: common.rules.values(),
            seed: plan.needs_seed().then_some(plan.seed),
            commitments: common.commitments.as_ref().map(CheckedCommitments::report),
            sandbox: Some(common.recorded_sandbox()),
            seats: result.scores.len(),
            players,
        }
    }
}

/// Shows the progress of the match, and keeps the board at its end.
struct ProgressObserver<'a> {
    progress: &'a mut RunProgress,
    names: &'a [String],
    board: Vec<String>,
}

impl Observer for ProgressObserver<'_> {
    fn step(&mut self, game: &dyn LiveMatch) {
        self.progress.show_progress(&game.progress());
    }

    fn over(&mut self, game: &dyn LiveMatch) {
        self.board = board(game, self.names);
    }
}
