"""A session from the greeting to its end."""
import sys

from rathaus import descriptors, greeting, loading, parameters, randomness, trace
from rathaus.channel import Channel
from rathaus.errors import Malformed, print_trace
from rathaus.session import Session


def load(form, path, entry, source):
    """Loads the submission, with the same random numbers in every process. What it cannot do is its own fault, and said."""
    source.begin(0)
    try:
        return loading.load(form, path, entry)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        print_trace(error)
        return None


def converse(channel, form, path, entry):
    """Returns the exit status. The greeting comes first, because the submission is loaded with the parameters that it brings."""
    lines = channel.lines()
    first = next(lines, None)
    if first is None:
        return 0
    refusal = greeting.refusal(first)
    if refusal:
        channel.write("rathaus 1 refuse %s\n" % refusal)
        channel.flush()
        return 0
    source = randomness.install()
    player_type = load(form, path, entry, source)
    if player_type is None:
        return 1
    channel.write(greeting.acceptance(trace.is_offered(player_type)))
    session = Session(player_type, source, channel, parameters.current["view_distance"])
    for line in lines:
        session.handle(line)
    session.end()
    return 0


def play(form, path, entry):
    channel = Channel(*descriptors.take())
    try:
        return converse(channel, form, path, entry)
    except (Malformed, ValueError) as error:
        channel.flush()
        sys.stderr.write("the session ends: %s\n" % error)
        return 2
