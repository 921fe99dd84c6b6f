//! From a text to a tournament that makes sense, or all that is wrong with it.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::problem::Problem;
use super::schema;
use super::source::{Source, escaped};
use super::{Config, NamedEntrant};
use crate::game::Rules;
use crate::game::parameters::ParameterError;

impl Config {
    /// Reads the text of a tournament's file; all problems at once.
    pub fn parse(text: &str) -> Result<(Config, Rules), Vec<Problem>> {
        let source = Source::read(text)?;
        let mut problems = schema::problems(&source);
        // What is against the schema may make everything else meaningless, but not the parameters.
        let rules = rules(&source, &mut problems);
        if !problems.is_empty() {
            return Err(problems);
        }
        let config: Config = serde_json::from_value(source.value.clone())
            .map_err(|error| vec![Problem::of_all(error.to_string(), "correct it")])?;
        let rules = rules.ok_or_else(Vec::new)?;
        config.check(&rules, &source, &mut problems);
        if problems.is_empty() { Ok((config, rules)) } else { Err(problems) }
    }

    fn check(&self, rules: &Rules, source: &Source, problems: &mut Vec<Problem>) {
        self.refuse_unfit(rules, source, problems);
        self.refuse_no_entrants(problems);
        self.refuse_one_name_twice(source, problems);
        self.refuse_disorder(source, problems);
    }

    /// Refuses what is for other games.
    fn refuse_unfit(&self, rules: &Rules, source: &Source, problems: &mut Vec<Problem>) {
        let together = rules.is_played_together();
        let dilemma = matches!(rules, Rules::PrisonersDilemma(_));
        let one_game = self.games.unwrap_or(1) == 1;
        let unfit = [
            (
                "boards",
                self.boards.is_some() && together,
                "say with `games` how many games all play together",
            ),
            ("games", self.games.is_some() && !together, "say with `boards` how many boards each plays"),
            ("seats", self.seats.is_some() && !together, "leave it out: each plays alone"),
            ("seed_file", self.seed_file.is_some() && !dilemma, "leave it out: all comes from the seed"),
        ];
        for (name, _, remedy) in unfit.into_iter().filter(|(_, unfit, _)| *unfit) {
            problems.push(Problem {
                span: source.key(&format!("/{name}")),
                problem: format!("`{name}` is not for the game {}", rules.name()),
                remedy: remedy.into(),
            });
        }
        if self.seed_file.is_some() && dilemma && !one_game {
            problems.push(Problem {
                span: source.value("/games"),
                problem: "a seed file has the numbers of one game".into(),
                remedy:
                    "play one game, or leave `seed_file` out: then each game's numbers come from the seed"
                        .into(),
            });
        }
    }

    fn refuse_no_entrants(&self, problems: &mut Vec<Problem>) {
        if self.entrants.is_empty() && self.entrants_folder.is_none() && self.entrant.is_empty() {
            problems.push(Problem::of_all(
                "nobody takes part",
                "list the submissions: `entrants = [\"bots/ann.py\", \"bots/ben\"]`, or `entrants_folder = \"bots\"`",
            ));
        }
    }

    fn refuse_one_name_twice(&self, source: &Source, problems: &mut Vec<Problem>) {
        let mut first = BTreeMap::new();
        for (index, NamedEntrant { name, .. }) in self.entrant.iter().enumerate() {
            let Some(name) = name else { continue };
            if first.insert(name, index).is_some() {
                problems.push(Problem {
                    span: source.value(&format!("/entrant/{index}/name")),
                    problem: format!("the name `{name}` is given twice"),
                    remedy: "give each entrant a name of its own".into(),
                });
            }
        }
    }

    /// Refuses moments that are not in their order.
    fn refuse_disorder(&self, source: &Source, problems: &mut Vec<Problem>) {
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
                problems.push(Problem {
                    span: source.value(&format!("/phases/{after}")),
                    problem: format!("`{after}` ({late}) is before `{before}` ({early})"),
                    remedy: "first the commitments, then the reveals, then the results".into(),
                });
            }
        }
    }
}

/// The game and its parameters, where the file names a game that there is.
fn rules(source: &Source, problems: &mut Vec<Problem>) -> Option<Rules> {
    let game = source.value["game"].as_str()?;
    let empty = serde_json::Map::new();
    let settings = source.value["parameters"].as_object().unwrap_or(&empty);
    let own: Vec<_> = settings.iter().map(|(name, value)| (name.as_str(), value)).collect();
    let place = |error: &ParameterError| match error {
        ParameterError::Unknown(name) => source.key(&format!("/parameters/{}", escaped(name))),
        ParameterError::Senseless { name, .. } => source.value(&format!("/parameters/{name}")),
        ParameterError::Contradiction(_) => source.key("/parameters"),
    };
    match Rules::resolve(game, own).ok()? {
        Ok(rules) => Some(rules),
        Err(errors) => {
            problems.extend(errors.iter().map(|error| Problem {
                span: place(error),
                problem: error.to_string(),
                remedy: format!("`rathaus play {game} --set help` lists all parameters and what they may be"),
            }));
            None
        }
    }
}
