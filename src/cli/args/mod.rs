//! The arguments of `rathaus`.

mod commitment;
mod compare;
mod game_options;
mod log;
mod person_play;
mod play;
mod replay;
mod sandbox;
mod serve;
#[cfg(test)]
mod tests;
mod tool;
mod tools;
pub(crate) mod tournament;
mod worker;

use std::path::PathBuf;

use clap::{ArgAction, Parser, Subcommand};
use rathaus_games::Seed;
use serde_json::Value;

use crate::submissions::SubmissionHints;
pub(crate) use commitment::{CommitArgs, CreateSeedFileArgs, VerifyArgs};
pub(crate) use compare::CompareBotsArgs;
pub(crate) use game_options::GameOptionArgs;
pub(crate) use log::{DialogueLogArgs, LogFormat};
pub(crate) use person_play::{PersonPlayArgs, PlayArg};
pub(crate) use play::PlayArgs;
pub(crate) use replay::{FittestInCellSelector, ReplayArgs, ReplayViewArgs};
pub(crate) use sandbox::SandboxArgs;
pub(crate) use serve::ServeArgs;
pub(crate) use tool::{ToolArg, ToolProblem, beside as program_beside, is_tool_name, listed as listed_tools};
pub(crate) use tools::{
    CheckArgs, CheckGameArgs, CompletionsArgs, DoctorArgs, ExamplesArgs, GamesArgs, ImportArgs, ManArgs,
    NewArgs,
};
use tournament::{MatchCommand, TournamentCommand};
pub(crate) use worker::{BrokerArgs, WorkerArgs};

/// Run programming-game contests: bots in any language, sandboxed, timed and ranked.
#[derive(Debug, Parser)]
#[command(name = "rathaus", version, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: CliCommand,

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
pub(crate) enum CliCommand {
    /// Play a game with one or more bots and rank them.
    Play(Box<PlayArgs>),
    /// Find out which of two bots is better.
    Compare(CompareBotsArgs),
    /// Check that a bot works, in a few short matches.
    Check(CheckArgs),
    /// Create a first bot or a first custom game.
    New(NewArgs),
    /// Make bots from the code blocks of a saved post.
    Import(ImportArgs),
    /// Check that a custom game works, with random and with broken bots.
    CheckGame(CheckGameArgs),
    /// Run a tournament.
    #[command(subcommand)]
    Tournament(TournamentCommand),
    /// Play matches of tournaments that other machines run.
    Worker(WorkerArgs),
    /// Show a recorded match, and check its result.
    Replay(ReplayArgs),
    /// Show tournaments and replays in a browser.
    Serve(ServeArgs),
    /// Print the hash that commits to a source.
    Commit(CommitArgs),
    /// Verify revealed sources against their commitments.
    Verify(VerifyArgs),
    /// Create a seed file from the randomness of the operating system.
    SeedFile(CreateSeedFileArgs),
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

/// Options of all commands that play matches of a game.
#[derive(Debug, clap::Args)]
pub(crate) struct CommonPlayArgs {
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
    pub(crate) hints: SubmissionHintArgs,

    /// The number of bot processes that run at once [default: physical cores].
    #[arg(short, long, value_name = "N", value_parser = concurrency)]
    pub(crate) concurrency: Option<usize>,

    /// Print the results as JSON.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) trace: DialogueLogArgs,

    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,

    /// Do not show progress.
    #[arg(short, long, help_heading = OUTPUT)]
    pub(crate) quiet: bool,
}

/// Facts about a submission that Rathaus cannot always detect.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct SubmissionHintArgs {
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

impl From<SubmissionHintArgs> for SubmissionHints {
    fn from(args: SubmissionHintArgs) -> SubmissionHints {
        SubmissionHints { language: args.language, entry: args.entry, python: args.python }
    }
}

const MAX_BOARDS: u32 = 1_000_000;

/// The limit for bot processes, and for boards in flight.
const MAX_CONCURRENCY: usize = 1_024;

fn boards(text: &str) -> Result<u32, String> {
    let boards = text.parse().ok().filter(|boards| (1..=MAX_BOARDS).contains(boards));
    boards.ok_or_else(|| format!("expected a number from 1 to {MAX_BOARDS}"))
}

fn concurrency(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| (1..=MAX_CONCURRENCY).contains(count));
    count.ok_or_else(|| format!("expected a number from 1 to {MAX_CONCURRENCY}"))
}

/// Parses `NAME=VALUE`. The value is JSON, such as a number or `true`, or else text, which the game
/// can refuse.
pub(crate) fn setting(text: &str) -> Result<(String, Value), String> {
    let (name, value) = text
        .split_once('=')
        .filter(|(name, _)| !name.is_empty())
        .ok_or_else(|| format!("`--set {text}` should read `--set NAME=VALUE`"))?;
    let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value));
    Ok((name.trim().to_owned(), value))
}
