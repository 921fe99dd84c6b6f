//! Builds a submission in the cache, and prepares running it from there.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rathaus_games::Seed;
use rathaus_sandbox::{Confinement, ProgramCommand};
use serde_json::Value;

use super::atomic_folder::AtomicFolder;
use super::bot_sandbox::BotSandboxSettings;
use super::error::{SubmissionError, SubmissionErrorKind};
use super::plan::BuildPlan;
use super::reuse::ProcessReuse;
use super::seat_words::{SeatWord, word_for};
use super::toolbox::HostToolLocator;
use super::{Submission, artefacts};

/// What a build needs in addition to the submission.
#[derive(Debug, Clone)]
pub struct BuildContext {
    /// The cache folder, which belongs to Rathaus alone.
    pub cache: PathBuf,
    /// The names and values of the game's parameters.
    pub values: Vec<(&'static str, String)>,
    /// The time limit of each build command.
    pub limit: Duration,
    /// The sandbox of builds and bots. `None` if submissions are trusted.
    pub sandbox: Option<BotSandboxSettings>,
    /// The tools for building and running.
    pub toolbox: Arc<HostToolLocator>,
}

impl BuildContext {
    /// A context with only the tools of this host, and without parameter values.
    pub fn new(cache: &Path, limit: Duration, sandbox: Option<BotSandboxSettings>) -> BuildContext {
        let toolbox = Arc::new(HostToolLocator::new(Vec::new(), sandbox.clone(), cache.to_owned()));
        BuildContext { cache: cache.to_owned(), values: Vec::new(), limit, sandbox, toolbox }
    }
}

/// A submission that is ready to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bot {
    pub program: ProgramCommand,
    /// The command of the process that keeps the bot loaded for many short runs, if its language
    /// supports that.
    pub warm: Option<ProgramCommand>,
    /// The words of `program` that differ from seat to seat.
    seat_words: Vec<SeatWord>,
    /// The options of its `bot.toml`, for the program of a custom game.
    pub options: BTreeMap<String, Value>,
    pub reuse: ProcessReuse,
    /// The most bytes that it keeps from match to match, if it keeps anything.
    pub storage_bytes: Option<u64>,
    /// The versions of the tools that built it and run it, and how it was adapted. For a bot with
    /// its own commands, the engines that these start, or `None`.
    pub toolchain: Option<String>,
}

impl Bot {
    /// The bot for a seat, from 0, of the match with this seed.
    pub fn for_seat(&self, seat: usize, match_seed: Seed) -> Cow<'_, Bot> {
        if self.seat_words.is_empty() {
            return Cow::Borrowed(self);
        }
        let mut bot = self.clone();
        for SeatWord { index, parts } in &self.seat_words {
            bot.program.argv[*index] = word_for(parts, seat, match_seed);
        }
        Cow::Owned(bot)
    }

    /// The program, run in a private copy of its source folder, with an empty writable file of
    /// this name.
    pub fn in_private_folder(&self, folder: &Path, file: &str) -> io::Result<ProgramCommand> {
        copy(&self.program.folder, folder)?;
        std::fs::write(folder.join(file), "")?;
        let confinement = self.program.confinement.clone().map(|mut confinement| {
            confinement.readable.push(folder.to_owned());
            confinement.writable.push(folder.join(file));
            confinement
        });
        Ok(ProgramCommand { folder: folder.to_owned(), confinement, ..self.program.clone() })
    }
}

/// Copies a folder and everything below it.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// What stands for the bot of a person. It is never started.
fn person() -> Bot {
    Bot {
        program: ProgramCommand::new("true"),
        warm: None,
        seat_words: Vec::new(),
        options: BTreeMap::new(),
        reuse: ProcessReuse::default(),
        storage_bytes: None,
        toolchain: None,
    }
}

pub(super) async fn build(submission: &Submission, context: &BuildContext) -> Result<Bot, SubmissionError> {
    if submission.is_person() {
        return Ok(person());
    }
    let plan = BuildPlan::new(submission, context).await?;
    let bot = Bot {
        program: plan.program(&plan.run),
        warm: plan.warm.as_ref().map(|command| plan.program(command)),
        seat_words: plan.seat_words(),
        options: submission.options.clone(),
        reuse: submission.reuse.clone(),
        storage_bytes: submission.storage_mib.map(|mib| u64::from(mib) << 20),
        toolchain: plan.toolchain.clone().or_else(|| plan.engines()),
    };
    if plan.folder.exists() {
        preflight(&plan, &bot).await?;
        return Ok(bot);
    }
    // The build happens in a staging folder that is renamed as a whole, so that no process sees a
    // half-finished build.
    let staging = AtomicFolder::new(&plan.folder).map_err(|error| plan.host_error(error))?;
    plan.stage(&staging.path).map_err(|error| plan.host_error(error))?;
    for command in &plan.commands {
        plan.run_command(command, &staging.path, context.limit).await?;
    }
    artefacts::take_over(&staging.path).map_err(|unfit| plan.unfit(&unfit, &staging.path))?;
    staging.finish(&plan.folder).map_err(|error| plan.host_error(error))?;
    preflight(&plan, &bot).await?;
    Ok(bot)
}

/// The confinement without the bot's files.
fn empty(confinement: Confinement) -> Confinement {
    Confinement { readable: Vec::new(), writable: Vec::new(), ..confinement }
}

/// Sets up the bot's sandbox once, without running anything. If that fails because of the bot, the
/// failure must not appear in the middle of a match as one of the host, which would void matches
/// without blaming the bot.
async fn preflight(plan: &BuildPlan<'_>, bot: &Bot) -> Result<(), SubmissionError> {
    let Err(error) = bot.program.check_confinement().await else { return Ok(()) };
    // A sandbox without the bot's files shows whether the bot or the host is to blame.
    let control = ProgramCommand {
        confinement: bot.program.confinement.clone().map(empty),
        ..ProgramCommand::new("true")
    };
    let kind = if control.check_confinement().await.is_ok() {
        SubmissionErrorKind::Build
    } else {
        SubmissionErrorKind::Host
    };
    Err(plan.unconfinable(kind, &error))
}
