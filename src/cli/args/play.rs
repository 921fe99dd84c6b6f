//! The arguments of `rathaus play`.

use std::path::PathBuf;

use rathaus_games::{ConfiguredGame, ProcessModel, Seed};

use super::{CommonPlayArgs, GameOptionArgs, OUTPUT, boards, concurrency};

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

    /// Bots: source files, folders, or bot.toml files. `human` is a person at this terminal, in
    /// custom games and the dilemma.
    #[arg(required_unless_present = "bots_file", value_name = "BOT")]
    pub(crate) bots: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) shared: CommonPlayArgs,

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
    pub(crate) seating: BotProcessTuningArgs,

    #[command(flatten)]
    pub(crate) inputs: RandomnessOverrideArgs,

    #[command(flatten)]
    pub(crate) game_options: GameOptionArgs,
}

/// Options of single-player games, in which all bots play the same boards.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Options of single-player games")]
pub(crate) struct SinglePlayerArgs {
    /// The number of boards [default: 3].
    #[arg(short, long, value_parser = boards)]
    pub(crate) boards: Option<u32>,

    /// Play the board with this seed, which the table of an earlier run shows. Can be repeated.
    #[arg(long, value_name = "SEED", conflicts_with_all = ["boards", "seed"])]
    pub(crate) board_seed: Vec<Seed>,
}

/// Options that depend on how bots are started.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Options that depend on how bots run")]
pub(crate) struct BotProcessTuningArgs {
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
pub(crate) struct RandomnessOverrideArgs {
    /// Take the numbers of the rounds from this file, one per line, instead of the seed.
    #[arg(long, value_name = "FILE")]
    pub(crate) seed_file: Option<PathBuf>,

    /// The players in the order of their identifiers, separated by commas [default: drawn from
    /// the seed].
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) order: Option<Vec<String>>,
}

impl PlayArgs {
    /// The first given option that does not fit the game, if any.
    pub(crate) fn unsupported(&self, rules: &ConfiguredGame) -> Option<String> {
        let (seating, single) = (rules.seating(), !rules.is_multiplayer());
        let per_request = seating == ProcessModel::PerRequest;
        // All bots of a round run for the whole round and think at once, so none can wait for a
        // free slot.
        let can_wait = !matches!(seating, ProcessModel::PerRound { .. });
        let options = [
            ("--boards", self.single_player.boards.is_some(), single),
            ("--board-seed", !self.single_player.board_seed.is_empty(), single),
            ("--in-flight", self.seating.in_flight.is_some(), seating == ProcessModel::Multiplexed),
            ("--check-determinism", self.seating.check_determinism, per_request),
            ("--cold", self.seating.cold, per_request),
            ("--seed-file", self.inputs.seed_file.is_some(), rules.seed_file().is_some()),
            ("--order", self.inputs.order.is_some(), rules.has_player_ids()),
            ("--details", self.details, rules.has_detailed_report()),
            ("--concurrency", self.shared.concurrency.is_some(), can_wait),
        ];
        let unsupported = options.into_iter().find(|(_, is_given, fits)| *is_given && !fits);
        let unsupported = unsupported.map(|(name, ..)| name.to_owned());
        unsupported.or_else(|| self.game_options.unsupported(rules).map(|name| format!("--{name}")))
    }
}

fn game_help() -> String {
    let names: Vec<&str> = rathaus_games::names().collect();
    format!("The game: {}, or a custom game: its folder, or its name in `games/`", names.join(", "))
}
