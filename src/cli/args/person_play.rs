//! The arguments of `rathaus serve` with which persons play on pages.

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

const PLAY: &str = "play";
const IDLE: &str = "play-idle";
const MATCHES: &str = "play-matches";

/// The default of `--play-idle`, in seconds.
const DEFAULT_IDLE: u64 = 900;

/// The default of `--play-matches`.
const DEFAULT_MATCHES: u64 = 8;

/// Which games persons can play against which bots.
#[derive(Debug, Clone, Default)]
pub(crate) struct PersonPlayArgs {
    /// A game for each `--play`.
    pub(crate) games: Vec<PlayArg>,
    /// How long a person may think, in seconds.
    pub(crate) idle_seconds: u64,
    /// The most matches at the same time.
    pub(crate) matches: usize,
}

/// A game with the named opponents.
#[derive(Debug, Clone)]
pub(crate) struct PlayArg {
    pub(crate) game: String,
    /// Empty for the bots that come with the game.
    pub(crate) bots: Vec<PathBuf>,
}

// Derived arguments do not tell which values belong to which `--play`.
impl clap::Args for PersonPlayArgs {
    fn augment_args(command: Command) -> Command {
        let args = [play_arg(), idle_arg().requires(PLAY), matches_arg().requires(PLAY)];
        command.args(args.map(|arg| arg.help_heading("Play on pages")))
    }

    fn augment_args_for_update(command: Command) -> Command {
        PersonPlayArgs::augment_args(command)
    }
}

fn play_arg() -> Arg {
    Arg::new(PLAY)
        .long(PLAY)
        .value_names(["GAME", "BOT"])
        .num_args(1..)
        .action(ArgAction::Append)
        .value_parser(value_parser!(PathBuf))
        .help(
            "Let a person play this game against these bots, on a page. Without bots, the opponents are \
             those in the game's `bots/`, or in `bots/GAME` for a built-in game. Can be repeated",
        )
}

fn idle_arg() -> Arg {
    Arg::new(IDLE)
        .long(IDLE)
        .value_name("SECONDS")
        .value_parser(value_parser!(u64).range(5..=86_400))
        .help(format!("End a match whose person does not reply for so long [default: {DEFAULT_IDLE}]"))
}

fn matches_arg() -> Arg {
    Arg::new(MATCHES)
        .long(MATCHES)
        .value_name("N")
        .value_parser(value_parser!(u64).range(1..=256))
        .help(format!("The most matches of persons at the same time [default: {DEFAULT_MATCHES}]"))
}

impl clap::FromArgMatches for PersonPlayArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<PersonPlayArgs, clap::Error> {
        let mut given = PersonPlayArgs::default();
        given.update_from_arg_matches(matches)?;
        Ok(given)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        let number = |name, default| matches.get_one::<u64>(name).copied().unwrap_or(default);
        self.idle_seconds = number(IDLE, DEFAULT_IDLE);
        self.matches = number(MATCHES, DEFAULT_MATCHES) as usize;
        let occurrences = matches.get_occurrences::<PathBuf>(PLAY).into_iter().flatten();
        self.games = occurrences.filter_map(|values| PlayArg::of(values.cloned().collect())).collect();
        Ok(())
    }
}

impl PlayArg {
    fn of(mut values: Vec<PathBuf>) -> Option<PlayArg> {
        if values.is_empty() {
            return None;
        }
        let game = values.remove(0).to_string_lossy().into_owned();
        Some(PlayArg { game, bots: values })
    }
}
