//! `rathaus compare` with `--elo0` and `--elo1`, as a user runs it.

use serde_json::{Value, json};

use crate::common::{World, assert_line_mentions, repository, sample};

/// Asks both seats for a number, and adds to it what the opening gives to each seat: 0, 1 or 2. So
/// a bot with a number greater by 1 wins both games of a pair, wins and draws, or wins and loses.
const CHANCES: &str = r#"
import json, random
start = json.loads(input())
opening = random.Random(start["seed"])
gifts = [opening.randrange(3) for seat in (0, 1)]
print(json.dumps({"type": "ask", "asks": [{"seat": seat, "send": ["say"]} for seat in (0, 1)]}), flush=True)
answers = json.loads(input())["answers"]
scores = [int(answer["lines"][0]) + gift for answer, gift in zip(answers, gifts)]
print(json.dumps({"type": "end", "scores": scores, "reason": "all have spoken"}), flush=True)
"#;

/// The game, and a bot that always says this number.
fn game(world: &World) -> String {
    world.file("chances/game.toml", "name = \"chances\"\nsource = \"game.py\"\nseats = 2\n");
    world.file("chances/game.py", CHANCES);
    world.path("chances").to_str().unwrap().to_owned()
}

fn bot(world: &World, number: u32) -> String {
    world.file(&format!("n{number}.sh"), &format!("while read line; do echo {number}; done\n"))
}

/// Compares two bots that say these numbers.
fn compare(world: &World, numbers: [u32; 2], options: &[&str]) -> Value {
    let (game, [one, other]) = (game(world), numbers.map(|number| bot(world, number)));
    let arguments = ["compare", &game, &one, &other, "--json", "--quiet", "--seed", "1"];
    let run = world.run(&[&arguments, options].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    run.json()
}

const WIDE: [&str; 4] = ["--elo0", "0", "--elo1", "100"];

fn counts(result: &Value, name: &str) -> Vec<u64> {
    result[name].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).collect()
}

#[test]
fn the_better_one_passes_and_the_other_one_fails() {
    let world = World::sharing_builds();
    let (better, worse) = (compare(&world, [2, 1], &WIDE), compare(&world, [1, 2], &WIDE));
    assert_eq!((&better["decision"], &worse["decision"]), (&json!("h1"), &json!("h0")), "{better:#}");
    let ratio = &better["log_likelihood_ratio"];
    assert!(ratio["value"].as_f64() >= ratio["high"].as_f64(), "{ratio:#}");
    assert!((ratio["high"].as_f64().unwrap() - 2.944).abs() < 0.001, "{ratio:#}");
    assert_eq!(better["verdict"], "H1 accepted: the advantage of n2 over n1 is above 0 Elo");
    assert_eq!(worse["verdict"], "H0 accepted: the advantage of n1 over n2 is below 100 Elo");
    let pairs = counts(&better, "pentanomial");
    let points = |[wins, draws, _]: [u64; 3]| 2 * wins + draws;
    let results = ["wins", "draws", "losses"].map(|name| better[name].as_u64().unwrap());
    assert_eq!(results.iter().sum::<u64>(), 2 * pairs.iter().sum::<u64>());
    assert_eq!(points(results), pairs.iter().zip(0..).map(|(count, points)| count * points).sum::<u64>());
    assert!(pairs[..2] == [0, 0] && pairs[2..].iter().all(|count| *count > 0), "{better:#}");
    assert_eq!(better["decided_after"], pairs.iter().sum::<u64>());
    assert!(better["elo"]["low"].as_f64() > Some(0.0) && better["superiority"].as_f64() > Some(0.99));
}

#[test]
fn no_advantage_is_found_between_equals() {
    let world = World::sharing_builds();
    for options in [WIDE.as_slice(), &["--elo0", "0", "--elo1", "50", "--model", "normalized"]] {
        let result = compare(&world, [1, 1], options);
        assert_eq!((&result["decision"], &result["wins"]), (&json!("h0"), &result["losses"]), "{result:#}");
        assert_eq!((&result["elo"]["value"], &result["elo"]["error"]), (&json!(0.0), &Value::Null));
    }
    let is_no_worse = compare(&world, [1, 1], &["--elo0", "-100", "--elo1", "0"]);
    assert_eq!(is_no_worse["decision"], "h1");
}

#[test]
fn a_test_of_elo_may_stay_undecided_and_does_not_depend_on_concurrency() {
    let world = World::sharing_builds();
    let of = |concurrency| {
        let options = ["--elo0", "0", "--elo1", "5", "--max-boards", "20", "--concurrency", concurrency];
        compare(&world, [2, 1], &options)
    };
    let result = of("1");
    assert_eq!(result, of("3"));
    assert_eq!(
        (&result["decision"], &result["decided_after"], &result["boards"]),
        (&Value::Null, &20.into(), &20.into())
    );
    assert_eq!(result["verdict"], "not decided after 40 games");
    let arguments =
        ["compare", &game(&world), &bot(&world, 2), &bot(&world, 1), "--max-boards", "20", "--seed", "1"];
    let text = world.run(&[&arguments, WIDE.as_slice()].concat());
    assert_line_mentions(&text.stdout, &["n2 against n1", "games", "won", "drawn", "lost"]);
    assert_line_mentions(&text.stdout, &["LLR", "(-2.94, 2.94)", "H0 0", "H1 100"]);
}

#[test]
fn what_a_test_of_elo_cannot_do_is_refused() {
    let world = World::sharing_builds();
    let (game, bot) = (game(&world), bot(&world, 1));
    let auction = repository().join("games/auction").to_str().unwrap().to_owned();
    let racer = sample("look-ahead");
    for (fact, game, bot, options) in [
        ("--elo1", &game, &bot, ["--elo0", "0"].as_slice()),
        ("--elo0", &game, &bot, &["--alpha", "0.1"]),
        ("--margin", &game, &bot, &["--elo0", "0", "--elo1", "5", "--margin", "0.2"]),
        ("--error", &game, &bot, &["--elo0", "0", "--elo1", "5", "--error", "0.01"]),
        ("--field", &game, &bot, &["--elo0", "0", "--elo1", "5", "--field", "c"]),
        ("5 and 0", &game, &bot, &["--elo0", "5", "--elo1", "0"]),
        ("200", &game, &bot, &["--elo0", "0", "--elo1", "300", "--model", "normalized"]),
        ("two seats", &auction, &bot, &["--elo0", "0", "--elo1", "5"]),
        ("two seats", &"rat-race".to_owned(), &racer, &["--elo0", "0", "--elo1", "5"]),
        ("two seats", &"prisoners-dilemma".to_owned(), &racer, &["--elo0", "0", "--elo1", "5"]),
    ] {
        world.run(&[&["compare", game, bot, bot], options].concat()).assert_refused(2, &[fact]);
    }
}
