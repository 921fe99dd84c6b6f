"""7: ignores all that can be ignored, and stops its parent, then plays on.

If the sandbox did not hold: the keeper would be stopped, and the host would have to wait for it, or the program would outlive it.
"""
import os
import signal

import zoo


def act():
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)
    try:
        os.kill(os.getppid(), signal.SIGSTOP)
    except OSError:
        pass


zoo.main(act)
