//! `rathaus play`, as a user runs it, with real submissions.
#![expect(clippy::disallowed_methods, reason = "tests read samples, signal the host and wait for it")]

use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{World, assert_line_mentions, assert_mentions, matches, sample};

const SHORT: [&str; 6] = ["--boards", "4", "--seed", "1", "--set", "turns=300"];

/// The paths of the sample bots.
fn all_bots() -> Vec<String> {
    let folders = std::fs::read_dir(crate::common::repository().join("bots/rat-race")).unwrap();
    let mut folders: Vec<_> =
        folders.map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    folders.into_iter().map(|path| path.into_os_string().into_string().unwrap()).collect()
}

/// All bots play from source to score, in all languages, as whole files and as bare snippets.
#[test]
fn all_bots_play() {
    let world = World::sharing_builds();
    let bots = all_bots();
    let bots: Vec<&str> = bots.iter().map(String::as_str).collect();
    let result =
        world.play(&[bots.as_slice(), &["--boards", "2", "--seed", "1", "--set", "turns=200"]].concat());
    let submissions = result["submissions"].as_array().unwrap();
    assert_eq!(submissions.len(), bots.len());
    let mut last = f64::MAX;
    for (index, submission) in submissions.iter().enumerate() {
        assert_eq!(submission["rank"], index + 1);
        let mean = submission["geometric_mean"]["value"].as_f64().unwrap();
        assert!(mean <= last, "{result:#}");
        last = mean;
        for one in matches(&result, index) {
            assert_eq!(one["faults"], Value::Array(Vec::new()), "{one:#}");
            assert!(
                one["ended"] == "all turns were played" || one["details"]["population"].as_u64() < Some(2),
                "{one:#}"
            );
        }
    }
    let seeds = |index| matches(&result, index).iter().map(|one| one["seed"].clone()).collect::<Vec<_>>();
    assert!((1..bots.len()).all(|index| seeds(index) == seeds(0)), "all play the same boards");
}

#[test]
fn the_same_seed_gives_the_same_result_at_any_concurrency() {
    let world = World::sharing_builds();
    for name in
        ["look-ahead", "color-score-csharp", "color-score-java", "color-score-python", "color-score-ruby"]
    {
        let bot = sample(name);
        let play =
            |more: &[&str]| matches(&world.play(&[&[bot.as_str()], SHORT.as_slice(), more].concat()), 0);
        let once = play(&["--concurrency", "1", "--in-flight", "1"]);
        assert_eq!(play(&["--concurrency", "2", "--in-flight", "3"]), once);
        assert_eq!(play(&["--concurrency", "3"]), once);
        let essence = |one: &Value| {
            (one["score"].clone(), one["details"]["moves"].clone(), one["details"]["population"].clone())
        };
        let asked_always = play(&["--set", "remember=false"]);
        assert!(once.iter().map(essence).eq(asked_always.iter().map(essence)), "{name}");
    }
}

#[test]
fn a_board_can_be_played_again_by_its_seed() {
    let world = World::sharing_builds();
    let bot = sample("look-ahead");
    let result = world.play(&[&[bot.as_str()], SHORT.as_slice()].concat());
    let third = &matches(&result, 0)[2];
    let again = world.play(&[&bot, "--board-seed", third["seed"].as_str().unwrap(), "--set", "turns=300"]);
    let again = &matches(&again, 0)[0];
    assert_eq!((&again["score"], &again["details"]), (&third["score"], &third["details"]));
}

#[test]
fn a_build_is_made_once() {
    let world = World::new();
    let bot = sample("look-ahead");
    let builds = || world.path("cache/rathaus/builds").read_dir().unwrap().count();
    world.play(&[&[bot.as_str()], SHORT.as_slice()].concat());
    assert_eq!(builds(), 1);
    let built = || world.path("cache/rathaus/builds").read_dir().unwrap().next().unwrap().unwrap();
    let when = built().metadata().unwrap().modified().unwrap();
    world.play(&[&[bot.as_str()], SHORT.as_slice()].concat());
    assert_eq!((builds(), built().metadata().unwrap().modified().unwrap()), (1, when));
    // Another genome length needs another program.
    world.play(&[&[bot.as_str(), "--set", "genome_bits=96"], SHORT.as_slice()].concat());
    assert_eq!(builds(), 2);
}

#[test]
fn every_number_of_the_rules_reaches_the_bots() {
    let world = World::sharing_builds();
    let sizes = ["--set", "width=30", "--set", "goal_x=26", "--set", "height=12", "--set", "genome_bits=120"];
    for name in ["look-ahead", "neighbors-of-neighbors"] {
        let result = world.play(&[&[sample(name).as_str()], SHORT.as_slice(), &sizes].concat());
        assert!(
            matches(&result, 0).iter().all(|one| one["faults"] == Value::Array(Vec::new())),
            "{result:#}"
        );
        assert_eq!(result["parameters"]["genome_bits"], 120);
    }
}

#[test]
fn parameters_come_from_a_file_and_the_command_line_goes_before_it() {
    let world = World::sharing_builds();
    let bot = world.testbot("bot", &[]);
    let file = world.file("params.toml", "turns = 30\nmutation = 0.0227\n");
    let result = world.play(&[&bot, "--boards", "1", "--params", &file, "--set", "turns=20"]);
    assert_eq!(
        (&result["parameters"]["turns"], &result["parameters"]["mutation"]),
        (&20.into(), &0.0227.into())
    );
    assert_eq!(matches(&result, 0)[0]["details"]["turns"], 20);
}

#[test]
fn a_submission_that_cannot_be_built_costs_itself_its_place() {
    let world = World::sharing_builds();
    let broken = world.file("broken.cpp", "coord_t broken(dna_t d, view_t v) {\n    return nonsense;\n}\n");
    let good = world.testbot("good", &[]);
    let run = world.run(&[&["play", "rat-race", &broken, &good, "--quiet"], SHORT.as_slice()].concat());
    assert_eq!(run.code, Some(5));
    assert_mentions(&run.stdout, &["broken.cpp:2:12"]);
    assert_line_mentions(&run.stdout, &["1", "good"]);
    let json = ["play", "rat-race", &broken, &good, "--quiet", "--json"];
    let result = world.run(&[&json, SHORT.as_slice()].concat()).json();
    let [first, second] = [0, 1].map(|index| &result["submissions"][index]);
    assert_eq!((&first["name"], &first["rank"], &first["out"]), (&"good".into(), &1.into(), &Value::Null));
    assert_eq!((&second["name"], &second["out"]["fault"]), (&"broken".into(), &"unbuildable".into()));
}

#[test]
fn a_submission_may_bring_the_files_of_the_original_controller() {
    let world = World::sharing_builds();
    let source = std::fs::read_to_string(sample("color-score-cpp") + "/player.cpp").unwrap();
    world.file("mine/player.cpp", &source);
    let theirs = world.file("mine/gamelogic.cpp", "#error the original controller was compiled\n");
    let folder = theirs.trim_end_matches("/gamelogic.cpp");
    let result = world.play(&[&[folder], SHORT.as_slice()].concat());
    let run_as = result["submissions"][0]["run_as"].as_str().unwrap();
    assert_mentions(run_as, &["C++", "player.cpp", "colorScorePlayer"]);
}

#[test]
fn without_a_terminal_progress_comes_in_lines_and_results_on_standard_output_alone() {
    let world = World::sharing_builds();
    let bot = world.testbot("steady", &[]);
    let run = world.run(&[&["play", "rat-race", &bot], SHORT.as_slice()].concat());
    insta::assert_snapshot!(world.redacted(&run.stdout));
    assert_line_mentions(&run.stderr, &["steady"]);
    assert!(!run.stderr.contains('\u{1b}') && !run.stdout.contains('\u{1b}'));
    let quiet = world.run(&[&["play", "rat-race", &bot, "--quiet"], SHORT.as_slice()].concat());
    assert_eq!((quiet.stdout.as_str(), quiet.stderr.as_str()), (run.stdout.as_str(), ""));
}

/// An interruption stops everything that was started, at once.
#[test]
fn an_interruption_leaves_nothing_running() {
    for signal in ["INT", "TERM"] {
        let world = World::sharing_builds();
        let bot = world.testbot("stuck", &["--fault", "stall", "--turn", "5"]);
        let mut command = world.command(&["play", "rat-race", &bot, "--seed", "1"]);
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(700));
        let begin = Instant::now();
        let mut kill = std::process::Command::new("kill");
        assert!(kill.args(["-s", signal, &child.id().to_string()]).status().unwrap().success());
        let pid = child.id();
        let status = { child }.wait().unwrap();
        assert_eq!(status.code(), Some(130));
        assert!(begin.elapsed() < Duration::from_secs(5));
        assert_eq!(crate::common::descendants(pid), Vec::<String>::new());
    }
}
