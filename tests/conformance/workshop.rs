//! Builds submissions in a temporary folder, which is removed with the workshop.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rathaus::submissions::{
    BotSandboxSettings, BuildContext, HostToolLocator, Submission, SubmissionError, SubmissionErrorKind,
    SubmissionHints,
};
use rathaus_games::ConfiguredGame;
use rathaus_sandbox::{ProgramCommand, Sandbox};
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};

use crate::common::{World, repository};
use crate::language::{self, Language, entries, name_of};
use crate::source::Source;

/// The time limit of each build command, on a machine that is busy with other tests.
const BUILD_LIMIT: Duration = Duration::from_secs(300);

/// The game of these tests.
pub const GAME: &str = "rat-race";

/// A folder with copies of all submissions, and a build cache.
pub struct Workshop {
    pub world: World,
    /// The best sandbox of this machine, as users get it.
    sandbox: BotSandboxSettings,
    /// The tools that build and run submissions.
    toolbox: Arc<HostToolLocator>,
    /// A lock for each submission, so that it is built only once at a time.
    building: Mutex<BTreeMap<PathBuf, Arc<Mutex<()>>>>,
}

impl Workshop {
    /// Copies the tests of all adapters, and assembles those of several files.
    pub fn new() -> Workshop {
        let supervisor = Path::new(env!("CARGO_BIN_EXE_rathaus"));
        let sandbox = runtime().block_on(Sandbox::find(supervisor, None, None));
        let sandbox = BotSandboxSettings::new(sandbox.unwrap_or_else(|error| panic!("{error}")));
        let world = World::new();
        let toolbox = Arc::new(HostToolLocator::new(Vec::new(), Some(sandbox.clone()), world.path("cache")));
        let workshop = Workshop { world, sandbox, toolbox, building: Mutex::default() };
        for language in language::all() {
            let comment = format!("{} include: ", language.description.line_comment);
            copy(&repository().join(language.tests()), &workshop.tests(&language), &comment);
        }
        workshop
    }

    /// The copies of a language's tests.
    pub fn tests(&self, language: &Language) -> PathBuf {
        self.world.path("tests").join(&language.name)
    }

    /// Reads and builds a submission for the game with these rules, as the host does. Returns the
    /// command that starts it.
    pub fn build(&self, source: &Source, rules: &ConfiguredGame) -> Result<ProgramCommand, SubmissionError> {
        let submission = Submission::read(&source.path, GAME, &SubmissionHints::default())?;
        if let Some(form) = source.form {
            let described = submission.described();
            let right = described.contains(&format!(", {} ", form.word()));
            assert!(right, "it should be in the {} form, but it is {described}", form.word());
        }
        let cache = self.world.path("cache").join("rathaus");
        let sandbox = Some(self.sandbox.clone());
        let toolbox = Arc::clone(&self.toolbox);
        let context =
            BuildContext { cache, values: rules.build_values(), limit: BUILD_LIMIT, sandbox, toolbox };
        let lock = self.lock(&source.path);
        let _building = lock.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(runtime().block_on(submission.build(&context))?.program)
    }

    /// The program of a submission that must be valid.
    pub fn program(&self, source: &Source) -> ProgramCommand {
        self.build(source, &standard_rules()).unwrap_or_else(|error| panic!("{error}"))
    }

    fn lock(&self, path: &Path) -> Arc<Mutex<()>> {
        let mut building = self.building.lock().unwrap_or_else(PoisonError::into_inner);
        building.entry(path.to_owned()).or_default().clone()
    }
}

/// The game with its default parameters.
pub fn standard_rules() -> ConfiguredGame {
    rules([])
}

/// The game with these settings.
pub fn rules<'a>(settings: impl IntoIterator<Item = (&'a str, &'a Value)>) -> ConfiguredGame {
    ConfiguredGame::resolve(GAME, settings).expect("a game").expect("its parameters")
}

/// A runtime for one thread. Each user has its own, so that none waits for another.
pub fn runtime() -> Runtime {
    Builder::new_current_thread().enable_all().build().expect("a runtime")
}

/// Whether a build failed because of the submission itself.
pub fn is_refused(error: &SubmissionError) -> bool {
    error.kind == SubmissionErrorKind::Build
}

/// Copies a folder. A line that begins with `comment` is replaced by the file that it names.
fn copy(from: &Path, to: &Path, comment: &str) {
    fs::create_dir_all(to).expect("a folder");
    for path in entries(from) {
        let target = to.join(name_of(&path));
        match path.is_dir() {
            true => copy(&path, &target, comment),
            false => fs::write(target, assembled(&path, comment)).expect("a copy"),
        }
    }
}

fn assembled(path: &Path, comment: &str) -> String {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = text.lines().map(|line| match line.strip_prefix(comment) {
        Some(name) => assembled(&path.with_file_name(name.trim()), comment),
        None => format!("{line}\n"),
    });
    lines.collect()
}
