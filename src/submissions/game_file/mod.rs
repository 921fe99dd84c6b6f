//! `game.toml`: the author's description of a custom game. The rules are in its program.

mod answers;
mod controls;
mod reuse;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::LazyLock;

use rathaus_games::ConfiguredGame;
use rathaus_games::custom::{
    CustomGameDefinition, CustomGameIdentity, CustomMatchSettings, CustomParameter, FaultRules,
    ReplyAndStepLimits, ResultKind, ScoreOrder, SeatRange,
};
use rathaus_protocol::external::{FIRST_VERSION, NEWEST_VERSION};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::toml_file::{SpannedToml, TomlDiagnostic, TomlSchema, escaped};
pub use answers::{ExampleReplies, ExampleReply};
pub use controls::ReplyControls;
pub use reuse::ReuseConfig;

pub const FILE: &str = "game.toml";

/// The file name of the JSON Schema of `game.toml`, which `rathaus new game` writes beside it.
pub const SCHEMA: &str = "game.schema.json";

/// The description of a custom game.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "game.toml", inline)]
pub struct GameFile {
    /// The name of the game, which tournaments and bots use: lower-case letters, digits and dashes.
    #[schemars(length(min = 1, max = 64), extend("examples" = ["connect-four"]))]
    pub name: String,

    /// A description of the game in one line.
    #[serde(default)]
    #[schemars(with = "String", extend("examples" = ["Two bots drop pieces into columns; four in a line win."]))]
    pub about: Option<String>,

    /// The main source file of the program, relative to this file; its extension sets the language.
    /// Required without `run`.
    #[serde(default)]
    #[schemars(with = "PathBuf", extend("examples" = ["game.py"]))]
    pub source: Option<PathBuf>,

    /// Commands that build the program, each a list of words [default: those of its language].
    #[serde(default)]
    #[schemars(with = "Vec<Vec<String>>", extend("examples" = [[["make", "-C", "{dir}", "OUT={out}"]]]))]
    pub build: Option<Vec<Vec<String>>>,

    /// The command that runs the program, a list of words; required if Rathaus does not know its
    /// language [default: that of its language].
    #[serde(default)]
    #[schemars(with = "Vec<String>", length(min = 1), extend("examples" = [["bash", "{source}"]]))]
    pub run: Option<Vec<String>>,

    /// A folder beside this file with packages that the program imports, as `pip install --target`
    /// makes it.
    #[serde(default)]
    #[schemars(with = "PathBuf", extend("examples" = ["packages"]))]
    pub requirements: Option<PathBuf>,

    /// The version of the protocol that the program speaks: 2 has answers that end at a word, times
    /// and clocks, messages that are delivered at once, and statistics.
    #[serde(default = "first_version")]
    #[schemars(range(min = FIRST_VERSION, max = NEWEST_VERSION), extend("examples" = [2]))]
    pub protocol: u32,

    /// The number of seats in a match.
    #[schemars(extend("examples" = [2]))]
    pub seats: SeatCount,

    /// What decides a match: the score of each seat, or its rank.
    #[serde(default)]
    #[schemars(extend("examples" = ["ranks"]))]
    pub result: ResultKind,

    /// Which scores are the best.
    #[serde(default)]
    #[schemars(extend("examples" = ["lowest"]))]
    pub best: ScoreOrder,

    /// Limits on time and size.
    #[serde(default)]
    pub limits: ReplyAndStepLimits,

    /// What happens to bots that commit faults.
    #[serde(default)]
    pub faults: FaultRules,

    /// Processes that play several matches, one after the other; this changes no result.
    #[serde(default)]
    pub reuse: ReuseConfig,

    /// What bots may reply.
    #[serde(default)]
    pub answers: ExampleReplies,

    /// The parameters of the game, each a table.
    #[serde(default)]
    #[schemars(extend("examples" = [{"columns": {"default": 7}}]))]
    pub parameters: BTreeMap<String, CustomParameter>,

    /// The names of the parameters in the order of the file.
    #[serde(skip)]
    pub order: Vec<String>,
}

fn first_version() -> u32 {
    FIRST_VERSION
}

/// The number of seats in a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
pub enum SeatCount {
    /// A fixed number of seats.
    Number(#[schemars(range(min = 1, max = 1_000))] usize),
    /// The smallest and the largest number of seats; a tournament chooses one with its own `seats`.
    Range(SeatRange),
}

/// The result of reading a `game.toml`.
#[derive(Debug)]
pub struct GameFileReadOutcome {
    /// The contents, or `None` if there are problems.
    pub file: Option<GameFile>,
    pub problems: Vec<TomlDiagnostic>,
}

/// The JSON Schema of `game.toml`, which editors use for completion.
pub fn schema() -> &'static Value {
    form().schema()
}

fn form() -> &'static TomlSchema {
    static FORM: LazyLock<TomlSchema> = LazyLock::new(TomlSchema::of::<GameFile>);
    &FORM
}

impl GameFile {
    /// Reads a text and reports all of its problems.
    pub fn read(text: &str) -> GameFileReadOutcome {
        let source = match SpannedToml::read(text) {
            Ok(source) => source,
            Err(problems) => return GameFileReadOutcome { file: None, problems },
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
                problems.push(TomlDiagnostic::of_file(
                    error.to_string(),
                    "`rathaus new game` writes a first one",
                ));
            }
            Err(_) => {}
        }
        GameFileReadOutcome { file: file.ok().filter(|_| problems.is_empty()), problems }
    }

    /// The smallest and the largest number of seats.
    pub fn seats(&self) -> SeatRange {
        match self.seats {
            SeatCount::Number(number) => SeatRange { from: number, to: number },
            SeatCount::Range(range) => range,
        }
    }

    /// The game with the default values of its parameters. `identity` is the identity of
    /// its program.
    pub fn rules(&self, identity: String) -> ConfiguredGame {
        let declared = self.order.iter().map(|name| (name.clone(), self.parameters[name].clone()));
        let program = CustomGameIdentity { identity, config: self.config() };
        ConfiguredGame::new(CustomGameDefinition::new(program, declared.collect()))
    }

    /// The configuration of its matches.
    pub fn config(&self) -> CustomMatchSettings {
        let GameFile { name, protocol, result, best, limits, faults, .. } = self.clone();
        CustomMatchSettings { name, protocol, seats: self.seats(), result, best, limits, faults }
    }

    /// Checks what the schema cannot express.
    fn check(&self, source: &SpannedToml, problems: &mut Vec<TomlDiagnostic>) {
        let is_fit = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        if !self.name.chars().all(is_fit)
            || !self.name.starts_with(|letter: char| letter.is_ascii_lowercase())
        {
            problems.push(TomlDiagnostic {
                span: source.value("/name"),
                problem: format!("`{}` is no name of a game", self.name),
                help:
                    "a name has small letters, digits and dashes, and begins with a letter: \"connect-four\""
                        .into(),
            });
        }
        if rathaus_games::built_in(&self.name).is_some() {
            problems.push(TomlDiagnostic {
                span: source.value("/name"),
                problem: format!("`{}` is a built-in game", self.name),
                help: "give yours another name, by which bots and tournaments can tell it from that one"
                    .into(),
            });
        }
        if let Some(line) = self.answers.lines().find(|line| line.contains(char::is_control)) {
            problems.push(TomlDiagnostic {
                span: source.key("/answers"),
                problem: format!("{line:?} is no line that a bot could say or be told"),
                help: "leave line feeds and other letters out that cannot be seen".into(),
            });
        }
        self.reuse.check(source, problems);
        self.check_controls(source, problems);
        if self.source.is_none() && self.run.is_none() {
            problems.push(TomlDiagnostic::of_file(
                "it does not say where the program is",
                "name its main file with `source = \"game.py\"`, or the command with `run`",
            ));
        }
        let SeatRange { from, to } = self.seats();
        if from > to {
            problems.push(TomlDiagnostic {
                span: source.value("/seats"),
                problem: format!("there are no matches of {from} to {to} seats"),
                help: "the first number is the least one: `seats = { from = 2, to = 6 }`".into(),
            });
        }
        for (name, parameter) in &self.parameters {
            if let Some((problem, help)) = parameter.contradiction(name) {
                let span = source.key(&format!("/parameters/{}", escaped(name)));
                problems.push(TomlDiagnostic { span, problem, help });
            }
        }
    }

    /// Checks what a person can click and press on a page.
    fn check_controls(&self, source: &SpannedToml, problems: &mut Vec<TomlDiagnostic>) {
        let named = (0..self.answers.to.len()).map(|index| format!("/answers/to/{index}"));
        let tables = named.chain(["/answers".into()]);
        for (table, controls) in tables.zip(self.answers.all_controls()) {
            if let Some((problem, help)) = controls.click.and_then(controls::click_problem) {
                let span = source.value(&format!("{table}/click"));
                problems.push(TomlDiagnostic { span, problem, help });
            }
            for name in controls.keys.into_iter().flat_map(BTreeMap::keys) {
                let Some((problem, help)) = controls::key_problem(name) else { continue };
                let span = source.key(&format!("{table}/keys/{}", escaped(name)));
                problems.push(TomlDiagnostic { span, problem, help });
            }
        }
    }
}

#[cfg(test)]
mod tests;
