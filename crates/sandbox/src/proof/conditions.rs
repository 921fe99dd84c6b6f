//! The conditions under which a proof of a sandbox holds.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::sandbox::Sandbox;

/// Files of the kernel that say what it allows this process. Those that a kernel does not have are
/// conditions as well.
const KERNEL_FILES: [&str; 15] = [
    "/proc/sys/kernel/random/boot_id",
    "/proc/sys/kernel/osrelease",
    "/proc/sys/kernel/version",
    "/proc/sys/kernel/unprivileged_userns_clone",
    "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
    "/proc/sys/kernel/yama/ptrace_scope",
    "/proc/sys/user/max_user_namespaces",
    "/proc/sys/user/max_mnt_namespaces",
    "/proc/sys/user/max_net_namespaces",
    "/proc/sys/user/max_pid_namespaces",
    "/proc/sys/vm/overcommit_memory",
    "/sys/kernel/security/lsm",
    "/sys/fs/selinux/enforce",
    "/proc/self/attr/current",
    "/proc/self/limits",
];

/// The lines of `/proc/self/status` that say what this process may do.
const STATUS_LINES: [&str; 11] = [
    "Uid:",
    "Gid:",
    "Groups:",
    "CapInh:",
    "CapPrm:",
    "CapEff:",
    "CapBnd:",
    "CapAmb:",
    "NoNewPrivs:",
    "Seccomp:",
    "Seccomp_filters:",
];

/// The namespaces of this process.
const NAMESPACES: [&str; 7] = ["cgroup", "ipc", "mnt", "net", "pid", "user", "uts"];

/// The SHA-256 hash, in hexadecimal digits, of everything that a proof of this sandbox depends on:
/// the running system, the rights of this process, the programs that make the sandbox and the file
/// systems.
pub(super) fn hash(sandbox: &Sandbox) -> String {
    let mut conditions = Conditions(Sha256::new());
    conditions.add("tier", sandbox.tier().name());
    conditions.add("loopback", if sandbox.has_loopback { "yes" } else { "no" });
    for file in KERNEL_FILES {
        conditions.add(file, read(file));
    }
    let status = read("/proc/self/status");
    for line in status.lines().filter(|line| STATUS_LINES.iter().any(|name| line.starts_with(name))) {
        conditions.add("status", line);
    }
    for namespace in NAMESPACES {
        let link = fs::read_link(format!("/proc/self/ns/{namespace}")).unwrap_or_default();
        conditions.add(namespace, link.as_os_str());
    }
    for line in read("/proc/self/mountinfo").lines() {
        conditions.add("mount", mount(line));
    }
    conditions.add_program("supervisor", &sandbox.supervisor);
    if let Some(bubblewrap) = &sandbox.bubblewrap {
        conditions.add_program("bubblewrap", bubblewrap);
    }
    if let Some(cgroups) = &sandbox.cgroups {
        conditions.add("control groups", cgroups.without_process());
    }
    // Variables of the dynamic linker.
    let mut variables: Vec<_> =
        env::vars_os().filter(|(name, _)| name.as_bytes().starts_with(b"LD_")).collect();
    variables.sort();
    for (name, value) in variables {
        conditions.add("variable", &name);
        conditions.add("value", &value);
    }
    // A folder on another kind of file system could be open where the others are closed.
    let home = env::var_os("HOME").map(PathBuf::from);
    for folder in home.into_iter().chain(env::current_dir()).chain([env::temp_dir()]) {
        conditions.add("file system", fs::metadata(folder).map_or(0, |found| found.dev()).to_string());
    }
    conditions.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

struct Conditions(Sha256);

impl Conditions {
    fn add(&mut self, name: &str, value: impl AsRef<OsStr>) {
        for part in [name.as_bytes(), value.as_ref().as_bytes()] {
            self.0.update((part.len() as u64).to_le_bytes());
            self.0.update(part);
        }
    }

    /// Adds the file of a program. Whoever changes the file also changes its `ctime`.
    fn add_program(&mut self, name: &str, path: &Path) {
        self.add(name, path);
        let identity = fs::metadata(path).map(|file| {
            let numbers =
                [file.dev(), file.ino(), file.size(), u64::from(file.mode()), u64::from(file.uid())];
            (numbers, file.mtime(), file.mtime_nsec(), file.ctime(), file.ctime_nsec())
        });
        self.add("file", format!("{:?}", identity.ok()));
    }
}

/// Without the numbers that the kernel gives to mounts, which mean nothing.
fn mount(line: &str) -> String {
    let fields = line.split(' ').skip(3);
    let is_number =
        |field: &&str| ["shared:", "master:", "propagate_from:"].iter().any(|name| field.starts_with(name));
    fields.filter(|field| !is_number(field)).collect::<Vec<_>>().join(" ")
}

fn read(file: &str) -> String {
    fs::read_to_string(file).unwrap_or_default()
}
