"""40: keeps something from one run of a program for the next one, in files, and looks for files that the host had open when it was started.

If the sandbox did not hold: a later run would find what an earlier one has left, or the program would hold more than its three streams.
"""
import os
import tempfile

import zoo

PLACES = [tempfile.gettempdir(), "/tmp", "/dev/shm", ".", "/var/tmp"]


def act():
    for place in sorted({os.path.realpath(place) for place in PLACES}):
        kept = os.path.join(place, "zoo-was-here")
        if os.path.exists(kept):
            zoo.escaped("has found %s again" % kept)
        try:
            with open(kept, "w") as file:
                file.write("kept")
        except OSError:
            pass
    # What the listing itself has opened is closed again.
    found = {name: link(name) for name in os.listdir("/proc/self/fd") if int(name) > 2}
    held = {name: target for name, target in found.items() if target and target != os.path.abspath(__file__)}
    if held:
        zoo.escaped("holds more files than its own: %s" % held)


def link(name):
    try:
        return os.readlink("/proc/self/fd/" + name)
    except OSError:
        return None


zoo.main(act)
