//! Runs of `rathaus tournament`, `rathaus match` and `rathaus replay`.

use std::path::Path;

use jiff::Timestamp;
use rathaus::store::Store;
use rathaus::tournament::WorkerRecord;
use serde_json::Value;

use super::super::Outputs;
use super::bots::{keeper, programs, racers, unbuildable};
use super::{done, json, json_from};
use crate::common::{World, repository};

pub fn outputs(world: &World) -> Outputs {
    let files = files(world);
    let specs: Vec<Value> = files.iter().map(|file| first_spec(world, file)).collect();
    let played: Vec<Value> = specs.iter().map(|spec| match_run(world, spec)).collect();
    // Before the first match there are no standings, but there is a status.
    let unplayed = json(world, &["tournament", "status", &files[0], "--json"]);
    files.iter().for_each(|file| drop(done(world, &["tournament", "run", file, "--quiet"])));
    put_worker(&files[0]);
    let each = |command: &str, options: &[&str]| -> Vec<Value> {
        files.iter().map(|file| json(world, &[&["tournament", command, file], options].concat())).collect()
    };
    let Ruled { status, standings, shown: ruled } = ruled(world);
    let outputs = Outputs::from([
        ("status", [each("status", &["--json"]), vec![unplayed, status]].concat()),
        ("standings", [each("standings", &["--format", "json"]), vec![circle(world), standings]].concat()),
        ("plan", specs),
        ("match", [shown(world, &files), played, ruled].concat()),
        ("replay", replays(world, &files)),
    ]);
    outputs.into_iter().chain([("check", checks(world, &files[0]))]).collect()
}

/// Stores a worker, as a tournament does that is played over NATS.
#[expect(clippy::disallowed_methods, reason = "it was seen now")]
fn put_worker(file: &str) {
    let database = Path::new(file).with_extension("db");
    let mut worker = WorkerRecord::new("ann", Timestamp::now());
    worker.activity.playing = vec!["0".repeat(64)];
    Store::open(&database, "a test").expect("a database").put_workers(&[worker]).expect("a worker");
}

/// Checks before and after a row is damaged.
#[expect(clippy::disallowed_methods, reason = "the database is damaged by SQLite itself")]
fn checks(world: &World, file: &str) -> Vec<Value> {
    let whole = json(world, &["tournament", "check", file, "--json"]);
    let database = world.path(file).with_extension("db");
    let connection = rusqlite::Connection::open(database).expect("a database");
    connection.execute("UPDATE matches SET took_us = took_us + 1", []).expect("its rows");
    drop(connection);
    let damaged = json(world, &["tournament", "check", file, "--json"]);
    vec![whole, damaged, json(world, &["tournament", "check", file, "--repair", "--json"])]
}

/// A tournament of each game, and of connect four in several formats.
fn files(world: &World) -> [String; 8] {
    [
        race(world),
        solvers(world),
        dilemma(world),
        grid_routing(world),
        connect_four(world, "gauntlet"),
        connect_four(world, "swiss"),
        connect_four(world, "knock-out"),
        connect_four(world, "adaptive"),
    ]
}

/// A tournament file with these entrants.
fn file(world: &World, name: &str, entrants: &[String], more: &str) -> String {
    let text = format!("seed = 1\nentrants = {entrants:?}\n{more}\n[records]\nkeep = \"all\"\n");
    world.file(&format!("{name}.toml"), &text)
}

fn race(world: &World) -> String {
    let bots = [racers(world), vec![keeper(world), unbuildable(world)]].concat();
    let more = "game = \"rat-race\"\nboards = 2\n[parameters]\nturns = 200\nturn_ms = 700\n\
        [policies]\ndisqualify = [\"late\"]\n\
        [phases]\ncommitments_until = 2014-05-09T00:00:00Z\n\
        reveals_until = 2014-05-10T00:00:00Z\nresults_on = 9999-01-01T00:00:00Z";
    file(world, "race", &bots, more)
}

fn solvers(world: &World) -> String {
    let bots = programs(world, &["solver", "unsure", "late"]);
    let more = "game = \"lights-out\"\nboards = 2\n[parameters]\ncolumns = 2\nrows = 2\nsolve_ms = 500\n\
        [[group]]\nname = \"small\"\n[[group]]\nname = \"wide\"\nparameters = { columns = 3 }\n\
        [versions]\nsolver = [\"unsure\", \"solver\"]";
    file(world, "solvers", &bots, more)
}

fn dilemma(world: &World) -> String {
    let numbers = world.file("dilemma-numbers.txt", "1\n2\n3\n");
    let bots = programs(world, &["taker", "late", "crashed"]);
    let more = format!(
        "game = \"prisoners-dilemma\"\nseed_file = {numbers:?}\n[parameters]\nrounds_per_player = 1\ntime_ms = 500"
    );
    file(world, "dilemma", &bots, &more)
}

fn grid_routing(world: &World) -> String {
    let bots = programs(world, &["builder", "late", "crashed"]);
    let more = "game = \"grid-routing\"\ngames = 2\nseats = 2\n[parameters]\nrounds = 1\nturns = 2\nside = 6\nquestion_ms = 500";
    file(world, "grid", &bots, more)
}

/// A tournament of connect four, in which one entrant has no opponent in the first round.
fn connect_four(world: &World, format: &str) -> String {
    let game = repository().join("games/connect-four");
    let bots = programs(world, &["dropper", "crashed", "malformed"]);
    let challenger = if format == "gauntlet" { "\nchallenger = \"dropper\"" } else { "" };
    let anchor = if format == "adaptive" { "\nrating_anchor = \"dropper\"" } else { "" };
    file(
        world,
        format,
        &bots,
        &format!("game = {game:?}\nformat = {format:?}\ngames = 2{challenger}{anchor}"),
    )
}

/// Asks both seats. Paper beats rock, scissors beat paper, and rock beats scissors.
const CIRCLE: &str = r#"
import json
input()
asks = [{"seat": seat, "send": ["say"]} for seat in (0, 1)]
print(json.dumps({"type": "ask", "asks": asks}), flush=True)
one, other = (["rock", "paper", "scissors"].index(answer["lines"][0]) for answer in json.loads(input())["answers"])
scores = [int((one - other) % 3 == 1), int((other - one) % 3 == 1)]
print(json.dumps({"type": "end", "scores": scores, "reason": "both have chosen", "stats": [{"won": score} for score in scores]}), flush=True)
"#;

/// The standings of three entrants of which each beats the next.
fn circle(world: &World) -> Value {
    let settings = "name = \"circle\"\nsource = \"game.py\"\nprotocol = 2\nseats = 2\n";
    world.file("circle/game.toml", settings);
    world.file("circle/game.py", CIRCLE);
    let bot =
        |word: &str| world.file(&format!("{word}.sh"), &format!("while read line; do echo {word}; done\n"));
    let bots = ["rock", "paper", "scissors"].map(bot);
    let game = world.path("circle");
    let more = format!("game = {game:?}\nformat = \"round-robin\"\ngames = 12");
    let file = file(world, "in-a-circle", &bots, &more);
    done(world, &["tournament", "run", &file, "--quiet"]);
    json(world, &["tournament", "standings", &file, "--format", "json"])
}

/// Asks both seats. The higher number wins, and a word breaks the game.
const NUMBERS: &str = r#"
import json
input()
asks = [{"seat": seat, "send": ["say"]} for seat in (0, 1)]
print(json.dumps({"type": "ask", "asks": asks}), flush=True)
said = [int(answer["lines"][0]) for answer in json.loads(input())["answers"]]
print(json.dumps({"type": "end", "scores": said, "reason": "both have said a number"}), flush=True)
"#;

/// Outputs about a tournament with rulings and teams.
struct Ruled {
    status: Value,
    standings: Value,
    /// Matches that are ruled.
    shown: Vec<Value>,
}

/// A tournament in which one entrant cannot be built, and the matches of another one are void.
fn ruled(world: &World) -> Ruled {
    world.file("numbers/game.toml", "name = \"numbers\"\nsource = \"game.py\"\nseats = 2\n");
    world.file("numbers/game.py", NUMBERS);
    let bot = |word: &str| {
        world.file(&format!("say-{word}.sh"), &format!("while read line; do echo {word}; done\n"))
    };
    let bots = [["1", "2", "what"].map(bot).to_vec(), vec![unbuildable(world)]].concat();
    let game = world.path("numbers");
    let more = format!(
        "game = {game:?}\nformat = \"swiss\"\ngames = 3\n[rulings]\nvoid = \"draw\"\ntries = 1\n\
         [teams]\nred = [\"say-1\", \"say-2\"]\n"
    );
    let file = file(world, "ruled", &bots, &more);
    done(world, &["tournament", "run", &file, "--quiet"]);
    let standings = json(world, &["tournament", "standings", &file, "--format", "json"]);
    let show = |ruling: &Value| {
        let number = ruling["number"].to_string();
        json(world, &["tournament", "show", &number, "--file", &file, "--json"])
    };
    let shown = standings["rulings"].as_array().into_iter().flatten().map(show).collect();
    Ruled { status: json(world, &["tournament", "status", &file, "--json"]), standings, shown }
}

fn first_spec(world: &World, file: &str) -> Value {
    let plan = done(world, &["tournament", "plan", file]);
    serde_json::from_str(plan.lines().next().expect("a match")).expect("a spec")
}

fn match_run(world: &World, spec: &Value) -> Value {
    let game = repository().join("games/connect-four");
    let game = game.to_str().expect("a path in UTF-8");
    json_from(world, &["match", "run", "--submissions", "racers", "programs", game], &spec.to_string())
}

/// A match of each tournament. The names of single-player matches have the entrant.
fn names(file: &str) -> &'static [&'static str] {
    match file {
        file if file.ends_with("race.toml") => {
            &["racer/1", "late/1", "crashed/1", "malformed/1", "illegal/1", "flooded/1", "keeper/1"]
        }
        file if file.ends_with("solvers.toml") => &["solver/1", "late/1"],
        _ => &["1"],
    }
}

fn shown(world: &World, files: &[String]) -> Vec<Value> {
    let all = files.iter().flat_map(|file| names(file).iter().map(move |name| (file, name)));
    all.map(|(file, name)| json(world, &["tournament", "show", name, "--file", file, "--json"])).collect()
}

fn replays(world: &World, files: &[String]) -> Vec<Value> {
    let all = files.iter().flat_map(|file| names(file).iter().map(move |name| (file, name)));
    all.map(|(file, name)| json(world, &["tournament", "replay", name, "--file", file, "--json"])).collect()
}
