"""5: a daemon forks itself anew for ever, so that its process number is never the one that was seen.

If the sandbox did not hold: it would be found running after the host has ended.
"""
import os
import time

import zoo


def daemon():
    while True:
        try:
            os.setsid()
        except OSError:
            pass
        try:
            if os.fork() != 0:
                os._exit(0)
        except OSError:
            pass
        time.sleep(0.001)


def act():
    if os.fork() == 0:
        daemon()


zoo.main(act)
