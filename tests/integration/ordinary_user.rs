//! Matches of a user who is not root. These tests usually run as root, where other sandboxes work.
#![expect(clippy::disallowed_methods, reason = "tests copy the program and start it as another user")]
#![expect(clippy::disallowed_macros, reason = "a test that is skipped says so")]

use std::fs;
use std::os::unix::fs::chown;
use std::process::Command;

use crate::common::World;

/// The user without rights on all Linux systems.
const NOBODY: u32 = 65_534;

/// A run proves its sandbox first. That must not fail by chance.
#[test]
fn a_sandbox_is_found_each_time() {
    if !rustix::process::geteuid().is_root() {
        println!("skipped: the other tests run as an ordinary user already");
        return;
    }
    let world = World::new();
    let program = world.open_program();
    let home = world.path("home");
    fs::create_dir(&home).unwrap();
    chown(&home, Some(NOBODY), Some(NOBODY)).unwrap();
    let bots =
        ["one", "other"].map(|name| world.file(&format!("{name}.sh"), "read p me r; echo $((me % p + 1))\n"));
    let command = |arguments: &[&str]| {
        let mut command = Command::new("setpriv");
        let user = NOBODY.to_string();
        command.args(["--reuid", &user, "--regid", &user, "--clear-groups"]).arg(&program).args(arguments);
        command.env("HOME", &home).env("XDG_CACHE_HOME", home.join("cache")).env("TMPDIR", &home);
        command.current_dir(&home);
        command
    };
    let doctor = world.run_command(command(&["doctor", "--json"])).json();
    if !doctor["sandboxes"].as_array().unwrap().iter().any(|sandbox| sandbox["fit"] == true) {
        println!("skipped: this machine has no sandbox for ordinary users");
        return;
    }
    for attempt in 1..=12 {
        let play = ["play", "prisoners-dilemma", &bots[0], &bots[1], "--seed", "1", "--json", "--quiet"];
        let run = world.run_command(command(&[play.as_slice(), &["--set", "rounds_per_player=1"]].concat()));
        assert_eq!(run.code, Some(0), "attempt {attempt}: {}{}", run.stdout, run.stderr);
    }
}
