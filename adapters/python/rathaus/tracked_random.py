"""A generator that is seeded for each turn and records whether it was used."""
import random

_original_random = random.Random.random
_original_getrandbits = random.Random.getrandbits


class TrackedRandom(random.Random):
    """A generator that is seeded on its first draw after `begin`, and sets `drawn` on every draw.

    Seeding takes longer than most moves, and most players draw nothing in most turns. So it waits
    for the first draw. A draw from a range of one value takes nothing from the generator and does
    not count. `turn_random2` and `turn_random3` add the choices from a range.
    """

    drawn = False
    _pending = None

    def begin(self, seed):
        """Starts a turn. Nothing of earlier turns influences the draws of this one."""
        self._pending = seed
        self.drawn = False

    def _record_draw(self):
        self.drawn = True
        if self._pending is not None:
            seed, self._pending = self._pending, None
            random.Random.seed(self, seed)

    # All other methods call these two, or choose from a range.

    def random(self):
        if not self.drawn:
            self._record_draw()
        return _original_random(self)

    def getrandbits(self, k):
        if k == 0:
            return _original_getrandbits(self, k)
        if not self.drawn:
            self._record_draw()
        return _original_getrandbits(self, k)

    def uniform(self, a, b):
        return a if a == b else random.Random.uniform(self, a, b)

    def gauss(self, *args, **kwargs):
        """Drops the value that gauss keeps for its next call, which would then draw nothing."""
        self.gauss_next = None
        return random.Random.gauss(self, *args, **kwargs)

    # Methods that set or show the state count as draws, because a move can depend on them.

    def seed(self, a=None, *version):
        """Keeps the seed of the turn if no number is given: the clock must not change the game."""
        self._record_draw()
        if a is not None:
            random.Random.seed(self, a, *version)

    def getstate(self):
        self._record_draw()
        return random.Random.getstate(self)

    def setstate(self, state):
        self._record_draw()
        random.Random.setstate(self, state)
