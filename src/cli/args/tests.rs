//! Tests that every command has complete help.

use clap::{Command, CommandFactory};

use super::Args;

/// All commands without subcommands, with their full names.
fn commands(command: &Command, name: &str) -> Vec<(String, Command)> {
    let visible = command.get_subcommands().filter(|one| !one.is_hide_set() && one.get_name() != "help");
    let inside: Vec<_> =
        visible.flat_map(|one| commands(one, &format!("{name} {}", one.get_name()))).collect();
    if inside.is_empty() { vec![(name.to_owned(), command.clone())] } else { inside }
}

#[test]
fn every_command_is_described_in_a_line_and_has_an_example() {
    let all = commands(&Args::command(), "rathaus");
    assert!(all.len() > 20, "{}", all.len());
    for (name, command) in all {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        assert!((10..=75).contains(&about.len()), "{name}: {about}");
        let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let is_shown = name.ends_with(" schema") || examples.contains(&format!("  {name}")) || {
            // In a pipe, the command may follow others.
            examples.contains(&name)
        };
        assert!(is_shown, "{name} has no example");
    }
}

#[test]
fn every_option_is_described() {
    for (name, command) in commands(&Args::command(), "rathaus") {
        for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
            let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.len() > 7, "{name} {}: {help}", argument.get_id());
        }
    }
}
