//! Bots that are HTTP servers, which a bridge in their sandbox asks.
#![expect(clippy::disallowed_methods, reason = "the test reads the example of the documentation")]

use crate::common::World;
use crate::games::{custom_game, done};

/// Asks both seats once. The scores are what they say.
const RULES: &str = r#"
import json
input()
asks = [{"seat": seat, "send": [str(7 + seat)]} for seat in (0, 1)]
print(json.dumps({"type": "ask", "asks": asks}), flush=True)
answers = json.loads(input())["answers"]
scores = [int(answer.get("lines", ["0"])[0]) for answer in answers]
print(json.dumps({"type": "end", "scores": scores, "reason": "heard"}), flush=True)
"#;

#[test]
fn a_bot_that_is_an_http_server_plays_with_a_loopback() {
    let world = World::sharing_builds();
    custom_game(&world, RULES, "");
    let docs = std::fs::read_to_string(crate::common::repository().join("docs/BOTS.md")).unwrap();
    let bridge =
        docs.split("```python\n# bridge.py\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let server =
        docs.split("```python\n# server.py\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    world.file("bot/bridge.py", bridge);
    world.file("bot/server.py", server);
    world.file("bot/bot.toml", "run = [\"python3\", \"{dir}/bridge.py\"]\n");
    let play = ["play", "games/mine", "bot", "bot", "--json"];
    let played = done(&world, &[&play[..], &["--loopback"]].concat()).json();
    let scores: Vec<_> =
        played["players"].as_array().unwrap().iter().map(|player| &player["score"]).collect();
    assert_eq!(scores, [16, 14], "{played}");
    assert_eq!(played["sandbox"]["loopback"], true);
    // Without it, the bot cannot listen.
    let played = done(&world, &play).json();
    assert_ne!(played["players"][0]["faults"], serde_json::json!([]), "{played}");
    let refused = world.run(&["play", "games/mine", "bot", "bot", "--loopback", "--sandbox", "launcher"]);
    assert_ne!(refused.code, Some(0));
}
