//! The command line.

mod commitment;
mod log;
mod replay;
mod sandbox;
mod serve;
pub(crate) mod tournament;

use std::path::PathBuf;

use clap::{ArgAction, Parser, Subcommand};
use serde_json::Value;

use crate::submission::Hints;
pub(crate) use commitment::{CommitArgs, SeedFileArgs, VerifyArgs};
pub(crate) use log::{LogFormat, TraceArgs};
use rathaus_games::Seed;
use rathaus_games::lights_out::MAX_SIDE;
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
    /// Make a seed file: the numbers of the rounds of a prisoner's dilemma, from the operating system's randomness.
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
    /// The game: rat-race, prisoners-dilemma, grid-routing, lights-out, or the folder of a game of your own, by its name if it is in `games/`.
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

    /// Print more: of games that each bot plays alone the boards of each submission, of grid routing what was gained in each round.
    #[arg(long)]
    pub(crate) details: bool,

    #[command(flatten)]
    pub(crate) alone: AloneArgs,

    #[command(flatten)]
    pub(crate) lights: LightsArgs,

    /// Write the scores to this file, round by round, as CSV. For games that all play together.
    #[arg(long, value_name = "FILE")]
    pub(crate) score_log: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) dilemma: DilemmaArgs,

    #[command(flatten)]
    pub(crate) grid: GridArgs,
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

/// Options of games that every bot plays alone, all on the same boards.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Options of the rat race and of Lights Out")]
pub(crate) struct AloneArgs {
    /// How many boards to play [default: 50].
    #[arg(short, long, value_parser = boards)]
    pub(crate) boards: Option<u32>,

    /// Play the board with this seed, as an earlier run printed it; can be given several times.
    #[arg(long, value_name = "SEED", conflicts_with_all = ["boards", "seed"])]
    pub(crate) board_seed: Vec<Seed>,

    /// How many boards of the rat race a bot process has in flight at once [default: 4 to 8, or more where few specimens live].
    #[arg(long, value_name = "N", value_parser = concurrency)]
    pub(crate) in_flight: Option<usize>,
}

impl AloneArgs {
    /// An option of these that was given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let given = [
            (self.boards.is_some(), "--boards"),
            (!self.board_seed.is_empty(), "--board-seed"),
            (self.in_flight.is_some(), "--in-flight"),
        ];
        given.into_iter().find_map(|(given, name)| given.then_some(name))
    }
}

/// Options of Lights Out.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Options of Lights Out")]
pub(crate) struct LightsArgs {
    /// How many columns and rows boards have, each up to 20 [default: 5x5].
    #[arg(long, value_name = "COLUMNSxROWS", value_parser = size)]
    pub(crate) size: Option<(u32, u32)>,
}

impl LightsArgs {
    /// An option of these that was given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        self.size.is_some().then_some("--size")
    }
}

/// Options of the prisoner's dilemma.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Options of the prisoner's dilemma")]
pub(crate) struct DilemmaArgs {
    /// Take the numbers of the rounds from this file instead of the seed: a number on each line.
    #[arg(long, value_name = "FILE")]
    pub(crate) seed_file: Option<PathBuf>,

    /// The players in the order of their identifiers, separated by commas, instead of an order from the seed.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) order: Option<Vec<String>>,

    /// Write to this file who took from whom, a round a line.
    #[arg(long, value_name = "FILE")]
    pub(crate) take_log: Option<PathBuf>,

    /// Play a sample of the calls twice, and report programs that answer otherwise the second time.
    #[arg(long)]
    pub(crate) check_determinism: bool,

    /// Start every program from its file in every round, instead of forking it from a process that is kept ready where its
    /// language allows that. The results are the same.
    #[arg(long)]
    pub(crate) cold: bool,
}

impl DilemmaArgs {
    /// An option of these that was given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let given = [
            (self.seed_file.is_some(), "--seed-file"),
            (self.order.is_some(), "--order"),
            (self.take_log.is_some(), "--take-log"),
            (self.check_determinism, "--check-determinism"),
            (self.cold, "--cold"),
        ];
        given.into_iter().find_map(|(given, name)| given.then_some(name))
    }
}

/// Options of the grid-routing battle.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Options of the grid-routing battle")]
pub(crate) struct GridArgs {
    /// How many rounds to play [default: 100].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) rounds: Option<u32>,

    /// Play with the bots in this list of an original controller, besides those that are given: for each the lines of its name, its
    /// folder below `bots/` beside the list, and the command that starts it.
    #[arg(long, value_name = "FILE")]
    pub(crate) bots_file: Option<PathBuf>,

    /// Print the finished grids: a letter for an owner, a blank for a broken vertex.
    #[arg(long)]
    pub(crate) ascii: bool,

    /// Leave those who were late once out of the standings.
    #[arg(long)]
    pub(crate) disqualify_late: bool,
}

impl GridArgs {
    /// An option of these that was given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let given = [
            (self.rounds.is_some(), "--rounds"),
            (self.bots_file.is_some(), "--bots-file"),
            (self.ascii, "--ascii"),
            (self.disqualify_late, "--disqualify-late"),
        ];
        given.into_iter().find_map(|(given, name)| given.then_some(name))
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
    /// The game: rat-race, lights-out, or the folder of a game of your own, by its name if it is in `games/`. In games of your own both meet on each
    /// opening twice, with seats swapped.
    pub(crate) game: String,

    /// The one submission.
    #[arg(value_name = "A")]
    pub(crate) one: PathBuf,

    /// The other one.
    #[arg(value_name = "B")]
    pub(crate) other: PathBuf,

    /// How large a difference is looked for: of the rat race the factor between geometric means [default: 1.5], of Lights Out the
    /// difference of the shares of right answers [default: 0.1], of a game of your own that of the shares of the points [default: 0.1].
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
    /// What is written: a bot for this game (rat-race), `game` for a first game of your own, or `bot` for a bot of the game that --game names.
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
    /// The game: rat-race, lights-out, or one of your own: its folder, or its name in `games/`.
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

fn size(text: &str) -> Result<(u32, u32), String> {
    let sides = text.split_once(['x', 'X', '×']);
    let side = |text: &str| text.parse().ok().filter(|side| (1..=MAX_SIDE).contains(side));
    sides
        .and_then(|(columns, rows)| side(columns).zip(side(rows)))
        .ok_or_else(|| format!("a size is two numbers from 1 to {MAX_SIDE}, such as 5x5"))
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
