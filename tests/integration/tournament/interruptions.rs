//! Tournaments that are killed or interrupted, or whose disk is full.

use super::*;

/// The host is killed at many moments. It can always continue, and ends with the same rows as a
/// host that was never killed.
#[test]
fn a_killed_host_goes_on_where_it_was() {
    let world = World::sharing_builds();
    let entrants = [
        sample("look-ahead"),
        sample("color-score-python"),
        world.testbot("broken", &["--fault", "exit", "--turn", "60", "--slow-ms", "1"]),
    ];
    let entrants: Vec<&str> = entrants.iter().map(String::as_str).collect();
    let text = race(12, &entrants) + "[running]\nconcurrency = 1\nboards_in_flight = 2\n";
    world.file("calm.toml", &format!("name = \"one\"\n{text}"));
    done(&world, &["run", "calm.toml"]);
    world.file("killed.toml", &format!("name = \"one\"\n{text}"));
    let (mut kills, mut pause, mut numbers) = (0, 0, Vec::new());
    while count_if_there(&world, "killed.db") < 36 {
        let mut host = start(&world, &["run", "killed.toml", "--quiet"]);
        // From before anything is open to well into the matches.
        thread::sleep(Duration::from_millis(pause));
        // On a busy machine, a host needs longer to get to its matches.
        pause = (pause * 7 + 13) % (1_501 + 50 * kills);
        numbers.push(count_if_there(&world, "killed.db"));
        let was_playing = host.try_wait().unwrap().is_none();
        host.kill().unwrap();
        let pid = host.id();
        host.wait().unwrap();
        kills += u64::from(was_playing);
        assert!(kills < 200, "it does not get on: {numbers:?}");
        wait_until("bots end with their host", || descendants(pid).is_empty());
    }
    assert!(kills >= 8, "only {kills} kills");
    done(&world, &["run", "killed.toml"]);
    assert_eq!(rows(&world, "killed.db"), rows(&world, "calm.db"));
    let orphan =
        fs::read_dir(world.path("")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let orphan: Vec<String> = orphan
        .filter(|name| name.contains("-wal") || name.contains("-shm") || name.contains(".lock"))
        .collect();
    assert_eq!(orphan, Vec::<String>::new());
}

/// The number of stored matches, or 0 if the host has not made the tables yet.
pub(super) fn count_if_there(world: &World, database: &str) -> usize {
    let count = || {
        let connection = Connection::open(world.path(database))?;
        connection.query_row("SELECT count(*) FROM matches", [], |row| row.get::<_, i64>(0))
    };
    if world.path(database).exists() { count().unwrap_or(0) as usize } else { 0 }
}

#[test]
fn a_second_host_is_told_of_the_first() {
    let world = World::sharing_builds();
    let bot = world.testbot("slow", &["--slow-ms", "15"]);
    world.file("tournament.toml", &race(3, &[&bot]));
    let mut first = start(&world, &["run", "--quiet"]);
    let pid = first.id().to_string();
    wait_until("the first host holds the lock", || {
        fs::read_to_string(world.path("tournament.db.lock")).is_ok_and(|words| mentions(&words, &pid))
    });
    tournament(&world, &["run"]).assert_refused(1, &[&pid]);
    wait_until("the first host has begun", || count_if_there(&world, "tournament.db") > 0);
    assert_mentions(status(&world, "tournament.toml")["host"].as_str().unwrap(), &[&pid]);
    assert_mentions(&done(&world, &["status"]).stdout, &[&pid]);
    assert_eq!(first.wait().unwrap().code(), Some(0));
}

#[test]
fn one_interruption_finishes_what_is_played_two_leave_at_once() {
    let world = World::sharing_builds();
    let bot = world.testbot("slow", &["--slow-ms", "2"]);
    world
        .file("tournament.toml", &(race(16, &[&bot]) + "[running]\nconcurrency = 1\nboards_in_flight = 2\n"));
    for interruptions in [1, 2] {
        let before = count_if_there(&world, "tournament.db");
        let host = start(&world, &["run"]);
        wait_until("some matches are played", || count_if_there(&world, "tournament.db") >= before + 3);
        let (pid, stored) = (host.id(), count_if_there(&world, "tournament.db"));
        for _ in 0..interruptions {
            signal(&host, Signal::INT);
            thread::sleep(Duration::from_millis(30));
        }
        let output = host.wait_with_output().unwrap();
        let (talk, after) =
            (String::from_utf8(output.stderr).unwrap(), count_if_there(&world, "tournament.db"));
        assert_eq!(output.status.code(), Some(130));
        assert_eq!(descendants(pid), Vec::<String>::new());
        // It says what another interruption does.
        assert_mentions(&talk, &["Ctrl-C"]);
        match interruptions {
            // The two matches in flight were stored. A third may have ended when the signal came.
            1 => {
                assert_mentions(&talk, &["rathaus tournament run"]);
                assert!((stored + 2..=stored + 4).contains(&after), "{stored} {after}: {talk}");
            }
            _ => assert!(after <= stored + 2, "{stored} {after}: {talk}"),
        }
    }
    let before = clocks(&world);
    let run = done(&world, &["run"]);
    assert_line_mentions(&run.stderr, &["16", &before.len().to_string()]);
    let after = clocks(&world);
    assert_eq!(after.len(), 16);
    assert!(before.iter().all(|(key, clock)| after.get(key) == Some(clock)), "nothing is played twice");
}

/// A host that is interrupted during a game removes the folders of its bots.
#[test]
fn an_interrupted_game_leaves_no_folder() {
    let world = World::sharing_builds();
    let bot = "while read word n rest; do\n case $word in\n DESTROY) echo NONE;;\n ACTIVATE) sleep 0.05; echo VERTEX 1,$n;;\n SCORE) exit 0;;\n esac\ndone\n";
    let bots = [world.file("a.sh", bot), world.file("b.sh", bot)];
    world.file("tournament.toml", &format!("game = \"grid-routing\"\nseed = 1\nentrants = {bots:?}\n"));
    fs::create_dir_all(world.path("temporary")).unwrap();
    let folders = || fs::read_dir(world.path("temporary")).unwrap().count();
    let mut run = command(&world, &["run", "--quiet"]);
    let mut host = run.env("TMPDIR", world.path("temporary")).stderr(Stdio::null()).spawn().unwrap();
    let is_playing = |pid: u32| descendants(pid).len() >= 2;
    wait_until("the bots play", || is_playing(host.id()) && folders() > 0);
    signal(&host, Signal::TERM);
    assert_eq!(host.wait().unwrap().code(), Some(130));
    assert_eq!((folders(), descendants(host.id())), (0, Vec::new()));
}

/// Whether a test can create a namespace and mount in it.
fn may_mount() -> bool {
    let tried = Command::new("unshare").args(["--user", "--map-root-user", "--mount", "true"]).output();
    tried.is_ok_and(|output| output.status.success())
}

/// Runs a script in a new namespace, in which it can mount. `$0` in the script is the program.
fn in_own_mounts(world: &World, script: &str) -> Output {
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "sh", "-c", script, env!("CARGO_BIN_EXE_rathaus")]);
    let mut command = offering(command, &testbot());
    command.current_dir(world.path("")).env("XDG_CACHE_HOME", world.cache()).output().unwrap()
}

/// Results in a place that cannot be written to, such as an archive, can be read.
#[test]
fn a_folder_that_cannot_be_written_can_be_read() {
    let world = World::sharing_builds();
    if !may_mount() {
        eprintln!("skipped: no namespace can be had here for a folder that cannot be written");
        return;
    }
    fs::create_dir_all(world.path("kept % here")).unwrap();
    world.file("kept % here/tournament.toml", &race(2, &[&sample("look-ahead")]));
    done(&world, &["run", "kept % here/tournament.toml"]);
    let script = "mount --bind 'kept % here' 'kept % here' && mount -o remount,bind,ro 'kept % here' && ! touch 'kept % here/x' && \
                  exec \"$0\" tournament status --json 'kept % here/tournament.toml'";
    let output = in_own_mounts(&world, script);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let status: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&status["played"], &status["all"]), (&json!(2), &json!(2)), "{status:#}");
}

/// When a disk is full for a while, the host keeps results in memory and loses none. The test
/// mounts a small disk in a new namespace.
#[test]
fn a_full_disk_loses_nothing() {
    let world = World::sharing_builds();
    if !may_mount() {
        eprintln!("skipped: no namespace can be had here for a small disk");
        return;
    }
    let bot = world.testbot("slow", &["--slow-ms", "1"]);
    let text = race(16, &[&bot]) + "[running]\nconcurrency = 1\nboards_in_flight = 2\n";
    world.file("calm.toml", &format!("name = \"one\"\n{text}"));
    done(&world, &["run", "calm.toml"]);
    fs::create_dir_all(world.path("disk")).unwrap();
    // The script fills the disk when the first results are there, and makes room again later.
    let script = format!(
        "set -e\nmount -t tmpfs -o size=2m none disk\ncat > disk/full.toml << 'E'\nname = \"one\"\n{text}E\n\
         \"$0\" tournament run disk/full.toml 2> talk &\n\
         until [ -s disk/full.db-wal ]; do sleep 0.02; done\nsleep 0.3\n\
         cat /dev/zero > disk/filler 2> /dev/null || true\n\
         until grep -q 'database or disk is full' talk; do sleep 0.02; done\nsleep 1\nrm disk/filler\nwait $!\ncp disk/full.db* .\n"
    );
    let output = in_own_mounts(&world, &script);
    let talk = fs::read_to_string(world.path("talk")).unwrap_or_default();
    assert!(output.status.success(), "{}{talk}", String::from_utf8_lossy(&output.stderr));
    // The words are SQLite's.
    assert_line_mentions(&talk, &["full.db", "database or disk is full"]);
    assert_eq!(rows(&world, "full.db"), rows(&world, "calm.db"));
}

/// SQLite waits ten seconds for a lock. A backup may hold it for longer.
#[test]
fn a_locked_database_loses_nothing() {
    let world = World::sharing_builds();
    let bot = world.testbot("slow", &["--slow-ms", "1"]);
    let text = race(2, &[&bot]);
    world.file("calm.toml", &format!("name = \"one\"\n{text}"));
    done(&world, &["run", "calm.toml"]);
    world.file("locked.toml", &format!("name = \"one\"\n{text}"));
    fs::copy(world.path("calm.db"), world.path("locked.db")).unwrap();
    forge(&world.path("locked.db"), "DELETE FROM kept; DELETE FROM matches");
    let connection = Connection::open(world.path("locked.db")).unwrap();
    let mut command = world.command(&["tournament", "run", "locked.toml"]);
    command.current_dir(world.path(""));
    let mut locked_at = None;
    let mut is_unlocked = false;
    let run = world.run_watched(command, |host| match locked_at {
        // The host has read what is there, and plays.
        None if descendants(host).iter().any(|process| process.contains("testbot")) => {
            locked_at = connection.execute_batch("BEGIN IMMEDIATE").is_ok().then(Instant::now);
        }
        Some(begin) if !is_unlocked && begin.elapsed() > Duration::from_secs(12) => {
            connection.execute_batch("ROLLBACK").unwrap();
            is_unlocked = true;
        }
        _ => {}
    });
    assert!(is_unlocked, "the host waited");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(rows(&world, "locked.db"), rows(&world, "calm.db"));
}

/// Two matches at once need more files than there are, and one does not.
#[test]
fn matches_that_run_out_of_files_are_played_alone() {
    let world = World::sharing_builds();
    let games = crate::common::repository().join("games/light-cycles");
    let text = format!(
        "name = \"one\"\ngame = {games:?}\nseed = 1\ngames = 4\nentrants_folder = {:?}\n[running]\nconcurrency = 4\n",
        games.join("bots")
    );
    for name in ["calm.toml", "few.toml"] {
        world.file(name, &text);
    }
    done(&world, &["run", "calm.toml"]);
    let few = |limit: u32| {
        let mut command = std::process::Command::new("sh");
        let script = format!("ulimit -n {limit}; exec \"$0\" tournament run few.toml --quiet");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_rathaus")]).current_dir(world.path(""));
        command.env("XDG_CACHE_HOME", world.cache()).env("TMPDIR", world.path("tmp"));
        world.run_command(command)
    };
    // A host that can do nothing says what it lacks, and does not propose to trust anybody.
    let run = few(28);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert!(run.stderr.contains("ulimit") && !run.stderr.contains("--trusted"), "{}", run.stderr);
    // Wherever the files run out, the host says so.
    for limit in [46, 56, 66] {
        let run = few(limit);
        assert!(run.code == Some(0) || run.stderr.contains("ulimit"), "{limit}: {}", run.stderr);
    }
    let run = few(72);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(rows(&world, "few.db"), rows(&world, "calm.db"));
}

/// A killed host cannot clean up, so the next one does.
#[test]
fn what_a_killed_host_leaves_is_removed_at_the_next_start() {
    let world = World::sharing_builds();
    // It does not notice that its host is gone.
    world.file("deaf/bot.toml", "run = [\"bash\", \"{dir}/deaf.sh\"]\n");
    let script =
        format!("trap '' HUP PIPE TERM\necho $$ > {}\nsleep 600 &\nwait\n", world.path("pid").display());
    world.file("deaf/deaf.sh", &script);
    let left = || {
        let entries = fs::read_dir(world.path("tmp")).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect::<Vec<_>>()
    };
    let mut command = world.command(&["play", "grid-routing", "--trusted", "--set", "question_ms=600000"]);
    command.args([world.path("deaf"), world.path("deaf")]);
    let mut host = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let pid = loop {
        if let Ok(text) = fs::read_to_string(world.path("pid"))
            && let Ok(pid) = text.trim().parse::<u32>()
        {
            break pid;
        }
        assert!(host.try_wait().unwrap().is_none(), "the host has ended");
        std::thread::sleep(std::time::Duration::from_millis(10));
    };
    host.kill().unwrap();
    host.wait().unwrap();
    assert!(!left().is_empty());
    let run =
        world.run(&["check", "grid-routing", "--trusted", &sample("../grid-routing/random-builder.py")]);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    assert_eq!(left(), Vec::<String>::new());
    // Who adopted it may not have noticed its end yet.
    let state = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    assert!(state.is_empty() || state.contains(") Z "), "the bot still runs: {state}");
}
