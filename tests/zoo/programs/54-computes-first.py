"""54: computes from its start on, so that it never seems to be ready, and looks how much that was when its first question comes. In the variant
`children`, by processes that end before anybody has looked at them.

If the sandbox did not hold: it would have had ten seconds that nobody counts.
"""
import os
import sys
import threading
import time

# Twice what a bot may use before its first question.
MOST = 4.0

used = 0.0
is_asked = False


def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end and not is_asked:
        pass


def by_children():
    while not is_asked:
        child = os.fork()
        if child == 0:
            burn(0.03)
            os._exit(0)
        os.waitpid(child, 0)


def total():
    return sum(os.times()[:4])


if "play" in sys.argv:
    children = "children" in sys.argv
    threading.Thread(target=by_children if children else burn, args=() if children else (60,), daemon=True).start()

import zoo  # noqa: E402


class Input:
    """Standard input that notes what was used when the first line comes."""

    def readline(self):
        global used, is_asked
        line = sys.__stdin__.readline()
        used, is_asked = total(), True
        sys.stdin = sys.__stdin__
        return line


def act():
    if used > MOST:
        zoo.escaped("has computed for %.2f s before it was asked" % used)


sys.stdin = Input()
zoo.main(act)
