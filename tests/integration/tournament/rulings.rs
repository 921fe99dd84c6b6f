//! Matches that cannot be played in formats whose later rounds depend on them.

use std::os::unix::fs::{PermissionsExt, symlink};

use super::*;

/// Each bot says its number, and the higher one wins. The game fails if one says `break`.
const NUMBERS: &str = r#"
import json
start = json.loads(input())
print(json.dumps({"type": "ask", "asks": [{"seat": seat, "send": ["say"]} for seat in (0, 1)]}), flush=True)
said = [(answer.get("lines") or ["0"])[0] for answer in json.loads(input())["answers"]]
if "break" in said:
    raise SystemExit("broken")
print(json.dumps({"type": "end", "scores": [int(number) for number in said], "reason": "said"}), flush=True)
"#;

/// A world with that game and four bots.
pub(super) fn numbers_game() -> World {
    let world = World::sharing_builds();
    world.file("games/numbers/game.py", NUMBERS);
    world.file(
        "games/numbers/game.toml",
        "name = \"numbers\"\nsource = \"game.py\"\nseats = 2\nlimits = { answer_ms = 60_000, turns = 50 }\n",
    );
    for number in 1..=4 {
        bot(&world, &format!("b{number}"), &number.to_string());
    }
    world
}

/// The same with a bot that needs a tool which the host may offer.
fn world() -> World {
    let world = numbers_game();
    world.file("bots/tool/bot.toml", "name = \"tool\"\nrun = [\"mytool\", \"{source}/bot.txt\"]\n");
    world.file("bots/tool/bot.txt", &script("9"));
    let tool = world.file("tools/mytool", "#!/bin/sh\nexec sh \"$@\"\n");
    fs::set_permissions(tool, fs::Permissions::from_mode(0o755)).unwrap();
    world
}

fn script(says: &str) -> String {
    format!("while read line; do echo {says}; done\n")
}

fn bot(world: &World, name: &str, says: &str) {
    world.file(&format!("bots/{name}/bot.sh"), &script(says));
}

fn write(world: &World, format: &str, more: &str) {
    let text = format!(
        "name = \"t\"\ngame = \"numbers\"\nseed = 3\nformat = {format:?}\nentrants_folder = \"bots\"\n{more}"
    );
    world.file("tournament.toml", &text);
}

/// Runs with the tool.
fn equipped(world: &World, arguments: &[&str]) -> Run {
    world.run_command(offering(command(world, arguments), &world.path("tools/mytool").display().to_string()))
}

fn entrant<'a>(standings: &'a Value, name: &str) -> &'a Value {
    let all = standings["entrants"].as_array().unwrap();
    all.iter().find(|entrant| entrant["name"] == name).unwrap()
}

/// The rulings without the moment at which they were made.
fn rulings(standings: &Value) -> Vec<Value> {
    let mut rulings = standings["rulings"].as_array().unwrap().clone();
    rulings.iter_mut().for_each(|ruling| drop(ruling.as_object_mut().unwrap().remove("ruled_on")));
    rulings
}

/// The sum of the points that rulings gave an entrant, and of those that they gave its opponents.
fn points_of(standings: &Value, name: &str) -> (f64, f64) {
    let (mut own, mut others) = (0.0, 0.0);
    for ruling in standings["rulings"].as_array().unwrap() {
        let names = ruling["entrants"].as_array().unwrap();
        let is_own = names.iter().any(|other| other == name);
        for (other, points) in names.iter().zip(ruling["points"].as_array().unwrap()).filter(|_| is_own) {
            *if other == name { &mut own } else { &mut others } += points.as_f64().unwrap();
        }
    }
    (own, others)
}

#[test]
fn an_entrant_without_its_tool_loses_its_pairings() {
    for format in ["swiss", "knock-out", "adaptive"] {
        let world = world();
        write(&world, format, "games = 4\n");
        let run = tournament(&world, &["run", "--quiet"]);
        assert_eq!(run.code, Some(4), "{format}: {}", run.stderr);
        assert_mentions(&run.stderr, &["warning:", "mytool", "rathaus doctor", "missing_tool"]);
        let found = standings(&world);
        let matches = &found["matches"];
        assert_eq!(matches["goes_on"], false, "{format}");
        let count = |name: &str| matches[name].as_u64().unwrap();
        assert!(
            count("ruled") > 0 && count("played") + count("ruled") == count("all"),
            "{format}: {matches}"
        );
        let tool = entrant(&found, "tool");
        assert_eq!(
            (&tool["played"], &tool["value"]),
            (&json!(0), &Value::Null),
            "nothing is made up: {tool:#}"
        );
        assert!(tool["ruled"].as_u64() > Some(0) && !tool["rank"].is_null(), "{tool:#}");
        assert_eq!(tool["absent"]["cause"], "missing_tool");
        let (own, others) = points_of(&found, "tool");
        assert_eq!((own, others), (0.0, count("ruled") as f64), "{format}");
        let reason = &found["rulings"][0]["reason"];
        assert_eq!(
            (&reason["kind"], &reason["absent"][0]["cause"]),
            (&json!("forfeit"), &json!("missing_tool"))
        );
        done(&world, &["check"]);

        // Nothing changes when it goes on, nor when the tool is there again.
        assert_eq!(tournament(&world, &["run", "--quiet"]).code, Some(4));
        assert_eq!(standings(&world)["rulings"], found["rulings"]);
        let run = equipped(&world, &["run", "--quiet"]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert_eq!(standings(&world)["rulings"], found["rulings"]);
        assert_eq!(standings(&world)["encounters"], found["encounters"]);
    }
}

#[test]
fn rulings_are_shown_wherever_results_are() {
    let world = world();
    write(&world, "knock-out", "games = 3\n");
    let run = tournament(&world, &["run", "--quiet"]);
    assert_mentions(&run.stdout, &["Ruled, not played", "(ruled)", "unbuildable"]);
    let found = standings(&world);
    let ruled = found["encounters"].as_array().unwrap().iter().filter(|met| met["ruled"] != json!(0));
    let ruled: Vec<&Value> = ruled.collect();
    assert_eq!(ruled.len(), 1, "{ruled:#?}");
    assert!(
        ruled[0]["through"] != "tool" && ruled[0]["entrants"].as_array().unwrap().contains(&json!("tool"))
    );
    let number = found["rulings"][0]["number"].to_string();
    let shown = done(&world, &["show", &number, "--json"]).json();
    assert_eq!(shown["ruling"]["points"], found["rulings"][0]["points"]);
    assert_eq!((&shown["key"], &shown["record"]), (&found["rulings"][0]["key"], &Value::Null));
    assert_mentions(&done(&world, &["show", &number]).stdout, &["ruled by rathaus", "mytool"]);
    for command in ["rerun", "replay"] {
        tournament(&world, &[command, &number]).assert_refused(2, &["ruled, not played", "show"]);
    }
    assert_mentions(
        &done(&world, &["standings", "--format", "markdown"]).stdout,
        &["Ruled, not played", "- game"],
    );
    let csv = done(&world, &["standings", "--format", "csv"]).stdout;
    let tool = csv.lines().find(|line| line.starts_with("tool,")).unwrap();
    assert!(csv.lines().next().unwrap().contains(",ruled") && tool.contains(",2"), "{csv}");
    let found = status(&world, "tournament.toml");
    assert_eq!((&found["ruled"], &found["absent"][0]["name"]), (&json!(2), &json!("tool")));
    assert_mentions(&done(&world, &["status"]).stdout, &["2 matches ruled", "mytool"]);
    // Other matches have results.
    let all = standings(&world)["rulings"].as_array().unwrap().clone();
    let is_ruled = |number: &u64| all.iter().any(|ruling| ruling["number"].as_u64() == Some(*number));
    let number = (1..).find(|number| !is_ruled(number)).unwrap();
    done(&world, &["rerun", &number.to_string()]);
}

#[test]
fn rulings_can_be_withdrawn_when_the_tool_is_there() {
    let world = world();
    write(&world, "swiss", "games = 4\n");
    assert_eq!(tournament(&world, &["run", "--quiet"]).code, Some(4));
    let ruled = standings(&world)["matches"]["ruled"].clone();
    let run = tournament(&world, &["run", "--quiet", "--withdraw-rulings"]);
    assert_eq!(run.code, Some(4), "{}", run.stderr);
    assert_eq!(standings(&world)["matches"]["ruled"], ruled, "the tool is still missing");
    let run = equipped(&world, &["run", "--quiet", "--withdraw-rulings"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let found = standings(&world);
    assert_eq!((&found["matches"]["ruled"], &found["entrants"][0]["name"]), (&json!(0), &json!("tool")));
    fs::copy(world.path("tournament.toml"), world.path("calm.toml")).unwrap();
    assert_eq!(equipped(&world, &["run", "calm.toml", "--quiet"]).code, Some(0));
    let calm = done(&world, &["standings", "calm.toml", "--format", "json"]).json();
    assert_eq!(found["encounters"], calm["encounters"], "as if it had never been missing");
}

#[test]
fn an_entrant_is_waited_for_if_the_file_says_so() {
    for (format, more) in [("swiss", "games = 3\n"), ("knock-out", "games = 1\n")] {
        let world = world();
        write(&world, format, &format!("{more}[rulings]\nmissing_tool = \"waits\"\n"));
        let run = tournament(&world, &["run", "--quiet"]);
        run.assert_refused(4, &["warning:", "wait", "rathaus tournament run", "rathaus doctor"]);
        let found = standings(&world);
        assert_eq!(found["matches"]["ruled"], 0);
        assert!(found["matches"]["played"].as_u64() > Some(0), "what can be played is played");
        // Others may have the tool.
        let plan = done_with(&world, &["plan"], 4);
        assert!(!plan.is_empty());
        assert_eq!(equipped(&world, &["run", "--quiet"]).code, Some(0));
        let found = standings(&world);
        assert_eq!((&found["matches"]["goes_on"], &found["matches"]["ruled"]), (&json!(false), &json!(0)));
    }
}

/// Runs a command that must end with this code. Returns what it prints.
fn done_with(world: &World, arguments: &[&str], code: i32) -> String {
    let run = tournament(world, arguments);
    assert_eq!(run.code, Some(code), "{}", run.stderr);
    run.stdout
}

#[test]
fn a_source_that_does_not_build_or_is_gone_loses_and_may_come_back() {
    let world = world();
    fs::remove_dir_all(world.path("bots/tool")).unwrap();
    world.file("bots/bad/bad.cpp", "{}{");
    write(&world, "swiss", "games = 1\n");
    let run = tournament(&world, &["run", "--quiet"]);
    assert_eq!(run.code, Some(5), "{}", run.stderr);
    let bad = standings(&world);
    assert_eq!(entrant(&bad, "bad")["absent"]["cause"], "unbuildable", "{bad:#}");

    // The folder of another one vanishes after the first round.
    fs::rename(world.path("bots/b4"), world.path("b4-elsewhere")).unwrap();
    write(&world, "swiss", "games = 3\n");
    let run = tournament(&world, &["run", "--quiet"]);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    assert_mentions(&run.stderr, &["b4", "is not in the folder"]);
    let found = standings(&world);
    let b4 = entrant(&found, "b4");
    assert!(b4["ruled"].as_u64() > Some(0) && b4["played"].as_u64() > Some(0), "{b4:#}");
    assert_eq!(found["matches"]["goes_on"], false);

    // It comes back, and plays the rounds that are left.
    fs::rename(world.path("b4-elsewhere"), world.path("bots/b4")).unwrap();
    write(&world, "swiss", "games = 6\n");
    assert_eq!(tournament(&world, &["run", "--quiet"]).code, Some(5));
    let again = standings(&world);
    assert_eq!(rulings(&again)[..found["rulings"].as_array().unwrap().len()], rulings(&found)[..]);
    assert!(entrant(&again, "b4")["played"].as_u64() > b4["played"].as_u64(), "{again:#}");
}

/// The same for a file that lists its entrants. One that was never there is a mistake of the file.
#[test]
fn a_listed_path_may_vanish_later_and_not_before() {
    let world = world();
    let text = |games: u32| {
        format!(
            "name = \"t\"\ngame = \"numbers\"\nseed = 3\nformat = \"knock-out\"\ngames = {games}\n\
             entrants = [\"bots/b1\", \"bots/b2\"]\n[[entrant]]\nname = \"three\"\npath = \"bots/b3\"\n"
        )
    };
    world.file("tournament.toml", &text(1));
    fs::rename(world.path("bots/b3"), world.path("b3")).unwrap();
    tournament(&world, &["run"]).assert_refused(3, &["tournament.toml:9", "bots/b3", "no such file"]);
    fs::rename(world.path("b3"), world.path("bots/b3")).unwrap();
    // A plan stores the tournament.
    done_with(&world, &["plan"], 0);
    fs::rename(world.path("bots/b3"), world.path("b3")).unwrap();
    let run = tournament(&world, &["run", "--quiet"]);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    assert_eq!(standings(&world)["matches"]["goes_on"], false);
    assert!(entrant(&standings(&world), "three")["ruled"].as_u64() > Some(0));
    // A changed source is another matter.
    world.file("bots/b1/bot.sh", &script("5"));
    tournament(&world, &["run", "--quiet"]).assert_refused(2, &["b1's submission has changed"]);
}

#[test]
fn in_a_round_robin_the_matches_of_an_absent_entrant_wait() {
    let world = world();
    write(&world, "round-robin", "games = 1\n");
    assert_eq!(equipped(&world, &["run", "--quiet"]).code, Some(0));
    write(&world, "round-robin", "games = 2\n");
    let run = tournament(&world, &["run", "--quiet"]);
    run.assert_refused(4, &["warning: tool cannot play", "4 matches wait"]);
    let found = standings(&world);
    assert_eq!(found["matches"], json!({ "played": 16, "ruled": 0, "all": 20, "goes_on": false }));
    assert_eq!((&found["entrants"][0]["name"], &found["entrants"][0]["played"]), (&json!("tool"), &json!(4)));
    assert_eq!(equipped(&world, &["run", "--quiet"]).code, Some(0));
    assert_eq!(standings(&world)["matches"]["played"], 20);
    // Who never played has no result, so it may be corrected.
    fs::remove_file(world.path("tournament.db")).unwrap();
    world.file("bots/bad/bad.cpp", "{}{");
    assert_eq!(equipped(&world, &["run", "--quiet"]).code, Some(5));
    fs::remove_file(world.path("bots/bad/bad.cpp")).unwrap();
    world.file("bots/bad/bad.sh", &script("0"));
    assert_eq!(equipped(&world, &["run", "--quiet"]).code, Some(0));
    assert_eq!(standings(&world)["matches"]["played"], 30);
}

#[test]
fn a_match_that_stays_void_waits_or_is_drawn() {
    for format in ["swiss", "knock-out"] {
        let world = world();
        fs::remove_dir_all(world.path("bots/tool")).unwrap();
        bot(&world, "b2", "break");
        write(&world, format, "games = 2\n[rulings]\ntries = 2\n");
        let run = tournament(&world, &["run", "--quiet"]);
        run.assert_refused(1, &["could not be played", "void = \"draw\""]);
        assert_eq!(standings(&world)["matches"]["ruled"], 0);
        write(&world, format, "games = 2\n[rulings]\nvoid = \"draw\"\ntries = 2\n");
        let run = tournament(&world, &["run", "--quiet"]);
        assert_eq!(run.code, Some(0), "{format}: {}", run.stderr);
        assert_mentions(&run.stderr, &["a draw", "2 attempts"]);
        let found = standings(&world);
        assert_eq!(found["matches"]["goes_on"], false);
        let all = found["rulings"].as_array().unwrap();
        assert!(!all.is_empty());
        for ruling in all {
            assert_eq!((&ruling["points"], &ruling["reason"]["kind"]), (&json!([0.5, 0.5]), &json!("void")));
            assert_eq!(ruling["reason"]["tries"], 2);
            assert!(ruling["entrants"].as_array().unwrap().contains(&json!("b2")), "nobody else: {ruling:#}");
        }
        assert_eq!(entrant(&found, "b2")["played"], 0, "{found:#}");
        assert!(entrant(&found, "b2")["rank"].is_object());
    }
}

/// A folder with all programs of this machine, except those of Ruby.
fn programs_without_ruby(world: &World) -> String {
    let folder = world.path("programs");
    fs::create_dir_all(&folder).unwrap();
    let path = std::env::var_os("PATH").unwrap();
    let folders = std::env::split_paths(&path).filter_map(|folder| fs::read_dir(folder).ok());
    for entry in folders.flatten().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap_or_default();
        if !name.starts_with("ruby") {
            // The first of several programs counts.
            let _ = symlink(entry.path(), folder.join(name));
        }
    }
    folder.display().to_string()
}

/// The host is killed at many moments, also while it rules. It ends as one that was never killed. The
/// language of one of the entrants is not installed.
#[test]
fn a_killed_host_rules_the_same() {
    for format in ["swiss", "knock-out"] {
        let world = numbers_game();
        let programs = programs_without_ruby(&world);
        world.file("bots/gem/bot.toml", "name = \"gem\"\nlanguage = \"Ruby\"\nsource = \"bot.rb\"\n");
        world.file("bots/gem/bot.rb", "while gets\n  puts 9\n  $stdout.flush\nend\n");
        for file in ["calm", "killed"] {
            write(&world, format, "games = 4\n[running]\nconcurrency = 1\n");
            fs::rename(world.path("tournament.toml"), world.path(&format!("{file}.toml"))).unwrap();
        }
        let without_ruby = |file: &str| {
            let mut command = command(&world, &["run", file, "--quiet"]);
            command.env("PATH", &programs).env_remove("RBENV_ROOT");
            command
        };
        let run = world.run_command(without_ruby("calm.toml"));
        assert_eq!(run.code, Some(4), "{}", run.stderr);
        assert_mentions(&run.stderr, &["warning:", "gem", "Ruby", "install", "rathaus doctor"]);
        let kills = kill_until_done(|| without_ruby("killed.toml"));
        assert!(kills >= 2, "{format}: only {kills} kills");
        let of = |file: &str| done(&world, &["standings", file, "--format", "json"]).json();
        let (calm, killed) = (of("calm.toml"), of("killed.toml"));
        assert!(!rulings(&calm).is_empty() && entrant(&calm, "gem")["played"] == 0, "{calm:#}");
        assert_eq!(rulings(&killed), rulings(&calm));
        assert_eq!((&killed["encounters"], &killed["matches"]), (&calm["encounters"], &calm["matches"]));
        assert_eq!(rows(&world, "killed.db")["matches"], rows(&world, "calm.db")["matches"]);
        done(&world, &["check", "killed.toml"]);
        // With Ruby, it goes on, and the rulings stand.
        done(&world, &["run", "killed.toml", "--quiet"]);
        assert_eq!(rulings(&of("killed.toml")), rulings(&calm));
    }
}

/// Starts and kills a host, each time a little later, until one ends by itself. Returns the number of
/// kills.
fn kill_until_done(host: impl Fn() -> Command) -> u32 {
    let (mut kills, mut pause) = (0, 150);
    loop {
        let mut started = host().stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(pause));
        pause += 40;
        let was_playing = started.try_wait().unwrap().is_none();
        started.kill().unwrap();
        let pid = started.id();
        started.wait().unwrap();
        wait_until("bots end with their host", || descendants(pid).is_empty());
        if !was_playing {
            return kills;
        }
        kills += 1;
    }
}

/// Other machines may have the tool, so `plan` and `collect` rule on nothing. A ruling stands.
#[test]
fn other_machines_may_play_what_this_one_cannot() {
    let world = world();
    write(&world, "swiss", "games = 1\n");
    let plan = done_with(&world, &["plan"], 4);
    assert_eq!(plan.lines().count(), 4, "two pairs of five entrants");
    assert_eq!(standings(&world)["matches"]["ruled"], 0);
    let elsewhere = play_plan_with_tool(&world, &plan);
    fs::copy(world.path("tournament.toml"), world.path("here.toml")).unwrap();
    fs::copy(world.path("tournament.db"), world.path("here.db")).unwrap();
    world.file("results.jsonl", &elsewhere);
    done(&world, &["collect", "results.jsonl"]);
    let found = standings(&world);
    assert_eq!((&found["matches"]["played"], &found["matches"]["ruled"]), (&json!(4), &json!(0)));

    assert_eq!(tournament(&world, &["run", "here.toml", "--quiet"]).code, Some(4));
    let collected = tournament(&world, &["collect", "results.jsonl", "--file", "here.toml", "--json"]);
    assert_eq!(collected.code, Some(3), "{}", collected.stderr);
    let found = collected.json();
    assert_eq!((&found["refused"], &found["stored"]), (&json!(2), &json!(0)), "{found:#}");
    assert_mentions(&found["messages"].to_string(), &["is ruled", "--withdraw-rulings"]);
}

/// The results of a plan, played where the tool is.
fn play_plan_with_tool(world: &World, plan: &str) -> String {
    let arguments = ["match", "run", "--submissions", "bots", "games"];
    let mut command = world.command(&arguments);
    command.current_dir(world.path("")).stdin(Stdio::piped()).stdout(Stdio::piped());
    let tool = world.path("tools/mytool").display().to_string();
    let mut child = offering(command, &tool).spawn().unwrap();
    child.stdin.take().unwrap().write_all(plan.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

/// A tournament of a former version left out who could not be built. It goes on like this.
#[test]
fn who_was_left_out_before_stays_out() {
    let world = world();
    write(&world, "swiss", "games = 2\n");
    assert_eq!(tournament(&world, &["run", "--quiet"]).code, Some(4));
    let leave_out = "UPDATE entrants SET entrant = json_set(json_remove(entrant, '$.absent'), '$.out', \
                     json('{\"unbuildable\":\"no tool\"}')) WHERE name = 'tool'; DELETE FROM rulings; \
                     DELETE FROM matches; DELETE FROM faults; DELETE FROM replays; DELETE FROM kept;";
    forge(&world.path("tournament.db"), leave_out);
    assert_eq!(tournament(&world, &["run", "--quiet"]).code, Some(4));
    let found = standings(&world);
    assert_eq!((&found["matches"]["all"], &found["matches"]["ruled"]), (&json!(8), &json!(0)));
    assert_eq!(entrant(&found, "tool")["out"]["fault"], "unbuildable");
    equipped(&world, &["run", "--quiet"]).assert_refused(2, &["tool did not take part, and does now"]);
}

#[test]
fn too_few_who_can_play_are_no_tournament() {
    let world = world();
    for name in ["b2", "b3", "b4"] {
        fs::remove_dir_all(world.path("bots").join(name)).unwrap();
    }
    write(&world, "knock-out", "");
    tournament(&world, &["run", "--quiet"])
        .assert_refused(4, &["too few can play", "mytool", "rathaus doctor"]);
}

#[test]
fn forged_rulings_are_refused_and_hostile_ones_shown_safely() {
    let world = world();
    write(&world, "swiss", "games = 1\n");
    assert_eq!(tournament(&world, &["run", "--quiet"]).code, Some(4));
    let original = fs::read(world.path("tournament.db")).unwrap();
    for change in [
        "points = '[7.0,0.0]'",
        "points = '[1.0]'",
        "points = '[-1,1]'",
        "points = '[1e999,0]'",
        "spec = (SELECT spec FROM matches LIMIT 1)",
        "reason = json_set(reason, '$.absent[0].seat', 5)",
        "reason = '{\"kind\":\"bribe\"}'",
        "ruled_us = 9223372036854775807",
    ] {
        fs::write(world.path("tournament.db"), &original).unwrap();
        forge(&world.path("tournament.db"), &format!("UPDATE rulings SET {change}"));
        for arguments in [&["standings"][..], &["status"], &["run", "--quiet"]] {
            let run = tournament(&world, arguments);
            assert_eq!(run.code, Some(3), "{change}, {arguments:?}: {}{}", run.stdout, run.stderr);
        }
    }
    fs::write(world.path("tournament.db"), &original).unwrap();
    let hostile = "UPDATE rulings SET rathaus = char(27) || '[2J' || char(10) || 'x', \
                   reason = json_set(reason, '$.absent[0].why', char(27) || ']0;x' || char(10) || 'error: forged')";
    forge(&world.path("tournament.db"), hostile);
    let number = standings(&world)["rulings"][0]["number"].to_string();
    for arguments in
        [&["standings"][..], &["standings", "--format", "markdown"], &["show", &number], &["status"]]
    {
        let shown = done(&world, arguments).stdout;
        assert!(!shown.contains('\u{1b}') && !shown.contains("\nerror: forged"), "{arguments:?}: {shown}");
    }
    // A row that is damaged by accident is noticed.
    let connection = Connection::open(world.path("tournament.db")).unwrap();
    connection.execute("UPDATE rulings SET points = '[0.5,0.5]'", []).unwrap();
    drop(connection);
    assert_eq!(tournament(&world, &["standings"]).code, Some(3));
    assert_eq!(
        tournament(&world, &["check", "--json"]).json()["problems"].as_array().map(Vec::is_empty),
        Some(false)
    );
}

#[test]
fn rulings_of_other_formats_are_mistakes() {
    let world = world();
    write(&world, "round-robin", "[rulings]\nvoid = \"draw\"\n");
    tournament(&world, &["run"]).assert_refused(3, &["tournament.toml:6:", "pairings depend on results"]);
    for (wrong, place) in [("void = \"lost\"", "7:8"), ("tries = 0", "7:9"), ("missing = \"waits\"", "7:1")] {
        write(&world, "swiss", &format!("[rulings]\n{wrong}\n"));
        tournament(&world, &["run"]).assert_refused(3, &[&format!("tournament.toml:{place}"), "help"]);
    }
}

/// Pages list rulings and teams. Before the reveal, they do not quote what a build said.
#[test]
fn pages_have_rulings_and_teams() {
    let world = world();
    let teams = "[teams]\nred = [\"b1\", \"tool\"]\n";
    write(&world, "knock-out", &format!("games = 2\n{teams}"));
    assert_eq!(tournament(&world, &["run", "--quiet"]).code, Some(4));
    let file = world.path("tournament.toml").display().to_string();
    let Some(server) = crate::pages::Server::start(&world, &[&file]) else { return };
    let (code, shown) = server.get("/api/tournaments/tournament");
    let (status, found) = (&shown["status"], &shown["standings"]);
    assert_eq!((code, &status["ruled"], &found["teams"][0]["name"]), (200, &json!(2), &json!("red")));
    assert_eq!(found["rulings"].as_array().unwrap().len(), 2);
    assert_eq!(entrant(found, "tool")["team"], "red");
    drop(server);
    write(
        &world,
        "knock-out",
        &format!("games = 2\n{teams}[phases]\nreveals_until = 9999-01-01T00:00:00Z\n"),
    );
    assert_eq!(tournament(&world, &["run", "--quiet", "--early"]).code, Some(4));
    let Some(server) = crate::pages::Server::start(&world, &[&file]) else { return };
    let (_, shown) = server.get("/api/tournaments/tournament");
    assert_eq!(shown["status"]["ruled"], 2);
    assert_eq!(entrant(&shown["standings"], "tool")["ruled"], 2);
    assert!(!shown.to_string().contains("mytool"), "{shown:#}");
}
