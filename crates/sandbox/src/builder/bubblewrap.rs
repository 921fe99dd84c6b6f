//! The arguments of bubblewrap, which shows a program only the system, its tools and its own files.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::path::{Path, PathBuf};

/// Programs, libraries and settings of the system, on all distributions.
pub(super) const SYSTEM: &[&str] =
    &["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/nix/store", "/gnu/store"];

/// Secret files of the system. They are hidden if the host's user may read them. If the host is
/// root, programs run as other users, which may not.
const SECRETS: &[&str] = &["/etc/shadow", "/etc/shadow-", "/etc/gshadow", "/etc/gshadow-", "/etc/sudoers"];

/// Secret folders of the system.
const SECRET_FOLDERS: &[&str] = &["/etc/ssl/private", "/etc/ssh", "/etc/sudoers.d", "/etc/NetworkManager"];

/// The folders for temporary files.
pub(crate) const SCRATCH: [&str; 2] = ["/tmp", "/dev/shm"];

/// The files that a sandbox shows.
#[derive(Debug)]
pub(super) struct VisibleFiles<'a> {
    /// The path of the supervisor outside and inside of the sandbox.
    pub(super) supervisor: (&'a Path, &'a Path),
    pub(super) readable: &'a [PathBuf],
    pub(super) writable: &'a [PathBuf],
    /// The size of each scratch folder in bytes.
    pub(super) scratch_bytes: u64,
    /// Whether the host is root. Root needs no user namespace to make the other namespaces.
    pub(super) is_root: bool,
}

/// The arguments of bubblewrap for these files, up to and without the program that runs in it.
pub(super) fn arguments(view: &VisibleFiles<'_>) -> Vec<OsString> {
    let mut all = BubblewrapArguments::default();
    all.namespaces(view.is_root);
    all.add(["--die-with-parent", "--new-session", "--as-pid-1", "--clearenv"]);
    SYSTEM.iter().for_each(|path| all.system(Path::new(path)));
    if !view.is_root {
        let is_readable = |path: &&&str| File::open(path).is_ok();
        SECRETS.iter().filter(is_readable).for_each(|path| all.add(["--ro-bind", "/dev/null", path]));
        SECRET_FOLDERS.iter().filter(is_readable).for_each(|path| all.hide(path));
    }
    all.add(["--proc", "/proc", "--dev", "/dev"]);
    SCRATCH.iter().for_each(|path| all.scratch(path, view.scratch_bytes));
    all.add(["--remount-ro", "/dev"]);
    all.files(view);
    let (supervisor, place) = view.supervisor;
    all.bind(&[OsStr::new("--ro-bind"), supervisor.as_os_str(), place.as_os_str()]);
    all.add(["--chdir", "/", "--remount-ro", "/", "--"]);
    all.0
}

/// Whether a path is in a folder of the system.
pub(crate) fn is_shown_always(path: &Path) -> bool {
    SYSTEM.iter().any(|system| path.starts_with(system))
}

#[derive(Default)]
struct BubblewrapArguments(Vec<OsString>);

impl BubblewrapArguments {
    fn add<const N: usize>(&mut self, words: [&str; N]) {
        self.bind(&words);
    }

    fn namespaces(&mut self, is_root: bool) {
        self.add([
            "--unshare-ipc",
            "--unshare-pid",
            "--unshare-net",
            "--unshare-uts",
            "--unshare-cgroup-try",
        ]);
        if !is_root {
            self.add(["--unshare-user", "--disable-userns"]);
            if rustix::process::geteuid().is_root() {
                // As root of a user namespace, user number 0 alone would give access to files.
                self.add(["--uid", "65534", "--gid", "65534"]);
            }
        }
    }

    /// Shows the readable and writable files, and makes their parents.
    fn files(&mut self, view: &VisibleFiles<'_>) {
        // Sorted by path, so that a folder comes before what is in it.
        let readable = view.readable.iter().map(|path| (path, "--ro-bind"));
        let binds: BTreeMap<&PathBuf, &str> =
            readable.chain(view.writable.iter().map(|path| (path, "--bind"))).collect();
        let shown: BTreeSet<&Path> = binds.keys().map(|path| path.as_path()).collect();
        for folder in shown.iter().flat_map(|path| path.ancestors().skip(1)).collect::<BTreeSet<_>>() {
            // Everything in a shown folder exists already.
            if !is_shown_always(folder) && !folder.ancestors().any(|above| shown.contains(above)) {
                self.folder(folder);
            }
        }
        for (path, how) in binds {
            self.bind(&[OsStr::new(how), path.as_os_str(), path.as_os_str()]);
        }
    }

    fn bind(&mut self, words: &[impl AsRef<OsStr>]) {
        self.0.extend(words.iter().map(|word| word.as_ref().to_owned()));
    }

    /// Shows a folder of the system, or the link in its place.
    fn system(&mut self, path: &Path) {
        match path.read_link() {
            Ok(target) => self.bind(&[OsStr::new("--symlink"), target.as_os_str(), path.as_os_str()]),
            Err(_) if path.exists() => {
                self.bind(&[OsStr::new("--ro-bind"), path.as_os_str(), path.as_os_str()])
            }
            Err(_) => {}
        }
    }

    /// Makes a parent folder of a shown path. By itself, bubblewrap would make it accessible only
    /// to its own user.
    fn folder(&mut self, path: &Path) {
        if path.parent().is_some() && !SCRATCH.iter().any(|scratch| path == Path::new(scratch)) {
            self.bind(&[OsStr::new("--perms"), OsStr::new("0755"), OsStr::new("--dir"), path.as_os_str()]);
        }
    }

    fn hide(&mut self, path: &str) {
        self.add(["--tmpfs", path, "--remount-ro", path]);
    }

    fn scratch(&mut self, path: &str, bytes: u64) {
        self.add(["--perms", "1777", "--size", &bytes.to_string(), "--tmpfs", path]);
    }
}
