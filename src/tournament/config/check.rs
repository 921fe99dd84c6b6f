//! From a text to a tournament that makes sense, or all that is wrong with it.

use std::ops::Range;

use jiff::Timestamp;
use serde_json::json;

use super::Config;
use super::problem::Problem;
use super::schema;
use super::source::{Source, escaped};
use crate::game::Rules;
use crate::game::parameters::ParameterError;

/// What was found in the text of a tournament's file.
#[derive(Debug)]
pub struct Reading {
    /// What it says. Where there are problems, what they are about is left out, so that the rest can still be looked at; nothing if that
    /// is not possible.
    pub config: Option<(Config, Rules)>,
    /// What is wrong with it.
    pub problems: Vec<Problem>,
    source: Option<Source>,
}

impl Reading {
    /// Reads a text.
    pub fn of(text: &str) -> Reading {
        let source = match Source::read(text) {
            Ok(source) => source,
            Err(problems) => return Reading { config: None, problems, source: None },
        };
        let (mut problems, sound) = schema::problems(&source);
        let rules = rules(&source, &mut problems);
        let config: Result<Config, _> = serde_json::from_value(sound);
        if let (Err(error), true) = (&config, problems.is_empty()) {
            problems.push(Problem::of_all(error.to_string(), "seeds have at most 64 bits"));
        }
        let config = config.ok();
        let config = config.zip(rules);
        if let Some((config, rules)) = &config {
            config.check(rules, &source, &mut problems);
        }
        Reading { config, problems, source: Some(source) }
    }

    /// Where in the text the value of this JSON pointer stands, such as `/entrants/3`.
    pub fn place(&self, pointer: &str) -> Option<Range<usize>> {
        self.source.as_ref()?.value(pointer)
    }
}

impl Config {
    fn check(&self, rules: &Rules, source: &Source, problems: &mut Vec<Problem>) {
        self.refuse_unfit(rules, source, problems);
        self.refuse_no_entrants(source, problems);
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

    fn refuse_no_entrants(&self, source: &Source, problems: &mut Vec<Problem>) {
        let is_empty = |name: &str| source.value[name].is_null() || source.value[name] == json!([]);
        if ["entrants", "entrants_folder", "entrant"].into_iter().all(is_empty) {
            problems.push(Problem::of_all(
                "nobody takes part",
                "list the submissions: `entrants = [\"bots/ann.py\", \"bots/ben\"]`, or `entrants_folder = \"bots\"`",
            ));
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
        // The usual rules stand for those that make no sense, so that the rest of the file can be looked at.
        Err(errors) => {
            problems.extend(errors.iter().map(|error| Problem {
                span: place(error),
                problem: error.to_string(),
                remedy: format!("`rathaus play {game} --set help` lists all parameters and what they may be"),
            }));
            Rules::resolve(game, []).ok()?.ok()
        }
    }
}
