//! What a program may see and use.

use std::path::PathBuf;

use crate::sandbox::Sandbox;

/// Limits of a program and its descendants together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResourceLimits {
    /// The most bytes of memory.
    pub memory: u64,
    /// The most processes and threads.
    pub processes: u64,
    /// The most bytes in each scratch folder, and in each file that the program may write.
    pub scratch: u64,
}

impl ResourceLimits {
    /// The most files and folders in the writable folders.
    pub const MAX_FILES: usize = 20_000;
}

/// Allows 1 GiB of memory, 128 processes and 64 MiB of scratch space.
impl Default for ResourceLimits {
    fn default() -> ResourceLimits {
        ResourceLimits { memory: 1 << 30, processes: 128, scratch: 64 << 20 }
    }
}

/// The sandbox of a program, and what the program may see and use in it. Every program sees the
/// system's own programs, libraries and settings, and has an empty scratch folder as its `HOME` and
/// `TMPDIR`.
///
/// ```no_run
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// # use rathaus_sandbox::{Confinement, ProgramCommand, ResourceLimits, Sandbox};
/// let sandbox = Sandbox::best().await?;
/// let confinement = Confinement {
///     limits: ResourceLimits { memory: 64 << 20, ..ResourceLimits::default() },
///     readable: vec!["/srv/uploads/42".into()],
///     ..Confinement::new(&sandbox)
/// };
/// let mut process = ProgramCommand::new("/srv/uploads/42/main").confined(confinement).spawn().await?;
/// let status = process.wait().await;
/// let cpu = process.kill().cpu;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Confinement {
    /// The sandbox that confines the program.
    pub sandbox: Sandbox,
    /// How much the program may use.
    pub limits: ResourceLimits,
    /// Additional files and folders that the program may read and execute.
    pub readable: Vec<PathBuf>,
    /// Files and folders that the program may write. If the host is root, they are given to the
    /// user of the sandbox.
    pub writable: Vec<PathBuf>,
    /// Whether the program changes modes of files, as a compiler does when it makes executables. In
    /// the launcher tier of an ordinary user, the program can then change modes and times of all
    /// files of that user.
    pub changes_modes: bool,
    /// Whether the owner of the process [freezes](crate::SandboxedProcess::freeze) it while it has
    /// nothing to do. This crate does not freeze processes by itself.
    pub freezes_when_idle: bool,
}

impl Confinement {
    /// A confinement with the default limits, in which the program sees only the system.
    pub fn new(sandbox: &Sandbox) -> Confinement {
        Confinement {
            sandbox: sandbox.clone(),
            limits: ResourceLimits::default(),
            readable: Vec::new(),
            writable: Vec::new(),
            changes_modes: false,
            freezes_when_idle: false,
        }
    }
}
