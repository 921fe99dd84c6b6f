//! The arguments of `rathaus replay`.

use std::path::PathBuf;

use super::SandboxArgs;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rathaus replay races/mine-1.replay --turn 200\n  \
    rathaus replay races/mine-1.replay --html race.html\n\n\
    Exit codes: 0 the same result, 8 another result, 2 usage, 3 bad input.")]
pub(crate) struct ReplayArgs {
    /// A replay of `rathaus play --replays` or `rathaus tournament replay --out`, or the output of
    /// `rathaus play --json`.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    #[command(flatten)]
    pub(crate) transcript: ReplayViewArgs,

    /// Print the gains of each round. For output of `play --json`.
    #[arg(long)]
    pub(crate) details: bool,

    /// Print the gains of each round and the finished grids. For output of `play --json`.
    #[arg(long)]
    pub(crate) ascii: bool,
}

/// What to show of a replay.
#[derive(Debug, clap::Args)]
pub(crate) struct ReplayViewArgs {
    /// Show the game before this turn, counted from 1, instead of its end.
    #[arg(long, value_name = "TURN", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) turn: Option<u32>,

    /// Show the game every N turns.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "turn")]
    pub(crate) every: Option<u32>,

    /// Show excerpts of requests and replies, or with --turn one turn in full.
    #[arg(long)]
    pub(crate) dialogue: bool,

    /// Write the match as an HTML page that opens in any browser.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["turn", "every", "dialogue", "json"])]
    pub(crate) html: Option<PathBuf>,

    /// Write a picture of the end, or of --turn, as PNG.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["every", "dialogue", "json", "html"])]
    pub(crate) png: Option<PathBuf>,

    /// Write the match as an animated GIF.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["every", "dialogue", "json", "html"])]
    pub(crate) gif: Option<PathBuf>,

    /// Have this bot show on the page where the fittest genomes lead. For games with genomes.
    #[arg(long, value_name = "BOT", requires = "html")]
    pub(crate) bot: Option<PathBuf>,

    /// Show on the page the fittest specimen in this cell before this turn. Can be repeated. For
    /// games with genomes.
    #[arg(long, value_name = "TURN:X,Y", requires = "html", value_parser = specimen)]
    pub(crate) specimen: Vec<FittestInCellSelector>,

    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,

    /// Print players, spec and result as JSON.
    #[arg(long, conflicts_with_all = ["turn", "every", "dialogue"])]
    pub(crate) json: bool,
}

/// Selects the fittest specimen in a cell of the board before a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FittestInCellSelector {
    pub(crate) turn: u32,
    pub(crate) x: u16,
    pub(crate) y: u16,
}

fn specimen(text: &str) -> Result<FittestInCellSelector, String> {
    let read = || {
        let (turn, place) = text.split_once(':')?;
        let (x, y) = place.split_once(',')?;
        Some(FittestInCellSelector { turn: turn.parse().ok()?, x: x.parse().ok()?, y: y.parse().ok()? })
    };
    read().ok_or_else(|| "expected TURN:X,Y, such as 500:12,7".into())
}

impl ReplayViewArgs {
    pub(crate) fn is_given(&self) -> bool {
        let files = [&self.html, &self.png, &self.gif, &self.bot];
        self.turn.is_some()
            || self.every.is_some()
            || self.dialogue
            || self.json
            || files.iter().any(|file| file.is_some())
    }
}
