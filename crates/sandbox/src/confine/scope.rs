//! A control group for the host of an ordinary user, asked of that user's own systemd.
//!
//! systemd moves this process into a scope of its own, below which the host may make groups: what `systemd-run --user --scope -p
//! Delegate=yes` does, without starting the host again. Whatever goes wrong, the host does without it.

use std::fs;
use std::io;
use std::os::unix::fs::FileTypeExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Once;
use std::thread;
use std::time::{Duration, Instant};

use crate::in_path;

/// How long systemd may take to answer, and to move this process after that.
const PATIENCE: Duration = Duration::from_secs(3);

/// How often one looks whether it has.
const UNTIL_NEXT_LOOK: Duration = Duration::from_millis(2);

/// Where `busctl` finds the user's bus.
const ADDRESS: [&str; 2] = ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"];

/// Asks once in the life of this process. Says whether it is in another group now.
pub(super) fn ask() -> bool {
    static ONCE: Once = Once::new();
    let mut is_moved = false;
    ONCE.call_once(|| {
        let asked = has_bus().then(busctl).flatten().map(|busctl| enter(&busctl));
        is_moved = matches!(asked, Some(Ok(())));
        if let Some(Err(why)) = asked {
            tracing::info!(%why, "systemd gave no scope");
        }
    });
    is_moved
}

/// Whether there is a bus to ask at. Without one, `busctl` would complain, or wait.
fn has_bus() -> bool {
    let [address, folder] = ADDRESS.map(std::env::var_os);
    let is_socket = |path: PathBuf| path.metadata().is_ok_and(|found| found.file_type().is_socket());
    address.is_some() || folder.is_some_and(|folder| is_socket(Path::new(&folder).join("bus")))
}

/// The program that asks, by an absolute path: what else `PATH` names depends on the folder that the host is started in.
fn busctl() -> Option<PathBuf> {
    in_path("busctl").into_iter().find(|path| path.is_absolute())
}

fn enter(busctl: &Path) -> io::Result<()> {
    let scope = format!("rathaus-{}.scope", std::process::id());
    request(busctl, &scope, PATIENCE)?;
    wait_until(PATIENCE, || is_in(&fs::read_to_string("/proc/self/cgroup").unwrap_or_default(), &scope))
}

/// Has systemd make the scope, with this process in it.
fn request(busctl: &Path, scope: &str, patience: Duration) -> io::Result<()> {
    let mut child = command(busctl, scope).spawn()?;
    let asked = wait_until(patience, || matches!(child.try_wait(), Ok(Some(_)) | Err(_)));
    if asked.is_err() {
        end(&mut child);
    }
    asked?;
    match child.wait()?.success() {
        true => Ok(()),
        false => Err(io::Error::other("busctl has failed")),
    }
}

/// The call of systemd's D-Bus interface: a name, what to do if there is one of that name, and properties by name, type and value.
fn command(busctl: &Path, scope: &str) -> Command {
    let pid = std::process::id().to_string();
    let mut command = Command::new(busctl);
    command
        .args(["--user", "--quiet", "call", "org.freedesktop.systemd1", "/org/freedesktop/systemd1"])
        .args(["org.freedesktop.systemd1.Manager", "StartTransientUnit", "ssa(sv)a(sa(sv))", scope, "fail"])
        .args(["3", "PIDs", "au", "1", &pid, "Delegate", "b", "true"])
        .args(["CollectMode", "s", "inactive-or-failed", "0"])
        .env_clear()
        .envs(ADDRESS.into_iter().filter_map(|name| Some((name, std::env::var_os(name)?))))
        .current_dir("/")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0);
    command
}

/// Ends it with all that it has started.
fn end(child: &mut Child) {
    let group = rustix::process::Pid::from_child(child);
    let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    let _ = child.wait();
}

/// Whether a process is in the scope, by its `/proc/PID/cgroup`.
fn is_in(groups: &str, scope: &str) -> bool {
    let own = groups.lines().find_map(|line| line.strip_prefix("0::"));
    own.is_some_and(|own| Path::new(own).ends_with(scope))
}

fn wait_until(patience: Duration, mut is_so: impl FnMut() -> bool) -> io::Result<()> {
    let begin = Instant::now();
    while !is_so() {
        if begin.elapsed() > patience {
            return Err(io::ErrorKind::TimedOut.into());
        }
        thread::sleep(UNTIL_NEXT_LOOK);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// A program in the place of `busctl`.
    fn stub(folder: &Path, script: &str) -> PathBuf {
        let path = folder.join("busctl");
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    #[test]
    fn systemd_is_asked_for_a_delegated_scope_of_this_process_alone() {
        let folder = tempfile::tempdir().unwrap();
        let asked = folder.path().join("asked");
        let busctl = stub(folder.path(), &format!("echo \"$@\" > {}", asked.display()));
        request(&busctl, "rathaus-x.scope", PATIENCE).unwrap();
        let asked = fs::read_to_string(asked).unwrap();
        let properties = format!("3 PIDs au 1 {} Delegate b true CollectMode", std::process::id());
        assert!(asked.contains(&format!("rathaus-x.scope fail {properties}")), "{asked}");
    }

    #[test]
    fn who_does_not_answer_is_ended_and_who_fails_is_no_scope() {
        let folder = tempfile::tempdir().unwrap();
        let pid = folder.path().join("pid");
        let hanging = stub(folder.path(), &format!("sleep 600 & echo $! > {}; wait", pid.display()));
        let failed = request(&hanging, "rathaus-x.scope", Duration::from_secs(1)).unwrap_err();
        assert_eq!(failed.kind(), io::ErrorKind::TimedOut);
        let pid = fs::read_to_string(pid).unwrap();
        let is_gone = || {
            let stat = fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
            stat.is_empty() || stat.contains(") Z ")
        };
        wait_until(PATIENCE, is_gone).unwrap();
        let failing = stub(folder.path(), "exit 1");
        request(&failing, "rathaus-x.scope", PATIENCE).unwrap_err();
    }

    #[test]
    fn only_the_scope_itself_counts() {
        let own = "1:name=systemd:/x\n0::/user.slice/user@1000.service/app.slice/rathaus-7.scope\n";
        assert!(is_in(own, "rathaus-7.scope"));
        assert!(!is_in(own, "rathaus-8.scope") && !is_in("0::/rathaus-7.scope/below\n", "rathaus-7.scope"));
    }
}
