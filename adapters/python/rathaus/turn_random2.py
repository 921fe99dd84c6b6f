"""Choices from a range in Python 2, where each method draws in a different way."""
import random

from rathaus.tracked_random import TrackedRandom


class TurnRandom(TrackedRandom):
    def choice(self, seq):
        return seq[0] if len(seq) == 1 else random.Random.choice(self, seq)

    def randrange(self, start, stop=None, step=1, *unused):
        values = xrange(start) if stop is None else xrange(start, stop, step)  # noqa: F821
        return values[0] if len(values) == 1 else random.Random.randrange(self, start, stop, step)

    def sample(self, population, k):
        return list(population) if len(population) == k == 1 else random.Random.sample(self, population, k)

    def jumpahead(self, n):
        self._record_draw()
        random.Random.jumpahead(self, n)
