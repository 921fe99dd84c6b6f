//! Programs that are forked from a warm process must behave as if they had been started, through
//! the binary.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::common::World;

/// Python programs that could behave differently when forked from a warm process than when
/// started from their file. Each reads its input only if it wants to, and plays the first rounds
/// of three players.
const PYTHON_PROGRAMS: [(&str, &str); 22] = [
    ("plain", "import sys\np, me, r = map(int, input().split())\nprint(me % p + 1)\n"),
    (
        "state",
        "import sys\nlines = sys.stdin.read().splitlines()\nr = int(lines[0].split()[2])\nprint()\nprint(lines[r + 2] + 'x' if r else 'x')\n",
    ),
    ("last-words", "import sys\nsys.exit('last words')\n"),
    ("status", "import sys\nprint(1)\nsys.exit(7)\n"),
    ("status-zero", "import sys\np, me, r = map(int, input().split())\nprint(me % p + 1)\nsys.exit(0)\n"),
    ("error", "def f():\n    raise ValueError('no')\n\nf()\n"),
    ("chained", "try:\n    {}[1]\nexcept KeyError:\n    1 / 0\n"),
    ("latin", "# -*- coding: latin-1 -*-\nimport sys\nsys.stderr.write('\u{e9}')\nsys.exit(1)\n"),
    (
        "hook",
        "import sys\nsys.excepthook = lambda *error: print('mine', error[0].__name__, file=sys.stderr)\nraise KeyError\n",
    ),
    ("own-exit", "import os\nos.write(1, b'')\nos._exit(3)\n"),
    ("signal", "import os, signal\nos.kill(os.getpid(), signal.SIGTERM)\n"),
    ("open-file", "me = int(input().split()[1])\nout = open(1, 'w')\nout.write(str(me % 3 + 1))\n"),
    ("at-exit", "import atexit\nme = int(input().split()[1])\natexit.register(print, me % 3 + 1)\n"),
    (
        "thread",
        "import threading, time\nme = int(input().split()[1])\ndef late():\n    time.sleep(0.02)\n    print(me % 3 + 1)\nthreading.Thread(target=late).start()\n",
    ),
    (
        "main-guard",
        "import sys\ndef main():\n    me = int(input().split()[1])\n    print(me % 3 + 1)\n    sys.stderr.write(__name__)\nif __name__ == '__main__':\n    main()\n",
    ),
    (
        "pickle",
        "import pickle, sys\nclass A:\n    pass\nassert type(pickle.loads(pickle.dumps(A()))) is A\nsys.exit(__import__('__main__').A.__name__)\n",
    ),
    (
        "surroundings",
        "import os, sys\nprint(__file__, sys.argv, sys.path[0], os.getcwd(), sys.flags.dont_write_bytecode, sorted(os.environ), os.isatty(0), sorted(os.listdir('/proc/self/fd')), file=sys.stderr)\nsys.exit(1)\n",
    ),
    (
        "names",
        "import sys\nprint(sorted(name for name in globals() if name != 'sys'), __doc__, __package__, __annotations__ if '__annotations__' in globals() else 0, file=sys.stderr)\nsys.exit(1)\n",
    ),
    (
        "streams",
        "import sys\nfor s in (sys.stdin, sys.stdout, sys.stderr):\n    print(s.name, s.mode, s.encoding, s.errors, s.isatty(), s.line_buffering, s.buffer.seekable() if s is not sys.stdout else '', file=sys.stderr)\nsys.exit(1)\n",
    ),
    ("closed", "import sys\nsys.stdout.close()\n"),
    ("nothing", "pass\n"),
    ("flood", "print('1' * 5_000_000)\n"),
];

/// The same for Ruby.
const RUBY_PROGRAMS: [(&str, &str); 22] = [
    ("plain", "p, me, r = gets.split.map(&:to_i)\nputs me % p + 1\n"),
    (
        "state",
        "lines = $stdin.read.lines(chomp: true)\nr = lines[0].split[2].to_i\nputs\nputs r > 0 ? lines[r + 2] + 'x' : 'x'\n",
    ),
    ("last-words", "abort 'last words'\n"),
    ("status", "puts 1\nexit 7\n"),
    ("status-zero", "p, me, r = gets.split.map(&:to_i)\nputs me % p + 1\nexit\n"),
    ("error", "def f\n  raise ArgumentError, 'no'\nend\n\nf\n"),
    ("chained", "begin\n  {}.fetch(1)\nrescue KeyError\n  1 / 0\nend\n"),
    ("hint", "'text'.lenght\n"),
    ("own-end", "p, me, r = gets.split.map(&:to_i)\nputs me % p + DATA.read.to_i\n__END__\n1\n"),
    ("own-caller", "warn caller.inspect\nexit 1\n"),
    ("own-exit", "$stdout.syswrite('')\nexit!(3)\n"),
    ("signal", "Process.kill(:TERM, $$)\nsleep\n"),
    ("open-file", "me = gets.split[1].to_i\nout = IO.for_fd(1, 'w')\nout.write(me % 3 + 1)\n"),
    ("at-exit", "me = gets.split[1].to_i\nat_exit { puts me % 3 + 1 }\n"),
    ("at-exit-order", "at_exit { warn 'first' }\nat_exit { warn 'before' }\nraise 'no'\n"),
    ("thread", "me = gets.split[1].to_i\nThread.new { sleep 0.02; puts me % 3 + 1 }.join\n"),
    ("main-guard", "if __FILE__ == $0\n  me = gets.split[1].to_i\n  puts me % 3 + 1\nend\n"),
    (
        "surroundings",
        "require 'json'\nwarn __FILE__, __dir__, $0, ARGV.inspect, Dir.pwd, ENV.keys.sort.inspect, $stdin.tty?, Dir.children('/proc/self/fd').size > 2, self, $:.size, __method__.inspect\nexit 1\n",
    ),
    (
        "names",
        "local = 1\nwarn local_variables.inspect, global_variables.size, Module.nesting.inspect, instance_variables.inspect, defined?(RathausWarm).inspect\nexit 1\n",
    ),
    (
        "streams",
        "[$stdin, $stdout, $stderr].each { |s| warn [s.class, s.fileno, s.sync, s.external_encoding, s.internal_encoding, s.closed?, s.tty?].inspect }\nbegin\n  $stdin.write('')\n  $stdin.write('x')\nrescue IOError\n  warn 'not for writing'\nend\nexit 1\n",
    ),
    ("closed", "$stdout.close\n"),
    ("class-of-the-same-name", "class RathausWarm\nend\nme = gets.split[1].to_i\nputs me % 3 + 1\n"),
];

/// Programs that cannot be kept warm: they do not compile, or check how they were started.
const UNFIT: [&str; 2] = ["own-end", "own-caller"];

/// Programs that start a process or a thread. The next run could tell this by its own process
/// number, so from then on they are started from their file.
const STARTS_OTHERS: [&str; 1] = ["thread"];

/// The values that two runs must have in common.
fn essence(result: &Value) -> Vec<Value> {
    let faults = |player: &Value| -> Vec<Value> {
        let fault = |fault: &Value| {
            serde_json::json!([fault["fault"], fault["turn"], fault["said"], fault["stderr"], fault["how"]])
        };
        player["faults"].as_array().unwrap().iter().map(fault).collect()
    };
    let players = result["players"].as_array().unwrap();
    let mut essence = vec![result["rounds"].clone()];
    essence.extend(
        players.iter().map(|player| serde_json::json!([player["name"], player["score"], faults(player)])),
    );
    essence
}

fn pretty_eq(one: &[Value], other: &[Value], what: &str) {
    let pretty = |value: &[Value]| serde_json::to_string_pretty(value).unwrap();
    assert!(one == other, "{what}: warm {}\ncold {}", pretty(one), pretty(other));
}

fn play(world: &World, programs: &[String], options: &[&str]) -> Value {
    let mut arguments: Vec<&str> = vec!["play", "prisoners-dilemma", "--quiet", "--json", "--seed", "1"];
    arguments.extend(["--set", "time_ms=60000", "--set", "rounds_per_player=1"]);
    arguments.extend(options);
    arguments.extend(programs.iter().map(String::as_str));
    let run = world.run(&arguments);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    serde_json::from_str(&run.stdout).unwrap()
}

/// The stderr of each fault.
fn last_words(result: &Value) -> Vec<String> {
    let faults =
        result["players"].as_array().unwrap().iter().flat_map(|player| player["faults"].as_array().unwrap());
    faults.map(|fault| fault["stderr"].as_str().unwrap().to_owned()).collect()
}

/// How often a player was started from its file, and how often it was forked.
fn starts(result: &Value, player: &str) -> (u64, u64) {
    let players = result["players"].as_array().unwrap();
    let starts = &players.iter().find(|it| it["name"] == player).unwrap()["starts"];
    (starts["cold"].as_u64().unwrap(), starts["warm"].as_u64().unwrap())
}

/// Three players. Two of them only fill the seats.
fn trio(world: &World, text: &str) -> [String; 3] {
    trio_in(world, "py", text)
}

fn trio_in(world: &World, ending: &str, text: &str) -> [String; 3] {
    let still = |name| world.file(name, "exit 0\n");
    [world.file(&format!("tried.{ending}"), text), still("second.sh"), still("third.sh")]
}

/// Plays each program warm and cold, three in a game, and compares the results.
fn compare(ending: &str, programs: &[(&str, &str)]) {
    for group in programs.chunks(3) {
        let world = World::sharing_builds();
        let names: Vec<&str> = group.iter().map(|(name, _)| *name).collect();
        let mut players: Vec<String> =
            group.iter().map(|(name, text)| world.file(&format!("{name}-bot.{ending}"), text)).collect();
        players.extend((group.len()..3).map(|seat| world.file(&format!("still{seat}.sh"), "exit 0\n")));
        let (warm, cold) = (play(&world, &players, &[]), play(&world, &players, &["--cold"]));
        pretty_eq(&essence(&warm), &essence(&cold), &names.join(", "));
        for name in names {
            let player = format!("{name}-bot");
            let expected = match name {
                name if UNFIT.contains(&name) => (3, 0),
                name if STARTS_OTHERS.contains(&name) && warm["sandbox"]["tier"] != "launcher" => (2, 1),
                _ => (0, 3),
            };
            assert_eq!((starts(&warm, &player), starts(&cold, &player)), (expected, (3, 0)), "{name}");
        }
    }
}

#[test]
fn a_fork_of_python_does_what_a_start_does() {
    compare("py", &PYTHON_PROGRAMS);
}

/// `import signal` imports the program itself then, as it does without a warm process.
#[test]
fn a_program_with_the_name_of_a_module_is_started_from_its_file() {
    let world = World::sharing_builds();
    let programs = [
        world.file("signal.py", "import signal, sys\nsys.exit(signal.__file__)\n"),
        world.file("second.sh", "exit 0\n"),
        world.file("third.sh", "exit 0\n"),
    ];
    let (warm, cold) = (play(&world, &programs, &[]), play(&world, &programs, &["--cold"]));
    assert_eq!(essence(&warm), essence(&cold));
    assert_eq!(starts(&warm, "signal"), (3, 0));
}

#[test]
fn a_fork_of_ruby_does_what_a_start_does() {
    compare("rb", &RUBY_PROGRAMS);
}

/// The examples of the original rules, whose language needs translation if there is no Python 2.
#[test]
fn the_plants_play_alike() {
    let world = World::sharing_builds();
    let plants = ["lazy", "wrathful", "greedy", "envious"]
        .map(|name| format!("{}/bots/prisoners-dilemma/{name}.py", env!("CARGO_MANIFEST_DIR")));
    let (warm, cold) = (play(&world, &plants, &[]), play(&world, &plants, &["--cold"]));
    assert_eq!(essence(&warm), essence(&cold));
}

/// Any difference between rounds would be state that was carried over.
#[test]
fn nothing_is_carried_over() {
    let world = World::sharing_builds();
    let programs = trio(
        &world,
        "import builtins, json, os, random, sys\n\
         seen = [getattr(module, 'mark', 0) for module in (builtins, json, os, sys)]\n\
         for module in (builtins, json, os, sys):\n    module.mark = 1\n\
         sys.path.append('mark')\nos.environ['MARK'] = '1'\nos.umask(0)\nos.chdir('/')\nsys.setrecursionlimit(77)\n\
         print(seen, sys.path.count('mark'), os.environ.get('MARK'), os.umask(0), file=sys.stderr)\n\
         sys.exit(1)\n",
    );
    let warm = play(&world, &programs, &[]);
    let words = last_words(&warm);
    assert_eq!(words.len(), 3);
    assert!(words.iter().all(|words| words.starts_with("[0, 0, 0, 0] 1 1 0")), "{words:?}");
    assert_eq!(starts(&warm, "tried"), (0, 3));
}

#[test]
fn each_fork_draws_numbers_of_its_own() {
    let python = "import random, sys\nsys.exit(str(random.random()))\n";
    let ruby = "words = \"#{rand} #{$mark.inspect}\"\n$mark = 1\nabort words\n";
    for (ending, text) in [("py", python), ("rb", ruby)] {
        let world = World::sharing_builds();
        let warm = play(&world, &trio_in(&world, ending, text), &[]);
        assert_eq!(starts(&warm, "tried"), (0, 3), "{ending}");
        let words = last_words(&warm);
        assert_eq!(words.iter().collect::<BTreeSet<_>>().len(), 3, "{words:?}");
        assert!(ending == "py" || words.iter().all(|words| words.ends_with(" nil\n")), "{words:?}");
    }
}

/// A program that leaves a process behind, or kills its warm process, is started from its file from
/// then on. Others are not affected.
#[test]
fn whoever_attacks_what_keeps_it_ready_is_started_anew() {
    let leaves = "import os, time\nme = int(input().split()[1])\nfirst = os.fork()\nif first == 0:\n    os.setsid()\n    if os.fork() == 0:\n        os.close(1)\n        time.sleep(600)\n    os._exit(0)\nos.waitpid(first, 0)\nprint(me % 3 + 1)\n";
    let kills = "import os, signal, sys\nme = int(input().split()[1])\nif 'warm' in open('/proc/%d/cmdline' % os.getppid()).read():\n    os.kill(os.getppid(), signal.SIGKILL)\nprint(me % 3 + 1)\n";
    for (text, expected) in [(leaves, (2, 1)), (kills, (3, 0))] {
        let world = World::sharing_builds();
        let mut programs = trio(&world, text);
        programs[1] = world.file("other.py", "print()\n");
        let (warm, cold) = (play(&world, &programs, &[]), play(&world, &programs, &["--cold"]));
        assert_eq!(essence(&warm), essence(&cold), "{text}");
        assert_eq!((starts(&warm, "tried"), starts(&warm, "other")), (expected, (0, 3)), "{text}");
    }
}

/// A late fork is killed with all of its processes, and the next round is forked from a warm
/// process again.
#[test]
fn a_late_fork_is_ended_and_the_next_one_plays() {
    let world = World::sharing_builds();
    let text = "import os, time\np, me, r = map(int, input().split())\nif r == 1:\n    os.fork()\n    time.sleep(600)\nprint(me % 3 + 1)\n";
    let programs = trio(&world, text);
    let warm = play(&world, &programs, &["--set", "time_ms=1000"]);
    let tried = warm["players"].as_array().unwrap().iter().find(|player| player["name"] == "tried").unwrap();
    let faults = tried["faults"].as_array().unwrap();
    assert_eq!(
        (faults.len(), &faults[0]["fault"], &faults[0]["turn"]),
        (1, &"late".into(), &2.into()),
        "{faults:?}"
    );
    assert_eq!((tried["score"].as_i64(), starts(&warm, "tried")), (Some(2), (0, 3)));
}
