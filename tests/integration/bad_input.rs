//! The messages for invalid input: one error with its help, and an exit code for each kind.

use insta::assert_snapshot;

use crate::common::{World, assert_line_mentions};

/// Runs `play rat-race` with arguments that refer to files in a world. Returns the exit code and
/// the output.
fn play(arguments: impl FnOnce(&World) -> Vec<String>) -> String {
    let world = World::new();
    let arguments = arguments(&world);
    let arguments: Vec<&str> =
        ["play", "rat-race", "--quiet"].into_iter().chain(arguments.iter().map(String::as_str)).collect();
    let run = world.run(&arguments);
    assert_eq!(run.stdout, "", "nothing but results may be on standard output");
    format!("exit code {}\n{}", run.code.expect("an exit code"), run.stderr)
}

fn words<const N: usize>(words: [&str; N]) -> Vec<String> {
    words.map(str::to_owned).to_vec()
}

#[test]
fn a_missing_file() {
    assert_snapshot!(play(|_| words(["nowhere.py"])));
}

#[test]
fn several_mistakes_are_reported_at_once() {
    assert_snapshot!(play(|world| words(["nowhere.py", &world.file("what.txt", ""), "missing/"])));
}

#[test]
fn a_manifest_that_is_no_toml() {
    assert_snapshot!(play(|world| vec![world.file("bot/bot.toml", "name = \"x\"\nsource = player.py\n")]));
}

#[test]
fn a_manifest_with_an_unknown_name() {
    assert_snapshot!(play(|world| vec![world.file("bot/bot.toml", "name = \"x\"\nlanguag = \"python\"\n")]));
}

#[test]
fn a_manifest_for_another_game() {
    assert_snapshot!(play(|world| vec![world.file("bot/bot.toml", "game = \"chess\"\n")]));
}

#[test]
fn a_manifest_whose_source_is_missing() {
    assert_snapshot!(play(|world| vec![world.file("bot/bot.toml", "source = \"player.py\"\n")]));
}

#[test]
fn no_entry_point() {
    assert_snapshot!(play(|world| vec![world.file("player.py", "print('hello')\n")]));
}

#[test]
fn two_entry_points() {
    assert_snapshot!(play(|world| {
        vec![world.file("players.py", "class A(Player):\n    pass\n\nclass B(Player):\n    pass\n")]
    }));
}

#[test]
fn two_files_with_an_entry_point() {
    assert_snapshot!(play(|world| {
        world.file("two/one.py", "class A(Player):\n    pass\n");
        world.file("two/other.py", "class A(Player):\n    pass\n");
        vec![world.path("two").to_str().unwrap().to_owned()]
    }));
}

#[test]
fn an_entry_point_that_is_not_there() {
    assert_snapshot!(play(|world| {
        words([&world.file("player.py", "class A(Player):\n    pass\n"), "--entry", "B"])
    }));
}

#[test]
fn an_unknown_language() {
    assert_snapshot!(play(|world| vec![world.file("player.cob", "")]));
}

#[test]
fn an_unknown_language_by_name() {
    assert_snapshot!(play(|world| words([&world.file("player.py", ""), "--language", "cobol"])));
}

#[test]
fn a_missing_program() {
    assert_snapshot!(play(|world| vec![
        world.file("bot/bot.toml", "run = [\"no-such-interpreter\", \"x\"]\n")
    ]));
}

#[test]
fn a_missing_compiler() {
    let world = World::new();
    let bot = world.file("player.cpp", "coord_t f(dna_t d, view_t v) { return {1, 0}; }\n");
    let mut command = world.open_command(&["play", "rat-race", &bot, "--quiet"]);
    command.env("PATH", world.path("empty"));
    let run = world.run_command(command);
    assert_snapshot!(format!("exit code {}\n{}", run.code.unwrap(), run.stderr));
}

#[test]
fn a_compiler_error() {
    let said = play(|world| {
        vec![world.file("player.cpp", "coord_t f(dna_t d, view_t v) {\n    return {1, nonsense};\n}\n")]
    });
    assert!(said.starts_with("exit code 5\nerror: [WORLD]/player.cpp"), "{said}");
    // As the compiler printed it, but with the author's file name instead of that of the copy in
    // the cache.
    assert!(said.contains("\nplayer.cpp:2:16: ") && said.contains("return {1, nonsense};"), "{said}");
    assert!(!said.contains("cache/rathaus"), "{said}");
}

#[test]
fn a_build_that_hangs_or_fails_leaves_nothing_half_made() {
    let world = World::new();
    let bot = world
        .file("bot/bot.toml", "build = [[\"sh\", \"-c\", \"touch {out}/half; exit 7\"]]\nrun = [\"sh\"]\n");
    let run = world.run(&["play", "rat-race", &bot]);
    assert_eq!(run.code, Some(5), "{}", run.stderr);
    assert_line_mentions(&run.stderr, &["bot", "7"]);
    assert_eq!(world.path("cache/rathaus/builds").read_dir().unwrap().count(), 0);
}

#[test]
fn no_boards() {
    assert_snapshot!(play(|world| words([&world.testbot("bot", &[]), "--boards", "0"])));
}

#[test]
fn a_seed_out_of_range() {
    assert_snapshot!(play(|world| words([&world.testbot("bot", &[]), "--seed", "18446744073709551616"])));
}

#[test]
fn a_seed_below_zero() {
    assert_snapshot!(play(|world| words([&world.testbot("bot", &[]), "--seed", "-1"])));
}

#[test]
fn an_unknown_parameter() {
    assert_snapshot!(play(|world| words([&world.testbot("bot", &[]), "--set", "mutatoin=0.02"])));
}

#[test]
fn senseless_parameters() {
    assert_snapshot!(play(|world| {
        words([
            &world.testbot("bot", &[]),
            "--set",
            "mutation=2",
            "--set",
            "turns=many",
            "--set",
            "lifespan=-1",
        ])
    }));
}

#[test]
fn parameters_that_contradict_one_another() {
    assert_snapshot!(play(|world| words([&world.testbot("bot", &[]), "--set", "width=40"])));
}

#[test]
fn parameters_that_allow_no_board() {
    assert_snapshot!(play(|world| words([&world.testbot("bot", &[]), "--set", "start_within=5"])));
}

#[test]
fn a_parameter_file_that_is_no_toml() {
    assert_snapshot!(play(|world| {
        words([
            &world.testbot("bot", &[]),
            "--params",
            &world.file("params.toml", "turns = 10\nmutation: 0.1\n"),
        ])
    }));
}

#[test]
fn an_unknown_game() {
    let world = World::new();
    // A folder without custom games.
    let mut command = world.command(&["play", "chess", "bot.py"]);
    command.current_dir(world.path(""));
    let run = world.run_command(command);
    assert_snapshot!(format!("exit code {}\n{}", run.code.unwrap(), run.stderr));
}

#[test]
fn a_cache_that_cannot_be_written() {
    let world = World::new();
    let bot = world.testbot("bot", &[]);
    let mut command = world.command(&["play", "rat-race", &bot]);
    command.env("XDG_CACHE_HOME", world.file("a-file", ""));
    let run = world.run_command(command);
    run.assert_refused(1, &["XDG_CACHE_HOME", "a-file"]);
}
