"""Choices from a range in Python 3."""
import random

from rathaus.tracked_random import TrackedRandom

_original_getrandbits = random.Random.getrandbits
_original_randbelow = random.Random._randbelow


class TurnRandom(TrackedRandom):
    def _randbelow(self, n, *unused):
        """choice, randint, randrange, shuffle and sample all call this."""
        if n == 1:
            return 0
        if n < 1:
            return _original_randbelow(self, n)
        if not self.drawn:
            self._record_draw()
        bits = n.bit_length()
        value = _original_getrandbits(self, bits)
        while value >= n:
            value = _original_getrandbits(self, bits)
        return value

    def choices(self, population, *args, **kwargs):
        if len(population) == 1 and not args and set(kwargs) <= {"k"}:
            return [population[0]] * kwargs.get("k", 1)
        return random.Random.choices(self, population, *args, **kwargs)
