//! Matches with `--watch`, through the binary: in a terminal that Python makes for it, and
//! without one.
#![expect(clippy::disallowed_methods, reason = "tests start Python, which starts the host in a terminal")]

use std::process::Command;
use std::time::Duration;

use crate::common::{Run, World, assert_line_mentions, assert_mentions, matches};

/// Runs a command in a terminal of 100 columns and 30 rows, presses keys when a match is shown, and
/// prints everything that the terminal received. At the end it prints whether the terminal has its
/// former settings.
const TERMINAL: &str = r#"
import fcntl, os, pty, select, struct, subprocess, sys, termios, time

keys, command = sys.argv[1].encode().decode("unicode_escape").encode(), sys.argv[2:]
host, terminal = pty.openpty()
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
before = termios.tcgetattr(terminal)
bot = subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True,
                       preexec_fn=lambda: os.environ.get("OWN") and fcntl.ioctl(0, termios.TIOCSCTTY, 0))
seen, end = b"", None
while end is None or time.monotonic() < end:
    if select.select([host], [], [], 0.05)[0]:
        seen += os.read(host, 65536)
    if keys and b"population" in seen:
        if keys.endswith(b"close"):
            # A paused screen writes nothing, so it can notice the end of the terminal only when reading.
            os.write(host, keys[:-5])
            time.sleep(0.3)
            os.close(host)
            os.close(terminal)
            sys.exit(bot.wait(20))
        os.write(host, keys)
        keys = b""
    if end is None and bot.poll() is not None:
        end = time.monotonic() + 0.3
sys.stdout.buffer.write(seen)
print("the terminal is as it was:", termios.tcgetattr(terminal) == before)
sys.exit(bot.returncode)
"#;

const ENTER: &str = "\u{1b}[?1049h";
const LEAVE: &str = "\u{1b}[?1049l";
const RESTORED: &str = "the terminal is as it was: True";

/// A text without control sequences.
fn plain(text: &str) -> String {
    let sequence = regex::Regex::new(r"\x1b\[[0-9;?]*[A-Za-z]").expect("a pattern");
    sequence.replace_all(text, " ").into_owned()
}

/// Plays in a terminal in which these keys are pressed.
fn watched(world: &World, keys: &str, arguments: &[&str]) -> Run {
    watched_in(world, "1", keys, arguments)
}

/// The same in a terminal that is the host's own, so that the kernel tells it of a hang-up, or not.
fn watched_in(world: &World, own: &str, keys: &str, arguments: &[&str]) -> Run {
    let host = world.command(&[&["play", "rat-race", "--watch"], arguments].concat());
    let mut python = Command::new("python3");
    python.args(["-c", TERMINAL, keys]).arg(host.get_program()).args(host.get_args());
    for (name, value) in host.get_envs() {
        match value {
            Some(value) => python.env(name, value),
            None => python.env_remove(name),
        };
    }
    python.env("OWN", own).env("TERM", "xterm-256color").env_remove("NO_COLOR");
    world.run_command(python)
}

#[test]
fn without_a_terminal_it_is_played_as_usual() {
    let world = World::sharing_builds();
    let bot = world.testbot("steady", &[]);
    let play = |more: &[&str]| {
        let run = [&["play", "rat-race", &bot, "--json", "--boards", "3", "--seed", "1"], more].concat();
        world.run(&[run.as_slice(), &["--set", "turns=60"]].concat())
    };
    let (plain, watched) = (play(&["--quiet"]), play(&["--watch"]));
    assert_eq!((plain.code, watched.code), (Some(0), Some(0)), "{}", watched.stderr);
    assert_eq!(matches(&plain.json(), 0), matches(&watched.json(), 0));
    assert_line_mentions(&watched.stderr, &["--watch", "terminal"]);
    assert!(!watched.stderr.contains('\u{1b}'));
}

#[test]
fn nobody_watches_quietly() {
    let world = World::sharing_builds();
    let bot = world.testbot("steady", &[]);
    let run = world.run(&["play", "rat-race", &bot, "--watch", "--quiet"]);
    run.assert_refused(2, &["--watch", "--quiet"]);
}

/// The match is shown on an alternate screen, at the chosen speed, and has the same result. Then
/// the program prints the results.
#[test]
fn a_match_is_shown_in_a_terminal_and_comes_out_the_same() {
    let world = World::sharing_builds();
    let bot = world.testbot("steady", &[]);
    let arguments = [bot.as_str(), "--boards", "2", "--seed", "1", "--set", "turns=60"];
    // Pauses, takes two steps, and continues at full speed.
    let run = watched(&world, " ss ++++++", &arguments);
    assert_eq!(run.code, Some(0), "{}", run.stdout);
    let (_, rest) = run.stdout.split_once(ENTER).expect("a screen");
    let (screen, after) = rest.split_once(LEAVE).expect("the end of it");
    // What is played, the keys, and the chosen speed.
    assert_mentions(&plain(screen), &["rat-race", "1", "2", "steady", "space", "full speed"]);
    assert!(after.contains(RESTORED) && !after.contains(ENTER), "{after}");
    let unwatched = world.run(&[&["play", "rat-race", "--quiet"], arguments.as_slice()].concat());
    assert!(after.replace('\r', "").contains(&unwatched.stdout), "{after}\n{}", unwatched.stdout);
}

#[test]
fn who_leaves_has_the_rest_played_without_being_shown() {
    let world = World::sharing_builds();
    let bot = world.testbot("steady", &[]);
    let run = watched(&world, "q", &[&bot, "--boards", "2", "--seed", "1", "--set", "turns=60"]);
    assert_eq!(run.code, Some(0), "{}", run.stdout);
    let (_, after) = run.stdout.split_once(LEAVE).expect("the end of the screen");
    // The results of both boards follow.
    let unwatched =
        ["play", "rat-race", "--quiet", &bot, "--boards", "2", "--seed", "1", "--set", "turns=60"];
    assert!(after.replace('\r', "").contains(&world.run(&unwatched).stdout), "{after}");
    assert!(after.contains(RESTORED), "{after}");
}

#[test]
fn an_interruption_gives_the_terminal_back() {
    let world = World::sharing_builds();
    let bot = world.testbot("steady", &[]);
    let run = watched(&world, "\\x03", &[&bot, "--boards", "2", "--seed", "1"]);
    assert_eq!(run.code, Some(130), "{}", run.stdout);
    let (_, after) = run.stdout.split_once(LEAVE).expect("the end of the screen");
    assert_mentions(&plain(after), &["error:"]);
    assert!(after.contains(RESTORED), "{after}");
}

/// Whether the kernel sends a signal or not, and whether the screen is moving or paused.
#[test]
fn the_end_of_the_terminal_ends_the_run() {
    for (own, keys) in [("1", "close"), ("1", " close"), ("", "close"), ("", " close")] {
        let world = World::sharing_builds();
        let bot = world.testbot("steady", &["--slow-ms", "2"]);
        let run = watched_in(&world, own, keys, &[&bot, "--seed", "1"]);
        assert_eq!(run.code, Some(130), "{own:?} {keys:?}: {}", run.stderr);
        assert!(run.took < Duration::from_secs(15), "{own:?} {keys:?}: {:?}", run.took);
        assert_eq!(run.left_running(), Vec::<String>::new());
    }
}

/// A run under `nohup` goes on after its terminal has closed.
#[test]
fn an_ignored_hang_up_is_ignored() {
    let world = World::sharing_builds();
    let bot = world.testbot("steady", &["--slow-ms", "2"]);
    let short = ["play", "rat-race", &bot, "--boards", "1", "--seed", "1", "--set", "turns=300", "--quiet"];
    let host = world.command(&short);
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' HUP; \"$@\" & sleep 1; kill -s HUP $!; wait $!", "sh"]);
    shell.arg(host.get_program()).args(host.get_args());
    shell.envs(host.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let run = world.run_command(shell);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
}
