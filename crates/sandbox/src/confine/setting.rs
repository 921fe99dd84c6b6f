//! How a sandbox is set up for a confinement: the command that makes it, and the order for its keeper.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::bubblewrap::{self, SCRATCH, View};
use super::cgroup::Cgroups;
use super::order::{Ceilings, Order};
use super::{Confinement, identity, keeper};
use crate::{Passing, Program, strays};

/// How many files a program may have open at once: the usual limit. Each can be a pipe full of the kernel's memory, and so many can be
/// on their way in sockets, where nobody sees them.
const OPEN_FILES: u64 = 1_024;

/// Where a sandbox with a root of its own has its keeper.
pub(super) const KEEPER: &str = "/.rathaus";

/// Files of devices that programs write to as a matter of course.
const DEVICES: &[&str] = &["/dev/null", "/dev/zero", "/dev/full"];

/// What else of the machine programs read as a matter of course.
const MACHINE: &[&str] = &["/proc", "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// What is to be set up.
pub(super) struct Setting<'a> {
    confinement: &'a Confinement,
    /// A folder for what is written for a while, where the sandbox has no file system of its own.
    pub(super) scratch: Option<Passing>,
}

impl<'a> Setting<'a> {
    /// For a confinement, with a folder for this user if one is needed.
    pub(super) fn new(confinement: &'a Confinement, user: Option<u32>) -> io::Result<Setting<'a>> {
        if user.is_some() && !confinement.sandbox.is_alone() {
            confinement.readable.iter().chain(&confinement.writable).try_for_each(|path| reachable(path))?;
        }
        let scratch = if confinement.sandbox.is_alone() { None } else { Some(scratch_folder(user)?) };
        Ok(Setting { confinement, scratch })
    }

    /// Whether it has processes of its own, and sees no others.
    pub(super) fn is_alone(&self) -> bool {
        self.confinement.sandbox.is_alone()
    }

    /// The command that makes the sandbox, and the keeper in it.
    pub(super) fn command(&self) -> Command {
        let Confinement { sandbox, allowance, readable, writable, .. } = self.confinement;
        let Some(bubblewrap) = &sandbox.bubblewrap else {
            let mut command = Command::new(&sandbox.keeper);
            command.arg(keeper::WORD);
            return command;
        };
        let view = View {
            keeper: (&sandbox.keeper, Path::new(KEEPER)),
            readable,
            writable,
            scratch_bytes: allowance.scratch,
            is_root: identity::may_choose(),
        };
        let mut command = Command::new(bubblewrap);
        command.args(bubblewrap::arguments(&view)).args([KEEPER, keeper::WORD]);
        command
    }

    /// What the keeper is told.
    pub(super) fn order(&self, program: &Program, user: Option<u32>) -> Order {
        let Confinement { allowance, readable, writable, makes_programs, .. } = self.confinement;
        let scratch = self.scratch_folders();
        let is_counted = self.confinement.sandbox.cgroups.is_some();
        let ceilings = Ceilings {
            data: (!is_counted).then_some(allowance.memory),
            processes: (!is_counted).then(|| allowance.processes + self.processes_besides(user)),
            file: allowance.scratch,
            files: OPEN_FILES,
        };
        let everything = || vec![PathBuf::from("/")];
        let shown = || {
            let given = bubblewrap::SYSTEM.iter().chain(MACHINE).map(PathBuf::from);
            given.chain(readable.iter().cloned()).collect()
        };
        let devices = DEVICES.iter().map(PathBuf::from);
        Order {
            argv: program.argv.clone(),
            folder: program.folder.clone(),
            environment: self.environment(program, &scratch[0]),
            identity: user,
            ceilings,
            readable: if self.is_alone() { everything() } else { shown() },
            writable: writable.iter().chain(&scratch).cloned().chain(devices).collect(),
            is_alone: self.is_alone(),
            may_change_modes: self.is_alone() || user.is_some() || *makes_programs,
        }
    }

    /// The folders for what is written for a while; the first is that of the program's temporary files.
    fn scratch_folders(&self) -> Vec<PathBuf> {
        match &self.scratch {
            Some(folder) => vec![folder.path().to_owned()],
            None => SCRATCH.iter().map(PathBuf::from).collect(),
        }
    }

    /// The variables of the program. Of the folders with programs, only those are named that it can see.
    fn environment(&self, program: &Program, home: &Path) -> Vec<(String, OsString)> {
        let is_seen = |folder: &PathBuf| {
            bubblewrap::is_of_system(folder)
                || self.confinement.readable.iter().any(|seen| folder.starts_with(seen))
        };
        let mut variables = program.variables(home);
        // By which a process that is kept ready learns whether a run has left something.
        let scratch = std::env::join_paths(self.scratch_folders()).unwrap_or_default();
        variables.push(("RATHAUS_SCRATCH".into(), scratch));
        variables.push((strays::TAG.into(), strays::new_tag().into()));
        for (name, value) in &mut variables {
            if name == "PATH" {
                let seen = std::env::split_paths(value).filter(is_seen);
                // What was split at colons has none.
                *value = std::env::join_paths(seen).unwrap_or_default();
            }
        }
        variables
    }

    /// How many processes the user has already, where all are counted: in the host's own name, and without a count for
    /// each sandbox.
    fn processes_besides(&self, user: Option<u32>) -> u64 {
        if self.is_alone() || user.is_some() { 0 } else { processes_of(rustix::process::getuid().as_raw()) }
    }
}

impl Setting<'_> {
    /// Where its group is made, if it has one.
    pub(super) fn cgroups(&self) -> Option<&Cgroups> {
        self.confinement.sandbox.cgroups.as_ref()
    }

    /// The folders that no file system bounds: of builds, whose results are to stay, and for scratch without a file system of its own.
    pub(super) fn unbounded_folders(&self) -> Vec<PathBuf> {
        let of_scratch = self.scratch.as_ref().map(|folder| folder.path().to_owned());
        // A file is bounded by the limit of its size.
        let folders = self.confinement.writable.iter().filter(|path| path.is_dir());
        folders.cloned().chain(of_scratch).collect()
    }
}

/// Whether somebody else than root gets to a path. Where a sandbox has its own view of the files, root has made it.
fn reachable(path: &Path) -> io::Result<()> {
    let is_closed = |folder: &&Path| folder.metadata().is_ok_and(|found| found.mode() & 0o001 == 0);
    match path.ancestors().skip(1).find(is_closed) {
        None => Ok(()),
        Some(folder) => Err(io::Error::other(format!(
            "without bubblewrap, bots run as a user of their own where the host is root, and that user cannot get to {}, because {} is closed to \
             others; install bubblewrap, or have the host run as an ordinary user",
            path.display(),
            folder.display()
        ))),
    }
}

/// A folder that only this user sees into.
fn scratch_folder(user: Option<u32>) -> io::Result<Passing> {
    let folder = Passing::new("rathaus-scratch-")?;
    if let Some(user) = user {
        identity::give(folder.path(), user)?;
    }
    Ok(folder)
}

/// How many processes and threads a user has.
fn processes_of(user: u32) -> u64 {
    let of_process = |entry: fs::DirEntry| -> Option<u64> {
        let status = fs::read_to_string(entry.path().join("status")).ok()?;
        let field = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let owner: u32 = field("Uid:")?.split_whitespace().next()?.parse().ok()?;
        (owner == user).then(|| field("Threads:")?.parse().ok()).flatten()
    };
    fs::read_dir("/proc").into_iter().flatten().flatten().filter_map(of_process).sum()
}
