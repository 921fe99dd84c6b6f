//! Parameters of custom games, as their authors declare them.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::parameters::{ParameterDescription, ParameterError};

/// A parameter of a custom game.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct CustomParameter {
    /// The default value. It also sets the type of the parameter: integer, number, boolean or string.
    #[schemars(with = "AnyValue", extend("examples" = [7]))]
    pub default: Value,
    /// The minimum of a number [default: no limit].
    #[serde(default)]
    #[schemars(with = "f64", extend("examples" = [4]))]
    pub from: Option<Value>,
    /// The maximum of a number [default: no limit].
    #[serde(default)]
    #[schemars(with = "f64", extend("examples" = [20]))]
    pub to: Option<Value>,
    /// The allowed values of a string; required for strings.
    #[serde(default)]
    #[schemars(with = "Vec<String>", length(min = 1), extend("examples" = [["small", "large"]]))]
    pub one_of: Option<Vec<String>>,
    /// What the parameter means, in one line.
    #[serde(default)]
    #[schemars(extend("examples" = ["how many columns the board has"]))]
    pub meaning: String,
}

/// The types that the default of a parameter can have.
#[derive(JsonSchema)]
#[schemars(untagged, inline)]
#[expect(dead_code, reason = "it is there for the schema alone")]
enum AnyValue {
    Truth(bool),
    Number(f64),
    Text(String),
}

/// The kind of all values of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ParameterKind {
    Whole,
    Number,
    Truth,
    Text,
}

impl ParameterKind {
    fn of(value: &Value) -> Option<ParameterKind> {
        match value {
            Value::Bool(_) => Some(ParameterKind::Truth),
            Value::Number(number) if number.is_f64() => Some(ParameterKind::Number),
            Value::Number(_) => Some(ParameterKind::Whole),
            Value::String(_) => Some(ParameterKind::Text),
            _ => None,
        }
    }

    fn is_number(self) -> bool {
        matches!(self, ParameterKind::Whole | ParameterKind::Number)
    }

    /// Whether a value is of this kind. Whole numbers also count as numbers.
    fn has(self, value: &Value) -> bool {
        ParameterKind::of(value)
            .is_some_and(|kind| kind == self || self == ParameterKind::Number && kind == ParameterKind::Whole)
    }
}

impl CustomParameter {
    /// What is wrong with the declaration, and how to fix it. `None` if it is valid.
    pub fn contradiction(&self, name: &str) -> Option<(String, String)> {
        let CustomParameter { default, from, to, one_of, .. } = self;
        let no = |problem: String, help: &str| Some((problem, help.to_owned()));
        let Some(kind) = ParameterKind::of(default) else {
            let help = "write a number, true or false, or a text in quotes";
            return no(format!("the default of `{name}` is no value"), help);
        };
        if (from.is_some() || to.is_some()) && !kind.is_number() {
            return no(format!("`{name}` is no number, and has no bounds"), "leave `from` and `to` out");
        }
        if one_of.is_some() != (kind == ParameterKind::Text) {
            let help = "a text has `one_of`, the list of all that it may be; nothing else has one";
            return no(format!("what `{name}` may be is not said in the way of its kind"), help);
        }
        let is_fit = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
        if !name.chars().all(is_fit) || name.is_empty() {
            let help = "a name has small letters, digits and underscores";
            return no(format!("`{name}` is no name of a parameter"), help);
        }
        let bounds = [from, to].into_iter().flatten();
        if kind == ParameterKind::Whole && bounds.into_iter().any(|bound| !ParameterKind::Whole.has(bound)) {
            let help = "if it is to be any number, write its default with a point";
            return no(format!("`{name}` is a whole number, and a bound of it is not"), help);
        }
        self.checked(name, default).err().map(|error| {
            let help = "the default is one of the values that it may have";
            (format!("the default of `{name}` is out of its range: {error}"), help.to_owned())
        })
    }

    /// The description for lists and help.
    pub(super) fn description(&self, name: &str) -> ParameterDescription {
        ParameterDescription {
            name: Cow::Owned(name.to_owned()),
            default: self.default.clone(),
            least: self.from.clone().unwrap_or_default(),
            most: self.to.clone().unwrap_or_default(),
            range: self.range(),
            meaning: Cow::Owned(self.meaning.clone()),
        }
    }

    /// The value, if the parameter can have it.
    pub(super) fn checked(&self, name: &str, value: &Value) -> Result<Value, ParameterError> {
        let is_within = || {
            let number = value.as_f64().unwrap_or_default();
            let least = self.from.as_ref().and_then(Value::as_f64).unwrap_or(f64::NEG_INFINITY);
            let most = self.to.as_ref().and_then(Value::as_f64).unwrap_or(f64::INFINITY);
            (least..=most).contains(&number)
        };
        let is_fit = match ParameterKind::of(&self.default).filter(|kind| kind.has(value)) {
            Some(ParameterKind::Whole | ParameterKind::Number) => is_within(),
            Some(ParameterKind::Truth) => true,
            Some(ParameterKind::Text) => {
                self.one_of.iter().flatten().any(|choice| Some(choice.as_str()) == value.as_str())
            }
            None => false,
        };
        if is_fit {
            return Ok(value.clone());
        }
        let (name, value) = (name.to_owned().into(), value.to_string());
        Err(ParameterError::Senseless { name, value, range: self.range() })
    }

    /// The allowed values, in words.
    fn range(&self) -> String {
        let kind = match ParameterKind::of(&self.default) {
            Some(ParameterKind::Truth) => return "true or false".into(),
            Some(ParameterKind::Text) => {
                return format!("one of {}", self.one_of.clone().unwrap_or_default().join(", "));
            }
            Some(ParameterKind::Number) => "a number",
            Some(ParameterKind::Whole) | None => "a whole number",
        };
        match (&self.from, &self.to) {
            (Some(from), Some(to)) => format!("{kind} from {from} to {to}"),
            (Some(from), None) => format!("{kind} from {from}"),
            (None, Some(to)) => format!("{kind} up to {to}"),
            (None, None) => kind.into(),
        }
    }
}
