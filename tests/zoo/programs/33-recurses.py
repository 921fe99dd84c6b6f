"""33: calls itself until its stack ends, that of the processor and not of the language.

If the host did not hold: it would take the end of the program for its own error.
"""
import sys

import zoo


def deeper(_=0):
    return sorted([0], key=deeper)


def act():
    sys.setrecursionlimit(10**9)
    deeper()


zoo.main(act)
