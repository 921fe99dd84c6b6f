"""The first line of the host, and its answer."""
from rathaus import parameters
from rathaus.errors import Malformed

BOARDS = 64


def acceptance(traces):
    return "rathaus 1 turns boards=%d%s\n" % (BOARDS, " trace" if traces else "")


def refusal(line):
    """Takes over the game's parameters from the greeting, or says why the game cannot be played here."""
    words = line.split(" ")
    if words[0] != "rathaus":
        raise Malformed("the first line is no greeting: %r" % line)
    if words[1:2] != ["1"]:
        return "only version 1 of the protocol is spoken here"
    if words[2:3] != ["rat-race"]:
        return "only the game rat-race is played here"
    parameters.update(words[3:])
    return None
