//! Huge and tiny scores: numbers for people have at most 12 characters, data has all digits.

use crate::common::{World, mentions};
use crate::games::{custom_game, done};

/// Asks both seats for their score.
const ANY: &str = r#"
import json
json.loads(input())
frame = {"rows": ["ab"], "caption": ["a board"]}
standing = [1e300, 1e-300]
ask = {"type": "ask", "asks": [{"seat": seat, "send": ["say"]} for seat in (0, 1)], "frame": frame, "standing": standing}
print(json.dumps(ask), flush=True)
answers = json.loads(input())["answers"]
print(json.dumps({"type": "end", "scores": [float(answer["lines"][0]) for answer in answers], "reason": "over"}), flush=True)
"#;

/// The number of characters of the longest number in a line that names a bot.
fn longest(text: &str) -> usize {
    let lines = text.lines().filter(|line| ["huge", "tiny", "third"].iter().any(|name| mentions(line, name)));
    let is_number = |letter: char| letter.is_ascii_digit() || ".-".contains(letter);
    let numbers = lines.flat_map(|line| line.split(|letter: char| !is_number(letter)));
    numbers.map(str::len).max().unwrap_or_default()
}

#[test]
fn scores_of_any_size_are_short() {
    let world = World::sharing_builds();
    custom_game(&world, ANY, "");
    for (name, score) in [("huge", "9007199254740991"), ("tiny", "1e-300"), ("third", "-333333.3333333333")] {
        world.file(&format!("bots/{name}.sh"), &format!("while read line; do echo {score}; done\n"));
    }
    world.file("t.toml", "name = \"t\"\ngame = \"mine\"\nentrants_folder = \"bots\"\nseed = 5\ngames = 5\n");
    for arguments in [
        &["play", "mine", "bots/huge.sh", "bots/tiny.sh", "--replays", "replays"][..],
        &["tournament", "run", "t.toml"],
        &["tournament", "standings", "t.toml", "--pairs"],
        &["tournament", "standings", "t.toml", "--format", "markdown"],
        &["tournament", "show", "1", "--file", "t.toml"],
        &["tournament", "replay", "1", "--file", "t.toml"],
        &["tournament", "replay", "1", "--file", "t.toml", "--turn", "1"],
    ] {
        let shown = done(&world, arguments).stdout;
        assert!((1..=12).contains(&longest(&shown)), "{arguments:?}: {shown}");
    }
    let json = done(&world, &["tournament", "standings", "t.toml", "--format", "json"]).json().to_string();
    assert!(json.contains("9007199254740991") && json.contains("1e-300"), "{json}");
}
