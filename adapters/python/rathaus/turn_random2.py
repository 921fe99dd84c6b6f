"""Choices from a range as Python 2 makes them, each in a way of its own."""
import random

from rathaus.watched import Watched


class TurnRandom(Watched):
    def choice(self, seq):
        return seq[0] if len(seq) == 1 else random.Random.choice(self, seq)

    def randrange(self, start, stop=None, step=1, *unused):
        values = xrange(start) if stop is None else xrange(start, stop, step)  # noqa: F821
        return values[0] if len(values) == 1 else random.Random.randrange(self, start, stop, step)

    def sample(self, population, k):
        return list(population) if len(population) == k == 1 else random.Random.sample(self, population, k)

    def jumpahead(self, n):
        self._mark()
        random.Random.jumpahead(self, n)
