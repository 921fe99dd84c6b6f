//! The command line of tournaments.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};

use super::{FilmArgs, SandboxArgs, TraceArgs};

/// What is done with a tournament.
#[derive(Debug, Subcommand)]
pub(crate) enum TournamentCommand {
    /// Write a tournament.toml with comments, and the schema by which editors complete it.
    Init(InitArgs),
    /// Play what has not been played yet, store it, and show the standings.
    Run(RunArgs),
    /// Say how far it has come.
    Status(StatusArgs),
    /// Show who is how good, by what has been played so far.
    Standings(StandingsArgs),
    /// Show a match: what was played, what came out, what went wrong.
    Show(ShowArgs),
    /// Play a match again, and say whether the same comes out.
    Rerun(RerunArgs),
    /// Play a match again without its bots, from what they said, and show it.
    Replay(ReplayArgs),
    /// Print the matches that are still to be played, each as one line of JSON, for `rathaus match run` on any machine.
    Plan(PlanArgs),
    /// Take in results of `rathaus match run`, in any order, and more than once if need be.
    Collect(CollectArgs),
    /// Print the JSON Schema of tournament.toml.
    Schema,
}

/// Which tournament.
#[derive(Debug, clap::Args)]
pub(crate) struct FileArgs {
    /// The file that describes it. Results are stored beside it, in a database of the same name with the ending .db.
    #[arg(value_name = "FILE", default_value = "tournament.toml")]
    pub(crate) file: PathBuf,
}

/// The same, where something else is named first.
#[derive(Debug, clap::Args)]
pub(crate) struct FileOption {
    /// The file that describes the tournament.
    #[arg(long, value_name = "FILE", default_value = "tournament.toml")]
    pub(crate) file: PathBuf,
}

/// What is allowed when a tournament goes on.
#[derive(Debug, clap::Args)]
pub(crate) struct GoOnArgs {
    /// Go on although rules or submissions are not what they were. Results that do not belong to the tournament any more are kept, and do
    /// not count.
    #[arg(long)]
    pub(crate) replace: bool,

    /// Play although sources may still be revealed.
    #[arg(long)]
    pub(crate) early: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct InitArgs {
    /// The file to write, which must not exist.
    #[arg(value_name = "FILE", default_value = "tournament.toml")]
    pub(crate) file: PathBuf,

    /// A built-in game, or the folder of a custom game, relative to the file.
    #[arg(long, default_value = rathaus_games::names().next())]
    pub(crate) game: String,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Ctrl-C once: the matches that are being played are played to their end and stored. Twice: leave at once. Run it again to go on.\n\
    Exit codes: 0 done, 1 host trouble, 2 usage, 3 bad input, 4 tool missing, 5 build failed, 8 not verified, 130 interrupted."
)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) file: FileArgs,

    #[command(flatten)]
    pub(crate) go_on: GoOnArgs,

    #[command(flatten)]
    pub(crate) trace: TraceArgs,

    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,

    /// Show no progress.
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct StatusArgs {
    #[command(flatten)]
    pub(crate) file: FileArgs,

    /// Print it as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// In what form standings are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Tables for a terminal.
    Text,
    /// Markdown, to be pasted into a page.
    Markdown,
    /// A line for each entrant.
    Csv,
    /// All there is.
    Json,
}

#[derive(Debug, clap::Args)]
pub(crate) struct StandingsArgs {
    #[command(flatten)]
    pub(crate) file: FileArgs,

    /// In what form.
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,

    /// Compare each two besides, as text: who is better, by how much, and how surely.
    #[arg(long, conflicts_with = "format")]
    pub(crate) pairs: bool,

    /// Draw charts into this folder, as SVG.
    #[arg(long, value_name = "DIR")]
    pub(crate) charts: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ShowArgs {
    /// The match: ENTRANT/BOARD in games that each plays alone, such as ann/7; the number of the game else; or the beginning of its key.
    #[arg(value_name = "MATCH")]
    pub(crate) name: String,

    #[command(flatten)]
    pub(crate) file: FileOption,

    /// Print it as JSON, as `rathaus match run` does.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Exit codes: 0 the same came out, 8 something else, and those of `run`.")]
pub(crate) struct RerunArgs {
    /// The match, as `tournament show` takes it.
    #[arg(value_name = "MATCH")]
    pub(crate) name: String,

    #[command(flatten)]
    pub(crate) file: FileOption,

    #[command(flatten)]
    pub(crate) trace: TraceArgs,

    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Exit codes: 0 the same came out, 8 something else, 2 usage, 3 bad input.")]
pub(crate) struct ReplayArgs {
    /// The match, as `tournament show` takes it, or `best:ENTRANT`, which is the entrant's best one.
    #[arg(value_name = "MATCH")]
    pub(crate) name: String,

    #[command(flatten)]
    pub(crate) file: FileOption,

    /// Write the replay to this file, for `rathaus replay`, instead of showing it.
    #[arg(short, long, value_name = "REPLAY", conflicts_with_all = ["turn", "every", "dialogue", "json"])]
    pub(crate) out: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) film: FilmArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct PlanArgs {
    #[command(flatten)]
    pub(crate) file: FileArgs,

    #[command(flatten)]
    pub(crate) go_on: GoOnArgs,

    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  rathaus tournament collect results/*.jsonl\n  rathaus tournament collect --from-trusted mine.jsonl theirs.jsonl\n\n\
    Exit codes: 0 all were taken or known, 3 some were refused; the others are stored nonetheless."
)]
pub(crate) struct CollectArgs {
    /// Files with results, each beginning on a line of its own; - for standard input. Their recordings are replayed before they are stored.
    #[arg(value_name = "RESULT", required_unless_present = "from_trusted")]
    pub(crate) results: Vec<PathBuf>,

    /// Store the results in this file without replaying them: you trust the machine that played them. Can be given several times.
    #[arg(long, value_name = "RESULT")]
    pub(crate) from_trusted: Vec<PathBuf>,

    /// Let results that are proven or trusted displace other results of the same matches that were not played here. What is displaced is kept in the
    /// database, and does not count.
    #[arg(long)]
    pub(crate) replace: bool,

    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,

    #[command(flatten)]
    pub(crate) file: FileOption,
}

impl CollectArgs {
    /// All files with results, and whether they are trusted.
    pub(crate) fn sources(&self) -> impl Iterator<Item = (&std::path::Path, bool)> {
        let trusted = self.from_trusted.iter().map(|path| (path.as_path(), true));
        self.results.iter().map(|path| (path.as_path(), false)).chain(trusted)
    }
}

/// What is done with a single match.
#[derive(Debug, Subcommand)]
pub(crate) enum MatchCommand {
    /// Read the spec of a match from standard input, play it, and print its result as one line of JSON.
    Run(MatchRunArgs),
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Specs come from `rathaus tournament plan`, results go to `rathaus tournament collect`.\n\
    Exit codes: 0 played, whatever the bots did; 3 no such spec or submission; 4 tool missing; 5 build failed."
)]
pub(crate) struct MatchRunArgs {
    /// Where the submissions are that the spec names by their hashes: submissions, or folders of them.
    #[arg(long, value_name = "PATH", default_value = ".", num_args = 1..)]
    pub(crate) submissions: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) trace: TraceArgs,

    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,

    /// Leave what the bots said out of the result. `tournament collect` takes it only from a trusted machine then.
    #[arg(long)]
    pub(crate) no_replay: bool,

    /// It is there unless it is left out. This is for scripts that were written before.
    #[arg(long, hide = true, conflicts_with = "no_replay")]
    pub(crate) replay: bool,

    /// How many programs may run at once in a game that all play together [default: physical cores].
    #[arg(short, long, value_name = "N", value_parser = super::concurrency)]
    pub(crate) concurrency: Option<usize>,
}
