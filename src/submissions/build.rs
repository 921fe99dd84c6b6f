//! Building a submission in the cache, and starting it from there.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rathaus_sandbox::{Command, Confinement};

use super::bot_sandbox::BotSandbox;
use super::error::{SubmissionError, SubmissionErrorKind};
use super::plan::BuildPlan;
use super::staging::StagingFolder;
use super::toolbox::Toolbox;
use super::{Submission, artefacts};

/// What builds depend on besides the submission.
#[derive(Debug, Clone)]
pub struct BuildContext {
    /// The cache folder, ours alone.
    pub cache: PathBuf,
    /// The names and values of the game's parameters.
    pub values: Vec<(&'static str, String)>,
    /// How long each command of a build may take.
    pub limit: Duration,
    /// Where it is built, and run later on; nothing if submissions are trusted.
    pub sandbox: Option<BotSandbox>,
    /// What it can be built and run with.
    pub toolbox: Arc<Toolbox>,
}

impl BuildContext {
    /// With no tools but this host's, and without values.
    pub fn new(cache: &Path, limit: Duration, sandbox: Option<BotSandbox>) -> BuildContext {
        let toolbox = Arc::new(Toolbox::new(&[], sandbox.clone(), cache.to_owned()));
        BuildContext { cache: cache.to_owned(), values: Vec::new(), limit, sandbox, toolbox }
    }
}

/// A submission that is ready to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bot {
    pub program: Command,
    /// How to start what keeps it ready for many short runs, where its language allows that.
    pub warm: Option<Command>,
    /// The versions of what it was built and is run with, and what was done to it. Nothing for a
    /// program of its own.
    pub toolchain: Option<String>,
}

impl Bot {
    /// The program, run in a folder of its own instead: a copy of its source's with an empty file
    /// of this name, the one that it may write to.
    pub fn in_private_folder(&self, folder: &Path, file: &str) -> io::Result<Command> {
        copy(&self.program.folder, folder)?;
        std::fs::write(folder.join(file), "")?;
        let confinement = self.program.confinement.clone().map(|mut confinement| {
            confinement.readable.push(folder.to_owned());
            confinement.writable.push(folder.join(file));
            confinement
        });
        Ok(Command { folder: folder.to_owned(), confinement, ..self.program.clone() })
    }
}

/// Copies what is in a folder, with all that is below it.
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

pub(super) async fn build(submission: &Submission, context: &BuildContext) -> Result<Bot, SubmissionError> {
    let plan = BuildPlan::new(submission, context).await?;
    let bot = Bot {
        program: plan.program(&plan.run),
        warm: plan.warm.as_ref().map(|command| plan.program(command)),
        toolchain: plan.toolchain.clone(),
    };
    if plan.folder.exists() {
        preflight(&plan, &bot).await?;
        return Ok(bot);
    }
    // Nobody sees a half-finished build, because it happens elsewhere and is renamed as a whole.
    let staging = StagingFolder::new(&plan.folder).map_err(|error| plan.host_error(error))?;
    plan.stage(&staging.path).map_err(|error| plan.host_error(error))?;
    for command in &plan.commands {
        plan.run_command(command, &staging.path, context.limit).await?;
    }
    artefacts::take_over(&staging.path).map_err(|unfit| plan.unfit(&unfit, &staging.path))?;
    staging.finish(&plan.folder).map_err(|error| plan.host_error(error))?;
    preflight(&plan, &bot).await?;
    Ok(bot)
}

/// The confinement with nothing of the bot in it.
fn empty(confinement: Confinement) -> Confinement {
    Confinement { readable: Vec::new(), writable: Vec::new(), ..confinement }
}

/// Makes the bot's sandbox once, without running anything. Where that fails because of what the bot
/// is, it must not show in the middle of a match as a failure of the host's, for which nobody's
/// matches would count.
async fn preflight(plan: &BuildPlan<'_>, bot: &Bot) -> Result<(), SubmissionError> {
    let Err(error) = bot.program.check_confinement().await else { return Ok(()) };
    // A sandbox with nothing of the bot's in it tells whose fault that is.
    let control = Command { confinement: bot.program.confinement.clone().map(empty), ..Command::new("true") };
    let kind = if control.check_confinement().await.is_ok() {
        SubmissionErrorKind::Build
    } else {
        SubmissionErrorKind::Host
    };
    Err(plan.unconfinable(kind, &error))
}
