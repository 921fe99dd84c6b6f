"""23, 24: closes a pipe and lives on, exits, or dies.

If the host did not hold: it would wait for one who will never answer, or name another reason.
"""
import os
import resource
import signal
import time

import zoo


def act():
    if zoo.VARIANT == "exit":
        os._exit(0)
    elif zoo.VARIANT == "exit-3":
        os._exit(3)
    elif zoo.VARIANT == "segfault":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif zoo.VARIANT == "stdin":
        os.close(0)
        time.sleep(600)
    elif zoo.VARIANT == "stdout":
        os.close(1)
        time.sleep(600)


zoo.main(act)
