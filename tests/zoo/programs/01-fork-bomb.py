"""1, 2: forks without end, with `setsid` in a session of its own for each.

If the sandbox did not hold: the fault would not name the processes that it may have. It ends by itself after some seconds.
"""
import os
import time

import zoo


def act():
    end = time.monotonic() + 2
    while time.monotonic() < end:
        try:
            if os.fork() == 0 and zoo.VARIANT == "setsid":
                os.setsid()
        except OSError:
            # A build has to end by itself to be quick.
            if zoo.MODE == "build":
                raise
    os._exit(9)


zoo.main(act)
