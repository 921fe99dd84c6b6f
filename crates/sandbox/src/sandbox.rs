//! The sandbox that this machine offers, and how to find it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use tracing::instrument::WithSubscriber;
use tracing::subscriber::NoSubscriber;

use crate::builder::reachable;
use crate::cgroups::CgroupParents;
use crate::command::ProgramCommand;
use crate::confinement::Confinement;
use crate::executables::find_in_path;
use crate::proof::{self, SandboxPromise, SandboxProof, SandboxProofCache};
use crate::sandbox_user;
use crate::temp_dir::check_temp_folder;
use crate::tier::{SandboxTier, SandboxUnavailable};
use crate::visible::is_system_path;

/// The tools that confine programs on this machine. Each program gets a separate sandbox
/// made with them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sandbox {
    /// The program that serves as supervisor: see [`crate::serve_inside`].
    pub(crate) supervisor: PathBuf,
    /// The path of bubblewrap, if this sandbox uses namespaces.
    pub(crate) bubblewrap: Option<PathBuf>,
    /// Where control groups are made, if this sandbox uses them.
    pub(crate) cgroups: Option<CgroupParents>,
    /// Whether programs may use sockets of the internet protocols, which reach only the loopback of
    /// their own sandbox.
    pub(crate) has_loopback: bool,
    /// The promises that it was found to break. [`SandboxPromise::is_required`] is false for
    /// all of them.
    pub unproven: Vec<SandboxPromise>,
}

impl Sandbox {
    /// Finds the strongest tier that keeps all required promises on this machine.
    ///
    /// The supervisor is the running program, which must call [`crate::serve_inside`] first in
    /// `main`. The tests run programs and take up to a few seconds, so call this once, or
    /// [find](Sandbox::find) it with a cache.
    pub async fn best() -> Result<Sandbox, SandboxUnavailable> {
        let supervisor = std::env::current_exe().map_err(|error| {
            SandboxUnavailable::of_host(
                format!("the path of this program is unknown: {error}"),
                "mount /proc",
            )
        })?;
        Sandbox::find(&supervisor, None, None).await
    }

    /// Finds a sandbox of this tier that keeps all required promises, or the strongest one if
    /// `wanted` is `None`. `supervisor` is the program that serves as the supervisor. A sandbox
    /// that has a proof in `proofs` is not tested again.
    pub async fn find(
        supervisor: &Path,
        wanted: Option<SandboxTier>,
        proofs: Option<&SandboxProofCache>,
    ) -> Result<Sandbox, SandboxUnavailable> {
        // A kept proof does not know what has become of the folder since.
        Sandbox::check_host()?;
        let mut unavailable = None;
        for tier in SandboxTier::ALL.into_iter().filter(|tier| wanted.is_none_or(|wanted| *tier == wanted)) {
            match Sandbox::proven(tier, supervisor, proofs).await {
                Ok(sandbox) => return Ok(sandbox),
                // A weaker sandbox is no answer to that.
                Err(error) if error.is_host_failure => return Err(error),
                Err(error) => {
                    tracing::info!(%tier, why = error.why, "no such sandbox");
                    // The last tier needs the least, so report its error: it is the easiest to fix.
                    unavailable = Some(SandboxUnavailable { why: format!("{tier}: {}", error.why), ..error });
                }
            }
        }
        Err(unavailable.expect("there is at least one tier"))
    }

    /// A sandbox of this tier without tests of its promises: see [`Sandbox::prove`].
    pub fn untested(tier: SandboxTier, supervisor: PathBuf) -> Result<Sandbox, SandboxUnavailable> {
        let bubblewrap = (tier >= SandboxTier::Namespaces).then(find_bubblewrap).transpose()?;
        let cgroups = (tier >= SandboxTier::Full).then(find_cgroups).transpose()?;
        Ok(Sandbox { supervisor, bubblewrap, cgroups, has_loopback: false, unproven: Vec::new() })
    }

    /// Fails if the host can make no sandbox at all, such as without a folder for temporary files.
    pub fn check_host() -> Result<(), SandboxUnavailable> {
        check_temp_folder().map_err(|error| proof::unprepared(&error))
    }

    /// Fails if programs in this sandbox cannot reach what the host keeps in this folder. Without
    /// namespaces, a host that is root runs them as other users.
    pub fn check_access(&self, folder: &Path) -> Result<(), SandboxUnavailable> {
        if self.has_namespaces() || !sandbox_user::can_choose() {
            return Ok(());
        }
        reachable(&folder.join("builds")).map_err(|error| {
            let help = "install bubblewrap (apt-get install bubblewrap), set XDG_CACHE_HOME to a folder that \
                        all users can enter, or run as an ordinary user";
            SandboxUnavailable::new(error.to_string(), help)
        })
    }

    /// The sandbox in which processes of a program may reach each other by TCP and UDP over a
    /// loopback that is theirs alone, tested or with its proof in `proofs`.
    ///
    /// # Errors
    ///
    /// Fails in the launcher's tier, in which all programs share the loopback of the machine, and
    /// if the tests break a required promise.
    pub async fn with_loopback(
        &self,
        proofs: Option<&SandboxProofCache>,
    ) -> Result<Sandbox, SandboxUnavailable> {
        if !self.has_namespaces() {
            let why = "the tier `launcher` has no loopback of its own for a program";
            return Err(SandboxUnavailable::new(why, "install bubblewrap (apt-get install bubblewrap)"));
        }
        Sandbox { has_loopback: true, unproven: Vec::new(), ..self.clone() }.tested(proofs).await
    }

    /// The tier of this sandbox.
    pub fn tier(&self) -> SandboxTier {
        match (&self.bubblewrap, &self.cgroups) {
            (Some(_), Some(_)) => SandboxTier::Full,
            (Some(_), None) => SandboxTier::Namespaces,
            (None, _) => SandboxTier::Launcher,
        }
    }

    /// The promises that no kernel limit enforces. The host checks 40 times a second and kills a
    /// program that uses too much, so a program can exceed these limits for a moment.
    pub fn watched_promises(&self) -> Vec<SandboxPromise> {
        match self.tier() {
            SandboxTier::Full => Vec::new(),
            SandboxTier::Namespaces => vec![SandboxPromise::Memory],
            SandboxTier::Launcher => vec![SandboxPromise::Scratch, SandboxPromise::Memory],
        }
    }

    /// A command that runs in this sandbox with the default limits.
    pub fn command(&self, program: impl Into<OsString>) -> ProgramCommand {
        ProgramCommand::new(program).confined(Confinement::new(self))
    }

    /// Whether programs in this sandbox have a process namespace.
    pub(crate) fn has_namespaces(&self) -> bool {
        self.bubblewrap.is_some()
    }

    async fn proven(
        tier: SandboxTier,
        supervisor: &Path,
        proofs: Option<&SandboxProofCache>,
    ) -> Result<Sandbox, SandboxUnavailable> {
        Sandbox::untested(tier, supervisor.to_owned())?.tested(proofs).await
    }

    /// This sandbox with what its tests have found.
    async fn tested(self, proofs: Option<&SandboxProofCache>) -> Result<Sandbox, SandboxUnavailable> {
        if let Some(proof) = proofs.and_then(|proofs| proofs.get(&self)) {
            return self.with(&proof);
        }
        // The host's log should not show the programs of the tests.
        let proof = self.prove(&host_files()).with_subscriber(NoSubscriber::default()).await?;
        let proven = self.clone().with(&proof)?;
        if let Some(proofs) = proofs {
            proofs.keep(&self, &proof);
        }
        Ok(proven)
    }

    /// This sandbox, if the proof shows that it keeps all required promises.
    fn with(self, proof: &SandboxProof) -> Result<Sandbox, SandboxUnavailable> {
        match proof.broken_required().first() {
            None => Ok(Sandbox { unproven: proof.broken_promises(), ..self }),
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

fn find_cgroups() -> Result<CgroupParents, SandboxUnavailable> {
    CgroupParents::find().map_err(|why| {
        let help = "as an ordinary user, run it in a part of the tree of groups that is yours: \
                      systemd-run --user --scope -p Delegate=yes COMMAND";
        SandboxUnavailable::new(format!("no control groups: {why}"), help)
    })
}

/// How many files of each folder a prober tries to read.
const TRIED_FILES: usize = 2;

/// Some files in the home folder and the working folder of the host. No program may read them.
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
