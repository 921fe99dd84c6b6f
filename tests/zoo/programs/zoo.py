"""What the programs of the zoo share: they speak the games' protocols well until it is time to misbehave.

Arguments: `play`, `build` or `honest`, and the variant of the program; none where it is forked from a process that is kept ready. What the test
tells lies in facts.json beside this file.
"""

import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "facts.json")) as file:
    FACTS = json.load(file)
MODE, VARIANT = sys.argv[1:3] if len(sys.argv) > 2 else ("warm", FACTS["variant"])

# Which question of the rat race is the one; it is in the middle of a board.
RACE_ACT = 400


def escaped(what):
    """Says that the sandbox does not hold: a fault where the test expects none, or another one."""
    sys.stderr.write("ESCAPED: %s\n" % what)
    sys.stderr.flush()
    os._exit(7)


def refused(what, attempt, *arguments):
    """Tries what must not succeed."""
    try:
        attempt(*arguments)
    except (OSError, ValueError):
        return
    escaped(what)


def others():
    """All processes that are to be seen, but this one."""
    own = os.getpid()
    return [int(name) for name in os.listdir("/proc") if name.isdigit() and int(name) != own]


def parent_of(pid):
    with open("/proc/%d/status" % pid) as file:
        return next(int(line.split()[1]) for line in file if line.startswith("PPid:"))


def keepers():
    """Those between the host and this program, who belong to its sandbox, from the nearest one: its keeper, and before that who forks it, and who is
    forked for that, if somebody is."""
    found = [os.getppid()]
    while MODE == "warm" and found[-1] > 1 and len(found) < 3:
        found.append(parent_of(found[-1]))
    return found


def write(data):
    """Writes bytes to standard output, past all buffers."""
    while data:
        data = data[os.write(1, data):]


def say(line):
    write(line.encode() + b"\n")


def main(act):
    """Plays, and misbehaves once a process. An act returns whether it has answered the question itself."""
    if MODE == "build":
        act()
        return
    if MODE == "honest":
        act = lambda: False
    line = sys.stdin.readline()
    if line.startswith("rathaus "):
        race(act)
    elif line.startswith("BEGIN "):
        grid(act)
    else:
        # The answer of the dilemma is empty.
        act()


def race(act):
    say("rathaus 1 plain")
    for asked, _ in enumerate(sys.stdin):
        if not (asked == RACE_ACT and act()):
            say("1 0")


def grid(act):
    for line in sys.stdin:
        if line.startswith("SCORE"):
            return
        if line.startswith(("DESTROY", "ACTIVATE")) and not (line == "DESTROY 1\n" and act()):
            say("NONE")
