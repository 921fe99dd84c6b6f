//! Damaged databases through the binary: commands refuse them, `check` lists the damage, and
//! `--repair` takes it out.

use super::*;

/// A tournament of an older version, brought up to date.
fn fixture(world: &World) {
    let folder = crate::common::repository().join("tests/fixtures/0.1.0/rat-race");
    for file in ["tournament.toml", "tournament.db"] {
        fs::copy(folder.join(file), world.path(file)).unwrap();
    }
    done(world, &["status"]);
}

fn damage(world: &World, statements: &str) {
    Connection::open(world.path("tournament.db")).unwrap().execute_batch(statements).unwrap();
}

fn first_key(world: &World) -> String {
    let connection = Connection::open(world.path("tournament.db")).unwrap();
    connection.query_row("SELECT min(key) FROM matches", [], |row| row.get(0)).unwrap()
}

#[test]
fn a_damaged_row_is_found_and_taken_out() {
    let world = World::new();
    fixture(&world);
    let whole = standings(&world);
    let check = done(&world, &["check", "--json"]).json();
    assert_eq!(
        (&check["matches"], &check["replayed"], &check["problem_count"]),
        (&json!(4), &json!(2), &json!(0))
    );
    let key = first_key(&world);
    damage(&world, &format!("UPDATE matches SET scores = '[7.0]' WHERE key = '{key}'"));
    for command in [&["standings"] as &[&str], &["status"], &["show", &key]] {
        let run = tournament(&world, command);
        run.assert_refused(3, &["tournament.db", &key[..12], "tournament check"]);
    }
    let run = tournament(&world, &["check", "--json"]);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    assert_eq!(run.json()["problems"][0]["key"], json!(key));
    assert_eq!(run.json()["problem_count"], 1);
    let repaired = done(&world, &["check", "--repair"]);
    assert_mentions(&repaired.stdout, &[&key[..12], "tournament.db.damaged-1", "tournament run"]);
    assert_eq!(standings(&world)["matches"]["played"], 3);
    assert_eq!(done(&world, &["check", "--json"]).json()["problem_count"], 0);
    // The damaged database is still there, so nothing is lost.
    damage_of_copy_is_undone(&world, &key);
    assert_eq!(standings(&world), whole);
}

fn damage_of_copy_is_undone(world: &World, key: &str) {
    fs::rename(world.path("tournament.db.damaged-1"), world.path("tournament.db")).unwrap();
    damage(world, &format!("UPDATE matches SET scores = '[1.0]' WHERE key = '{key}'"));
}

#[test]
fn results_that_cannot_be_right_are_found() {
    let world = World::new();
    fixture(&world);
    let key = first_key(&world);
    for (scores, repair, code) in [("[77.0]", false, 8), ("[0.5]", false, 8), ("[0.5]", true, 0)] {
        let statement =
            format!("UPDATE matches SET scores = '{scores}' WHERE key IN (SELECT match FROM replays)");
        forge(&world.path("tournament.db"), &statement);
        let run = tournament(&world, if repair { &["check", "--repair"] } else { &["check"] });
        assert_eq!(run.code, Some(code), "{scores}: {}{}", run.stdout, run.stderr);
        assert_mentions(&run.stdout, &["match", "help"]);
    }
    assert!(standings(&world)["matches"]["played"].as_u64().unwrap() < 4, "{key}");
}

#[test]
fn files_that_are_no_database_of_a_tournament_say_what_to_do() {
    let world = World::new();
    fixture(&world);
    let whole = fs::read(world.path("tournament.db")).unwrap();
    let song = world.path("songs.db");
    Connection::open(&song).unwrap().execute_batch("CREATE TABLE songs (title TEXT)").unwrap();
    let mut newer = whole.clone();
    // The `user_version` (sqlite.org/fileformat2.html).
    newer[60..64].copy_from_slice(&99_u32.to_be_bytes());
    let cases: [(&[u8], &[&str]); 5] = [
        (b"{\"scores\": [1, 2, 3]}", &["JSON", "tournament.toml"]),
        (b"PK\x03\x04 and more", &["ZIP", "tournament.toml"]),
        (&fs::read(song).unwrap(), &["another program", "songs"]),
        (&newer, &["newer version", "0.1.0"]),
        (&whole[..12_288], &["truncated", "12288", "--repair"]),
    ];
    for (bytes, words) in cases {
        fs::write(world.path("tournament.db"), bytes).unwrap();
        for command in ["standings", "check"] {
            tournament(&world, &[command]).assert_refused(3, &[words, &["help"]].concat());
        }
    }
}
