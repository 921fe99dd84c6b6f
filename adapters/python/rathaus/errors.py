"""Error messages: one line for the host, a stack trace for people."""
import os
import sys
import traceback

ADAPTER_FOLDER = os.path.dirname(os.path.abspath(__file__))
MAX_LENGTH = 4000


class Malformed(Exception):
    """A line that is not in the protocol: a mistake of the host, never of the submission."""


def one_line(words):
    """Makes the words fit into an error line: printable ASCII, at most 4,096 bytes in all."""
    printable = "".join(c if " " <= c <= "~" else " " if c.isspace() else "?" for c in words[:MAX_LENGTH])
    return printable.strip()


def describe(error):
    """Returns the name of the error's type and its message. The submission's `__str__` may fail."""
    name = type(error).__name__
    try:
        message = str(error)
    except Exception:
        return name
    return name + ": " + message if message else name


def print_trace(error):
    """Prints the stack trace of the current error, without the frames of the adapter."""
    trace = sys.exc_info()[2]
    while trace is not None and os.path.dirname(trace.tb_frame.f_code.co_filename) == ADAPTER_FOLDER:
        trace = trace.tb_next
    traceback.print_exception(type(error), error, trace)
    sys.stderr.flush()
