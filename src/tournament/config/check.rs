//! Reads a `tournament.toml`, and reports everything that is wrong with it.

use std::ops::Range;

use jiff::Timestamp;
use rathaus_games::ConfiguredGame;
use rathaus_games::custom::SeatRange;
use rathaus_games::parameters::ParameterError;
use serde_json::json;

use super::TournamentConfig;
use super::schema;
use crate::toml_file::{SpannedToml, TomlDiagnostic, escaped};
use crate::tournament::{DecisionTarget, TournamentFormat};
use crate::untrusted;

/// The result of reading a `tournament.toml`.
#[derive(Debug)]
pub struct TournamentFileReadOutcome {
    /// The settings, without the values that have problems, so that callers can check the rest.
    /// `None` if the rest makes no sense without them.
    pub config: Option<(TournamentConfig, ConfiguredGame)>,
    pub problems: Vec<TomlDiagnostic>,
    source: Option<SpannedToml>,
}

/// Finds the game that a file names. The error has the problem and the help.
pub type GameLookup<'a> = &'a dyn Fn(&str) -> Result<ConfiguredGame, (String, String)>;

impl TournamentFileReadOutcome {
    /// Reads a text. `games` finds the game that it names.
    pub fn of(text: &str, games: GameLookup) -> TournamentFileReadOutcome {
        let source = match SpannedToml::read(text) {
            Ok(source) => source,
            Err(problems) => return TournamentFileReadOutcome { config: None, problems, source: None },
        };
        let (mut problems, sound) = schema::form().problems(&source);
        let rules = rules(&source, games, &mut problems);
        let config: Result<TournamentConfig, _> = serde_json::from_value(sound);
        if let (Err(error), true) = (&config, problems.is_empty()) {
            problems.push(TomlDiagnostic::of_file(error.to_string(), "seeds have at most 64 bits"));
        }
        let config = config.ok();
        let config = config.zip(rules);
        if let Some((config, rules)) = &config {
            config.check(rules, &source, &mut problems);
        }
        TournamentFileReadOutcome { config, problems, source: Some(source) }
    }

    /// The span of the value at this JSON pointer, such as `/entrants/3`.
    pub fn place(&self, pointer: &str) -> Option<Range<usize>> {
        self.source.as_ref()?.value(pointer)
    }
}

impl TournamentConfig {
    fn check(&self, rules: &ConfiguredGame, source: &SpannedToml, problems: &mut Vec<TomlDiagnostic>) {
        self.refuse_unsupported(rules, source, problems);
        self.refuse_no_entrants(source, problems);
        self.refuse_disorder(source, problems);
        self.refuse_long_names(source, problems);
    }

    /// Refuses names that are too long for tables and pages.
    fn refuse_long_names(&self, source: &SpannedToml, problems: &mut Vec<TomlDiagnostic>) {
        let own = ("/name".to_owned(), &self.name);
        let entrants = self.entrant.iter().enumerate();
        let entrants = entrants.map(|(index, entrant)| (format!("/entrant/{index}/name"), &entrant.name));
        for (pointer, name) in std::iter::once(own).chain(entrants) {
            if let Some(Err(error)) = name.as_deref().map(untrusted::check_name) {
                let (span, problem) = (source.value(&pointer), format!("`name` {error}"));
                problems.push(TomlDiagnostic { span, problem, help: error.help().into() });
            }
        }
    }

    /// Refuses settings that do not apply to this game.
    fn refuse_unsupported(
        &self,
        rules: &ConfiguredGame,
        source: &SpannedToml,
        problems: &mut Vec<TomlDiagnostic>,
    ) {
        let together = rules.is_multiplayer();
        let has_seed_file = rules.seed_file().is_some();
        let one_game = self.games.unwrap_or(1) == 1 && self.format.is_none_or(|format| !format.has_rounds());
        let unfit = [
            (
                "boards",
                self.boards.is_some() && together,
                "say with `games` how many games all play together",
            ),
            ("games", self.games.is_some() && !together, "say with `boards` how many boards each plays"),
            ("seats", self.seats.is_some() && !together, "leave it out: each plays alone"),
            (
                "rating_anchor",
                self.rating_anchor.is_some() && !together,
                "leave it out: only multiplayer games have ratings",
            ),
            (
                "format",
                !together && self.format.is_some_and(|format| format != TournamentFormat::Adaptive),
                "leave it out: each plays alone; or take `format = \"adaptive\"`",
            ),
            (
                "seed_file",
                self.seed_file.is_some() && !has_seed_file,
                "leave it out: all comes from the seed",
            ),
        ];
        for (name, _, help) in unfit.into_iter().filter(|(_, unfit, _)| *unfit) {
            problems.push(TomlDiagnostic {
                span: source.key(&format!("/{name}")),
                problem: format!("`{name}` is not for the game {}", rules.name()),
                help: help.into(),
            });
        }
        self.refuse_impossible_format(rules, source, problems);
        if self.seed_file.is_some() && has_seed_file && !one_game {
            problems.push(TomlDiagnostic {
                span: source.value(if self.games.is_some() { "/games" } else { "/format" }),
                problem: "a seed file has the numbers of one game".into(),
                help: "play one game, or leave `seed_file` out: then each game's numbers come from the seed"
                    .into(),
            });
        }
    }

    /// Refuses numbers of seats that the game does not have, and gauntlets without a challenger.
    fn refuse_impossible_format(
        &self,
        rules: &ConfiguredGame,
        source: &SpannedToml,
        problems: &mut Vec<TomlDiagnostic>,
    ) {
        if let Some(seats) = self.seats {
            let SeatRange { from, to } = rules.seats();
            if rules.is_multiplayer() && !(from..=to).contains(&seats) {
                problems.push(TomlDiagnostic {
                    span: source.value("/seats"),
                    problem: format!("a match of {} has {from} to {to} seats, and not {seats}", rules.name()),
                    help: "take another number, or leave it out".into(),
                });
            }
        }
        self.refuse_no_duel(rules, source, problems);
        self.refuse_odd_target(source, problems);
        self.refuse_odd_challengers(source, problems);
    }

    /// Refuses gauntlets without a challenger, and challengers of other formats.
    fn refuse_odd_challengers(&self, source: &SpannedToml, problems: &mut Vec<TomlDiagnostic>) {
        let is_gauntlet = self.format == Some(TournamentFormat::Gauntlet);
        let named =
            [("/challenger", self.challenger.is_some()), ("/challengers", !self.challengers.is_empty())];
        let place = named.iter().find(|(_, is_named)| *is_named).map(|(place, _)| *place);
        let found = match (is_gauntlet, place) {
            (true, None) => Some(("/format", "a gauntlet has a challenger")),
            (false, Some(place)) => Some((place, "only a gauntlet has a challenger")),
            (true, Some(_)) if named.iter().all(|(_, is_named)| *is_named) => {
                Some(("/challengers", "`challenger` and `challengers` say the same"))
            }
            _ => None,
        };
        if let Some((place, problem)) = found {
            problems.push(TomlDiagnostic {
                span: source.value(place),
                problem: problem.into(),
                help: "`format = \"gauntlet\"` and `challenger = \"NAME\"`, the name of an entrant, belong together; \
                       name several with `challengers`"
                    .into(),
            });
        }
    }

    /// Refuses targets that do not exist, and targets of formats that decide nothing.
    fn refuse_odd_target(&self, source: &SpannedToml, problems: &mut Vec<TomlDiagnostic>) {
        let Some(decide) = &self.decide else { return };
        if self.format != Some(TournamentFormat::Adaptive) {
            problems.push(TomlDiagnostic {
                span: source.key("/decide"),
                problem: "only an adaptive tournament has `decide`".into(),
                help: "add `format = \"adaptive\"`, or leave `decide` out".into(),
            });
        }
        if let Err(error) = decide.parse::<DecisionTarget>() {
            problems.push(TomlDiagnostic {
                span: source.value("/decide"),
                problem: error.to_string(),
                help: "for example `decide = \"winner\"`, `decide = \"top 4\"` or `decide = \"all\"`".into(),
            });
        }
    }

    /// Refuses knock-outs whose matches do not have two seats.
    fn refuse_no_duel(
        &self,
        rules: &ConfiguredGame,
        source: &SpannedToml,
        problems: &mut Vec<TomlDiagnostic>,
    ) {
        let is_duel = rules.seats().contains(2);
        if self.format != Some(TournamentFormat::KnockOut)
            || is_duel && self.seats.is_none_or(|seats| seats == 2)
        {
            return;
        }
        problems.push(TomlDiagnostic {
            span: source.value(if is_duel { "/seats" } else { "/format" }),
            problem: "in a knock-out two meet".into(),
            help: if is_duel {
                "leave `seats` out".into()
            } else {
                format!("{} is not for two; take `format = \"swiss\"`", rules.name())
            },
        });
    }

    fn refuse_no_entrants(&self, source: &SpannedToml, problems: &mut Vec<TomlDiagnostic>) {
        let is_empty = |name: &str| source.value[name].is_null() || source.value[name] == json!([]);
        if ["entrants", "entrants_folder", "entrant"].into_iter().all(is_empty) {
            problems.push(TomlDiagnostic::of_file(
                "the tournament has no entrants",
                "list the submissions: `entrants = [\"bots/ann.py\", \"bots/ben\"]`, or `entrants_folder = \"bots\"`",
            ));
        }
    }

    /// Refuses deadlines that are not in chronological order.
    fn refuse_disorder(&self, source: &SpannedToml, problems: &mut Vec<TomlDiagnostic>) {
        let phases = &self.phases;
        let given: Vec<(&str, Timestamp)> = [
            ("commitments_until", phases.commitments_until),
            ("reveals_until", phases.reveals_until),
            ("results_on", phases.results_on),
        ]
        .into_iter()
        .filter_map(|(name, moment)| Some((name, moment?)))
        .collect();
        for pair in given.windows(2) {
            let [(before, early), (after, late)] = pair else { continue };
            if late < early {
                problems.push(TomlDiagnostic {
                    span: source.value(&format!("/phases/{after}")),
                    problem: format!("`{after}` ({late}) is before `{before}` ({early})"),
                    help: "first the commitments, then the reveals, then the results".into(),
                });
            }
        }
    }
}

/// The game with its parameters, or `None` if the file names no game that exists.
fn rules(
    source: &SpannedToml,
    games: GameLookup,
    problems: &mut Vec<TomlDiagnostic>,
) -> Option<ConfiguredGame> {
    let named = source.value["game"].as_str()?;
    let game = match games(named) {
        Ok(game) => game,
        Err((problem, help)) => {
            problems.push(TomlDiagnostic { span: source.value("/game"), problem, help });
            return None;
        }
    };
    let empty = serde_json::Map::new();
    let settings = source.value["parameters"].as_object().unwrap_or(&empty);
    let own: Vec<_> = settings.iter().map(|(name, value)| (name.as_str(), value)).collect();
    let place = |error: &ParameterError| match error {
        ParameterError::Unknown(name) => source.key(&format!("/parameters/{}", escaped(name))),
        ParameterError::Senseless { name, .. } => source.value(&format!("/parameters/{name}")),
        ParameterError::Contradiction(_) => source.key("/parameters"),
    };
    match game.configured(&own) {
        Ok(rules) => Some(rules),
        // Default parameters stand in for the wrong ones, so that the rest of the file can
        // be checked.
        Err(errors) => {
            problems.extend(errors.iter().map(|error| TomlDiagnostic {
                span: place(error),
                problem: error.to_string(),
                help: format!("`rathaus play {named} --set help` lists all parameters and what they may be"),
            }));
            Some(game)
        }
    }
}
