//! The page of JSON fields: a table for each output, with all of its paths.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::described::{Description, Descriptions, OutputDescription};
use super::observed::{FieldType, Observed};
use crate::markdown::{code, table, wrapped};

const HEADER: [&str; 4] = ["field", "type", "can be", "meaning"];

/// Outputs by the names of their descriptions.
pub type Outputs = BTreeMap<&'static str, Vec<Value>>;

/// The page, and everything that is wrong with the descriptions.
pub struct FieldsPage {
    pub text: String,
    pub problems: Vec<String>,
    /// The descriptions that are used, as the name of a part and a path.
    used: BTreeSet<(String, String)>,
}

impl FieldsPage {
    pub fn new(introduction: &str, descriptions: &Descriptions, outputs: &Outputs) -> FieldsPage {
        let mut page = FieldsPage { text: introduction.into(), problems: Vec::new(), used: BTreeSet::new() };
        for output in &descriptions.output {
            match outputs.get(output.name.as_str()) {
                Some(values) => page.add(descriptions, output, values),
                None => page.problems.push(format!("no run gives the output `{}`", output.name)),
            }
        }
        page.find_unused(descriptions);
        page
    }

    fn add(&mut self, descriptions: &Descriptions, output: &OutputDescription, values: &[Value]) {
        let fields = self.fields(descriptions, output, Observed::of(values, &output.maps).fields());
        let rows: Vec<Vec<String>> = fields
            .iter()
            .filter_map(|(path, kind)| Some(self.row(descriptions, output, path, kind)?.to_vec()))
            .collect();
        let about = wrapped(&output.about);
        self.text += &format!("\n## {}\n\n{about}\n{}", output.title, table(&HEADER, &rows));
    }

    /// The observed fields and the stated ones, which take precedence.
    fn fields(
        &mut self,
        descriptions: &Descriptions,
        output: &OutputDescription,
        mut fields: BTreeMap<String, FieldType>,
    ) -> BTreeMap<String, FieldType> {
        for (path, stated) in descriptions.stated(output) {
            if let Some(observed) = fields.get(&path).filter(|observed| !stated.allows(observed)) {
                self.problems.push(format!("{}: {path} is {observed:?}, not as stated", output.name));
            }
            fields.insert(path, stated.field_type());
        }
        fields
    }

    fn row(
        &mut self,
        descriptions: &Descriptions,
        output: &OutputDescription,
        path: &str,
        kind: &FieldType,
    ) -> Option<[String; 4]> {
        let Some(found) = descriptions.find(output, path) else {
            self.problems.push(format!("{}: `{path}` ({kind:?}) has no description", output.name));
            return None;
        };
        if kind.is_unknown() {
            self.problems.push(format!("{}: `{path}` is null or empty in all runs", output.name));
        }
        let meaning = found.description.meaning().to_owned();
        self.used.insert((found.part.into(), found.path));
        Some([code(path), kind.words.clone(), absence(kind).into(), meaning])
    }

    /// Descriptions of fields that no run has.
    fn find_unused(&mut self, descriptions: &Descriptions) {
        let own = descriptions.output.iter().map(|output| (output.name.as_str(), &output.fields));
        let parts = descriptions.part.iter().map(|(name, fields)| (name.as_str(), fields));
        for (part, fields) in own.chain(parts) {
            let observed = fields.iter().filter(|(_, one)| matches!(one, Description::Meaning(_)));
            for (path, _) in observed.filter(|(path, _)| !self.used.contains(&(part.into(), (*path).clone())))
            {
                self.problems.push(format!("no run has `{path}` of `{part}`, which is described"));
            }
        }
    }
}

fn absence(kind: &FieldType) -> &'static str {
    match (kind.can_be_null, kind.can_be_missing) {
        (true, true) => "null, missing",
        (true, false) => "null",
        (false, true) => "missing",
        (false, false) => "",
    }
}
