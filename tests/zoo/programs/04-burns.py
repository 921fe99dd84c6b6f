"""4: children burn the processors while the program plays on.

If the sandbox did not hold: the children would be found running after the host has ended, or others would be late.
"""
import os

import zoo


def act():
    for _ in range(8):
        if os.fork() == 0:
            while True:
                pass


zoo.main(act)
