//! Hostile files: none of them hangs or exhausts the host, reveals other files, or makes it
//! write elsewhere.
#![expect(clippy::disallowed_methods, reason = "the tests make hostile files")]

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{CWD, Mode};

use crate::common::{Run, World, assert_line_mentions, assert_mentions};

const BOT: &str = "class A(Player):\n    def turn(self):\n        return 1, 0\n";

/// The exit code for invalid files.
const INPUT: i32 = 3;

/// The exit code of a tournament in which some entrant cannot be built and all others play.
const UNBUILDABLE: i32 = 5;

/// Much longer than refusing such a file takes, and much shorter than reading it would take.
const SOON: Duration = Duration::from_secs(30);

/// The contents of a file that must not be shown to somebody who links to it.
const SECRET: &str = "TOP-SECRET-1a2b3c = not toml\n";

fn fifo(path: &Path) {
    rustix::fs::mkfifoat(CWD, path, Mode::from_raw_mode(0o600)).expect("a FIFO");
}

/// Runs a command that must refuse its input: soon, with a short message, and without the secret
/// in it.
fn refused(world: &World, arguments: &[&str]) -> Run {
    refused_with(INPUT, world, arguments)
}

fn refused_with(code: i32, world: &World, arguments: &[&str]) -> Run {
    let run = stopped(world.command(arguments));
    assert_eq!(run.0, Some(code), "{arguments:?}: {}", run.1);
    assert!(run.1.len() < 4_000, "{} bytes are said about {arguments:?}", run.1.len());
    assert!(!run.1.contains("SECRET"), "{}", run.1);
    Run { stdout: String::new(), stderr: run.1, code: run.0, took: SOON, pid: 0 }
}

/// The exit code and the output of a command. Panics if it takes long.
fn stopped(mut command: Command) -> (Option<i32>, String) {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let child = command.spawn().expect("the program starts");
    let (id, begin) = (child.id(), Instant::now());
    let output = thread::spawn(move || child.wait_with_output().expect("its end"));
    while !output.is_finished() {
        if begin.elapsed() > SOON {
            signal(id, "KILL");
            panic!("it takes too long: {command:?}");
        }
        thread::sleep(Duration::from_millis(5));
    }
    let output = output.join().expect("its end");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn signal(process: u32, name: &str) {
    let mut kill = Command::new("kill");
    assert!(kill.args(["-s", name, &process.to_string()]).status().expect("kill").success());
}

/// A folder with a valid bot, to which a hostile file is added.
fn submission(hostile: impl FnOnce(&Path)) -> (World, String) {
    let world = World::new();
    world.file("secret.txt", SECRET);
    world.file("bot/player.py", BOT);
    hostile(&world.path("bot"));
    let folder = world.path("bot").to_str().expect("a path").to_owned();
    (world, folder)
}

/// Checks that every command that reads submissions refuses this one. Returns the message.
fn refused_submission(hostile: impl FnOnce(&Path)) -> String {
    let (world, folder) = submission(hostile);
    let run = refused(&world, &["play", "rat-race", "--quiet", &folder]);
    refused(&world, &["commit", &folder]);
    let tournament = "game = \"rat-race\"\nseed = 1\nentrants_folder = \"all\"\n";
    let tournament = world.file("t.toml", tournament);
    world.file("all/good.py", BOT);
    fs::rename(&folder, world.path("all/bot")).expect("moved");
    refused_with(UNBUILDABLE, &world, &["tournament", "run", &tournament, "--quiet"]);
    run.stderr
}

#[test]
fn a_fifo_as_manifest_is_not_waited_for() {
    let said = refused_submission(|bot| fifo(&bot.join("bot.toml")));
    assert_line_mentions(&said, &["bot.toml", "FIFO"]);
}

#[test]
fn a_manifest_that_is_a_link_is_neither_read_nor_quoted() {
    for target in ["/dev/zero", "../secret.txt", "/proc/self/environ", "nowhere"] {
        let said = refused_submission(|bot| symlink(target, bot.join("bot.toml")).unwrap());
        assert_line_mentions(&said, &["bot.toml", "link"]);
    }
}

#[test]
fn no_part_of_a_submission_is_a_link_a_fifo_or_a_socket() {
    let linked = |target: &'static str| move |bot: &Path| symlink(target, bot.join("data")).unwrap();
    for target in ["../secret.txt", "/etc", "/dev/zero", "player.py", "."] {
        assert_mentions(&refused_submission(linked(target)), &["bot/data"]);
    }
    assert_line_mentions(&refused_submission(|bot| fifo(&bot.join("data"))), &["bot/data", "FIFO"]);
    let socket = |bot: &Path| drop(UnixListener::bind(bot.join("data")).unwrap());
    assert_line_mentions(&refused_submission(socket), &["bot/data", "socket"]);
    let below = |bot: &Path| {
        fs::create_dir_all(bot.join("a/b")).unwrap();
        symlink("/etc/passwd", bot.join("a/b/c")).unwrap();
    };
    assert_mentions(&refused_submission(below), &["a/b/c"]);
}

#[test]
fn a_main_source_that_is_a_link_is_named() {
    let said = refused_submission(|bot| {
        fs::remove_file(bot.join("player.py")).unwrap();
        fs::write(bot.join("bot.toml"), "source = \"player.py\"\n").unwrap();
        symlink("../secret.txt", bot.join("player.py")).unwrap();
    });
    assert_line_mentions(&said, &["player.py", "link"]);
}

#[test]
fn a_submission_has_bounds() {
    let said = refused_submission(|bot| File::create(bot.join("data")).unwrap().set_len(3 << 30).unwrap());
    assert_mentions(&said, &["64 MiB"]);
    let said = refused_submission(|bot| {
        (0..10_001).for_each(|number| drop(File::create(bot.join(number.to_string())).unwrap()));
    });
    assert_mentions(&said, &["10000"]);
    let said = refused_submission(|bot| fs::create_dir_all(bot.join("d/".repeat(1_000))).unwrap());
    assert_mentions(&said, &["32"]);
    let said = refused_submission(|bot| {
        let deep = bot.join(format!("{}/", "d".repeat(250)).repeat(5));
        fs::create_dir_all(&deep).unwrap();
        fs::write(deep.join("data"), "").unwrap();
    });
    assert_mentions(&said, &["1024"]);
}

/// Ignored folders are not read. A folder under version control has many files.
#[test]
fn hidden_files_are_no_part_of_a_submission() {
    let (world, folder) = submission(|bot| {
        fs::create_dir(bot.join(".git")).unwrap();
        (0..10_001).for_each(|number| drop(File::create(bot.join(format!(".git/{number}"))).unwrap()));
        fifo(&bot.join(".pipe"));
        symlink("/etc/passwd", bot.join(".link")).unwrap();
    });
    assert_eq!(stopped(world.command(&["commit", &folder])).0, Some(0));
}

#[test]
fn names_that_cannot_be_shown_are_refused() {
    for name in [b"\xff\xfe.py".as_slice(), b"a\x1b[31m", b"a\nb"] {
        let odd = OsStr::from_bytes(name);
        let said = refused_submission(|bot| drop(File::create(bot.join(odd)).unwrap()));
        assert_mentions(&said, &["bot"]);
        assert!(!said.contains('\u{1b}'), "{said}");
    }
    let world = World::new();
    let odd = world.path("").join(OsStr::from_bytes(b"\xff.py"));
    fs::write(&odd, BOT).unwrap();
    for arguments in [["play", "rat-race", "--quiet"].as_slice(), &["commit"]] {
        let mut command = world.command(arguments);
        let (code, said) = stopped({
            command.arg(&odd);
            command
        });
        // `commit` only hashes the source, so it accepts any name.
        assert_eq!(code, Some(if arguments == ["commit"] { 0 } else { INPUT }), "{said}");
    }
}

#[test]
fn manifests_have_bounds() {
    let name = |field: &str, length: usize| format!("{field} = \"{}\"\n", "A".repeat(length));
    let texts = [
        name("name", 1 << 20),
        name("name", 1_000),
        name("entry", 1_000),
        name("source", 1_000),
        name("nome", 1_000),
        format!("name = x{}\n", "A".repeat(60_000)),
        format!("{} = 1\n", "a.".repeat(30_000) + "a"),
        format!("name = {}{}\n", "[".repeat(30_000), "]".repeat(30_000)),
        "\u{1b}[31mname = 1\n".to_owned(),
    ];
    for text in texts {
        let said = refused_submission(|bot| fs::write(bot.join("bot.toml"), text).unwrap());
        assert!(!said.contains('\u{1b}') && said.lines().all(|line| line.len() < 1_200), "{said}");
    }
}

/// Links on the command line are the user's choice. Links in a folder of entrants may be
/// somebody else's.
#[test]
fn links_are_followed_only_where_the_user_has_named_them() {
    let world = World::new();
    world.file("own.py", BOT);
    symlink("own.py", world.path("link.py")).unwrap();
    let link = world.path("link.py").to_str().unwrap().to_owned();
    assert_eq!(stopped(world.command(&["commit", &link])).0, Some(0));
    world.file("all/good.py", BOT);
    symlink("../own.py", world.path("all/bad.py")).unwrap();
    let tournament = world.file("t.toml", "game = \"rat-race\"\nseed = 1\nentrants_folder = \"all\"\n");
    let run = refused_with(UNBUILDABLE, &world, &["tournament", "run", &tournament]);
    assert_line_mentions(&run.stderr, &["bad.py", "link"]);
}

/// A program in the background, which is killed if a test fails.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Covers commands that wait for standard input, and commands that compute for a while on the
/// main thread.
#[test]
fn a_command_that_reads_is_ended_by_any_signal() {
    for arguments in [["commit", "-"], ["match", "run"]] {
        for name in ["INT", "TERM", "HUP"] {
            let world = World::new();
            let mut command = world.command(&arguments);
            command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            let mut child = Running(command.spawn().expect("the program starts"));
            // Once the program has taken part of this, it is reading.
            let mut stdin = child.0.stdin.take().unwrap();
            stdin.write_all(&[b' '; 1 << 17]).unwrap();
            thread::sleep(Duration::from_millis(300));
            signal(child.0.id(), name);
            let begin = Instant::now();
            let status = loop {
                if let Some(status) = child.0.try_wait().unwrap() {
                    break status;
                }
                assert!(begin.elapsed() < SOON, "{arguments:?} is deaf to {name}");
                thread::sleep(Duration::from_millis(5));
            };
            assert_eq!(status.code(), Some(130), "{arguments:?} {name}");
        }
    }
}

/// The user names each of these files, but somebody else made it.
#[test]
fn files_of_strangers_are_regular_and_have_bounds() {
    let world = World::new();
    let bot = world.file("bot.py", BOT);
    let hostile = world.path("hostile.toml");
    let name = hostile.to_str().unwrap().to_owned();
    let commands: [&[&str]; 9] = [
        &["commit", &name],
        &["verify", "--ledger", &name],
        &["play", "rat-race", &bot, "--quiet", "--params", &name],
        &["play", "rat-race", &bot, "--quiet", "--ledger", &name],
        &["play", "prisoners-dilemma", &bot, &bot, "--quiet", "--seed-file", &name],
        &["play", "grid-routing", "--quiet", "--bots-file", &name],
        &["replay", &name],
        &["tournament", "run", &name],
        &["play", &name, &bot],
    ];
    let makers: [&dyn Fn(); 4] = [
        &|| fifo(&hostile),
        &|| symlink("/dev/zero", &hostile).unwrap(),
        &|| File::create(&hostile).unwrap().set_len(3 << 30).unwrap(),
        &|| drop(UnixListener::bind(&hostile).unwrap()),
    ];
    for make in makers {
        make();
        for arguments in commands.iter().filter(|arguments| arguments[1] != name || arguments[0] != "play") {
            refused(&world, arguments);
        }
        fs::remove_file(&hostile).unwrap();
    }
}

#[test]
fn a_game_is_no_link_and_no_fifo() {
    let world = World::new();
    world.file("secret.txt", SECRET);
    let bot = world.file("bot.py", BOT);
    fs::create_dir(world.path("game")).unwrap();
    let (file, game) = (world.path("game/game.toml"), world.path("game").to_str().unwrap().to_owned());
    let makers: [&dyn Fn(); 3] = [&|| fifo(&file), &|| symlink("../secret.txt", &file).unwrap(), &|| {
        File::create(&file).unwrap().set_len(3 << 30).unwrap()
    }];
    for make in makers {
        make();
        refused(&world, &["play", &game, &bot, "--quiet"]);
        fs::remove_file(&file).unwrap();
    }
}

#[test]
fn long_lines_of_files_are_not_printed() {
    let world = World::new();
    let bot = world.file("bot.py", BOT);
    let long = "A".repeat(400_000);
    for text in [
        format!("name = x{long}\n"),
        format!("name = \"{long}\"\n"),
        format!("{long} = 1\n"),
        format!("seed = [\"{long}\"]\n"),
        format!("{}x = 1\n", "a = 1\n".repeat(50_000)),
        format!("[{}]\n{}", &long[..300_000], "a = 1\n".repeat(10)),
        format!("entrants = [{}]\n", "1,".repeat(300_000)),
    ] {
        let file = world.file("t.toml", &text);
        for arguments in [
            ["tournament", "run", &file, "--quiet"].as_slice(),
            &["verify", "--ledger", &file],
            &["play", "rat-race", &bot, "--params", &file],
        ] {
            let (code, said) = stopped(world.command(arguments));
            assert!(code == Some(INPUT) || code == Some(2), "{code:?} {said:.400}");
            assert!(said.len() < 100_000, "{} bytes are said about {arguments:?}", said.len());
            assert!(said.lines().all(|line| line.len() < 1_500), "{arguments:?}");
        }
    }
}

/// The time for reading postings grows linearly with their number.
#[test]
fn a_large_ledger_is_read_soon() {
    let world = World::new();
    let posting = |number: usize| {
        format!(
            "[[posting]]\nplayer = \"p{number}\"\nhash = \"n1bnYdeb/bNDBKASWGywTRa0Ne9hMAkal3AuVZJgovI=\"\n\
             posted = 2014-05-08T00:00:00Z\n"
        )
    };
    let postings: String = (0..50_000).map(posting).collect();
    let ledger = world.file("ledger.toml", &format!("deadline = 2014-05-09T00:00:00Z\n{postings}"));
    let source = world.file("p1.py", "pass\n");
    let (code, said) = stopped(world.command(&["verify", "--ledger", &ledger, &source]));
    assert_eq!(code, Some(8), "{said:.300}");
}

/// Rathaus writes files beside one that somebody else made, but not through links there.
#[test]
fn nothing_is_written_through_a_link() {
    let world = World::new();
    world.file("victim.txt", SECRET);
    for target in ["victim.txt", "nowhere"] {
        symlink(target, world.path("tournament.schema.json")).unwrap();
        let file = world.path("t.toml").to_str().unwrap().to_owned();
        let (code, _) = stopped(world.command(&["tournament", "init", &file]));
        assert_ne!(code, Some(0));
        fs::remove_file(world.path("tournament.schema.json")).unwrap();
        let _ = fs::remove_file(&file);
    }
    assert_eq!(fs::read_to_string(world.path("victim.txt")).unwrap(), SECRET);
    assert!(!world.path("nowhere").exists());
}

/// Whatever a source contains, the host does not search it for long before anything runs in
/// a sandbox.
#[test]
fn a_hostile_source_is_searched_soon() {
    let chain: String =
        (0..20_000).map(|number| format!("class C{number}(C{}): pass\n", number + 1)).collect();
    let world = World::new();
    for (file, text) in [
        ("chain.py", chain),
        ("many.py", (0..50_000).map(|number| format!("class C{number}(Player): pass\n")).collect()),
        ("large.py", "class A(B): pass\n".repeat(3_000_000)),
        ("open.py", "class A(".repeat(200_000)),
        ("blanks.py", format!("class A{}", " ".repeat(1_000)).repeat(1_900)),
        ("quotes.py", "\"".repeat(2_000_000)),
        ("comments.cpp", "/*".repeat(1_000_000)),
    ] {
        let file = world.file(file, &text);
        let run = refused(&world, &["play", "rat-race", "--quiet", &file]);
        assert_eq!(run.code, Some(INPUT), "{file}");
    }
}
