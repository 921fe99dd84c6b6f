//! Checks the names of entrants in a tournament file.

use crate::report::harmless;
use crate::toml_file::{TomlDiagnostic, escaped, suggestion};
use crate::tournament::config::{TournamentConfig, TournamentFileReadOutcome};

/// Refuses names that no entrant has.
pub(super) fn refuse_unknown(
    config: &TournamentConfig,
    known: &[&str],
    reading: &TournamentFileReadOutcome,
    problems: &mut Vec<TomlDiagnostic>,
) {
    for (pointer, name) in named(config) {
        if known.contains(&name) {
            continue;
        }
        let help = match suggestion(name, known.iter().copied()) {
            Some(close) => format!("did you mean `{}`?", harmless(close)),
            None => format!("the entrants are: {}", harmless(&known.join(", "))),
        };
        let problem = format!("no entrant has the name `{}`", harmless(name));
        problems.push(TomlDiagnostic { span: reading.place(&pointer), problem, help });
    }
}

/// All names of entrants in the file, each with the JSON pointer to it.
fn named(config: &TournamentConfig) -> impl Iterator<Item = (String, &str)> {
    let alone = [("/challenger", &config.challenger), ("/rating_anchor", &config.rating_anchor)];
    let alone = alone.into_iter().filter_map(|(pointer, name)| Some((pointer.to_owned(), name.as_deref()?)));
    let versions = config.versions.iter().map(|(bot, names)| (format!("/versions/{}", escaped(bot)), names));
    let teams = config.teams.iter().map(|(team, names)| (format!("/teams/{}", escaped(team)), names));
    let lists =
        std::iter::once(("/challengers".to_owned(), &config.challengers)).chain(versions).chain(teams);
    let listed = lists.flat_map(|(pointer, names)| {
        let places = (0_usize..).map(move |index| format!("{pointer}/{index}"));
        places.zip(names.iter().map(String::as_str))
    });
    alone.chain(listed)
}
