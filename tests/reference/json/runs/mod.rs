//! Runs of the program on small inputs. Together they have each field at least once.

mod bots;
mod play;
mod tools;
mod tournaments;

use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;

use serde_json::Value;

use super::Outputs;
use crate::common::World;

/// The outputs of all commands that print JSON. Many runs wait until a bot is late, so several run at
/// the same time, each group in a world of its own.
pub fn outputs() -> Outputs {
    let groups: Vec<fn(&World) -> Outputs> =
        [&[tools::outputs as fn(&World) -> Outputs, tournaments::outputs], play::GROUPS.as_slice()].concat();
    let threads: Vec<_> =
        groups.into_iter().map(|outputs| thread::spawn(move || outputs(&World::new()))).collect();
    threads.into_iter().flat_map(|thread| thread.join().expect("outputs")).collect()
}

/// The JSON that a command prints, whether the command succeeds or finds faults.
fn json(world: &World, arguments: &[&str]) -> Value {
    let run = world.run_command(command(world, arguments));
    let parsed = serde_json::from_str(&run.stdout);
    parsed.unwrap_or_else(|error| panic!("{arguments:?}: {error} in {}{}", run.stdout, run.stderr))
}

/// Runs a command that must succeed, or fail to build a bot.
fn done(world: &World, arguments: &[&str]) -> String {
    let run = world.run_command(command(world, arguments));
    assert!(matches!(run.code, Some(0 | 5)), "{arguments:?}: {}{}", run.stdout, run.stderr);
    run.stdout
}

/// The JSON that a command prints for this input.
fn json_from(world: &World, arguments: &[&str], input: &str) -> Value {
    let mut command = command(world, arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    child.stdin.take().expect("its input").write_all(input.as_bytes()).expect("a spec");
    let output = child.wait_with_output().expect("its output");
    let parsed = serde_json::from_slice(&output.stdout);
    parsed
        .unwrap_or_else(|error| panic!("{arguments:?}: {error}: {}", String::from_utf8_lossy(&output.stderr)))
}

fn command(world: &World, arguments: &[&str]) -> Command {
    let mut command = world.command(arguments);
    command.current_dir(world.path(""));
    command
}

/// All of these words.
fn words<'a>(parts: &[&[&'a str]]) -> Vec<&'a str> {
    parts.concat()
}

fn as_words(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}
