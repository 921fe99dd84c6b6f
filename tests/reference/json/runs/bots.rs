//! Small bots: those that play, and one for each kind of fault.

use crate::common::World;

/// Sends the numbers of all other players.
const TAKER: &str = "players, me, rounds = map(int, input().split())\n\
    print(*(other for other in range(1, players + 1) if other != me))\n";

/// Tries all sets of clicks, and reports its progress.
const SOLVER: &str = "
import itertools, sys

word, columns, rows, *lines = sys.stdin.read().split()
lights = {(x, y) for y, line in enumerate(lines) for x, light in enumerate(line) if light == '1'}
cells = list(itertools.product(range(int(columns)), range(int(rows))))
print('PROGRESS evaluations=1 best=0.5')
for count in range(len(cells) + 1):
    for clicks in itertools.combinations(cells, count):
        on = set(lights)
        for x, y in clicks:
            on ^= {(x, y), (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} & set(cells)
        if not on:
            print('CLICKS', *('%d,%d' % click for click in clicks))
            sys.exit()
print('NONE')
";

/// Breaks and activates vertices.
const BUILDER: &str = "
import sys

for number, line in enumerate(sys.stdin):
    word = line.split()[0]
    if word in ('DESTROY', 'ACTIVATE'):
        print('VERTEX %d,0' % (number % 6), flush=True)
    elif word == 'SCORE':
        break
";

/// Drops pieces into the columns of connect four in turns.
const DROPPER: &str = "import sys\nfor line in sys.stdin: print(len(line.split()) % 7, flush=True)\n";

/// The programs by name. Each of the last ones commits a fault.
const PROGRAMS: [(&str, &str); 11] = [
    ("taker", TAKER),
    ("solver", SOLVER),
    ("builder", BUILDER),
    ("dropper", DROPPER),
    ("unsure", "print('UNKNOWN')\n"),
    ("none", "print('NONE')\n"),
    ("late", "import time\ntime.sleep(60)\n"),
    ("crashed", "raise SystemExit(3)\n"),
    ("malformed", "import sys\nfor line in sys.stdin: print('rubbish', flush=True)\n"),
    ("illegal", "import sys\nfor line in sys.stdin: print('CLICKS 99,99', flush=True)\n"),
    ("flooded", "while True: print('x' * 60_000, flush=True)\n"),
];

/// How the test bot misbehaves in the rat race, by name.
const RACERS: [(&str, &[&str]); 8] = [
    ("racer", &[]),
    ("late", &["--fault", "stall", "--turn", "2"]),
    ("crashed", &["--fault", "exit", "--turn", "2"]),
    ("malformed", &["--fault", "letters", "--turn", "2"]),
    ("illegal", &["--fault", "illegal", "--turn", "2"]),
    ("flooded", &["--fault", "flood", "--turn", "2"]),
    ("closed", &["--fault", "close-stdout", "--turn", "2"]),
    ("unfit", &["--greeting", "exit"]),
];

/// The path of a program by its name.
pub fn program(world: &World, name: &str) -> String {
    let (_, text) = PROGRAMS.iter().find(|(known, _)| *known == name).expect("a program");
    world.file(&format!("programs/{name}.py"), text)
}

pub fn programs(world: &World, names: &[&str]) -> Vec<String> {
    names.iter().map(|name| program(world, name)).collect()
}

/// The path of a bot of the rat race by its name.
pub fn racer(world: &World, name: &str) -> String {
    let (_, flags) = RACERS.iter().find(|(known, _)| *known == name).expect("a racer");
    testbot(world, name, flags)
}

/// The test bot, in a folder with the others.
fn testbot(world: &World, name: &str, flags: &[&str]) -> String {
    let words = [&["testbot"], flags].concat();
    world.file(&format!("racers/{name}/bot.toml"), &format!("name = {name:?}\nrun = {words:?}\n"))
}

pub fn racers(world: &World) -> Vec<String> {
    RACERS.iter().map(|(name, _)| racer(world, name)).collect()
}

/// A bot that keeps data between calls.
pub fn keeper(world: &World) -> String {
    testbot(world, "keeper", &["--keep-data"])
}

/// A submission whose build fails.
pub fn unbuildable(world: &World) -> String {
    world.file(
        "programs/broken/bot.toml",
        "name = \"broken\"\nrun = [\"sh\", \"x.sh\"]\nbuild = [[\"false\"]]\n",
    );
    world.file("programs/broken/x.sh", "");
    world.path("programs/broken").to_str().expect("a path in UTF-8").into()
}
