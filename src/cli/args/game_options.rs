//! Options that games add to `play`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::builder::ValueParser;
use clap::{Arg, ArgAction, ArgMatches, Command};
use rathaus_games::options::{GameCliOption, GameCliOptionTarget};
use rathaus_games::{ConfiguredGame, GAMES};
use serde_json::Value;

/// The given options of games, each with its value if it takes one.
#[derive(Debug, Clone, Default)]
pub(crate) struct GameOptionArgs(BTreeMap<&'static str, Option<String>>);

/// Each option once, with the titles of the games that have it.
fn all() -> Vec<(&'static GameCliOption, Vec<&'static str>)> {
    let mut all: Vec<(&GameCliOption, Vec<&str>)> = Vec::new();
    for game in GAMES.iter() {
        for option in game.options() {
            match all.iter_mut().find(|(known, _)| known.name == option.name) {
                Some((_, titles)) => titles.push(game.title()),
                None => all.push((option, vec![game.title()])),
            }
        }
    }
    all
}

fn arg(option: &'static GameCliOption, titles: &[&str]) -> Arg {
    let arg = Arg::new(option.name)
        .long(option.name)
        .help(option.help)
        .help_heading(format!("Options of {}", titles.join(" and of ")));
    match option.value_name {
        None => arg.action(ArgAction::SetTrue),
        Some(value) => arg.value_name(value).action(ArgAction::Set).value_parser(parser(option.effect)),
    }
}

/// Rejects values that the game rejects.
fn parser(effect: GameCliOptionTarget) -> ValueParser {
    ValueParser::from(move |text: &str| match effect {
        GameCliOptionTarget::Parameters(parameters) => parameters(text).map(|_| text.to_owned()),
        GameCliOptionTarget::Report | GameCliOptionTarget::Log => Ok(text.to_owned()),
    })
}

impl clap::Args for GameOptionArgs {
    fn augment_args(command: Command) -> Command {
        all().into_iter().fold(command, |command, (option, titles)| command.arg(arg(option, &titles)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        GameOptionArgs::augment_args(command)
    }
}

impl clap::FromArgMatches for GameOptionArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<GameOptionArgs, clap::Error> {
        let mut given = GameOptionArgs::default();
        given.update_from_arg_matches(matches)?;
        Ok(given)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for (option, _) in all() {
            match option.value_name {
                None if matches.get_flag(option.name) => _ = self.0.insert(option.name, None),
                None => {}
                Some(_) => {
                    if let Some(value) = matches.get_one::<String>(option.name) {
                        self.0.insert(option.name, Some(value.clone()));
                    }
                }
            }
        }
        Ok(())
    }
}

impl GameOptionArgs {
    /// The first given option that this game does not have, if any.
    pub(crate) fn unsupported(&self, rules: &ConfiguredGame) -> Option<&'static str> {
        let has = |name: &str| rules.options().iter().any(|option| option.name == name);
        self.0.keys().copied().find(|name| !has(name))
    }

    /// Whether the option was given.
    pub(crate) fn is_set(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// The parameters that the given options set.
    pub(crate) fn parameters(&self, rules: &ConfiguredGame) -> Vec<(&'static str, Value)> {
        let of = |option: &GameCliOption| match (option.effect, self.0.get(option.name)) {
            (GameCliOptionTarget::Parameters(parameters), Some(Some(value))) => {
                parameters(value).unwrap_or_default()
            }
            _ => Vec::new(),
        };
        rules.options().iter().flat_map(of).collect()
    }

    /// The log files to write, with the names of their options.
    pub(crate) fn logs(&self, rules: &ConfiguredGame) -> Vec<(&'static str, PathBuf)> {
        let is_log = |option: &&GameCliOption| matches!(option.effect, GameCliOptionTarget::Log);
        let file = |option: &GameCliOption| Some((option.name, self.0.get(option.name)?.as_ref()?.into()));
        rules.options().iter().filter(is_log).filter_map(file).collect()
    }
}
