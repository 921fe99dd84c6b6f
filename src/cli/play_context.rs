//! Resolves arguments to a plan. Reports all mistakes at once, before anything runs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use etcetera::BaseStrategy;
use rathaus_games::parameters::{ParameterDescription, ParameterError};
use rathaus_games::{ConfiguredGame, MatchInputs, Seed};
use rathaus_protocol::handshake::HandshakeReply;
use rathaus_sandbox::create_private_folder;
use serde_json::Value;

use crate::cli::args::{self, PlayArgs, SandboxArgs};
use crate::cli::checked_commitments::{CheckedCommitments, PromiseOptionNames};
use crate::cli::commands::play::PERSON;
use crate::cli::commands::seed_file::SeedFile;
use crate::cli::exit::{self, CommandError, ExitKind};
use crate::cli::sandbox;
use crate::report::ExclusionReason;
use crate::submissions::{
    BuildContext, BuiltInOrCustomGame, GameLookupError, HostToolLocator, Submission, SubmissionError,
    SubmissionHints, read_bots_file,
};
use crate::toml_file::suggestion;
use crate::tournament::{self, RecordedSandbox, SeededBoard};
use crate::untrusted::{self, MAX_CONFIG_BYTES, SymlinkPolicy};

/// The maximum number of invalid parameters to report.
const MOST_ERRORS: usize = 50;

/// The default number of boards of a tournament.
pub(crate) const BOARDS: u32 = 50;

/// The default number of boards of `rathaus play`. Two bots of the rat race, one of them in Python,
/// play as many in 20 seconds on two processors.
const PLAY_BOARDS: u32 = 3;

/// The maximum size of a replay outside of tournaments, in bytes.
pub(crate) const LARGEST_REPLAY: usize = 1 << 28;

/// The time limit of each command of a build.
pub(crate) const BUILD_LIMIT: Duration = Duration::from_secs(300);

/// The resolved arguments of a run, for any game.
#[derive(Debug)]
pub(crate) struct PlayContext {
    pub(crate) rules: ConfiguredGame,
    /// The program with the rules, in custom games.
    pub(crate) program: Option<Submission>,
    pub(crate) submissions: Vec<Submission>,
    pub(crate) build: BuildContext,
    /// The maximum number of bot processes at once.
    pub(crate) concurrency: usize,
    /// The checked ledger of commitments, if one was given.
    pub(crate) commitments: Option<CheckedCommitments>,
    /// The seed file, if one was given.
    pub(crate) seed_file: Option<SeedFile>,
}

/// The resolved arguments of a single-player game.
#[derive(Debug)]
pub(crate) struct BoardSelection {
    /// The seed of the boards. `None` if the boards were listed one by one.
    pub(crate) seed: Option<Seed>,
    pub(crate) boards: Vec<SeededBoard>,
    pub(crate) in_flight: Option<usize>,
}

/// The resolved arguments of a multiplayer game.
#[derive(Debug)]
pub(crate) struct MultiplayerRandomness {
    pub(crate) seed: Seed,
    /// The identifiers of the submissions in their order, if `--order` was given.
    pub(crate) ids: Option<Vec<u32>>,
    /// The numbers of the seed file, if one was given.
    pub(crate) numbers: Option<Vec<u64>>,
}

impl PlayContext {
    pub(crate) async fn resolve(args: &PlayArgs) -> Result<PlayContext, CommandError> {
        let game = game(&args.game)?;
        let rules = play_rules(args, game.rules())?;
        if let Some(option) = args.unsupported(&rules) {
            return Err(CommandError::usage(format!("{option} is not for the game {}", rules.name())));
        }
        let mut submissions = submissions(args, rules.name())?;
        let program = game.folder().map(|folder| folder.program);
        let seed_file = args.inputs.seed_file.as_deref().map(SeedFile::read).transpose()?;
        let commitments = args.ledger.as_deref().map(|ledger| {
            let labels = PromiseOptionNames { seed: "--seed", seed_file: "--seed-file" };
            CheckedCommitments::resolve(
                ledger,
                true,
                &submissions,
                args.shared.seed,
                seed_file.as_ref(),
                &labels,
            )
        });
        let commitments = commitments.transpose()?;
        // Rename duplicates only after the check of the ledger, which knows players by their
        // given names.
        make_names_unique(&mut submissions);
        let build = build_context(&rules, BUILD_LIMIT, &args.shared.sandbox).await?;
        let concurrency = args.shared.concurrency.unwrap_or_else(physical_cores);
        Ok(PlayContext { rules, program, submissions, build, concurrency, commitments, seed_file })
    }

    /// The sandbox that bots run in.
    pub(crate) fn recorded_sandbox(&self) -> RecordedSandbox {
        RecordedSandbox::by(self.build.sandbox.as_ref())
    }

    /// Why the ledger excludes the submission at this position, if it does.
    pub(crate) fn exclusion(&self, position: usize) -> Option<ExclusionReason> {
        self.commitments.as_ref()?.exclusion(position)
    }
}

impl BoardSelection {
    pub(crate) fn resolve(args: &PlayArgs, common: &PlayContext) -> Result<BoardSelection, CommandError> {
        let named = &args.single_player.board_seed;
        let seed = named.is_empty().then(|| args.shared.seed.unwrap_or_else(random_seed));
        let boards = match seed {
            Some(seed) => tournament::boards(seed, args.single_player.boards.unwrap_or(PLAY_BOARDS)),
            None => (1..).zip(named).map(|(number, seed)| SeededBoard { number, seed: *seed }).collect(),
        };
        // Report parameters that allow no board before anything is built. The first board stands
        // for all.
        common
            .rules
            .begin(MatchInputs::single_player(boards[0].seed, Some(&HandshakeReply::Plain)))
            .map_err(CommandError::usage)?;
        Ok(BoardSelection { seed, boards, in_flight: args.seating.in_flight })
    }
}

impl MultiplayerRandomness {
    pub(crate) fn resolve(
        args: &PlayArgs,
        common: &PlayContext,
    ) -> Result<MultiplayerRandomness, CommandError> {
        let numbers = common.seed_file.as_ref().map(SeedFile::numbers).transpose()?;
        let names: Vec<&str> = common.submissions.iter().map(|submission| submission.name.as_str()).collect();
        let ids = match &args.inputs.order {
            Some(order) => Some(identifiers(order, &names).map_err(CommandError::usage)?),
            None => None,
        };
        let plan = MultiplayerRandomness { seed: args.shared.seed.unwrap_or_else(random_seed), ids, numbers };
        // Report a match that cannot begin with all players before anything is built.
        common.rules.begin(plan.setup(names.len())).map_err(CommandError::usage)?;
        Ok(plan)
    }

    /// Whether anything depends on the seed.
    pub(crate) fn needs_seed(&self) -> bool {
        self.ids.is_none() || self.numbers.is_none()
    }

    /// The setup of the match, with this number of seats.
    pub(crate) fn setup(&self, seats: usize) -> MatchInputs {
        MatchInputs {
            seed: self.seed,
            handshake_replies: vec![None; seats],
            ids: self.ids.clone(),
            numbers: self.numbers.clone(),
            options: Vec::new(),
        }
    }
}

/// The identifiers of the players, from 1, by their places in `order`. Each name has to occur
/// exactly once.
fn identifiers(order: &[String], names: &[&str]) -> Result<Vec<u32>, String> {
    if let Some(unknown) = order.iter().find(|name| !names.contains(&name.as_str())) {
        return Err(format!("--order names `{unknown}`, but the players are: {}", names.join(", ")));
    }
    let id = |name: &&str| {
        let places: Vec<u32> =
            (1..).zip(order).filter(|(_, it)| it == name).map(|(place, _)| place).collect();
        match places.as_slice() {
            [place] => Ok(*place),
            [] => Err(format!("--order does not name the player `{name}`")),
            _ => Err(format!("--order names the player `{name}` more than once")),
        }
    };
    names.iter().map(id).collect()
}

/// The cache, sandbox, tools and values for building submissions.
pub(crate) async fn build_context(
    rules: &ConfiguredGame,
    limit: Duration,
    sandbox: &SandboxArgs,
) -> Result<BuildContext, CommandError> {
    let tools = args::listed_tools(&sandbox.tools).map_err(CommandError::usage)?;
    let cache = cache()?;
    create_private_folder(&cache).map_err(|error| {
        CommandError::host(format!(
            "the cache {} cannot be used: {error}\n  help: set XDG_CACHE_HOME to a folder that can be written, and by you alone",
            cache.display()
        ))
    })?;
    let found = sandbox::sandbox(sandbox).await?;
    let toolbox = Arc::new(HostToolLocator::new(tools, found.clone(), cache.clone()));
    Ok(BuildContext { cache, values: rules.build_values(), limit, sandbox: found, toolbox })
}

/// The rules for `play`, with all parameters from its arguments.
fn play_rules(args: &PlayArgs, game: &ConfiguredGame) -> Result<ConfiguredGame, CommandError> {
    let more = args.game_options.parameters(game);
    rules(game, args.shared.params.as_deref(), &args.shared.set, &more)
}

/// Finds the game that the command line names.
pub(crate) fn game(named: &str) -> Result<BuiltInOrCustomGame, CommandError> {
    game_beside(named, Path::new(""))
}

/// Finds the game with this name or path. Paths are relative to `folder`.
pub(crate) fn game_beside(named: &str, folder: &Path) -> Result<BuiltInOrCustomGame, CommandError> {
    BuiltInOrCustomGame::find(named, folder).map_err(|error| match error {
        GameLookupError::Unknown { .. } => CommandError::usage(error),
        _ => CommandError::new(error.kind().into(), error),
    })
}

/// A game with parameters from a file, from `NAME=VALUE` settings, and from `more`. Later sources
/// take precedence.
pub(crate) fn rules(
    game: &ConfiguredGame,
    params: Option<&Path>,
    set: &[String],
    more: &[(&str, Value)],
) -> Result<ConfiguredGame, CommandError> {
    let descriptions = game.describe();
    if set.iter().any(|setting| setting == "help") {
        crate::cli::terminal::print_text(&format!("{}\n", list(&descriptions)))?;
        return Err(CommandError::silent(ExitKind::Done));
    }
    let mut settings = params.map(parameter_file).transpose()?.unwrap_or_default();
    for text in set {
        let (name, value) = args::setting(text).map_err(CommandError::usage)?;
        settings.insert(name, value);
    }
    settings.extend(more.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
    let settings: Vec<_> = settings.iter().map(|(name, value)| (name.as_str(), value)).collect();
    game.configured(&settings)
        .map_err(|errors| CommandError::usage(parameter_errors(game.name(), &errors, &descriptions)))
}

fn parameter_file(path: &Path) -> Result<BTreeMap<String, Value>, CommandError> {
    let failed = |problem: String| CommandError::new(ExitKind::Input, SubmissionError::input(path, problem));
    let text = untrusted::read_text(path, SymlinkPolicy::Follow, MAX_CONFIG_BYTES)
        .map_err(|error| failed(error.why.to_string()))?;
    toml::from_str(&text)
        .map_err(|error| untrusted::toml_problem(&text, &error))
        .map_err(|error| failed(format!("{error}  help: write a line `NAME = VALUE` for each parameter")))
}

fn parameter_errors(game: &str, errors: &[ParameterError], descriptions: &[ParameterDescription]) -> String {
    let lines: Vec<String> =
        errors.iter().take(MOST_ERRORS).map(|error| untrusted::excerpt(&error.to_string())).collect();
    let mut words = exit::several(&lines);
    let unknown = errors.iter().find_map(|error| match error {
        ParameterError::Unknown(name) => Some(name),
        _ => None,
    });
    let names = || descriptions.iter().map(|description| description.name.as_ref());
    match unknown.map(|name| suggestion(name, names())) {
        Some(Some(meant)) => {
            words +=
                &format!("\n  help: did you mean `{meant}`? `--set help` lists the parameters of {game}");
        }
        Some(None) => words += &format!("\n  help: the parameters of {game} are:\n{}", list(descriptions)),
        None => {}
    }
    words
}

/// A list of all parameters, one per line, with default, meaning and range.
fn list(descriptions: &[ParameterDescription]) -> String {
    let width = descriptions.iter().map(|description| description.name.len()).max().unwrap_or(0);
    let lines: Vec<String> = descriptions
        .iter()
        .map(|ParameterDescription { name, default, range, meaning, .. }| {
            format!("  {name:width$} = {default}   {meaning} ({range})")
        })
        .collect();
    lines.join("\n")
}

fn submissions(args: &PlayArgs, game: &str) -> Result<Vec<Submission>, CommandError> {
    if args.bots.len() > 1 && args.shared.hints.entry.is_some() {
        return Err(CommandError::usage(
            "--entry can be given for a single bot only; use `entry` in a bot.toml",
        ));
    }
    let hints = SubmissionHints::from(args.shared.hints.clone());
    let (mut found, mut errors) = (Vec::new(), Vec::new());
    for path in &args.bots {
        // A file of this name is a bot, like every other one.
        match path.as_os_str() == PERSON && !path.exists() {
            true => found.push(Submission::person(PERSON)),
            false => match Submission::read(path, game, &hints) {
                Ok(submission) => found.push(submission),
                Err(error) => errors.push(error),
            },
        }
    }
    match args.bots_file.as_deref().map(|list| read_bots_file(list, game, &hints)) {
        Some(Ok(listed)) => found.extend(listed),
        Some(Err(problems)) => errors.extend(problems),
        None => {}
    }
    if !errors.is_empty() {
        return Err(CommandError::submissions(&errors));
    }
    Ok(found)
}

/// Reads the submissions at these paths. Returns those that are valid, and the errors of
/// the others.
pub(crate) fn read_all(
    paths: &[PathBuf],
    game: &str,
    hints: &SubmissionHints,
) -> (Vec<Submission>, Vec<SubmissionError>) {
    let (mut found, mut errors) = (Vec::new(), Vec::new());
    for path in paths {
        match Submission::read(path, game, hints) {
            Ok(submission) => found.push(submission),
            Err(error) => errors.push(error),
        }
    }
    (found, errors)
}

/// Makes names unique: later submissions with the same name get a number.
pub(crate) fn make_names_unique(submissions: &mut [Submission]) {
    let mut taken = BTreeSet::new();
    for submission in submissions {
        let given = submission.name.clone();
        let mut number = 1;
        while !taken.insert(submission.name.clone()) {
            number += 1;
            submission.name = format!("{given} #{number}");
        }
    }
}

pub(crate) fn random_seed() -> Seed {
    let mut bytes = [0; 8];
    // If the system gives no randomness, the seed is 0. That is good enough, because the seed
    // is printed.
    let _ = rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::empty());
    Seed(u64::from_le_bytes(bytes))
}

/// The cache folder for builds.
pub(crate) fn cache() -> Result<PathBuf, CommandError> {
    let strategy = etcetera::base_strategy::Xdg::new().map_err(|_| {
        CommandError::host("there is no home folder; set XDG_CACHE_HOME to a folder for builds")
    })?;
    Ok(strategy.cache_dir().join("rathaus"))
}

/// The number of physical cores: how many processes can run at once without slowing each other.
/// Hardware threads of one core do not count.
pub(crate) fn physical_cores() -> usize {
    let available = std::thread::available_parallelism().map_or(1, usize::from);
    let siblings: BTreeSet<String> = (0..available)
        .filter_map(|cpu| {
            let file = format!("/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list");
            std::fs::read_to_string(file).ok()
        })
        .collect();
    if siblings.is_empty() { available } else { siblings.len() }
}
