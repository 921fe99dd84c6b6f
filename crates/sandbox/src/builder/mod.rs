//! Sets up a sandbox for a confinement: the command that makes it, and the orders for
//! its supervisor.

pub(crate) mod bubblewrap;
mod processes;

use std::ffi::OsString;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process;

use crate::cgroups::CgroupParents;
use crate::command::ProgramCommand;
use crate::confinement::Confinement;
use crate::supervisor::{self, ProcessLimits, SupervisorOrders};
use crate::temp_dir::TempDir;
use crate::{orphans, sandbox_user};
use bubblewrap::{SCRATCH, VisibleFiles};

/// The most open files of a program: the usual limit. Each can be a pipe full of kernel memory.
const OPEN_FILES: u64 = 1_024;

/// The path of the supervisor in a sandbox with its own root.
pub(crate) const SUPERVISOR: &str = "/.rathaus";

/// Devices that programs write to.
const WRITABLE_DEVICES: &[&str] = &["/dev/null", "/dev/zero", "/dev/full"];

/// Other parts of the machine that programs read.
const READABLE_DEVICES: &[&str] =
    &["/proc", "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// The variable with the program's scratch folders. A fork server uses it to check whether a run
/// left something behind.
const SCRATCH_VARIABLE: &str = "RATHAUS_SCRATCH";

/// Prepares the sandbox of one program: its command, and the orders for its supervisor.
pub(crate) struct SandboxLaunchPlan<'a> {
    confinement: &'a Confinement,
    /// The folder for temporary files, if the sandbox has no file system of its own.
    pub(crate) scratch: Option<TempDir>,
}

impl<'a> SandboxLaunchPlan<'a> {
    /// Prepares a sandbox for a program that runs as `user`, or as the user of the host.
    pub(crate) fn new(confinement: &'a Confinement, user: Option<u32>) -> io::Result<SandboxLaunchPlan<'a>> {
        let has_namespaces = confinement.sandbox.has_namespaces();
        if user.is_some() && !has_namespaces {
            confinement.readable.iter().chain(&confinement.writable).try_for_each(|path| reachable(path))?;
        }
        let scratch = if has_namespaces { None } else { Some(scratch_folder(user)?) };
        Ok(SandboxLaunchPlan { confinement, scratch })
    }

    pub(crate) fn has_namespaces(&self) -> bool {
        self.confinement.sandbox.has_namespaces()
    }

    /// Where to make the control group, if the sandbox has one.
    pub(crate) fn cgroups(&self) -> Option<&CgroupParents> {
        self.confinement.sandbox.cgroups.as_ref()
    }

    /// The command that makes the sandbox with the supervisor in it.
    pub(crate) fn command(&self) -> process::Command {
        let Confinement { sandbox, limits, readable, writable, .. } = self.confinement;
        let Some(bubblewrap) = &sandbox.bubblewrap else {
            let mut command = process::Command::new(&sandbox.supervisor);
            command.arg(supervisor::ARGUMENT);
            return command;
        };
        let view = VisibleFiles {
            supervisor: (&sandbox.supervisor, Path::new(SUPERVISOR)),
            readable,
            writable,
            scratch_bytes: limits.scratch,
            is_root: sandbox_user::can_choose(),
        };
        let mut command = process::Command::new(bubblewrap);
        command.args(bubblewrap::arguments(&view)).args([SUPERVISOR, supervisor::ARGUMENT]);
        command
    }

    pub(crate) fn orders(&self, command: &ProgramCommand, user: Option<u32>) -> SupervisorOrders {
        let scratch = self.scratch_folders();
        let devices = WRITABLE_DEVICES.iter().map(PathBuf::from);
        let writable = self.confinement.writable.iter().chain(&scratch).cloned().chain(devices).collect();
        SupervisorOrders {
            argv: command.argv.clone(),
            folder: command.folder.clone(),
            environment: self.environment(command, &scratch[0]),
            user,
            limits: self.process_limits(user),
            readable: self.readable(),
            writable,
            has_namespaces: self.has_namespaces(),
            may_change_modes: self.has_namespaces() || user.is_some() || self.confinement.changes_modes,
            has_loopback: self.confinement.sandbox.has_loopback,
        }
    }

    /// The limits of each process, for what no control group limits.
    fn process_limits(&self, user: Option<u32>) -> ProcessLimits {
        let limits = self.confinement.limits;
        let is_counted = self.cgroups().is_some();
        ProcessLimits {
            data: (!is_counted).then_some(limits.memory),
            processes: (!is_counted).then(|| limits.processes + self.other_processes(user)),
            file: limits.scratch,
            open_files: OPEN_FILES,
        }
    }

    fn readable(&self) -> Vec<PathBuf> {
        if self.has_namespaces() {
            // Bubblewrap shows nothing else.
            return vec![PathBuf::from("/")];
        }
        let shown = bubblewrap::SYSTEM.iter().chain(READABLE_DEVICES).map(PathBuf::from);
        shown.chain(self.confinement.readable.iter().cloned()).collect()
    }

    /// The folders for temporary files. The first one is the program's `HOME` and `TMPDIR`.
    fn scratch_folders(&self) -> Vec<PathBuf> {
        match &self.scratch {
            Some(folder) => vec![folder.path().to_owned()],
            None => SCRATCH.iter().map(PathBuf::from).collect(),
        }
    }

    /// The environment variables of the program. `PATH` has only folders that the program can see.
    fn environment(&self, command: &ProgramCommand, home: &Path) -> Vec<(String, OsString)> {
        let is_seen = |folder: &PathBuf| {
            bubblewrap::is_shown_always(folder)
                || self.confinement.readable.iter().any(|seen| folder.starts_with(seen))
        };
        let mut variables = command.variables(home);
        let scratch = std::env::join_paths(self.scratch_folders()).unwrap_or_default();
        variables.push((SCRATCH_VARIABLE.into(), scratch));
        variables.push((orphans::TAG.into(), orphans::new_tag().into()));
        for (name, value) in &mut variables {
            if name == "PATH" {
                let seen = std::env::split_paths(value).filter(is_seen);
                // Cannot fail: a path that was split at colons has none.
                *value = std::env::join_paths(seen).unwrap_or_default();
            }
        }
        variables
    }

    /// How many processes the kernel counts against the same limit: those of the host's user.
    fn other_processes(&self, user: Option<u32>) -> u64 {
        let has_own_count = self.has_namespaces() || user.is_some();
        if has_own_count { 0 } else { processes::count_of_user(rustix::process::getuid().as_raw()) }
    }

    /// The writable folders whose size no file system limits.
    pub(crate) fn unlimited_folders(&self) -> Vec<PathBuf> {
        let scratch = self.scratch.as_ref().map(|folder| folder.path().to_owned());
        // Writable files are limited by the file size.
        let folders = self.confinement.writable.iter().filter(|path| path.is_dir());
        folders.cloned().chain(scratch).collect()
    }
}

/// Fails if other users cannot reach the path. Bubblewrap starts as root, so it needs no check.
pub(crate) fn reachable(path: &Path) -> io::Result<()> {
    let is_closed = |folder: &&Path| folder.metadata().is_ok_and(|found| found.mode() & 0o001 == 0);
    match path.ancestors().skip(1).find(is_closed) {
        None => Ok(()),
        Some(folder) => Err(io::Error::other(format!(
            "without bubblewrap, a host that is root runs programs as other users, and these cannot reach {}, \
             because {} is closed to others",
            path.display(),
            folder.display()
        ))),
    }
}

/// Makes a folder that only this user can access.
fn scratch_folder(user: Option<u32>) -> io::Result<TempDir> {
    let folder = TempDir::new("rathaus-scratch-")?;
    if let Some(user) = user {
        sandbox_user::change_owner(folder.path(), user)?;
    }
    Ok(folder)
}
