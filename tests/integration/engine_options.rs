//! Options of bots, and the words of their commands that differ from seat to seat.

use serde_json::{Value, json};

use crate::common::{World, assert_mentions};
use crate::games::{custom_game, done};

/// Keeps what each seat says, and the options that it has, in the details.
const LISTENER: &str = r#"
import json
start = json.loads(input())
asks = [{"seat": seat, "send": ["say"], "until": "done"} for seat in (0, 1)]
print(json.dumps({"type": "ask", "asks": asks}), flush=True)
said = [answer["lines"][0].split() for answer in json.loads(input())["answers"]]
details = {"said": said, "options": start.get("options")}
print(json.dumps({"type": "end", "scores": [0, 0], "reason": "heard", "details": details}), flush=True)
"#;

/// Writes a bot that says the words of its command.
fn bot(world: &World, name: &str, options: &str) -> String {
    world.file(&format!("{name}/bot.sh"), "echo \"$@\" > /dev/null; read line; echo \"$@\"; echo done\n");
    let run =
        r#"run = ["sh", "{dir}/bot.sh", "{seat}", "{seed}", "{name}", "x{options.Hash}y", "{options.none}"]"#;
    world.file(&format!("{name}/bot.toml"), &format!("{run}\n{options}"))
}

fn details(world: &World, seed: &str) -> Value {
    let play = ["play", "games/mine", "one/bot.toml", "other/bot.toml", "--seed", seed, "--json"];
    done(world, &play).json()["details"].clone()
}

#[test]
fn a_command_has_the_seat_a_seed_the_name_and_options() {
    let world = World::sharing_builds();
    custom_game(&world, LISTENER, "protocol = 2\n");
    bot(&world, "one", "[options]\nHash = 64\nStyle = \"{seat} solid\"\nPonder = true\n");
    bot(&world, "other", "");
    let first = details(&world, "7");
    let [one, other] = [0, 1].map(|seat| first["said"][seat].as_array().unwrap().clone());
    assert_eq!((&one[0], &one[2], &one[3]), (&json!("0"), &json!("one"), &json!("x64y")), "{first}");
    assert_eq!((&other[0], &other[2]), (&json!("1"), &json!("other")), "{first}");
    // There is no such option.
    assert_eq!((&other[3], &other[4]), (&json!("x{options.Hash}y"), &json!("{options.none}")));
    let seed = |value: &Value| u64::from_str_radix(value.as_str().unwrap(), 16).unwrap();
    assert!(seed(&one[1]) != seed(&other[1]) && seed(&one[1]) != 7);
    assert_eq!(first["options"], json!([{"Hash": 64, "Style": "{seat} solid", "Ponder": true}, {}]));
    assert_eq!(details(&world, "7"), first);
    assert_ne!(details(&world, "8")["said"][0][1], first["said"][0][1]);
}

#[test]
fn options_and_a_name_in_the_command_are_part_of_the_identity() {
    let world = World::sharing_builds();
    custom_game(&world, LISTENER, "protocol = 2\n");
    let identity = |name: &str, options: &str| {
        let _ = std::fs::remove_file(world.path(&format!("{name}.db")));
        bot(&world, name, options);
        bot(&world, "rival", "");
        let file = format!(
            "game = \"mine\"\nseed = 1\ngames = 1\nentrants = [\"{name}/bot.toml\", \"rival/bot.toml\"]\n"
        );
        world.file(&format!("{name}.toml"), &file);
        let plan = done(&world, &["tournament", "plan", &format!("{name}.toml")]).stdout;
        let spec: Value = serde_json::from_str(plan.lines().next().unwrap()).unwrap();
        spec["submissions"][0].clone()
    };
    let plain = identity("a", "");
    assert_eq!(identity("a", ""), plain);
    assert_ne!(identity("a", "[options]\nHash = 64\n"), plain);
    assert_ne!(identity("b", ""), plain);
}

/// A bot does not decide by its options or its name which program of the host is started.
#[test]
fn no_program_is_named_by_an_option() {
    let world = World::sharing_builds();
    custom_game(&world, LISTENER, "protocol = 2\n");
    bot(&world, "other", "");
    for word in
        ["{options.Program}", "{name}", "{seat}", "{seed}", "{dir}/{options.Program}", "{options.Program}/x"]
    {
        let manifest = format!("name = \"/bin/sh\"\nrun = [{word:?}]\n[options]\nProgram = \"/bin/sh\"\n");
        world.file("one/bot.toml", &manifest);
        world.file("one/bot.sh", "echo done\n");
        let mut command = world.command(&["play", "games/mine", "one/bot.toml", "other/bot.toml"]);
        command.current_dir(world.path(""));
        let run = world.run_command(command);
        assert_eq!(run.code, Some(5), "{word}: {}{}", run.stderr, run.stdout);
    }
}

#[test]
fn hostile_options_are_refused() {
    let world = World::sharing_builds();
    custom_game(&world, LISTENER, "protocol = 2\n");
    bot(&world, "other", "");
    let long = format!("a = {:?}", "x".repeat(2_000));
    let many: String = (0..200).map(|number| format!("o{number} = 1\n")).collect();
    for options in ["a = [1]", "a = { b = 1 }", "a = \"x\\ny\"", "\"{seat}\" = 1", "\"\" = 1", &long, &many] {
        bot(&world, "one", &format!("[options]\n{options}\n"));
        let mut command = world.command(&["play", "games/mine", "one/bot.toml", "other/bot.toml"]);
        command.current_dir(world.path(""));
        let run = world.run_command(command);
        assert_eq!(run.code, Some(3), "{options}: {}{}", run.stderr, run.stdout);
        assert_mentions(&run.stderr, &["error:", "bot.toml", "help:"]);
    }
}
