"""The first line of the host, and the reply to it."""
from rathaus import parameters
from rathaus.errors import Malformed

BOARDS = 64


def acceptance(traces):
    return "rathaus 1 turns boards=%d%s\n" % (BOARDS, " trace" if traces else "")


def refusal(line):
    """Stores the game's parameters. Returns a reason if this adapter cannot play the game."""
    words = line.split(" ")
    if words[0] != "rathaus":
        raise Malformed("the first line is not a handshake: %r" % line)
    if words[1:2] != ["1"]:
        return "this adapter supports only version 1 of the protocol"
    if words[2:3] != ["rat-race"]:
        return "this adapter supports only the game rat-race"
    parameters.update(words[3:])
    return None
