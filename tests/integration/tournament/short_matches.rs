//! Matches that mostly start and end processes.

use super::interruptions::count_if_there;
use super::*;

/// Rules that think for two seconds before they ask. The replies are the scores.
const SLOW_RULES: &str = r#"
import json, time
input()
time.sleep(2)
asks = [{"seat": seat, "send": ["say"]} for seat in (0, 1)]
print(json.dumps({"type": "ask", "asks": asks}), flush=True)
scores = [int(answer["lines"][0]) for answer in json.loads(input())["answers"]]
print(json.dumps({"type": "end", "scores": scores, "reason": "it is over"}), flush=True)
"#;

/// A bot that counts tenths of seconds from its start to its first request.
const COUNTER: &str = "file=$HOME/count\necho 0 > $file\n(i=0; while sleep 0.1; do i=$((i+1)); echo $i > $file; done) &\n\
                       read line\ncat $file\n";

/// The processes of a match start together. A bot that is not asked yet must not compute.
#[test]
fn a_bot_is_frozen_until_its_first_request() {
    let world = World::sharing_builds();
    world.file("short/game.py", SLOW_RULES);
    world.file("short/game.toml", "name = \"short\"\nsource = \"game.py\"\nseats = 2\n");
    let bots = ["one.sh", "other.sh"].map(|name| world.file(name, COUNTER));
    let counted = |options: &[&str]| {
        let arguments = ["play", "short", "--json", &bots[0], &bots[1]];
        let mut command = world.command(&[&arguments, options].concat());
        command.current_dir(world.path(""));
        let run = world.run_command(command);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        [0, 1].map(|seat| run.json()["players"][seat]["score"].as_u64().unwrap())
    };
    let (frozen, free) = (counted(&["--freeze"]), counted(&[]));
    // A frozen one counts until it has come to rest after its start.
    assert!((0..2).all(|seat| frozen[seat] < free[seat] / 2), "{frozen:?} {free:?}");
}

/// Rules that ask both seats once.
const RULES: &str = r#"
read start
echo '{"type":"ask","asks":[{"seat":0,"send":["say"]},{"seat":1,"send":["say"]}]}'
read answers
echo '{"type":"end","scores":[0,0],"reason":"it is over"}'
"#;

/// The control groups of a host.
fn groups(host: u32) -> String {
    let name = format!("rathaus-{host}-*");
    let found = Command::new("find").args(["/sys/fs/cgroup", "-name", &name]).output().unwrap();
    String::from_utf8(found.stdout).unwrap()
}

/// The host is stopped at many moments of short matches, so that sandboxes are being made and
/// removed in most of them.
#[test]
fn a_host_that_is_stopped_while_it_starts_processes_leaves_nothing() {
    let world = World::sharing_builds();
    world.file("short/game.sh", RULES);
    world.file("short/game.toml", "name = \"short\"\nsource = \"game.sh\"\nseats = 2\n");
    let bots = ["a", "b"].map(|name| world.file(&format!("{name}.sh"), "read line\necho done\n"));
    let running = "[running]\nconcurrency = 4\n";
    world.file(
        "tournament.toml",
        &format!("game = \"short\"\nseed = 1\ngames = 2000\nentrants = {bots:?}\n{running}"),
    );
    fs::create_dir_all(world.path("temporary")).unwrap();
    let folders = || fs::read_dir(world.path("temporary")).unwrap().count();
    for (number, is_killed) in [false, false, false, false, false, false, true, true].into_iter().enumerate()
    {
        let before = count_if_there(&world, "tournament.db");
        let mut run = command(&world, &["run", "--quiet"]);
        let mut host = run.env("TMPDIR", world.path("temporary")).stderr(Stdio::null()).spawn().unwrap();
        wait_until("matches are played", || count_if_there(&world, "tournament.db") > before);
        thread::sleep(Duration::from_millis(7 * number as u64));
        if is_killed {
            host.kill().unwrap();
            host.wait().unwrap();
            wait_until("bots end with their host", || descendants(host.id()).is_empty());
            continue;
        }
        signal(&host, Signal::TERM);
        assert_eq!(host.wait().unwrap().code(), Some(130));
        assert_eq!((descendants(host.id()), groups(host.id()), folders()), (vec![], String::new(), 0));
    }
}
