//! What has to be visible for a tool of the host's to run.
//!
//! The paths that come in here are the host's own: they follow from `PATH`, from what tools say of themselves, and from the organiser's list,
//! never from a submission.

use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

use super::bubblewrap;

/// Folders of an installation that has its programs in `bin`. What else lies beside them need not belong to it.
const USUAL: [&str; 14] = [
    "bin", "sbin", "lib", "lib32", "lib64", "libexec", "share", "include", "conf", "etc", "jmods", "jre",
    "pkg", "src",
];

/// Where a tool is installed, unless that is part of the system, which can always be seen.
pub fn installation(tool: &Path) -> Vec<PathBuf> {
    let real = tool.canonicalize().unwrap_or_else(|_| tool.to_owned());
    let mut found: Vec<PathBuf> =
        [tool, &real].into_iter().filter(|path| is_plain(path)).flat_map(installed_around).collect();
    // What is not there cannot be shown.
    found.retain(|path| path.exists());
    found.dedup();
    found
}

/// The same for a program of the organiser's list: one that lies in no folder of programs is visible alone.
pub fn listed_program(program: &Path) -> Vec<PathBuf> {
    let is_installed = program.parent().is_some_and(is_of_programs);
    if is_installed || is_of_system(program) { installation(program) } else { vec![program.to_owned()] }
}

/// Whether a path is part of what every sandbox shows.
pub fn is_of_system(path: &Path) -> bool {
    is_plain(path) && bubblewrap::is_of_system(path)
}

/// Whether a path is absolute and leads nowhere but down.
fn is_plain(path: &Path) -> bool {
    path.is_absolute() && !path.components().any(|part| part == Component::ParentDir)
}

/// Whether programs are installed in such a folder.
fn is_of_programs(folder: &Path) -> bool {
    ["bin", "sbin", "shims"].iter().any(|name| folder.ends_with(name))
}

fn installed_around(tool: &Path) -> Vec<PathBuf> {
    if is_of_system(tool) {
        return Vec::new();
    }
    let Some(folder) = tool.parent() else { return Vec::new() };
    match folder.parent().filter(|_| is_of_programs(folder)) {
        Some(prefix) if is_personal(prefix) || prefix.components().count() <= 2 => {
            vec![folder.to_owned(), prefix.join("lib")]
        }
        // The programs of a manager of versions are beside its versions.
        Some(prefix) if folder.ends_with("shims") => vec![prefix.to_owned()],
        Some(prefix) if is_mixed(prefix) => USUAL.iter().map(|name| prefix.join(name)).collect(),
        Some(prefix) => vec![prefix.to_owned()],
        None if is_personal(folder) || holds_own_things(folder) || folder.components().count() <= 2 => {
            vec![tool.to_owned()]
        }
        None => vec![folder.to_owned()],
    }
}

/// Whether a folder holds a user's own things, or all of them are below.
fn is_personal(folder: &Path) -> bool {
    homes().iter().any(|home| home.starts_with(folder) || folder == home.join(".local"))
}

/// Whether something else may lie beside an installation in this folder: keys of its user's (`~/.cargo` has some), or what the host works with.
fn is_mixed(folder: &Path) -> bool {
    homes().iter().any(|home| folder.parent() == Some(home)) || holds_own_things(folder)
}

/// Whether the host works in this folder, or below it.
fn holds_own_things(folder: &Path) -> bool {
    std::env::current_dir().is_ok_and(|here| here.starts_with(folder))
}

/// The home folders of all users, as far as they are known.
fn homes() -> &'static [PathBuf] {
    static HOMES: OnceLock<Vec<PathBuf>> = OnceLock::new();
    HOMES.get_or_init(|| {
        let users = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
        // Lines `NAME:PASSWORD:USER:GROUP:WORDS:HOME:SHELL`, by passwd(5). Users of services have folders of the system's.
        let listed = users.lines().filter_map(|line| line.split(':').nth(5)).map(PathBuf::from);
        let own = std::env::var_os("HOME").map(PathBuf::from);
        listed
            .chain(own)
            .filter(|home| home.components().count() > 1 && is_plain(home) && !bubblewrap::is_of_system(home))
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
    fn a_path_that_leads_back_up_is_not_the_systems() {
        for path in ["/bin/../home/bash", "/usr/../root/x", "bin/bash", "usr/bin/env"] {
            assert!(!is_of_system(Path::new(path)), "{path}");
            assert_eq!(
                installation(Path::new(path)).iter().filter(|path| !is_plain(path)).count(),
                0,
                "{path}"
            );
        }
    }
}
