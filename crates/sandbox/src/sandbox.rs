//! What confines programs on this machine, and how it is found.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use tracing::instrument::WithSubscriber;
use tracing::subscriber::NoSubscriber;

use crate::cgroups::Cgroups;
use crate::command::Command;
use crate::confinement::Confinement;
use crate::executables::find_in_path;
use crate::proof::SandboxPromise;
use crate::sandbox_user;
use crate::temp_dir::TempDir;
use crate::tier::{SandboxUnavailable, Tier};
use crate::visible::is_system_path;

/// The parts that confine programs on this machine. Each program gets a sandbox of its own, made of
/// these parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sandbox {
    /// The program that serves as supervisor: see [`crate::serve_inside`].
    pub(crate) supervisor: PathBuf,
    /// The program that makes namespaces, if they are part of it.
    pub(crate) bubblewrap: Option<PathBuf>,
    /// Where control groups are made, if they are part of it.
    pub(crate) cgroups: Option<Cgroups>,
    /// Promises that it was found to break. None of them [is required](Promise::is_required).
    pub unproven: Vec<SandboxPromise>,
}

impl Sandbox {
    /// The strongest tier that keeps all required promises on this machine. The supervisor is the
    /// running program, which must call [`crate::serve_inside`] first of all. The tests run
    /// programs and take up to some seconds: call it once.
    pub async fn best() -> Result<Sandbox, SandboxUnavailable> {
        let supervisor = std::env::current_exe().map_err(|error| {
            SandboxUnavailable::new(format!("the path of this program is unknown: {error}"), "mount /proc")
        })?;
        Sandbox::find(&supervisor, None).await
    }

    /// A sandbox of this tier, or the best one if none is given, with another program as the
    /// supervisor. It keeps all required promises.
    pub async fn find(supervisor: &Path, wanted: Option<Tier>) -> Result<Sandbox, SandboxUnavailable> {
        TempDir::remove_abandoned(sandbox_user::is_own);
        let mut unavailable = None;
        for tier in Tier::ALL.into_iter().filter(|tier| wanted.is_none_or(|wanted| *tier == wanted)) {
            match Sandbox::proven(tier, supervisor).await {
                Ok(sandbox) => return Ok(sandbox),
                Err(error) => {
                    tracing::info!(%tier, why = error.why, "no such sandbox");
                    // The last one needs least, so it is the easiest to repair.
                    unavailable = Some(SandboxUnavailable { why: format!("{tier}: {}", error.why), ..error });
                }
            }
        }
        Err(unavailable.expect("there is at least one tier"))
    }

    /// A sandbox of this tier whose promises were not tested: see [`Sandbox::prove`].
    pub fn untested(tier: Tier, supervisor: PathBuf) -> Result<Sandbox, SandboxUnavailable> {
        let bubblewrap = (tier >= Tier::Namespaces).then(find_bubblewrap).transpose()?;
        let cgroups = (tier >= Tier::Full).then(find_cgroups).transpose()?;
        Ok(Sandbox { supervisor, bubblewrap, cgroups, unproven: Vec::new() })
    }

    /// Its tier.
    pub fn tier(&self) -> Tier {
        match (&self.bubblewrap, &self.cgroups) {
            (Some(_), Some(_)) => Tier::Full,
            (Some(_), None) => Tier::Namespaces,
            (None, _) => Tier::Launcher,
        }
    }

    /// The promises that no limit of the kernel keeps. The host looks 40 times a second and kills a
    /// program that uses too much, so the program can use more for a moment.
    pub fn watched_promises(&self) -> Vec<SandboxPromise> {
        match self.tier() {
            Tier::Full => Vec::new(),
            Tier::Namespaces => vec![SandboxPromise::Memory],
            Tier::Launcher => vec![SandboxPromise::Scratch, SandboxPromise::Memory],
        }
    }

    /// A command that runs in this sandbox with the default limits.
    pub fn command(&self, program: impl Into<OsString>) -> Command {
        Command::new(program).confined(Confinement::new(self))
    }

    /// Whether programs in it have a process namespace of their own.
    pub(crate) fn has_namespaces(&self) -> bool {
        self.bubblewrap.is_some()
    }

    async fn proven(tier: Tier, supervisor: &Path) -> Result<Sandbox, SandboxUnavailable> {
        let sandbox = Sandbox::untested(tier, supervisor.to_owned())?;
        // The probes would fill the log of the host's own programs.
        let proof = sandbox.prove(&host_files()).with_subscriber(NoSubscriber::default()).await?;
        match proof.broken_required().first() {
            None => Ok(Sandbox { unproven: proof.broken_promises(), ..sandbox }),
            Some(promise) => {
                let shown = proof.broken[promise].join(", ");
                let words = promise.words();
                let why = format!("a program in it is not held to this: it {words}; a test {shown}");
                let help = "install bubblewrap (apt-get install bubblewrap), or a newer kernel";
                Err(SandboxUnavailable::new(why, help))
            }
        }
    }
}

fn find_bubblewrap() -> Result<PathBuf, SandboxUnavailable> {
    find_in_path("bwrap").into_iter().next().ok_or_else(|| {
        let help = "install it: apt-get install bubblewrap";
        SandboxUnavailable::new("bubblewrap was not found in PATH", help)
    })
}

fn find_cgroups() -> Result<Cgroups, SandboxUnavailable> {
    Cgroups::find().map_err(|why| {
        let help = "as an ordinary user, run it in a part of the tree of groups that is yours: \
                      systemd-run --user --scope -p Delegate=yes COMMAND";
        SandboxUnavailable::new(format!("no control groups: {why}"), help)
    })
}

/// Files of each folder that a probe tries to read.
const TRIED_FILES: usize = 2;

/// Some files in the home folder and the working folder of the host, which no program may read.
fn host_files() -> Vec<PathBuf> {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let folders = home.into_iter().chain(std::env::current_dir());
    let files = |folder: PathBuf| {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let is_filled =
            |file: &std::fs::DirEntry| file.metadata().is_ok_and(|found| found.is_file() && found.len() > 0);
        entries.filter(is_filled).map(|file| file.path()).take(TRIED_FILES).collect::<Vec<_>>()
    };
    folders.filter(|folder| !is_system_path(folder)).flat_map(files).collect()
}
