//! Valid and invalid `game.toml` files.

use rathaus_games::custom::FaultPolicy;
use rathaus_games::{MatchInputs, Seed};
use serde_json::{Value, json};

use super::answers::ExampleReply;
use super::*;
use crate::toml_file::TomlErrors;

const SMALL: &str = "name = \"a-game\"\nsource = \"game.py\"\nseats = 2\n";

fn read(text: &str) -> GameFile {
    let GameFileReadOutcome { file, problems } = GameFile::read(text);
    file.unwrap_or_else(|| panic!("{}", TomlErrors::new("game.toml", text, problems)))
}

/// The messages that a user sees about a file.
fn mistakes(text: &str) -> String {
    let GameFileReadOutcome { file, problems } = GameFile::read(text);
    assert_eq!(file, None, "{text}");
    TomlErrors::new("game.toml", text, problems).to_string()
}

fn game(parameters: &str) -> ConfiguredGame {
    read(&format!("{SMALL}{parameters}")).rules("f00d".into())
}

#[test]
fn what_is_not_said_is_as_usual() {
    let config = read(SMALL).config();
    assert_eq!(config, CustomMatchSettings::new("a-game", 2, ResultKind::Scores));
    assert_eq!(config.faults.policy(rathaus_protocol::external::FaultKind::Late), FaultPolicy::Forfeit);
}

#[test]
fn all_that_can_be_said_is_understood() {
    let file = read(
        r#"
name = "big-game-2"
about = "A line."
run = ["bash", "{source}"]
build = [["true"]]
source = "game.sh"
seats = { from = 2, to = 6 }
result = "scores"
best = "lowest"

[limits]
answer_ms = 5
answer_bytes = 6
step_ms = 7
turns = 8

[faults]
default = "null"
crashed = "end"
score_at_fault = -1
score_of_others = 2.5

[answers]
examples = ["a", "b"]
"#,
    );
    let config = file.config();
    assert_eq!((config.seats, config.best), (SeatRange { from: 2, to: 6 }, ScoreOrder::Lowest));
    assert_eq!(config.limits, ReplyAndStepLimits { answer_ms: 5, answer_bytes: 6, step_ms: 7, turns: 8 });
    use rathaus_protocol::external::FaultKind::{Crashed, Late};
    assert_eq!(
        (config.faults.policy(Late), config.faults.policy(Crashed)),
        (FaultPolicy::Null, FaultPolicy::End)
    );
    assert_eq!((config.faults.score(true), config.faults.score(false)), (-1.0, 2.5));
    assert_eq!(file.answers.examples, ["a", "b"].map(|line| ExampleReply::Line(line.into())));
}

#[test]
fn lines_have_examples_by_their_beginning() {
    let file = read(
        r#"
name = "go"
source = "game.sh"
seats = 2

[answers]
question = "genmove"
examples = [["= A1", ""], "pass"]

[[answers.to]]
question = "genmove_quick"
examples = ["= quick"]

[[answers.to]]
question = "boardsize"
examples = [["=", ""]]
"#,
    );
    let lines = |line: &str| -> Vec<Vec<String>> {
        file.answers.to_line(line).iter().map(|example| example.lines().to_vec()).collect()
    };
    assert_eq!(lines("boardsize 9"), [["=", ""]]);
    assert_eq!(lines("genmove b"), [vec!["= A1", ""], vec!["pass"]]);
    assert_eq!(lines("genmove_quick b"), [["= quick"]]);
    assert_eq!(lines("play w A1"), Vec::<Vec<String>>::new());
}

#[test]
fn clicks_and_keys_reply_to_the_last_line_that_has_replies() {
    let file = read(
        r#"
name = "go"
source = "game.sh"
seats = 2

[answers]
question = "turn"
examples = ["up"]
keys = { ArrowUp = "up", p = ["pass", ""] }

[[answers.to]]
question = "place"
examples = ["0 0"]
click = "{column} {row}"
"#,
    );
    let controls = file.answers.controls("place 1\nturn 2\nsomething\n");
    assert_eq!((controls.question, controls.click), ("turn", None));
    assert_eq!(controls.keys.unwrap()["p"].lines(), ["pass", ""]);
    let controls = file.answers.controls("turn 2\nplace 1\n");
    assert_eq!(controls.click.unwrap().lines(), ["{column} {row}"]);
    assert_eq!(file.answers.controls("unknown\n"), ReplyControls::default());
}

#[test]
fn wrong_clicks_and_keys_are_shown_in_place() {
    let shown = mistakes(&format!(
        "{SMALL}[answers]\nclick = \"{{colum}} {{row}}\"\nkeys = {{ ArowUp = \"up\", \"two words\" = \"x\" }}\n\
         [[answers.to]]\nquestion = \"a\"\nexamples = [\"b\"]\nclick = \"here\"\n"
    ));
    for words in [
        "game.toml:5:9",
        "a click has no `{colum}`",
        "there is no key `ArowUp`",
        "did you mean `ArrowUp`?",
        "there is no key `two words`",
        "a key is one character, or one of ArrowUp",
        "game.toml:10:9",
        "`here` is the same for each cell",
        "write {column} and {row}",
    ] {
        assert!(shown.contains(words), "{words} is missing in\n{shown}");
    }
}

#[test]
fn terms_come_back_from_json() {
    let config = CustomMatchSettings {
        best: ScoreOrder::Lowest,
        ..CustomMatchSettings::new("a-game", 3, ResultKind::Ranks)
    };
    assert_eq!(serde_json::from_value::<CustomMatchSettings>(json!(config)).unwrap(), config);
}

#[test]
fn parameters_are_listed_as_they_are_written() {
    let game = game(
        "[parameters.wide]\ndefault = 7\nfrom = 4\nto = 20\nmeaning = \"how wide\"\n\
         [parameters.size]\ndefault = \"small\"\none_of = [\"small\", \"large\"]\n\
         [parameters.odds]\ndefault = 0.5\nto = 1\n[parameters.free]\ndefault = true\n",
    );
    let listed: Vec<(String, String)> = game
        .describe()
        .into_iter()
        .map(|description| (description.name.into_owned(), description.range))
        .collect();
    let expected = [
        ("wide", "a whole number from 4 to 20"),
        ("size", "one of small, large"),
        ("odds", "a number up to 1"),
        ("free", "true or false"),
    ];
    assert_eq!(listed, expected.map(|(name, range)| (name.to_owned(), range.to_owned())));
    let set = |name: &str, value: Value| {
        game.configured(&[(name, &value)]).map(|rules| rules.parameters()[name].clone())
    };
    assert_eq!(game.configured(&[]).unwrap().parameters()["wide"], 7);
    for (name, value) in
        [("wide", json!(20)), ("size", json!("large")), ("odds", json!(1)), ("free", json!(false))]
    {
        assert_eq!(set(name, value.clone()), Ok(value));
    }
    for (name, value) in [
        ("wide", json!(21)),
        ("wide", json!(5.5)),
        ("size", json!("huge")),
        ("size", json!(1)),
        ("odds", json!(1.5)),
        ("free", json!(0)),
        ("long", json!(1)),
    ] {
        assert_eq!(set(name, value).unwrap_err().len(), 1, "{name}");
    }
}

#[test]
fn a_match_has_as_many_seats_as_the_file_allows() {
    let game = game("");
    let begin = |seats| {
        game.begin(MatchInputs {
            seed: Seed(1),
            handshake_replies: vec![None; seats],
            ids: None,
            numbers: None,
            options: Vec::new(),
        })
    };
    assert!(begin(2).is_ok());
    let refused = begin(3).err().unwrap().to_string();
    assert_eq!(refused, "a-game is played by 2 bots in a match, and here are 3");
}

#[test]
fn mistakes_are_shown_in_place_all_at_once() {
    let text = "name = \"A game\"\nsource = \"game.py\"\nseats = { from = 3, to = 2 }\nresults = \"ranks\"\n\
        best = \"smallest\"\n[limits]\nanswer_ms = 0\n[parameters.wide]\ndefault = 7\nto = 5\n\
        [parameters.size]\ndefault = \"small\"\n[parameters.free]\ndefault = true\nfrom = 1\n";
    let shown = mistakes(text);
    for words in [
        "`A game` is no name of a game",
        "there are no matches of 3 to 2 seats",
        "did you mean `result`?",
        "`best` should be one of highest, lowest",
        "`answer_ms` should be at least 1",
        "the default of `wide` is out of its range",
        "a text has `one_of`",
        "`free` is no number",
        "game.toml:3:9",
    ] {
        assert!(shown.contains(words), "{words} is missing in\n{shown}");
    }
}

#[test]
fn what_is_missing_is_named_with_an_example() {
    let shown = mistakes("seats = \"two\"\n");
    for words in ["`name` is missing", "name = \"connect-four\"", "seats = 2", "source = \"game.py\""] {
        assert!(shown.contains(words), "{words} is missing in\n{shown}");
    }
}

#[test]
fn the_games_of_the_repository_are_good() {
    let games = [
        ("connect-four", include_str!("../../../games/connect-four/game.toml")),
        ("light-cycles", include_str!("../../../games/light-cycles/game.toml")),
        ("auction", include_str!("../../../games/auction/game.toml")),
    ];
    for (game, text) in games {
        let file = read(text);
        assert_eq!(file.name, game);
        assert!(file.rules(String::new()).configured(&[]).is_ok());
        assert!(!file.answers.examples.is_empty());
    }
}
