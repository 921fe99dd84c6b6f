//! A program that is started as it is, in a process group of its own.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus};
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions};
use tokio::signal::unix::{SignalKind, signal};
use wait4::Wait4;

use super::{Ended, Passing, Program, strays};

/// How often one looks whether a process has ended, should its signal go missing.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// A child of the host's.
#[derive(Debug)]
pub(super) struct Plain {
    child: Child,
    tag: String,
    ended: Option<Ended>,
    /// Its home folder and that of its temporary files. It goes with this.
    _home: Passing,
}

impl Plain {
    /// Starts a program with these standard streams.
    pub(super) fn start(program: &Program, [stdin, stdout, stderr]: [OwnedFd; 3]) -> io::Result<Plain> {
        let tag = strays::new_tag();
        // Not the folder that all users share: runtimes read settings, and code, from where their home is.
        let home = Passing::new("rathaus-home-")?;
        let child = Command::new(&program.argv[0])
            .args(&program.argv[1..])
            .current_dir(&program.folder)
            .env_clear()
            .envs(program.variables(home.path()))
            .env(strays::TAG, &tag)
            .process_group(0)
            .stdin(stdin)
            .stdout(stdout)
            .stderr(stderr)
            .spawn()?;
        strays::register(child.id());
        Ok(Plain { child, tag, ended: None, _home: home })
    }

    pub(super) fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// How it has ended on its own, if it has. Does not reap it, so that its group can still be signalled.
    pub(super) fn exited(&self) -> Option<ExitStatus> {
        if let Some(ended) = self.ended {
            return Some(ended.status);
        }
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = rustix::process::waitid(WaitId::Pid(self.pid()), options).ok()??;
        // As `wait` has it: the code in the second byte, the signal in the first.
        let raw = status.exit_status().map(|code| code << 8).or(status.terminating_signal())?;
        Some(ExitStatus::from_raw(raw))
    }

    /// Waits until it has ended on its own.
    pub(super) async fn ended(&self) -> ExitStatus {
        // Before the first look, so that no end falls between a look and the wait. The signal may stand for any child.
        let mut children = signal(SignalKind::child()).ok();
        loop {
            if let Some(status) = self.exited() {
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

    /// Ends it and all that it has started.
    pub(super) fn end(&mut self) -> Ended {
        let Plain { child, tag, ended, .. } = self;
        *ended.get_or_insert_with(|| end_group(child, tag))
    }
}

impl Drop for Plain {
    fn drop(&mut self) {
        self.end();
    }
}

/// Kills the group before its leader is reaped, because the group's number may be given away after that.
fn end_group(child: &mut Child, tag: &str) -> Ended {
    let _ = rustix::process::kill_process_group(Pid::from_child(child), Signal::KILL);
    let _ = child.kill();
    let ended = match child.wait4() {
        Ok(used) => Ended { status: used.status, cpu: used.rusage.utime + used.rusage.stime },
        // Nobody else waits for it, so this does not happen; it would be no success.
        Err(_) => Ended { status: ExitStatus::from_raw(Signal::KILL.as_raw()), cpu: Duration::ZERO },
    };
    strays::deregister(child.id());
    strays::sweep(tag);
    ended
}
