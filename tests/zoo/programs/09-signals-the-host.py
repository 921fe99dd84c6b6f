"""9: looks for the host above its keeper, and tries all process numbers that it knows of.

If the sandbox did not hold: it would say that it could signal one, and the host would be stopped.
"""
import os
import signal

import zoo


def act():
    known = [pid for pid in zoo.others() if pid not in zoo.keepers()]
    try:
        known.append(zoo.parent_of(zoo.keepers()[-1]))
    except OSError:
        pass
    # The number 0 is one's own group: in a namespace of processes, the parent's parent is nobody.
    for pid in known + [zoo.FACTS["test"]]:
        if pid > 1:
            zoo.refused("could signal process %d" % pid, os.kill, pid, signal.SIGSTOP)


zoo.main(act)
