//! `rathaus games`: lists the built-in games and the custom games of this folder.

use std::path::Path;

use rathaus_games::custom::SeatRange;
use rathaus_games::{ConfiguredGame, GAMES};
use serde_json::{Value, json};

use crate::cli::args::GamesArgs;
use crate::cli::exit::CommandError;
use crate::cli::terminal::{print_json, print_text};
use crate::submissions::LoadedCustomGame;

pub(crate) fn games(args: &GamesArgs) -> Result<(), CommandError> {
    let custom = LoadedCustomGame::within(Path::new("."));
    let custom = custom.iter().map(|folder| (&folder.rules, Some(plain(folder.root()))));
    let games: Vec<(&ConfiguredGame, Option<&Path>)> =
        GAMES.iter().map(|rules| (rules, None)).chain(custom).collect();
    if args.json {
        let all: Vec<Value> = games.iter().map(|(rules, folder)| as_json(rules, *folder)).collect();
        return print_json(&Value::from(all));
    }
    let width = games.iter().map(|(rules, _)| rules.name().len()).max().unwrap_or_default();
    let line = |(rules, folder): &(&ConfiguredGame, Option<&Path>)| {
        let place = folder.map(|folder| format!(", in {}", folder.display())).unwrap_or_default();
        format!("{:width$}  {}{place}\n", rules.name(), players(rules))
    };
    print_text(&games.iter().map(line).collect::<String>())
}

/// The path without a leading `./`.
fn plain(path: &Path) -> &Path {
    path.strip_prefix(".").unwrap_or(path)
}

fn players(rules: &ConfiguredGame) -> String {
    let SeatRange { from, to } = rules.seats();
    match to {
        _ if !rules.is_multiplayer() => "single-player: all bots play the same boards".into(),
        usize::MAX => "multiplayer: any number of bots in a match".into(),
        _ if from == to => format!("multiplayer: {from} bots in a match"),
        _ => format!("multiplayer: {from} to {to} bots in a match"),
    }
}

fn as_json(rules: &ConfiguredGame, folder: Option<&Path>) -> Value {
    let SeatRange { from, to } = rules.seats();
    json!({
        "name": rules.name(),
        "multiplayer": rules.is_multiplayer(),
        "seats": { "from": from, "to": (to < usize::MAX).then_some(to) },
        "parameters": rules.describe().iter().map(|parameter| &parameter.name).collect::<Vec<_>>(),
        "folder": folder,
    })
}
