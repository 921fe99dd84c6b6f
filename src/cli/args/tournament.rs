//! The arguments of `rathaus tournament` and `rathaus match`.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};

use super::{BrokerArgs, DialogueLogArgs, ReplayViewArgs, SandboxArgs};

#[derive(Debug, Subcommand)]
pub(crate) enum TournamentCommand {
    /// Create a tournament.toml with comments, and its schema for editors.
    Init(InitTournamentFileArgs),
    /// Play the missing matches, store them, and show the standings.
    Run(TournamentRunArgs),
    /// Show how many matches have been played.
    Status(StatusArgs),
    /// Show the current standings.
    Standings(StandingsArgs),
    /// Show a match with its result and its faults.
    Show(ShowMatchArgs),
    /// Print a text that a custom game keeps of each match, such as PGN.
    Export(ExportArgs),
    /// Play a match again with its bots, and compare the results.
    Rerun(RerunMatchArgs),
    /// Show the replay of a match, without its bots.
    Replay(ShowReplayArgs),
    /// Take back all results of a worker, and play its matches again.
    Quarantine(QuarantineArgs),
    /// Print the specs of the missing matches, for `rathaus match run`.
    Plan(PlanArgs),
    /// Verify and store results of `rathaus match run`.
    Collect(CollectArgs),
    /// Check the database: find damage, and results that cannot be right.
    Check(CheckDatabaseArgs),
    /// Print the JSON schema of tournament.toml.
    Schema,
}

#[derive(Debug, clap::Args)]
pub(crate) struct TournamentFileArgs {
    /// The tournament file. Results are stored next to it, in a database with the extension .db.
    #[arg(value_name = "FILE", default_value = "tournament.toml")]
    pub(crate) file: PathBuf,
}

/// The tournament file as an option, for commands with another positional argument.
#[derive(Debug, clap::Args)]
pub(crate) struct TournamentFileOption {
    /// The tournament file.
    #[arg(long, value_name = "FILE", default_value = "tournament.toml")]
    pub(crate) file: PathBuf,
}

/// What is allowed when a tournament is resumed.
#[derive(Debug, clap::Args)]
pub(crate) struct ResumePermissionArgs {
    /// Resume although rules or bots have changed. Results that no longer belong to the tournament
    /// stay in the database, and do not count.
    #[arg(long)]
    pub(crate) replace: bool,

    /// Play before the deadline for reveals has passed.
    #[arg(long)]
    pub(crate) early: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rathaus tournament init\n  \
    rathaus tournament init cup.toml --game prisoners-dilemma")]
pub(crate) struct InitTournamentFileArgs {
    /// The file to create.
    #[arg(value_name = "FILE", default_value = "tournament.toml")]
    pub(crate) file: PathBuf,

    /// The game: built-in, or the folder of a custom game, relative to the file.
    #[arg(long, default_value = rathaus_games::names().next())]
    pub(crate) game: String,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rathaus tournament run\n  \
    rathaus tournament run --nats nats://localhost:4222\n\n\
    Press Ctrl-C once to finish the matches in progress and stop, twice to stop at once. Run it again to resume.\n\
    Exit codes: 0 done, 1 host failed, 2 usage, 3 bad input, 4 tool missing, 5 build failed, 8 not verified, \
    130 interrupted.")]
pub(crate) struct TournamentRunArgs {
    #[command(flatten)]
    pub(crate) file: TournamentFileArgs,

    #[command(flatten)]
    pub(crate) resume: ResumePermissionArgs,

    #[command(flatten)]
    pub(crate) trace: DialogueLogArgs,

    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,

    /// Withdraw the rulings on matches that can be played now, and play them. Results of later rounds
    /// that no longer belong to the tournament stay in the database, and do not count.
    #[arg(long)]
    pub(crate) withdraw_rulings: bool,

    #[command(flatten)]
    pub(crate) broker: BrokerArgs,

    /// Do not show progress.
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  rathaus tournament status --json")]
pub(crate) struct StatusArgs {
    #[command(flatten)]
    pub(crate) file: TournamentFileArgs,

    /// Print the status as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    /// Tables for a terminal.
    Text,
    /// Markdown for a page.
    Markdown,
    /// One line per entrant.
    Csv,
    /// All data.
    Json,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rathaus tournament standings\n  \
    rathaus tournament standings --format markdown --charts charts\n  \
    rathaus tournament standings --pairs")]
pub(crate) struct StandingsArgs {
    #[command(flatten)]
    pub(crate) file: TournamentFileArgs,

    /// The output format.
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: OutputFormat,

    /// Only this group of boards.
    #[arg(long, value_name = "NAME")]
    pub(crate) group: Option<String>,

    /// Also compare each pair of entrants: who is better, by how much, with what confidence.
    #[arg(long, conflicts_with = "format")]
    pub(crate) pairs: bool,

    /// Write charts as SVG into this folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) charts: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rathaus tournament show ann/7\n  \
    rathaus tournament show 12 --json")]
pub(crate) struct ShowMatchArgs {
    /// The match: ENTRANT/BOARD in single-player games, such as ann/7; its number in multiplayer
    /// games; or the beginning of its key.
    #[arg(value_name = "MATCH")]
    pub(crate) name: String,

    #[command(flatten)]
    pub(crate) file: TournamentFileOption,

    /// Print the match as JSON, like `rathaus match run`.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  \
    rathaus tournament export pgn > games.pgn")]
pub(crate) struct ExportArgs {
    /// The name of the text in the details of the game.
    #[arg(value_name = "TEXT")]
    pub(crate) text: String,

    #[command(flatten)]
    pub(crate) file: TournamentFileOption,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rathaus tournament rerun ann/7\n  \
    rathaus tournament rerun ann/7 --out ann-7.replay\n\n\
    Exit codes: 0 the same result, 8 another result, and those of `run`.")]
pub(crate) struct RerunMatchArgs {
    /// The match, as in `tournament show`.
    #[arg(value_name = "MATCH")]
    pub(crate) name: String,

    #[command(flatten)]
    pub(crate) file: TournamentFileOption,

    /// Write a replay of the match as it was played now into this file, for `rathaus replay` and
    /// `rathaus serve`.
    #[arg(short, long, value_name = "REPLAY")]
    pub(crate) out: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) trace: DialogueLogArgs,

    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rathaus tournament replay ann/7 --turn 200\n  \
    rathaus tournament replay best:ann --html best.html\n\n\
    Exit codes: 0 the same result, 8 another result, 2 usage, 3 bad input.")]
pub(crate) struct ShowReplayArgs {
    /// The match, as in `tournament show`, or `best:ENTRANT` for the entrant's best match.
    #[arg(value_name = "MATCH")]
    pub(crate) name: String,

    #[command(flatten)]
    pub(crate) file: TournamentFileOption,

    /// Write the replay into this file, for `rathaus replay`.
    #[arg(short, long, value_name = "REPLAY", conflicts_with_all = ["turn", "every", "dialogue", "json"])]
    pub(crate) out: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) transcript: ReplayViewArgs,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rathaus tournament quarantine ann\n  \
    rathaus tournament quarantine ann --release\n\n\
    Results that are taken back stay in the database, and do not count. `tournament run` plays their matches.")]
pub(crate) struct QuarantineArgs {
    /// The name of the worker, as `tournament status` shows it.
    #[arg(value_name = "WORKER")]
    pub(crate) worker: String,

    /// Let the worker play again. What was taken back stays so.
    #[arg(long)]
    pub(crate) release: bool,

    #[command(flatten)]
    pub(crate) file: TournamentFileOption,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  rathaus tournament plan > specs.jsonl")]
pub(crate) struct PlanArgs {
    #[command(flatten)]
    pub(crate) file: TournamentFileArgs,

    #[command(flatten)]
    pub(crate) resume: ResumePermissionArgs,

    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rathaus tournament collect results/*.jsonl\n  \
    rathaus tournament collect --from-trusted mine.jsonl theirs.jsonl\n\n\
    Exit codes: 0 all results are stored, 3 some were refused and the others are stored, \
    9 some contradict stored ones, which stay.")]
pub(crate) struct CollectArgs {
    /// Files with results, one per line, or - for stdin. Rathaus replays them before it
    /// stores them.
    #[arg(value_name = "RESULT", required_unless_present = "from_trusted")]
    pub(crate) results: Vec<PathBuf>,

    /// Store the results of this file without replaying them, because you trust the machine that
    /// played them. Can be repeated.
    #[arg(long, value_name = "RESULT")]
    pub(crate) from_trusted: Vec<PathBuf>,

    /// Let verified or trusted results displace other results of the same matches, unless this
    /// machine played them. Displaced results stay in the database, and do not count.
    #[arg(long)]
    pub(crate) replace: bool,

    /// Print how many results were stored, known and refused as JSON.
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,

    #[command(flatten)]
    pub(crate) file: TournamentFileOption,
}

impl CollectArgs {
    /// All files with results, each with whether it is trusted.
    pub(crate) fn sources(&self) -> impl Iterator<Item = (&std::path::Path, bool)> {
        let trusted = self.from_trusted.iter().map(|path| (path.as_path(), true));
        self.results.iter().map(|path| (path.as_path(), false)).chain(trusted)
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rathaus tournament check\n  \
    rathaus tournament check --repair\n\n\
    Exit codes: 0 no problems, or all are repaired, 3 the database is damaged, 8 some results cannot be right.")]
pub(crate) struct CheckDatabaseArgs {
    #[command(flatten)]
    pub(crate) file: TournamentFileArgs,

    /// Make a new database of everything that is whole. The damaged one is kept under another name,
    /// and `tournament run` plays the missing matches again.
    #[arg(long)]
    pub(crate) repair: bool,

    /// Do not replay recordings to compare them with the results. This is faster.
    #[arg(long)]
    pub(crate) no_replay: bool,

    /// Print all problems as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum MatchCommand {
    /// Play the matches of specs on stdin, and print each result as a line of JSON.
    Run(RunMatchSpecsArgs),
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  \
    rathaus tournament plan | rathaus match run --submissions bots > results.jsonl\n\n\
    `rathaus tournament collect` stores the results. Exit codes: 0 all matches were played, 1 host failed, 3 bad spec \
    or missing submission, 4 tool missing, 5 build failed, 6 bot not ready; the other matches were played.")]
pub(crate) struct RunMatchSpecsArgs {
    /// Submissions, or folders with submissions, in which to find those that the specs name
    /// by hash.
    #[arg(long, value_name = "PATH", default_value = ".", num_args = 1..)]
    pub(crate) submissions: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) trace: DialogueLogArgs,

    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,

    /// Do not record the replies of the bots. `tournament collect` stores such a result only
    /// with --from-trusted.
    #[arg(long)]
    pub(crate) no_replay: bool,

    /// Recording is the default. The option remains for older scripts.
    #[arg(long, hide = true, conflicts_with = "no_replay")]
    pub(crate) replay: bool,

    /// The number of matches at once, or of programs that run at once in a match that uses all
    /// processors [default: physical cores].
    #[arg(short, long, value_name = "N", value_parser = super::concurrency)]
    pub(crate) concurrency: Option<usize>,
}
