//! Valid and invalid `tournament.toml` files.
#![expect(clippy::disallowed_methods, reason = "the schema in the repository is read")]

use rathaus_games::{ConfiguredGame, rat_race};

use super::*;
use crate::submissions::GameFile;
use crate::toml_file::{SpannedToml, TomlErrors};

/// The built-in games and one custom game.
fn games(named: &str) -> Result<ConfiguredGame, (String, String)> {
    let nim = "name = \"nim\"\nsource = \"nim.py\"\nseats = { from = 2, to = 4 }\n[parameters.heaps]\ndefault = 3\n";
    let file = || GameFile::read(nim).file.unwrap();
    match named {
        "games/nim" => Ok(file().rules("f00d".into())),
        _ => rathaus_games::built_in(named)
            .ok_or_else(|| (format!("there is no game `{named}`"), "name one".into())),
    }
}

/// The messages that a user sees about a file.
fn mistakes(text: &str) -> String {
    let problems = TournamentFileReadOutcome::of(text, &games).problems;
    assert!(!problems.is_empty());
    TomlErrors::new("tournament.toml", text, problems).to_string()
}

const GOOD: &str = r#"
name = "Spring race"
game = "rat-race"
entrants = ["bots/ann.py"]
seed = 2014
boards = 20

[[entrant]]
path = "bots/ben"
name = "Ben"

[parameters]
turns = 1_000
mutation = 0.02

[policies]
disqualify = ["late"]

[commitments]
ledger = "ledger.toml"

[phases]
commitments_until = 2014-05-09T00:00:00Z
results_on = 2014-05-11T02:00:00+02:00

[running]
concurrency = 2
"#;

#[test]
fn a_file_says_what_it_says() {
    let TournamentFileReadOutcome { config, problems, .. } = TournamentFileReadOutcome::of(GOOD, &games);
    assert_eq!(problems, []);
    let (config, rules) = config.unwrap();
    assert_eq!(
        (config.name.as_deref(), config.seed, config.boards),
        (Some("Spring race"), Seed(2014), Some(20))
    );
    assert_eq!(config.entrants, [PathBuf::from("bots/ann.py")]);
    assert_eq!(config.entrant[0].name.as_deref(), Some("Ben"));
    assert!(config.commitments.unwrap().required);
    assert_eq!(config.phases.results_on.unwrap().to_string(), "2014-05-11T00:00:00Z");
    assert_eq!(config.policies.disqualify, [DisqualifyingFault::Late]);
    assert_eq!((config.limits, config.running.concurrency), (PreparationTimeLimits::default(), Some(2)));
    let params = rules.downcast::<rat_race::RatRaceParams>().unwrap();
    assert_eq!((params.turns, params.mutation), (1_000, 0.02));
}

#[test]
fn a_game_of_ones_own_has_its_own_parameters_and_formats() {
    let text = "game = \"games/nim\"\nentrants = [\"a\"]\nseed = 1\nseats = 3\nformat = \"gauntlet\"\nchallenger = \"ann\"\n[parameters]\nheaps = 5\n";
    let TournamentFileReadOutcome { config, problems, .. } = TournamentFileReadOutcome::of(text, &games);
    assert_eq!(problems, []);
    let (config, rules) = config.unwrap();
    assert_eq!(
        (config.format, config.challenger.as_deref()),
        (Some(TournamentFormat::Gauntlet), Some("ann"))
    );
    assert_eq!((rules.name(), rules.parameters()), ("nim", BTreeMap::from([("heaps".into(), 5.into())])));
    insta::assert_snapshot!(mistakes(
        "game = \"games/nim\"\nentrants = [\"a\"]\nseed = 1\nseats = 5\nformat = \"gauntlet\"\n[parameters]\nheap = 5\n"
    ));
    insta::assert_snapshot!(mistakes(
        "game = \"rat-race\"\nentrants = [\"a\"]\nseed = 1\nformat = \"drawn\"\nchallenger = \"ann\"\n"
    ));
}

#[test]
fn groups_have_their_own_parameters() {
    let text = "game = \"rat-race\"\nentrants = [\"a\"]\nseed = 1\nboards = 4\n[parameters]\nturns = 7\n\
                [[group]]\nname = \"a\"\n[[group]]\nname = \"b\"\nparameters = { turns = 9 }\n";
    let TournamentFileReadOutcome { groups, problems, .. } = TournamentFileReadOutcome::of(text, &games);
    assert_eq!(problems, []);
    let turns: Vec<(&str, u32)> = groups
        .iter()
        .map(|group| {
            let parameters = group.rules.downcast::<rat_race::RatRaceParams>().unwrap();
            (group.name.as_str(), parameters.turns)
        })
        .collect();
    assert_eq!(turns, [("a", 7), ("b", 9)]);
    insta::assert_snapshot!(mistakes(&text.replace("turns = 9", "turn = 9")));
    insta::assert_snapshot!(mistakes(
        &text.replace("turns = 9", "width = \"w\"").replace("turns = 7", "turns = 0")
    ));
    insta::assert_snapshot!(mistakes(&text.replace("\"b\"", "\"a\"").replace("boards = 4", "boards = 1")));
    let one = text.split("[[group]]\nname = \"b\"").next().unwrap();
    insta::assert_snapshot!(mistakes(one));
    let many: String = (0..=crate::tournament::MOST_GROUPS)
        .map(|number| format!("[[group]]\nname = \"{number}\"\n"))
        .collect();
    insta::assert_snapshot!(mistakes(&format!(
        "{}{many}",
        one.split("[[").next().unwrap().replace("boards = 4\n", "")
    )));
}

#[test]
fn large_seeds_are_texts() {
    let text = "game = \"lights-out\"\nentrants = [\"a\"]\nseed = \"0xffffffffffffffff\"";
    assert_eq!(TournamentFileReadOutcome::of(text, &games).config.unwrap().0.seed, Seed(u64::MAX));
}

#[test]
fn all_mistakes_are_shown_in_place() {
    insta::assert_snapshot!(mistakes(
        r#"game = "rat-race"
entrants = "bots/ann.py"
bords = 50
games = 2
seed = -1

[parameters]
turn = 100
mutation = 2.0

[policies]
disqualify = ["late", "rude"]

[phases]
commitments_until = 2014-05-12T00:00:00Z
results_on = 2014-05-11

[running]
concurrency = "two"
color = "red"
"#
    ));
}

#[test]
fn what_makes_no_sense_together_is_shown_in_place() {
    insta::assert_snapshot!(mistakes(
        r#"game = "prisoners-dilemma"
seed = 1
seed_file = "seeds.txt"
boards = 50
games = 3

[[entrant]]
path = "ann.py"
name = "Ann"

[phases]
commitments_until = 2014-05-09T00:00:00Z
reveals_until = 2014-05-08T00:00:00Z
"#
    ));
}

#[test]
fn what_is_missing_is_said() {
    insta::assert_snapshot!(mistakes("game = \"chess\"\n\n[commitments]\nrequired = true\n"));
    insta::assert_snapshot!(mistakes("game = \"rat-race\"\nseed = 1\n"));
}

#[test]
fn a_text_that_is_no_toml_is_shown_in_place() {
    insta::assert_snapshot!(mistakes("game = rat-race\nseed = \nboards = 50\n[phases\n"));
}

/// The schema in the repository is the one that this program writes. `INSTA_UPDATE=always` does not
/// update it; `rathaus tournament schema` does.
#[test]
fn the_schema_is_up_to_date() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/tournament.schema.json");
    let stored: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert!(stored == schema(), "write it anew: rathaus tournament schema > docs/tournament.schema.json");
}

#[test]
fn the_schema_takes_what_the_program_takes_and_refuses_what_it_refuses() {
    let validator = jsonschema::options().should_validate_formats(true).build(&schema()).unwrap();
    let read = |text: &str| SpannedToml::read(text).unwrap().value;
    assert!(validator.is_valid(&read(GOOD)));
    for (good, bad) in
        [("turns = 1_000", "turns = -1"), ("mutation", "mutations"), ("2014-05-09T00:00:00Z", "2014-05-09")]
    {
        let text = GOOD.replace(good, bad);
        assert!(
            !validator.is_valid(&read(&text))
                && !TournamentFileReadOutcome::of(&text, &games).problems.is_empty(),
            "{bad}"
        );
    }
}

#[test]
fn whole_numbers_may_be_written_with_a_point() {
    let text = "game = \"rat-race\"\nseed = 1\nboards = 2.0\nentrants = [\"a.py\"]\n[parameters]\nturns = 1e3\ncrossover = 1\n";
    let (config, rules) = TournamentFileReadOutcome::of(text, &games).config.unwrap();
    assert_eq!(config.boards, Some(2));
    assert_eq!((&rules.parameters()["turns"], &rules.parameters()["crossover"]), (&1000.into(), &1.0.into()));
    assert!(mistakes(&text.replace("2.0", "2.5")).contains("`boards` should be a whole number, and is 2.5"));
}
