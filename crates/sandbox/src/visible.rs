//! Finds the files that a sandbox must show for a tool of the host to run.
//!
//! The paths given here must come from the host, for instance from `PATH` or a configuration, and
//! never from an untrusted program.

use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

use crate::builder::bubblewrap;

/// The folders of an installation with its programs in `bin`. Other folders next to these may
/// belong to something else.
const USUAL_FOLDERS: [&str; 14] = [
    "bin", "sbin", "lib", "lib32", "lib64", "libexec", "share", "include", "conf", "etc", "jmods", "jre",
    "pkg", "src",
];

/// The files and folders of the installation that a tool belongs to. Empty for tools of the system,
/// which every sandbox shows.
pub fn installation_of(tool: &Path) -> Vec<PathBuf> {
    let real = tool.canonicalize().unwrap_or_else(|_| tool.to_owned());
    let mut found: Vec<PathBuf> =
        [tool, &real].into_iter().filter(|path| is_plain(path)).flat_map(installed_around).collect();
    found.retain(|path| path.exists());
    found.dedup();
    found
}

/// Like [`installation_of`], for a program that the user named. A program that is not in a folder
/// of programs is shown alone.
pub fn installation_of_named(program: &Path) -> Vec<PathBuf> {
    let is_installed = program.parent().is_some_and(holds_programs);
    if is_installed || is_system_path(program) { installation_of(program) } else { vec![program.to_owned()] }
}

/// Whether every sandbox shows this path because it is part of the system.
pub fn is_system_path(path: &Path) -> bool {
    is_plain(path) && bubblewrap::is_shown_always(path)
}

/// Whether a path is absolute and has no `..`.
fn is_plain(path: &Path) -> bool {
    path.is_absolute() && !path.components().any(|part| part == Component::ParentDir)
}

/// Whether a folder of this name holds installed programs.
fn holds_programs(folder: &Path) -> bool {
    ["bin", "sbin", "shims"].iter().any(|name| folder.ends_with(name))
}

fn installed_around(tool: &Path) -> Vec<PathBuf> {
    if is_system_path(tool) {
        return Vec::new();
    }
    let Some(folder) = tool.parent() else { return Vec::new() };
    match folder.parent().filter(|_| holds_programs(folder)) {
        Some(prefix) if is_personal(prefix) || prefix.components().count() <= 2 => {
            vec![folder.to_owned(), prefix.join("lib")]
        }
        // A version manager keeps its shims next to the versions.
        Some(prefix) if folder.ends_with("shims") => vec![prefix.to_owned()],
        Some(prefix) if is_mixed(prefix) => USUAL_FOLDERS.iter().map(|name| prefix.join(name)).collect(),
        Some(prefix) => vec![prefix.to_owned()],
        None if is_personal(folder) || holds_working_folder(folder) || folder.components().count() <= 2 => {
            vec![tool.to_owned()]
        }
        None => vec![folder.to_owned()],
    }
}

/// Whether this is a user's folder, or contains a home folder.
fn is_personal(folder: &Path) -> bool {
    homes().iter().any(|home| home.starts_with(folder) || folder == home.join(".local"))
}

/// Whether a folder may contain files that do not belong to the installation: keys of its user, as
/// in `~/.cargo`, or files of the host.
fn is_mixed(folder: &Path) -> bool {
    homes().iter().any(|home| folder.parent() == Some(home)) || holds_working_folder(folder)
}

/// Whether the host's working folder is this folder or below it.
fn holds_working_folder(folder: &Path) -> bool {
    std::env::current_dir().is_ok_and(|here| here.starts_with(folder))
}

/// The home folders of all known users.
fn homes() -> &'static [PathBuf] {
    static HOMES: OnceLock<Vec<PathBuf>> = OnceLock::new();
    HOMES.get_or_init(|| {
        let users = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
        // Lines `NAME:PASSWORD:USER:GROUP:COMMENT:HOME:SHELL`, by passwd(5). Services have folders
        // of the system as their homes.
        let listed = users.lines().filter_map(|line| line.split(':').nth(5)).map(PathBuf::from);
        let own = std::env::var_os("HOME").map(PathBuf::from);
        listed
            .chain(own)
            .filter(|home| {
                home.components().count() > 1 && is_plain(home) && !bubblewrap::is_shown_always(home)
            })
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(tool: &str, expected: &[&str]) {
        let expected: Vec<PathBuf> = expected.iter().map(PathBuf::from).collect();
        assert_eq!(installed_around(Path::new(tool)), expected, "of {tool}");
    }

    #[test]
    fn an_installation_is_visible_and_what_lies_around_it_is_not() {
        check("/usr/bin/python3", &[]);
        check("/opt/racket/bin/racket", &["/opt/racket"]);
        check("/opt/bin/racket", &["/opt/bin", "/opt/lib"]);
        check("/srv/tool", &["/srv/tool"]);
        for home in homes() {
            let home = home.to_str().unwrap();
            let of = |name: &str| format!("{home}/{name}");
            check(&of("bin/tool"), &[&of("bin"), &of("lib")]);
            check(&of(".local/bin/tool"), &[&of(".local/bin"), &of(".local/lib")]);
            check(&of(".pyenv/shims/python3"), &[&of(".pyenv")]);
            check(&of("tool"), &[&of("tool")]);
            assert!(!installed_around(Path::new(&of(".cargo/bin/tool"))).contains(&of(".cargo").into()));
        }
    }

    #[test]
    fn a_path_with_dots_is_no_path_of_the_system() {
        for path in ["/bin/../home/bash", "/usr/../root/x", "bin/bash", "usr/bin/env"] {
            assert!(!is_system_path(Path::new(path)), "{path}");
            assert_eq!(
                installation_of(Path::new(path)).iter().filter(|path| !is_plain(path)).count(),
                0,
                "{path}"
            );
        }
    }
}
