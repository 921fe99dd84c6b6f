//! The descriptions of JSON fields, from `json-fields.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::observed::{FieldType, child};

/// All descriptions.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Descriptions {
    /// Fields that are in several outputs, by the name of the part and the path in it.
    pub part: BTreeMap<String, BTreeMap<String, Description>>,
    /// The outputs, in the order of the page.
    pub output: Vec<OutputDescription>,
}

/// An output of a command.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutputDescription {
    /// Which runs give this output.
    pub name: String,
    pub title: String,
    pub about: String,
    /// The paths of objects with free keys.
    #[serde(default)]
    pub maps: Vec<String>,
    /// The parts that occur in it, by path.
    #[serde(default)]
    pub parts: BTreeMap<String, String>,
    pub fields: BTreeMap<String, Description>,
}

/// The meaning of a field.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum Description {
    /// The type is observed.
    Meaning(String),
    /// The type is stated, because it depends on the machine whether it is observed.
    Stated(StatedField),
}

/// A field that does not occur on every machine.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatedField {
    pub meaning: String,
    #[serde(rename = "type")]
    pub words: String,
    #[serde(default)]
    pub null: bool,
    #[serde(default)]
    pub missing: bool,
}

/// A description with the name of its part and its path in it, by which unused ones are found.
pub struct Found<'a> {
    pub part: &'a str,
    pub path: String,
    pub description: &'a Description,
}

impl Description {
    pub fn meaning(&self) -> &str {
        match self {
            Description::Meaning(meaning) => meaning,
            Description::Stated(stated) => &stated.meaning,
        }
    }
}

impl StatedField {
    pub fn field_type(&self) -> FieldType {
        FieldType { words: self.words.clone(), can_be_null: self.null, can_be_missing: self.missing }
    }

    /// Whether what was observed is possible by this statement.
    pub fn allows(&self, observed: &FieldType) -> bool {
        let stated: Vec<&str> = self.words.split(" or ").collect();
        let is_stated = |kind: &str| {
            kind.is_empty()
                || stated.iter().any(|one| *one == kind || kind == "array" && one.starts_with(kind))
        };
        observed.words.split(" or ").all(is_stated)
            && (self.null || !observed.can_be_null)
            && (self.missing || !observed.can_be_missing)
    }
}

impl Descriptions {
    pub fn read(text: &str) -> Descriptions {
        toml::from_str(text).unwrap_or_else(|error| panic!("json-fields.toml: {error}"))
    }

    /// The description of a path of an output: its own, or that of the innermost part it is in.
    pub fn find<'a>(&'a self, output: &'a OutputDescription, path: &str) -> Option<Found<'a>> {
        if let Some(description) = output.fields.get(path) {
            return Some(Found { part: &output.name, path: path.into(), description });
        }
        let rest = |place: &str| match place {
            "" => Some(path),
            place => path.strip_prefix(place)?.strip_prefix('.'),
        };
        let parts = output.parts.iter().filter_map(|(place, part)| Some((place, part, rest(place)?)));
        let (_, part, path) = parts.max_by_key(|(place, ..)| place.len())?;
        let description = self.part.get(part)?.get(path)?;
        Some(Found { part, path: path.into(), description })
    }

    /// The paths of an output whose types are stated.
    pub fn stated<'a>(&'a self, output: &'a OutputDescription) -> BTreeMap<String, &'a StatedField> {
        let own = output.fields.iter().map(|(path, one)| (path.clone(), one));
        let of_parts = output.parts.iter().flat_map(|(place, part)| {
            self.part[part].iter().map(move |(path, one)| (child(place, path), one))
        });
        let all = own.chain(of_parts);
        all.filter_map(|(path, one)| match one {
            Description::Stated(stated) => Some((path, stated)),
            Description::Meaning(_) => None,
        })
        .collect()
    }
}
