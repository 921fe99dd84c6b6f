//! Recordings that are not what they should be: the error names the match, and everything else goes
//! on.
#![expect(clippy::disallowed_methods, reason = "the tests write broken files")]

use std::fs;

use crate::common::{World, assert_mentions};
use crate::forgery::forge;
use crate::games::{done, seven};
use crate::serving::Server;

/// A tournament of three matches, of which the first has the recording `garbage`. Returns the world
/// and the keys of the matches.
fn with_recording(garbage: &[u8]) -> (World, Vec<String>) {
    let world = World::sharing_builds();
    seven(&world, "t.toml", "format = \"gauntlet\"\nchallenger = \"b7\"\ngames = 1");
    done(&world, &["tournament", "run", "t.toml"]);
    let keys: Vec<String> = (1..=3)
        .map(|number| {
            let shown =
                done(&world, &["tournament", "show", &number.to_string(), "--file", "t.toml", "--json"]);
            shown.json()["key"].as_str().unwrap().to_owned()
        })
        .collect();
    let garbage = hex::encode(garbage);
    let statement = format!("UPDATE replays SET answers = x'{garbage}' WHERE match = '{}'", keys[0]);
    forge(&world.path("t.db"), &statement);
    (world, keys)
}

#[test]
fn a_broken_recording_is_named_and_all_else_is_shown() {
    let (world, keys) = with_recording(b"garbage\x1b[2J");
    let key = &keys[0][..12];
    let run = |arguments: &[&str]| {
        let mut command = world.command(&[&["tournament"], arguments].concat());
        command.current_dir(world.path(""));
        world.run_command(command)
    };
    for more in [&[][..], &["--html", "m.html"], &["--png", "m.png"], &["--gif", "m.gif"], &["--json"]] {
        let refused = run(&[&["replay", "1", "--file", "t.toml"], more].concat());
        refused.assert_refused(3, &["t.db", "recording", key, "rerun", "t.toml"]);
    }
    let shown = run(&["show", "1", "--file", "t.toml"]);
    assert_eq!(shown.code, Some(0), "{}", shown.stderr);
    assert_mentions(&shown.stdout, &["ended", "all have spoken", "recording", "broken", "rerun"]);
    for arguments in [
        &["standings", "t.toml"][..],
        &["standings", "t.toml", "--charts", "charts"],
        &["status", "t.toml"],
        &["replay", "2", "--file", "t.toml"],
        &["show", "2", "--file", "t.toml"],
        &["run", "t.toml"],
        // The remedy that the error names.
        &["rerun", key, "--file", "t.toml", "--out", "new.replay"],
    ] {
        let run = run(arguments);
        assert_eq!(run.code, Some(0), "{arguments:?}: {}", run.stderr);
        assert!(!run.stdout.contains("broken"), "{arguments:?}: {}", run.stdout);
    }
    done(&world, &["replay", "new.replay"]);
}

#[test]
fn a_server_names_a_broken_recording_and_shows_all_else() {
    let (world, keys) = with_recording(b"");
    fs::write(world.path("bad.replay"), b"rathaus replay 1\n\x1b[2Jgarbage").unwrap();
    let files = ["t.toml", "bad.replay"].map(|name| world.path(name).display().to_string());
    let Some(server) = Server::start(&world, &[&files[0], &files[1]]) else { return };
    let (status, broken) = server.get(&format!("/api/tournaments/t/matches/{}/film", keys[0]));
    let words = broken["error"].as_str().unwrap_or_default();
    assert!(
        status >= 400 && words.contains(&keys[0][..12]) && words.contains("recording"),
        "{status} {words}"
    );
    assert_eq!(server.get(&format!("/api/tournaments/t/matches/{}/film", keys[1])).0, 200);
    for path in ["/api", "/api/tournaments/t", "/api/tournaments/t/matches"] {
        assert_eq!(server.get(path).0, 200, "{path}");
    }
    let (status, broken) = server.get("/api/replays/bad");
    let words = broken["error"].as_str().unwrap_or_default();
    assert!(status >= 400 && words.contains("bad.replay"), "{status} {words}");
}

#[test]
fn a_broken_file_is_named_with_what_can_be_done() {
    let world = World::sharing_builds();
    for garbage in [&b"garbage"[..], b"rathaus replay 1\ngarbage", b"rathaus replay 9\n", b""] {
        fs::write(world.path("bad.replay"), garbage).unwrap();
        world
            .run(&["replay", world.path("bad.replay").to_str().unwrap()])
            .assert_refused(3, &["bad.replay", "help"]);
    }
}

/// A row that is no JSON: there is no result to show, and the error says where.
#[test]
fn a_broken_result_is_named() {
    let (world, keys) = with_recording(b"garbage");
    for (column, arguments) in
        [("details", &["show", "2", "--file", "t.toml"][..]), ("scores", &["standings", "t.toml"])]
    {
        let statement = format!("UPDATE matches SET {column} = 'garbage' WHERE key = '{}'", keys[1]);
        forge(&world.path("t.db"), &statement);
        let mut command = world.command(&[&["tournament"], arguments].concat());
        command.current_dir(world.path(""));
        world.run_command(command).assert_refused(3, &["t.db", column, "match", &keys[1][..12]]);
    }
}

/// A forged database could make readers run out of memory.
#[test]
fn a_result_that_is_too_large_is_refused() {
    let (world, keys) = with_recording(b"");
    for column in ["provenance", "scores"] {
        let large = format!("UPDATE matches SET {column} = printf('[%.*c]', 2000000, '1')");
        forge(&world.path("t.db"), &format!("{large} WHERE key = '{}'", keys[1]));
        let mut command = world.command(&["tournament", "standings", "t.toml"]);
        command.current_dir(world.path(""));
        world.run_command(command).assert_refused(3, &["t.db", column, &keys[1][..12]]);
    }
    let Some(server) = Server::start(&world, &[&world.path("t.toml").display().to_string()]) else { return };
    assert_eq!(server.get("/api/tournaments/t").0, 503);
    assert_eq!(server.get("/api").0, 200, "other tournaments stay");
}
