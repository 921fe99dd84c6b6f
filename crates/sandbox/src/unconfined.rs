//! Runs a program without a sandbox, in its own process group.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{self, Child, ExitStatus};
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions};
use tokio::signal::unix::{SignalKind, signal};
use wait4::Wait4;

use crate::command::ProgramCommand;
use crate::exit::ExitStatusAndCpuTime;
use crate::orphans;
use crate::start::retrying;
use crate::temp_dir::TempDir;

/// How often to check whether a process has exited, in case a signal was lost.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// A child of the host that runs without a sandbox.
#[derive(Debug)]
pub(crate) struct UnconfinedChild {
    child: Child,
    tag: String,
    exit: Option<ExitStatusAndCpuTime>,
    /// Its `HOME` and `TMPDIR`, removed on drop.
    _home: TempDir,
}

impl UnconfinedChild {
    pub(crate) async fn start(
        command: &ProgramCommand,
        [stdin, stdout, stderr]: [OwnedFd; 3],
    ) -> io::Result<Self> {
        let tag = orphans::new_tag();
        // Not `/tmp`, which all users share: language runtimes read settings and code
        // from their home.
        let home = TempDir::new("rathaus-home-")?;
        let mut starting = process::Command::new(&command.argv[0]);
        starting
            .args(&command.argv[1..])
            .current_dir(&command.folder)
            .env_clear()
            .envs(command.variables(home.path()))
            .env(orphans::TAG, &tag)
            .process_group(0)
            .stdin(stdin)
            .stdout(stdout)
            .stderr(stderr);
        let child = retrying(|| starting.spawn()).await?;
        orphans::register(child.id());
        Ok(UnconfinedChild { child, tag, exit: None, _home: home })
    }

    pub(crate) fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// The exit status, if the child has exited by itself. Does not reap the child, so its group
    /// can still be signalled.
    pub(crate) fn exit_status(&self) -> Option<ExitStatus> {
        if let Some(exit) = self.exit {
            return Some(exit.status);
        }
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = rustix::process::waitid(WaitId::Pid(self.pid()), options).ok()??;
        // As `wait` encodes it: the code in the second byte, the signal in the first.
        let raw = status.exit_status().map(|code| code << 8).or(status.terminating_signal())?;
        Some(ExitStatus::from_raw(raw))
    }

    pub(crate) async fn wait(&self) -> ExitStatus {
        // Subscribe before the first check, so that no exit is missed. The signal may be
        // for any child.
        let mut children = signal(SignalKind::child()).ok();
        loop {
            if let Some(status) = self.exit_status() {
                return status;
            }
            let ended = async {
                match &mut children {
                    Some(children) => children.recv().await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                _ = ended => {}
                () = tokio::time::sleep(LOOK_EVERY) => {}
            }
        }
    }

    /// Kills the child and its descendants.
    pub(crate) fn kill(&mut self) -> ExitStatusAndCpuTime {
        let UnconfinedChild { child, tag, exit, .. } = self;
        *exit.get_or_insert_with(|| kill_group(child, tag))
    }
}

impl Drop for UnconfinedChild {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Kills the group before reaping the leader: after that, the system may reuse the group's number.
fn kill_group(child: &mut Child, tag: &str) -> ExitStatusAndCpuTime {
    let _ = rustix::process::kill_process_group(Pid::from_child(child), Signal::KILL);
    let _ = child.kill();
    let exit = match child.wait4() {
        Ok(used) => ExitStatusAndCpuTime { status: used.status, cpu: used.rusage.utime + used.rusage.stime },
        // This happens only if another part of the program reaped the child. It must not look
        // like a success.
        Err(_) => ExitStatusAndCpuTime::killed(Duration::ZERO),
    };
    orphans::deregister(child.id());
    orphans::kill_tagged(tag);
    exit
}
