//! Runs of commands about commitments, games and tools.

use serde_json::Value;

use super::super::Outputs;
use super::json;
use crate::common::World;

const EARLY: &str = "2014-05-03T10:30:00Z";
const LATE: &str = "2014-05-09T10:30:00Z";
const TOO_LATE: &str = "2014-05-11T00:00:00Z";

/// An answer with a bot and its output.
const POST: &str = "# A - Python\n\n```\nprint(input())\n```\n\n```text\n1\n```\n\nAuthor: B\n";

pub fn outputs(world: &World) -> Outputs {
    let post = world.file("post.md", POST);
    let import = ["import", &post, "imported", "--game", "prisoners-dilemma", "--json"];
    Outputs::from([
        ("commit", vec![json(world, &["commit", "--json", &world.file("committed.py", "pass\n")])]),
        ("verify", verdicts(world)),
        ("games", vec![json(world, &["games", "--json"]), games_of_folder(world)]),
        ("import", vec![json(world, &import)]),
        ("check-game", vec![checked_game(world)]),
        ("doctor", vec![json(world, &["doctor", "--json"])]),
    ])
}

/// The games of a folder with a custom game.
fn games_of_folder(world: &World) -> Value {
    world.file("games/guess/game.toml", "name = \"guess\"\nsource = \"game.py\"\nseats = 2\n");
    world.file("games/guess/game.py", "");
    json(world, &["games", "--json"])
}

/// The check of a game with a parameter, a bot, and an end that only some answers bring about.
fn checked_game(world: &World) -> Value {
    let program = "import json\njson.loads(input())\n\
        print(json.dumps({'type': 'ask', 'asks': [{'seat': 0, 'send': ['a']}]}), flush=True)\n\
        input()\nprint(json.dumps({'type': 'end', 'scores': [0, 1], 'reason': 'over'}))\n";
    let file = "name = \"checked\"\nsource = \"game.py\"\nseats = 2\n\
        [parameters.size]\ndefault = 1\nfrom = 1\nto = 2\n\
        [parameters.speed]\ndefault = 1.5\nfrom = 0.5\nto = 2.5\n[parameters.torus]\ndefault = false\n\
        [parameters.map]\ndefault = \"small\"\none_of = [\"small\", \"large\"]\n";
    world.file("checked/game.py", program);
    world.file("checked/game.toml", file);
    world.file("checked/bots/one.sh", "while read line; do echo a; done\n");
    json(world, &["check-game", "checked", "--json"])
}

fn hash(world: &World, arguments: &[&str]) -> String {
    json(world, &[&["commit", "--json"], arguments].concat())[0]["hash"].as_str().expect("a hash").into()
}

fn posting(player: &str, hash: &str, posted: &str) -> String {
    format!("[[posting]]\nplayer = {player:?}\nhash = {hash:?}\nposted = {posted}\n")
}

fn reveal(player: &str, source: &str, revealed: &str) -> String {
    format!("[[reveal]]\nplayer = {player:?}\nrevealed = {revealed}\nsource = {source:?}\n")
}

/// Every verdict, and promises that are kept, broken and not checked.
fn verdicts(world: &World) -> Vec<Value> {
    let seed = hash(world, &["--seed", "7"]);
    let head = "deadline = 2014-05-09T00:00:00Z\nreveal_deadline = 2014-05-10T00:00:00Z\n";
    let promises = format!("seed = {seed:?}\nseed_file = {seed:?}\n");
    let ledger = world.file("all.toml", &[head, &promises, &postings(world), &reveals(world)].concat());
    let bare =
        world.file("bare.toml", &format!("deadline = 2014-05-09T00:00:00Z\n{}", posting("x", &seed, EARLY)));
    let stranger = world.file("strangers/stranger.py", "print(9)\n");
    let second = world.file("strangers/second.py", "pass\n");
    vec![
        json(world, &["verify", "--json", "--ledger", &ledger, &stranger, &second, "--seed", "7"]),
        json(world, &["verify", "--json", "--ledger", &ledger, "--seed", "8"]),
        json(world, &["verify", "--json", "--ledger", &bare]),
    ]
}

fn postings(world: &World) -> String {
    let source = world.file("committed.py", "pass\n");
    // The source as it is on Windows: an accident that `verify` recognises.
    let other_ends = world.file("other-ends.py", "pass\r\n");
    let (hash, other_ends) = (hash(world, &[&source]), hash(world, &[&other_ends]));
    let unknown = self::hash(world, &["--seed", "9"]);
    [
        posting("matches", &hash, EARLY),
        posting("copies", &hash, EARLY),
        posting("mismatch", &unknown, EARLY),
        posting("accident", &other_ends, EARLY),
        posting("posted-late", &hash, LATE),
        posting("revealed-late", &hash, EARLY),
        posting("missing", &hash, EARLY),
        posting("not-bound", &hash, EARLY),
        posting("second", &hash, EARLY),
        posting("unreadable", &hash, EARLY),
    ]
    .concat()
}

fn reveals(world: &World) -> String {
    for name in ["matches", "mismatch", "accident", "posted-late", "revealed-late", "second"] {
        world.file(&format!("revealed/{name}.py"), "pass\n");
    }
    world.file("revealed/unreadable/bot.toml", "this is not TOML");
    world.file("revealed/not-bound/main.py", "pass\n");
    world.file("revealed/not-bound/bot.toml", "name = \"not-bound\"\nrun = [\"python3\", \"main.py\"]\n");
    [
        reveal("matches", "revealed/matches.py", LATE),
        reveal("mismatch", "revealed/mismatch.py", LATE),
        reveal("accident", "revealed/accident.py", LATE),
        reveal("posted-late", "revealed/posted-late.py", LATE),
        reveal("revealed-late", "revealed/revealed-late.py", TOO_LATE),
        reveal("not-bound", "revealed/not-bound", LATE),
        reveal("second", "revealed/second.py", LATE),
        reveal("unreadable", "revealed/unreadable", LATE),
    ]
    .concat()
}
