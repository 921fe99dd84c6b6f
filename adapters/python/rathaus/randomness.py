"""The random numbers of a submission: the module `random`, bound to a generator of our own.

A submission draws through the functions of that module, however it imports them. So they are all bound anew before the submission
is loaded.
"""
import random
import sys

if sys.version_info[0] >= 3:
    from rathaus.turn_random3 import TurnRandom
else:
    from rathaus.turn_random2 import TurnRandom


def install():
    """Puts a new generator in the place of the one behind the functions of the module `random`, and returns it."""
    hidden, source = random._inst, TurnRandom(0)
    for name, value in list(vars(random).items()):
        if getattr(value, "__self__", None) is hidden:
            setattr(random, name, getattr(source, name))
    random._inst = source
    return source
