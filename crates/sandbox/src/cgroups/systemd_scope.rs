//! Asks the systemd of an ordinary user for a control group.
//!
//! systemd moves this process into a new scope, below which it may make groups. This has the effect
//! of `systemd-run --user --scope -p Delegate=yes`, without a restart of the host. If anything
//! fails, the host continues without a scope.

use std::fs;
use std::io;
use std::os::unix::fs::FileTypeExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Once;
use std::time::Duration;

use super::wait_until;
use crate::executables::find_in_path;

/// How long systemd may take to answer, and then to move this process.
const TIMEOUT: Duration = Duration::from_secs(3);

/// How often the result is checked.
const CHECK_EVERY: Duration = Duration::from_millis(2);

/// The variables that `busctl` needs to find the user's bus.
const BUS_VARIABLES: [&str; 2] = ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"];

/// Asks once per process. Returns whether the process is in a new scope.
pub(super) fn request_once() -> bool {
    static ONCE: Once = Once::new();
    let mut is_moved = false;
    ONCE.call_once(|| {
        let asked = has_bus().then(find_busctl).flatten().map(|busctl| enter(&busctl));
        is_moved = matches!(asked, Some(Ok(())));
        if let Some(Err(why)) = asked {
            tracing::info!(%why, "systemd gave no scope");
        }
    });
    is_moved
}

/// Whether there is a bus. Without one, `busctl` would complain or wait.
fn has_bus() -> bool {
    let [address, folder] = BUS_VARIABLES.map(std::env::var_os);
    let is_socket = |path: PathBuf| path.metadata().is_ok_and(|found| found.file_type().is_socket());
    address.is_some() || folder.is_some_and(|folder| is_socket(Path::new(&folder).join("bus")))
}

fn find_busctl() -> Option<PathBuf> {
    find_in_path("busctl").into_iter().next()
}

fn enter(busctl: &Path) -> io::Result<()> {
    let scope = format!("rathaus-{}.scope", std::process::id());
    request(busctl, &scope, TIMEOUT)?;
    check_until(TIMEOUT, || is_in(&fs::read_to_string("/proc/self/cgroup").unwrap_or_default(), &scope))
}

/// Makes systemd create the scope with this process in it.
fn request(busctl: &Path, scope: &str, timeout: Duration) -> io::Result<()> {
    let mut child = command(busctl, scope).spawn()?;
    let asked = check_until(timeout, || matches!(child.try_wait(), Ok(Some(_)) | Err(_)));
    if asked.is_err() {
        kill(&mut child);
    }
    asked?;
    match child.wait()?.success() {
        true => Ok(()),
        false => Err(io::Error::other("busctl has failed")),
    }
}

/// The call of systemd's D-Bus interface: the name, what to do if the name is taken, and properties
/// as name, type and value.
fn command(busctl: &Path, scope: &str) -> Command {
    let pid = std::process::id().to_string();
    let mut command = Command::new(busctl);
    command
        .args(["--user", "--quiet", "call", "org.freedesktop.systemd1", "/org/freedesktop/systemd1"])
        .args(["org.freedesktop.systemd1.Manager", "StartTransientUnit", "ssa(sv)a(sa(sv))", scope, "fail"])
        .args(["3", "PIDs", "au", "1", &pid, "Delegate", "b", "true"])
        .args(["CollectMode", "s", "inactive-or-failed", "0"])
        .env_clear()
        .envs(BUS_VARIABLES.into_iter().filter_map(|name| Some((name, std::env::var_os(name)?))))
        .current_dir("/")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0);
    command
}

/// Kills `busctl` and its child processes.
fn kill(child: &mut Child) {
    let group = rustix::process::Pid::from_child(child);
    let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    let _ = child.wait();
}

/// Whether a process is in the scope, by its `/proc/PID/cgroup`.
fn is_in(groups: &str, scope: &str) -> bool {
    let own = groups.lines().find_map(|line| line.strip_prefix("0::"));
    own.is_some_and(|own| Path::new(own).ends_with(scope))
}

fn check_until(timeout: Duration, is_so: impl FnMut() -> bool) -> io::Result<()> {
    let timed_out = io::ErrorKind::TimedOut;
    if wait_until(timeout, CHECK_EVERY, is_so) { Ok(()) } else { Err(timed_out.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes a script that stands in for `busctl`.
    fn stub(folder: &Path, script: &str) -> PathBuf {
        let (text, path) = (folder.join("script"), folder.join("busctl"));
        fs::write(&text, format!("#!/bin/sh\n{script}\n")).unwrap();
        // Another process must write the file: a file that is open for writing in a fork of this
        // process cannot be executed.
        let copied = Command::new("install").args(["-m", "755"]).args([&text, &path]).status().unwrap();
        assert!(copied.success());
        path
    }

    #[test]
    fn systemd_is_asked_for_a_delegated_scope_of_this_process_alone() {
        let folder = tempfile::tempdir().unwrap();
        let asked = folder.path().join("asked");
        let busctl = stub(folder.path(), &format!("echo \"$@\" > {}", asked.display()));
        request(&busctl, "rathaus-x.scope", TIMEOUT).unwrap();
        let asked = fs::read_to_string(asked).unwrap();
        let properties = format!("3 PIDs au 1 {} Delegate b true CollectMode", std::process::id());
        assert!(asked.contains(&format!("rathaus-x.scope fail {properties}")), "{asked}");
    }

    #[test]
    fn a_busctl_that_hangs_is_killed_and_one_that_fails_is_an_error() {
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
        check_until(TIMEOUT, is_gone).unwrap();
        let failing = stub(folder.path(), "exit 1");
        request(&failing, "rathaus-x.scope", TIMEOUT).unwrap_err();
    }

    #[test]
    fn only_the_scope_itself_counts() {
        let own = "1:name=systemd:/x\n0::/user.slice/user@1000.service/app.slice/rathaus-7.scope\n";
        assert!(is_in(own, "rathaus-7.scope"));
        assert!(!is_in(own, "rathaus-8.scope") && !is_in("0::/rathaus-7.scope/below\n", "rathaus-7.scope"));
    }
}
