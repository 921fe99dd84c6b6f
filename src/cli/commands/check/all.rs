//! `rathaus check --all`: checks all bots of a folder, and writes a report for each.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::cli::args::CheckArgs;
use crate::cli::commands::tournament::submissions_in;
use crate::cli::exit::{CommandError, ExitKind};
use crate::cli::terminal;
use crate::report::{harmless, harmless_text};

tokio::task_local! {
    /// The report of the bot that is checked, if it goes to a file.
    static REPORT: RefCell<String>;
}

/// The longest name of a report, without its extension, in bytes.
const LONGEST_NAME: usize = 100;

/// Writes a part of a report: to its file, or to stdout.
pub(super) fn write(text: &str) -> Result<(), CommandError> {
    let written = REPORT.try_with(|report| report.borrow_mut().push_str(&harmless_text(text)));
    written.or_else(|_| terminal::print_text(text))
}

/// A bot that was checked.
struct CheckedBot {
    name: String,
    report: PathBuf,
    /// `None` if the bot is ready to play.
    failure: Option<ExitKind>,
}

pub(super) async fn check_all(args: &CheckArgs, folder: &Path) -> Result<(), CommandError> {
    let (paths, skipped) = submissions_in(folder).map_err(CommandError::input)?;
    for name in &skipped {
        terminal::message(&format!("{} is no submission, so it is skipped", harmless(name)));
    }
    if paths.is_empty() {
        let help = "name a folder in which each submission is a file or a folder";
        return Err(CommandError::input(format!("{} has no submissions\n  help: {help}", folder.display())));
    }
    fs::create_dir_all(&args.reports).map_err(|error| unwritable(&args.reports, &error))?;
    let (mut taken, mut checked) = (BTreeSet::new(), Vec::new());
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let report = args.reports.join(format!("{}.txt", free_name(&name, &mut taken)));
        let (text, failure) = check_one(args, path).await?;
        terminal::write_over(&report, text.as_bytes()).map_err(|error| unwritable(&report, &error))?;
        let bot = CheckedBot { name: harmless(&name), report, failure };
        if !args.json {
            terminal::print_text(&bot.line())?;
        }
        checked.push(bot);
    }
    if args.json {
        let json: Vec<_> = checked.iter().map(CheckedBot::json).collect();
        terminal::print_json(&json!(json))?;
    }
    checked.iter().filter_map(|bot| bot.failure).min().map_or(Ok(()), |code| Err(CommandError::silent(code)))
}

/// The report of a bot, and the exit code if it is not ready. Fails if the check of all ends here.
async fn check_one(args: &CheckArgs, path: PathBuf) -> Result<(String, Option<ExitKind>), CommandError> {
    let args = CheckArgs { bot: Some(path), all: None, ..args.clone() };
    let report = RefCell::new(String::new());
    let checked = REPORT.scope(report, async {
        let failure = Box::pin(super::check_bot(&args)).await.err();
        (REPORT.with(RefCell::take), failure)
    });
    let (mut text, failure) = checked.await;
    let Some(error) = failure else { return Ok((text, None)) };
    // Neither is about this bot.
    if matches!(error.code(), ExitKind::Usage | ExitKind::Interrupted) {
        return Err(error);
    }
    if let Some(message) = error.message() {
        text += &harmless_text(&format!("error: {message}\n"));
    }
    Ok((text, Some(error.code())))
}

impl CheckedBot {
    fn verdict(&self) -> &'static str {
        match self.failure {
            None => "ready to play",
            Some(ExitKind::CheckFailed) => "needs work",
            Some(ExitKind::Build) => "cannot be built",
            Some(ExitKind::ToolMissing) => "needs a language that is not installed",
            Some(ExitKind::NotReady) => "does not complete the handshake",
            Some(_) => "cannot be checked",
        }
    }

    fn line(&self) -> String {
        format!("{:24} {:32} {}\n", self.name, self.verdict(), self.report.display())
    }

    fn json(&self) -> serde_json::Value {
        json!({
            "name": self.name,
            "ready": self.failure.is_none(),
            "exit_code": self.failure.map_or(0, |code| code as u8),
            "report": self.report.display().to_string(),
        })
    }
}

/// A name for a file, made of letters that every file system has, that no other report has.
fn free_name(name: &str, taken: &mut BTreeSet<String>) -> String {
    let is_usual = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
    let usual: String = name.chars().map(|letter| if is_usual(letter) { letter } else { '-' }).collect();
    let usual = usual[..usual.len().min(LONGEST_NAME)].to_owned();
    let numbered = (2..).map(|number| format!("{usual}-{number}"));
    let free =
        std::iter::once(usual.clone()).chain(numbered).find(|name| !taken.contains(&name.to_lowercase()));
    let free = free.expect("numbers do not end");
    taken.insert(free.to_lowercase());
    free
}

fn unwritable(path: &Path, error: &std::io::Error) -> CommandError {
    CommandError::host(format!("{} cannot be written: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_reports_are_harmless_and_differ() {
        let mut taken = BTreeSet::new();
        let mut free = |name: &str| free_name(name, &mut taken);
        assert_eq!(free("bot.py"), "bot.py");
        assert_eq!(free("Bot.py"), "Bot.py-2");
        assert_eq!(free("../../etc\u{1b}"), "..-..-etc-");
        assert_eq!(free("ünï"), "-n-");
        assert_eq!(free(&"x".repeat(300)).len(), LONGEST_NAME);
        assert_eq!(free(&"x".repeat(300)).len(), LONGEST_NAME + 2);
    }
}
