//! Game parameters. A game declares each one once. From the declaration follow setting it by name,
//! checking, listing and documentation.

use std::borrow::Cow;

use serde_json::Value;

use crate::definition::{ConfiguredGame, GameDefinition};

/// The description of a parameter, for lists and help.
#[derive(Debug, Clone, PartialEq)]
pub struct ParameterDescription {
    /// The name, as users write it.
    pub name: Cow<'static, str>,
    /// The default value.
    pub default: Value,
    /// The minimum.
    pub least: Value,
    /// The maximum.
    pub most: Value,
    /// The allowed values, in words.
    pub range: String,
    /// What the parameter does, in words.
    pub meaning: Cow<'static, str>,
}

/// Why a parameter cannot be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParameterError {
    /// There is no parameter of this name.
    #[error("there is no parameter `{0}`")]
    Unknown(String),
    /// The value is of the wrong type or out of range.
    #[error("`{name} = {value}` makes no sense: it must be {range}")]
    Senseless {
        /// The name of the parameter.
        name: Cow<'static, str>,
        /// The value as JSON.
        value: String,
        /// The allowed values, in words.
        range: String,
    },
    /// The values contradict one another.
    #[error("{0}")]
    Contradiction(String),
}

/// The parameters of a built-in game as a struct. The `parameters!` macro implements this trait.
pub trait BuiltInGameParameters: Default {
    /// All parameters, in the order to show them in.
    fn describe() -> Vec<ParameterDescription>;

    /// Sets one parameter.
    ///
    /// # Errors
    ///
    /// The name is unknown, or the value is of the wrong type or out of range.
    fn set(&mut self, name: &str, value: &Value) -> Result<(), ParameterError>;

    /// All names and values.
    fn values(&self) -> Vec<(&'static str, Value)>;

    /// Contradictions between the values, in words.
    fn contradictions(&self) -> Vec<String>;

    /// The default values, changed by `settings`.
    ///
    /// # Errors
    ///
    /// All mistakes at once. Contradictions are only looked for if each setting is valid by itself.
    fn resolve<'a>(
        settings: impl IntoIterator<Item = (&'a str, &'a Value)>,
    ) -> Result<Self, Vec<ParameterError>> {
        let mut parameters = Self::default();
        let mut errors: Vec<_> =
            settings.into_iter().filter_map(|(name, value)| parameters.set(name, value).err()).collect();
        if errors.is_empty() {
            errors.extend(parameters.contradictions().into_iter().map(ParameterError::Contradiction));
        }
        if errors.is_empty() { Ok(parameters) } else { Err(errors) }
    }
}

/// The parameters of any game, built-in or custom. Implemented for all [`BuiltInGameParameters`].
pub trait AnyGameParameters {
    /// All parameters, in the order to show them in.
    fn descriptions(&self) -> Vec<ParameterDescription>;

    /// The names and values of all parameters.
    fn values(&self) -> Vec<(String, Value)>;

    /// The game with its default values, changed by these settings.
    ///
    /// # Errors
    ///
    /// All mistakes at once.
    fn configured(&self, settings: &[(&str, &Value)]) -> Result<ConfiguredGame, Vec<ParameterError>>;
}

impl<T: BuiltInGameParameters + GameDefinition> AnyGameParameters for T {
    fn descriptions(&self) -> Vec<ParameterDescription> {
        T::describe()
    }

    fn values(&self) -> Vec<(String, Value)> {
        BuiltInGameParameters::values(self)
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect()
    }

    fn configured(&self, settings: &[(&str, &Value)]) -> Result<ConfiguredGame, Vec<ParameterError>> {
        T::resolve(settings.iter().copied()).map(ConfiguredGame::new)
    }
}

/// A type that a parameter can have.
pub trait ParameterValue: Sized + Copy + Into<Value> + PartialOrd {
    /// The type in words: "a whole number".
    const KIND: &'static str;

    /// Converts a JSON value. `None` if it is of the wrong type or does not fit.
    fn from_json(value: &Value) -> Option<Self>;
}

macro_rules! whole_numbers {
    ($($type:ty)*) => { $(
        impl ParameterValue for $type {
            const KIND: &'static str = "a whole number";
            fn from_json(value: &Value) -> Option<Self> {
                value.as_u64()?.try_into().ok()
            }
        }
    )* };
}
whole_numbers!(u8 u16 u32 u64);

impl ParameterValue for i64 {
    const KIND: &'static str = "a whole number";
    fn from_json(value: &Value) -> Option<Self> {
        value.as_i64()
    }
}

impl ParameterValue for f64 {
    const KIND: &'static str = "a number";
    fn from_json(value: &Value) -> Option<Self> {
        value.as_f64()
    }
}

impl ParameterValue for bool {
    const KIND: &'static str = "true or false";
    fn from_json(value: &Value) -> Option<Self> {
        value.as_bool()
    }
}

/// Describes a range in words.
pub fn range_in_words<T: ParameterValue>(least: T, most: T) -> String {
    match T::KIND {
        kind @ "true or false" => kind.into(),
        kind => format!("{kind} from {} to {}", least.into(), most.into()),
    }
}

/// Converts a JSON value, which must be from `least` to `most`.
pub fn checked<T: ParameterValue>(
    name: &'static str,
    value: &Value,
    least: T,
    most: T,
) -> Result<T, ParameterError> {
    T::from_json(value).filter(|value| least <= *value && *value <= most).ok_or_else(|| {
        ParameterError::Senseless {
            name: name.into(),
            value: value.to_string(),
            range: range_in_words(least, most),
        }
    })
}

/// Declares a struct of parameters, each with its default, range and meaning, and implements
/// `BuiltInGameParameters` for it.
///
/// The doc comment of a field is its meaning in help texts. The struct must have an inherent method
/// `contradictions(&self) -> Vec<String>`.
macro_rules! parameters {
    ($(#[$outer:meta])* $visibility:vis struct $Name:ident { $(
        $(#[doc = $meaning:literal])+
        $name:ident: $type:ty = $default:literal in $least:literal ..= $most:literal,
    )* }) => {
        $(#[$outer])*
        #[derive(Debug, Clone, PartialEq)]
        $visibility struct $Name { $(
            $(#[doc = $meaning])+
            pub $name: $type,
        )* }

        impl Default for $Name {
            fn default() -> Self {
                $Name { $($name: $default,)* }
            }
        }

        impl $crate::parameters::BuiltInGameParameters for $Name {
            fn describe() -> Vec<$crate::parameters::ParameterDescription> {
                vec![$($crate::parameters::ParameterDescription {
                    name: stringify!($name).into(),
                    default: serde_json::Value::from($default as $type),
                    least: serde_json::Value::from($least as $type),
                    most: serde_json::Value::from($most as $type),
                    range: $crate::parameters::range_in_words::<$type>($least, $most),
                    meaning: concat!($($meaning),+).trim_ascii().into(),
                },)*]
            }

            fn set(
                &mut self,
                name: &str,
                value: &serde_json::Value,
            ) -> Result<(), $crate::parameters::ParameterError> {
                match name {
                    $(stringify!($name) => {
                        self.$name = $crate::parameters::checked(stringify!($name), value, $least, $most)?;
                    })*
                    _ => return Err($crate::parameters::ParameterError::Unknown(name.to_owned())),
                }
                Ok(())
            }

            fn values(&self) -> Vec<(&'static str, serde_json::Value)> {
                vec![$((stringify!($name), serde_json::Value::from(self.$name)),)*]
            }

            fn contradictions(&self) -> Vec<String> {
                $Name::contradictions(self)
            }
        }
    };
}
pub(crate) use parameters;
