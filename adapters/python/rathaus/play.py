"""Plays a session, from the handshake to the end of the input."""
import sys

from rathaus import descriptors, handshake, loading, parameters, randomness, trace
from rathaus.channel import Channel
from rathaus.errors import Malformed, print_trace
from rathaus.session import Session


def load(form, path, entry, generator):
    """Loads the submission. Prints a stack trace and returns None if that fails.

    Loading draws the same random numbers in every process.
    """
    generator.begin(0)
    try:
        return loading.load(form, path, entry)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        print_trace(error)
        return None


def run_session(channel, form, path, entry):
    """Returns the exit status. The handshake comes first: loading needs the game's parameters."""
    lines = channel.lines()
    first = next(lines, None)
    if first is None:
        return 0
    refusal = handshake.refusal(first)
    if refusal:
        channel.write("rathaus 1 refuse %s\n" % refusal)
        channel.flush()
        return 0
    generator = randomness.install()
    player_type = load(form, path, entry, generator)
    if player_type is None:
        return 1
    channel.write(handshake.acceptance(trace.is_offered(player_type)))
    session = Session(player_type, generator, channel, parameters.current["view_distance"])
    for line in lines:
        session.handle(line)
    session.end()
    return 0


def play(form, path, entry):
    channel = Channel(*descriptors.take())
    try:
        return run_session(channel, form, path, entry)
    except (Malformed, ValueError) as error:
        channel.flush()
        sys.stderr.write("the session ends: %s\n" % error)
        return 2
