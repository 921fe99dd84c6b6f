//! Invariants that clippy cannot check: which modules may lift which ban, and which parts may
//! depend on which.
#![expect(clippy::disallowed_methods, reason = "the test reads the sources")]

use std::fs;
use std::path::{Path, PathBuf};

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All Rust files below a folder of the repository.
fn sources(folder: &str) -> Vec<PathBuf> {
    fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    collect(&repository().join(folder), &mut found);
    assert!(!found.is_empty(), "there is nothing in {folder}");
    found
}

/// The files below these folders that contain a text.
fn files_with(folders: &[&str], text: &str) -> Vec<String> {
    let holds = |path: &PathBuf| fs::read_to_string(path).unwrap().contains(text);
    let name = |path: PathBuf| path.strip_prefix(repository()).unwrap().to_str().unwrap().to_owned();
    folders.iter().flat_map(|folder| sources(folder)).filter(holds).map(name).collect()
}

#[test]
fn rules_protocol_reports_and_what_pages_are_told_lift_no_ban() {
    let pure = ["crates/games/src", "src/report", "src/viewer", "protocol/src"];
    assert_eq!(files_with(&pure, "clippy::disallowed"), Vec::<String>::new());
}

#[test]
fn only_the_sandbox_starts_processes() {
    assert_eq!(files_with(&["src", "protocol/src"], "process::Command"), Vec::<String>::new());
}

/// There is one place that escapes what a terminal acts on.
#[test]
fn one_module_writes_to_stdout() {
    assert_eq!(files_with(&["src"], "stdout()"), ["src/cli/terminal/mod.rs"]);
    let unescaped = files_with(&["src"], "print_generated(");
    let expected = ["shell.rs", "seed_file.rs", "mod.rs"];
    assert!(unescaped.iter().all(|file| expected.iter().any(|name| file.ends_with(name))), "{unescaped:?}");
}

/// The crate should be useful to any program that runs untrusted programs.
#[test]
fn the_sandbox_knows_nothing_of_bots_and_games() {
    let manifest = fs::read_to_string(repository().join("crates/sandbox/Cargo.toml")).unwrap();
    let dependencies = manifest.split_once("[dependencies]").unwrap().1;
    assert!(!dependencies.contains("rathaus"), "{dependencies}");
    // `match` is missing here because it is a keyword of Rust.
    let words = ["bot", "game", "tournament", "player", "opponent", "referee", "seat", "rival", "submission"];
    let is_word = |word: &str| words.contains(&word.trim_end_matches('s'));
    for path in sources("crates/sandbox/src").into_iter().chain(sources("crates/sandbox/tests")) {
        let text = fs::read_to_string(&path).unwrap().to_lowercase();
        let found = text.split(|letter: char| !letter.is_ascii_alphanumeric()).find(|word| is_word(word));
        assert_eq!(found, None, "in {}", path.display());
    }
}

#[test]
fn only_the_command_line_prints() {
    assert_eq!(files_with(&["src"], "clippy::disallowed_macros"), Vec::<String>::new());
    for stream in ["io::stdout", "io::stderr"] {
        let printing = files_with(&["src"], stream);
        assert!(printing.iter().all(|file| file.starts_with("src/cli/")), "{printing:?}");
    }
}

#[test]
fn only_the_store_knows_its_database() {
    let knowing = files_with(&["src"], "rusqlite");
    assert!(knowing.iter().all(|file| file.starts_with("src/store/")), "{knowing:?}");
}

/// A crate can do only what its dependencies and the bans in clippy.toml allow.
#[test]
fn games_and_protocol_depend_on_nothing_that_does_io() {
    const PURE: [&str; 14] = [
        "base64",
        "flate2",
        "itoa",
        "memchr",
        "rand_xoshiro",
        "rathaus-protocol",
        "regex",
        "schemars",
        "serde",
        "serde_json",
        "serde_path_to_error",
        "sha2",
        "statrs",
        "thiserror",
    ];
    for file in ["crates/games/Cargo.toml", "protocol/Cargo.toml"] {
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
        let manifest: toml::Table = text.parse().unwrap();
        let dependencies = manifest["dependencies"].as_table().unwrap().keys();
        let others: Vec<&String> = dependencies.filter(|name| !PURE.contains(&name.as_str())).collect();
        assert_eq!(others, Vec::<&String>::new(), "{file}");
    }
}

#[test]
fn strangers_files_are_read_in_one_place() {
    let modules = [
        "src/submissions/commitments",
        "src/submissions",
        "src/cli",
        "src/matches",
        "src/store",
        "src/toml_file",
    ];
    for function in ["fs::read(", "fs::read_to_string(", "fs::read_dir(", "io::stdin(", "Connection::open("] {
        let mut reading = files_with(&modules, function);
        // Files that the host itself makes: the build cache, the topology of the processors, and
        // what tests read.
        let own = [
            "src/submissions/build.rs",
            "src/submissions/artefacts.rs",
            "src/store/tests.rs",
            "src/store/tests/damage.rs",
        ];
        let is_own = |file: &str| {
            own.contains(&file) || file == "src/cli/play_context.rs" && function == "fs::read_to_string("
        };
        reading.retain(|file| !is_own(file));
        assert_eq!(reading, Vec::<String>::new(), "{function}");
    }
    assert_eq!(files_with(&["src/submissions/commitments"], "clippy::disallowed"), Vec::<String>::new());
}

/// Each module may depend only on those before it, so there are no cycles.
#[test]
fn modules_depend_in_one_direction() {
    const ORDER: [&str; 13] = [
        "untrusted",
        "toml_file",
        "seats",
        "submissions",
        "matches",
        "tournament",
        "store",
        "report",
        "viewer",
        "analysis",
        "cluster",
        "server",
        "cli",
    ];
    for (position, module) in ORDER.iter().enumerate() {
        for later in &ORDER[position + 1..] {
            let folder = format!("src/{module}");
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&folder);
            if path.is_dir() {
                let name = format!("crate::{later}::");
                assert_eq!(files_with(&[&folder], &name), Vec::<String>::new(), "{module} uses {later}");
            }
        }
    }
    let modules = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).unwrap();
    let declared = modules.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let mut declared: Vec<&str> = declared.collect();
    let mut known = ORDER.to_vec();
    declared.sort_unstable();
    known.sort_unstable();
    assert_eq!(declared, known);
}

/// Visibility is by crate and module.
#[test]
fn nothing_is_visible_by_path() {
    assert_eq!(files_with(&["src", "crates", "protocol/src"], concat!("pub(", "in ")), Vec::<String>::new());
}

/// Everything particular to a game is in its folder of `crates/games`.
#[test]
fn only_the_games_name_a_game() {
    let mut naming = Vec::new();
    for path in sources("src") {
        let text = fs::read_to_string(&path).unwrap();
        // Tests may play games, and examples in the help may name them.
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let name = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap().to_str().unwrap().to_owned();
        let is_test = name.ends_with("tests.rs") || name.ends_with("tests/mod.rs");
        let is_example = |line: &&str| name.starts_with("src/cli/") && line.contains("rathaus ");
        let code: String = code.lines().filter(|line| !is_example(line)).collect();
        let names = rathaus_games::names().flat_map(|game| [game.to_owned(), game.replace('-', "_")]);
        if !is_test && names.into_iter().any(|game| code.contains(&game)) {
            naming.push(name);
        }
    }
    assert_eq!(naming, Vec::<String>::new());
}
