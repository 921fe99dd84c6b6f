//! Tournaments through the binary, as an organiser runs them.
#![expect(clippy::disallowed_methods, reason = "tests look at what is stored, and signal the host")]
#![expect(clippy::disallowed_macros, reason = "a test that is skipped says so")]

mod checking;
mod collecting;
mod groups;
mod interruptions;
mod rulings;
mod short_matches;
mod slurm;
mod teams;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use rusqlite::types::Value as Cell;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::common::{
    Run, World, assert_line_mentions, assert_mentions, descendants, lines_with, mentions, numbers, sample,
    testbot,
};
use crate::forgery::forge;

/// A tournament of quick matches.
const RACE: &str = "game = \"rat-race\"\nseed = 7\n[parameters]\nturns = 200\n";

/// A tournament with these boards and entrants.
fn race(boards: u32, entrants: &[&str]) -> String {
    format!("boards = {boards}\nentrants = {entrants:?}\n{RACE}")
}

fn tournament(world: &World, arguments: &[&str]) -> Run {
    world.run_command(command(world, arguments))
}

fn command(world: &World, arguments: &[&str]) -> Command {
    let mut command = world.command(&[&["tournament"], arguments].concat());
    command.current_dir(world.path(""));
    command
}

/// The same command with a tool that submissions can name.
fn offering(mut command: Command, tool: &str) -> Command {
    command.env("RATHAUS_TOOLS", tool);
    command
}

/// Runs a command that must succeed.
fn done(world: &World, arguments: &[&str]) -> Run {
    let run = tournament(world, arguments);
    assert_eq!(run.code, Some(0), "{arguments:?}: {}{}", run.stderr, run.stdout);
    run
}

fn standings(world: &World) -> Value {
    done(world, &["standings", "--format", "json"]).json()
}

/// All rows of all tables of a database, without the columns that hold clock times or the origin of
/// a result.
fn rows(world: &World, database: &str) -> BTreeMap<String, Vec<Vec<(String, Cell)>>> {
    let connection = Connection::open(world.path(database)).unwrap();
    let tables: Vec<String> = connection
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let of_table = |table: &String| {
        let mut query = connection.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let names: Vec<String> = query.column_names().into_iter().map(str::to_owned).collect();
        let is_clock = |name: &str| {
            name.ends_with("_us")
                || ["measured", "origin", "key_sum"].contains(&name)
                || name.ends_with("checksum")
        };
        let row = |row: &rusqlite::Row<'_>| {
            let cells = names.iter().enumerate().filter(|(_, name)| !is_clock(name));
            cells.map(|(column, name)| Ok((name.clone(), legible(row.get(column)?)))).collect()
        };
        query.query_map([], row).unwrap().map(Result::unwrap).collect::<Vec<_>>()
    };
    tables.iter().map(|table| (table.clone(), of_table(table))).collect()
}

/// Shortens values by their hash, so that differing rows do not fill the screen.
fn legible(cell: Cell) -> Cell {
    match cell {
        Cell::Blob(bytes) => Cell::Text(format!("{} bytes, {:?}", bytes.len(), Sha256::digest(&bytes))),
        other => other,
    }
}

fn status(world: &World, file: &str) -> Value {
    done(world, &["status", file, "--json"]).json()
}

/// The keys of the stored matches, with the clock times of each. A match that is played again has
/// others.
fn clocks(world: &World) -> BTreeMap<String, (i64, String)> {
    let connection = Connection::open(world.path("tournament.db")).unwrap();
    let mut query = connection.prepare("SELECT key, took_us, measured FROM matches").unwrap();
    let rows = query.query_map([], |row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?)))).unwrap();
    rows.map(Result::unwrap).collect()
}

fn start(world: &World, arguments: &[&str]) -> Child {
    command(world, arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn signal(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

/// Waits until something holds.
fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !holds() {
        assert!(begin.elapsed() < Duration::from_secs(300), "waited in vain: {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_first_tournament_is_written_run_and_extended() {
    let world = World::sharing_builds();
    let written = done(&world, &["init"]);
    assert_mentions(&written.stdout, &["tournament.toml"]);
    let template = fs::read_to_string(world.path("tournament.toml")).unwrap();
    let refused = tournament(&world, &["init"]);
    assert_eq!(refused.code, Some(3), "nothing is overwritten: {}", refused.stderr);
    assert_eq!(tournament(&world, &["run"]).code, Some(3), "nobody takes part yet");
    let (one, other) = (sample("look-ahead"), sample("blind-faith"));
    let edited = |boards: u32, entrants: &[&str]| {
        let text = template.replace("entrants = []", &format!("entrants = {entrants:?}"));
        let text = text.replace("boards = 50", &format!("boards = {boards}"));
        world.file("tournament.toml", &text.replace("# turns = 10000", "turns = 200"));
    };
    edited(2, &[&one]);
    // Each run says how many matches there are, have been played, and are to be played.
    assert_line_mentions(&done(&world, &["run"]).stderr, &["2", "0"]);
    let first = clocks(&world);
    assert_eq!(first.len(), 2);
    assert_line_mentions(&done(&world, &["run"]).stderr, &["2", "0"]);
    assert_eq!(clocks(&world), first, "nothing is played twice");
    edited(3, &[&other, &one]);
    assert_line_mentions(&done(&world, &["run"]).stderr, &["6", "2", "4"]);
    let extended = clocks(&world);
    assert_eq!(extended.len(), 6);
    assert!(first.iter().all(|(key, clock)| extended.get(key) == Some(clock)), "nothing is played twice");
    let result = standings(&world);
    assert_eq!(result["matches"], json!({ "played": 6, "ruled": 0, "all": 6, "goes_on": false }));
    assert_eq!(result["entrants"][0]["scores"].as_array().unwrap().len(), 3);
    assert_eq!(result["pairs"][0]["paired"]["count"], 3);
}

/// All mistakes in the file, and in the files that it names, are shown at once and in their places.
#[test]
fn mistakes_are_shown_in_place() {
    let world = World::sharing_builds();
    world.file("ann.py", &fs::read_to_string(sample("color-score-python/player.py")).unwrap());
    world.file("notes.txt", "no bot at all\n");
    let text = race(2, &["ann.py", "missing.py", "notes.txt"]).replace("turns = 200", "turns = -1");
    let text = format!("{text}bords = 3\n");
    world.file("tournament.toml", &text);
    let run = tournament(&world, &["run"]);
    assert_eq!(run.code, Some(3));
    insta::assert_snapshot!(run.stderr);
}

#[test]
fn all_games_have_a_first_tournament() {
    let world = World::sharing_builds();
    for game in ["rat-race", "prisoners-dilemma", "grid-routing", "lights-out"] {
        let file = format!("{game}.toml");
        done(&world, &["init", "--game", game, &file]);
        let text = fs::read_to_string(world.path(&file)).unwrap();
        // Every setting that is shown as a comment is valid.
        let uncommented: String = text
            .lines()
            .map(|line| match line.strip_prefix("# ") {
                Some(setting) if setting.contains(" = ") || setting.starts_with('[') => {
                    format!("{setting}\n")
                }
                _ => format!("{line}\n"),
            })
            .collect();
        world.file(&file, &uncommented);
        let run = tournament(&world, &["run", &file]);
        // Only the bots are missing.
        let place = format!("--> {file}:");
        let places: Vec<&str> =
            run.stderr.lines().filter_map(|line| line.trim_start().strip_prefix(&place)).collect();
        let errors = run.stderr.lines().filter(|line| line.starts_with("error: ")).count();
        assert!(errors > 0 && places.len() == errors, "{}", run.stderr);
        for place in places {
            let line = uncommented.lines().nth(numbers(place)[0] as usize - 1).unwrap();
            assert!(line.contains("bots"), "{line}: {}", run.stderr);
        }
    }
}

#[test]
fn what_is_not_the_same_tournament_asks_first() {
    let world = World::sharing_builds();
    let bot = world.file("ann.py", &fs::read_to_string(sample("color-score-python/player.py")).unwrap());
    let other = sample("look-ahead");
    world.file("tournament.toml", &race(2, &[&bot, &other]));
    done(&world, &["run"]);
    let before = rows(&world, "tournament.db");
    world.file(
        "ann.py",
        &(fs::read_to_string(sample("color-score-python/player.py")).unwrap() + "\n# changed\n"),
    );
    world.file(
        "tournament.toml",
        &race(1, &[&bot, &other]).replace("seed = 7", "seed = 8").replace("200", "150"),
    );
    let refused = tournament(&world, &["run"]);
    refused.assert_refused(2, &["--replace"]);
    for change in [["7", "8"].as_slice(), &["turns", "200", "150"], &["2", "1"], &["ann"]] {
        assert_line_mentions(&refused.stderr, change);
    }
    assert_eq!(rows(&world, "tournament.db"), before, "nothing has happened");
    done(&world, &["run", "--replace"]);
    assert_eq!(standings(&world)["matches"], json!({ "played": 2, "ruled": 0, "all": 2, "goes_on": false }));
    assert_eq!(status(&world, "tournament.toml")["of_other_states"], 4);
    assert_line_mentions(&done(&world, &["status"]).stdout, &["4"]);
}

#[test]
fn a_database_of_an_older_version_goes_on() {
    let world = World::sharing_builds();
    let bot = sample("look-ahead");
    let text = race(6, &[&bot]);
    for name in ["calm.toml", "old.toml"] {
        world.file(name, &format!("name = \"one\"\n{text}"));
        done(&world, &["run", name]);
    }
    // The state of a database before provenances were stored, with half of the matches.
    let old = Connection::open(world.path("old.db")).unwrap();
    let half = "DELETE FROM matches WHERE key IN (SELECT key FROM matches ORDER BY key LIMIT 3)";
    old.execute_batch(&format!(
        "{half}; ALTER TABLE matches DROP COLUMN provenance; DROP TABLE replays; DROP TABLE kept; \
         ALTER TABLE faults DROP COLUMN sandbox; ALTER TABLE matches DROP COLUMN origin; DROP TABLE displaced; \
         DROP TABLE secrets; DROP TABLE conflicts; DROP TABLE totals; DROP TABLE rulings; DROP TABLE storage; DROP TABLE times; DROP TABLE workers; \
         ALTER TABLE matches DROP COLUMN faults_checksum; PRAGMA user_version = 1"
    ))
    .unwrap();
    for table in ["tournament", "entrants", "matches", "faults"] {
        old.execute_batch(&format!("ALTER TABLE {table} DROP COLUMN checksum")).unwrap();
    }
    drop(old);
    let status = status(&world, "old.toml");
    assert_eq!((&status["played"], &status["all"]), (&json!(3), &json!(6)), "{status:#}");
    done(&world, &["run", "old.toml"]);
    let (mut old, mut calm) = (rows(&world, "old.db"), rows(&world, "calm.db"));
    for table in [&mut old, &mut calm] {
        // Matches that were played before have no replay, and no time.
        table.retain(|name, _| !["replays", "kept", "totals", "times"].contains(&name.as_str()));
        table
            .get_mut("matches")
            .unwrap()
            .iter_mut()
            .for_each(|row| row.retain(|(name, _)| name != "provenance"));
    }
    assert_eq!(old, calm);
}

#[test]
fn a_match_that_cannot_be_run_alone_says_why() {
    let world = World::sharing_builds();
    let refused = |spec: &str, facts: &[&str]| {
        let mut command = world.command(&["match", "run"]);
        command.current_dir(world.path(""));
        let mut child =
            command.stdin(Stdio::piped()).stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(spec.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(3));
        assert_mentions(&String::from_utf8(output.stderr).unwrap(), facts);
    };
    let spec = json!({ "game": "rat-race", "parameters": {}, "seed": "1", "greeting_seconds": 10, "submissions": ["0123456789abcdef"] });
    refused(&spec.to_string(), &["0123456789ab", "--submissions"]);
    refused("{}", &["`game`"]);
    refused(&spec.to_string().replace("rat-race", "chess"), &["chess", "rat-race"]);
}

#[test]
fn a_match_is_shown_and_played_again() {
    let world = World::sharing_builds();
    let entrants = [sample("color-score-python"), world.testbot("broken", &["--fault", "exit"])];
    let entrants: Vec<&str> = entrants.iter().map(String::as_str).collect();
    world.file("tournament.toml", &race(2, &entrants));
    done(&world, &["run"]);
    let faulty = done(&world, &["show", "broken/2", "--json"]).json();
    assert_eq!(faulty["record"]["faults"][0]["fault"], "crashed", "{faulty:#}");
    let shown = done(&world, &["show", "broken/2"]).stdout;
    assert_mentions(&shown, &["broken", "crashed", faulty["spec"]["seed"].as_str().unwrap()]);
    let stored = done(&world, &["show", "color-score-python/1", "--json"]).json();
    let key = stored["key"].as_str().unwrap();
    let by_key = done(&world, &["show", &key[..10], "--json"]).json();
    assert_eq!(stored, by_key);
    for name in ["color-score-python/2", "broken/1"] {
        done(&world, &["rerun", name]);
    }
    // What was played again can be recorded, whether the tournament keeps recordings or not.
    let replay = world.path("again.replay");
    done(&world, &["rerun", &key[..12], "--out", replay.to_str().unwrap()]);
    let replayed = world.run(&["replay", replay.to_str().unwrap()]);
    assert_eq!(replayed.code, Some(0), "{}", replayed.stderr);
    // Somebody changed the stored result.
    let other = format!("UPDATE matches SET scores = '[77.0]' WHERE key = '{key}'");
    forge(&world.path("tournament.db"), &other);
    let other = tournament(&world, &["rerun", "color-score-python/1"]);
    assert_eq!(other.code, Some(8));
    assert_line_mentions(&other.stdout, &["[77.0]", "[1.0]"]);
    for name in ["nobody/1", "broken/3"] {
        tournament(&world, &["show", name]).assert_refused(2, &[name]);
    }
}

/// Entrants that cannot play lose their place or their score, and have no effect on others.
#[test]
fn who_cannot_play_is_named() {
    let world = World::sharing_builds();
    let entrants = [
        sample("look-ahead"),
        world.file("broken.cpp", "#include \"./gamelogic.cpp\"\ncoord_t f(dna_t d, view_t v) { return nothing; }\nint main() { return runSimulation(f); }\n"),
        world.testbot("mute", &["--greeting", "exit"]),
    ];
    let entrants: Vec<&str> = entrants.iter().map(String::as_str).collect();
    world.file("tournament.toml", &race(2, &entrants));
    let run = tournament(&world, &["run"]);
    assert_eq!(run.code, Some(5), "{}{}", run.stderr, run.stdout);
    let result = standings(&world);
    let named =
        |name: &str| result["entrants"].as_array().unwrap().iter().find(|one| one["name"] == name).unwrap();
    assert_eq!(
        result["matches"],
        json!({ "played": 2, "ruled": 0, "all": 4, "goes_on": false }),
        "who was not ready may be, next time"
    );
    assert!(named("broken")["out"]["why"].as_str().unwrap().contains("nothing"), "{result:#}");
    assert!(named("mute")["value"].is_null());
    world.file("tournament.toml", &race(2, &entrants[2..]));
    let unready = tournament(&world, &["run", "--replace"]);
    unready.assert_refused(6, &["mute"]);
    assert_eq!(named("look-ahead")["faulty"], 0);
}

/// Programs of the prisoner's dilemma in Python. Their output names the players from whom
/// they take.
fn dilemma(world: &World) -> Vec<String> {
    let program = |(name, body): (&str, &str)| world.file(&format!("{name}.py"), body);
    [
        (
            "greedy",
            "players, me, _ = map(int, input().split())\nprint(*(set(range(1, players + 1)) - {me}))\n",
        ),
        ("kind", "print(0)\n"),
        ("late", "import time\ntime.sleep(9)\n"),
    ]
    .map(program)
    .into()
}

#[test]
fn games_that_all_play_together_have_totals_ratings_and_a_story() {
    let world = World::sharing_builds();
    let entrants = dilemma(&world);
    let text = format!(
        "game = \"prisoners-dilemma\"\nseed = 1\ngames = 2\nentrants = {entrants:?}\n[parameters]\nrounds_per_player = 1\ntime_ms = 1500\n\
         [policies]\ndisqualify = [\"late\"]\n"
    );
    world.file("tournament.toml", &text);
    done(&world, &["run"]);
    let result = standings(&world);
    let named =
        |name: &str| result["entrants"].as_array().unwrap().iter().find(|one| one["name"] == name).unwrap();
    assert_eq!(result["matches"], json!({ "played": 2, "ruled": 0, "all": 2, "goes_on": false }));
    assert_eq!(named("late")["rank"], Value::Null);
    assert_mentions(named("late")["disqualified"].as_str().unwrap(), &["late", "6"]);
    let total: f64 =
        named("greedy")["scores"].as_array().unwrap().iter().map(|one| one["score"].as_f64().unwrap()).sum();
    assert_eq!(named("greedy")["total"].as_f64(), Some(total));
    assert!(
        named("greedy")["rating"]["value"].as_f64() > named("kind")["rating"]["value"].as_f64(),
        "{result:#}"
    );
    assert_eq!(result["rounds"]["scores"]["kind"].as_array().unwrap().len(), 3);
    let taken = result["rounds"]["takes"]["greedy"]
        .as_object()
        .unwrap()
        .values()
        .map(|count| count.as_u64().unwrap())
        .sum::<u64>();
    assert!(taken > 0, "{result:#}");
    assert!(result["rounds"]["takes"]["kind"].as_object().unwrap().values().all(|count| *count == 0));
}

/// Without one of the entrants the games would be different, so those that are missing wait for it.
#[test]
fn who_cannot_be_built_any_more_does_not_change_games_unasked() {
    let world = World::new();
    let python = world.file("kind.py", "print(0)\n");
    let other = world.file("also.py", "print(0)\n");
    let shell = world.file("tools/helper", "#!/bin/sh\nexit 0\n");
    let own = world.file("own/bot.toml", "name = \"own\"\nbuild = [[\"helper\"]]\nrun = [\"true\"]\n");
    let text = format!(
        "game = \"prisoners-dilemma\"\nseed = 1\nentrants = {:?}\n[parameters]\nrounds_per_player = 1\n",
        [&python, &other, &own]
    );
    Command::new("chmod").args(["+x", &shell]).status().unwrap();
    world.file("tournament.toml", &text);
    let offered = world.run_command(offering(command(&world, &["run"]), &shell));
    assert_eq!(offered.code, Some(0), "{}", offered.stderr);
    fs::remove_dir_all(world.path("cache")).unwrap();
    world.file("tournament.toml", &format!("games = 2\n{text}"));
    tournament(&world, &["run"]).assert_refused(4, &["own", "helper", "1 match waits", "rathaus doctor"]);
    let found = standings(&world);
    let playing = found["entrants"].as_array().unwrap().iter().filter(|one| one["out"].is_null());
    assert_eq!(playing.count(), 3);
    assert_eq!(found["matches"], json!({ "played": 1, "ruled": 0, "all": 2, "goes_on": false }));
    // Whoever is taken out of the file is missed.
    world.file("tournament.toml", &text.replace(&format!(", {own:?}"), ""));
    tournament(&world, &["run"]).assert_refused(2, &["own", "--replace"]);
}

/// Whatever is wrong, the error names the file and the value.
#[test]
fn odd_files_are_refused_in_words() {
    let world = World::sharing_builds();
    let bot = sample("look-ahead");
    fs::create_dir_all(world.path("empty")).unwrap();
    let good = race(2, &[&bot]);
    let too_large = good.replace("seed = 7", "seed = \"99999999999999999999\"");
    for (code, facts, text) in [
        (3, ["tournament.toml:1:10", "boards", "2.5"].as_slice(), good.replace("boards = 2", "boards = 2.5")),
        (3, &["tournament.toml", "18446744073709551615"], too_large),
        (3, &["tournament.toml"], format!("entrants_folder = \"empty\"\n{RACE}")),
        (3, &["tournament.toml:2", "look-ahead", "name"], race(2, &[&bot, &bot])),
        (2, &["20000", "start_within"], good.replace("turns = 200", "start_within = 5")),
    ] {
        world.file("tournament.toml", &text);
        tournament(&world, &["run"]).assert_refused(code, facts);
    }
}

#[test]
fn groups_are_drawn_evenly_where_there_are_more_entrants_than_seats() {
    let world = World::sharing_builds();
    let bot = "while read word n rest; do\n case $word in\n DESTROY) echo NONE;;\n ACTIVATE) echo VERTEX 1,$n;;\n SCORE) exit 0;;\n esac\ndone\n";
    fs::create_dir_all(world.path("bots")).unwrap();
    for name in ["a", "b", "c", "d", "e"] {
        world.file(&format!("bots/{name}.sh"), bot);
    }
    let text = "game = \"grid-routing\"\nseed = 1\ngames = 5\nseats = 2\nentrants_folder = \"bots\"\n[parameters]\nrounds = 2\nside = 9\n\
                question_ms = 60000\nexit_ms = 60000\n";
    world.file("tournament.toml", text);
    done(&world, &["run"]);
    let result = standings(&world);
    for entrant in result["entrants"].as_array().unwrap() {
        assert_eq!(entrant["scores"].as_array().unwrap().len(), 2, "{entrant:#}");
    }
    let third = done(&world, &["show", "3", "--json"]).json();
    assert_eq!(third["spec"]["submissions"].as_array().unwrap().len(), 2);
    let shown = done(&world, &["show", "3"]).stdout;
    assert_mentions(&shown, &["grid-routing", "3", third["spec"]["seed"].as_str().unwrap(), "0", "1"]);
}

#[test]
fn lights_out_is_played_by_each_over_the_same_boards() {
    let world = World::sharing_builds();
    let bots = crate::common::repository().join("bots/lights-out");
    let bot = |name: &str| bots.join(name).to_str().unwrap().to_owned();
    let text = format!(
        "game = \"lights-out\"\nseed = 1\nboards = 3\nentrants = {:?}\n[parameters]\ncolumns = 3\nrows = 3\n",
        [bot("elimination.cpp"), bot("chase.rb")]
    );
    world.file("tournament.toml", &text);
    done(&world, &["run"]);
    let result = standings(&world);
    for entrant in result["entrants"].as_array().unwrap() {
        assert_eq!(entrant["right"]["value"], 1.0, "{entrant:#}");
    }
}

#[test]
fn each_phase_has_its_time() {
    let world = World::sharing_builds();
    let bot = sample("look-ahead");
    let text = race(1, &[&bot]);
    world.file("tournament.toml", &format!("{text}[phases]\nreveals_until = 2999-01-01T00:00:00Z\n"));
    let refused = tournament(&world, &["run"]);
    refused.assert_refused(2, &["tournament.toml", "2999-01-01T00:00:00Z", "--early"]);
    done(&world, &["run", "--early"]);
    world.file("tournament.toml", &format!("{text}[phases]\nresults_on = 2999-01-01T00:00:00Z\n"));
    done(&world, &["run"]);
    assert_eq!(standings(&world)["provisional_until"], "2999-01-01T00:00:00Z");
    assert_mentions(status(&world, "tournament.toml")["phase"].as_str().unwrap(), &["2999-01-01T00:00:00Z"]);
    for command in ["standings", "status"] {
        assert_mentions(&done(&world, &[command]).stdout, &["2999-01-01T00:00:00Z"]);
    }
}

#[test]
fn players_are_held_to_what_they_committed_to() {
    let world = World::sharing_builds();
    let mut hashes = Vec::new();
    for name in ["ann", "ben"] {
        let text =
            fs::read_to_string(sample("color-score-python/player.py")).unwrap() + &format!("# {name}\n");
        let file = world.file(&format!("{name}.py"), &text);
        hashes.push(world.run(&["commit", &file]).stdout.split_whitespace().next().unwrap().to_owned());
    }
    // Ben posted another hash.
    let ledger = format!(
        "deadline = 2014-05-09T00:00:00Z\n\
         [[posting]]\nplayer = \"ann\"\nhash = {0:?}\nposted = 2014-05-03T00:00:00Z\n\
         [[posting]]\nplayer = \"ben\"\nhash = {0:?}\nposted = 2014-05-03T00:00:00Z\n\
         [[posting]]\nplayer = \"cyd\"\nhash = {0:?}\nposted = 2014-05-03T00:00:00Z\n",
        hashes[0]
    );
    let ledger = world.file("ledger.toml", &ledger);
    let text = race(1, &["ann.py", "ben.py"]);
    for (required, all) in [(true, 1), (false, 2)] {
        let file = format!("{required}.toml");
        world.file(&file, &format!("{text}[commitments]\nledger = \"ledger.toml\"\nrequired = {required}\n"));
        let run = tournament(&world, &["run", &file]);
        assert_eq!(run.code, Some(if required { 8 } else { 0 }), "{}", run.stderr);
        assert_line_mentions(&run.stderr, &["cyd"]);
        let result = done(&world, &["standings", &file, "--format", "json"]).json();
        assert_eq!(result["matches"]["all"], all);
        let named = |name: &str| {
            result["entrants"].as_array().unwrap().iter().find(|one| one["name"] == name).unwrap()
        };
        assert!(named("ann")["unverified"].is_null());
        let why = named("ben")["unverified"].as_str().unwrap();
        let out = if required { json!({ "unverified": "ben", "why": why }) } else { Value::Null };
        assert_eq!(named("ben")["out"], out, "{result:#}");
        // The report says why, too.
        assert_line_mentions(&run.stdout, &["ben", why]);
    }
    let found =
        world.run(&["verify", "--json", "--ledger", &ledger, world.path("ben.py").to_str().unwrap()]).json();
    assert_eq!(found["players"][1]["verdict"], "mismatch", "{found:#}");
    let phases = "[phases]\ncommitments_until = 2014-05-10T00:00:00Z\n";
    world.file("other.toml", &format!("{text}{phases}[commitments]\nledger = \"ledger.toml\"\n"));
    let run = tournament(&world, &["run", "other.toml"]);
    let deadlines = ["commitments_until", "2014-05-10T00:00:00Z", "deadline", "2014-05-09T00:00:00Z"];
    run.assert_refused(2, &deadlines);
}

#[test]
fn standings_come_in_all_forms() {
    let world = World::sharing_builds();
    let entrants = [sample("look-ahead"), sample("color-score-cpp")];
    let entrants: Vec<&str> = entrants.iter().map(String::as_str).collect();
    world.file("tournament.toml", &race(2, &entrants));
    done(&world, &["run"]);
    let pairs = done(&world, &["standings", "--pairs"]).stdout;
    assert_line_mentions(&pairs, &["look-ahead", "color-score-cpp"]);
    let form = |format: &str| done(&world, &["standings", "--format", format, "--charts", "charts"]).stdout;
    let shown = [pairs, form("text"), form("markdown")].map(|shown| world.redacted(&shown)).join("----\n");
    insta::assert_snapshot!(shown);
    let table = form("csv");
    let mut rows = csv::Reader::from_reader(table.as_bytes());
    let names: Vec<String> = rows.records().map(|row| row.unwrap()[0].to_owned()).collect();
    assert_eq!(names.len(), 2);
    for name in ["standings", "scores", "head-to-head"] {
        let svg = fs::read_to_string(world.path(&format!("charts/{name}.svg"))).unwrap();
        assert!(svg.starts_with("<svg") && svg.contains("look-ahead"), "{svg:.200}");
    }
}

/// Whoever puts a file into the folder of entrants cannot stop the tournament by its name.
#[test]
fn folders_of_entrants_are_read_with_care() {
    let world = World::sharing_builds();
    let bot = "read p me r; echo $((me % p + 1))\n";
    for name in ["ann.sh", "ANN.sh", "readme.sh", "README", "notes.txt", "rules.md"] {
        world.file(&format!("bots/{name}"), bot);
    }
    world.file("bots/mallory\u{7}.sh", bot);
    let text = |entrants: &str| {
        format!(
            "game = \"prisoners-dilemma\"\nseed = 1\ngames = 1\n{entrants}\n[parameters]\nrounds_per_player = 1\n"
        )
    };
    world.file("tournament.toml", &text("entrants_folder = \"bots\""));
    let run = tournament(&world, &["run"]);
    // What is skipped, and what has the same bytes.
    assert_mentions(&run.stderr, &["README", "notes.txt", "rules.md", "readme"]);
    assert!(!run.stderr.contains('\u{7}'), "{}", run.stderr);
    let result = standings(&world);
    let mut names: Vec<(String, bool)> = result["entrants"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["name"].as_str().unwrap().to_lowercase(), one["out"].is_null()))
        .collect();
    names.sort();
    let playing: Vec<&(String, bool)> = names.iter().filter(|(_, plays)| *plays).collect();
    assert_eq!((names.len(), playing.len()), (4, 3), "{names:?}");
    names.dedup_by(|one, other| one.0 == other.0);
    assert_eq!(names.len(), 4, "{names:?}");
    // An organiser who lists such names corrects them.
    world.file("other.toml", &text("entrants = [\"bots/ann.sh\", \"bots/ANN.sh\"]"));
    tournament(&world, &["run", "other.toml"]).assert_refused(3, &["ann"]);
}

/// In all output formats, a name cannot be a formula, break a line, or fill the screen.
#[test]
fn names_are_text_in_all_forms() {
    let world = World::sharing_builds();
    let bot = sample("color-score-cpp");
    let file = |name: &str| {
        format!(
            "boards = 2\n[[entrant]]\npath = {bot:?}\nname = \"{name}\"\n[[entrant]]\npath = {:?}\n",
            sample("look-ahead")
        )
    };
    let text =
        |name: &str| format!("game = \"rat-race\"\nseed = 7\n{}[parameters]\nturns = 200\n", file(name));
    world.file("tournament.toml", &text("=HYPERLINK(1)\u{202e}\u{2066}\u{200b}"));
    let run = done(&world, &["run"]);
    let forms = ["text", "markdown", "csv"]
        .map(|form| done(&world, &["standings", "--format", form, "--charts", "charts"]).stdout);
    let drawn = fs::read_to_string(world.path("charts/standings.svg")).unwrap();
    let pairs = done(&world, &["standings", "--pairs"]).stdout;
    for shown in forms.iter().chain([&drawn, &pairs, &run.stdout, &run.stderr]) {
        assert!(!shown.contains(['\u{202e}', '\u{2066}', '\u{200b}']), "{shown}");
    }
    let mut rows = csv::Reader::from_reader(forms[2].as_bytes());
    let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
    let row = rows.iter().find(|row| row[0].contains("HYPERLINK")).unwrap();
    assert!(row[0].starts_with("'=") && row[3].parse::<f64>().is_ok(), "{row:?}");
    world.file("tournament.toml", &text(&"n".repeat(1 << 20)));
    let refused = tournament(&world, &["run", "--replace"]);
    assert!(refused.code == Some(3) && refused.stderr.len() < 100_000, "{} bytes", refused.stderr.len());
}
