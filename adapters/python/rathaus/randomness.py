"""Binds the functions of the module `random` to the generator of the adapter.

This happens before the submission is loaded. So it does not matter how the submission imports them.
"""
import random
import sys

if sys.version_info[0] >= 3:
    from rathaus.turn_random3 import TurnRandom
else:
    from rathaus.turn_random2 import TurnRandom


def install():
    """Replaces the generator behind the functions of `random`, and returns the new one."""
    former, generator = random._inst, TurnRandom(0)
    for name, value in list(vars(random).items()):
        if getattr(value, "__self__", None) is former:
            setattr(random, name, getattr(generator, name))
    random._inst = generator
    return generator
