//! Drawings of bots: what they write to stderr reaches pages, turn by turn, and changes no result.
#![expect(clippy::disallowed_methods, reason = "tests look at what was written")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use rathaus::tournament::replay::Replay;
use rathaus::viewer::MatchView;
use serde_json::{Value, json};

use crate::common::{Run, World};

/// Asks both seats five times. The score is the number of bytes of the replies.
const GAME: &str = r#"
import json
start = json.loads(input())
scores = [0, 0]
for turn in range(5):
    asks = [{"seat": seat, "send": ["turn %d" % turn]} for seat in (0, 1)]
    print(json.dumps({"type": "ask", "asks": asks, "frame": {"rows": ["abc", "def"]}}), flush=True)
    answers = json.loads(input())["answers"]
    scores = [score + len(answer["lines"][0]) for score, answer in zip(scores, answers)]
print(json.dumps({"type": "end", "scores": scores, "reason": "enough"}), flush=True)
"#;

/// A bot of this game that does this in each turn, before it replies. `number` is the turn from 0.
fn bot(world: &World, name: &str, statements: &str) {
    let program = format!(
        "import sys\nfor number, line in enumerate(sys.stdin):\n    {}\n    print('x', flush=True)\n",
        statements.trim().replace('\n', "\n    ")
    );
    world.file(name, &program);
}

fn run(world: &World, arguments: &[&str]) -> Run {
    let mut command = world.command(arguments);
    command.current_dir(world.path(""));
    let run = world.run_command(command);
    assert_eq!(run.code, Some(0), "{arguments:?}: {}{}", run.stderr, run.stdout);
    run
}

/// A world with this game.
fn world() -> World {
    let world = World::sharing_builds();
    world.file("games/mine/game.py", GAME);
    let limits = "limits = { answer_ms = 60_000, step_ms = 60_000 }\n";
    world
        .file("games/mine/game.toml", &format!("name = \"mine\"\nsource = \"game.py\"\nseats = 2\n{limits}"));
    world
}

/// Plays two bots of this game. Returns what a page gets of the match.
fn played(world: &World, bots: [&str; 2]) -> Value {
    let [one, other] = bots;
    let folder = format!("{one}.replays");
    run(world, &["play", "mine", one, other, "--seed", "1", "--replays", &folder]);
    shown(&world.path(&folder).join("mine-1.replay"))
}

fn shown(replay: &Path) -> Value {
    let replay = Replay::read(&fs::read(replay).unwrap()).unwrap();
    serde_json::to_value(MatchView::of(&replay).unwrap()).unwrap()
}

#[test]
fn what_a_bot_draws_belongs_to_its_turn() {
    let world = world();
    bot(
        &world,
        "artist.py",
        r#"
print('@rathaus {"circle": [%d, 1, 0.5], "colour": "red"}' % number, file=sys.stderr)
print('@rathaus {"line": [0, 0, NaN, 0]}', file=sys.stderr)
if number % 2: print("thinking\x1b[31m \u202e", file=sys.stderr)
"#,
    );
    bot(&world, "quiet.py", "pass");
    let view = played(&world, ["artist.py", "quiet.py"]);
    assert_eq!(view["difference"], Value::Null);
    assert_eq!(view["match"]["record"]["scores"], json!([5.0, 5.0]));
    let notes: Vec<Value> = (0..5)
        .map(|number: usize| {
            let thinking = if number % 2 == 1 { "thinking[31m \\u{202e}\n" } else { "" };
            json!({
                "question": number + 1,
                "turn": number + 1,
                "seat": 0,
                "stderr": format!("@rathaus {{\"line\": [0, 0, NaN, 0]}}\n{thinking}"),
                "annotations": [{ "circle": [number as f64, 1.0, 0.5], "colour": "red" }],
            })
        })
        .collect();
    assert_eq!(view["notes"], json!(notes));
    // Without stderr, older versions can read a replay.
    let silent = played(&world, ["quiet.py", "quiet.py"]);
    assert_eq!(silent["notes"], json!([]));
    let version = |folder: &str| fs::read(world.path(folder).join("mine-1.replay")).unwrap()[15];
    assert_eq!((version("artist.py.replays"), version("quiet.py.replays")), (b'2', b'1'));
}

#[test]
fn hostile_stderr_is_bounded_and_leaves_others_their_share() {
    let world = world();
    // A line of 100 MB in the first turn, thousands of annotations in the others.
    bot(
        &world,
        "flood.py",
        r#"
circle = '@rathaus {"circle": [1, 2, 3]}\n'
sys.stderr.write("@rathaus [" * 10_000_000 if number == 0 else circle * 10_000)
"#,
    );
    bot(&world, "artist.py", r#"print('@rathaus {"circle": [1, 1, 1]}', file=sys.stderr)"#);
    let view = played(&world, ["flood.py", "artist.py"]);
    assert_eq!(view["match"]["record"]["faults"], json!([]));
    assert_eq!(view["match"]["record"]["scores"], json!([5.0, 5.0]));
    let of = |seat: usize| -> Vec<&Value> {
        let notes = view["notes"].as_array().unwrap().iter();
        notes.filter(|note| note["seat"] == seat).collect()
    };
    let count = |note: &Value| note["annotations"].as_array().unwrap().len();
    assert_eq!(of(0).iter().map(|note| count(note)).collect::<Vec<_>>(), [0, 256, 256, 256, 256]);
    assert!(of(0).iter().all(|note| note["stderr"].as_str().unwrap().len() <= 16 * 1024));
    assert_eq!(of(1).iter().map(|note| count(note)).collect::<Vec<_>>(), [1; 5]);
    assert!(fs::metadata(world.path("flood.py.replays/mine-1.replay")).unwrap().len() < 100_000);
}

/// A match that another machine played is verified by its recording, and keeps its drawings.
#[test]
fn drawings_from_another_machine_are_kept() {
    let world = world();
    bot(&world, "bots/artist.py", r#"print('@rathaus {"circle": [1, 1, 1]}', file=sys.stderr)"#);
    bot(&world, "bots/quiet.py", "pass");
    let file =
        "game = \"mine\"\nentrants_folder = \"bots\"\nseed = 5\ngames = 1\n[records]\nkeep = \"all\"\n";
    world.file("t.toml", &format!("format = \"round-robin\"\n{file}"));
    let planned = run(&world, &["tournament", "plan", "t.toml"]);
    let spec = world.file("spec.json", planned.stdout.lines().next().unwrap());
    let mut command = world.command(&["match", "run", "--submissions", "bots"]);
    command.arg("--submissions").arg(".").current_dir(world.path(""));
    command.stdin(Stdio::from(fs::File::open(spec).unwrap()));
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    fs::write(world.path("results.json"), &output.stdout).unwrap();
    run(&world, &["tournament", "collect", "results.json", "--file", "t.toml"]);
    run(&world, &["tournament", "replay", "1", "--file", "t.toml", "--out", "1.replay"]);
    let view = shown(&world.path("1.replay"));
    assert_eq!(view["notes"].as_array().unwrap().len(), 5);
    // Nobody can prove what was written to stderr, so another text is no other result.
    let mut claimed: Value = serde_json::from_slice(&output.stdout).unwrap();
    let recording = claimed["replay"].as_object_mut().unwrap();
    assert!(recording.remove("stderr").is_some());
    fs::write(world.path("results.json"), claimed.to_string()).unwrap();
    fs::remove_file(world.path("t.db")).unwrap();
    run(&world, &["tournament", "plan", "t.toml"]);
    run(&world, &["tournament", "collect", "results.json", "--file", "t.toml"]);
}

/// A bot for the rat race that does something before each move.
const WALKER: &str = r#"
import sys
class Walker(Player):
    def turn(self):
        DRAW
        return Coordinate(1, self.bit_chunk(0, 1) - self.bit_chunk(1, 1))
"#;

/// Plays races of this bot. Returns the result, and what pages get of each board.
fn races(world: &World, bot: &str, folder: &str, in_flight: &str) -> (Value, Vec<Value>) {
    let path = world.path(folder);
    let arguments = [bot, "--boards", "4", "--seed", "3", "--set", "turns=40", "--in-flight", in_flight];
    let played = world.play(&[&arguments[..], &["--replays", path.to_str().unwrap()]].concat());
    let mut files: Vec<PathBuf> = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    (played, files.iter().map(|file| shown(file)).collect())
}

#[test]
fn drawings_in_a_race_belong_to_their_board_and_turn_at_any_number_of_boards_in_flight() {
    let world = World::sharing_builds();
    let draw = r#"print('@rathaus {"number": {"name": "bits", "value": %d}}' % self.bit_chunk(0, 8), file=sys.stderr)"#;
    let artist = world.file("artist.py", &WALKER.replace("DRAW", draw));
    let silent = world.file("silent.py", &WALKER.replace("DRAW", "pass"));
    let (one_result, one) = races(&world, &artist, "one", "1");
    let (all_result, all) = races(&world, &artist, "all", "4");
    let (silent_result, quiet) = races(&world, &silent, "quiet", "4");
    let scores = |result: &Value| -> Vec<Value> {
        let boards = result["submissions"][0]["matches"].as_array().unwrap().iter();
        boards.map(|board| json!([board["score"], board["details"]])).collect()
    };
    assert_eq!(scores(&one_result).len(), 4);
    assert_eq!(scores(&one_result), scores(&all_result));
    assert_eq!(scores(&one_result), scores(&silent_result));
    let of = |views: &[Value]| -> Vec<Value> { views.iter().map(|view| view["notes"].clone()).collect() };
    assert_eq!(of(&one), of(&all));
    assert!(of(&quiet).iter().all(|notes| *notes == json!([])));
    for view in &one {
        let notes = view["notes"].as_array().unwrap();
        assert_eq!(notes[0]["turn"], 0);
        assert_eq!(notes[0]["annotations"].as_array().unwrap().len(), 15, "one for each specimen");
        assert!(notes.iter().all(|note| note["turn"].as_u64().unwrap() < 40));
    }
}
