"""Says what went wrong: on one line for the host, with a stack trace for people."""
import os
import sys
import traceback

OWN_FOLDER = os.path.dirname(os.path.abspath(__file__))
LONGEST = 4000


class Malformed(Exception):
    """A line that the protocol does not know. It is the host's mistake and never the submission's."""


def one_line(words):
    """The protocol has one line of ASCII for an error, and not more than 4,096 bytes of it."""
    printable = "".join(c if " " <= c <= "~" else " " if c.isspace() else "?" for c in words[:LONGEST])
    return printable.strip()


def words_for(error):
    """The name of the error's type and its message, which a submission may have written in a way that fails itself."""
    name = type(error).__name__
    try:
        message = str(error)
    except Exception:
        return name
    return name + ": " + message if message else name


def print_trace(error):
    """Prints the stack trace of the error that is being handled, without the adapter's own frames, which would only hide the
    line that matters."""
    trace = sys.exc_info()[2]
    while trace is not None and os.path.dirname(trace.tb_frame.f_code.co_filename) == OWN_FOLDER:
        trace = trace.tb_next
    traceback.print_exception(type(error), error, trace)
    sys.stderr.flush()
