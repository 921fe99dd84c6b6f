//! `scripts/slurm` plays tournaments as array jobs of Slurm.

mod cluster;

use super::*;
use crate::common::repository;
use cluster::Cluster;

/// The rules take their time, so that a node can die while it plays.
const RULES: &str = r#"
import json, time
input()
time.sleep(0.4)
print(json.dumps({"type": "ask", "asks": [{"seat": seat, "send": ["say"]} for seat in (0, 1)]}), flush=True)
said = [int((answer.get("lines") or ["0"])[0]) for answer in json.loads(input())["answers"]]
print(json.dumps({"type": "end", "scores": said, "reason": "said"}), flush=True)
"#;

/// A world with four bots, and the same knock-out in two files. Its second round depends on the
/// first.
fn world() -> World {
    let world = World::sharing_builds();
    world.file("games/said/game.py", RULES);
    let game = "name = \"said\"\nsource = \"game.py\"\nseats = 2\nlimits = { answer_ms = 60_000 }\n";
    world.file("games/said/game.toml", game);
    for number in 1..=4 {
        world.file(&format!("bots/b{number}.sh"), &format!("while read line; do echo {number}; done\n"));
    }
    for name in ["here.toml", "elsewhere.toml"] {
        let format = "format = \"knock-out\"\ngames = 8\nentrants_folder = \"bots\"\n";
        world.file(name, &format!("name = \"t\"\ngame = \"said\"\nseed = 3\n{format}"));
    }
    world
}

/// A script of `scripts/slurm`, which starts the program under test in the folder of the world.
fn script(world: &World, name: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(repository().join("scripts/slurm").join(name));
    command.args(arguments).current_dir(world.path("")).env("SPECS", "4").env_remove("RUST_LOG");
    command.env("RATHAUS", env!("CARGO_BIN_EXE_rathaus"));
    command.env("XDG_CACHE_HOME", world.cache()).env("TMPDIR", world.path("tmp"));
    command
}

/// The files of a folder whose names have this beginning and end.
fn files(world: &World, folder: &str, begin: &str, end: &str) -> Vec<std::path::PathBuf> {
    let entries = fs::read_dir(world.path(folder)).into_iter().flatten().flatten();
    let is_wanted = |entry: &fs::DirEntry| {
        let name = entry.file_name().into_string().unwrap();
        name.starts_with(begin) && name.ends_with(end)
    };
    entries.filter(is_wanted).map(|entry| entry.path()).collect()
}

/// A cluster plays what one machine plays, although one of its two nodes dies.
#[test]
fn a_node_of_a_slurm_cluster_may_die() {
    if let Some(program) = cluster::missing_program() {
        return eprintln!("skipped: {program} is not installed");
    }
    let world = world();
    done(&world, &["run", "here.toml"]);
    let mut cluster = Cluster::start(&world);
    let run = ["elsewhere.toml", "work", "bots", "games"];
    let mut command = cluster.reaching(script(&world, "run", &run));
    let mut running = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();

    let mut task = String::new();
    wait_until("a task has results on the first node", || {
        task = cluster.task_on("n1").map(|task| format!("{task:07}")).unwrap_or_default();
        let parts = files(&world, "work/1", &task, "-0.part");
        let has_results = |part| fs::read_to_string(part).is_ok_and(|text| text.contains('\n'));
        !task.is_empty() && parts.iter().any(has_results)
    });
    cluster.kill("n1");
    wait_until("the scripts have ended", || {
        cluster.hurry();
        running.try_wait().unwrap().is_some()
    });
    let output = running.wait_with_output().unwrap();
    let [stdout, stderr] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(output.status.success(), "{stdout}{stderr}");
    assert_eq!(files(&world, "work/1", &task, "-0.part").len(), 1, "the task was killed: {stdout}{stderr}");
    assert_eq!(files(&world, "work/1", &task, ".results").len(), 1, "it was played again: {stdout}{stderr}");
    let caches = ["n1", "n2"].map(|node| world.cache().join("rathaus-nodes").join(node));
    assert!(caches.iter().all(|cache| cache.exists()), "nodes share no cache");
    assert_eq!(rows(&world, "elsewhere.db"), rows(&world, "here.db"));
    assert_eq!(done(&world, &["plan", "elsewhere.toml"]).stdout, "");
}

/// Results of a task that was killed count, except for the line that is cut.
#[test]
fn slurm_results_count_although_their_task_was_killed() {
    let world = world();
    let plan = done(&world, &["plan", "elsewhere.toml"]).stdout;
    let results = collecting::play_plan(&world, &plan);
    world.file("work/plan.jsonl", &plan);
    world.file("work/0000001.specs", &plan);
    let (cut, _) = results[2].split_at(results[2].len() / 2);
    world.file("work/0000001.7-0.part", &(results[..2].concat() + cut));
    world.file("work/0000001.7-1.part", cut);
    let collect = || world.run_command(script(&world, "collect", &["elsewhere.toml", "work"]));
    let run = collect();
    assert_eq!((run.code, &numbers(&run.stdout)[..3]), (Some(0), &[2, 0, 0][..]), "{}", run.stderr);
    assert_line_mentions(&run.stderr, &["1", "work"]);
    // Once the task has finished, its results are enough.
    world.file("work/0000001.results", &results.concat());
    let run = collect();
    let stored = results.len() as u64 - 2;
    assert_eq!((run.code, &numbers(&run.stdout)[..3]), (Some(0), &[stored, 2, 0][..]), "{}", run.stderr);
    assert!(!run.stderr.contains("warning"), "{}", run.stderr);
    // Specs never mix with results of another plan.
    let run = world.run_command(script(&world, "plan", &["elsewhere.toml", "work"]));
    run.assert_refused(2, &["error", "work", "help"]);
}

/// Without this, an array job whose tasks all fail would be started forever.
#[test]
fn slurm_jobs_that_play_nothing_are_not_repeated() {
    let world = world();
    for (name, text) in [("scontrol", "echo MaxArraySize = 3"), ("sbatch", "echo 1; echo x >> jobs; exit 1")]
    {
        let program = world.file(&format!("programs/{name}"), &format!("#!/bin/sh\n{text}\n"));
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(program, mode).unwrap();
    }
    let path = format!("{}:{}", world.path("programs").display(), std::env::var("PATH").unwrap());
    let mut command = script(&world, "run", &["elsewhere.toml", "work", "bots"]);
    command.env("PATH", path).env("SPECS", "1");
    let run = world.run_command(command);
    run.assert_refused(1, &["error", "help", "work/1/*.log"]);
    assert_eq!(fs::read_to_string(world.path("jobs")).unwrap(), "x\n");
    assert_eq!(files(&world, "work/1", "", ".specs").len(), 2, "no more tasks than Slurm allows");
}
