//! `rathaus tournament export`: texts that the program of a custom game keeps of each match, such as
//! the moves in PGN, one after the other.

use std::collections::BTreeSet;

use serde_json::Value;

use super::load::{open_read_only, schedule, unusable};
use crate::cli::args::tournament::ExportArgs;
use crate::cli::exit::CommandError;
use crate::cli::terminal;
use crate::report::harmless;

/// The texts of all matches that have been played, in the order of the schedule.
pub(super) fn export(args: &ExportArgs) -> Result<(), CommandError> {
    let (store, state) = open_read_only(&args.file.file)?;
    let schedule = schedule(&store, &state)?;
    let (mut exported, mut others) = (0, BTreeSet::new());
    for position in 0..schedule.keys.len() {
        let Some(played) = store.get(&schedule.key(position)).map_err(unusable)? else { continue };
        let details = &played.result.details["game"];
        match details[args.text.as_str()].as_str() {
            Some(text) => {
                let names: Vec<&str> = schedule.names_of(position).map(String::as_str).collect();
                terminal::print_text(&(named(text, &names) + "\n"))?;
                exported += 1;
            }
            None => others.extend(text_names(details)),
        }
    }
    if exported > 0 {
        return Ok(());
    }
    let help = match others.len() {
        0 => "the program of a custom game can keep texts in the `details` of its end".to_owned(),
        _ => format!("its matches keep: {}", others.into_iter().collect::<Vec<_>>().join(", ")),
    };
    let problem = format!("no match that has been played keeps a text `{}`", harmless(&args.text));
    Err(CommandError::usage(format!("{problem}\n  help: {help}")))
}

/// The names of all texts in the details of a match.
fn text_names(details: &Value) -> impl Iterator<Item = String> + '_ {
    let fields = details.as_object().into_iter().flatten();
    fields.filter(|(_, value)| value.is_string()).map(|(name, _)| harmless(name))
}

/// The text with the names of the entrants instead of `{seat 0}` and so on. Names are without
/// letters that end a string in PGN, SGF and other formats.
fn named(text: &str, names: &[&str]) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || " -_.+()".contains(letter);
    let mut named = text.to_owned();
    for (seat, name) in names.iter().enumerate() {
        let plain: String = name.chars().map(|letter| if is_plain(letter) { letter } else { '_' }).collect();
        named = named.replace(&format!("{{seat {seat}}}"), &plain);
    }
    named
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn names_cannot_leave_their_place() {
        let text = "[White \"{seat 0}\"]\n[Black \"{seat 1}\"]\n1. e4\n";
        let found = named(text, &["a\"]\n[x \"", "{seat 0} v1.2"]);
        assert_eq!(found, "[White \"a____x _\"]\n[Black \"_seat 0_ v1.2\"]\n1. e4\n");
    }
}
