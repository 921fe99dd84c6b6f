//! `rathaus doctor`: what is installed, and how to install the rest.

mod common;

use std::os::unix::fs::symlink;

use common::World;

#[test]
fn every_language_has_a_line_with_its_program_and_version() {
    let findings = World::new().run(&["doctor", "--json"]).json();
    let findings = findings.as_array().unwrap();
    for language in ["C++", "C#", "Java", "Python", "Ruby"] {
        let of_language =
            |finding: &&serde_json::Value| finding["language"] == language && finding["dialect"].is_null();
        let tools: Vec<_> = findings.iter().filter(of_language).collect();
        assert!(tools.iter().any(|finding| !finding["path"].is_null()), "{language}: {tools:#?}");
        assert!(!tools.iter().any(|finding| finding["missing"] == true), "{language}: {tools:#?}");
    }
    // Of C# one toolchain is enough, and that is Mono's here.
    for finding in findings.iter().filter(|finding| !finding["path"].is_null()) {
        let (path, version) = (finding["path"].as_str().unwrap(), finding["version"].as_str().unwrap());
        assert!(path.starts_with('/') && version.contains(|c: char| c.is_ascii_digit()), "{finding:#}");
        // Shims of version managers start slowly, so the real program behind them is wanted.
        assert!(!path.contains("/shims/"), "{finding:#}");
    }
}

#[test]
fn what_is_missing_is_named_with_the_command_that_installs_it() {
    let world = World::new();
    let folder = world.path("tools");
    std::fs::create_dir(&folder).unwrap();
    symlink("/usr/bin/g++", folder.join("g++")).unwrap();
    let mut command = world.command(&["doctor"]);
    command.env("PATH", &folder).env("PYENV_ROOT", &folder);
    let run = world.run_command(command);
    assert_eq!(run.code, Some(0));
    let line = |language: &str| {
        let line = run.stdout.lines().find(|line| line.trim_start().starts_with(language));
        line.unwrap_or_else(|| panic!("no {language} in {}", run.stdout))
    };
    assert!(line("Python").contains("missing") && line("Python").contains("apt-get install python3"));
    assert!(line("Python 2").contains("missing"), "{}", run.stdout);
    assert!(run.stdout.contains("apt-get install python3-fissix"), "{}", run.stdout);
    assert!(line("C++").contains(" ok ") && line("C++").contains("tools/g++"), "{}", run.stdout);
}
