//! The command line of matches that are played again.

use std::path::PathBuf;

use super::SandboxArgs;

#[derive(Debug, clap::Args)]
#[command(after_help = "Exit codes: 0 the same came out, 8 something else, 2 usage, 3 bad input.")]
pub(crate) struct ReplayArgs {
    /// A replay, as `rathaus play --replays` and `rathaus tournament replay --out` write it, or what `rathaus play --json`
    /// printed.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    #[command(flatten)]
    pub(crate) film: FilmArgs,

    /// Of such a result, print what was gained in each round.
    #[arg(long)]
    pub(crate) details: bool,

    /// Of such a result, print that, and the finished grids.
    #[arg(long)]
    pub(crate) ascii: bool,
}

/// What is shown of a match that is played again.
#[derive(Debug, clap::Args)]
pub(crate) struct FilmArgs {
    /// Show how things stood before this question, from 1, instead of at the end.
    #[arg(long, value_name = "QUESTION", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) turn: Option<u32>,

    /// Show how things stood every so many questions.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "turn")]
    pub(crate) every: Option<u32>,

    /// Show what was asked and answered, shortened; with --turn that one question, whole.
    #[arg(long)]
    pub(crate) dialogue: bool,

    /// Write the match to this file as a page that opens in any browser, and needs nothing besides.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["turn", "every", "dialogue", "json"])]
    pub(crate) html: Option<PathBuf>,

    /// Write a picture of the end, or of the moment before the question of --turn, to this file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["every", "dialogue", "json", "html"])]
    pub(crate) png: Option<PathBuf>,

    /// Write the match to this file as a moving picture.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["every", "dialogue", "json", "html"])]
    pub(crate) gif: Option<PathBuf>,

    /// Ask this bot where the fittest genomes of the race lead from every admissible start, and draw that on the page.
    #[arg(long, value_name = "BOT", requires = "html")]
    pub(crate) bot: Option<PathBuf>,

    /// Show on the page the genome of the fittest specimen in this cell before the moves of this turn, too; can be given several times.
    #[arg(long, value_name = "TURN:X,Y", requires = "html", value_parser = specimen)]
    pub(crate) specimen: Vec<Specimen>,

    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,

    /// Print what is recorded as JSON: who played what, and what came out.
    #[arg(long, conflicts_with_all = ["turn", "every", "dialogue"])]
    pub(crate) json: bool,
}

/// A cell at some moment of a race.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Specimen {
    pub(crate) turn: u32,
    pub(crate) x: u16,
    pub(crate) y: u16,
}

fn specimen(text: &str) -> Result<Specimen, String> {
    let read = || {
        let (turn, place) = text.split_once(':')?;
        let (x, y) = place.split_once(',')?;
        Some(Specimen { turn: turn.parse().ok()?, x: x.parse().ok()?, y: y.parse().ok()? })
    };
    read().ok_or_else(|| "it reads TURN:X,Y, such as 500:12,7".into())
}

impl FilmArgs {
    /// Whether any of these was given.
    pub(crate) fn is_given(&self) -> bool {
        let files = [&self.html, &self.png, &self.gif, &self.bot];
        self.turn.is_some()
            || self.every.is_some()
            || self.dialogue
            || self.json
            || files.iter().any(|file| file.is_some())
    }
}
