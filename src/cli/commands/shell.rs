//! `rathaus completions` and `rathaus man`: shell completions and manual pages.

use std::path::Path;

use clap::{Command, CommandFactory};

use crate::cli::args::{Args, CompletionsArgs, ManArgs};
use crate::cli::exit::CommandError;
use crate::cli::terminal::{message, print_generated};

const NAME: &str = "rathaus";

pub(crate) fn completions(args: &CompletionsArgs) -> Result<(), CommandError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), NAME, &mut script);
    print_generated(&script)
}

pub(crate) fn man(args: &ManArgs) -> Result<(), CommandError> {
    let mut command = Args::command();
    // Propagate global options to the subcommands.
    command.build();
    std::fs::create_dir_all(&args.folder).map_err(|error| unwritable(&args.folder, &error))?;
    write_page(&command, NAME, &args.folder)?;
    message(&format!("{}: read a page with `man -l {0}/{NAME}.1`", args.folder.display()));
    Ok(())
}

/// Writes the manual page of a command, and those of its subcommands.
fn write_page(command: &Command, name: &str, folder: &Path) -> Result<(), CommandError> {
    let page = folder.join(format!("{name}.1"));
    let mut text = Vec::new();
    let titled = command.clone().name(name.to_owned()).display_name(name.to_owned());
    clap_mangen::Man::new(titled).render(&mut text).map_err(|error| unwritable(&page, &error))?;
    std::fs::write(&page, text).map_err(|error| unwritable(&page, &error))?;
    for subcommand in command.get_subcommands().filter(|one| !one.is_hide_set() && one.get_name() != "help") {
        write_page(subcommand, &format!("{name}-{}", subcommand.get_name()), folder)?;
    }
    Ok(())
}

fn unwritable(path: &Path, error: &std::io::Error) -> CommandError {
    CommandError::host(format!("{}: cannot be written: {error}", path.display()))
}
