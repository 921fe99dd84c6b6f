"""8: sends a signal to everybody whom it can reach.

If the sandbox did not hold: its keeper, the host, its rivals or this test would end.
"""
import os
import signal

import zoo


def act():
    try:
        os.kill(-1, getattr(signal, zoo.VARIANT))
    except OSError:
        pass


zoo.main(act)
