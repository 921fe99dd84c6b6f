//! The command line.

mod commitment;
mod game_options;
mod log;
mod replay;
mod sandbox;
mod serve;
#[cfg(test)]
mod tests;
pub(crate) mod tournament;

use std::path::PathBuf;

use clap::{ArgAction, Parser, Subcommand};
use clap_complete::Shell;
use rathaus_games::{Rules, Seating, Seed};
use serde_json::Value;

use crate::submissions::Hints;
pub(crate) use commitment::{CommitArgs, SeedFileArgs, VerifyArgs};
pub(crate) use game_options::GameOptionArgs;
pub(crate) use log::{LogFormat, TraceArgs};
pub(crate) use replay::{FilmArgs, ReplayArgs, Specimen};
pub(crate) use sandbox::SandboxArgs;
pub(crate) use serve::ServeArgs;
use tournament::{MatchCommand, TournamentCommand};

/// Run programming-game contests: bots in any language, sandboxed, timed and ranked.
#[derive(Debug, Parser)]
#[command(name = "rathaus", version, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Log each match (-v), and also each process, build and result (-vv), to stderr.
    #[arg(short, long, global = true, action = ArgAction::Count, help_heading = LOGGING)]
    pub(crate) verbose: u8,

    /// The format of the log.
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "FORMAT",
        default_value = "text",
        help_heading = LOGGING
    )]
    pub(crate) log_format: LogFormat,
}

const EXAMPLES: &str = "Examples:
  rathaus new rat-race --language python my-bot     create a first bot
  rathaus check rat-race my-bot                     check that it works
  rathaus play rat-race my-bot --boards 20          see how well it plays
  rathaus examples                                  write the sample bots and games to play against";

/// Headings of groups of options.
const OUTPUT: &str = "Output";
const LOGGING: &str = "Logging";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play a game with one or more bots and rank them.
    Play(Box<PlayArgs>),
    /// Find out which of two bots is better.
    Compare(CompareArgs),
    /// Check that a bot works, on a few short boards.
    Check(CheckArgs),
    /// Create a first bot or a first custom game.
    New(NewArgs),
    /// Check that a custom game works, with random and with broken bots.
    CheckGame(CheckGameArgs),
    /// Run a tournament.
    #[command(subcommand)]
    Tournament(TournamentCommand),
    /// Show a recorded match, and check its result.
    Replay(ReplayArgs),
    /// Show tournaments and replays in a browser.
    Serve(ServeArgs),
    /// Print the hash that commits to a source.
    Commit(CommitArgs),
    /// Verify revealed sources against their commitments.
    Verify(VerifyArgs),
    /// Create a seed file from the randomness of the operating system.
    SeedFile(SeedFileArgs),
    /// Play a single match from its spec.
    #[command(subcommand)]
    Match(MatchCommand),
    /// List the games.
    Games(GamesArgs),
    /// Write the sample bots and games into a folder.
    Examples(ExamplesArgs),
    /// Check the sandbox and the installed languages.
    Doctor(DoctorArgs),
    /// Print the completions of a shell.
    Completions(CompletionsArgs),
    /// Write the manual pages into a folder.
    #[command(hide = true)]
    Man(ManArgs),
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rathaus play rat-race mine.py --boards 20 --seed 1\n  \
    rathaus play prisoners-dilemma mine.py bots/prisoners-dilemma/*\n  \
    rathaus play rat-race mine.py --set help\n\n\
    The same seed gives the same result. A bot that crashes loses its match; the command still succeeds.\n\
    Exit codes: 0 done, 1 host failed, 2 usage, 3 bad input, 4 tool missing, 5 build failed, 6 bot not ready, \
    8 not verified, 130 interrupted.")]
pub(crate) struct PlayArgs {
    #[arg(help = game_help())]
    pub(crate) game: String,

    /// Bots: source files, folders, or bot.toml files.
    #[arg(required_unless_present = "bots_file", value_name = "BOT")]
    pub(crate) bots: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) shared: SharedArgs,

    /// Add the bots of a list in the format of an original controller: for each bot a line with its
    /// name, its folder in `bots/` next to the list, and its command.
    #[arg(long, value_name = "FILE")]
    pub(crate) bots_file: Option<PathBuf>,

    /// Play only bots that match their commitment in this ledger, and keep the organiser's promises
    /// in it. `rathaus verify --help` shows the format.
    #[arg(long, value_name = "FILE")]
    pub(crate) ledger: Option<PathBuf>,

    /// Write a replay of each match into this folder, for `rathaus replay`.
    #[arg(long, value_name = "DIR", help_heading = OUTPUT)]
    pub(crate) replays: Option<PathBuf>,

    /// Show the matches live in the terminal, one after the other. Press `?` for the keys. Ignored
    /// without a terminal.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) watch: bool,

    /// Print each board of each bot, or each round, after the leaderboard.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) details: bool,

    #[command(flatten)]
    pub(crate) single_player: SinglePlayerArgs,

    #[command(flatten)]
    pub(crate) seating: SeatingArgs,

    #[command(flatten)]
    pub(crate) inputs: SeedFileInputs,

    #[command(flatten)]
    pub(crate) game_options: GameOptionArgs,
}

/// Options of all commands that play matches of a game.
#[derive(Debug, clap::Args)]
pub(crate) struct SharedArgs {
    /// The seed of all randomness, decimal or 0x and hexadecimal [default: random].
    #[arg(short, long, allow_hyphen_values = true)]
    pub(crate) seed: Option<Seed>,

    /// Set a parameter of the game. Can be repeated. `--set help` lists the parameters.
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,

    /// Read parameters from a TOML file. --set takes precedence.
    #[arg(long, value_name = "FILE")]
    pub(crate) params: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) hints: HintArgs,

    /// The number of bot processes that run at once [default: physical cores].
    #[arg(short, long, value_name = "N", value_parser = concurrency)]
    pub(crate) concurrency: Option<usize>,

    /// Print the results as JSON.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) trace: TraceArgs,

    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,

    /// Do not show progress.
    #[arg(short, long, help_heading = OUTPUT)]
    pub(crate) quiet: bool,
}

/// Options of single-player games, in which all bots play the same boards.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Options of single-player games")]
pub(crate) struct SinglePlayerArgs {
    /// The number of boards [default: 50].
    #[arg(short, long, value_parser = boards)]
    pub(crate) boards: Option<u32>,

    /// Play the board with this seed, which the table of an earlier run shows. Can be repeated.
    #[arg(long, value_name = "SEED", conflicts_with_all = ["boards", "seed"])]
    pub(crate) board_seed: Vec<Seed>,
}

/// Options that depend on how bots are started.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Options that depend on how bots run")]
pub(crate) struct SeatingArgs {
    /// The number of boards that one process plays at once, in games with one process for many
    /// matches [default: depends on the game].
    #[arg(long, value_name = "N", value_parser = concurrency)]
    pub(crate) in_flight: Option<usize>,

    /// Repeat a tenth of the requests, and report bots that reply differently. For games that start
    /// a program for each request.
    #[arg(long)]
    pub(crate) check_determinism: bool,

    /// Start each program from its file instead of forking a warm process. The results are the
    /// same. For games that start a program for each request.
    #[arg(long)]
    pub(crate) cold: bool,
}

/// Options that replace what the seed decides.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Options of games with seed files")]
pub(crate) struct SeedFileInputs {
    /// Take the numbers of the rounds from this file, one per line, instead of the seed.
    #[arg(long, value_name = "FILE")]
    pub(crate) seed_file: Option<PathBuf>,

    /// The players in the order of their identifiers, separated by commas [default: drawn from the
    /// seed].
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) order: Option<Vec<String>>,
}

impl PlayArgs {
    /// An option that was given and does not fit the game.
    pub(crate) fn unfit(&self, rules: &Rules) -> Option<String> {
        let (seating, single) = (rules.seating(), !rules.is_multiplayer());
        let per_request = seating == Seating::PerRequest;
        // All bots of a round think at once, and live as long as it: none can be kept waiting.
        let can_wait = !matches!(seating, Seating::PerRound { .. });
        let options = [
            ("--boards", self.single_player.boards.is_some(), single),
            ("--board-seed", !self.single_player.board_seed.is_empty(), single),
            ("--in-flight", self.seating.in_flight.is_some(), seating == Seating::Multiplexed),
            ("--check-determinism", self.seating.check_determinism, per_request),
            ("--cold", self.seating.cold, per_request),
            ("--seed-file", self.inputs.seed_file.is_some(), rules.seed_file().is_some()),
            ("--order", self.inputs.order.is_some(), rules.has_player_ids()),
            ("--details", self.details, rules.has_detailed_report()),
            ("--concurrency", self.shared.concurrency.is_some(), can_wait),
        ];
        let unfit = options.into_iter().find(|(_, is_given, fits)| *is_given && !fits);
        let unfit = unfit.map(|(name, ..)| name.to_owned());
        unfit.or_else(|| self.game_options.unfit(rules).map(|name| format!("--{name}")))
    }
}

/// What Rathaus cannot always find out about a submission.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct HintArgs {
    /// The language of the submission, if its file extension does not tell.
    #[arg(long)]
    pub(crate) language: Option<String>,

    /// The class or function that plays, if the source has several.
    #[arg(long, value_name = "NAME")]
    pub(crate) entry: Option<String>,

    /// The Python for submissions in Python, such as pypy3 [default: the newest in PATH].
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) python: Option<String>,
}

impl From<HintArgs> for Hints {
    fn from(args: HintArgs) -> Hints {
        Hints { language: args.language, entry: args.entry, python: args.python }
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rathaus compare rat-race mine.py theirs.py\n  \
    rathaus compare lights-out a.py b.py --margin 0.05 --error 0.01\n\n\
    Both bots play the same boards until a sequential test decides: A is better, B is better, or neither by \
    the margin. Exit codes: 0 done, decided or not, and those of `play`.")]
pub(crate) struct CompareArgs {
    /// A single-player game, or a custom game: its folder, or its name in `games/`. In custom games
    /// the bots meet twice on each opening, with seats swapped.
    pub(crate) game: String,

    /// The first bot.
    #[arg(value_name = "A")]
    pub(crate) one: PathBuf,

    /// The second bot.
    #[arg(value_name = "B")]
    pub(crate) other: PathBuf,

    /// The advantage to look for: a factor of geometric means [default: 1.5], or a difference of
    /// shares of solved boards or of points [default: 0.1].
    #[arg(long, value_name = "MARGIN")]
    pub(crate) margin: Option<f64>,

    /// The largest probability of a wrong verdict.
    #[arg(long, value_name = "PROBABILITY", default_value = "0.05", value_parser = share)]
    pub(crate) error: f64,

    /// The most boards or openings.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = boards)]
    pub(crate) max_boards: u32,

    #[command(flatten)]
    pub(crate) shared: SharedArgs,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rathaus new rat-race --language python my-bot\n  \
    rathaus new game --language javascript games/mine\n  \
    rathaus new bot --game mine --language rust my-bot")]
pub(crate) struct NewArgs {
    /// A game, to create a bot for it; `game`, to create a custom game; or `bot`, to create a bot
    /// for the custom game that --game names.
    #[arg(value_name = "GAME|game|bot")]
    pub(crate) what: String,

    /// The custom game of the bot: its folder, or its name in `games/`.
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,

    /// The programming language, such as python or cpp.
    #[arg(long)]
    pub(crate) language: String,

    /// The folder to create.
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  \
    rathaus check rat-race mine.py\n\n\
    Exit codes: 0 the bot is fit to play, 7 it needs work, and those of `play`.")]
pub(crate) struct CheckArgs {
    /// A single-player game, or a custom game: its folder, or its name in `games/`.
    pub(crate) game: String,

    /// The bot: a source file, a folder, or a bot.toml.
    pub(crate) bot: PathBuf,

    #[command(flatten)]
    pub(crate) hints: HintArgs,

    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  \
    rathaus check-game games/mine\n\n\
    Exit codes: 0 the game is fit to play, 7 it needs work, and those of `play`.")]
pub(crate) struct CheckGameArgs {
    /// The custom game: a folder with a game.toml, or its name in `games/`.
    #[arg(value_name = "DIR")]
    pub(crate) game: String,

    /// Set a parameter of the game. Can be repeated. `--set help` lists the parameters.
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,

    /// The seed of the matches [default: 1].
    #[arg(long)]
    pub(crate) seed: Option<Seed>,

    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  rathaus doctor\n  rathaus doctor --json")]
pub(crate) struct DoctorArgs {
    /// Print the findings as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  rathaus games\n  rathaus play rat-race --set help")]
pub(crate) struct GamesArgs {
    /// Print the games as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  \
    rathaus examples rathaus-examples\n  \
    cd rathaus-examples\n  \
    rathaus play rat-race bots/rat-race/* --boards 10")]
pub(crate) struct ExamplesArgs {
    /// The folder to create.
    #[arg(value_name = "DIR", default_value = "rathaus-examples")]
    pub(crate) folder: PathBuf,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rathaus completions bash > ~/.local/share/bash-completion/completions/rathaus\n  \
    rathaus completions zsh > ~/.zfunc/_rathaus\n  \
    rathaus completions fish > ~/.config/fish/completions/rathaus.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell.
    pub(crate) shell: Shell,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ManArgs {
    /// The folder to create.
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}

const MAX_BOARDS: u32 = 1_000_000;

/// Of processes, and of boards in flight.
const MAX_CONCURRENCY: usize = 1_024;

fn boards(text: &str) -> Result<u32, String> {
    let boards = text.parse().ok().filter(|boards| (1..=MAX_BOARDS).contains(boards));
    boards.ok_or_else(|| format!("expected a number from 1 to {MAX_BOARDS}"))
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.001..=0.4).contains(share));
    share.ok_or_else(|| "expected a number from 0.001 to 0.4".into())
}

fn concurrency(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| (1..=MAX_CONCURRENCY).contains(count));
    count.ok_or_else(|| format!("expected a number from 1 to {MAX_CONCURRENCY}"))
}

/// Reads `NAME=VALUE`. A value that is neither a number nor true or false is text, which the game
/// can refuse.
pub(crate) fn setting(text: &str) -> Result<(String, Value), String> {
    let (name, value) = text
        .split_once('=')
        .filter(|(name, _)| !name.is_empty())
        .ok_or_else(|| format!("`--set {text}` should read `--set NAME=VALUE`"))?;
    let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value));
    Ok((name.trim().to_owned(), value))
}

fn game_help() -> String {
    let names: Vec<&str> = rathaus_games::names().collect();
    format!("The game: {}, or a custom game: its folder, or its name in `games/`", names.join(", "))
}
