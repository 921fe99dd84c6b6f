//! The command line.

mod commitment;
mod game_options;
mod log;
mod replay;
mod sandbox;
mod serve;
pub(crate) mod tournament;

use std::path::PathBuf;

use clap::{ArgAction, Parser, Subcommand};
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

/// A referee for programming games: bots in any language, timed and held to the rules.
#[derive(Debug, Parser)]
#[command(name = "rathaus", version)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Tell more of what is done: of each match (-v), also of each process, build and result (-vv).
    #[arg(short, long, global = true, action = ArgAction::Count)]
    pub(crate) verbose: u8,

    /// In what form that is told, and the dialogue of --trace-bot.
    #[arg(long, global = true, value_enum, value_name = "FORM", default_value = "text")]
    pub(crate) log_format: LogFormat,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play a game with one or more bots, and rank them.
    Play(Box<PlayArgs>),
    /// Find out which of two bots is better, with as few boards as that takes.
    Compare(CompareArgs),
    /// Write a first bot, or a first game of one's own, that plays at once, with comments that teach.
    New(NewArgs),
    /// Try out a bot on a few short boards, and say in plain words how it does.
    Check(CheckArgs),
    /// Try out a game of one's own with random and with broken bots, and say in plain words what is wrong with it.
    CheckGame(CheckGameArgs),
    /// Print the hash of a source, to be posted before it is revealed.
    Commit(CommitArgs),
    /// Play a recorded match again without any bot, show it, and check that the same comes out.
    Replay(ReplayArgs),
    /// Play tournaments that can be interrupted, resumed and trusted.
    #[command(subcommand)]
    Tournament(TournamentCommand),
    /// Show tournaments, live while they are played, and replays in a browser.
    Serve(ServeArgs),
    /// Play a single match that is described by itself, for clusters.
    #[command(subcommand)]
    Match(MatchCommand),
    /// Make a seed file: the numbers of the rounds of a game, from the operating system's randomness.
    SeedFile(SeedFileArgs),
    /// Check whether revealed sources are those that their players have posted the hashes of.
    Verify(VerifyArgs),
    /// Check which languages are installed.
    Doctor(DoctorArgs),
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit codes: 0 done, 1 host trouble, 2 usage, 3 bad input, 4 tool missing, 5 build failed, \
    6 bot not ready, 8 not verified, 130 interrupted.\nA bot that plays badly, even one that crashes, is no failure of the command."
)]
pub(crate) struct PlayArgs {
    #[arg(help = game_help())]
    pub(crate) game: String,

    /// Submissions: source files, folders, or bot.toml files.
    #[arg(required_unless_present = "bots_file", value_name = "BOT")]
    pub(crate) bots: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) shared: SharedArgs,

    /// Seat only those whose source is what they have posted the hash of in this ledger, and play only what the organiser has
    /// promised there. `rathaus verify --help` shows what a ledger looks like.
    #[arg(long, value_name = "FILE")]
    pub(crate) ledger: Option<PathBuf>,

    /// Keep what the bots said in this folder, a file for each match, so that `rathaus replay` can play it again without them.
    #[arg(long, value_name = "DIR")]
    pub(crate) replays: Option<PathBuf>,

    /// Show the match that is being played in the terminal, live, one match after the other; `?` explains the keys. Where there is no
    /// terminal, it is played as without.
    #[arg(long)]
    pub(crate) watch: bool,

    /// Add the bots of this list, as an original controller read it: for each bot the lines of its name, its folder below
    /// `bots/` beside the list, and the command that starts it.
    #[arg(long, value_name = "FILE")]
    pub(crate) bots_file: Option<PathBuf>,

    /// Print more than the leaderboard: each board of each submission, or each round.
    #[arg(long)]
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

/// What is said of any run of a game.
#[derive(Debug, clap::Args)]
pub(crate) struct SharedArgs {
    /// The seed from which all that is random comes: a number, or 0x and hexadecimal digits [default: a random one].
    #[arg(short, long, allow_hyphen_values = true)]
    pub(crate) seed: Option<Seed>,

    /// Set a parameter of the game; can be given several times. `--set help` lists them.
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,

    /// Read parameters from a TOML file; --set goes before it.
    #[arg(long, value_name = "FILE")]
    pub(crate) params: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) hints: HintArgs,

    /// How many bot processes to run at once [default: physical cores].
    #[arg(short, long, value_name = "N", value_parser = concurrency)]
    pub(crate) concurrency: Option<usize>,

    /// Print the results as JSON.
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) trace: TraceArgs,

    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,

    /// Show no progress.
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// Options of games that each bot plays by itself, all on the same boards.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Options of single-player games")]
pub(crate) struct SinglePlayerArgs {
    /// How many boards to play [default: 50].
    #[arg(short, long, value_parser = boards)]
    pub(crate) boards: Option<u32>,

    /// Play the board with this seed, as an earlier run printed it; can be given several times.
    #[arg(long, value_name = "SEED", conflicts_with_all = ["boards", "seed"])]
    pub(crate) board_seed: Vec<Seed>,
}

/// Options that depend on how bots are started.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Options of games by how their bots run")]
pub(crate) struct SeatingArgs {
    /// How many boards one process plays at once, in games whose processes play many [default: by the game].
    #[arg(long, value_name = "N", value_parser = concurrency)]
    pub(crate) in_flight: Option<usize>,

    /// Make a sample of the requests twice and report programs whose second reply differs, in games that start a program for
    /// each request.
    #[arg(long)]
    pub(crate) check_determinism: bool,

    /// Start each program from its file instead of forking a warm process, in games that start a program for each request.
    /// The results are the same.
    #[arg(long)]
    pub(crate) cold: bool,
}

/// Options that replace what the seed decides.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Options of games with seed files")]
pub(crate) struct SeedFileInputs {
    /// Take the numbers of the rounds from this file instead of the seed: a number on each line.
    #[arg(long, value_name = "FILE")]
    pub(crate) seed_file: Option<PathBuf>,

    /// The players in the order of their identifiers, separated by commas [default: an order from the seed].
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

/// What the user says about submissions besides their paths.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct HintArgs {
    /// The language of the submission, if its file's ending does not tell.
    #[arg(long)]
    pub(crate) language: Option<String>,

    /// The class or function that plays, if there are several.
    #[arg(long, value_name = "NAME")]
    pub(crate) entry: Option<String>,

    /// The Python that plays submissions in Python, such as pypy3 [default: the newest in PATH].
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) python: Option<String>,
}

impl From<HintArgs> for Hints {
    fn from(args: HintArgs) -> Hints {
        Hints { language: args.language, entry: args.entry, python: args.python }
    }
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Both play the same boards until a sequential test decides: the one is better, or the other, or neither by as much as is \
    looked for. Exit codes: 0 done, decided or not, and those of `play`."
)]
pub(crate) struct CompareArgs {
    /// A single-player game, or the folder of a custom game, by its name if it is in `games/`. In custom games both meet on
    /// each opening twice, with seats swapped.
    pub(crate) game: String,

    /// The one submission.
    #[arg(value_name = "A")]
    pub(crate) one: PathBuf,

    /// The other one.
    #[arg(value_name = "B")]
    pub(crate) other: PathBuf,

    /// How large a difference to look for: the factor between geometric means where these count [default: 1.5], else the
    /// difference of shares of right answers or of points [default: 0.1].
    #[arg(long, value_name = "MARGIN")]
    pub(crate) margin: Option<f64>,

    /// How often the verdict may be wrong: a difference found that is not there, or one of this size missed.
    #[arg(long, value_name = "SHARE", default_value = "0.05", value_parser = share)]
    pub(crate) error: f64,

    /// How many boards or openings to play at the most.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = boards)]
    pub(crate) max_boards: u32,

    #[command(flatten)]
    pub(crate) shared: SharedArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct NewArgs {
    /// What is written: a bot for this game, `game` for a first game of your own, or `bot` for a bot of the game that --game names.
    #[arg(value_name = "GAME|game|bot")]
    pub(crate) what: String,

    /// The game that the bot is for: the folder of a game of your own, by its name if it is in `games/`.
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,

    /// The language: python, cpp, ... A wrong one lists all.
    #[arg(long)]
    pub(crate) language: String,

    /// The folder to write it to.
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Exit codes: 0 fit to play, 7 needs work, and those of `play`.")]
pub(crate) struct CheckArgs {
    /// A single-player game, or a custom one: its folder, or its name in `games/`.
    pub(crate) game: String,

    /// The submission: a source file, a folder, or a bot.toml.
    pub(crate) bot: PathBuf,

    #[command(flatten)]
    pub(crate) hints: HintArgs,

    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Exit codes: 0 fit to play, 7 needs work, and those of `play`.")]
pub(crate) struct CheckGameArgs {
    /// The game: a folder with a game.toml in it, or the name of one in `games/`.
    #[arg(value_name = "DIR")]
    pub(crate) game: String,

    /// Change a parameter of the game; `--set help` lists them.
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,

    /// The seed from which those of the matches come: 1 unless it is said.
    #[arg(long)]
    pub(crate) seed: Option<Seed>,

    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct DoctorArgs {
    /// Print the findings as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The most boards that can be played at once.
const MAX_BOARDS: u32 = 1_000_000;

/// The most processes and boards in flight.
const MAX_CONCURRENCY: usize = 1_024;

fn boards(text: &str) -> Result<u32, String> {
    let boards = text.parse().ok().filter(|boards| (1..=MAX_BOARDS).contains(boards));
    boards.ok_or_else(|| format!("a number of boards goes from 1 to {MAX_BOARDS}"))
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.001..=0.4).contains(share));
    share.ok_or_else(|| "it goes from 0.001 to 0.4".into())
}

fn concurrency(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| (1..=MAX_CONCURRENCY).contains(count));
    count.ok_or_else(|| format!("it goes from 1 to {MAX_CONCURRENCY}"))
}

/// Reads `NAME=VALUE`; a value that is neither number nor truth value is taken as text, for the game to refuse.
pub(crate) fn setting(text: &str) -> Result<(String, Value), String> {
    let (name, value) = text
        .split_once('=')
        .filter(|(name, _)| !name.is_empty())
        .ok_or_else(|| format!("`--set {text}` should read `--set NAME=VALUE`"))?;
    let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value));
    Ok((name.trim().to_owned(), value))
}

/// What the argument GAME can be.
fn game_help() -> String {
    let names: Vec<&str> = rathaus_games::names().collect();
    format!(
        "The game: {}, or the folder of a custom game, by its name if it is in `games/`",
        names.join(", ")
    )
}
