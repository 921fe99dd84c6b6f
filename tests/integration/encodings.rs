//! Sources as editors on other systems write them.
#![expect(clippy::disallowed_methods, reason = "tests read sample bots")]

use std::fs;

use serde_json::Value;

use crate::common::{World, repository};

/// The sample bots of the dilemma that are single files, with their names and contents.
fn samples() -> Vec<(String, Vec<u8>)> {
    let folder = repository().join("bots/prisoners-dilemma");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut samples: Vec<(String, Vec<u8>)> = files
        .filter(|path| {
            path.is_file() && path.extension().is_some_and(|ending| ending != "md" && ending != "toml")
        })
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(path).unwrap()))
        .collect();
    samples.sort();
    assert!(samples.len() >= 9, "{samples:?}");
    samples
}

/// With a mark at the beginning and CR LF at the end of each line, all languages play as without.
#[test]
fn marks_and_line_ends_of_other_systems_change_nothing() {
    let play = |change: fn(&[u8]) -> Vec<u8>| -> Vec<Value> {
        let world = World::sharing_builds();
        let bots: Vec<String> = samples()
            .into_iter()
            .map(|(name, bytes)| {
                fs::create_dir_all(world.path("bots")).unwrap();
                let path = world.path(&format!("bots/{name}"));
                fs::write(&path, change(&bytes)).unwrap();
                path.to_str().unwrap().to_owned()
            })
            .collect();
        let bots: Vec<&str> = bots.iter().map(String::as_str).collect();
        let run =
            ["play", "prisoners-dilemma", "--seed", "1", "--set", "rounds_per_player=1", "--json", "--quiet"];
        let played = world.run(&[run.as_slice(), &bots].concat()).json();
        let essence = |player: &Value| {
            serde_json::json!([
                player["name"],
                player["score"],
                player["out"],
                player["faults"].as_array().map(Vec::len)
            ])
        };
        played["players"].as_array().unwrap().iter().map(essence).collect()
    };
    let windows = |bytes: &[u8]| {
        let text = String::from_utf8(bytes.to_vec()).unwrap().replace('\n', "\r\n");
        [b"\xef\xbb\xbf", text.as_bytes()].concat()
    };
    assert_eq!(play(windows), play(<[u8]>::to_vec));
}

#[test]
fn sources_in_utf_16_are_refused_with_the_remedy() {
    let world = World::sharing_builds();
    for (name, bytes) in samples() {
        let text = String::from_utf8(bytes).unwrap();
        let wide: Vec<u8> =
            [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
        let path = world.path(&name);
        fs::write(&path, wide).unwrap();
        let run = world.run(&["check", "prisoners-dilemma", path.to_str().unwrap()]);
        let refused =
            world.run(&["play", "prisoners-dilemma", path.to_str().unwrap(), path.to_str().unwrap()]);
        refused.assert_refused(3, &["UTF-16", "iconv", &name]);
        assert_ne!(run.code, Some(0), "{name}");
    }
}
