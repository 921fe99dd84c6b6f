"""38: computes while it is the rival's turn. To be played with bots frozen, and a rival that takes its time.

If the sandbox did not hold: it would find that it has had a processor between its answer and the next question.
"""
import sys
import threading
import time

import zoo

LONG = 0.25


def ponder():
    while True:
        pass


def act():
    threading.Thread(target=ponder, daemon=True).start()
    # Taken before the answer: right after it, there may be no processor to look at the clock.
    used, begin = time.process_time(), time.monotonic()
    zoo.say("NONE")
    line = sys.stdin.readline()
    used, took = time.process_time() - used, time.monotonic() - begin
    if not line.startswith(("BROKEN", "DESTROY")):
        zoo.escaped("was told %r" % line)
    if took > 2 * LONG and used > LONG:
        zoo.escaped("computed for %.3f s of %.3f" % (used, took))
    if took < 2 * LONG:
        zoo.escaped("nobody has kept it waiting: %.3f" % took)
    return True


zoo.main(act)
