//! Checks which languages work on this machine, and how to install the others.

use comfy_table::{Table, presets};
use serde_json::json;

use crate::submissions::{
    ChosenToolPrograms, FoundTool, HostToolLocator, LanguageAdapter, LanguageTool, adapters,
};

/// Finds the tools of all languages.
pub(super) async fn examine(toolbox: &HostToolLocator) -> Vec<ToolFinding> {
    let mut findings = Vec::new();
    for adapter in adapters() {
        findings.extend(of_adapter(adapter, toolbox).await);
    }
    findings
}

/// A tool, and whether it is installed.
pub(super) struct ToolFinding {
    language: &'static str,
    /// The first dialect that needs it, in languages with dialects.
    dialect: Option<&'static str>,
    tool: &'static LanguageTool,
    found: Option<FoundTool>,
    /// Whether the language or dialect does not work without it.
    needed: bool,
}

/// Finds the tools of a language.
async fn of_adapter(adapter: &'static LanguageAdapter, toolbox: &HostToolLocator) -> Vec<ToolFinding> {
    let mut findings: Vec<ToolFinding> = Vec::new();
    let mut dialects: Vec<Option<&str>> =
        adapter.toolchains.iter().map(|one| one.dialect.as_deref()).collect();
    dialects.dedup();
    for dialect in dialects {
        let mut missing = Vec::new();
        for toolchain in adapter.toolchains_for(dialect) {
            let mut complete = true;
            for tool in adapter.tools_of(toolchain) {
                let found = tool.find(&ChosenToolPrograms::new(), toolbox).await;
                complete &= found.is_some();
                if !findings.iter().any(|finding| finding.tool.name == tool.name) {
                    let language = adapter.title.as_str();
                    findings.push(ToolFinding { language, dialect, tool, found, needed: false });
                }
            }
            missing.push(!complete);
        }
        // One complete toolchain is enough.
        if missing.iter().all(|missing| *missing) {
            let this = |finding: &&mut ToolFinding| finding.dialect == dialect && finding.found.is_none();
            findings.iter_mut().filter(this).for_each(|finding| finding.needed = true);
        }
    }
    findings
}

impl ToolFinding {
    fn mark(&self) -> &'static str {
        match (&self.found, self.needed) {
            (Some(_), _) => "ok",
            (None, true) => "missing",
            (None, false) => "not needed",
        }
    }
}

pub(super) fn as_text(findings: &[ToolFinding]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(vec![
        "language",
        "",
        "found",
        "version, or how to install it",
    ]);
    for finding in findings {
        let ToolFinding { language, dialect, tool, found, .. } = finding;
        let (path, words) = match found {
            Some(FoundTool { path, version }) => (path.display().to_string(), version.clone()),
            None => (tool.names(&ChosenToolPrograms::new()).join(" or "), tool.install.clone()),
        };
        table.add_row(vec![dialect.unwrap_or(language).to_owned(), finding.mark().to_owned(), path, words]);
    }
    table.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

pub(super) fn as_json(findings: &[ToolFinding]) -> serde_json::Value {
    findings
        .iter()
        .map(|ToolFinding { language, dialect, tool, found, needed }| {
            json!({
                "language": language,
                "dialect": dialect,
                "tool": tool.name,
                "path": found.as_ref().map(|found| &found.path),
                "version": found.as_ref().map(|found| &found.version),
                "missing": needed,
                "install": tool.install,
            })
        })
        .collect()
}
