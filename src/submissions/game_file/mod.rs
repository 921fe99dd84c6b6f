//! `game.toml`: what the author of a game says about it, besides the rules, which are in its program.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::LazyLock;

use rathaus_games::GameRules;
use rathaus_games::custom::{
    CustomDefinition, CustomGameConfig, CustomParameter, FaultRules, Limits, ProgramIdentity, ResultKind,
    ScoreOrder, SeatRange,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::toml_file::{TomlForm, TomlProblem, TomlSource, escaped};

/// The file's name.
pub const FILE: &str = "game.toml";

/// What the schema of such files is called, beside them.
pub const SCHEMA: &str = "game.schema.json";

/// The contents of a `game.toml`.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "game.toml", inline)]
pub struct GameFile {
    /// The name of the game, by which tournaments and bots know it: small letters, digits and dashes.
    #[schemars(length(min = 1, max = 64), extend("examples" = ["connect-four"]))]
    pub name: String,

    /// What it is, in a line.
    #[serde(default)]
    #[schemars(with = "String", extend("examples" = ["Two bots drop pieces into columns; four in a line win."]))]
    pub about: Option<String>,

    /// The main source file of its program, relative to this file. Its language is known by its ending.
    #[serde(default)]
    #[schemars(with = "PathBuf", extend("examples" = ["game.py"]))]
    pub source: Option<PathBuf>,

    /// Commands that build the program, each a list of words, if it does not run as it is.
    #[serde(default)]
    #[schemars(with = "Vec<Vec<String>>", extend("examples" = [[["make", "-C", "{dir}", "OUT={out}"]]]))]
    pub build: Option<Vec<Vec<String>>>,

    /// The command that runs it, where it is not of a language that is known.
    #[serde(default)]
    #[schemars(with = "Vec<String>", length(min = 1), extend("examples" = [["bash", "{source}"]]))]
    pub run: Option<Vec<String>>,

    /// How many seats a match has.
    #[schemars(extend("examples" = [2]))]
    pub seats: SeatNumber,

    /// By what a match is decided: by the score of each seat, or by its rank.
    #[serde(default)]
    #[schemars(extend("examples" = ["ranks"]))]
    pub result: ResultKind,

    /// Which scores are the best.
    #[serde(default)]
    #[schemars(extend("examples" = ["lowest"]))]
    pub best: ScoreOrder,

    /// What answers may take.
    #[serde(default)]
    pub limits: Limits,

    /// What becomes of bots that do something wrong.
    #[serde(default)]
    pub faults: FaultRules,

    /// What bots may answer.
    #[serde(default)]
    pub answers: ReplyHints,

    /// The parameters of the game, each a table of its own.
    #[serde(default)]
    #[schemars(extend("examples" = [{"columns": {"default": 7}}]))]
    pub parameters: BTreeMap<String, CustomParameter>,

    /// The names of these in the order in which they are written.
    #[serde(skip)]
    pub order: Vec<String>,
}

/// How many seats a match of a game has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
pub enum SeatNumber {
    /// So many.
    Number(#[schemars(range(min = 1, max = 1_000))] usize),
    /// As many as the organiser wants, within bounds.
    Range(SeatRange),
}

/// What bots may answer.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(inline)]
pub struct ReplyHints {
    /// Lines that a bot could say. First bots and those of `rathaus check-game` draw from them, so that they need not be right in every situation.
    #[schemars(extend("examples" = [["left", "right"]]))]
    pub examples: Vec<String>,
    /// How lines begin that want an answer, where bots are told other lines as well. First bots answer these, and no others.
    #[schemars(with = "String", extend("examples" = ["turn"]))]
    pub question: Option<String>,
}

/// A text that was read.
#[derive(Debug)]
pub struct ParsedGameFile {
    /// What it says. Nothing if that makes no sense.
    pub file: Option<GameFile>,
    /// What is wrong with it.
    pub problems: Vec<TomlProblem>,
}

/// The schema of such files, by which editors complete.
pub fn schema() -> &'static Value {
    form().schema()
}

fn form() -> &'static TomlForm {
    static FORM: LazyLock<TomlForm> = LazyLock::new(TomlForm::of::<GameFile>);
    &FORM
}

impl GameFile {
    /// Reads a text; all mistakes at once.
    pub fn read(text: &str) -> ParsedGameFile {
        let source = match TomlSource::read(text) {
            Ok(source) => source,
            Err(problems) => return ParsedGameFile { file: None, problems },
        };
        let (mut problems, sound) = form().problems(&source);
        let mut file: Result<GameFile, _> = serde_json::from_value(sound);
        match &mut file {
            Ok(file) => {
                let place = |name: &String| {
                    source.key(&format!("/parameters/{}", escaped(name))).map(|span| span.start)
                };
                file.order = file.parameters.keys().cloned().collect();
                file.order.sort_by_key(place);
                file.check(&source, &mut problems);
            }
            Err(error) if problems.is_empty() => {
                problems
                    .push(TomlProblem::of_all(error.to_string(), "`rathaus new game` writes a first one"));
            }
            Err(_) => {}
        }
        ParsedGameFile { file: file.ok().filter(|_| problems.is_empty()), problems }
    }

    /// From how many seats to how many a match can have.
    pub fn seats(&self) -> SeatRange {
        match self.seats {
            SeatNumber::Number(number) => SeatRange { from: number, to: number },
            SeatNumber::Range(range) => range,
        }
    }

    /// The game with the default values of its parameters, where `identity` is that of its program.
    pub fn rules(&self, identity: String) -> GameRules {
        let declared = self.order.iter().map(|name| (name.clone(), self.parameters[name].clone()));
        let program = ProgramIdentity { identity, config: self.config() };
        GameRules::new(CustomDefinition::new(program, declared.collect()))
    }

    /// The terms of its matches.
    pub fn config(&self) -> CustomGameConfig {
        let GameFile { name, result, best, limits, faults, .. } = self.clone();
        CustomGameConfig { name, seats: self.seats(), result, best, limits, faults }
    }

    /// What the schema cannot say.
    fn check(&self, source: &TomlSource, problems: &mut Vec<TomlProblem>) {
        let is_fit = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        if !self.name.chars().all(is_fit)
            || !self.name.starts_with(|letter: char| letter.is_ascii_lowercase())
        {
            problems.push(TomlProblem {
                span: source.value("/name"),
                problem: format!("`{}` is no name of a game", self.name),
                help:
                    "a name has small letters, digits and dashes, and begins with a letter: \"connect-four\""
                        .into(),
            });
        }
        if rathaus_games::built_in(&self.name).is_some() {
            problems.push(TomlProblem {
                span: source.value("/name"),
                problem: format!("`{}` is a built-in game", self.name),
                help: "give yours another name, by which bots and tournaments can tell it from that one"
                    .into(),
            });
        }
        let lines = self.answers.examples.iter().chain(&self.answers.question);
        if let Some(line) = lines.into_iter().find(|line| line.contains(char::is_control)) {
            problems.push(TomlProblem {
                span: source.key("/answers"),
                problem: format!("{line:?} is no line that a bot could say or be told"),
                help: "leave line feeds and other letters out that cannot be seen".into(),
            });
        }
        if self.source.is_none() && self.run.is_none() {
            problems.push(TomlProblem::of_all(
                "it does not say where the program is",
                "name its main file with `source = \"game.py\"`, or the command with `run`",
            ));
        }
        let SeatRange { from, to } = self.seats();
        if from > to {
            problems.push(TomlProblem {
                span: source.value("/seats"),
                problem: format!("there are no matches of {from} to {to} seats"),
                help: "the first number is the least one: `seats = { from = 2, to = 6 }`".into(),
            });
        }
        for (name, parameter) in &self.parameters {
            if let Some((problem, help)) = parameter.contradiction(name) {
                let span = source.key(&format!("/parameters/{}", escaped(name)));
                problems.push(TomlProblem { span, problem, help });
            }
        }
    }
}

#[cfg(test)]
mod tests;
