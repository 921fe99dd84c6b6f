//! Matches with other values of the parameters.

use rathaus_games::ConfiguredGame;
use rathaus_games::custom::CustomParameter;
use serde_json::{Value, json};

use super::GameCheck;
use super::report::{FindingKind, TriedParameter};
use crate::cli::exit::CommandError;
use crate::matches::trial::TrialEnd;

impl GameCheck<'_> {
    /// Plays with each parameter at its smallest and at its largest value.
    pub(super) async fn parameters(&mut self) -> Result<(), CommandError> {
        let contents = self.trials.contents;
        for name in &contents.order {
            let parameter = &contents.parameters[name];
            self.note_missing_bounds(name, parameter)?;
            for value in extremes(parameter) {
                self.try_value(name, value).await?;
            }
        }
        let tried: Vec<String> = self.report.parameters.iter().map(TriedParameter::in_words).collect();
        if tried.is_empty() { Ok(()) } else { self.report.say("parameters", &tried.join(", ")) }
    }

    async fn try_value(&mut self, name: &str, value: Value) -> Result<(), CommandError> {
        let Some(rules) = self.rules_with(name, &value)? else { return Ok(()) };
        let seed = self.trials.seed.derive("parameter", 0);
        let trial = self.trials.random(&rules, rules.seats().from, seed).await?;
        if self.take_in(&trial, &format!("with {name}={value}"))? {
            let stopped = matches!(trial.end, TrialEnd::TooLong);
            self.report.parameters.push(TriedParameter { name: name.to_owned(), value, stopped });
        }
        Ok(())
    }

    /// The rules with another value. `None` if it is the value that the other matches had.
    fn rules_with(&self, name: &str, value: &Value) -> Result<Option<ConfiguredGame>, CommandError> {
        let mut values = self.trials.rules.parameters();
        if values.insert(name.to_owned(), value.clone()).as_ref() == Some(value) {
            return Ok(None);
        }
        let settings: Vec<(&str, &Value)> =
            values.iter().map(|(name, value)| (name.as_str(), value)).collect();
        let words = |errors: Vec<_>| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        let rules = self.trials.rules.configured(&settings);
        rules.map(Some).map_err(|errors| CommandError::host(words(errors)))
    }

    fn note_missing_bounds(&mut self, name: &str, parameter: &CustomParameter) -> Result<(), CommandError> {
        let CustomParameter { default, from, to, .. } = parameter;
        let missing = match (from, to) {
            (Some(_), Some(_)) => return Ok(()),
            (None, None) => "`from` and `to`",
            (None, Some(_)) => "`from`",
            (Some(_), None) => "`to`",
        };
        if !default.is_number() {
            return Ok(());
        }
        let what = format!("the parameter `{name}` has no {missing}, so not all of its values were tried");
        let help = "add bounds within which the game works";
        self.report.note(FindingKind::ParameterWithoutBounds, &what, help)
    }
}

/// The smallest and the largest value, or the first and the last of a list.
fn extremes(parameter: &CustomParameter) -> Vec<Value> {
    let CustomParameter { default, from, to, one_of, .. } = parameter;
    let listed: Vec<Value> = one_of.iter().flatten().map(|text| json!(text)).collect();
    match default {
        Value::Bool(_) => vec![json!(false), json!(true)],
        Value::Number(_) => from.iter().chain(to).cloned().collect(),
        _ => listed.first().into_iter().chain(listed.last()).cloned().collect(),
    }
}

impl TriedParameter {
    fn in_words(&self) -> String {
        let stopped = if self.stopped { " (stopped, it takes too long)" } else { "" };
        format!("{}={}{stopped}", self.name, self.value)
    }
}
