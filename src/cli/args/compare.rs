//! The arguments of `rathaus compare`.

use std::path::PathBuf;

use super::{CommonPlayArgs, boards};
use crate::tournament::standings::{EloHypotheses, EloModel};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rathaus compare rat-race mine.py theirs.py\n  \
    rathaus compare lights-out a.py b.py --margin 0.05 --error 0.01\n  \
    rathaus compare prisoners-dilemma new.py --against old.py --field bots/*\n  \
    rathaus compare games/connect-four new.py old.py --elo0 0 --elo1 20\n\n\
    Both bots play the same boards until a sequential test decides: A is better, B is better, or neither by \
    the margin. With a field, each bot plays the same opponents in the same seats, and what counts is the share \
    of them that it beats. With --elo0 and --elo1, an SPRT of game pairs decides between the two hypotheses \
    instead. Exit codes: 0 done, decided or not, and those of `play`.")]
pub(crate) struct CompareBotsArgs {
    /// A game: its name, or the folder of a custom game. Without a field, the bots meet twice on each
    /// opening of a custom game, with seats swapped.
    pub(crate) game: String,

    /// The first bot, such as a new version.
    #[arg(value_name = "A")]
    pub(crate) one: PathBuf,

    /// The second bot, such as the old version.
    #[arg(value_name = "B", required_unless_present = "against", conflicts_with = "against")]
    pub(crate) other: Option<PathBuf>,

    /// The second bot, as an option.
    #[arg(long, value_name = "B")]
    pub(crate) against: Option<PathBuf>,

    /// The opponents of both bots. If a match has fewer seats, some of them are drawn for each
    /// opening.
    #[arg(long, value_name = "BOTS", num_args = 1..)]
    pub(crate) field: Vec<PathBuf>,

    /// The advantage to look for: a factor of geometric means [default: 1.5], or a difference of
    /// shares of solved boards or of points [default: 0.1].
    #[arg(long, value_name = "MARGIN")]
    pub(crate) margin: Option<f64>,

    /// The largest probability of a wrong verdict.
    #[arg(long, value_name = "PROBABILITY", default_value = "0.05", value_parser = share)]
    pub(crate) error: f64,

    /// The most boards or openings [default: 1000, with --elo0 100000].
    #[arg(long, value_name = "N", value_parser = boards)]
    pub(crate) max_boards: Option<u32>,

    #[command(flatten)]
    pub(crate) elo: EloTestArgs,

    #[command(flatten)]
    pub(crate) shared: CommonPlayArgs,
}

/// The boards of a comparison without `--max-boards`. A difference of a few Elo takes tens of
/// thousands of pairs.
const MOST_BOARDS: u32 = 1_000;
const MOST_PAIRS: u32 = 100_000;

impl CompareBotsArgs {
    pub(crate) fn max_boards(&self) -> u32 {
        let usual = if self.elo.hypotheses().is_some() { MOST_PAIRS } else { MOST_BOARDS };
        self.max_boards.unwrap_or(usual)
    }
}

/// Options of a test of the Elo difference.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Elo test (SPRT), in games with two seats")]
pub(crate) struct EloTestArgs {
    /// The Elo advantage of A under H0.
    #[arg(
        long,
        value_name = "ELO",
        allow_negative_numbers = true,
        requires = "elo1",
        conflicts_with_all = ["margin", "error", "field"]
    )]
    pub(crate) elo0: Option<f64>,

    /// The Elo advantage of A under H1, above --elo0.
    #[arg(
        long,
        value_name = "ELO",
        allow_negative_numbers = true,
        requires = "elo0",
        conflicts_with_all = ["margin", "error", "field"]
    )]
    pub(crate) elo1: Option<f64>,

    /// The probability of accepting H1 although H0 is true.
    #[arg(long, value_name = "PROBABILITY", default_value = "0.05", value_parser = share, requires = "elo0")]
    pub(crate) alpha: f64,

    /// The probability of accepting H0 although H1 is true.
    #[arg(long, value_name = "PROBABILITY", default_value = "0.05", value_parser = share, requires = "elo0")]
    pub(crate) beta: f64,

    /// What Elo means: the expected points, or normalized by the deviation of a game.
    #[arg(long, value_enum, default_value = "logistic", requires = "elo0")]
    pub(crate) model: EloModelArg,
}

/// The names of Elo models.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum EloModelArg {
    Logistic,
    Normalized,
}

impl EloTestArgs {
    /// The hypotheses. `None` without `--elo0` and `--elo1`.
    pub(crate) fn hypotheses(&self) -> Option<EloHypotheses> {
        let model = match self.model {
            EloModelArg::Logistic => EloModel::Logistic,
            EloModelArg::Normalized => EloModel::Normalized,
        };
        let EloTestArgs { alpha, beta, .. } = *self;
        self.elo0.zip(self.elo1).map(|(elo0, elo1)| EloHypotheses { elo0, elo1, alpha, beta, model })
    }
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.001..=0.4).contains(share));
    share.ok_or_else(|| "expected a number from 0.001 to 0.4".into())
}
