//! The programs that the host offers to submissions, and the folders that each of them needs.
//!
//! Architecture invariant: a submission does not decide what its sandbox shows. It can name a tool.
//! Which program that is, and which folders belong to it, follows from the host alone: from its
//! adapters, the system's program folders, and the organiser's list.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rathaus_sandbox::{Confinement, ProgramCommand, RunOutput, TempDir, is_system_path};

use super::adapter::adapters;
use super::bot_sandbox::{BotSandboxSettings, tool_limits};
use super::listed_tool::{ListedTool, sha256_of};
use super::tools::{FoundTool, LanguageTool};

/// The time limit for a tool to print its version.
const PROBE_TIME_LIMIT: Duration = Duration::from_secs(20);

/// The tools of a host.
#[derive(Debug)]
pub struct HostToolLocator {
    /// The programs on the organiser's list, by name.
    listed: BTreeMap<String, ListedTool>,
    /// The sandbox in which tools print their versions. `None` if submissions are trusted.
    sandbox: Option<BotSandboxSettings>,
    /// A folder of the host. Without a sandbox, each version check runs in a new private folder
    /// below it.
    folder: PathBuf,
    /// The results of earlier searches.
    found: Mutex<BTreeMap<String, Option<FoundTool>>>,
    /// The SHA-256 of the engines of this system that were asked for, by name.
    engines: Mutex<BTreeMap<String, Option<String>>>,
}

/// A program that the host offers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OfferedTool {
    /// Its path, which no submission influences.
    pub(super) path: PathBuf,
    /// Its version output. Empty if it was not asked.
    pub(super) version: String,
    /// The paths that must be visible for it to run.
    pub(super) visible: Vec<PathBuf>,
}

/// Why a program is not offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ToolRefusal {
    Missing,
    /// It is installed, but it is neither a tool of an adapter nor part of the system nor on the
    /// organiser's list.
    Unlisted,
}

impl HostToolLocator {
    /// The tools of this host, with those on the organiser's list. `folder` is a folder of the
    /// host, such as its cache.
    pub fn new(
        listed: Vec<ListedTool>,
        sandbox: Option<BotSandboxSettings>,
        folder: PathBuf,
    ) -> HostToolLocator {
        let listed = listed.into_iter().map(|tool| (tool.name.clone(), tool)).collect();
        HostToolLocator { listed, sandbox, folder, found: Mutex::default(), engines: Mutex::default() }
    }

    /// The SHA-256 of the engine with this name, in hexadecimal: a program that the organiser has
    /// named as one, or one from a folder of games. `None` for all other programs.
    pub(super) fn engine_sha256(&self, name: &str) -> Option<String> {
        if let Some(listed) = self.listed.get(name) {
            return listed.sha256.clone();
        }
        let mut engines = self.engines.lock().unwrap_or_else(PoisonError::into_inner);
        if !engines.contains_key(name) {
            engines.insert(name.to_owned(), engine_of_system(name).and_then(|path| sha256_of(&path).ok()));
        }
        engines[name].clone()
    }

    /// The program with a bare name.
    pub(super) async fn offered(&self, name: &str) -> Result<OfferedTool, ToolRefusal> {
        if let Some(ListedTool { path, .. }) = self.listed.get(name) {
            let visible = rathaus_sandbox::installation_of_named(path);
            return Ok(OfferedTool { path: path.clone(), version: String::new(), visible });
        }
        for tool in tools_called(name) {
            if let Some(FoundTool { path, version }) = self.find(tool, &[name.to_owned()]).await {
                let visible = rathaus_sandbox::installation_of(&path);
                return Ok(OfferedTool { path, version, visible });
            }
        }
        match of_system(name) {
            // System folders are visible in every sandbox.
            Some(path) => Ok(OfferedTool { path, version: String::new(), visible: Vec::new() }),
            None if installed(name).is_empty() => Err(ToolRefusal::Missing),
            None => Err(ToolRefusal::Unlisted),
        }
    }

    /// Finds a tool by one of these names, and asks for its version. Results are remembered.
    pub async fn find(&self, tool: &LanguageTool, names: &[String]) -> Option<FoundTool> {
        let key = format!("{} {}", tool.name, names.join(" "));
        if let Some(known) = self.known().get(&key) {
            return known.clone();
        }
        let found = tool.try_names(names, self).await;
        self.known().insert(key, found.clone());
        found
    }

    fn known(&self) -> MutexGuard<'_, BTreeMap<String, Option<FoundTool>>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The first line that a program prints to stdout or else stderr, if it succeeds. The
    /// program runs as confined as a bot, because others may have put files where it looks for
    /// its configuration.
    pub(super) async fn first_line(&self, path: &Path, arguments: &[String]) -> Option<String> {
        let argv = std::iter::once(path.into()).chain(arguments.iter().map(Into::into)).collect();
        let finished = match &self.sandbox {
            Some(sandbox) => {
                let visible = [rathaus_sandbox::installation_of(path), version_managers(path)].concat();
                // In the root folder, version managers find no settings in folders above.
                self.run(argv, "/".into(), Some(sandbox.of_bot(visible))).await
            }
            None => {
                std::fs::create_dir_all(&self.folder).ok()?;
                let private = TempDir::new_in(&self.folder, ".probe-").ok()?;
                self.run(argv, private.path().to_owned(), None).await
            }
        }?;
        let stdout = String::from_utf8_lossy(&finished.stdout).into_owned();
        let line = stdout.lines().chain(finished.stderr.lines()).find(|line| !line.trim().is_empty())?;
        Some(line.trim().to_owned())
    }

    async fn run(
        &self,
        argv: Vec<OsString>,
        folder: PathBuf,
        confinement: Option<Confinement>,
    ) -> Option<RunOutput> {
        let program = ProgramCommand { argv, folder, environment: environment(), confinement };
        program.run(b"", tool_limits(PROBE_TIME_LIMIT)).await.ok().filter(RunOutput::succeeded)
    }
}

/// Folders of the system that the `PATH` of root does not have. Debian installs engines there.
const BESIDE_PATH: [&str; 2] = ["/usr/local/games", "/usr/games"];

/// The tools of adapters that have this name.
fn tools_called(name: &str) -> impl Iterator<Item = &'static LanguageTool> {
    adapters().iter().flat_map(|adapter| &adapter.tools).filter(move |tool| tool.is_called(name))
}

/// The first program of this name that belongs to the system.
fn of_system(name: &str) -> Option<PathBuf> {
    installed(name).into_iter().find(|path| is_the_systems(path))
}

/// The path of an engine that is part of the system, such as `/usr/games/stockfish`.
fn engine_of_system(name: &str) -> Option<PathBuf> {
    let path = of_system(name).filter(|_| tools_called(name).next().is_none())?;
    BESIDE_PATH.iter().any(|folder| path.starts_with(folder)).then_some(path)
}

/// All executables of this name in `PATH`, then in the folders beside it.
fn installed(name: &str) -> Vec<PathBuf> {
    let others = BESIDE_PATH.iter().map(|folder| Path::new(folder).join(name));
    let others = others.filter(|path| rathaus_sandbox::is_executable(path));
    rathaus_sandbox::find_in_path(name).into_iter().chain(others).collect()
}

/// Whether a program is in a system folder, and so is the target if it is a link.
fn is_the_systems(path: &Path) -> bool {
    is_system_path(path) && path.canonicalize().is_ok_and(|real| is_system_path(&real))
}

/// rustup, the variable that names its home, and the default home. The home has its settings and
/// all toolchains.
const RUSTUP: (&str, &str, &str) = ("rustup", "RUSTUP_HOME", ".rustup");

/// Where a version manager keeps the programs that a path stands for, if not beside it.
fn version_managers(path: &Path) -> Vec<PathBuf> {
    let (manager, ..) = RUSTUP;
    let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    // Some installations of rustup link its programs to it, others copy it.
    let is_managed = real.file_name().is_some_and(|name| name == manager)
        || real.parent().is_some_and(|folder| folder.join(manager).is_file());
    if is_managed { rustup_home().into_iter().collect() } else { Vec::new() }
}

fn rustup_home() -> Option<PathBuf> {
    let (_, variable, folder) = RUSTUP;
    let named = std::env::var_os(variable).map(PathBuf::from);
    named.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(folder))).filter(|home| home.is_dir())
}

/// The variables that tell version managers where their settings are, because a sandbox has no
/// home folder.
fn environment() -> Vec<(String, OsString)> {
    let (_, variable, _) = RUSTUP;
    rustup_home().map(|home| (variable.to_owned(), home.into())).into_iter().collect()
}
