//! `rathaus doctor`: which languages can play here, and how to install the others.

use comfy_table::{Table, presets};
use serde_json::json;

use super::args::DoctorArgs;
use super::exit::Failure;
use crate::submission::{Found, Tool, adapters};

pub(super) async fn doctor(args: DoctorArgs) -> Result<(), Failure> {
    let mut findings = Vec::new();
    for adapter in adapters() {
        for tool in &adapter.tools {
            findings.push((adapter.title.as_str(), tool, tool.find().await));
        }
    }
    let words = if args.json { format!("{:#}\n", as_json(&findings)) } else { as_text(&findings) };
    super::print(&words)
}

type Finding = (&'static str, &'static Tool, Option<Found>);

fn as_text(findings: &[Finding]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(vec![
        "language",
        "",
        "found",
        "version, or how to install it",
    ]);
    for (language, tool, found) in findings {
        let (mark, path, words) = match found {
            Some(Found { path, version }) => ("ok", path.display().to_string(), version.clone()),
            None => ("missing", tool.names().join(" or "), tool.install.clone()),
        };
        table.add_row(vec![language.to_string(), mark.to_owned(), path, words]);
    }
    table.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

fn as_json(findings: &[Finding]) -> serde_json::Value {
    findings
        .iter()
        .map(|(language, tool, found)| {
            json!({
                "language": language,
                "tool": tool.name,
                "path": found.as_ref().map(|found| &found.path),
                "version": found.as_ref().map(|found| &found.version),
                "install": tool.install,
            })
        })
        .collect()
}
