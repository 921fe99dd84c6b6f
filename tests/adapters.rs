//! The adapters' own tests: each plays the golden dialogues and whatever is particular to its language.
#![expect(clippy::disallowed_methods, reason = "the adapters' tests are programs")]

use std::path::Path;
use std::process::Command;

/// Runs `tests/run` of an adapter, which needs its language's tools and says so if they are missing.
fn run(language: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("adapters").join(language);
    let output = Command::new(folder.join("tests/run")).output().expect("the adapter has tests");
    assert!(
        output.status.success(),
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn cpp() {
    run("cpp");
}

#[test]
fn csharp() {
    run("csharp");
}

#[test]
fn java() {
    run("java");
}

#[test]
fn python() {
    run("python");
}

#[test]
fn ruby() {
    run("ruby");
}

#[test]
fn every_adapter_is_tested_here() {
    let folders = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("adapters")).unwrap();
    let mut languages: Vec<String> = folders
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().join("adapter.toml").exists())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    languages.sort();
    assert_eq!(languages, ["cpp", "csharp", "java", "python", "ruby"]);
}
