//! The arguments of commands that create, check and list.

use std::path::{Path, PathBuf};

use clap_complete::Shell;
use rathaus_games::Seed;
use rathaus_sandbox::SandboxTier;

use super::{SandboxArgs, SubmissionHintArgs};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rathaus new rat-race --language python my-bot\n  \
    rathaus new grid-routing --language rust my-bot\n  \
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
#[command(after_help = "Examples:\n  \
    rathaus import answers.md\n  \
    rathaus import answer.md bots --game rat-race --language cpp\n\n\
    Exit codes: 0 all likely bots were written, 3 some were not, or the post has none.")]
pub(crate) struct ImportArgs {
    /// A page of answers or a single answer, as Markdown.
    #[arg(value_name = "POST.md")]
    pub(crate) post: PathBuf,

    /// The folder for the bots, each in a new folder [default: the name of the post without .md].
    #[arg(value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,

    /// The game: its name, or the folder of a custom game [default: the built-in game of the post].
    #[arg(long)]
    pub(crate) game: Option<String>,

    /// The language of code blocks that do not tell theirs.
    #[arg(long)]
    pub(crate) language: Option<String>,

    /// Print as JSON what was written and what was not.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "Examples:\n  \
    rathaus check rat-race mine.py\n  \
    rathaus check prisoners-dilemma my-bot\n  \
    rathaus check rat-race --all bots --reports reports\n\n\
    Exit codes: 0 all bots are ready to play, 7 one needs work, and those of `play`.")]
pub(crate) struct CheckArgs {
    /// A built-in game, or a custom game: its folder, or its name in `games/`.
    pub(crate) game: String,

    /// The bot: a source file, a folder, or a bot.toml.
    #[arg(required_unless_present = "all")]
    pub(crate) bot: Option<PathBuf>,

    /// Check all bots of this folder, and write a report for each.
    #[arg(long, value_name = "DIR", conflicts_with = "bot")]
    pub(crate) all: Option<PathBuf>,

    /// The folder for the reports of `--all`. Reports that are in it are overwritten.
    #[arg(long, value_name = "DIR", requires = "all", default_value = "reports")]
    pub(crate) reports: PathBuf,

    /// Print which bots are ready as JSON.
    #[arg(long, requires = "all")]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) hints: SubmissionHintArgs,

    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,
}

impl CheckArgs {
    /// The bot to check. Without `--all`, the arguments name one.
    pub(crate) fn bot(&self) -> &Path {
        self.bot.as_deref().expect("clap requires a bot or --all")
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rathaus check-game games/mine\n  \
    rathaus check-game games/mine --json\n\n\
    Exit codes: 0 the game is ready to play, 7 it needs work, and those of `play`.")]
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

    /// Print all findings as JSON.
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  rathaus doctor\n  rathaus doctor --json\n  rathaus doctor --sandbox launcher"
)]
pub(crate) struct DoctorArgs {
    /// Look for languages as bots find them in this sandbox: full, namespaces or launcher [default:
    /// the best that works here].
    #[arg(long, value_name = "TIER")]
    pub(crate) sandbox: Option<SandboxTier>,

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
