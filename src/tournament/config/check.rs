//! Reads a `tournament.toml`, and reports everything that is wrong with it.

use std::ops::Range;

use jiff::Timestamp;
use rathaus_games::custom::SeatRange;
use rathaus_games::parameters::ParameterError;
use rathaus_games::{ConfiguredGame, ProcessModel};
use serde_json::{Value, json};

use super::TournamentConfig;
use super::schema;
use crate::toml_file::{SpannedToml, TomlDiagnostic, escaped};
use crate::tournament::{BoardGroup, DecisionTarget, MOST_GROUPS, TournamentFormat};
use crate::untrusted;

/// The result of reading a `tournament.toml`.
#[derive(Debug)]
pub struct TournamentFileReadOutcome {
    /// The settings, without the values that have problems, so that callers can check the rest.
    /// `None` if the rest makes no sense without them.
    pub config: Option<(TournamentConfig, ConfiguredGame)>,
    /// The groups of boards, as far as their parameters are right.
    pub groups: Vec<BoardGroup>,
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
            Err(problems) => {
                return TournamentFileReadOutcome {
                    config: None,
                    groups: Vec::new(),
                    problems,
                    source: None,
                };
            }
        };
        let (mut problems, sound) = schema::form().problems(&source);
        let game = game(&source, games, &mut problems);
        let rules = game.as_ref().map(|game| rules(&source, game, &mut problems));
        let groups = game.map_or_else(Vec::new, |game| groups(&source, &game, &mut problems));
        let config: Result<TournamentConfig, _> = serde_json::from_value(sound);
        if let (Err(error), true) = (&config, problems.is_empty()) {
            problems.push(TomlDiagnostic::of_file(error.to_string(), "seeds have at most 64 bits"));
        }
        let config = config.ok();
        let config = config.zip(rules);
        if let Some((config, rules)) = &config {
            config.check(rules, &source, &mut problems);
        }
        TournamentFileReadOutcome { config, groups, problems, source: Some(source) }
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
        self.refuse_odd_groups(rules, source, problems);
        self.refuse_idle_rulings(rules, source, problems);
        self.refuse_odd_teams(rules, source, problems);
    }

    /// Refuses names that are too long for tables and pages.
    fn refuse_long_names(&self, source: &SpannedToml, problems: &mut Vec<TomlDiagnostic>) {
        let own = ("/name".to_owned(), self.name.as_deref());
        let entrants = self.entrant.iter().enumerate();
        let entrants =
            entrants.map(|(index, entrant)| (format!("/entrant/{index}/name"), entrant.name.as_deref()));
        let groups = self.group.iter().enumerate();
        let groups = groups.map(|(index, group)| (format!("/group/{index}/name"), Some(group.name.as_str())));
        for (pointer, name) in std::iter::once(own).chain(entrants).chain(groups) {
            if let Some(Err(error)) = name.map(untrusted::check_name) {
                let (span, problem) = (source.value(&pointer), format!("`name` {error}"));
                problems.push(TomlDiagnostic { span, problem, help: error.help().into() });
            }
        }
    }

    /// Refuses groups that are one, too many, of the same name, or left without a board.
    fn refuse_odd_groups(
        &self,
        rules: &ConfiguredGame,
        source: &SpannedToml,
        problems: &mut Vec<TomlDiagnostic>,
    ) {
        let mut problem = |pointer: &str, problem: String, help: &str| {
            let span = source.value(pointer);
            problems.push(TomlDiagnostic { span, problem, help: help.into() });
        };
        let groups = self.group.len();
        if groups == 1 {
            let help = "write its parameters under `[parameters]`, or add a second `[[group]]`";
            problem("/group/0/name", "a single group has all boards".into(), help);
        }
        if groups > MOST_GROUPS {
            let words = format!("there are {groups} groups, and at most {MOST_GROUPS} are possible");
            problem(&format!("/group/{MOST_GROUPS}/name"), words, "make several tournaments of them");
        }
        for (index, group) in self.group.iter().enumerate() {
            if self.group[..index].iter().any(|other| other.name == group.name) {
                let words = format!("two groups are called {}", untrusted::excerpt(&group.name));
                problem(&format!("/group/{index}/name"), words, "give each group a name of its own");
            }
        }
        let (name, count) =
            if rules.is_multiplayer() { ("games", self.games) } else { ("boards", self.boards) };
        // In a knock-out, the number is that of games of an encounter.
        let has_rounds = self.format != Some(TournamentFormat::KnockOut);
        if let Some(count) = count.filter(|count| has_rounds && (*count as usize) < groups) {
            let words = format!("`{name}` is {count}, so that some of the {groups} groups have none");
            let help = "rounds take turns: take a multiple of the number of groups";
            problem(&format!("/{name}"), words, help);
        }
        if self.seed_file.is_some() && groups > 0 {
            let words = "a seed file has the numbers of one game, and groups are of several".into();
            problem("/group/0/name", words, "leave `seed_file` out, or the groups");
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
                "storage_mib",
                self.storage_mib.is_some() && rules.seating() != ProcessModel::PerMatch,
                "leave it out: only bots of custom games keep files",
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

/// The game that the file names, with its default parameters.
fn game(
    source: &SpannedToml,
    games: GameLookup,
    problems: &mut Vec<TomlDiagnostic>,
) -> Option<ConfiguredGame> {
    let named = source.value["game"].as_str()?;
    games(named)
        .map_err(|(problem, help)| {
            problems.push(TomlDiagnostic { span: source.value("/game"), problem, help });
        })
        .ok()
}

/// The game with its parameters.
fn rules(source: &SpannedToml, game: &ConfiguredGame, problems: &mut Vec<TomlDiagnostic>) -> ConfiguredGame {
    configured(source, game, &source.value["parameters"], "/parameters", problems)
}

/// The groups of boards with their parameters.
fn groups(
    source: &SpannedToml,
    game: &ConfiguredGame,
    problems: &mut Vec<TomlDiagnostic>,
) -> Vec<BoardGroup> {
    let shared = source.value["parameters"].as_object().cloned().unwrap_or_default();
    let listed = source.value["group"].as_array().into_iter().flatten().enumerate();
    let group = |(index, group): (usize, &Value)| {
        let mut parameters = shared.clone();
        parameters.extend(group["parameters"].as_object().cloned().unwrap_or_default());
        let pointer = format!("/group/{index}/parameters");
        let rules = configured(source, game, &parameters.into(), &pointer, problems);
        Some(BoardGroup { name: group["name"].as_str()?.to_owned(), rules })
    };
    listed.filter_map(group).collect()
}

/// The game with these parameters. Mistakes are shown at `pointer`, if they are made there.
fn configured(
    source: &SpannedToml,
    game: &ConfiguredGame,
    parameters: &Value,
    pointer: &str,
    problems: &mut Vec<TomlDiagnostic>,
) -> ConfiguredGame {
    let own: Vec<_> =
        parameters.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value)).collect();
    let of_value = |name: &str| source.value(&format!("{pointer}/{}", escaped(name)));
    let place = |error: &ParameterError| match error {
        ParameterError::Unknown(name) => source.key(&format!("{pointer}/{}", escaped(name))),
        ParameterError::Senseless { name, .. } => of_value(name),
        ParameterError::Contradiction(_) => source.key(pointer),
    };
    match game.configured(&own) {
        Ok(rules) => rules,
        // Default parameters stand in for the wrong ones, so that the rest of the file can
        // be checked.
        Err(errors) => {
            let named = source.value["game"].as_str().unwrap_or(game.name());
            let help = format!("`rathaus play {named} --set help` lists all parameters and what they may be");
            for error in errors {
                let problem =
                    TomlDiagnostic { span: place(&error), problem: error.to_string(), help: help.clone() };
                // Mistakes under `[parameters]` have been shown there, and groups share them.
                let is_own = problem.span.is_some() && !matches!(error, ParameterError::Contradiction(_));
                if is_own || !problems.iter().any(|known| known.problem == problem.problem) {
                    problems.push(problem);
                }
            }
            game.clone()
        }
    }
}
