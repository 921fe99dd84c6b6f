//! Chooses a toolchain: the first one of an adapter whose tools are all installed.

use super::adapter::{BuildCommands, LanguageAdapter, ToolchainRecipe};
use super::detect::AdapterChoice;
use super::error::{SubmissionError, SubmissionErrorKind};
use super::source::SourceFiles;
use super::toolbox::HostToolLocator;
use super::tools::{ChosenToolPrograms, FoundTool, LanguageTool};

/// A toolchain with the tools that were found for it.
#[derive(Debug)]
pub(super) struct ToolchainWithTools {
    pub(super) toolchain: &'static ToolchainRecipe,
    pub(super) commands: &'static BuildCommands,
    pub(super) tools: Vec<(&'static LanguageTool, FoundTool)>,
}

impl ToolchainWithTools {
    /// The versions of the tools, with the toolchain's note.
    pub(super) fn described(&self) -> String {
        let mut versions: Vec<&str> = self.tools.iter().map(|(_, found)| found.version.as_str()).collect();
        versions.dedup();
        match &self.toolchain.note {
            Some(note) => format!("{}; {note}", versions.join(", ")),
            None => versions.join(", "),
        }
    }
}

impl LanguageAdapter {
    /// The toolchains for a dialect, or for the language itself.
    pub fn toolchains_for(&self, dialect: Option<&str>) -> impl Iterator<Item = &ToolchainRecipe> {
        self.toolchains.iter().filter(move |toolchain| toolchain.dialect.as_deref() == dialect)
    }

    /// The tools of a toolchain.
    pub fn tools_of(&self, toolchain: &ToolchainRecipe) -> impl Iterator<Item = &LanguageTool> {
        toolchain.tools.iter().filter_map(|name| self.tools.iter().find(|tool| tool.name == *name))
    }
}

/// Finds the tools for a submission.
pub(super) async fn find_toolchain(
    source: &SourceFiles,
    adapted: &AdapterChoice,
    choices: &ChosenToolPrograms,
    toolbox: &HostToolLocator,
) -> Result<ToolchainWithTools, SubmissionError> {
    // The last toolchain is the easiest to install, so the error names its missing tool.
    let mut missing = None;
    for toolchain in adapted.adapter.toolchains_for(adapted.dialect) {
        let Some(commands) = adapted.commands(toolchain) else { continue };
        match found_tools(adapted.adapter, toolchain, choices, toolbox).await {
            Ok(tools) => return Ok(ToolchainWithTools { toolchain, commands, tools }),
            Err(tool) => missing = Some(tool),
        }
    }
    let title = adapted.title();
    Err(match missing {
        Some(tool) => missing_tool(source, &title, tool, choices),
        None => {
            SubmissionError::input(&source.root, format!("it is in {title}, for which there is no toolchain"))
        }
    })
}

/// All tools of a toolchain, or the first one that is missing.
async fn found_tools(
    adapter: &'static LanguageAdapter,
    toolchain: &'static ToolchainRecipe,
    choices: &ChosenToolPrograms,
    toolbox: &HostToolLocator,
) -> Result<Vec<(&'static LanguageTool, FoundTool)>, &'static LanguageTool> {
    let mut tools = Vec::new();
    for tool in adapter.tools_of(toolchain) {
        tools.push((tool, tool.find(choices, toolbox).await.ok_or(tool)?));
    }
    Ok(tools)
}

fn missing_tool(
    source: &SourceFiles,
    language: &str,
    tool: &LanguageTool,
    choices: &ChosenToolPrograms,
) -> SubmissionError {
    let (problem, help) = match tool.chosen(choices) {
        Some(name) => (
            format!("it is in {language}, but `{name}`, which was asked for, was not found or cannot run it"),
            format!("install {name}, name it with its folder, or leave the choice to rathaus"),
        ),
        None => {
            let names = tool.names(choices).join(" or ");
            let problem = match tool.installed(choices) {
                Some(path) => {
                    format!("`{}` does not run in the sandbox of bots", path.display())
                }
                None => format!("{names} was not found in PATH"),
            };
            (format!("it is in {language}, but {problem}"), tool.install.clone())
        }
    };
    SubmissionError::of(SubmissionErrorKind::ToolMissing, &source.root, problem)
        .with_help(format!("{help}   (`rathaus doctor` checks all languages)"))
}

#[cfg(test)]
mod tests {
    use crate::submissions::adapters;

    #[test]
    fn every_toolchain_has_its_tools_and_every_dialect_its_toolchain() {
        for adapter in adapters() {
            for toolchain in &adapter.toolchains {
                assert_eq!(
                    adapter.tools_of(toolchain).count(),
                    toolchain.tools.len(),
                    "{}",
                    adapter.language
                );
            }
            assert!(adapter.toolchains_for(None).count() > 0, "{}", adapter.language);
            for dialect in &adapter.dialects {
                assert!(adapter.toolchains_for(Some(&dialect.name)).count() > 0, "{}", dialect.name);
            }
        }
    }
}
